"""Battleships whose first die is preemptive: an option of The War Game."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.systems.wargame1942.orders import Gunnery
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, MISS

OPTION = ("preemptive battleships",)


def dice(fighting: Fighting) -> list[tuple[str, str | None, int]]:
    """All dice in order: by whom, of what, and on what they hit."""
    return [
        (str(e.role), die.unit_type, die.target or 0)
        for e in fighting.events(ev.Rolled)
        if isinstance(e, ev.Rolled)
        for die in e.dice
    ]


def orders_at_sea(attackers: dict[str, int], defenders: dict[str, int], damage: int = 0) -> Orders:
    """British ships from NA-7 attack Germans in NA-8."""
    orders = Orders(*BRITISH, options=OPTION)
    for kind, number in attackers.items():
        orders.send("U.K.", kind, "NA-7", "NA-8", number=number)
    for kind, number in defenders.items():
        orders.put("NA-8", "Germany", kind, number, damage if kind == "battleship" else 0)
    return orders


def test_WG_BUB_001_002_003_004_dice_at_8_come_first_and_who_they_hit_is_gone() -> None:
    orders = orders_at_sea({"battleship": 1}, {"battleship": 1, "destroyer": 1})
    fighting = orders.begin(1, MISS, MISS, MISS).stay("casualties")
    assert dice(fighting) == [("attacker", "battleship", 8)]
    fighting.lose(3).stay("retreats NA-8 attacker")
    assert dice(fighting) == [
        ("attacker", "battleship", 8), ("defender", "battleship", 8),
        ("attacker", "battleship", 6), ("defender", "battleship", 6),
    ]  # fmt: skip


def test_WG_BUB_001_from_round_2_on_nothing_is_preemptive() -> None:
    fighting = orders_at_sea({"battleship": 1}, {"destroyer": 1}).begin(*[MISS] * 3, 1, MISS, MISS)
    fighting.stay()
    assert dice(fighting)[3:] == [
        ("attacker", "battleship", 8), ("attacker", "battleship", 6), ("defender", "destroyer", 5),
    ]  # fmt: skip


def test_WG_BUB_003_attackers_hit_preemptively_do_not_roll_any_more() -> None:
    orders = orders_at_sea({"destroyer": 1}, {"battleship": 1})
    fighting = orders.begin(1).stay()
    assert dice(fighting) == [("defender", "battleship", 8)]
    assert fighting.results() == {"NA-8": "defender wins"}


def test_WG_BUB_005_a_battleship_hit_preemptively_loses_its_6() -> None:
    fighting = orders_at_sea({"battleship": 1}, {"battleship": 1}).begin(1, MISS, MISS)
    fighting.stay("retreats NA-8 attacker", "battle")
    assert dice(fighting) == [
        ("attacker", "battleship", 8), ("defender", "battleship", 8), ("attacker", "battleship", 6),
    ]  # fmt: skip


def test_WG_BUB_005_so_does_one_that_attacks() -> None:
    fighting = orders_at_sea({"battleship": 1}, {"battleship": 1}).begin(MISS, 1, MISS)
    fighting.stay("retreats NA-8 attacker", "battle")
    assert dice(fighting)[2:] == [("defender", "battleship", 6)]


def test_WG_BUB_006_a_battleship_that_is_sunk_preemptively_still_rolls_its_8() -> None:
    for attacker in ("battleship", "submarine"):
        orders = orders_at_sea({attacker: 1}, {"battleship": 1}, damage=1)
        fighting = orders.begin(1, MISS).stay()
        assert [x[0] for x in dice(fighting)] == ["attacker", "defender"]
        assert fighting.results() == {"NA-8": "attacker wins"}


def test_WG_SUB_010_other_ships_hit_from_ambush_do_not_fire() -> None:
    fighting = orders_at_sea({"submarine": 1}, {"destroyer": 1}).begin(1).stay()
    assert dice(fighting) == [("attacker", "submarine", 4)]


def bombarding(*dice: int) -> Fighting:
    """Infantry lands in Morocco, with a battleship (3) behind it."""
    orders = Orders(*BRITISH, control={"Morocco": "Germany"}, options=OPTION)
    way = ("Gibraltar Sea Zone", "Algeria Sea Zone")
    (ship,) = orders.send("U.K.", "transport", *way, task="offload", target="Morocco")
    orders.carry(ship, "U.K.", "infantry", to="Morocco")
    orders.send("U.K.", "battleship", *way, task="bombard", target="Morocco")
    orders.put("Morocco", "Germany", "infantry")
    return orders.begin(*dice)


def test_WG_BUB_007_who_is_hit_by_a_preemptive_bombardment_does_not_fire_back() -> None:
    fighting = bombarding(8).stay()
    assert dice(fighting) == [("attacker", "battleship", 8)]
    assert fighting.results() == {"Morocco": "attacker takes"}


def test_WG_BUB_007_its_6_is_fired_with_the_others() -> None:
    fighting = bombarding(MISS, MISS, 6, MISS).stay()
    assert sorted(dice(fighting)[1:]) == [
        ("attacker", "battleship", 6), ("attacker", "infantry", 2), ("defender", "infantry", 4),
    ]  # fmt: skip


def test_WG_BUB_008_the_8_can_be_held_for_the_others() -> None:
    fighting = bombarding(MISS, 8, MISS, MISS).stay("preemptive")
    assert fighting.refused(Gunnery(units=(1,))) == "WG-BUB-008"
    fighting.do(Gunnery(units=(3,))).stay()
    assert sorted(dice(fighting)) == [
        ("attacker", "battleship", 6), ("attacker", "battleship", 8), ("attacker", "infantry", 2),
        ("defender", "infantry", 4),
    ]  # fmt: skip


def test_WG_BUB_008_defenders_can_hold_it_too() -> None:
    fighting = orders_at_sea({"destroyer": 1}, {"battleship": 1}).begin(1, MISS, MISS)
    fighting.stay("preemptive")
    assert fighting.game.decision is not None
    assert fighting.game.decision.powers == ("Germany",)
    fighting.do(Gunnery(units=(2,))).stay("retreats NA-8 attacker")
    assert [x[0] for x in dice(fighting)] == ["attacker", "defender", "defender"]


def passing(*dice: int) -> Fighting:
    """A destroyer is to clear NA-8, so that a battleship (2) can pass to NA-5."""
    orders = Orders(*AMERICANS, options=OPTION)
    orders.send("U.S.A.", "destroyer", "NA-7", "NA-8")
    orders.send("U.S.A.", "battleship", "NA-7", "NA-8", task="pass", target="NA-5")
    orders.put("NA-8", "Germany", "destroyer")
    orders.put("NA-5", "Germany", "destroyer")
    return orders.begin(*dice)


def test_WG_BUB_009_a_battleship_that_is_halted_has_no_preemptive_shot() -> None:
    fighting = passing(MISS, 8, MISS, MISS).stay("retreats NA-8 attacker", "battle")
    assert dice(fighting) == [
        ("attacker", "destroyer", 5), ("attacker", "battleship", 8), ("attacker", "battleship", 6),
        ("defender", "destroyer", 5),
    ]  # fmt: skip


def test_WG_BUB_009_one_that_passes_has() -> None:
    fighting = passing(5, MISS, 8).stay()
    assert dice(fighting)[-1] == ("attacker", "battleship", 8)
    assert len(dice(fighting)) == 3
    assert fighting.results() == {"NA-8": "attacker wins", "NA-5": "attacker wins"}


def test_WG_BUB_001_without_the_option_nobody_is_asked() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "battleship", "NA-7", "NA-8")
    orders.put("NA-8", "Germany", "battleship")
    fighting = orders.begin(*[MISS] * 4).stay("preemptive", "retreats NA-8 attacker")
    assert fighting.asked == "retreats NA-8 attacker"
    assert [x[0] for x in dice(fighting)] == ["attacker", "attacker", "defender", "defender"]
