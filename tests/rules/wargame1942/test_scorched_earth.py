"""Scorched earth in The War Game: whose factories, when, and what is left of them."""

from __future__ import annotations

from a4a.rules.systems.wargame1942.orders import Scorch, Withdraw
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import GERMANS, MISS


def test_WG_FAC_029_030_031_032_factories_are_scorched_by_who_survives() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt", number=2)
    (plant,) = orders.put("Egypt", "U.K.", "major factory")
    orders.put("Egypt", "U.K.", "infantry")
    fighting = orders.begin(MISS, MISS, MISS, 1, 1, MISS).stay("scorched")
    assert fighting.refused(Scorch(factories=(1,))) == "WG-FAC-029"
    assert fighting.refused(Scorch(factories=(plant, plant))) == "WG-FAC-029"
    fighting.do(Scorch(factories=(plant,)))
    assert fighting.game.state.unit(plant).type == "minor factory"
    fighting.stay("scorched").do(Scorch(factories=(plant,))).stay()
    assert fighting.game.state.unit(plant).type == "minor factory"
    assert fighting.game.state.unit(plant).owner == "Germany"


def test_WG_FAC_030_032_nothing_is_scorched_where_all_retreat_and_the_land_is_taken() -> None:
    for attackers, kept in ((("infantry", "infantry"), True), (("fighter",), False)):
        orders = Orders(*GERMANS)
        for kind in attackers:
            orders.send("Germany", kind, "Libya", "Egypt")
        (plant,) = orders.put("Egypt", "U.K.", "minor factory")
        (man,) = orders.put("Egypt", "U.K.", "infantry")
        fighting = orders.begin(*[MISS] * 6).stay("retreats Egypt defender")
        fighting.do(Withdraw(to={man: "Jordan"})).stay("scorched")
        fighting.do(Scorch(factories=(plant,))).stay()
        assert fighting.where(man) == ["Jordan"]
        assert (plant in fighting.game.state.units) == kept


def two_plants(*dice: int) -> tuple[Fighting, int, int]:
    """Egypt is attacked, where factories of two nations stand: that of France is a minor one."""
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt", number=2)
    (major,) = orders.put("Egypt", "U.K.", "major factory")
    (minor,) = orders.put("Egypt", "France", "minor factory")
    orders.put("Egypt", "U.K.", "infantry")
    return orders.begin(*dice).stay("scorched"), major, minor


def test_WG_FAC_029_each_owner_of_a_factory_is_asked_and_each_factory_is_its_own_choice() -> None:
    fighting, major, minor = two_plants(MISS, MISS, MISS)
    assert fighting.game.decision is not None
    assert fighting.game.decision.powers == ("U.K.", "France")
    assert fighting.game.decision.units == (major, minor)
    fighting.do(Scorch(factories=(minor,)))
    assert fighting.game.state.unit(major).type == "major factory"
    assert fighting.where(minor) == [None]


def test_WG_FAC_031_several_are_scorched_in_one_round_each_by_one_step() -> None:
    fighting, major, minor = two_plants(MISS, MISS, MISS)
    fighting.do(Scorch(factories=(major, minor)))
    assert fighting.game.state.unit(major).type == "minor factory"
    assert fighting.where(minor) == [None]
    fighting.stay("scorched")
    assert fighting.game.state.unit(major).flags == ()


def test_WG_FAC_030_nothing_is_scorched_by_who_is_killed_though_nobody_takes_the_land() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "fighter", "Libya", "Egypt")
    (plant,) = orders.put("Egypt", "U.K.", "minor factory")
    orders.put("Egypt", "U.K.", "infantry")
    fighting = orders.begin(1, MISS).stay("scorched").do(Scorch(factories=(plant,)))
    assert fighting.where(plant) == ["Egypt"]
    assert fighting.results() == {"Egypt": "attacker wins"}
