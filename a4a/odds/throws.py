"""Throws of many dice: how likely each number of hits is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import mul
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from a4a.odds.dice import BattleDice, Dies
from a4a.odds.side_states import Whole

Real: TypeAlias = NDArray[np.float64]
FEW: Final = 60
"""Throws, at most, among which it is not worth looking for equal ones."""


class Shots(NamedTuple):
    """Shots of some units.

    Parameters
    ----------
    die
        Value and dice of each.
    number
        How many, by state.
    together
        With low luck, the values of shots that have this in common are added up.
    """

    die: Dies
    number: Whole
    together: str = ""


class Throws:
    """Collects throws, and tabulates those that differ.

    Attributes
    ----------
    thrown
        By row of what was tabulated and chance: how many dice.
    """

    def __init__(self, dice: BattleDice, size: int) -> None:
        self.dice, self.size = dice, size
        self.thrown = np.zeros((0, 0), dtype=np.int64)
        self.columns: dict[float, int] = {}
        self.parts: list[dict[int, Whole]] = []

    def add(self, reaches: list[list[list[Shots]]], places: int) -> None:
        """Add what is thrown at a sort of targets: the shots by place and reach."""
        for place in range(places):
            counts: dict[int, Whole] = {}
            if place < len(reaches):
                for shots in reaches[place]:
                    for chance, number in self._throws(shots):
                        column = self.columns.setdefault(chance, len(self.columns))
                        counts[column] = counts[column] + number if column in counts else number
            self.parts.append(counts)

    def _throws(self, shots: list[Shots]) -> Iterator[tuple[float, Whole]]:
        low = self.dice.luck == "low luck"
        totals: dict[str, Whole] = {}
        for die, number, together in shots:
            if low and die[1] == 1:
                summed = number * self.dice.hitting(die[0])
                totals[together] = totals[together] + summed if together in totals else summed
            elif die[0] > 0:
                yield self.dice.of(die), number
        for total in totals.values():
            yield 1.0, total // self.dice.faces
            for rest in range(1, self.dice.faces):
                yield rest / self.dice.faces, (total % self.dice.faces == rest).astype(np.int64)

    def finish(self) -> tuple[Whole, Real, Whole]:
        """Return the rows of all that was added, their chances and lengths."""
        counts = np.zeros((len(self.parts), len(self.columns), self.size), dtype=np.int64)
        for i, part in enumerate(self.parts):
            for column, number in part.items():
                counts[i, column] = number
        chances = list(self.columns)
        if len(counts) * self.size <= FEW:
            flat = self.thrown = _by_state(counts)
            return np.arange(len(flat)), _chances(flat, chances), flat.sum(axis=1) + 1
        # Most parts throw what another does: nothing, or the same whatever the enemy has.
        found: dict[bytes, int] = {}
        which = [
            found.setdefault(counts[i].tobytes() if part else b"", len(found))
            for i, part in enumerate(self.parts)
        ]
        flat = _by_state(counts[np.unique(which, return_index=True)[1]])
        *radix, everything = accumulate(
            (peak + 1 for peak in flat.max(axis=0, initial=0).tolist()), mul, initial=1
        )
        if everything >= 1 << 62:  # else a number tells them apart, which is sorted sooner
            _, first, index = np.unique(flat, axis=0, return_index=True, return_inverse=True)
        else:
            keys = flat @ np.array(radix, dtype=np.int64)
            _, first, index = np.unique(keys, return_index=True, return_inverse=True)
        kept = self.thrown = flat[first]
        index = index.reshape(len(found), self.size)[which]
        return index.ravel(), _chances(kept, chances), kept.sum(axis=1) + 1


def _by_state(counts: Whole) -> Whole:
    """Shots of each chance by part and state, from those by part, chance and state."""
    return counts.transpose(0, 2, 1).reshape(counts.shape[0] * counts.shape[2], counts.shape[1])


def _chances(counts: Whole, chances: list[float]) -> Real:
    """How likely each number of hits is, for rows that count the shots of each chance."""
    peaks = counts.max(axis=0, initial=0).tolist()
    # By hits and row: rows are many, and lie side by side in memory.
    result = np.zeros((sum(peaks) + 1, len(counts)))
    result[0] = 1.0
    reached = 1
    for column in sorted(range(len(chances)), key=lambda c: -peaks[c]):
        number, most = counts[:, column], peaks[column]
        if not most:
            continue
        table = binomials(most, chances[column])[number].T
        if reached == 1:
            result[: most + 1] = table
        else:
            new = np.zeros_like(result)
            for hits in range(most + 1):
                new[hits : hits + reached] += result[:reached] * table[hits]
            result = new
        reached += most
    width = int(counts.sum(axis=1).max(initial=0)) + 1
    return np.ascontiguousarray(result[:width].T)


@lru_cache(maxsize=256)
def binomials(most: int, chance: float) -> Real:
    """Return how likely 0 to ``most`` hits are with 0 to ``most`` shots that hit with this chance.

    Examples
    --------
    >>> binomials(2, 0.5)
    array([[1.  , 0.  , 0.  ],
           [0.5 , 0.5 , 0.  ],
           [0.25, 0.5 , 0.25]])
    """
    table = np.zeros((most + 1, most + 1))
    table[0, 0] = 1.0
    for shots in range(1, most + 1):
        table[shots] = table[shots - 1] * (1.0 - chance)
        table[shots, 1:] += table[shots - 1, :-1] * chance
    table.flags.writeable = False
    return table


def chances(dice: BattleDice, shots: Sequence[Dies]) -> list[float]:
    """How likely 0, 1, 2 ... hits of some shots are.

    Examples
    --------
    >>> chances(BattleDice(), [(3, 1), (3, 1)])
    [0.25, 0.5, 0.25]
    >>> chances(BattleDice(luck="low luck"), [(3, 1), (3, 1)])
    [0.0, 1.0]
    """
    if not shots:
        return [1.0]
    table = Throws(dice, 1)
    table.add([[[Shots(die, np.ones(1, dtype=np.int64)) for die in shots]]], 1)
    _, hits, length = table.finish()
    return [float(p) for p in hits[0, : length[0]]]
