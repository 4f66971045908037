"""The grid: from longitude and latitude to the plane of the hexes, and on to the sheet.

Three kinds of places are spoken of. *Earth*: longitude and latitude in degrees. *Plane*: x to the
right, y downwards, both in hex spacings (from the centre of a hex to the centre of the next), so
that the hex of column c and row r lies at x = c * sqrt(3)/2 and y = r, half lower in even columns.
*Sheet*: what the GeoJSON files hold, degrees that a Web-Mercator map shows as the plane is.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from a4a.boards.grid import neighbours as beside

DATA = Path(__file__).parent / "data"
EARTH_RADIUS_KM = 6371.0088
COLUMN = math.sqrt(3) / 2
"""From one column to the next, in hex spacings."""
SHEET_DEGREES = 1.9
"""Degrees of longitude on the sheet to a hex spacing: hexes are 2.19 degrees wide."""
SHEET_CENTRE = (20.0, 37.0, 26 * COLUMN, 9.0)
"""Longitude and Mercator latitude (degrees) on the sheet of a point of the plane."""

Places = NDArray[np.float64]
"""Shape (n, 2)."""


@dataclass(frozen=True, slots=True)
class Cone:
    """A conformal conic projection onto the plane of the hexes.

    Parameters
    ----------
    constant
        Sine of the parallel at which the cone touches the globe.
    meridian
        Longitude of the upright meridian, in degrees: the grid's turn is in it.
    scale
        Radius of the globe, in hex spacings.
    x, y
        Where the apex of the cone lies.
    """

    constant: float
    meridian: float
    scale: float
    x: float
    y: float

    @property
    def hex_km(self) -> float:
        """From hex to hex along the parallel of touch."""
        return EARTH_RADIUS_KM / self.scale

    @property
    def _reach(self) -> float:
        touch = math.asin(self.constant)
        touched: float = math.tan(math.pi / 4 + touch / 2) ** self.constant
        return self.scale * math.cos(touch) / self.constant * touched

    def plane(self, earth: Places) -> Places:
        """Longitude and latitude to the plane."""
        turn = np.radians(earth[:, 0] - self.meridian) * self.constant
        rho = self._reach / np.tan(np.pi / 4 + np.radians(earth[:, 1]) / 2) ** self.constant
        return np.column_stack([self.x + rho * np.sin(turn), self.y + rho * np.cos(turn)])

    def earth(self, plane: Places) -> Places:
        """The plane to longitude and latitude."""
        x, y = plane[:, 0] - self.x, plane[:, 1] - self.y
        latitude = 2 * np.arctan((self._reach / np.hypot(x, y)) ** (1 / self.constant)) - np.pi / 2
        turn = np.arctan2(x, y) / self.constant
        return np.column_stack([np.degrees(turn) + self.meridian, np.degrees(latitude)])


_EXACT = 1e-13
"""Hex spacings by which a place that was found moves no more: some bits of its number."""


@dataclass(frozen=True, slots=True)
class Bend:
    """A smooth bend of the plane: the sum of a hill at each of some places.

    Parameters
    ----------
    places
        Where the hills stand, in the plane as the cone makes it.
    pulls
        How far each pulls, in x and y.
    reach
        How wide a hill is, in hex spacings.
    """

    places: Places
    pulls: Places
    reach: float

    def __call__(self, plane: Places) -> Places:
        """The bent plane."""
        bent: Places = plane + hills(plane, self.places, self.reach) @ self.pulls
        return bent

    def undo(self, bent: Places) -> Places:
        """The plane before it was bent."""
        plane = bent
        for _ in range(60):
            step = bent - self(plane)
            plane = plane + step
            if np.abs(step).max() < _EXACT:
                break
        return plane


def hills(plane: Places, places: Places, reach: float) -> NDArray[np.float64]:
    """How high the hill of each place is at each point: shape (points, places)."""
    east, north = (plane[:, None, axis] - places[None, :, axis] for axis in (0, 1))
    square = east**2 + north**2  # a sum over an axis of two takes three times as long
    high: NDArray[np.float64] = np.exp(-square / (2 * reach**2))
    return high


@dataclass(frozen=True, slots=True)
class Grid:
    """The board's grid: a cone, and the bend that puts the named places into their hexes.

    Examples
    --------
    >>> import numpy as np
    >>> grid = Grid.read()
    >>> grid.hex_of(np.array([[37.62, 55.75], [32.86, 39.93]]))
    ['2903', '3310']
    """

    cone: Cone
    bend: Bend

    @classmethod
    def read(cls, path: Path = DATA / "fit.toml") -> Grid:
        """The grid that `tools.hexes.fit` found."""
        with path.open("rb") as stream:
            fit = tomllib.load(stream)
        bend = fit["bend"]
        return cls(
            Cone(**fit["cone"]),
            Bend(np.array(bend["places"]), np.array(bend["pulls"]), bend["reach"]),
        )

    def plane(self, earth: Places) -> Places:
        """Longitude and latitude to the plane of the hexes."""
        return self.bend(self.cone.plane(earth))

    def earth(self, plane: Places) -> Places:
        """The plane of the hexes to longitude and latitude."""
        return self.cone.earth(self.bend.undo(plane))

    def hex_of(self, earth: Places) -> list[str]:
        """The number of the hex each place lies in."""
        return [number(*place) for place in nearest(self.plane(earth))]


def number(column: int, row: int) -> str:
    """A hex's number as printed: column, then row.

    Examples
    --------
    >>> number(19, 4)
    '1904'
    """
    return f"{column:02d}{row:02d}"


def column_row(name: str) -> tuple[int, int]:
    """Column and row of a hex's number."""
    return int(name[:2]), int(name[2:])


