"""Cells round the places of a graph, which touch where there is a border, and nowhere else.

Borders that do not cross part the plane into faces. The cell of a place goes round it from the
middle of one border to the middle of the next: by way of a point in which all cells of the face
between them meet, if the face is small and has one; else at some distance from the place, so that
a gap is left between cells that do not border. A place with one neighbour is an isle in its cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from a4a.map.untangling import Floats, Ints, Mask, simple, uncrossed

_Way: TypeAlias = tuple[int, int]

_MEETING = 4  # corners of a face in whose middle cells meet, at most
_FLAT = 1e-4  # typical borders: a face less wide than that has no middle
_RIM = 0.62  # how far a cell reaches where nothing is beside it, in typical borders
_SEAM = 0.3  # how far a line between cells runs on into a gap, in lengths of the border
_TURN = np.radians(20)  # between the points of a rim
_CIRCLE = np.arange(0, 2 * np.pi, _TURN)


class Cells(NamedTuple):
    """Cells round places.

    Parameters
    ----------
    places
        Where the label of each cell stands, shape ``(n, 2)``.
    outlines
        The outline of each cell; its last point is its first one again.
    holes
        The outlines of the isles in a cell, by the cell.
    lines
        For each pair of places (the smaller first) whose cells touch, the line between the cells.
    """

    places: Floats
    outlines: Sequence[Floats]
    holes: Mapping[int, Sequence[Floats]]
    lines: Mapping[tuple[int, int], Floats]


def dual_cells(places: Floats, edges: Ints) -> Cells:
    """Cells round places: those touch between which there is a border that crosses no other.

    Parameters
    ----------
    places
        Shape ``(n, 2)``, about one unit a border.
    edges
        Pairs of neighbours, shape ``(m, 2)``.

    Examples
    --------
    >>> square = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    >>> sorted(dual_cells(square, np.array([(0, 1), (1, 2), (2, 3), (0, 3)])).lines)
    [(0, 1), (0, 3), (1, 2), (2, 3)]
    """
    edges = simple(edges)
    kept = edges[uncrossed(places, edges)]
    isle = _isles(len(places), kept)
    plane = _Plane(places, kept[~isle[kept].any(axis=1)])
    outlines = [plane.outline(v) for v in range(len(places))]
    lines = {(v, w): plane.line(v, w) for v, w in plane.borders}
    labels = places.copy()
    holes: dict[int, list[Floats]] = {}
    for ends in kept[isle[kept].any(axis=1)].tolist():
        one, host = ends if isle[ends[0]] else ends[::-1]
        others = [hole[:-1].mean(axis=0) for hole in holes.get(host, ())]
        labels[one], radius = _clearing(outlines[host], np.array([labels[host], *others]))
        outlines[one] = lines[min(ends), max(ends)] = _circle(labels[one], radius)
        holes.setdefault(host, []).append(outlines[one])
    return Cells(labels, outlines, holes, lines)


def _isles(count: int, edges: Ints) -> Mask:
    """Which places have one neighbour, and that one more of them."""
    degree = np.bincount(edges.reshape(-1), minlength=count)
    isle = np.zeros(count, dtype=bool)
    for own, other in ((0, 1), (1, 0)):
        isle[edges[(degree[edges[:, own]] == 1) & (degree[edges[:, other]] > 2), own]] = True
    return isle


def _clearing(outline: Floats, taken: Floats) -> tuple[Floats, float]:
    """A spot in a cell far from its outline and what is in it, its label first; and a radius."""
    rim = np.concatenate([outline[:-1], (outline[:-1] + outline[1:]) / 2])
    shares = np.array([0.4, 0.5, 0.6, 0.7])[:, None, None]
    spots = (taken[0] + shares * (rim - taken[0])[None]).reshape(-1, 2)
    away = _distances(spots, outline[:-1], outline[1:]).min(axis=1)
    apart = np.linalg.norm(spots[:, None] - taken[None], axis=2).min(axis=1) / 2
    room = np.minimum(away, apart)
    best = int(room.argmax())
    return spots[best], 0.85 * float(room[best])


def _distances(points: Floats, a: Floats, b: Floats) -> Floats:
    """From each point to each stretch from a to b."""
    way = b - a
    from_a = points[:, None] - a[None]
    along = (from_a * way).sum(axis=2) / np.maximum((way**2).sum(axis=1), 1e-12)
    return np.asarray(np.linalg.norm(from_a - np.clip(along, 0, 1)[..., None] * way, axis=2))


def _circle(middle: Floats, radius: float) -> Floats:
    points = middle + radius * np.stack([np.cos(_CIRCLE), np.sin(_CIRCLE)], axis=1)
    return np.concatenate([points, points[:1]])


class _Plane:
    """Places, the borders between them that cross no other, and the faces that those make."""

    def __init__(self, places: Floats, borders: Ints) -> None:
        self.places = places
        self.borders = [(min(pair), max(pair)) for pair in borders.tolist()]
        self._around: list[list[int]] = [[] for _ in places]
        for a, b in self.borders:
            self._around[a].append(b)
            self._around[b].append(a)
        for v, ends in enumerate(self._around):
            ends.sort(key=lambda w: self._angle(places[w] - places[v]))
        self._reach = self._reaches(borders)
        self._meeting = self._faces()
        self._seams: Counter[_Way] = Counter()  # those that a cell's outline goes along

    @staticmethod
    def _angle(way: Floats) -> float:
        return float(np.arctan2(way[1], way[0]))

    def _reaches(self, borders: Ints) -> Floats:
        """How far each cell may reach where no border is: not half-way to those of others."""
        reach = np.full(len(self.places), _RIM)
        if len(borders):
            a, b = self.places[borders[:, 0]], self.places[borders[:, 1]]
            for v, place in enumerate(self.places):
                away = _distances(place[None], a, b)[0]
                away[(borders == v).any(axis=1)] = np.inf
                reach[v] = min(_RIM, 0.48 * float(away.min()))
        return reach

    def _faces(self) -> dict[_Way, Floats]:
        """Where the cells of a face meet, by the borders round it with the face to the left."""
        following = {
            (w, v): (v, ends[i - 1])
            for v, ends in enumerate(self._around)
            for i, w in enumerate(ends)
        }
        meeting: dict[_Way, Floats] = {}
        seen: set[_Way] = set()
        for start in following:
            walk: list[_Way] = []
            here = start
            while here not in seen:
                seen.add(here)
                walk.append(here)
                here = following[here]
            corners = [a for a, _ in walk]
            if 3 <= len(walk) <= _MEETING and len(set(corners)) == len(corners):
                middle = _seen_by_all(self.places[corners])
                if middle is not None:
                    meeting |= dict.fromkeys(walk, middle)
        return meeting

    def outline(self, v: int) -> Floats:
        """The outline of the cell of a place, anticlockwise."""
        ends = self._around[v]
        if not ends:
            return _circle(self.places[v], float(self._reach[v]))
        points: list[Floats] = []
        for w, after in zip(ends, [*ends[1:], ends[0]], strict=True):
            middle = self._meeting.get((v, w))
            points.append((self.places[v] + self.places[w]) / 2)
            points += self._rim(v, w, after) if middle is None else [middle]
        return np.array([*points, points[0]])

    def _rim(self, v: int, w: int, after: int) -> list[Floats]:
        """The outline from the border to a neighbour to that to the next, along a gap."""
        place = self.places[v]
        first, last = self._seam(v, w), self._seam(after, v)
        start, end, begin, stop = (
            self._angle(point - place)
            for point in (first, last, self.places[w], self.places[after])
        )
        whole = 2 * np.pi if w == after else (stop - begin) % (2 * np.pi)
        wide = (end - start) % (2 * np.pi)
        if wide > whole:  # the gap is too narrow for lines to run into it
            return []
        self._seams.update([(v, w), (after, v)])
        turns = start + np.arange(_TURN, wide - _TURN / 2, _TURN)
        radius = np.full(len(turns), self._reach[v])
        for other, angle in ((w, begin), (after, stop)):  # no further than half-way to either
            half = float(np.hypot(*(self.places[other] - place))) / 2
            radius = np.minimum(radius, half / np.maximum(np.cos(turns - angle), 1e-3))
        round_ = np.stack([np.cos(turns), np.sin(turns)], axis=1)
        return [first, *(place + radius[:, None] * round_), last]

    def _seam(self, v: int, w: int) -> Floats:
        """Where the line between two cells ends in a gap to the left of the way to the second."""
        way = self.places[w] - self.places[v]
        long = max(float(np.hypot(*way)), 1e-9)
        far = min(_SEAM * long, 0.9 * self._reach[v], 0.9 * self._reach[w])
        left = np.array([-way[1], way[0]]) / long
        return np.asarray((self.places[v] + self.places[w]) / 2 + far * left)

    def line(self, v: int, w: int) -> Floats:
        """The line between two cells whose outlines were asked for."""
        points = [(self.places[v] + self.places[w]) / 2]
        for at, way in ((0, (v, w)), (2, (w, v))):
            if way in self._meeting:
                points.insert(at, self._meeting[way])
            elif self._seams[way] == 2:
                points.insert(at, self._seam(*way))
        return np.array(points if len(points) > 1 else 2 * points)


def _seen_by_all(corners: Floats) -> Floats | None:
    """A point from which all corners of a face are seen; None if there is none."""
    sides = np.roll(corners, -1, axis=0) - corners
    if len(corners) == 3:
        tried = corners.mean(axis=0)[None]
    else:
        tried = np.concatenate([corners.mean(axis=0)[None], (corners[:2] + corners[2:]) / 2])
    way = tried[:, None] - corners[None]
    inside = (sides[:, 0] * way[..., 1] - sides[:, 1] * way[..., 0]) / np.maximum(
        np.hypot(*sides.T), 1e-9
    )
    room = inside.min(axis=1)
    best = int(room.argmax())
    return tried[best] if room[best] > _FLAT else None
