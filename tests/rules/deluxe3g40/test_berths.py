"""Naval bases of neutrals and friends: who may use them, for how much, and how many ships."""

from __future__ import annotations

from typing import Any

import pytest

from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.ground import Ground
from a4a.rules.areas.orders import EndPhase
from a4a.rules.areas.phases.purchase import serviced_ships
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.choices import Tally
from a4a.rules.game import Game
from a4a.rules.systems.deluxe3g40.orders import Rent
from a4a.rules.systems.deluxe3g40.turn import renting
from tests.rules.deluxe3g40.missions import log
from tests.rules.deluxe3g40.positions import SYSTEM, ids, position, refused, rules, war

GERMANY, ITALY, JAPAN, RUSSIA = "Germany", "Italy", "Japan", "Soviet Union"
USA, UK, CW = "United States", "United Kingdom", "Commonwealth"
SPAIN, BRAZIL, LONDON, EGYPT = "Spain", "Brazil", "United Kingdom", "Egypt"
BUY = "Purchase Units"
FIGHTING = war((GERMANY, UK), (GERMANY, CW), (GERMANY, USA), (ITALY, UK), (JAPAN, USA))


def zone(*territories: str, without: tuple[str, ...] = ()) -> str:
    """A sea zone beside all these, and beside no other naval base."""
    bases = {u.place for u in position(power=UK).state.units.values() if u.type == "naval base"}
    coast = SYSTEM.graph.coast
    return next(
        z for z in coast
        if SYSTEM.graph.is_sea[z]
        and set(territories) <= set(coast[z])
        and not (bases - set(territories)) & set(coast[z])
    )  # fmt: skip


def port(power: str, base: str, ships: dict[str, int], **how: Any) -> Game:
    """A power's purchases, with ships of it beside a naval base."""
    what = {"relations": FIGHTING, "phase": BUY, "money": {"UK Europe": 30, GERMANY: 30, ITALY: 30}}
    return position(
        power=power, force=(power,), units={zone(base): {power: ships}}, **{**what, **how}
    )


def left(game: Game, power: str) -> dict[int, int]:
    """How far each ship of a power goes."""
    field = Field(Ground(SYSTEM, game.state, power), game.state, combat=False)
    return {u.id: field.left(u) for u in field.ships}


def cash(game: Game, treasury: str) -> int:
    """What a treasury has."""
    return game.state.balances[treasury, "IPC", ""]


def rent(
    game: Game, base: str, number: int, *, treasury: str = GERMANY, power: str = GERMANY
) -> Game:
    """Rent a base for so many of the ships beside it."""
    game.do(Rent(treasury, base, ids(game, zone(base), power=power)[:number]))
    return game


PRICES = [
    ("DX-NEU-008", SPAIN, GERMANY, GERMANY, 6), ("DX-NEU-008", "Turkey", ITALY, ITALY, 6),
    ("DX-NEU-009", BRAZIL, UK, "UK Europe", 3),
]  # fmt: skip


@pytest.mark.rule("DX-NEU-006", "DX-NEU-007", "DX-NEU-008", "DX-NEU-009")
@pytest.mark.parametrize(("rule", "base", "power", "treasury", "price"), PRICES)
def test_a_rent_buys_three_ships_movement_and_repairs_for_a_turn(
    rule: str, base: str, power: str, treasury: str, price: int
) -> None:
    damage = {(zone(base), "battleship"): 1}
    game = port(power, base, {"battleship": 1, "cruiser": 3}, damage=damage)
    before = left(game, power)
    served = ids(game, zone(base), power=power)[:3]
    assert serviced_ships(SYSTEM, game.state, power) == ()
    game.do(Rent(treasury, base, served))
    assert cash(game, treasury) == 30 - price, rule
    after = left(game, power)
    assert {i for i in after if after[i] == before[i] + 1} == set(served)
    (ship,) = serviced_ships(SYSTEM, game.state, power)
    assert ship.type == "battleship"


@pytest.mark.rule("DX-NEU-007")
def test_DX_NEU_007_006_repairs_come_in_step_8_and_the_berth_is_gone_then() -> None:
    game = port(UK, SPAIN, {"battleship": 1}, damage={(zone(SPAIN), "battleship"): 1})
    rent(game, SPAIN, 1, treasury="UK Europe", power=UK)
    (ship,) = (game.state.unit(i) for i in ids(game, zone(SPAIN), "battleship"))
    assert (ship.damage, ship.flags) == (1, ("berthed in Spain",))
    while game.state.active == (UK,) and game.state.phase != "Mobilize New Units":
        game.do(EndPhase())
    (ship,) = (game.state.unit(i) for i in ids(game, zone(SPAIN), "battleship"))
    assert (ship.damage, ship.flags) == (0, ())


@pytest.mark.rule("DX-NEU-005")
def test_DX_NEU_005_only_nations_at_war_rent() -> None:
    game = port(USA, SPAIN, {"cruiser": 1}, relations=war(), money={USA: 30})
    assert renting.rentable(Situation(SYSTEM, game.state, USA)) == ()
    given = Rent(USA, SPAIN, ids(game, zone(SPAIN), power=USA))
    assert "at war" in refused(game, given, "DX-NEU-005").why


