"""The game: its seasons one after another, from one seed."""

from __future__ import annotations

from types import ModuleType
from typing import Final

import a4a
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.core.variations import Rename
from tools.playing import titled
from tools.war_in_europe_game import (
    autumn_1939,
    autumn_1940,
    set_up,
    spring_1940,
    spring_1941,
    summer_1940,
    summer_1941,
    winter_1940,
    winter_1941,
)
from tools.war_in_europe_game.table import Table
from tools.war_in_europe_game.variations import VARIATIONS

NAME: Final = "war_in_europe_1939_1941"
TITLE: Final = "The War in Europe along history, Autumn 1939 to Summer 1941"
SEED: Final = 1940
"""The seed of the dice, one of some twenty that were tried for the first three seasons."""
SEASONS: Final[tuple[ModuleType, ...]] = (
    set_up,
    autumn_1939,
    winter_1940,
    spring_1940,
    summer_1940,
    autumn_1940,
    winter_1941,
    spring_1941,
    summer_1941,
)


def play(*, seed: int = SEED) -> GameRecord:
    """Play the game, and return its record.

    Parameters
    ----------
    seed
        The seed of the dice. The orders fit those of `SEED`; with another they may be refused.
    """
    table = Table(a4a.new_game("war_in_europe", dice=SeededDice(seed)))
    for season in SEASONS:
        season.play(table)
    record = table.game.record
    for name, vary in VARIATIONS.items():
        node = table.kept[name]
        vary(Table(a4a.new_game(record, node=node, dice=SeededDice(seed))))
        record.do(Rename(first=record.children(node)[-1], name=name))
    return titled(record, TITLE)
