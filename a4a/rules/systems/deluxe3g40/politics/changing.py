"""Units that change hands, or go, by what politics decides."""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core import events as ev
from a4a.core.units import Unit
from a4a.rules.run import Run


def convert(run: Run, units: Iterable[Unit], heir: str, reason: str) -> None:
    """Give units to another power."""
    ids = tuple(unit.id for unit in units)
    if ids:
        run.emit(ev.UnitsConverted(ids, reason, owner=heir))


def remove(run: Run, units: Iterable[Unit], reason: str) -> None:
    """Remove units with all that is aboard, cargo first."""
    gone = {unit.id for unit in units}
    gone |= {u.id for u in run.state.units.values() if u.place in gone}
    aboard = tuple(sorted(i for i in gone if not isinstance(run.state.unit(i).place, str)))
    rest = tuple(sorted(gone.difference(aboard)))
    run.emit_all([ev.UnitsRemoved(some, reason) for some in (aboard, rest) if some])


def surrender(run: Run, units: Iterable[Unit], heir: str) -> None:
    """Give units to an enemy; who is aboard ships of the other side than its own then is lost."""
    given = {unit.id: unit for unit in units}
    apart = [
        unit
        for unit in run.state.units.values()
        if isinstance(unit.place, int) and (unit.id in given) != (unit.place in given)
    ]
    remove(run, apart, "surrender")
    left = (unit for unit in given.values() if unit.id in run.state.units)
    convert(run, left, heir, "surrender")
