"""How battles ended that were played: counted, with what such counts leave uncertain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from statistics import NormalDist
from typing import ClassVar, NamedTuple, TypeAlias

import numpy as np

from a4a.odds.ends import Ends, Real, Result, Whole
from a4a.odds.given import probability

Left: TypeAlias = tuple[int, ...]
"""How many of each kind of a side are left."""


class Ended(NamedTuple):
    """How one game ended.

    Parameters
    ----------
    result
        What came of the battle.
    attacker, defender
        What the sides had left.
    rounds
        Rounds that were fought.
    """

    result: Result
    attacker: Left
    defender: Left
    rounds: int


@dataclass(frozen=True)
class Kept:
    """What was left of a side: `Remains` of units that are not worn down.

    Parameters
    ----------
    names, began, prices
        Its kinds, how many of each there were, and what each is worth.
    ways
        What can be left of it.
    """

    names: tuple[str, ...]
    began: Left
    prices: tuple[float, ...]
    ways: tuple[Left, ...]

    @cached_property
    def living(self) -> Whole:
        """How many of each kind are left, by way."""
        return np.array(self.ways, dtype=np.int64).reshape(len(self.ways), len(self.names))

    @cached_property
    def values(self) -> Real:
        """What has been lost of each kind is worth, by way."""
        return np.asarray((np.array(self.began) - self.living) * np.array(self.prices, dtype=float))


class Tally(Ends):
    """How often a battle that was played ended how.

    Parameters
    ----------
    attacker, defender
        The sides as they began; their ways are found here.
    ended
        The games.

    Examples
    --------
    >>> side = Kept(("tank",), (1,), (6.0,), ())
    >>> won = Ended(Result("attacker", "attacker"), (1,), (0,), rounds=1)
    >>> lost = Ended(Result("defender"), (0,), (1,), rounds=2)
    >>> found = Tally(side, side, [won, won, won, lost])
    >>> found.attacker_takes, found.expected_swing, found.rounds
    (0.75, 3.0, 1.25)
    """

    to_the_end: ClassVar[bool] = False
    pruned = 0.0

    def __init__(self, attacker: Kept, defender: Kept, ended: Iterable[Ended]) -> None:
        counts = Counter(ended)
        self.games = counts.total()
        self.rounds = sum(one.rounds * n for one, n in counts.items()) / max(self.games, 1)
        ours, theirs = (
            tuple(dict.fromkeys(way)) for way in zip(*(one[1:3] for one in counts), strict=True)
        )
        self.attacker, self.defender = _seen(attacker, ours), _seen(defender, theirs)
        self._tables: dict[Result, Real] = {}
        for one, number in counts.items():
            table = self._tables.setdefault(one.result, np.zeros((len(ours), len(theirs))))
            table[ours.index(one.attacker), theirs.index(one.defender)] += number / self.games

    def results(self) -> Iterator[tuple[Result, Real]]:
        """Yield each result with its table."""
        yield from self._tables.items()


def _seen(side: Kept, ways: tuple[Left, ...]) -> Kept:
    return Kept(side.names, side.began, side.prices, ways)


def interval(share: float, games: int, level: float = 0.95) -> tuple[float, float]:
    """Return between which chances the true one lies, of which some games had a share (Wilson).

    Parameters
    ----------
    share
        How many of the games ended so, as a share of all.
    games
        How many were played; 0 if the share is exact.
    level
        How sure that shall be.

    Examples
    --------
    >>> [round(chance, 3) for chance in interval(0.5, 100)], interval(0.5, 0)
    ([0.404, 0.596], (0.5, 0.5))
    """
    probability(level, "the level")
    if not games:
        return share, share
    z = NormalDist().inv_cdf((1 + min(level, 1 - 1e-12)) / 2)
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)
