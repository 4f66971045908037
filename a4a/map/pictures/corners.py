"""Path data of many rings at once, with their corners on a grid finer than a pixel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

GRID = 2  # steps per pixel that corners are rounded to, those of neighbours alike

_Corners: TypeAlias = npt.NDArray[np.int64]


def closed_paths(rings: Sequence[npt.NDArray[np.float64]]) -> list[str]:
    """Return the path data of each ring, without corners on a straight line; "" if nothing is left.

    Parameters
    ----------
    rings
        The corners of each, in pixels; the last is joined to the first.

    Examples
    --------
    >>> closed_paths([np.array([(0, 0), (4, 0), (8, 0.1), (8, 8.5), (8, 8.5)]), np.empty((0, 2))])
    ['M0 0h8v8.5Z', '']
    """
    ring = np.repeat(np.arange(len(rings)), [len(each) for each in rings])
    corners = np.round(np.concatenate([*rings, np.empty((0, 2))]) * GRID).astype(np.int64)
    for _ in range(2):  # removing a corner may leave its neighbours equal, or in a line
        kept = _sides(corners, ring)[0].any(axis=1)
        corners, ring = corners[kept], ring[kept]
        before, after = _sides(corners, ring)
        kept = before[:, 0] * after[:, 1] != before[:, 1] * after[:, 0]
        corners, ring = corners[kept], ring[kept]
    return _paths(corners, ring, len(rings))


def _sides(corners: _Corners, ring: _Corners) -> tuple[_Corners, _Corners]:
    """The sides that lead to each corner, and those that leave it."""
    if not len(ring):
        return corners, corners
    last = np.append(ring[1:] != ring[:-1], True)
    first = np.append(True, last[:-1])
    following = np.roll(corners, -1, axis=0)
    following[last] = corners[first]
    after = following - corners
    before = np.roll(after, 1, axis=0)
    before[first] = after[last]
    return before, after


def _paths(corners: _Corners, ring: _Corners, number: int) -> list[str]:
    # Lists of numbers, and none of pairs, which the garbage collector would look through.
    (xs, ys), sides = corners.T.tolist(), np.diff(corners, axis=0, prepend=0).T
    across, down = sides.tolist()
    words = {n: _short(n) for n in {*np.unique(sides).tolist(), *xs, *ys}}
    paths = []
    begin = 0
    for end in np.cumsum(np.bincount(ring, minlength=number)).tolist():
        path = ""
        if end - begin > 2:
            drawn = [
                f"h{words[dx]}" if not dy
                else f"l{words[dx]} {words[dy]}" if dx
                else f"v{words[dy]}"
                for dx, dy in zip(across[begin + 1 : end], down[begin + 1 : end], strict=True)
            ]  # fmt: skip
            path = f"M{words[xs[begin]]} {words[ys[begin]]}{''.join(drawn)}Z"
        paths.append(path)
        begin = end
    return paths


def _short(steps: int) -> str:
    whole, rest = divmod(steps, GRID)
    return str(whole) if rest == 0 else f"{steps / GRID}"
