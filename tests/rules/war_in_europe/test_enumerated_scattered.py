"""Moves of all kinds and attacks of several units, against naive enumerators, strewn about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random

import pytest

from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.hexes.movement import Reach
from a4a.rules.order import Order
from a4a.rules.systems.war_in_europe.combat.phase import Combat
from a4a.rules.systems.war_in_europe.field import Field
from a4a.rules.systems.war_in_europe.movement import flying, marching, rails, sailing
from a4a.rules.systems.war_in_europe.movement.mover import Mover
from a4a.rules.systems.war_in_europe.movement.transports import embarkable
from a4a.rules.systems.war_in_europe.moving import Movement
from a4a.rules.systems.war_in_europe.orders.fighting import Attack
from a4a.rules.systems.war_in_europe.orders.moving import (
    Airdrop,
    Assault,
    Disembark,
    Embark,
    Fly,
    March,
    Rail,
    Sail,
)
from a4a.rules.systems.war_in_europe.supply import Supply
from tests import depth
from tests.rules.war_in_europe.naive_joint import may_attack_together
from tests.rules.war_in_europe.naive_travel import Travel
from tests.rules.war_in_europe.positions import system
from tests.rules.war_in_europe.scattered import scattered

SIDES = ("Axis", "Allies")
SEEDS = range(depth.number(12, deep=600))
FEW = SEEDS[::5]
"""For what takes most of the time, and happens in every position."""


def positions(seeds: Iterable[int] = SEEDS) -> Iterator[tuple[Movement, State, Travel]]:
    return map(position, seeds)


@cache
def position(seed: int) -> tuple[Movement, State, Travel]:
    side = SIDES[seed % 2]
    now = scattered(seed, side)
    return Movement(system(), side), now, Travel(now, side)


def on_board(naive: Travel) -> list[Unit]:
    """The units that the side may move and that stand in a space."""
    units = [u for u in naive.state.units.values() if isinstance(u.place, str)]
    return [u for u in units if naive.belongs(u.owner) == naive.side and naive.may_move(u.owner)]


def ends(found: Reach | None) -> set[str]:
    return set(found or ())


def may(phase: Movement | Combat, now: State, order: Order) -> bool:
    try:
        phase.verify(now, order)
    except RuleViolation:
        return False
    return True


def compare(
    find: Callable[[Mover, Unit], Iterable[object]],
    expect: Callable[[Travel, Unit], set[object]],
    seeds: Iterable[int] = SEEDS,
) -> int:
    """Compare what the rules find for each unit with what is expected, and count it."""
    counted = 0
    for phase, now, naive in positions(seeds):
        mover = phase.mover(now)
        for unit in on_board(naive):
            expected = expect(naive, unit)
            assert set(find(mover, unit)) == expected, (phase.side, unit)
            counted += len(expected)
    return counted


@pytest.mark.soak
def test_zones_and_supply_are_those_of_a_naive_search() -> None:
    for _, now, naive in positions(FEW):
        field, supply = Field(system(), now), Supply(system(), now)
        for unit in now.units.values():
            assert field.zones.of(unit.id) == naive.zones.get(unit.id, set()), unit
            assert supply.is_supplied(unit) == naive.supplied(unit), unit


@pytest.mark.soak
def test_moves_are_those_of_a_naive_search() -> None:
    def find(mover: Mover, unit: Unit) -> set[str]:
        medium = mover.field.category(unit)
        if medium == "land":
            return ends(marching.destinations(mover, [unit], toll=None))
        by = flying if medium == "air" else sailing
        return ends(by.destinations(mover, [unit]))

    assert compare(find, Travel.moves, FEW) > 2_000


@pytest.mark.soak
def test_WE_RAI_rail_moves_are_those_of_a_naive_search() -> None:
    assert compare(lambda m, u: ends(rails.destinations(m, [u])), Travel.rails) > 500


@pytest.mark.soak
def test_WE_DRP_airdrops_are_those_of_a_naive_search() -> None:
    assert compare(flying.drop_zones, Travel.drops) > 50


@pytest.mark.soak
def test_WE_FLT_units_board_the_fleets_of_a_naive_search() -> None:
    def find(mover: Mover, unit: Unit) -> set[int]:
        return {fleet.id for fleet in embarkable(mover, unit)}

    assert compare(find, Travel.boards) > 2


@pytest.mark.soak
def test_WE_AMP_assaults_are_those_of_a_naive_search() -> None:
    def find(mover: Mover, unit: Unit) -> set[str]:
        return (
            ends(sailing.targets(mover, [unit])) if mover.field.category(unit) == "sea" else set()
        )

    def expect(naive: Travel, unit: Unit) -> set[str]:
        return naive.assaults(unit) if naive.kind(unit) == "sea" else set()

    assert compare(find, expect) >= 5


@pytest.mark.soak
def test_WE_AMP_landings_are_those_of_a_naive_search() -> None:
    """Of what is aboard a fleet, where the fleet is."""
    landed = 0
    for phase, now, naive in positions():
        for unit in now.units.values():
            if isinstance(unit.place, int) and naive.belongs(unit.owner) == naive.side:
                expected = naive.lands(unit)
                assert may(phase, now, Disembark(unit.id)) == expected, (phase.side, unit)
                landed += expected
    assert landed > 2


@pytest.mark.soak
def test_orders_are_allowed_or_refused_as_what_is_in_reach_says() -> None:
    """Each way that is offered can be ordered, and the straight way nowhere else."""
    for phase, now, naive in positions(FEW):
        mover = phase.mover(now)
        for unit in on_board(naive):
            for order in offered(mover, unit):
                assert may(phase, now, order), (phase.side, order)
            drops = set(flying.drop_zones(mover, unit))
            for space in system().ground.within(str(unit.place), 3):
                assert may(phase, now, Airdrop(unit.id, space)) == (space in drops)
            boards = {fleet.id for fleet in embarkable(mover, unit)}
            for fleet in now.at(str(unit.place)):
                assert may(phase, now, Embark(unit.id, fleet.id)) == (fleet.id in boards)


@pytest.mark.soak
def test_WE_CMB_attacks_of_several_units_are_those_of_a_naive_search() -> None:
    """Of the units near a hex, any three to five together."""
    allowed = 0
    for seed in SEEDS:
        phase, now, naive = position(seed)
        combat, dice = Combat(system(), phase.side), Random(seed)
        for space in sorted({u.place for u in now.units.values() if isinstance(u.place, str)}):
            near = system().ground.within(space, 3)
            own = [u for u in on_side(naive) if now.space_of(u.id) in near]
            if not naive.foes(space) or len(own) < 3:
                continue
            likely = [u for u in own if may_attack_together(naive, [u], space)] or own
            for _ in range(6):
                pool = dice.choice((own, likely))
                units = dice.sample(pool, min(len(pool), dice.randrange(2, 6)))
                expected = may_attack_together(naive, units, space)
                order = Attack(space, tuple(unit.id for unit in units))
                assert may(combat, now, order) == expected, (phase.side, space, units)
                allowed += expected and len(units) > 2
    assert allowed > 10


def on_side(naive: Travel) -> list[Unit]:
    """The units of the side on the board, those aboard fleets too."""
    units = naive.state.units.values()
    return [u for u in units if naive.belongs(u.owner) == naive.side]


def offered(mover: Mover, unit: Unit) -> Iterator[Order]:
    ways: dict[str, list[tuple[type[Order], Reach | None]]] = {
        "land": [
            (March, marching.destinations(mover, [unit], toll=None)),
            (Rail, rails.destinations(mover, [unit])),
        ],
        "air": [
            (Fly, flying.destinations(mover, [unit])),
            (Rail, rails.destinations(mover, [unit])),
        ],
        "sea": [
            (Sail, sailing.destinations(mover, [unit])),
            (Assault, sailing.targets(mover, [unit])),
        ],
    }
    for make, reach in ways[mover.field.category(unit)]:
        for space in sorted(reach or ())[::7]:
            assert reach is not None
            yield make((unit.id,), reach.path(space))  # type: ignore[call-arg]
