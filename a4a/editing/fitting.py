"""Whether a step still fits where other things happened before it."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.units import Holding


def misfit(step: Step, before: State, now: State) -> str:
    """Say why a step that was taken in one state cannot be taken in another; "" if it can.

    The units that it is about must stand where they stood; what its events do besides, the fold
    judges.
    """
    for number in _units(step):
        if number not in before.units:
            continue  # the step itself brings it
        unit = before.unit(number)
        what = f"the {unit.name or unit.type} {number} of {unit.owner}"
        if number not in now.units:
            return f"{what} is not there any more"
        was, is_ = _place(before, number), _place(now, number)
        if was != is_:
            return f"{what} is in {is_}, not in {was}"
    return ""


def _units(step: Step) -> Iterator[int]:
    """Yield the units that the events of a step name."""
    for event in step.events:
        match event:
            case ev.BattleOpened(participants=parts) | ev.BattleJoined(participants=parts):
                for part in parts:
                    yield from part.units
            case (
                ev.UnitsMoved(units=units)
                | ev.UnitsPlaced(units=units)
                | ev.UnitsRemoved(units=units)
                | ev.UnitsConverted(units=units)
            ):
                yield from units
            case _:
                pass


def _place(state: State, unit: int) -> str:
    """Where a unit is, in words."""
    place = state.unit(unit).place
    return place.name if isinstance(place, Holding) else state.space_of(unit) or "nowhere"