@pytest.mark.rule("DX-NEU-006")
def test_DX_NEU_006_the_rent_is_due_as_units_are_bought() -> None:
    assert "Rent" in port(GERMANY, SPAIN, {"cruiser": 1}).decision.orders  # type: ignore[union-attr]
    moving = port(GERMANY, SPAIN, {"cruiser": 1}, phase="Combat Move")
    assert moving.decision is None or "Rent" not in moving.decision.orders
    poor = port(GERMANY, SPAIN, {"cruiser": 1}, money={GERMANY: 5, JAPAN: 40})
    given = Rent(GERMANY, SPAIN, ids(poor, zone(SPAIN), power=GERMANY))
    refused(poor, given, "DX-NEU-006")


@pytest.mark.rule("DX-NEU-008", "DX-NEU-012")
def test_DX_NEU_008_012_three_ships_a_base_and_turn_and_no_base_of_the_enemys_friends() -> None:
    game = port(GERMANY, SPAIN, {"cruiser": 4})
    ships = ids(game, zone(SPAIN))
    refused(game, Rent(GERMANY, SPAIN, ships), "DX-NEU-008")
    refused(game, Rent(GERMANY, SPAIN, ()), "DX-NEU-008")
    game.do(Rent(GERMANY, SPAIN, ships[:1]))
    refused(game, Rent(GERMANY, SPAIN, ships[1:2]), "DX-NEU-012")
    other = port(GERMANY, BRAZIL, {"cruiser": 1})
    given = Rent(GERMANY, BRAZIL, ids(other, zone(BRAZIL), power=GERMANY))
    refused(other, given, "DX-NEU-012")
    assert BRAZIL not in renting.rentable(Situation(SYSTEM, other.state, GERMANY))


@pytest.mark.rule("DX-NEU-010")
def test_DX_NEU_010_a_friends_base_serves_three_ships_for_nothing() -> None:
    """The costliest, or those that are named."""
    game = port(USA, LONDON, {"destroyer": 4, "battleship": 1}, money={USA: 30})
    reach = left(game, USA)
    far = [i for i in reach if reach[i] == 3]
    types = [game.state.unit(i).type for i in far]
    assert sorted(types) == ["battleship", "destroyer", "destroyer"]
    small = [i for i in ids(game, zone(LONDON), "destroyer") if i not in far]
    game.do(Rent(USA, LONDON, tuple(small)))
    reach = left(game, USA)
    assert {i for i in reach if reach[i] == 3} == set(small)
    assert cash(game, USA) == 30


@pytest.mark.rule("DX-NEU-010")
def test_DX_NEU_010_three_ships_beside_a_friends_base_need_not_be_named() -> None:
    game = port(USA, LONDON, {"destroyer": 3}, money={USA: 30})
    assert set(left(game, USA).values()) == {3}
    assert LONDON not in renting.rentable(Situation(SYSTEM, game.state, USA))
    hurt = port(USA, LONDON, {"battleship": 5}, damage={(zone(LONDON), "battleship"): 1})
    assert len(serviced_ships(SYSTEM, hurt.state, USA)) == 3


@pytest.mark.rule("DX-NEU-011")
def test_DX_NEU_011_a_powers_own_base_serves_all_its_ships() -> None:
    damage = {(zone(LONDON), "battleship"): 1}
    game = port(UK, LONDON, {"battleship": 5}, damage=damage)
    assert set(left(game, UK).values()) == {3}
    assert len(serviced_ships(SYSTEM, game.state, UK)) == 5
    given = Rent("UK Europe", LONDON, ids(game, zone(LONDON), power=UK)[:1])
    refused(game, given, "DX-NEU-011")


@pytest.mark.rule("DX-NEU-012")
def test_DX_NEU_012_neutral_bases_stand_as_the_board_has_them() -> None:
    start = position(power=GERMANY, keep_set_up=True).state
    bases = {
        u.place for u in start.units.values() if u.type == "naval base" and "neutral" in u.owner
    }
    assert bases == {SPAIN, "Portugal", "Sweden", "Turkey", BRAZIL, "Argentina"}


def test_the_panel_offers_the_ships_for_each_base_that_can_be_rented() -> None:
    game = port(GERMANY, SPAIN, {"cruiser": 2, "submarine": 1})
    assert game.decision is not None
    found = [f for f in rules().choices(game.state) if "naval base" in f.title]
    (form,) = (f for f in found if f.space == SPAIN)
    assert isinstance(form, Tally)
    assert form.title == "Use the naval base in Spain: 6 IPC, up to 3 ships"
    assert {item.type: item.most for item in form.items} == {"cruiser": 2, "submarine": 1}
    cruisers = next(item.key for item in form.items if item.type == "cruiser")
    for given in form.make({cruisers: {"": 2}}):
        game.do(given)
    assert cash(game, GERMANY) == 24
    assert "2 German cruisers are now berthed in Spain" in "\n".join(log(game))
