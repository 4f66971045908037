"""A run: what an order causes, event by event, with the state after each at hand."""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core.dice import Dice
from a4a.core.events import AnyEvent
from a4a.core.fold import Fold
from a4a.core.state import State


class Run:
    """Collects events and keeps the state after them.

    Parameters
    ----------
    state
        Where it begins.
    dice
        Where rolls come from.
    """

    def __init__(self, state: State, dice: Dice) -> None:
        self._fold = Fold(state)
        self._state: State | None = state
        self.dice = dice
        self.events: list[AnyEvent] = []

    @property
    def state(self) -> State:
        """The state after the events so far; it does not change when more follow."""
        if self._state is None:
            self._state = self._fold.state()
        return self._state

    def emit(self, *events: AnyEvent) -> None:
        """Apply events, and keep them."""
        self.emit_all(events)

    def emit_all(self, events: Iterable[AnyEvent]) -> None:
        """Apply events in order, and keep them."""
        for event in events:
            self._fold.apply(event)
            self.events.append(event)
        self._state = None
