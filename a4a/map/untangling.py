"""Places of a graph moved until few of its borders cross, and then apart, so that cells have room.

The first is a local search: a place whose borders are crossed goes where fewer are. The second
moves all places at once by the forces between them, none of them so far that borders could come to
cross (after Simonetto, Archambault, Auber and Bourqui 2011). Numpy only, deterministic, bounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.bool_]

_MOST = 1_200  # spaces; three times as many borders
_SEARCHES = 30
_PATIENCE = 5  # rounds of the search in which no fewer borders are crossed
_TRIED = 10  # places that are tried for one in a round of the search
_STEPS = 90  # of spreading
_LEAST = 0.01  # how far a place may always move in a step, so that none is stuck on a border
_FRESH = 6  # steps after which it is found out again who is near whom
_LONG = 3.5  # a border as long as that cannot be drawn: it goes round the back of the map
_ASTRAY = 2.0  # how far a place may be moved in the search
_NEAR = 1.6  # typical borders
_LOOSE = 0.3  # chance to move where as many are crossed


def can_be_untangled(count: int, edges: Sequence[object]) -> bool:
    """Whether a graph is small enough: the work grows with the square of it."""
    return count <= _MOST and len(edges) <= 3 * _MOST


def untangled(places: Floats, edges: Ints) -> Floats:
    """Places from which fewer borders cross, with room between them.

    Parameters
    ----------
    places
        Shape ``(n, 2)``.
    edges
        Pairs of neighbours, shape ``(m, 2)``.
    """
    edges = simple(edges)
    if len(edges) < 2:
        return places
    typical = float(np.median(np.hypot(*(places[edges[:, 0]] - places[edges[:, 1]]).T)))
    places = places / max(typical, 1e-9)
    edges = edges[np.hypot(*(places[edges[:, 0]] - places[edges[:, 1]]).T) < _LONG]
    found = _searched(places, edges)
    return _spread(found, edges[uncrossed(found, edges)])


def simple(edges: Ints) -> Ints:
    """Borders between two places, each once, the smaller index first.

    Examples
    --------
    >>> simple(np.array([(1, 0), (0, 1), (2, 2)])).tolist()
    [[0, 1]]
    """
    once = np.unique(np.sort(edges.reshape(-1, 2), axis=1), axis=0)
    return np.asarray(once[once[:, 0] != once[:, 1]])


def uncrossed(places: Floats, edges: Ints) -> Mask:
    """Which borders are left when those that cross most are taken away, one by one.

    Examples
    --------
    >>> square = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    >>> uncrossed(square, np.array([(0, 1), (0, 2), (1, 3)])).tolist()
    [True, False, True]
    """
    one, other = _crossings(places, edges)
    crossed = np.zeros((len(edges), len(edges)), dtype=bool)
    crossed[one, other] = crossed[other, one] = True
    counts = crossed.sum(axis=1)
    left = np.ones(len(edges), dtype=bool)
    while counts.max(initial=0) > 0:
        worst = int(counts.argmax())
        left[worst] = False
        counts -= crossed[worst]
        crossed[worst] = crossed[:, worst] = False
        counts[worst] = 0
    return left


def _crossings(places: Floats, edges: Ints) -> tuple[Ints, Ints]:
    """Pairs of borders that cross, each once."""
    a, b = places[edges[:, 0]], places[edges[:, 1]]
    one, other = _overlapping(np.minimum(a, b), np.maximum(a, b))
    apart = _turns(a, b, one, a[other]) != _turns(a, b, one, b[other])
    apart &= _turns(a, b, other, a[one]) != _turns(a, b, other, b[one])
    for i in (0, 1):
        for j in (0, 1):
            apart &= edges[one, i] != edges[other, j]
    return one[apart], other[apart]


def _overlapping(low: Floats, high: Floats) -> tuple[Ints, Ints]:
    """Pairs of boxes that have a point in common, each once: only their borders can cross."""
    order = np.argsort(low[:, 0], kind="stable")
    later = np.arange(1, len(low) + 1)  # boxes that begin further right, as far as one reaches
    ends = np.searchsorted(low[order, 0], high[order, 0], side="right")
    counts = ends - later
    first = np.repeat(later - np.cumsum(counts) + counts, counts)
    one, other = np.repeat(order, counts), order[first + np.arange(counts.sum())]
    meet = (low[one, 1] <= high[other, 1]) & (low[other, 1] <= high[one, 1])
    return one[meet], other[meet]


def _turns(a: Floats, b: Floats, which: Ints, points: Floats) -> Mask:
    """Whether points lie to the left of the lines from a to b that are named."""
    x, y = (b - a)[which].T
    start = a[which]
    return np.asarray(x * (points[:, 1] - start[:, 1]) - y * (points[:, 0] - start[:, 0]) > 0)


def _side(a: Floats, b: Floats, points: Floats) -> Floats:
    """On which side of each line from a to b points lie: positive to the left."""
    x, y = (b - a).T
    return np.asarray(
        x[:, None] * (points[None, :, 1] - a[:, None, 1])
        - y[:, None] * (points[None, :, 0] - a[:, None, 0])
    )


# --- the search ---------------------------------------------------------------------------------


def _searched(places: Floats, edges: Ints) -> Floats:
    home = places
    chance = np.random.default_rng(1)
    places = places.copy()
    count = len(places)
    at = [np.flatnonzero((edges == v).any(axis=1)) for v in range(count)]
    around = [edges[own][edges[own] != v] for v, own in enumerate(at)]
    fewest, since = len(edges) ** 2, 0
    boxes = _Boxes(places, edges)
    for _ in range(_SEARCHES):
        crossed = np.concatenate(_crossings(places, edges))
        total = len(crossed)
        fewest, since = (total, 0) if total < fewest else (fewest, since + 1)
        if total == 0 or since > _PATIENCE:
            break
        for v in chance.permutation(np.unique(edges[crossed])).tolist():
            ends = places[around[v]]
            middle = ends.mean(axis=0)
            wide = np.hypot(*(ends - middle).T).mean() + 0.05
            tried = middle + wide * chance.normal(size=(_TRIED, 2))
            tried[0], tried[1], tried[2] = places[v], middle, (places[v] + middle) / 2
            tried[-3:] += 0.7 * (places[v] - middle)
            tried[1:] = _leashed(tried[1:], home[v])
            near = boxes.near(tried, ends)
            counts = _crossed_from(tried, around[v], places, edges[near])
            best = int(counts.argmin())
            same = np.flatnonzero(counts[1:] == counts[0]) + 1
            if counts[best] == counts[0] and len(same) and chance.random() < _LOOSE:
                best = int(same[0])
            if best > 0:
                places[v] = tried[best]
                boxes.set(at[v], places[edges[at[v]]])
    return places


class _Boxes:
    """The boxes of borders, kept while their places move."""

    def __init__(self, places: Floats, edges: Ints) -> None:
        self._low = np.zeros((2, len(edges)))
        self._high = np.zeros((2, len(edges)))
        self.set(np.arange(len(edges)), places[edges])

    def set(self, which: Ints, ends: Floats) -> None:
        """Note where some borders end now."""
        self._low[:, which] = ends.min(axis=1).T
        self._high[:, which] = ends.max(axis=1).T

    def near(self, *points: Floats) -> Ints:
        """Return the borders whose boxes meet the box of some points."""
        every = np.concatenate(points)
        low, high = every.min(axis=0), every.max(axis=0)
        meet = (self._high[0] >= low[0]) & (self._low[0] <= high[0])
        return np.flatnonzero(meet & (self._high[1] >= low[1]) & (self._low[1] <= high[1]))


def _leashed(tried: Floats, home: Floats) -> Floats:
    """Places drawn back to where they are not too far from home."""
    way = tried - home
    far = np.hypot(*way.T)
    return np.asarray(home + way * np.minimum(1, _ASTRAY / np.maximum(far, 1e-9))[:, None])


def _crossed_from(tried: Floats, around: Ints, places: Floats, edges: Ints) -> Ints:
    """How many borders are crossed by those from each of some places to its neighbours."""
    ends = places[around]
    a, b = places[edges[:, 0]], places[edges[:, 1]]
    apart = (_side(a, b, tried) > 0)[:, :, None] != (_side(a, b, ends) > 0)[:, None, :]
    way = ends[None] - tried[:, None]
    from_a, from_b = ((p[:, None] - tried[None])[:, :, None] for p in (a, b))
    across = (_turn(way[None], from_a) > 0) != (_turn(way[None], from_b) > 0)
    free = ~(edges[:, None] == around[None, :, None]).any(axis=2)
    return np.asarray((apart & across & free[:, None, :]).sum(axis=(0, 2)))


def _turn(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


# --- the spreading ------------------------------------------------------------------------------


def _spread(places: Floats, edges: Ints) -> Floats:
    """Move places apart, those of many neighbours furthest; no borders come to cross."""
    count = len(places)
    degree = np.maximum(np.bincount(edges.reshape(-1), minlength=count), 1)
    size = np.sqrt(np.clip(degree / 5.0, 0.6, 3.0))  # of the cell that a place needs
    a, b = edges.T
    length = (size[a] + size[b]) / 2
    limit = _NEAR / (2 * _FRESH + 1)
    for step in range(_STEPS):
        if step % _FRESH == 0:
            v, e = _near(places, edges)
            one, other = _close(places)
        along, away, distance = _feet(places, edges, v, e)
        cap = np.full(count, limit)
        for whose in (v, a[e], b[e]):
            np.minimum.at(cap, whose, np.maximum(distance / 3, _LEAST))
        way = places[b] - places[a]
        far = np.hypot(*way.T)
        pull = ((far - length) / np.maximum(far, 1e-9))[:, None] * way * 0.5
        push = np.clip(0.55 * size[v] / np.maximum(distance, 1e-6) - 1, 0, 4)[:, None] * away * 0.35
        apart = _pushed(places, size, one, other)
        force = _summed(
            count,
            (a, pull), (b, -pull), (one, apart), (other, -apart), (v, push),
            (a[e], -push * (1 - along)[:, None]), (b[e], -push * along[:, None]),
        )  # fmt: skip
        long = np.hypot(*force.T)
        heat = 1 - 0.7 * step / _STEPS
        share = np.minimum(cap, 0.5 * heat * long) / np.maximum(long, 1e-9)
        places = places + share[:, None] * force
    return places


def _summed(count: int, *forces: tuple[Ints, Floats]) -> Floats:
    """The sum of forces on each place."""
    whose = np.concatenate([places for places, _ in forces])
    force = np.concatenate([force for _, force in forces])
    return np.stack([np.bincount(whose, axis, minlength=count) for axis in force.T], axis=1)


def _near(places: Floats, edges: Ints) -> tuple[Ints, Ints]:
    """The places, and the borders of others, that are near each other."""
    a, b = places[edges[:, 0]], places[edges[:, 1]]
    low, high = np.minimum(a, b) - _NEAR, np.maximum(a, b) + _NEAR
    inside = np.ones((len(places), len(edges)), dtype=bool)
    for axis in (0, 1):
        at = places[:, None, axis]
        inside &= (at >= low[None, :, axis]) & (at <= high[None, :, axis])
    v, e = np.nonzero(inside)
    others = (edges[e] != v[:, None]).all(axis=1)
    v, e = v[others], e[others]
    near = _feet(places, edges, v, e)[2] < _NEAR
    return v[near], e[near]


def _feet(places: Floats, edges: Ints, v: Ints, e: Ints) -> tuple[Floats, Floats, Floats]:
    """Of places and borders: how far along the nearest point is; the way from it; how long."""
    start, end = places[edges[e, 0]], places[edges[e, 1]]
    way = end - start
    here = places[v] - start
    (x, y), (to_x, to_y) = here.T, way.T
    along = (x * to_x + y * to_y) / np.maximum(to_x**2 + to_y**2, 1e-12)
    along = np.clip(along, 0, 1)
    away = here - along[:, None] * way
    distance = np.hypot(*away.T)
    return along, away / np.maximum(distance, 1e-9)[:, None], distance


def _close(places: Floats) -> tuple[Ints, Ints]:
    """Pairs of places that are near each other."""
    x, y = places.T
    near = (x[:, None] - x[None]) ** 2 + (y[:, None] - y[None]) ** 2 < (3 * _NEAR) ** 2
    one, other = np.nonzero(np.triu(near, 1))
    return one, other


def _pushed(places: Floats, size: Floats, one: Ints, other: Ints) -> Floats:
    """How pairs of places are pushed apart that are nearer than the cells of both need."""
    way = places[one] - places[other]
    far = np.hypot(*way.T)
    room = (size[one] + size[other]) / 2
    push = np.where(far < 2.2 * room, (room / np.maximum(far, 0.05)) ** 2 * 0.25, 0.0)
    return np.asarray((push / np.maximum(far, 1e-9))[:, None] * way)
