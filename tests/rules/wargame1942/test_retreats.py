"""Retreats of both sides in The War Game: who, where, when, and what it costs."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.areas.orders import Casualties
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import BRITISH, GERMANS, MISS
from tests.rules.wargame1942.retreating import options, tunisia


def test_WG_RET_001_005_021_022_attackers_are_asked_from_round_2_and_defenders_from_round_1() -> (
    None
):
    fighting = tunisia(*[MISS] * 8)
    asked = []
    while len(asked) < 3:
        asked.append(fighting.asked)
        fighting.do(Withdraw())
    assert asked == ["retreats Tunisia defender", "retreats Tunisia attacker", asked[0]]


def test_WG_RET_003_attackers_go_back_to_where_they_came_from() -> None:
    fighting = tunisia(*[MISS] * 8).stay("retreats Tunisia attacker")
    assert options(fighting, 1) == {"Libya"}
    assert fighting.refused(Withdraw(to={1: "Algeria"})) == "WG-RET-003"
    fighting.do(Withdraw(to={1: "Libya"})).do(Withdraw())
    assert fighting.where(1, 2) == ["Libya", "Tunisia"]


def test_WG_RET_023_028_who_withdraws_does_not_roll_and_can_be_hit_last() -> None:
    fighting = tunisia(MISS, MISS, MISS, MISS, MISS, 1, 1).stay("retreats Tunisia attacker")
    fighting.do(Withdraw(to={1: "Libya"})).do(Withdraw())
    assert fighting.rolled()[2:] == [("Tunisia", "attacker", 1), ("Tunisia", "defender", 2)]
    assert fighting.where(1, 2) == [None, None]


def test_WG_RET_024_hits_fall_on_who_fights_on_before_who_withdraws() -> None:
    fighting = tunisia(1, MISS, MISS)
    assert fighting.asked == "retreats Tunisia defender"
    fighting.do(Withdraw(to={3: "Algeria"}))
    assert fighting.where(3, 4) == ["Algeria", None]
    assert fighting.results() == {"Tunisia": "attacker takes"}


def test_WG_RET_024_nobody_may_choose_otherwise() -> None:
    orders = Orders(*BRITISH, control={"Algeria": "Germany"})
    orders.send("U.K.", "infantry", "Libya", "Tunisia", number=2)
    (gun,) = orders.put("Tunisia", "Germany", "artillery")
    tank, foot = orders.put("Tunisia", "Germany", "armor") + orders.put(
        "Tunisia", "Germany", "infantry"
    )
    fighting = orders.begin(1, MISS, MISS, MISS).do(Withdraw(to={tank: "Algeria"}))
    assert fighting.asked == "casualties Tunisia"
    assert fighting.refused(Casualties(hits={tank: 1})) == "WG-RET-024"
    fighting.lose(gun)
    assert fighting.where(tank, foot) == ["Algeria", "Tunisia"]


def test_WG_RET_025_hits_on_one_sort_fall_on_it_though_it_withdraws() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "submarine", "NA-7", "NA-8")
    (ship,) = orders.put("NA-8", "Germany", "destroyer")
    (flyer,) = orders.put("NA-8", "Germany", "fighter")
    orders.put("NA-8", "Germany", "aircraft carrier")
    fighting = orders.begin(1, MISS, MISS)
    fighting.do(Withdraw(to={ship: "NA-9", 4: "NA-9"}))
    assert fighting.asked == "casualties NA-8"
    assert fighting.game.decision is not None
    assert set(fighting.game.decision.units) == {ship, 4}
    assert flyer not in fighting.game.decision.units


def test_WG_RET_026_020_who_survives_is_placed_and_fights_no_more() -> None:
    fighting = tunisia(MISS, MISS, MISS).do(Withdraw(to={3: "Algeria"}))
    state = fighting.game.state
    assert fighting.where(3) == ["Algeria"]
    assert all(3 not in p.units for x in state.battles.values() for p in x.participants)
    assert fighting.refused(Withdraw(to={3: "Tunisia"})) == "WG-RET-020"


def test_WG_RET_027_a_full_retreat_ends_the_battle_without_losses() -> None:
    fighting = tunisia(MISS, MISS, MISS, MISS).stay("retreats Tunisia attacker")
    fighting.do(Withdraw(to={1: "Libya", 2: "Libya"}))
    assert fighting.results() == {"Tunisia": "attacker retreats"}
    assert fighting.where(1, 2) == ["Libya", "Libya"]
    assert len(fighting.rolled()) == 2


def test_WG_RET_029_defenders_who_all_withdraw_can_still_be_hit() -> None:
    fighting = tunisia(1, MISS).do(Withdraw(to={3: "Algeria", 4: "Algeria"}))
    assert sorted(map(str, fighting.where(3, 4))) == ["Algeria", "None"]
    assert fighting.results() == {"Tunisia": "attacker takes"}


def test_WG_RET_002_TRN_010_who_has_landed_does_not_retreat() -> None:
    orders = Orders(*BRITISH)
    (ship,) = orders.send(
        "U.K.",
        "transport",
        "Gibraltar Sea Zone",
        "Algeria Sea Zone",
        task="offload",
        target="Algeria",
    )
    (landed,) = orders.carry(ship, "U.K.", "infantry", to="Algeria")
    (marched,) = orders.send("France", "infantry", "Mauritania", "Algeria")
    orders.put("Algeria", "Germany", "infantry", 2)
    fighting = orders.begin(*[MISS] * 12).stay("retreats Algeria attacker")
    assert options(fighting, landed) == set()
    assert fighting.refused(Withdraw(to={landed: "Algeria Sea Zone"})) == "WG-RET-002"
    fighting.do(Withdraw(to={marched: "Mauritania"}))
    assert fighting.asked == "retreats Algeria defender"  # not a full retreat: it is fought on


def half_landed(*dice: int) -> tuple[Fighting, int, int]:
    """Two who marched into Algeria, and one whose landing there a destroyer holds up."""
    orders = Orders(*BRITISH)
    by_sea = "Gibraltar Sea Zone", "Algeria Sea Zone"
    orders.send("U.K.", "destroyer", *by_sea)
    (ship,) = orders.send("U.K.", "transport", *by_sea, task="offload", target="Algeria")
    (aboard,) = orders.carry(ship, "U.K.", "infantry", to="Algeria")
    (marched,) = orders.send("France", "infantry", "Mauritania", "Algeria")
    orders.put("Algeria Sea Zone", "Germany", "destroyer")
    orders.put("Algeria", "Germany", "infantry", 2)
    fighting = orders.begin(*dice).stay("retreats Algeria Sea Zone attacker")
    return fighting, marched, aboard


def test_WG_RET_028_it_is_no_full_retreat_while_others_are_still_to_land() -> None:
    fighting, marched, aboard = half_landed(*[MISS] * 7, 1, MISS)
    fighting.do(Withdraw()).do(Withdraw(to={marched: "Mauritania"})).round(3)
    assert fighting.where(marched, aboard) == [None, "Algeria Sea Zone"]
    assert not fighting.results()


def test_WG_RET_027_it_is_one_once_their_landing_is_called_off() -> None:
    fighting, marched, aboard = half_landed(*[MISS] * 7)
    fighting.do(Withdraw(to={aboard: "Algeria Sea Zone"}))
    fighting.do(Withdraw(to={marched: "Mauritania"})).do(Withdraw())
    assert fighting.where(marched) == ["Mauritania"]
    assert fighting.results() == {"Algeria": "attacker retreats"}


def test_WG_RET_006_defenders_go_to_friendly_land_beside_theirs() -> None:
    fighting = tunisia()
    assert options(fighting, 3) == {"Algeria"}
    assert fighting.refused(Withdraw(to={3: "Libya"})) == "WG-RET-006"
    assert fighting.refused(Withdraw(to={3: "Sicily"})) == "WG-RET-006"


def test_WG_SET_021_nobody_retreats_to_land_in_which_those_are_with_whom_it_shares_none() -> None:
    """The British have freed Amur, which is Soviet, and are still there (WG-POL-009)."""
    for guests in (0, 1):
        orders = Orders("Japan", control={"Manchuria": "U.S.S.R."})
        orders.send("Japan", "infantry", "Korea", "Manchuria", number=2)
        (man,) = orders.put("Manchuria", "U.S.S.R.", "infantry")
        orders.put("Amur", "U.K.", "infantry", guests)
        fighting = orders.begin(*[MISS] * 9)
        assert ("Amur" in options(fighting, man)) == (not guests)


def test_WG_RET_016_017_018_019_FER_003_a_flank_closes_a_retreat_while_its_attackers_live() -> None:
    orders = Orders(*GERMANS, control={"Jordan": "U.K.", "Egypt": "U.K."})
    orders.send("Germany", "infantry", "Libya", "Egypt", number=2)
    (alone,) = orders.send("Germany", "infantry", "Syria", "Jordan")
    in_egypt = orders.put("Egypt", "U.K.", "infantry", 2)
    orders.put("Jordan", "U.K.", "infantry")
    fighting = orders.begin(MISS, MISS, MISS, MISS, MISS, 1, *[MISS] * 12)
    assert len({x.round for x in fighting.game.state.battles.values()}) == 1
    fighting.stay("retreats Egypt defender")
    assert "Jordan" not in options(fighting, in_egypt[0])
    assert fighting.refused(Withdraw(to={in_egypt[0]: "Jordan"})) == "WG-RET-006"
    fighting.do(Withdraw())
    while fighting.asked != "retreats Egypt defender":
        fighting.do(Withdraw())
    rounds = {x.space: x.round for x in fighting.game.state.battles.values()}
    assert fighting.where(alone) == [None]
    assert rounds == {"Egypt": 2}
    assert "Jordan" in options(fighting, in_egypt[0])


def test_WG_TER_005_nobody_retreats_across_harsh_terrain() -> None:
    orders = Orders(*BRITISH, control={"Algeria": "Germany", "Rio de Oro": "Germany"})
    orders.send("France", "infantry", "Mauritania", "Algeria")
    (foot,) = orders.put("Algeria", "Germany", "infantry")
    fighting = orders.begin()
    assert "Rio de Oro" not in options(fighting, foot)
    assert fighting.refused(Withdraw(to={foot: "Rio de Oro"})) == "WG-TER-005"


def test_WG_RET_007_defending_aircraft_fly_half_their_range_to_quiet_friendly_land() -> None:
    orders = Orders(
        *BRITISH, control={"Algeria": "Germany", "Morocco": "Germany", "Mali": "Germany"}
    )
    orders.send("U.K.", "infantry", "Libya", "Tunisia")
    orders.send("France", "infantry", "Mauritania", "Morocco")
    (flyer,) = orders.put("Tunisia", "Germany", "fighter")
    fighting = orders.begin(MISS, MISS, MISS).stay("retreats Tunisia defender")
    found = options(fighting, flyer)
    assert {"Algeria", "Mali"} <= found
    assert not {"Morocco", "Germany", "Tunisia"} & found
    assert fighting.refused(Withdraw(to={flyer: "Germany"})) == "WG-RET-007"


def test_WG_RET_004_attacking_aircraft_break_off_and_land_later() -> None:
    orders = Orders(*BRITISH)
    (flyer,) = orders.send("U.K.", "fighter", "Libya", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry")
    fighting = orders.begin(MISS, MISS).stay("retreats Tunisia attacker")
    assert options(fighting, flyer) == {"Tunisia"}
    fighting.do(Withdraw(to={flyer: "Tunisia"}))
    assert fighting.results() == {"Tunisia": "attacker retreats"}


def test_WG_RET_039_but_it_may_in_the_next() -> None:
    fighting = tunisia(*[MISS] * 8).do(Withdraw(to={3: "Algeria"}))
    later = fighting.game.state.apply(ev.TurnBegan(("Japan",)))
    assert later.memory(3).task == ""


def test_WG_FER_004_005_a_zone_that_attackers_have_left_is_open_to_who_flees() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "destroyer", "NA-9", "NA-7")
    orders.put("NA-7", "Germany", "destroyer")
    orders.send("U.K.", "destroyer", "NA-6", "NA-8")
    (ship,) = orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin().stay("retreats NA-8 defender")
    assert "NA-9" in options(fighting, ship)


def test_WG_BMB_004_RET_007_a_bomber_does_not_retreat_to_sea() -> None:
    orders = Orders(*BRITISH, control={"Algeria": "Germany"})
    orders.send("U.K.", "infantry", "Libya", "Tunisia")
    (plane,) = orders.put("Tunisia", "Germany", "bomber")
    orders.put("Malta Sea Zone", "Germany", "aircraft carrier")
    fighting = orders.begin()
    found = options(fighting, plane)
    assert "Algeria" in found
    assert not any(fighting.system.graph.is_sea[space] for space in found)


def test_WG_RET_021_022_each_question_cites_what_lets_its_side_retreat() -> None:
    fighting = tunisia(*[MISS] * 8)
    cited = {}
    while len(cited) < 2:
        assert fighting.game.decision is not None
        cited[fighting.asked] = fighting.game.decision.rule
        fighting.do(Withdraw())
    assert cited == {
        "retreats Tunisia defender": "WG-RET-022", "retreats Tunisia attacker": "WG-RET-021",
    }  # fmt: skip
