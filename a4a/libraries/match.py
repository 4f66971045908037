"""A match: games that programs play, each known by its number."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from a4a._version import __version__
from a4a.core.dice import Dice, SeededDice
from a4a.core.events import Value
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.importers.opening import read_record
from a4a.players import Player
from a4a.rules import Game, new_game
from a4a.rules.letting import AtALoss
from a4a.rules.systems import comes_with_a4a

MOST_ORDERS: Final = 5_000
"""Orders in one turn after which a game counts as stalled."""

EVERYBODY: Final = ""
"""In place of a power: all for which nobody else decides."""


@dataclass(frozen=True, kw_only=True)
class Match:
    """What is played: all that a worker needs to play a game by its number.

    Parameters
    ----------
    system
        The system's name, or the folder of a mod.
    start
        The record whose end is gone on from, as the bytes of its file; b"" for a new game.
    used
        The highest id of a step in that record.
    options
        Options of a new game.
    players
        Who decides for each power; `EVERYBODY` for all others.
    rounds
        How many rounds are played at most.
    seed
        The seed of all games together.
    """

    system: str
    start: bytes = b""
    used: NodeId = 0
    options: Mapping[str, Value] | None = None
    players: tuple[tuple[str, Player], ...]
    rounds: int
    seed: int

    def seed_of(self, number: int) -> int:
        """The seed of a game: the hash of the seed of all, and of its number."""
        digest = hashlib.sha256(f"{self.seed} {number}".encode()).digest()
        return int.from_bytes(digest[:6], "big")

    def play(self, number: int) -> tuple[GameRecord, str]:
        """Play a game; return it and how it ended.

        Returns
        -------
        record, how
            The game, and "round" if the last round was played, "stalled" if a turn did not end,
            "stuck" if a player found no answer, "" if it ended by itself.
        """
        seed = self.seed_of(number)
        players = {name: replace(one, seed=seed) for name, one in self.players}
        game = self.begin(number)
        last = max(1, game.state.round) + self.rounds - 1
        turn, orders = game.state.turn, 0
        while (asked := game.decision) is not None:
            if game.state.round > last:
                return game.record, "round"
            if game.state.turn != turn:
                turn, orders = game.state.turn, 0
            if (orders := orders + 1) > MOST_ORDERS:
                return game.record, "stalled"
            try:
                game.let(players.get(asked.powers[0], players[EVERYBODY]), until="order")
            except AtALoss:
                return game.record, "stuck"
        return game.record, ""

    def begin(self, number: int) -> Game:
        """Return a game before its first order."""
        dice = SeededDice(self.seed_of(number))
        return begun(self.system, self.start, options=self.options, dice=dice)

    def digest(self, number: int) -> str:
        """What tells a game from all others that could be asked for."""
        versions = [(name, one.author) for name, one in self.players]
        text = repr((self, versions, number, __version__)).encode()
        return hashlib.sha256(text).hexdigest()


def begun(
    system: str, start: bytes, *, options: Mapping[str, Value] | None = None, dice: Dice
) -> Game:
    """Begin a game of a system or mod, or go on from the end of a record.

    Parameters
    ----------
    system
        The system's name, or the folder of a mod.
    start
        The record, as the bytes of its file; b"" for a new game.
    options
        Options of a new game.
    dice
        Where rolls come from.
    """
    known = comes_with_a4a(system)
    if not start:
        return new_game(system if known else Path(system), options=options, dice=dice)
    record = read_record(start, name="start.a4a")
    return new_game(record, rules=None if known else Path(system), dice=dice)
