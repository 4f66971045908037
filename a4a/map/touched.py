"""The spaces whose units an event changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from a4a.core import events as ev
from a4a.core.state import State


def left(event: ev.AnyEvent, before: State) -> Iterator[str]:
    """The spaces of the units that an event will change."""
    match event:
        case ev.UnitsMoved(path=path):
            yield from (path[:1] + path[-1:])
        case ev.UnitsPlaced() | ev.UnitsRemoved() | ev.UnitsConverted():
            yield from _spaces(event.units, before)


def entered(event: ev.AnyEvent, after: State) -> Iterator[str]:
    """The spaces that an event has put units in."""
    match event:
        case ev.UnitsAdded(units=units):
            yield from _spaces([unit.id for unit in units], after)
        case ev.UnitsPlaced(units=ids):
            yield from _spaces(ids, after)


def _spaces(units: Iterable[int], state: State) -> Iterator[str]:
    there = state.units
    for unit in units:
        if unit in there and (space := state.space_of(unit)) is not None:
            yield space
