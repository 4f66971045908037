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
