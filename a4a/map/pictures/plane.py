"""The part of the world that a picture shows, in its pixels: shapes, label points, lines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from a4a.map.geometry import Anchor, Bounds, MapGeometry, Ring, mercator
from a4a.map.pictures.corners import GRID, closed_paths
from a4a.map.pictures.svg import polyline

Floats: TypeAlias = npt.NDArray[np.float64]

_MARGIN = 4.0  # pixels beyond the edge at which shapes are cut off, so that no cut is seen
_HIGHEST = 85.0  # degrees of latitude; the map has no poles


class LabelPoint(NamedTuple):
    """A label point, and the width and height of the space's bounding box, in pixels."""

    x: float
    y: float
    width: float
    height: float


class Plane:
    """A window on the map, of a width in pixels; its height follows from the window.

    Parameters
    ----------
    geometry
        What the map draws.
    bounds
        The part of the world to show, as `geometry` lays it out.
    width
        In pixels.

    Attributes
    ----------
    width, height, scale : float
        Its size in pixels, and how many of them a degree of longitude has.
    points : list of Point
        The label point of each space.

    Examples
    --------
    >>> square = [[[(0.0, 0.0), (0.0, 10.0), (10.0, 10.0), (10.0, 0.0), (0.0, 0.0)]]]
    >>> geometry = MapGeometry((square,), ((5.0, 5.0, 0.0, 0.0, 10.0, 10.0),),
    ...                        ((0.0, 0.0), (10.0, 20.0)))
    >>> plane = Plane(geometry, geometry.bounds, 200)
    >>> round(plane.height, 1), round(plane.points[0].x)
    (100.5, 50)
    >>> plane.shapes[0]
    'M0 0h100v100.5h-100Z'
    """

    def __init__(self, geometry: MapGeometry, bounds: Bounds, width: float) -> None:
        (south, west), (north, east) = bounds
        self.geometry = geometry
        self.bounds = bounds
        self.width = width
        self.scale = width / (east - west)
        self._west = west
        self._top = mercator(min(north, _HIGHEST))
        self.height = self.scale * (self._top - mercator(max(south, -_HIGHEST)))
        (_, left), (_, right) = geometry.bounds
        self._far = max(120.0, (right - left) / 2)
        self._turns = [self._turn(west, east, lng) for _, lng, _, west, _, east in geometry.anchors]
        self.points = [
            self._point(anchor, turn)
            for anchor, turn in zip(geometry.anchors, self._turns, strict=True)
        ]

    def _turn(self, west: float, east: float, label: float = math.nan) -> float:
        """How far round the world to move something for it to be seen: 0, 360 or -360 degrees.

        Seeing its label point, if it has one, matters more than seeing more of it.
        """
        (_, left), (_, right) = self.bounds

        def shown(turn: float) -> tuple[bool, float]:
            seen = min(right, east + turn) - max(left, west + turn)
            return left <= label + turn <= right, max(0.0, seen)

        return max((0.0, 360.0, -360.0), key=shown)

    def _point(self, anchor: Anchor, turn: float) -> LabelPoint:
        lat, lng, south, west, north, east = anchor
        lng, west, east = lng + turn, west + turn, east + turn
        x, y = self.place(lat, lng)
        left, top = self.place(north, west)
        right, bottom = self.place(south, east)
        return LabelPoint(x, y, right - left, bottom - top)

    @property
    def zoom(self) -> float:
        """The zoom at which the map in the browser shows as much."""
        return math.log2(360 * self.scale / 256)

    def place(self, latitude: float, longitude: float) -> tuple[float, float]:
        """The pixel of a place."""
        height = mercator(max(-_HIGHEST, min(_HIGHEST, latitude)))
        return ((longitude - self._west) * self.scale, (self._top - height) * self.scale)

    def shows(self, space: int) -> bool:
        """Whether the label point of a space is in the picture."""
        x, y, *_ = self.points[space]
        return 0 <= x <= self.width and 0 <= y <= self.height

    def seat(self, space: int) -> tuple[float, float] | None:
        """The pixel where a space's city stands; None if it is not known."""
        place = self.geometry.cities.get(space)
        return place and self.place(place[0], place[1] + self._turns[space])

    # --- shapes ---------------------------------------------------------------------------------

    @cached_property
    def shapes(self) -> tuple[str, ...]:
        """The path data of every space, cut off at the edges; "" for those outside."""
        rings: list[tuple[int, Sequence[tuple[float, float]]]] = [
            (space, ring)
            for space, parts in enumerate(self.geometry.polygons)
            for part in parts
            for ring in part
        ]
        flat = np.array([point for _, ring in rings for point in ring], dtype=float).reshape(-1, 2)
        pixels = self._pixels(flat[:, 0], flat[:, 1])
        lengths = [len(ring) for _, ring in rings]
        turns = np.array([self._turns[space] for space, _ in rings])
        pixels[:, 0] += np.repeat(turns * self.scale, lengths)
        ends = np.cumsum(lengths)[:-1]
        paths: list[list[str]] = [[] for _ in self.geometry.polygons]
        for (space, _), path in zip(rings, self._drawn(np.split(pixels, ends)), strict=True):
            paths[space].append(path)
        return tuple("".join(parts) for parts in paths)

    def rings(self, rings: Iterable[Ring]) -> list[str]:
        """The path data of rings of the backdrop, cut off at the edges."""
        return [path for path in self._drawn([self._line(ring) for ring in rings]) if path]

    def _drawn(self, rings: Iterable[Floats]) -> list[str]:
        """The path data of each ring as far as it is in the picture; "" for those outside."""
        return closed_paths([self._cut(ring) for ring in rings])

    def courses(self, lines: Iterable[Ring]) -> list[str]:
        """The path data of lines of the backdrop, cut off at the edges."""
        pieces = (piece for line in lines for piece in self._seen(self._line(line)))
        return [polyline(piece.tolist()) for piece in pieces]

    def _line(self, line: Ring) -> Floats:
        flat = np.array(line, dtype=float).reshape(-1, 2)
        return self._pixels(flat[:, 0], flat[:, 1])

    def _pixels(self, longitudes: Floats, latitudes: Floats) -> Floats:
        radians = np.radians(np.clip(latitudes, -_HIGHEST, _HIGHEST))
        heights = np.degrees(np.arcsinh(np.tan(radians)))
        x, y = (longitudes - self._west) * self.scale, (self._top - heights) * self.scale
        return np.stack([x, y], axis=1)

    def _cut(self, ring: Floats) -> Floats:
        """The part of a ring that is in the picture (Sutherland and Hodgman 1974)."""
        (left, top), (right, bottom) = ring.min(axis=0), ring.max(axis=0)
        low, high = -_MARGIN, (self.width + _MARGIN, self.height + _MARGIN)
        if left > high[0] or top > high[1] or right < low or bottom < low:
            return ring[:0]
        for axis in (0, 1):
            if (left, top)[axis] < low:
                ring = _cut_off(ring, axis, low, 1.0)
            if (right, bottom)[axis] > high[axis]:
                ring = _cut_off(ring, axis, high[axis], -1.0)
        return ring

    # --- lines ----------------------------------------------------------------------------------

    def lines(self, a: int, b: int) -> list[list[tuple[float, float]]]:
        """The lines along which two spaces touch, as far as the map knows any."""
        found = []
        for line in self.geometry.lines.get((min(a, b), max(a, b)), ()):
            flat = np.array(line, dtype=float).reshape(-1, 2)
            pixels = self._pixels(flat[:, 0], flat[:, 1])
            pixels[:, 0] += self.scale * self._turn(flat[:, 0].min(), flat[:, 0].max())
            for piece in self._seen(pixels):
                grid = np.round(piece * GRID)
                fresh = np.ones(len(grid), dtype=bool)
                fresh[1:] = (grid[1:] != grid[:-1]).any(axis=1)
                if fresh.sum() > 1:
                    found.append([(x, y) for x, y in (grid[fresh] / GRID).tolist()])
        return found

    def _seen(self, line: Floats) -> list[Floats]:
        """The pieces of a line that are in the picture (Liang and Barsky 1984)."""
        high = np.array([self.width + _MARGIN, self.height + _MARGIN])
        if (line >= -_MARGIN).all() and (line <= high).all():
            return [line]
        start, step = line[:-1], np.diff(line, axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            a, b = (-_MARGIN - start) / step, (high - start) / step
        out = (step == 0) & ((start < -_MARGIN) | (start > high))
        enter = np.where(step == 0, np.where(out, 2.0, 0.0), np.minimum(a, b)).max(axis=1)
        leave = np.where(step == 0, 1.0, np.maximum(a, b)).min(axis=1)
        enter, leave = np.maximum(enter, 0.0), np.minimum(leave, 1.0)
        pieces: list[list[Floats]] = []
        whole = False  # whether the last segment went on to its end
        for i in np.flatnonzero(enter < leave).tolist():
            first, last = (line[i] + share * step[i] for share in (enter[i], leave[i]))
            if not (whole and enter[i] == 0 and pieces and np.array_equal(pieces[-1][-1], first)):
                pieces.append([first])
            pieces[-1].append(last)
            whole = bool(leave[i] == 1)
        return [np.array(piece) for piece in pieces]

    def crosses_edge(self, a: int, b: int) -> bool:
        """Whether two neighbours lie at opposite edges of the map: the world is round."""
        return abs(self.points[a].x - self.points[b].x) > self._far * self.scale

    def pieces(self, path: Iterable[int]) -> list[list[tuple[float, float]]]:
        """The label points of a path, cut where it leaves one edge of the map for the other."""
        spaces = list(path)
        pieces = [[self.points[space][:2] for space in spaces[:1]]]
        for a, b in pairwise(spaces):
            if self.crosses_edge(a, b):
                pieces.append([])
            pieces[-1].append(self.points[b][:2])
        return pieces


def _cut_off(ring: Floats, axis: int, limit: float, sign: float) -> Floats:
    """Cut off what lies beyond a limit of one axis."""
    beyond = sign * (ring[:, axis] - limit)
    inside = beyond >= 0
    following = np.roll(ring, -1, axis=0)
    crossing = inside != np.roll(inside, -1)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = beyond / (beyond - np.roll(beyond, -1))
    cuts = ring + np.where(crossing, share, 0.0)[:, None] * (following - ring)
    both = np.stack([ring, cuts], axis=1)
    kept: Floats = both[np.stack([inside, crossing], axis=1)]
    return kept