def centre(name: str) -> tuple[float, float]:
    """The middle of a hex in the plane."""
    column, row = column_row(name)
    return column * COLUMN, row + 0.5 * (column % 2 == 0)


_TURNS = np.radians(np.arange(0, 360, 60))
_CORNERS = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)]) * (1 / math.sqrt(3))
"""From the middle of a hex to its corners."""


def corners(name: str) -> Places:
    """The six corners of a hex in the plane, from the one in the east on, shape (6, 2)."""
    return np.asarray(centre(name) + _CORNERS)


def neighbours(name: str) -> tuple[str, ...]:
    """The six hexes around a hex, from the one above on, clockwise; some may be off the sheet.

    Examples
    --------
    >>> neighbours("2911")
    ('2910', '3010', '3011', '2912', '2811', '2810')
    """
    return beside(name, "even")


def distance(a: str, b: str) -> int:
    """From one hex to another, in hexes.

    Examples
    --------
    >>> distance("1911", "1615")
    6
    """
    (ax, ay), (bx, by) = centre(a), centre(b)
    across = abs(round((bx - ax) / COLUMN))
    return round(across + max(0.0, abs(by - ay) - across / 2))


def nearest(plane: Places) -> list[tuple[int, int]]:
    """Column and row of the hex each point of the plane lies in."""
    guess = np.rint(plane[:, 0] / COLUMN).astype(int)
    columns = guess[:, None] + np.array([-1, 0, 1])
    low = 0.5 * (columns % 2 == 0)
    rows = np.rint(plane[:, 1][:, None] - low)
    far = np.hypot(plane[:, 0][:, None] - columns * COLUMN, plane[:, 1][:, None] - rows - low)
    best = far.argmin(axis=1)
    at = np.arange(len(plane))
    return [(int(c), int(r)) for c, r in zip(columns[at, best], rows[at, best], strict=True)]


def sheet(plane: Places) -> Places:
    """The plane to the degrees of the sheet, which a Web-Mercator map shows as the plane is."""
    longitude, mercator, x, y = SHEET_CENTRE
    up = mercator - (plane[:, 1] - y) * SHEET_DEGREES
    return np.column_stack(
        [
            longitude + (plane[:, 0] - x) * SHEET_DEGREES,
            np.degrees(np.arcsin(np.tanh(np.radians(up)))),
        ]
    )
