"""Combat of several nations in The War Game, their Generals, harsh terrain, paratroopers."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.areas.orders import Fight
from a4a.rules.systems.wargame1942.combat import sides
from a4a.rules.systems.wargame1942.orders import Own, Withdraw
from tests.rules.wargame1942.declared import Orders
from tests.rules.wargame1942.empty import BRITISH, GERMANS, MISS
from tests.rules.wargame1942.fought import values


def test_WG_MNC_006_joint_conquerors_choose_who_owns_the_land() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    orders.send("Italy", "infantry", "Libya", "Egypt")
    fighting = orders.begin()
    assert fighting.asked == "owner"
    assert fighting.refused(Own(nation="Japan")) == "WG-MNC-006"
    fighting.do(Own(nation="Italy"))
    assert fighting.game.state.control["Egypt"] == "Italy"


def test_WG_GEN_017_a_General_takes_the_land_for_his_nation() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    orders.send("Italy", "infantry", "Libya", "Egypt")
    orders.put("Egypt", "Italy", "general")
    assert orders.begin().game.state.control["Egypt"] == "Italy"


def test_WG_GEN_018_two_Generals_leave_the_choice() -> None:
    orders = Orders(*GERMANS)
    for power in GERMANS:
        orders.send(power, "infantry", "Libya", "Egypt")
        orders.put("Egypt", power, "general")
    fighting = orders.begin()
    assert fighting.asked == "owner"
    assert fighting.game.decision is not None
    assert fighting.game.decision.rule == "WG-GEN-018"


def test_WG_GEN_002_003_004_005_a_General_raises_land_units_of_his_nation_alone() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    orders.send("Italy", "infantry", "Libya", "Egypt")
    orders.send("Germany", "fighter", "Libya", "Egypt")
    orders.put("Egypt", "Germany", "general")
    orders.put("Egypt", "U.K.", "general")
    orders.put("Egypt", "U.K.", "infantry", 2)
    fighting = orders.begin(MISS, MISS, MISS, MISS, MISS).stay("retreats Egypt attacker")
    rolled = [die for dice in values(fighting) for die in dice]
    assert sorted(rolled) == [
        ("fighter", 4), ("infantry", 2), ("infantry", 3), ("infantry", 5), ("infantry", 5),
    ]  # fmt: skip


def test_WG_GEN_011_014_a_General_falls_with_the_last_attacker() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt", number=2)
    (leader,) = orders.put("Egypt", "Germany", "general")
    orders.put("Egypt", "U.K.", "infantry", 2)
    assert orders.begin(MISS, MISS, 1, 1).stay().where(leader) == [None]
    assert orders.begin(MISS, MISS, 1, MISS).stay("battle", "retreats Egypt attacker").where(
        leader
    ) == ["Egypt"]


def test_WG_GEN_012_a_defending_General_falls_only_with_the_land() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "fighter", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "U.K.", "general")
    orders.put("Egypt", "U.K.", "infantry")
    assert orders.begin(1, MISS).stay().where(leader) == ["Egypt"]
    orders.send("Germany", "infantry", "Libya", "Egypt")
    assert orders.begin(1, MISS, MISS).stay().where(leader) == [None]


def test_WG_GEN_007_008_016_a_General_retreats_from_round_2_and_dies_with_the_last_unit() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt", number=2)
    (leader,) = orders.put("Egypt", "Germany", "general")
    orders.put("Egypt", "U.K.", "infantry", 2)
    fighting = orders.begin(MISS, MISS, MISS, MISS, 3, 3, 1, 1).stay("retreats Egypt attacker")
    fighting.do(Withdraw(to={leader: "Egypt"})).stay()
    assert values(fighting)[0] == [("infantry", 3)] * 2
    assert values(fighting)[2] == [("infantry", 2)] * 2
    assert fighting.where(leader) == [None]


def test_WG_GEN_010_a_defending_General_retreats_to_any_friendly_land_of_the_world() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "U.K.", "general")
    orders.put("Egypt", "U.K.", "infantry")
    fighting = orders.begin(MISS, MISS, 1, MISS).stay("retreats Egypt defender")
    assert fighting.refused(Withdraw(to={leader: "Germany"})) == "WG-GEN-010"
    fighting.do(Withdraw(to={leader: "India"})).stay()
    assert values(fighting)[1] == [("infantry", 4)]
    assert fighting.where(leader) == ["India"]


def test_WG_TER_003_007_rolls_of_10_to_12_kill_who_attacked_across_harsh_terrain() -> None:
    orders = Orders(*BRITISH, control={"Algeria": "Germany"})
    foot = orders.send("France", "infantry", "Rio de Oro", "Algeria", number=2)
    orders.send("U.K.", "fighter", "Rio de Oro", "Algeria")
    orders.put("Algeria", "Germany", "infantry", 2)
    fighting = orders.begin(12, 9, 10, MISS, MISS).stay("retreats Algeria attacker")
    assert fighting.where(*foot, 3) == ["Algeria", None, "Algeria"]


def test_WG_TER_004_even_into_empty_land() -> None:
    orders = Orders(*BRITISH, control={"Algeria": "Germany"})
    foot = orders.send("France", "infantry", "Rio de Oro", "Algeria", number=2)
    fighting = orders.begin(10, 9).stay()
    assert sorted(map(str, fighting.where(*foot))) == ["Algeria", "None"]
    assert fighting.results() == {"Algeria": "attacker takes"}


def test_WG_PAR_009_010_012_paratroopers_fight_on_without_their_bomber() -> None:
    orders = Orders(*BRITISH)
    (plane,) = orders.send("U.K.", "bomber", "Libya", "Tunisia")
    men = orders.put(plane, "U.K.", "infantry", 2)
    orders.task(men, "drop", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry", 3)
    fighting = orders.begin(*[MISS] * 4, MISS, MISS, MISS).stay("retreats Tunisia defender")
    assert fighting.where(plane, *men) == ["Tunisia"] * 3
    fighting.do(Withdraw()).stay("battle", "retreats Tunisia defender")
    assert all(fighting.game.state.unit(i).place == "Tunisia" for i in men)
    taking = {
        i for p in next(iter(fighting.game.state.battles.values())).participants for i in p.units
    }
    assert plane not in taking
    assert set(men) <= taking


def test_WG_FER_001_002_the_attacker_goes_from_battle_to_battle_after_each_round() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "infantry", "Libya", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry")
    orders.send("U.K.", "infantry", "Burma", "Thailand")
    orders.put("Thailand", "Japan", "infantry")
    fighting = orders.begin(*[MISS] * 12)
    assert fighting.asked == "battle"
    for space in ("Tunisia", "Tunisia", "Thailand", "Tunisia"):
        fighting.fight(space).stay("battle")
    assert [space for space, role, _ in fighting.rolled() if role == "attacker"] == [
        "Tunisia", "Tunisia", "Thailand", "Tunisia",
    ]  # fmt: skip
    assert fighting.refused(Fight(battle="elsewhere")) == "WG-CMB-022"


def test_WG_GEN_010_he_goes_to_no_land_that_is_attacked() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    orders.send("Germany", "infantry", "Syria", "Jordan")
    (leader,) = orders.put("Egypt", "U.K.", "general")
    for space in ("Egypt", "Jordan"):
        orders.put(space, "U.K.", "infantry")
    fighting = orders.begin().stay("retreats Egypt defender")
    assert fighting.refused(Withdraw(to={leader: "Jordan"})) == "WG-GEN-010"


def test_WG_GEN_002_a_General_alone_attacks_nobody() -> None:
    """Those whom he was to lead have been sunk on the way."""
    orders = Orders(*GERMANS)
    orders.put("Central Russia", "Germany", "general")
    orders.put("Central Russia", "U.S.S.R.", "infantry")
    assert not orders.begin().events(ev.BattleOpened)


def test_WG_CMO_006_each_battle_is_of_the_sort_of_its_place() -> None:
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    way = ("Gibraltar Sea Zone", "Algeria Sea Zone")
    orders.send("U.K.", "destroyer", *way)
    (ship,) = orders.send("U.K.", "transport", *way, task="offload", target="Morocco")
    orders.carry(ship, "U.K.", "infantry", to="Morocco")
    orders.send("U.K.", "infantry", "Libya", "Tunisia")
    orders.put("Algeria Sea Zone", "Italy", "destroyer")
    opened = orders.begin().events(ev.BattleOpened)
    kinds = {e.space: e.kind for e in opened if isinstance(e, ev.BattleOpened)}
    assert kinds == {"Algeria Sea Zone": "sea", "Morocco": "amphibious", "Tunisia": "land"}


def test_WG_MNC_001_only_nations_of_the_turn_support_or_stand_by() -> None:
    """What an American gun and ship were to do in their own turn is nothing to the British."""
    orders = Orders(*BRITISH)
    orders.send("U.K.", "infantry", "Libya", "Tunisia")
    orders.task(orders.put("Libya", "U.S.A.", "artillery"), "support", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry")
    orders.send("U.K.", "destroyer", "Gibraltar Sea Zone", "Algeria Sea Zone")
    (idle,) = orders.put("Algeria Sea Zone", "U.S.A.", "destroyer")
    orders.task((idle,), "bombard", "Tunisia")
    orders.put("Algeria Sea Zone", "Italy", "destroyer")
    fighting = orders.begin(*[MISS] * 9)
    battles = fighting.game.state.battles.values()
    owners = {p.power for battle in battles for p in battle.participants}
    assert owners == {"U.K.", "Germany", "Italy"}
    (at_sea,) = (x for x in battles if x.kind == "sea")
    assert sides.waiting(fighting.system, fighting.game.state, at_sea) == []
