"""True areas and lengths of what is drawn on the sheet."""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry import Polygon

from tools.geometry import labels
from tools.hexes.grid import Grid, corners
from tools.hexes.shores import Side, line_of

_STEP = 0.05
"""Straight lines of the plane are cut so finely, in hex spacings, before they are measured."""


def area_km2(grid: Grid, name: str) -> float:
    """The area on the sphere of all that lies in a hex, water too."""
    cell = shapely.segmentize(Polygon(corners(name)), _STEP)
    ring = np.array(cell.exterior.coords)[:-1]
    return labels.area_km2(Polygon(grid.earth(ring)))


def length_km(grid: Grid, pair: Side) -> float:
    """How long the line between two hexes is on the earth."""
    line = shapely.segmentize(line_of(pair), _STEP)
    return labels.length_km(grid.earth(np.array(line.coords)))
