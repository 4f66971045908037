"""Particulars of combat: Generals alone, fleets that come back, which battle comes first."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.orders import Fight
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, GERMANS, MISS


def test_WG_GEN_010_a_General_who_is_alone_may_leave_before_his_land_is_taken() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "U.K.", "general")
    fighting = orders.begin()
    assert fighting.asked == "retreats Egypt defender"
    assert fighting.game.decision is not None
    assert fighting.game.decision.powers == ("U.K.",)
    assert fighting.refused(Withdraw(to={leader: "Libya"})) == "WG-GEN-010"
    fighting.do(Withdraw(to={leader: "India"}))
    assert fighting.where(leader) == ["India"]
    assert fighting.game.state.control["Egypt"] == "Germany"


def test_WG_GEN_012_one_who_stays_falls_with_the_land() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "U.K.", "general")
    assert orders.begin().stay().where(leader) == [None]


def test_WG_GEN_011_a_General_lives_while_units_are_still_to_land() -> None:
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    way = ("Gibraltar Sea Zone", "Algeria Sea Zone")
    orders.send("U.K.", "destroyer", *way)
    (ship,) = orders.send("U.K.", "transport", *way, task="offload", target="Morocco")
    orders.carry(ship, "U.K.", "infantry", to="Morocco")
    (leader,) = orders.put("Morocco", "U.K.", "general")
    orders.put("Algeria Sea Zone", "Italy", "destroyer")
    orders.put("Morocco", "Germany", "infantry")
    fighting = orders.begin(*[MISS] * 4).round(2)
    assert fighting.where(leader) == ["Morocco"]


def test_WG_GEN_013_a_General_who_fell_is_gone_from_the_game() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "Germany", "general")
    orders.put("Egypt", "U.K.", "infantry")
    fighting = orders.begin(MISS, 1).stay()
    assert leader not in fighting.game.state.units
    assert not [u for u in fighting.game.state.units.values() if u.type == "general"]


def test_WG_GEN_015_with_ten_of_eleven_hit_the_bomber_and_the_General_can_retreat() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt", number=10)
    (plane,) = orders.send("Germany", "bomber", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "Germany", "general")
    orders.put("Egypt", "U.K.", "infantry", 11)
    fighting = orders.begin(*[MISS] * 12, *[1] * 10, MISS).stay("casualties")
    fighting.lose(*range(1, 11))
    assert fighting.asked == "retreats Egypt attacker"
    fighting.do(Withdraw(to={plane: "Egypt", leader: "Egypt"}))
    assert fighting.results() == {"Egypt": "attacker retreats"}
    assert fighting.where(plane, leader) == ["Egypt", "Egypt"]


def test_WG_GEN_009_a_General_who_took_part_in_the_conquest_is_still_there() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "Germany", "general")
    fighting = orders.begin()
    assert fighting.where(leader) == ["Egypt"]
    assert fighting.game.state.memory(leader).task != "retreated"


def test_WG_PAR_009_paratroopers_survive_the_bomber_that_is_shot_down() -> None:
    orders = Orders(*BRITISH)
    (plane,) = orders.send("U.K.", "bomber", "Libya", "Tunisia")
    men = orders.put(plane, "U.K.", "infantry", 2)
    orders.task(men, "drop", "Tunisia")
    orders.put("Tunisia", "Germany", "artillery")
    fighting = orders.begin(*[MISS] * 4, 1, *[MISS] * 9).round(2)
    assert fighting.where(plane, *men) == [None, "Tunisia", "Tunisia"]


def test_WG_RET_009_ships_of_the_attackers_allies_bar_a_zone_too() -> None:
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "destroyer", "NA-7", "NA-8")
    (ship,) = orders.put("NA-8", "Germany", "destroyer")
    orders.put("NA-9", "U.K.", "transport")
    orders.put("NA-5", "Italy", "transport")
    fighting = orders.begin()
    assert fighting.asked == "retreats NA-8 defender"
    assert fighting.refused(Withdraw(to={ship: "NA-9"})) == "WG-RET-009"
    assert fighting.game.can(Withdraw(to={ship: "NA-5"}))


def test_WG_NPT_004_ships_of_allies_do_not_keep_a_fleet_that_passes_from_landing() -> None:
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "destroyer", "NA-7", "NA-8")
    (ship,) = orders.send(
        "U.S.A.", "transport", "NA-7", "NA-8", task="pass to offload", target="France Sea Zone"
    )
    (foot,) = orders.carry(ship, "U.S.A.", "infantry", to="France")
    orders.put("NA-8", "Germany", "destroyer")
    orders.put("France Sea Zone", "U.K.", "destroyer")
    orders.put("France", "Germany", "infantry")
    assert orders.begin(1, MISS, MISS, MISS).round(2).where(foot) == ["France"]


def test_WG_FER_007_015_all_who_come_back_to_a_zone_join_the_battle_there() -> None:
    orders = Orders(*BRITISH)
    first, second = orders.send("U.K.", "destroyer", "NA-9", "NA-7", number=2)
    orders.put("NA-7", "Germany", "destroyer")
    orders.send("U.K.", "destroyer", "NA-6", "NA-8")
    (ship,) = orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin(*[MISS] * 7, 1, *[MISS] * 2).stay("retreats NA-8 defender")
    fighting.do(Withdraw(to={ship: "NA-9"})).stay("retreats NA-7 attacker")
    fighting.do(Withdraw(to={first: "NA-9"})).stay("battle")
    fighting.fight("NA-7").do(Withdraw(to={second: "NA-9"}))
    assert fighting.rolled()[-3:] == [
        ("NA-9", "defender", 1), ("NA-9", "attacker", 2), ("NA-9", "defender", 1),
    ]  # fmt: skip
    assert fighting.where(first, second, ship) == ["NA-9", "NA-9", None]


def test_WG_EXA_098_nobody_flees_to_where_the_attackers_have_declared_to_go() -> None:
    """Attackers declare first, which closes the zone to the defenders of that round."""
    orders = Orders(*AMERICANS)
    own = orders.send("U.S.A.", "destroyer", "NA-4", "NA-8", number=2)
    (ship,) = orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin(*[MISS] * 6).stay("retreats NA-8 attacker")
    fighting.do(Withdraw(to={own[0]: "NA-4"}))
    assert fighting.asked == "retreats NA-8 defender"
    assert fighting.refused(Withdraw(to={ship: "NA-4"})) == "WG-RET-010"


def two_battles(*dice: int) -> Fighting:
    """The British attack Tunisia and Thailand."""
    orders = Orders(*BRITISH, control={"Algeria": "Germany"})
    orders.send("U.K.", "infantry", "Libya", "Tunisia", number=2)
    orders.put("Tunisia", "Germany", "infantry", 2)
    orders.send("U.K.", "infantry", "Burma", "Thailand")
    orders.put("Thailand", "Japan", "infantry")
    return orders.begin(*dice)


@pytest.mark.parametrize("first", ["Tunisia", "Thailand"])
def test_WG_CMB_003_the_attacker_chooses_which_battle_comes_first(first: str) -> None:
    fighting = two_battles(*[MISS] * 4)
    assert fighting.asked == "battle"
    assert fighting.game.decision is not None
    assert fighting.game.decision.powers == BRITISH
    fighting.fight(first).stay("battle")
    assert {space for space, _, _ in fighting.rolled()} == {first}


def test_WG_CMB_014_retreats_are_declared_before_the_dice_of_each_round() -> None:
    fighting = two_battles(*[MISS] * 8).fight("Tunisia")
    for number in (1, 2):
        assert fighting.asked.startswith("retreats Tunisia")
        assert len(fighting.rolled()) == 2 * (number - 1)
        fighting.stay("battle").do(Fight(battle=next(iter(fighting.game.state.battles))))


def test_WG_CMB_021_who_retreated_cannot_be_attacked_again_in_that_turn() -> None:
    fighting = two_battles(*[MISS] * 8).fight("Tunisia")
    fighting.do(Withdraw(to={3: "Algeria", 4: "Algeria"}))
    assert fighting.where(3, 4) == ["Algeria", "Algeria"]
    assert [x.space for x in fighting.game.state.battles.values()] == ["Thailand"]


def test_WG_CMB_023_defeat_is_the_loss_of_every_attacker() -> None:
    fighting = two_battles(MISS, MISS, 1, 1).fight("Tunisia").stay("retreats Thailand")
    assert fighting.results() == {"Tunisia": "defender wins"}
    assert fighting.where(1, 2) == [None, None]


def test_WG_CMB_024_each_unit_rolls_on_the_value_of_its_side() -> None:
    fighting = two_battles(MISS, MISS, MISS, MISS).fight("Tunisia").stay("battle")
    rolled = [e for e in fighting.events(ev.Rolled) if isinstance(e, ev.Rolled)]
    assert [[die.target for die in e.dice] for e in rolled] == [[2, 2], [4, 4]]


def test_WG_CMB_015_016_submarines_and_other_ships_are_rolled_and_tallied_apart() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "submarine", "NA-7", "NA-8")
    orders.send("U.K.", "destroyer", "NA-7", "NA-8")
    orders.put("NA-8", "Germany", "destroyer", 3)
    fighting = orders.begin(MISS, MISS, MISS, MISS, MISS).stay("retreats NA-8 attacker")
    rolled = [e for e in fighting.events(ev.Rolled) if isinstance(e, ev.Rolled)]
    assert [(e.against, len(e.dice)) for e in rolled] == [("naval units", 1), ("", 1), ("", 3)]
