"""Retreats of both sides in The War Game: who, where, when, and what it costs."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.areas.orders import Casualties
from a4a.rules.systems.wargame1942.combat import opening, withdrawals
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import BRITISH, GERMANS, MISS


def options(fighting: Fighting, unit: int) -> set[str]:
    """Where a unit may retreat in the battle that is asked about."""
    decision = fighting.game.decision
    assert decision is not None
    battle = fighting.game.state.battles[decision.battle]
    side = withdrawals.defenders if fighting.asked.endswith("defender") else withdrawals.attackers
    return set(side(fighting.system, fighting.game.state, battle).get(unit, ()))


def tunisia(*dice: int, attackers: int = 2, defenders: int = 2) -> Fighting:
    """British infantry from Libya against Germans in Tunisia; Algeria is German."""
    orders = Orders(*BRITISH, control={"Libya": "U.K.", "Algeria": "Germany"})
    orders.send("U.K.", "infantry", "Libya", "Tunisia", number=attackers)
    orders.put("Tunisia", "Germany", "infantry", defenders)
    return orders.begin(*dice)


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


def off_indo_china(*dice: int) -> Fighting:
    """The book's sea retreat: a Japanese destroyer, attacked from three sides."""
    orders = Orders(*BRITISH)
    orders.send("U.K.", "battleship", "Philippines Sea Zone", "South China Sea")
    orders.send("U.K.", "transport", "Celebes Sea Zone", "South China Sea")
    orders.send("U.K.", "fighter", "Burma", "Thailand", "South China Sea")
    orders.put("South China Sea", "Japan", "destroyer")
    return orders.begin(*dice)


def test_WG_RET_010_011_012_EXA_029_030_a_ship_does_not_go_where_combat_ships_came_from() -> None:
    fighting = off_indo_china()
    assert options(fighting, 4) == {
        "Celebes Sea Zone", "Taiwan Sea Zone", "Java Sea Zone", "Kwangtung Sea Zone",
        "Thailand Sea Zone",
    }  # fmt: skip
    assert fighting.refused(Withdraw(to={4: "Philippines Sea Zone"})) == "WG-RET-010"
    assert fighting.refused(Withdraw(to={4: "Bonin Sea Zone"})) == "WG-RET-012"


def test_WG_RET_009_EXA_031_a_transport_that_retreats_closes_the_zone_it_goes_to() -> None:
    fighting = off_indo_china(*[MISS] * 20).stay("retreats South China Sea attacker")
    fighting.do(Withdraw(to={2: "Celebes Sea Zone"}))
    assert "Celebes Sea Zone" not in options(fighting, 4)
    assert fighting.refused(Withdraw(to={4: "Celebes Sea Zone"})) == "WG-RET-009"


def test_WG_RET_013_014_ships_even_transports_close_a_zone_by_going_there() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "destroyer", "NA-7", "NA-8")
    orders.send("U.K.", "transport", "NA-6", "NA-9")
    (ship,) = orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin()
    assert "NA-9" not in options(fighting, ship)
    assert fighting.refused(Withdraw(to={ship: "NA-9"})) == "WG-RET-009"


def test_WG_RET_008_nor_to_a_zone_that_was_fought_over() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "submarine", "NA-7", "NA-8")
    (ship,) = orders.put("NA-8", "Germany", "destroyer")
    orders.send("U.K.", "fighter", "Great Britain", "Eire Sea Zone")
    orders.put("Eire Sea Zone", "Germany", "transport")
    fighting = orders.begin(MISS, 1, *[MISS] * 4).round(2)
    assert fighting.results() == {"Eire Sea Zone": "defender wins"}
    fighting.stay("retreats NA-8 defender")
    assert fighting.refused(Withdraw(to={ship: "Eire Sea Zone"})) == "WG-RET-008"


def test_WG_RET_030_FER_013_a_submarine_under_air_attack_may_dive_where_it_is() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "fighter", "Great Britain", "Eire Sea Zone")
    (boat,) = orders.put("Eire Sea Zone", "Germany", "submarine")
    fighting = orders.begin(MISS)
    assert {"Eire Sea Zone", "NA-8"} <= options(fighting, boat)
    fighting.do(Withdraw(to={boat: "Eire Sea Zone"}))
    assert fighting.where(boat) == ["Eire Sea Zone"]
    assert fighting.results() == {"Eire Sea Zone": "attacker wins"}


def test_WG_FER_014_015_not_if_any_ship_comes_even_a_transport() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "fighter", "Great Britain", "Eire Sea Zone")
    orders.send("U.K.", "transport", "NA-5", "Eire Sea Zone")
    (boat,) = orders.put("Eire Sea Zone", "Germany", "submarine")
    assert "Eire Sea Zone" not in options(orders.begin(), boat)


