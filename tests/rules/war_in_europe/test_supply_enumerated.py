"""Supply against a naive search that shares no code with it, in random positions."""

from __future__ import annotations

import random

import pytest

from a4a.core.board import Border
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.systems.war_in_europe.supply import supply_of
from tests.rules.war_in_europe.positions import dataset, state, system

BOARD = dataset().board
AXIS = ("Germany", "Italy", "Hungary", "Finland", "Rumania", "Bulgaria")
ALLIES = ("France", "Great Britain", "Soviet Union", "United States")
AMERICAN = ("1607", "1709", "1615", "2211")
DANISH = {"1904", "2003", "2004"}
"""Shut to the Allies, as Norway and Denmark are neutral here (8.3.2)."""
BOXES = {space.name for space in BOARD if space.kind == "box"}


def side(power: str | None) -> str:
    return "Axis" if power in AXIS else "Allies" if power in ALLIES else ""


def crossing(border: Border) -> tuple[bool, bool]:
    """Whether land units, and whether ships, cross a side."""
    return border.kind in ("land", "coast", "river"), border.kind in ("coast", "sea", "box")


def steps(space: str, *, afloat: bool) -> list[str]:
    found = []
    for border in BOARD.borders:
        if space in (border.a, border.b):
            other = border.b if border.a == space else border.a
            on_foot, by_ship = crossing(border)
            if by_ship if afloat else on_foot and not BOARD.space(other).impassable:
                found.append(other)
    return found


STEPS = {(s.name, w): steps(s.name, afloat=w) for s in BOARD for w in (False, True)}


def zone(unit: Unit, category: str, closed: set[str]) -> set[str]:
    here = str(unit.place)
    if here in BOXES:
        return set()
    if category == "land":
        return {here, *STEPS[here, False]} - closed
    found = {here}
    shut = BOXES | closed | (DANISH if side(unit.owner) == "Allies" else set())
    for _ in range(3):
        found |= {n for s in found for n in STEPS[s, True] if n not in shut}
    return found


def in_supply(now: State, unit: Unit) -> bool:
    """Walk from the unit, one hex after the other, until a source is reached."""
    catalog, own = dataset().catalog, side(unit.owner)
    kinds = {u.id: catalog.unit_type(u.type).category for u in now.units.values()}
    iraq = {s.name for s in BOARD if BOARD.region_of(s.name) == "Iraq"}
    closed = {space for space, power in now.control.items() if not side(power)} | iraq
    barred: set[str] = set()
    for category in ("land", "sea"):
        those = [u for u in now.units.values() if kinds[u.id] == category]
        friends = {u.place for u in those if side(u.owner) == own}
        for enemy in those:
            if side(enemy.owner) not in ("", own):
                barred |= zone(enemy, category, closed) - friends
    held = {space for space, power in now.control.items() if side(power) == own}
    open_land = {space for space, power in now.control.items() if side(power)} - iraq
    capitals = {s.name for s in BOARD if unit.owner in s.capital_of}
    sources = (set(AMERICAN) if unit.owner == "United States" else capitals) & held
    if unit.owner == "France" and not sources:
        sources = {"1615", "1911"} & held
    no_water = BOXES if own == "Axis" else DANISH
    start = (str(unit.place), kinds[unit.id] == "sea")
    if start[1] and unit.place in no_water:
        return False
    seen, todo = {start}, [start]
    while todo:
        space, afloat = todo.pop()
        if space in sources and not afloat:
            return True
        ways = [(other, afloat) for other in STEPS[space, afloat] if other not in barred]
        if space in held and "port" in BOARD.space(space).features:
            ways.append((space, not afloat))
        for other, wet in ways:
            if wet and other in no_water:
                continue
            if (wet or other in open_land) and (other, wet) not in seen:
                seen.add((other, wet))
                todo.append((other, wet))
    return False


@pytest.mark.parametrize("seed", range(20))
def test_WE_SUP_007_011_013_014_lines_are_those_of_a_naive_search(seed: int) -> None:
    dice = random.Random(seed)
    land = [s.name for s in BOARD if s.kind in ("land", "coast") and not s.impassable]
    land = [s for s in land if BOARD.region_of(s) != "Iraq" and side(BOARD.space(s).original)]
    water = [s.name for s in BOARD if s.kind in ("sea", "coast")]
    counters, control = {}, {}
    for counter in dice.sample(dataset().catalog.counters, 45):
        if side(counter.power):
            category = dataset().catalog.unit_type(counter.type).category
            place = dice.choice(water if category == "sea" else land)
            counters[f"{counter.power}: {counter.name}"] = place
    for space in dice.sample(land, 60):
        control[space] = dice.choice(("Germany", "Great Britain"))
    now = state(counters, at_war=[*AXIS, *ALLIES], control=control)
    supply = supply_of(system(), now)
    units = list(now.units.values())
    expected = {(u.owner, u.name): in_supply(now, u) for u in units}
    assert {(u.owner, u.name): supply.is_supplied(u) for u in units} == expected
    assert len(set(expected.values())) == 2
