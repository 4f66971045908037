"""Mountains, forests, marshes, deserts, lakes and rivers: our own data, in degrees.

`data/relief.csv`, `data/lakes.csv` and `data/rivers.csv` were written by hand from general
knowledge of the earth: corners of an area or bends of a river, as ``longitude latitude`` parted
by ``;``. They are coarse (a hex is about 200 km wide) and rounded when they are read, so that
they look drawn, not measured.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from tools.hexes.grid import DATA, Places

Projection = Callable[[Places], Places]
"""Longitudes and latitudes to the x and y of the sheet's plane."""

ROUNDS = 2
"""How often corners are cut; each time halves the bends."""
EDGE = (0.06, 0.55)
MEANDER = (0.022, 0.16)
"""How far edges and rivers wander off the straight line, and in what waves, in hex spacings."""


@dataclass(frozen=True, slots=True)
class Area:
    """A stretch of land of one terrain, in the plane."""

    kind: str
    name: str
    shape: BaseGeometry


@dataclass(frozen=True, slots=True)
class River:
    """A river from its source to its mouth, in the plane.

    Attributes
    ----------
    rank
        1 for a river that also runs along hexsides, 2 for one that is only drawn, 0 for a stretch
        that leads along hexsides only, because the river itself winds too much for them.
    into
        The river it joins, or "" where it ends in the sea.
    """

    name: str
    rank: int
    into: str
    line: LineString

    @property
    def along_sides(self) -> bool:
        """Whether hexsides follow it."""
        return self.rank < 2

    @property
    def drawn(self) -> bool:
        """Whether the map shows it."""
        return self.rank > 0


def areas(plane: Projection) -> list[Area]:
    """Mountains, rough country, forests, marshes and deserts, later ones on top of earlier ones."""
    return [
        Area(row["kind"], row["name"], _ring(row["points"], plane)) for row in _rows("relief.csv")
    ]


def lakes(plane: Projection) -> list[Area]:
    """Inland water that a map of Europe shows."""
    return [Area("lake", row["name"], _ring(row["points"], plane)) for row in _rows("lakes.csv")]


def rivers(plane: Projection) -> list[River]:
    """Rivers, in the order of the file: a river comes before those that join it."""
    found: list[River] = []
    for row in _rows("rivers.csv"):
        course = rounded(plane(_points(row["points"])), closed=False)
        line = LineString(wandering(course, *MEANDER))
        found.append(River(row["name"], int(row["rank"]), row["into"], line))
    return found


def rounded(points: Places, *, closed: bool) -> Places:
    """A line with its corners cut again and again (Chaikin's way); ends of open lines stay.

    Examples
    --------
    >>> rounded(np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]]), closed=False)[[0, -1]].tolist()
    [[0.0, 0.0], [4.0, 4.0]]
    """
    for _ in range(ROUNDS):
        first, last = points[:1], points[-1:]
        from_ = np.vstack([points, first]) if closed else points
        start, end = from_[:-1], from_[1:]
        cut = np.stack([0.75 * start + 0.25 * end, 0.25 * start + 0.75 * end], axis=1)
        points = cut.reshape(-1, 2)
        if not closed:
            points = np.vstack([first, points[1:-1], last])
    return points


def wandering(points: Places, size: float, wave: float) -> Places:
    """A line cut finely and moved hither and thither, as if an unsteady hand had drawn it.

    The movement depends on the place alone, so lines that meet still meet.
    """
    fine = np.asarray(shapely.segmentize(LineString(points), wave / 6).coords)
    x, y = fine.T * (2 * np.pi / wave)
    across = np.sin(y + 0.6 * np.sin(0.37 * x)) + 0.5 * np.sin(0.53 * x + 1.7 * y + 1.0)
    along = np.sin(0.9 * x + 2.0 + 0.6 * np.sin(0.41 * y)) + 0.5 * np.sin(1.6 * x - 0.61 * y)
    return np.asarray(fine + size / 1.5 * np.column_stack([across, along]))


def _rows(file: str) -> list[dict[str, str]]:
    with (DATA / file).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _points(text: str) -> Places:
    return np.array([[float(number) for number in pair.split()] for pair in text.split(";")])


def _ring(text: str, plane: Projection) -> BaseGeometry:
    corners = rounded(plane(_dense(_points(text))), closed=True)
    ring = wandering(np.vstack([corners, corners[:1]]), *EDGE)
    return shapely.make_valid(Polygon(ring))


def _dense(points: Places) -> Places:
    """Corners with others between those more than six degrees apart, so that sides bend rightly."""
    line = shapely.segmentize(LineString(np.vstack([points, points[:1]])), 6.0)
    return np.asarray(line.coords)[:-1]
