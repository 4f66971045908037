"""Aircraft that carry land units: dropped into battle, or landed with on friendly ground.

They go together from the territory where both stand, and an aircraft carries once a turn (R-455).
"""

from __future__ import annotations

from collections.abc import Sequence

from a4a.core import events as ev
from a4a.core.english import either_of, the
from a4a.core.names import one
from a4a.core.units import Unit
from a4a.core.words import count_of
from a4a.rules.areas.movement import air, land
from a4a.rules.areas.movement.carriage import Lift
from a4a.rules.areas.movement.field import DROP, LANDED, LIFT, Field
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.run import Run


def carries(field: Field, unit: Unit) -> bool:
    """Whether a unit is an aircraft that carries land units in this phase."""
    return (unit.type, field.mode) in field.ground.carriage.lifted


def check(
    field: Field, units: Sequence[Unit], path: tuple[str, ...], aboard: int, task: str
) -> Refusal | None:
    """Return why an aircraft may not carry land units along a path, or None if it may.

    Parameters
    ----------
    field
        Where and when.
    units
        Land units in the first territory.
    path
        The spaces they fly through, both ends included.
    aboard
        The aircraft.
    task
        "drop" in combat moves, or else "".
    """
    plane = field.state.unit(aboard)
    refusal = ready(field, plane) or may_board(field, units, plane) or air.route(field, path)
    if refusal is not None:
        return refusal
    if field.combat and task != DROP:
        why = f"{one(plane.type)} lands with nobody in combat moves"
        return Refusal("", why, f'the task "{DROP}"')
    if plane.place != path[0] or field.system.graph.is_sea[path[0]]:
        return Refusal("", f"that {plane.type} is not in {the(path[0])}")
    if field.left(plane) < len(path) - 1:
        return air.too_far(field, plane, len(path) - 1)
    return comes_down(field, units, path, plane)


def ready(field: Field, plane: Unit) -> Refusal | None:
    """Return why an aircraft carries nobody now, or None if it may."""
    entry = _entry(field, plane)
    if plane.owner != field.power:
        why = f"the {plane.type} belongs to {field.system.called(plane.owner)}"
        return Refusal("turn.single", why)
    if field.state.memory(plane.id).task in (LIFT, LANDED):
        return Refusal(entry.rule, f"the {plane.type} has carried units in this turn")
    return air.ready(field, [plane])


def may_board(field: Field, units: Sequence[Unit], plane: Unit) -> Refusal | None:
    """Return why units may not fly with an aircraft, wherever it goes, or None if they may."""
    entry = _entry(field, plane)
    for unit in units:
        if unit.type not in entry.units:
            why = f"no {unit.type} rides {one(plane.type)} in {field.mode} moves"
            return Refusal(entry.units_rule, why, either_of(entry.units))
    if len(units) > entry.most:
        why = f"{one(plane.type)} carries {count_of(entry.most, 'unit')}, not {len(units)}"
        return Refusal(entry.rule, why)
    return land.ready(field, units)


def comes_down(
    field: Field, units: Sequence[Unit], path: tuple[str, ...], plane: Unit
) -> Refusal | None:
    """Return why units may not come down where a path ends, or their aircraft land afterwards."""
    entry, space = _entry(field, plane), path[-1]
    if field.system.graph.is_sea[space]:
        return Refusal(entry.end_rule, f"nobody gets off {one(plane.type)} in {the(space)}")
    refusal = land.end(field, space, units)
    if refusal is not None:
        return refusal
    if field.combat:
        if not field.attackable(space):
            return Refusal(entry.end_rule, f"{the(space)} is not hostile")
        return air.comes_home(field, [plane], path)
    if field.ground.stance(space) == "friendly neutral":
        return None  # they bring it to their side
    return air.end(field, [plane], space)


def carry(field: Field, run: Run, units: Sequence[int], path: tuple[str, ...], plane: int) -> None:
    """Carry land units along a path: drop them into battle, or land with them."""
    cost = len(path) - 1
    run.emit(ev.UnitsMoved((plane,), path, field.mode, cost))
    if field.combat:
        run.emit(
            ev.UnitsMoved(tuple(units), path, "airdrop", cost),
            ev.UnitsTasked(tuple(units), DROP, path[-1]),
            ev.UnitsTasked((plane,), LIFT, path[-1]),
        )
    else:
        run.emit(
            ev.UnitsMoved(tuple(units), path, field.mode, cost),
            ev.UnitsTasked((plane,), LANDED, path[-1]),
        )


def _entry(field: Field, plane: Unit) -> Lift:
    """What an aircraft carries in this phase."""
    return field.ground.carriage.lifted[plane.type, field.mode]
