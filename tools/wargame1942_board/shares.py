"""A sum shared out among lands, each as near as can be to what history has it worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tools.wargame1942_board.lands import Land

Costs: TypeAlias = NDArray[np.float64]


def worth(land: Land, most: int) -> range:
    """What a land may be worth, where all lands together are worth no more than `most`."""
    if land.value is not None:
        return range(land.value, land.value + 1)
    return range(land.least, most + 1)


def amiss(land: Land, value: int) -> float:
    """How far a value is from what is wished: the same step counts less where much is wished."""
    return float((value - land.weight) ** 2) / (land.weight + 1)


def steps(lands: Sequence[Land], most: int) -> list[Costs]:
    """The least that can be amiss for each sum up to `most`: of no land, the first, the first two.

    A sum that the lands cannot make costs infinitely much.
    """
    nothing = np.full(most + 1, np.inf)
    nothing[0] = 0
    table = [nothing]
    for land in lands:
        before = table[-1]
        after = np.full(most + 1, np.inf)
        for value in worth(land, most):
            if value <= most:
                with_it = before[: most + 1 - value] + amiss(land, value)
                np.minimum(after[value:], with_it, out=after[value:])
        table.append(after)
    return table


def share(lands: Sequence[Land], total: int) -> tuple[int, ...]:
    """The values of lands that make a sum with the least amiss; of equals, the lowest come last.

    The lands must be able to make it.

    Examples
    --------
    >>> wish = [Land(name, ("",), ("",), weight, 0) for name, weight in (("a", 1), ("b", 4))]
    >>> share(wish, 5), share(wish, 8)
    ((1, 4), (2, 6))
    """
    table = steps(lands, total)
    values: list[int] = []
    left = total
    for count in range(len(lands), 0, -1):
        land = lands[count - 1]
        fits = [value for value in worth(land, left) if value <= left]
        best = min(fits, key=lambda v: table[count - 1][left - v] + amiss(land, v))
        values.append(best)
        left -= best
    return tuple(reversed(values))
