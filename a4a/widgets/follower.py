"""Following a game that is played elsewhere: by a person, or by a program, which is quicker."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from a4a.rules.game import Game

_AT_ONCE, _OFTEN = 0.1, 0.5
"""Orders less than 0.1 s apart are a program's: they are shown every 0.5 s, and at the end."""


class Follower:
    """Lets a view show where a game is, whenever it has moved on.

    Laying a decision out takes many times as long as giving an order. What a program does in a
    loop is therefore shown now and then, and when the loop has ended; without an event loop that
    could do so later, each order is shown.

    Parameters
    ----------
    game
        The game.
    show
        Shows where it is.
    """

    def __init__(self, game: Game, show: Callable[[], None]) -> None:
        self._show = show
        self._heard = self._shown = 0.0  # when an order was last heard of, and last shown
        self._later: asyncio.TimerHandle | None = None
        self._end_listening = game.listen(self._hear)

    def catch_up(self) -> None:
        """Show at once what has waited."""
        if self._later is not None:
            self._now()

    def close(self) -> None:
        """End it; what has waited is not shown any more."""
        self._end_listening()
        self._forget()

    def _hear(self) -> None:
        now = monotonic()
        rushed, self._heard = now - self._heard < _AT_ONCE, now
        if self._later is None and rushed:
            with suppress(RuntimeError):  # no event loop: nothing could show it later
                self._later = asyncio.get_running_loop().call_later(_AT_ONCE, self._now)
        if self._later is None or now - self._shown > _OFTEN:
            self._now()

    def _now(self) -> None:
        self._forget()
        try:
            self._show()
        finally:
            self._heard = self._shown = monotonic()

    def _forget(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
