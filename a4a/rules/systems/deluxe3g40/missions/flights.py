"""Flights of missions: who may fly, and how far. Aircraft return to where they took off (R-444)."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.bases import carriers
from a4a.rules.areas.movement.fields import fields_of
from a4a.rules.areas.movement.ground import Ground
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.turn.markers import assigned


def is_free(state: State, unit: Unit) -> bool:
    """Whether a unit has done nothing yet in this missions phase: each is used once."""
    return not state.memory(unit.id).task


def is_ready(state: State, unit: Unit) -> bool:
    """Whether a unit is assigned to missions, and has not been on one."""
    return assigned(unit) and is_free(state, unit)


def ground_of(system: System, state: State, power: str) -> Ground:
    """Return what a power's aircraft fly over, and the bases they fly from."""
    return fields_of(system).of(state, combat=True, power=power).ground


def radius(ground: Ground, unit: Unit, origin: str) -> int:
    """How many spaces away a unit's mission may lie: half of its range, for it returns."""
    return ground.allowance(unit, origin) // 2


def within(ground: Ground, origin: str, most: int) -> Iterator[str]:
    """Yield the spaces that aircraft can fly to in so many moves, the nearest first."""
    seen, edge = {origin}, [origin]
    yield origin
    for _ in range(most):
        farther: list[str] = []
        for here in edge:
            if here != origin and not ground.may_fly_over(here):
                continue
            for there in ground.system.graph.air[here]:
                if there not in seen:
                    seen.add(there)
                    farther.append(there)
                    yield there
        edge = farther


def reaches(ground: Ground, state: State, unit: Unit, space: str) -> bool:
    """Whether a unit can fly to a space and back to where it is."""
    origin = state.space_of(unit.id)
    if origin is None:
        return False
    return space in within(ground, origin, radius(ground, unit, origin))


def settle(system: System, run: Run) -> None:
    """Let aircraft whose carrier was sunk land on another there; lose those that cannot."""
    for power in system.order_of_play:
        carriers.settle(system, run, power, awaiting=False)
