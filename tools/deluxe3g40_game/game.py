"""The game: the first round by script, the others by habit, all from one seed."""

from __future__ import annotations

from typing import Final

import a4a
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from tools.deluxe3g40_game import later, round_1
from tools.deluxe3g40_game.table import Table
from tools.playing import titled

NAME: Final = "deluxe3g40_1940_1941"
TITLE: Final = "3G40 Deluxe: an opening along history, then the computer, four rounds"
SEED: Final = 1940
"""The seed of the dice and of the computer."""
ROUNDS: Final = 4


def play(*, seed: int = SEED, rounds: int = ROUNDS) -> GameRecord:
    """Play the game, and return its record.

    Parameters
    ----------
    seed
        The seed of the dice. The orders fit those of `SEED`; with another they may be refused.
    rounds
        How many rounds.
    """
    table = Table(a4a.new_game("deluxe3g40", dice=SeededDice(seed)), seed)
    round_1.play(table)
    later.play(table, rounds=rounds)
    return titled(table.game.record, TITLE)
