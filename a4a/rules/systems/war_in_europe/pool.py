"""Force pools: where eliminated counters go, and which never come back (4.2.B.1, 7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from a4a.boards.columns import FORCE_POOL
from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.rules.run import Run

CASUALTY: Final = "casualty"
"""Why a counter is put back into its force pool, or goes for good."""

VICHY: Final = "Vichy"
"""The status France has from the moment when Paris fell, whatever becomes of it (12.2.1)."""

_MAGINOT: Final = ("France", "Maginot fort")


def pool(power: str) -> Holding:
    """Return the force pool of a power."""
    return Holding(power, FORCE_POOL)


def is_lost_for_good(state: State, unit: Unit) -> bool:
    """Whether a counter, once eliminated, never returns: Maginot's fort, and units of Vichy."""
    if (unit.owner, unit.name) == _MAGINOT:
        return True
    return unit.owner == "France" and VICHY in state.statuses(unit.owner)


def eliminate(run: Run, units: Iterable[int], *, battle: str = "", reason: str = CASUALTY) -> None:
    """Eliminate counters: they go to the force pools of their powers, or for good.

    What is aboard fleets goes down with them.

    Parameters
    ----------
    run
        Where events go.
    units
        Their ids.
    battle
        The battle in which it happens, or "".
    reason
        Why.
    """
    state = run.state
    lost: dict[Holding | None, list[int]] = defaultdict(list)
    for unit in dict.fromkeys(units):
        for gone in (*state.at(unit), state.unit(unit)):
            there = None if is_lost_for_good(state, gone) else pool(gone.owner)
            if gone.id not in lost[there]:
                lost[there].append(gone.id)
    for there, ids in sorted(lost.items(), key=lambda item: item[0] is None):
        if flags := sorted({flag for i in ids for flag in state.unit(i).flags}):
            run.emit(ev.UnitsConverted(tuple(ids), reason, lost=tuple(flags), battle=battle))
        if there is None:
            run.emit(ev.UnitsRemoved(tuple(ids), reason, battle))
        else:
            run.emit(ev.UnitsPlaced(tuple(ids), there, reason, battle))
