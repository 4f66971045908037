"""The terrain of each hex with land, judged at the scale of army groups.

A hex is what most hinders an army crossing it: the shares of its land that are mountain, rough,
forest, marsh and desert (`relief.areas`) are compared with `ENOUGH`; `data/terrain.csv` settles
the hexes where that is not what a map maker would print, each with its reason.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tools.hexes.grid import DATA
from tools.hexes.relief import Projection, areas, lakes

CLEAR = "clear"

ENOUGH: dict[str, float] = {
    "mountain": 0.38,
    "marsh": 0.40,
    "rough": 0.40,
    "forest": 0.40,
    "desert": 0.45,
}
"""Share of a hex's land that makes the hex so; the first kind that has enough is taken.

Mountain counts as rough, too, so hills beside a range make a hex rough where neither would alone.
"""


def terrain(
    cells: Mapping[str, BaseGeometry], land: BaseGeometry, plane: Projection
) -> dict[str, str]:
    """Terrain of each hex.

    Parameters
    ----------
    cells
        The hexes that hold land, as polygons in the plane of the sheet.
    land
        The land in that plane (lakes are taken off here); a hex without any is clear.
    plane
        Longitudes and latitudes to that plane.
    """
    judged = {name: judge(share) for name, share in shares(cells, land, plane).items()}
    return judged | {name: kind for name, kind in exceptions().items() if name in judged}


def judge(share: Mapping[str, float]) -> str:
    """What a hex is by the shares of its land.

    Examples
    --------
    >>> judge({"mountain": 0.3, "marsh": 0.0, "rough": 0.2, "forest": 0.5, "desert": 0.0})
    'rough'
    """
    counted = {**share, "rough": share["rough"] + share["mountain"]}
    return next((kind for kind, least in ENOUGH.items() if counted[kind] >= least), CLEAR)


def shares(
    cells: Mapping[str, BaseGeometry], land: BaseGeometry, plane: Projection
) -> dict[str, dict[str, float]]:
    """For each hex, the part of its land that is of each kind: 0 to 1."""
    kinds = {kind: shapely.MultiPolygon() for kind in ENOUGH}
    grouped: dict[str, list[BaseGeometry]] = {kind: [] for kind in kinds}
    for area in areas(plane):
        grouped[area.kind].append(area.shape)
    shapes = np.array([shapely.union_all(grouped[kind]) for kind in ENOUGH])
    shores = land.difference(shapely.union_all([lake.shape for lake in lakes(plane)]))
    shapely.prepare(shores)
    found = {}
    for name, cell in cells.items():
        dry = cell.intersection(shores)
        part = shapely.area(shapely.intersection(shapes, dry)) / max(dry.area, 1e-9)
        found[name] = dict(zip(ENOUGH, part.tolist(), strict=True))
    return found


def exceptions() -> dict[str, str]:
    """Hexes whose terrain is settled by hand."""
    with (DATA / "terrain.csv").open(encoding="utf-8", newline="") as stream:
        return {row["hex"]: row["terrain"] for row in csv.DictReader(stream)}
