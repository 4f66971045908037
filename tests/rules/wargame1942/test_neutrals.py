"""Neutral land that is invaded in The War Game: price, die, and to whom it falls."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules import money
from a4a.rules.areas.orders import Casualties
from a4a.rules.systems.wargame1942.combat import neutrals
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import BRITISH, GERMANS, MISS, rules
from tests.rules.wargame1942.ordered import Table


def spain(*dice: int) -> Fighting:
    """Germans from France, infantry (1) and armor (2), invade Spain, which is worth 8."""
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "France", "Spain")
    orders.send("Germany", "armor", "France", "Spain")
    return orders.begin(*dice)


def test_WG_NEU_007_008_010_the_nearest_opponent_rolls_and_the_invader_chooses() -> None:
    fighting = spain(8)
    (rolled,) = fighting.events(ev.Rolled)
    assert isinstance(rolled, ev.Rolled)
    assert (rolled.power, [die.target for die in rolled.dice]) == ("U.K.", [8])
    assert fighting.asked == "casualties Spain"
    assert fighting.game.decision is not None
    assert fighting.game.decision.powers == GERMANS
    assert fighting.refused(Casualties(hits={})) == "WG-NEU-010"
    fighting.lose(1)
    assert fighting.where(1, 2) == [None, "Spain"]
    assert fighting.game.state.control["Spain"] == "Germany"


def test_WG_NEU_010_a_roll_above_the_value_costs_nothing() -> None:
    fighting = spain(9)
    (rolled,) = fighting.events(ev.Rolled)
    assert isinstance(rolled, ev.Rolled)
    assert [(die.face, die.result) for die in rolled.dice] == [(9, "miss")]
    assert fighting.where(1, 2) == ["Spain", "Spain"]
    assert fighting.results() == {"Spain": "attacker takes"}


def test_WG_NEU_011_012_above_11_a_land_unit_is_lost_and_land_untaken_falls_to_the_enemy() -> None:
    orders = Orders(*GERMANS)
    (foot,) = orders.send("Germany", "infantry", "Bulgaria", "Turkey")
    (flyer,) = orders.send("Germany", "fighter", "Bulgaria", "Turkey")
    fighting = orders.begin()
    assert fighting.where(foot, flyer) == [None, "Turkey"]
    assert not fighting.rolled()
    assert fighting.game.state.control["Turkey"] == "U.S.S.R."


def test_WG_NEU_012_the_only_land_unit_that_is_hit_leaves_it_to_the_nearest_enemy() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "France", "Spain")
    fighting = orders.begin(1)
    assert fighting.game.state.control["Spain"] == "U.K."


def test_WG_NEU_010_an_aircraft_can_be_the_casualty() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "France", "Spain")
    (flyer,) = orders.send("Germany", "fighter", "France", "Spain")
    fighting = orders.begin(1).lose(flyer)
    assert fighting.game.state.control["Spain"] == "Germany"


def test_WG_NEU_007_units_land_in_neutral_land_from_the_sea() -> None:
    orders = Orders(*GERMANS)
    (ship,) = orders.send(
        "Germany", "transport", "France Sea Zone", "Gibraltar Sea Zone",
        task="offload", target="Spain",
    )  # fmt: skip
    orders.carry(ship, "Germany", "infantry", to="Spain")
    fighting = orders.begin(9)
    assert fighting.results() == {"Spain": "attacker takes"}
    assert len(fighting.rolled()) == 1


def test_WG_NEU_004_014_015_a_neutral_in_play_is_enemy_land_and_costs_nothing() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "infantry", "Great Britain", "Norway")
    assert not neutrals.is_neutral(orders.begin().system, orders.begin().game.state, "Norway")
    paid = orders.begin().events(ev.ResourceChanged)
    assert paid == []
    assert orders.begin().results() == {"Norway": "attacker takes"}


@pytest.mark.parametrize(
    ("active", "land", "nation"),
    [
        (GERMANS, "Spain", "U.K."),  # Gibraltar
        (GERMANS, "Turkey", "U.S.S.R."),  # the U.K. is as near, and plays later
        (("Japan",), "Afghanistan", "China"),  # which plays next; the U.S.S.R. is as near
        (("U.S.S.R.",), "Turkey", "Germany"),
    ],
)
def test_WG_NEU_010_the_nearest_opponent_is_counted_in_spaces(
    active: tuple[str, ...], land: str, nation: str
) -> None:
    fighting = Orders(*active).begin()
    assert neutrals.nearest_opponent(fighting.system, fighting.game.state, land) == nation


def test_WG_NEU_010_land_that_changes_hands_changes_who_is_near() -> None:
    fighting = Orders(*GERMANS, control={"Gibraltar": "Germany", "Algeria": "France"}).begin()
    assert neutrals.nearest_opponent(fighting.system, fighting.game.state, "Spain") != "Germany"


def bills(*invasions: tuple[str, str, str], **funds: int) -> dict[str, int]:
    """What each nation has left after invasions, by whom, whence and of what."""
    orders = Orders(*GERMANS)
    for power, here, there in invasions:
        orders.send(power, "infantry", here, there)
    for power, amount in funds.items():
        orders.events.insert(0, money.paid(rules().game, power, amount, "income"))
    state = orders.begin(*[MISS] * 5).game.state
    return {power: state.balances.get((power, "dollars", ""), 0) for power in GERMANS}


SPAIN, SWITZERLAND = ("France", "Spain"), ("Germany", "Switzerland")


def test_WG_NEU_009_the_invasion_costs_double_the_value() -> None:
    assert bills(("Germany", *SPAIN), Germany=40, Italy=20) == {"Germany": 24, "Italy": 20}


def test_WG_NEU_009_the_first_of_the_turn_that_can_pay_pays() -> None:
    both = ("Germany", *SPAIN), ("Italy", *SPAIN)
    assert bills(*both, Germany=16, Italy=16) == {"Germany": 0, "Italy": 16}
    assert bills(*both, Germany=15, Italy=16) == {"Germany": 15, "Italy": 0}


def test_WG_NEU_009_who_does_not_invade_does_not_pay() -> None:
    assert bills(("Italy", *SPAIN), Germany=40, Italy=16) == {"Germany": 40, "Italy": 0}


def test_WG_NEU_009_R_597_they_share_the_bills_so_that_all_are_paid() -> None:
    price = neutrals.price(rules().game, "Switzerland")
    one = ("Germany", *SPAIN), ("Germany", *SWITZERLAND), ("Italy", *SWITZERLAND)
    assert bills(*one, Germany=16, Italy=price) == {"Germany": 0, "Italy": 0}
    other = ("Germany", *SPAIN), ("Italy", *SPAIN), ("Germany", *SWITZERLAND)
    assert bills(*other, Germany=16, Italy=16) == {"Germany": 16 - price, "Italy": 0}


def test_WG_NEU_009_the_partner_pays_for_who_was_lost_on_the_way() -> None:
    """A cargo of Italy, which was to pay, has been sunk as it sailed by; the Germans have come."""
    left = bills(("Germany", *SPAIN), Germany=2, Italy=20)
    assert left == {"Germany": 2, "Italy": 4}


def test_WG_NEU_009_who_is_to_come_ashore_pays_too() -> None:
    orders = Orders(*GERMANS)
    way = ("France Sea Zone", "Gibraltar Sea Zone")
    (ship,) = orders.send("Italy", "transport", *way, task="offload", target="Spain")
    orders.carry(ship, "Italy", "infantry", to="Spain")
    orders.events.insert(0, money.paid(rules().game, "Italy", 16, "income"))
    orders.events.insert(0, money.paid(rules().game, "Germany", 16, "income"))
    state = orders.begin(MISS).game.state
    assert (state.money("Germany", "dollars"), state.money("Italy", "dollars")) == (16, 0)


@pytest.mark.parametrize(
    ("funds", "other", "may"), [((0, 16), "Italy", True), ((0, 16), "Germany", False)]
)
def test_WG_NEU_009_R_597_a_nation_invades_only_what_it_can_pay(
    funds: tuple[int, int], other: str, may: bool
) -> None:
    table = Table(*GERMANS)
    table.funds = 0
    for power, amount in zip(GERMANS, funds, strict=True):
        table.events.append(money.paid(rules().game, power, amount, "income"))
    (man,) = table.put("France", other, "infantry")
    game = table.orders()
    assert game.no(man, *SPAIN) == ("allowed" if may else "WG-NEU-009")


def test_WG_NEU_009_each_nation_may_pay_for_an_invasion_of_its_own() -> None:
    table = Table(*GERMANS)
    table.funds = 16
    (german,) = table.put("France", "Germany", "infantry")
    (italian,) = table.put("Germany", "Italy", "infantry")
    (more,) = table.put("Germany", "Germany", "infantry")
    game = table.orders(*[MISS] * 9).send(german, *SPAIN)
    assert game.no(more, *SWITZERLAND) == "WG-NEU-009"
    game.send(italian, *SWITZERLAND).send(more, *SWITZERLAND).fought()
    assert all(amount >= 0 for amount in game.state.balances.values())
