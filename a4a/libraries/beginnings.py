"""Which games may have begun as a save of an unfinished first turn did.

Games of one set-up have their start in common, and no more until the first turn is over. Whether
one of them came through the position of such a save takes reading it; so only those are read whose
first turn has all that the save's has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

import polars as pl

Opening: TypeAlias = tuple[int, ...]
"""What was done in a first turn: figures that only grow while it lasts."""

MOST: Final = 16
"""Games that are read for one save."""

_GROWING: Final = (
    "bought_land", "bought_sea", "bought_air", "bought_other", "battles", "dice", "hits", "moves",
    "shifts",
)  # fmt: skip


def openings(turns: pl.LazyFrame) -> dict[str, Opening]:
    """Return the first turn of each game that has one.

    Examples
    --------
    >>> figures = dict.fromkeys(_GROWING, [2, 3])
    >>> openings(pl.LazyFrame({"game": ["a", "a"], "turn": [1, 2], **figures}))
    {'a': (2, 2, 2, 2, 2, 2, 2, 2, 2)}
    """
    first = turns.filter(pl.col("turn") == 1).group_by("game").agg(pl.col(_GROWING).sum())
    return {str(game): tuple(figures) for game, *figures in first.sort("game").collect().rows()}


def may_begin(save: Opening | None, game: Opening | None) -> bool:
    """Whether a first turn can have gone on to become another; one that nothing is known of can.

    Examples
    --------
    >>> may_begin((1, 0), (1, 4)), may_begin((2, 0), (1, 4)), may_begin(None, (1, 4))
    (True, False, True)
    """
    if save is None or game is None:
        return True
    return all(early <= late for early, late in zip(save, game, strict=True))


def nearest(save: Opening | None, games: Mapping[str, Opening]) -> list[str]:
    """Return the games that may have begun so, those that did least since first."""
    able: Iterable[str] = (game for game, opening in games.items() if may_begin(save, opening))
    return sorted(able, key=lambda game: (sum(games[game]), game))[:MOST]
