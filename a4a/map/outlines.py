"""Outlines of spaces in the pixels of a picture: made simple, and where neighbours touch.

All work is on arrays, in passes over all points at once, so that its time is bounded by their
number, whatever the outlines are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Runs: TypeAlias = dict[tuple[int, int], list[Floats]]
"""By pair of spaces, the smaller first: the lines along which they touch."""

NEAR: Final = 4.0
"""Pixels between two outlines that still touch: pictures have a line between them."""

_COARSE = 0.75  # pixels that a corner may stand out without being one
_PASSES = 12
_SAMPLES = 300_000  # points on outlines, at most
_ASKED = 16  # points of an outline that are asked whether they lie within another
_COMPARED, _AT_ONCE = 400_000_000, 4_000_000  # pairs of them whose distance is measured, at most


def simplified(outline: Floats) -> Floats:
    """An outline without the steps of its pixels: corners that hardly stand out are left out.

    Examples
    --------
    >>> stairs = [(i + step, i) for i in range(9) for step in (0, 1)]
    >>> outline = np.array([*stairs, (9, 20), (0, 20)], dtype=float)
    >>> len(outline), len(simplified(outline))
    (20, 4)
    """
    kept = outline[(outline != np.roll(outline, 1, axis=0)).any(axis=1)]
    for turn in range(_PASSES):
        if len(kept) <= 4:
            break
        before, after = np.roll(kept, 1, axis=0), np.roll(kept, -1, axis=0)
        base = after - before
        length = np.hypot(base[:, 0], base[:, 1])
        out = np.abs(base[:, 0] * (kept - before)[:, 1] - base[:, 1] * (kept - before)[:, 0])
        flat = out <= _COARSE * np.maximum(length, 1e-9)
        flat[turn % 2 :: 2] = False  # never two side by side
        if len(kept) % 2:
            flat[-1] = False
        if not flat.any() and turn:
            break
        if len(kept) - flat.sum() >= 3:
            kept = kept[~flat]
    return np.asarray(kept)


def closed(outline: Floats) -> Floats:
    """An outline with its first corner again at the end."""
    return np.concatenate([outline, outline[:1]])


def touching(
    outlines: Sequence[Sequence[Floats]],
    pairs: Sequence[tuple[int, int]],
    seas: frozenset[int],
    *,
    round_: float = 0.0,
) -> Runs:
    """Find the lines along which neighbours touch.

    Parameters
    ----------
    outlines
        The parts of each space.
    pairs
        The neighbours.
    seas
        The spaces whose outlines count less than that of a neighbour on land.
    round_
        Width of a picture whose left and right edge are one; 0 if they are not. Where two spaces
        touch across it the line is there twice, beside each of them.
    """
    samples, owners, rings = _sampled(outlines)
    if not len(samples) or not pairs:
        return {}
    size = NEAR if round_ <= 0 else round_ / max(4.0, np.floor(round_ / NEAR))
    columns = 0 if round_ <= 0 else round(round_ / size)
    flags = _flagged(_cells(samples, size, columns), owners, pairs, seas, columns)
    found: Runs = {}
    budget = _COMPARED
    for pair, ids in flags.items():
        first, last = np.searchsorted(owners, (np.array([0, 1]) + sum(pair) - owners[ids[0]]))
        other = samples[first:last]
        work = len(ids) * len(other)
        budget -= work
        measured = budget > 0 and work <= _AT_ONCE
        close = ids[_closest(samples[ids], other, round_)] if measured else ids
        found[pair] = _twice(_lines(samples, rings, close), outlines, pair, round_)
    return found


def _sampled(outlines: Sequence[Sequence[Floats]]) -> tuple[Floats, Ints, Ints]:
    """Points along all outlines, with the space and the ring of each."""
    rounds = [closed(ring) for parts in outlines for ring in parts]
    owner = [i for i, parts in enumerate(outlines) for _ in parts]
    lengths = [np.hypot(*np.diff(ring, axis=0).T) for ring in rounds]
    step = max(NEAR / 2, sum(float(one.sum()) for one in lengths) / _SAMPLES)
    samples, owners, rings = [], [], []
    for number, (ring, sides) in enumerate(zip(rounds, lengths, strict=True)):
        along = np.concatenate([[0.0], np.cumsum(sides)])
        count = max(3, round(float(along[-1]) / step))
        # Corners too, so that a line between neighbours has those that its outline has.
        places = np.unique(np.concatenate([np.linspace(0, along[-1], count + 1), along]))[:-1]
        samples.append(
            np.stack([np.interp(places, along, ring[:, axis]) for axis in (0, 1)], axis=1)
        )
        owners.append(np.full(len(places), owner[number]))
        rings.append(np.full(len(places), number))
    if not samples:
        return np.zeros((0, 2)), np.zeros(0, np.int64), np.zeros(0, np.int64)
    return np.concatenate(samples), np.concatenate(owners), np.concatenate(rings)


def _cells(samples: Floats, size: float, columns: int) -> Ints:
    """The cells of a grid in which points lie; across its edge where the picture goes round."""
    cells = np.floor(samples / size).astype(np.int64)
    if columns:
        cells[:, 0] %= columns
    return np.asarray(cells - cells.min(axis=0))


def _flagged(
    cells: Ints,
    owners: Ints,
    pairs: Sequence[tuple[int, int]],
    seas: frozenset[int],
    columns: int,
) -> dict[tuple[int, int], Ints]:
    """By pair, the points of one of them (of the land, on a coast) that the other comes near."""
    height = int(cells[:, 1].max()) + 3
    many = int(owners.max()) + 1
    keys = cells[:, 0] * height + cells[:, 1]
    # Each cell and each space in it, once.
    found, of_point = np.unique(keys * many + owners, return_inverse=True)
    there, whose = found // many, found % many
    wanted = np.array(
        sorted({(b, a) if (a in seas) > (b in seas) else (a, b) for a, b in pairs}), dtype=np.int64
    )
    asked = np.unique(wanted[:, 0] * many + wanted[:, 1])
    hits = []
    for across in (-1, 0, 1):
        for up in (-1, 0, 1):
            column = there // height + across
            if columns:
                column %= columns
            near = column * height + there % height + up
            first = np.searchsorted(found, near * many)
            counts = np.searchsorted(found, (near + 1) * many) - first
            here = np.repeat(np.arange(len(found)), counts)
            steps = np.arange(len(here)) - np.repeat(np.cumsum(counts) - counts, counts)
            other = whose[np.repeat(first, counts) + steps]
            pair = whose[here] * many + other
            good = np.isin(pair, asked)
            hits.append(np.stack([here[good], other[good]], axis=1))
    rows = np.unique(np.concatenate(hits), axis=0)
    order = np.argsort(of_point, kind="stable")
    starts = np.searchsorted(of_point[order], np.arange(len(found) + 1))
    points: dict[tuple[int, int], list[Ints]] = {}
    for here, other in rows.tolist():
        one = int(whose[here])
        key = (min(one, other), max(one, other))
        points.setdefault(key, []).append(order[starts[here] : starts[here + 1]])
    return {key: np.unique(np.concatenate(ids)) for key, ids in points.items()}


def _closest(points: Floats, other: Floats, round_: float) -> npt.NDArray[np.bool_]:
    """Which points are no further from another outline than most: the others are round corners."""
    away = np.abs(points[:, None] - other[None])
    if round_ > 0:
        away[..., 0] = np.minimum(away[..., 0], np.abs(away[..., 0] - round_))
    distance = np.hypot(away[..., 0], away[..., 1]).min(axis=1)
    return np.asarray(distance <= max(float(np.median(distance)), distance.min()) + 1.0)


def _lines(samples: Floats, rings: Ints, ids: Ints) -> list[Floats]:
    """Points along outlines as lines: a line ends where two or more points are missing."""
    ends = np.flatnonzero((np.diff(ids) > 2) | (np.diff(rings[ids]) != 0)) + 1
    runs = np.split(ids, ends)
    joined: list[Ints] = []
    for run in runs:
        ring = rings[run[0]]
        begins, stops = np.searchsorted(rings, [ring, ring + 1])
        first = next((one for one in joined if rings[one[0]] == ring), None)
        whole = first is not None and first[0] <= begins + 1 and run[-1] >= stops - 2
        if whole and first is not None:  # it goes on where its outline begins
            joined = [one for one in joined if one is not first]
            run = np.concatenate([run, first])
        elif len(run) == stops - begins:
            run = np.concatenate([run, run[:1]])
        joined.append(run)
    longest = max(len(run) for run in joined)
    # Single points are corners in which spaces meet besides their line.
    kept = [run for run in joined if len(run) > 2 or len(run) == longest]
    return [_straight(samples[run] if len(run) > 1 else _speck(samples[run[0]])) for run in kept]


def _speck(point: Floats) -> Floats:
    return np.stack([point - 0.5, point + 0.5])


def _straight(line: Floats) -> Floats:
    """A line without the points that lie on a straight between others."""
    for turn in range(_PASSES):
        if len(line) <= 2:
            break
        base = line[2:] - line[:-2]
        out = line[1:-1] - line[:-2]
        flat = np.abs(base[:, 0] * out[:, 1] - base[:, 1] * out[:, 0]) < 1e-6
        flat[turn % 2 :: 2] = False
        line = line[np.concatenate([[True], ~flat, [True]])]
    return line


def _twice(
    lines: list[Floats], outlines: Sequence[Sequence[Floats]], pair: tuple[int, int], width: float
) -> list[Floats]:
    """Lines beside both of two spaces that touch across the edge of a picture."""
    if width <= 0:
        return lines
    found = []
    for line in lines:
        middle = float(line[:, 0].mean())
        turns = {round((_middle(outlines[i], middle, width) - middle) / width) for i in pair}
        found += [line + np.array([turn * width, 0.0]) for turn in sorted(turns)]
    return found


def _middle(parts: Sequence[Floats], x: float, width: float) -> float:
    """Where the part of a space lies that is nearest to a place, round the edge."""
    middles = [float(part[:, 0].min() + part[:, 0].max()) / 2 for part in parts]
    return min(middles, key=lambda one: abs((one - x + width / 2) % width - width / 2))


def holds(outer: Floats, inner: Floats) -> bool:
    """Whether an outline lies within another one.

    Examples
    --------
    >>> square = np.array([(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)])
    >>> holds(square, square / 3 + 1), holds(square, square + 5)
    (True, False)
    """
    low, high = inner.min(axis=0) > outer.min(axis=0), inner.max(axis=0) < outer.max(axis=0)
    some = inner[:: max(1, len(inner) // _ASKED)]  # enough of outlines that do not cross
    return bool(low.all() and high.all() and _within(outer, some).all())


def held(outer: Sequence[Floats], inner: Sequence[Floats]) -> list[tuple[int, int]]:
    """Find which of some outlines lie within which of others: pairs of their indices."""
    if not outer or not inner:
        return []
    boxes, within = _boxes(outer), _boxes(inner)
    inside = (boxes[:, None, 0] < within[None, :, 0]) & (boxes[:, None, 1] > within[None, :, 1])
    candidates = np.argwhere(inside.all(axis=2)).tolist()
    return [(i, j) for i, j in candidates if holds(outer[i], inner[j])]


def _boxes(outlines: Sequence[Floats]) -> Floats:
    return np.stack([np.stack([one.min(axis=0), one.max(axis=0)]) for one in outlines])


def _within(outline: Floats, points: Floats) -> npt.NDArray[np.bool_]:
    """Which points lie within an outline: a ray to the right crosses it an odd number of times."""
    (x, y), (u, v) = outline.T, np.roll(outline, -1, axis=0).T
    px, py = points[:, :1], points[:, 1:]
    crosses = (y > py) != (v > py)
    with np.errstate(divide="ignore", invalid="ignore"):
        at = x + (py - y) * (u - x) / (v - y)
    return np.asarray((crosses & (px < at)).sum(axis=1) % 2 == 1)


def inner_point(outline: Floats, holes: Sequence[Floats] = ()) -> tuple[float, float]:
    """A place within an outline and in none of its holes, in the middle of where it is widest.

    Examples
    --------
    >>> inner_point(np.array([(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)]))
    (4.0, 4.0)
    """
    rings = (outline, *holes)
    x, y = np.concatenate(rings).T
    u, v = np.concatenate([np.roll(ring, -1, axis=0) for ring in rings]).T
    low, high = y.min(), y.max()
    best = (-1.0, float(x.mean()), float(y.mean()))
    for share in (0.5, 0.43, 0.57, 0.23, 0.77):
        level = low + share * (high - low) + 1e-7
        cut = (y > level) != (v > level)
        ends = np.sort(x[cut] + (level - y[cut]) * (u[cut] - x[cut]) / (v[cut] - y[cut]))
        for left, right in zip(ends[::2], ends[1::2], strict=False):
            if right - left > best[0] + 1e-6:
                best = (float(right - left), float((left + right) / 2), float(level))
    return round(best[1], 3), round(best[2], 3)
