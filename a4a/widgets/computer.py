"""The computer at a panel: players that decide for powers, a little work at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from time import monotonic
from typing import Final

from a4a.core.english import either_of
from a4a.core.errors import A4AError
from a4a.players import PLAYERS, Player, player
from a4a.rules.game import Game
from a4a.rules.letting import UNTIL, Until, letting, stretch_of
from a4a.widgets.background import Background

_WORK, _PAUSE = 0.03, 0.01
"""Seconds of work after which others have their turn in the kernel, and how long at least."""
YOU: Final = ""
"""Who decides where no player does."""


class Computer:
    """Lets players decide in a game beside whatever else the kernel does.

    Powers can be given to players, who then answer whenever these are asked; and a player can be
    told to decide what is asked now, to the end of an order, a phase or a turn. Both can be stopped
    at any time, and stop by themselves where somebody else orders something meanwhile.

    Parameters
    ----------
    game
        The game.
    tell
        Called whenever something about it has changed.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("europe1940")
    >>> computer = Computer(game, lambda: None)
    >>> computer.decide("random", until="phase")
    >>> game.state.phase
    'Combat Move'
    >>> computer.seat("Germany", "random")
    >>> game.decision.powers == ("Germany",), computer.seats
    (False, {'Germany': 'random'})
    """

    def __init__(self, game: Game, tell: Callable[[], None]) -> None:
        self._game = game
        self._tell = tell
        self._seats: dict[str, Player] = {}
        self._told: _Told | None = None
        self._task: asyncio.Task[None] | None = None
        self._working = self._stopped = False
        self._end_listening = game.listen(self._wake)
        self.seed = 1
        self.fault = ""

    @property
    def seats(self) -> Mapping[str, str]:
        """The names of the players that powers are given to."""
        return {power: one.name for power, one in self._seats.items()}

    @property
    def stopped(self) -> bool:
        """Whether it was stopped, though powers are given to it."""
        return self._stopped and bool(self._seats)

    @property
    def deciding(self) -> str:
        """The player that is at work, or ""."""
        found = self._decider() if self._working else None
        return "" if found is None else found.author

    def seat(self, power: str, name: str) -> None:
        """Give a power to a player, or back to people (`YOU`).

        Raises
        ------
        A4AError
            If there is no such power or player.
        """
        named = self._game.record.catalog.power(power).name
        if name == YOU:
            self._seats.pop(named, None)
        else:
            self._seats[named] = player(name, seed=self.seed)
        self.go_on()

    def decide(self, name: str, *, until: Until) -> None:
        """Let a player decide what is asked now, of whomever.

        Raises
        ------
        A4AError
            If there is no such player, or nothing is asked.
        """
        asked = self._game.decision
        if asked is None:
            raise A4AError(self._game.ending)
        if until not in UNTIL:
            raise A4AError(f"a player decides until {either_of(UNTIL)}, not {until!r}")
        chosen = player(name, seed=self.seed)
        self._told = _Told(chosen, until, asked.powers, stretch_of(self._game.state, until))
        self.go_on()

    def stop(self) -> None:
        """Stop, until something is told anew."""
        self._stopped, self._told = True, None
        self._tell()

    def go_on(self) -> None:
        """Go on where something is to be decided."""
        self._stopped, self.fault = False, ""
        self._tell()
        self._wake()

    def close(self) -> None:
        """End it; the game goes on without it."""
        self._end_listening()
        self._stopped, self._told = True, None
        if self._task is not None:
            self._task.cancel()

    async def done(self) -> None:
        """Wait until it has nothing to decide."""
        while self._task is not None:
            await asyncio.shield(self._task)

    # --- at work --------------------------------------------------------------------------------

    def _decider(self) -> Player | None:
        """Who is to decide what is asked now; None for people."""
        asked = self._game.decision
        if asked is None or self._stopped:
            return None
        if self._told is not None and self._told.ended(self._game):
            self._told = None
        if self._told is not None and self._told.powers.issuperset(asked.powers):
            return self._told.player
        seated = {self._seats.get(power) for power in asked.powers}
        return seated.pop() if len(seated) == 1 else None

    def _wake(self) -> None:
        """Begin to work, if there is something to do and nothing is being done."""
        if self._working or self._decider() is None:
            return
        self._working = True
        if Background.can_work():
            self._task = asyncio.get_running_loop().create_task(self._work())
        else:
            with suppress(StopIteration):
                work = self._pieces()
                while True:
                    next(work)
            self._end()

    async def _work(self) -> None:
        try:
            await asyncio.sleep(0)  # whoever woke it answers first
            self._tell()
            begun = monotonic()
            for _ in self._pieces():
                if monotonic() - begun > _WORK:
                    await asyncio.sleep(_PAUSE)
                    begun = monotonic()
        finally:
            self._task = None
            self._end()

    def _pieces(self) -> Iterator[None]:
        """Decide as long as something is left to do, piece by piece."""
        try:
            while (decider := self._decider()) is not None:
                for _ in letting(self._game, decider, until="order"):
                    yield
                    if self._stopped:
                        return
                if self._told is not None and self._told.until == "order":
                    self._told = None
                yield
        except A4AError as error:
            self._stopped, self._told, self.fault = True, None, str(error)

    def _end(self) -> None:
        self._working = False
        self._tell()


class _Told:
    """What a player was told: to decide for powers, until something ends."""

    def __init__(
        self, chosen: Player, until: Until, powers: Iterable[str], now: tuple[object, ...]
    ) -> None:
        self.player = chosen
        self.until = until
        self.powers = frozenset(powers)
        self._now = now

    def ended(self, game: Game) -> bool:
        """Whether that has ended."""
        return stretch_of(game.state, self.until) != self._now


def names_of_players() -> tuple[str, ...]:
    """Return the players there are, the strongest first."""
    return tuple(reversed(list(PLAYERS)))
