"""What is told of treasuries: what is in them, or where money does not last, what they got last."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.state import State
from a4a.map.timeline import Track, TreasuryRow
from a4a.map.tracks import cut, put

_NEVER = -1
"""What a treasury has got before anybody has got anything."""


class Purses:
    """The treasuries of a game, each with the track of an amount.

    The amount is what a treasury has. Where money is lost unless it is spent at once
    (`Catalog.money_lapses`) that is nothing most of the time, so it is what it collected when that
    was done last, and -1 before that.

    Parameters
    ----------
    start
        The start of the game.

    Attributes
    ----------
    tracks : dict
        By treasury and resource.
    """

    def __init__(self, start: State) -> None:
        catalog, currency = start.catalog, start.catalog.currency
        self._catalog, self._lapses = catalog, catalog.money_lapses
        self._counted: Track = [0, _NEVER]  # the round in which anybody collected last
        own = [name for power in catalog.powers for name in power.treasuries]
        every = [*((name, currency) for name in own), *(key[:2] for key in start.balances)]
        self.tracks: dict[tuple[str, str], Track] = {
            key: [0, _NEVER if self._lapses else start.money(*key)] for key in every
        }

    def see(self, event: ev.ResourceChanged, position: int, state: State) -> None:
        """Follow an event that has been applied.

        Parameters
        ----------
        event
            The event.
        position
            That of its step.
        state
            The state after the event.
        """
        key = event.treasury, event.resource
        if not self._lapses:
            put(self.tracks.setdefault(key, [0, 0]), position, state.money(*key))
            return
        if event.reason != "income":
            return
        if self._counted[-1] != state.round:
            put(self._counted, position, state.round)
            for track in self.tracks.values():
                put(track, position, 0)
        track = self.tracks.setdefault(key, [0, _NEVER])
        put(track, position, max(track[-1], 0) + event.amount)

    def cut(self, position: int) -> None:
        """Forget what came after a position."""
        for track in (*self.tracks.values(), self._counted):
            cut(track, position)

    def rows(self) -> list[TreasuryRow]:
        """Say which treasuries they are, in the order of the tracks."""
        owners, order = self._catalog.treasuries, self._catalog.power_order
        return [
            TreasuryRow(name, resource, order[owners[name].name] if name in owners else -1)
            for name, resource in self.tracks
        ]
