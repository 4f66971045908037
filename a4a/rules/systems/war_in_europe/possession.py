"""Land that changes hands as a whole, and units that have to leave it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from a4a.core import events as ev
from a4a.core.units import Unit
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.access import may_enter, may_share
from a4a.rules.systems.war_in_europe.field import Field, field_of
from a4a.rules.systems.war_in_europe.pool import eliminate
from a4a.rules.systems.war_in_europe.standing import OTHER
from a4a.rules.systems.war_in_europe.system import System

WITHDRAWN = "withdrawn"


def hand_over(
    system: System, run: Run, hexes: Iterable[str], power: str, reason: str, *, battle: str = ""
) -> None:
    """Give hexes to a power, but for those in which land units of its enemies stand."""
    field = field_of(system, run.state)
    held = field.occupied(OTHER.get(field.standing.side_of(power), ""), "land")
    state = run.state
    for space in hexes:
        old = state.control.get(space)
        if old is not None and old != power and space not in held:
            run.emit(ev.ControlChanged(space, old, power, reason, battle))


def withdraw(system: System, run: Run, units: Iterable[int], *, battle: str = "") -> None:
    """Put units into the nearest city or port of their side, however far; fleets into a port.

    Of hexes that are equally near the first on the board is taken, and one where limits of stacking
    leave room before all others (R-319). Units for which there is none are eliminated.
    """
    for unit_id in units:
        unit = run.state.unit(unit_id)
        found = _refuge(field_of(system, run.state), unit)
        if found is None:
            eliminate(run, (unit_id,), battle=battle)
        else:
            run.emit(ev.UnitsPlaced((unit_id,), found, WITHDRAWN, battle))


def _refuge(field: Field, unit: Unit) -> str | None:
    """The hex to which a unit withdraws."""
    start = field.state.space_of(unit.id)
    full = None
    for space in _outward(field.system, start) if start is not None else ():
        if not _is_refuge(field, unit, space):
            continue
        if _has_room(field, unit, space):
            return space
        full = full or space
    return full


def _outward(system: System, start: str) -> Iterator[str]:
    """All hexes, the nearest first."""
    index, beside = system.board.index, system.ground.beside
    found, edge = {start}, [start]
    while edge:
        yield from edge
        edge = sorted({n for space in edge for n in beside[space]} - found, key=index.__getitem__)
        found.update(edge)


def _is_refuge(field: Field, unit: Unit, name: str) -> bool:
    space, side = field.system.board.space(name), field.side_of(unit)
    port = "port" in space.features
    wanted = port if field.category(unit) == "sea" else port or bool(space.city)
    return (
        wanted
        and field.standing.holder(name) == side
        and not field.units(name, OTHER.get(side, ""))
        and may_share(field.standing, field.state, unit, name) is None
        and may_enter(field.standing, unit.owner, name, field.category(unit)) is None
    )


def _has_room(field: Field, unit: Unit, space: str) -> bool:
    stacking = field.system.stacking
    limit = stacking.limit(unit.type)
    if limit is None:
        return True
    there = field.units(space, field.side_of(unit))
    return sum(other.type in limit.units for other in there) < limit.most
