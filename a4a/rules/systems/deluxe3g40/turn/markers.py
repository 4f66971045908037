"""Step 1: assignment markers come off, and a construction marker off each unfinished facility.

Source: "Each Turn Sequence", step 1.
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.bases.facilities import under_construction, unfinished
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.run import Run

ASSIGNED = "assigned"
"""Flag of aircraft and ships that go on a mission."""


def assigned(unit: Unit) -> bool:
    """Whether an aircraft or ship has an assignment marker.

    Examples
    --------
    >>> assigned(Unit(1, "fighter", "Germany", "Norway", flags=(ASSIGNED,)))
    True
    """
    return ASSIGNED in unit.flags


class RemoveMarkers(LockstepPhase):
    """Take off all assignment markers of a power, and a construction marker of each facility."""

    name = "Remove Markers"

    def begin(self, run: Run, power: str) -> None:
        """Take the markers off."""
        own = [unit for unit in run.state.units.values() if unit.owner == power and unit.flags]
        flown = tuple(unit.id for unit in own if assigned(unit))
        if flown:
            run.emit(ev.UnitsConverted(flown, "markers removed", lost=(ASSIGNED,)))
        for unit in own:
            left = unfinished(unit)
            if left:
                gained = (under_construction(left - 1),) if left > 1 else ()
                lost = (under_construction(left),)
                run.emit(ev.UnitsConverted((unit.id,), "construction", gained=gained, lost=lost))

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask nothing."""

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse nothing: nothing is asked."""

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Do nothing: nothing is asked."""
