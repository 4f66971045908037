"""Where to write a space's name, and how large a space is."""

from __future__ import annotations

import math

import numpy as np
import shapely
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from tools.geometry.plane import polygons, project, unproject

EARTH_RADIUS_KM = 6371.0088


def label_point(shape: BaseGeometry) -> Point:
    """The pole of inaccessibility of its largest part on the map, in longitude and latitude."""
    part = polygons(project(shape))[0]
    low_x, low_y, high_x, high_y = part.bounds
    tolerance = max(min(high_x - low_x, high_y - low_y) / 200, 1e-3)
    circle = shapely.maximum_inscribed_circle(part, tolerance=tolerance)
    return unproject(Point(circle.coords[0]))


def area_km2(shape: BaseGeometry) -> float:
    """Area on the sphere: the integral of the sine of latitude round each ring.

    Straight edges of lon/lat are taken as they are drawn, cut into steps of a quarter degree.
    """
    total = 0.0
    for part in polygons(shapely.segmentize(shape, 0.25)):
        rings = [_ring(part.exterior)] + [-_ring(hole) for hole in part.interiors]
        total += sum(rings)
    return total


def _ring(ring: BaseGeometry) -> float:
    longitude, latitude = np.radians(shapely.get_coordinates(ring)).T
    sines = np.sin(latitude)
    return (
        abs(float(np.sum(np.diff(longitude) * (sines[1:] + sines[:-1]) / 2))) * EARTH_RADIUS_KM**2
    )


def length_km(line: np.ndarray) -> float:
    """Great-circle length of a polyline.

    Parameters
    ----------
    line
        Shape (n, 2), longitude and latitude in degrees.
    """
    longitude, latitude = np.radians(line).T
    haversine = (
        np.sin(np.diff(latitude) / 2) ** 2
        + np.cos(latitude[1:]) * np.cos(latitude[:-1]) * np.sin(np.diff(longitude) / 2) ** 2
    )
    return 2 * EARTH_RADIUS_KM * math.fsum(np.arcsin(np.sqrt(haversine)))