def test_WG_RET_032_cargo_of_a_transport_that_retreats_stays_aboard() -> None:
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    orders.send("U.K.", "destroyer", "Gibraltar Sea Zone", "Algeria Sea Zone")
    (ship,) = orders.send(
        "U.K.",
        "transport",
        "Gibraltar Sea Zone",
        "Algeria Sea Zone",
        task="offload",
        target="Morocco",
    )
    (aboard,) = orders.carry(ship, "U.K.", "infantry", to="Morocco")
    orders.put("Algeria Sea Zone", "Italy", "destroyer")
    orders.put("Morocco", "Germany", "infantry")
    fighting = orders.begin(*[MISS] * 2, 1, MISS, MISS).stay("retreats Algeria Sea Zone attacker")
    fighting.do(Withdraw(to={ship: "Gibraltar Sea Zone"})).stay()
    assert fighting.where(ship, aboard) == ["Gibraltar Sea Zone"] * 2
    assert fighting.game.state.unit(aboard).place == ship
    assert fighting.results()["Morocco"] != "attacker takes"


def test_WG_RET_038_nobody_retreats_twice_in_a_turn() -> None:
    fighting = tunisia(*[MISS] * 8)
    state = fighting.game.state.apply(ev.UnitsTasked((3,), "retreated", "Tunisia"))
    battle = next(iter(state.battles.values()))
    found = withdrawals.defenders(fighting.system, state, battle)
    assert 3 not in found
    assert 4 in found


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


def behind(*dice: int) -> Fighting:
    """The Germans of NA-8 have gone behind the British who attack NA-7 out of NA-9."""
    orders = Orders(*BRITISH)
    orders.send("U.K.", "destroyer", "NA-9", "NA-7")
    orders.put("NA-7", "Germany", "destroyer")
    orders.send("U.K.", "destroyer", "NA-6", "NA-8")
    orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin(*dice).stay("retreats NA-8 defender")
    return fighting.do(Withdraw(to={4: "NA-9"}))


def test_WG_FER_006_such_battles_are_fought_in_step() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "destroyer", "NA-9", "NA-10")
    orders.put("NA-10", "Germany", "destroyer")
    orders.send("U.K.", "destroyer", "NA-6", "NA-8")
    orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin()
    assert fighting.asked.startswith("retreats")
    assert {x.round for x in fighting.game.state.battles.values()} == {1}


def test_WG_FER_007_008_who_comes_back_meets_them_and_only_they_roll_in_that_round() -> None:
    fighting = behind(MISS, MISS, MISS, 5).stay("retreats NA-7 attacker")
    fighting.do(Withdraw(to={1: "NA-9"}))
    assert fighting.rolled()[-1] == ("NA-9", "defender", 1)
    assert fighting.where(1) == [None]
    assert fighting.results()["NA-7"] == "attacker retreats"


def test_WG_FER_007_and_then_it_is_fought_as_any_battle() -> None:
    fighting = behind(MISS, MISS, MISS, MISS, 5, MISS).stay("retreats NA-7 attacker")
    fighting.do(Withdraw(to={1: "NA-9"})).stay()
    assert fighting.rolled()[-2:] == [("NA-9", "attacker", 1), ("NA-9", "defender", 1)]
    assert fighting.where(1, 4) == ["NA-9", None]


def test_WG_FER_007_a_battle_that_opens_where_one_was_fought_has_an_id_of_its_own() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "destroyer", "NA-9", "NA-7")
    orders.put("NA-7", "Germany", "destroyer")
    state = orders.begin(MISS, MISS).stay("retreats").game.state
    (battle,) = state.battles.values()
    assert opening.new_battle_id(state, "NA-8") == opening.battle_id(state, "NA-8")
    closed = state.apply(ev.BattleClosed(battle.id, "attacker retreats", "defender"))
    again = opening.new_battle_id(closed, "NA-7")
    assert again != battle.id
    units = tuple(i for p in battle.participants for i in p.units)
    parts = (ev.Participant("attacker", "U.K.", units, None),)
    twice = closed.apply(ev.BattleOpened(again, "NA-7", "sea", parts))
    assert opening.new_battle_id(twice, "NA-7") not in (battle.id, again)


def test_R_526_aircraft_that_break_off_at_sea_need_no_deck_there() -> None:
    orders = Orders(*BRITISH)
    flyers = orders.send("U.K.", "fighter", "Gibraltar", "Gibraltar Sea Zone", "NA-9", number=2)
    orders.put("NA-9", "Germany", "battleship")
    fighting = orders.begin(*[MISS] * 9).stay("retreats NA-9 attacker")
    fighting.do(Withdraw(to=dict.fromkeys(flyers, "NA-9")))
    assert not fighting.game.state.battles
    assert fighting.where(*flyers) == ["NA-9", "NA-9"]
