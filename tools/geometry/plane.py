"""The plane everything is built in: Web Mercator, measured in degrees of longitude.

Straight lines here are straight on the map. The world is unrolled from `WEST` eastwards, so the
Pacific is one piece and the seam runs down the middle of the Atlantic.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import Voronoi
from shapely.affinity import translate
from shapely.geometry import MultiPoint, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

WEST = -30.0
SOUTH_LATITUDE = -58.0
NORTH_LATITUDE = 78.0
KM_PER_DEGREE = 111.195
GRID = 2.0**-13
"""Every stage rounds to this, so that lines meant to be one are one.

A power of two, so that moving by a whole turn of the globe is exact.
"""


def mercator(latitude: NDArray[np.float64]) -> NDArray[np.float64]:
    """Latitude in degrees to the plane's y."""
    return np.degrees(np.arctanh(np.sin(np.radians(np.clip(latitude, -85.0, 85.0)))))


def latitude(y: NDArray[np.float64]) -> NDArray[np.float64]:
    """The plane's y to latitude in degrees."""
    return np.degrees(np.arcsin(np.tanh(np.radians(y))))


def project(geometry: BaseGeometry) -> BaseGeometry:
    """Lon/lat to the plane; longitudes are left as they are."""
    return shapely.transform(geometry, lambda c: np.column_stack([c[:, 0], mercator(c[:, 1])]))


def unproject(geometry: BaseGeometry) -> BaseGeometry:
    """The plane to lon/lat."""
    return shapely.transform(geometry, lambda c: np.column_stack([c[:, 0], latitude(c[:, 1])]))


SOUTH, NORTH = (float(y) for y in mercator(np.array([SOUTH_LATITUDE, NORTH_LATITUDE])))
FRAME: Polygon = box(WEST, SOUTH, WEST + 360.0, NORTH)


def unrolled(longitude: float) -> float:
    """The longitude, in the frame's turn of the globe."""
    return (longitude - WEST) % 360.0 + WEST


def unroll(geometry: BaseGeometry) -> BaseGeometry:
    """A geometry of any longitudes, moved by whole turns (and cut at the seam) into the frame."""
    geometry = shapely.make_valid(geometry)
    turns = [translate(geometry, shift).intersection(FRAME) for shift in (-360.0, 0.0, 360.0)]
    return tidy(shapely.union_all(turns))


def tidy(geometry: BaseGeometry, grid: float = GRID) -> BaseGeometry:
    """The geometry's polygons alone, valid, on the grid."""
    snapped = shapely.set_precision(shapely.make_valid(geometry), grid)
    return shapely.union_all(polygons(snapped))


def polygons(geometry: BaseGeometry) -> list[Polygon]:
    """Its polygons, largest first; lines and points are dropped."""
    parts = [p for p in shapely.get_parts(geometry, return_index=False) if not p.is_empty]
    found: list[Polygon] = []
    for part in parts:
        if isinstance(part, Polygon):
            found.append(part)
        elif hasattr(part, "geoms"):
            found.extend(polygons(part))
    return sorted(found, key=lambda p: -p.area)


def point(longitude: float, latitude_: float) -> Point:
    """A place on the globe as a point of the frame."""
    return Point(unrolled(longitude), float(mercator(np.array([latitude_]))[0]))


def area(corners: Sequence[tuple[float, float]]) -> BaseGeometry:
    """What lies inside corners given in degrees; edges are straight on the map."""
    return unroll(project(Polygon(corners)))


def degrees(km: float, at: Point) -> float:
    """A distance on the ground near a point, in the plane's units."""
    return km / (KM_PER_DEGREE * math.cos(math.radians(float(latitude(np.array([at.y]))[0]))))


def voronoi(points: NDArray[np.float64]) -> list[Polygon]:
    """The cell of each point, all of them bounded.

    Parameters
    ----------
    points
        Shape (n, 2), all different, in the plane.
    """
    far = 4000.0
    corners = np.array([[-far, -far], [-far, far], [far, -far], [far, far]])
    diagram = Voronoi(np.vstack([points, corners]))
    cells = []
    for index in range(len(points)):
        corners_of_cell = diagram.vertices[diagram.regions[diagram.point_region[index]]]
        cells.append(MultiPoint(corners_of_cell).convex_hull)
    return cells


def territory_cells(seeds: Sequence[tuple[str, float, float]]) -> dict[str, BaseGeometry]:
    """The plane shared out among named seed points: the union of each name's cells.

    Seeds count on both sides of the seam.
    """
    names: list[str] = []
    places: list[tuple[float, float]] = []
    for name, x, y in dict.fromkeys(seeds):
        for shift in (-360.0, 0.0, 360.0):
            names.append(name)
            places.append((x + shift, y))
    cells: dict[str, list[Polygon]] = {}
    for name, cell in zip(names, voronoi(np.array(places)), strict=True):
        if cell.intersects(FRAME):
            cells.setdefault(name, []).append(cell.intersection(FRAME))
    return {name: tidy(shapely.union_all(parts)) for name, parts in cells.items()}
