"""Which part of the world a picture shows: the whole board, a part of it by name, or bounds."""

from __future__ import annotations

import math
from typing import TypeAlias

from a4a.core.board import Board
from a4a.core.errors import A4AError
from a4a.map.geometry import Bounds, MapGeometry, latitude, mercator
from a4a.map.painting import bounds_of_part

Region: TypeAlias = str | Bounds | None
"""Name of a map, theatre or space; bounds (south-west, north-east corner); None: whole board."""

_SLIMMEST = 0.28  # least ratio of a picture's height to its width; flatter regions are extended
_TALLEST = 0.8
_SMALLEST = 2.0  # degrees that any picture shows
_BOUNDS = "bounds are ((south, west), (north, east)) in degrees"


def bounds_of_region(board: Board, geometry: MapGeometry, region: Region) -> Bounds:
    """Return the part of the world that a region is, as the geometry lays it out.

    Raises
    ------
    A4AError
        If the board has no such region, or the bounds are not valid.

    Examples
    --------
    >>> from a4a import boards
    >>> from a4a.map.shapes import map_geometry
    >>> board = boards.load("global1940").board
    >>> (south, west), (north, east) = bounds_of_region(
    ...     board, map_geometry(board), "eastern front")
    >>> south < 45 < 60 < north, west < 30 < east
    (True, True)
    """
    if region is None:
        return geometry.bounds
    if isinstance(region, str):
        return _shapely(bounds_of_part(board, geometry, region))
    return _shapely(_checked(region, geometry.bounds))


def _checked(bounds: Bounds, board: Bounds) -> Bounds:
    """Bounds that somebody gave, moved round the world to where the board is laid out."""
    try:
        (south, west), (north, east) = bounds
        corners = [float(value) for value in (south, west, north, east)]
    except (TypeError, ValueError):
        raise A4AError(f"no region {str(bounds)[:80]}: {_BOUNDS}") from None
    south, west, north, east = corners
    if not all(map(math.isfinite, corners)):
        raise A4AError(f"no region {bounds}: {_BOUNDS}")
    if not -90 <= south < north <= 90:
        raise A4AError(f"south {south:g} is not below north {north:g}: {_BOUNDS}, -90 to 90")
    if not (abs(west) <= 720 and west < east <= west + 720):
        raise A4AError(f"west {west:g} is not west of east {east:g}: {_BOUNDS}")
    (low, left), (high, right) = board

    def shared(turn: float) -> float:
        return min(right, east + turn) - max(left, west + turn)

    turn = max((0.0, 360.0, -360.0), key=shared)
    if shared(turn) <= 0 or min(high, north) <= max(low, south):
        raise A4AError(f"no region {bounds}: nothing of the board lies there")
    return ((south, west + turn), (north, east + turn))


def _shapely(bounds: Bounds) -> Bounds:
    """Bounds of a shape that fits on a page: neither a strip nor a tower, and not empty."""
    (south, west), (north, east) = bounds
    low, high = mercator(max(south, -85.0)), mercator(min(north, 85.0))
    width, height = max(east - west, _SMALLEST), max(high - low, _SMALLEST / 2)
    if height > _TALLEST * width:
        width = height / _TALLEST
    elif height < _SLIMMEST * width:
        height = _SLIMMEST * width
    across, up = (west + east) / 2, (low + high) / 2
    return (
        (latitude(up - height / 2), across - width / 2),
        (latitude(up + height / 2), across + width / 2),
    )
