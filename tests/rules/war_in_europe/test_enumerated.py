"""Moves, zones, supply and attacks against naive enumerators, in positions of whole games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.errors import RuleViolation
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.players import FormPlayer
from a4a.rules.systems.war_in_europe.field import Field
from a4a.rules.systems.war_in_europe.flow import WarInEurope
from a4a.rules.systems.war_in_europe.movement import flying, marching, sailing
from a4a.rules.systems.war_in_europe.orders.fighting import Attack
from a4a.rules.systems.war_in_europe.supply import Supply
from tests import depth
from tests.rules.war_in_europe.naive import OTHER, Naive
from tests.rules.war_in_europe.positions import system

SHIPPED = "war_in_europe_1939_1941"
RULES = WarInEurope(system())


@cache
def game(name: str) -> GameRecord:
    """The game that is shipped, or a random one by the name of its seed."""
    if name == SHIPPED:
        return a4a.game(SHIPPED)
    played = a4a.new_game("war_in_europe", dice=SeededDice(int(name)))
    FormPlayer(int(name)).play(played, rounds=depth.number(2, deep=23))
    return played.record


def positions(name: str, *phases: str) -> list[State]:
    """The first position of a game in which such a phase has just begun, and more of them."""
    before, found = "", []
    wanted = {f"{whose} {phase}" for whose in ("Axis", "Allied") for phase in phases}
    for _, state in game(name).states():
        if state.phase != before and state.phase in wanted:
            found.append(state)
        before = state.phase
    few = depth.number(2, deep=20)
    return found[:1] + found[1 :: max(1, len(found) // few) | 1]


def side(state: State) -> str:
    return "Axis" if state.phase.startswith("Axis") else "Allies"


GAMES = [SHIPPED, *map(str, range(depth.number(1, deep=10)))]


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_zones_and_supply_are_those_of_a_naive_search(name: str) -> None:
    for state in positions(name, "Movement"):
        naive, field, supply = Naive(state, side(state)), Field(system(), state), Supply(
            system(), state
        )  # fmt: skip
        for unit in state.units.values():
            if state.space_of(unit.id) is None:
                continue
            assert field.zones.of(unit.id) == naive.zones.get(unit.id, set()), unit
            assert supply.is_supplied(unit) == naive.supplied(unit), unit


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_moves_of_land_sea_and_air_units_are_those_of_a_naive_search(name: str) -> None:
    counted = 0
    for state in positions(name, "Movement"):
        phase = RULES.phase(state)
        mover, naive = phase.mover(state), Naive(state, side(state))
        for unit in state.units.values():
            if not isinstance(unit.place, str) or naive.belongs(unit.owner) != naive.side:
                continue
            if not naive.may_move(unit.owner):
                continue
            find = {
                "land": lambda one: marching.destinations(mover, [one], toll=None),  # noqa: B023
                "sea": lambda one: sailing.destinations(mover, [one]),  # noqa: B023
                "air": lambda one: flying.destinations(mover, [one]),  # noqa: B023
            }
            expected = naive.moves(unit)
            assert set(find[naive.kind(unit)](unit) or ()) == expected, (state, unit)
            counted += len(expected)
    assert counted > 2_000


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_attacks_are_those_of_a_naive_search(name: str) -> None:
    counted = 0
    for state in positions(name, "Combat", "Armored Combat"):
        naive = Naive(state, side(state))
        shared = naive.where("land", "Axis") & naive.where("land", "Allies")
        if shared:
            continue  # landings are for other tests
        expected = set(attacks(naive))
        assert set(allowed(naive)) == expected, state
        counted += len(expected)
    assert counted >= 5


def attacks(naive: Naive) -> Iterator[tuple[str, tuple[int, ...]]]:
    """All attacks by one unit, and by a land unit with one that supports it."""
    units = own(naive.state, naive)
    for unit in units:
        for space in naive.attacks(unit):
            yield space, (unit.id,)
            then = naive.invading(space) if naive.kind(unit) == "land" else naive
            for other in units if naive.kind(unit) == "land" else ():
                if naive.kind(other) != "land" and then.supported(unit, other, space):
                    yield space, (unit.id, other.id)


def allowed(naive: Naive) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Those that the rules do not refuse."""
    state, units = naive.state, own(naive.state, naive)
    phase = RULES.phase(state)
    spaces = {s for k in ("land", "sea", "air") for x in (*OTHER, "") for s in naive.where(k, x)}
    for space in sorted(spaces):
        if not naive.foes(space):
            continue
        for unit in units:
            tried = [(unit.id,)]
            if naive.kind(unit) == "land" and may(phase, state, space, (unit.id,)):
                tried += [(unit.id, u.id) for u in units if naive.kind(u) != "land"]
            for ids in tried:
                if may(phase, state, space, ids):
                    yield space, ids


def own(state: State, naive: Naive) -> list:
    return [
        u
        for u in state.units.values()
        if state.space_of(u.id) is not None
        and naive.belongs(u.owner) == naive.side
        and not state.memory(u.id).battles  # in transit, which is for other tests
    ]


def may(phase, state: State, space: str, units: tuple[int, ...]) -> bool:
    try:
        phase.verify(state, Attack(space, units))
    except RuleViolation:
        return False
    return True
