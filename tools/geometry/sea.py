"""Sea zones: the water shared out among seed points, then fitted to the coasts they border."""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from tools.geometry.plane import FRAME, GRID, area, point, polygons, territory_cells, tidy, voronoi
from tools.geometry.tables import LAKE, VOID, Plan

_STEP = 0.02
_NARROW, _WIDE = 0.2, 0.7


def build(plan: Plan, land: dict[str, BaseGeometry]) -> dict[str, BaseGeometry]:
    """Each sea zone's water, and what is off the board under `VOID`.

    The ocean is shared out by nearest seed, then the patches are painted over it in their order. A
    body of water apart from it belongs whole to the zone that has a seed in it; with none it is off
    the board, or filled when small.
    """
    water = tidy(FRAME.difference(shapely.union_all(list(land.values()))))
    seeds = []
    for name, longitude, latitude in plan.seeds:
        if name == VOID or plan.kinds[name] == "sea":
            place = point(longitude, latitude)
            seeds.append((name, place.x, place.y))
    ocean, *lakes = polygons(water)
    zones = {name: tidy(cell & ocean) for name, cell in territory_cells(seeds).items()}
    for zone, corners in plan.patches:
        if zone not in zones:
            continue
        patch = tidy(area(corners) & ocean)
        zones = {name: tidy(shape - patch) for name, shape in zones.items()}
        zones[zone] = tidy(zones[zone] | patch)
    for lake in lakes:
        owner = next((name for name, x, y in seeds if lake.contains(Point(x, y))), VOID)
        if owner != VOID or lake.area > LAKE:
            zones[owner] = tidy(zones[owner] | lake)
    return zones


def yield_coast(
    plan: Plan,
    land: dict[str, BaseGeometry],
    zones: dict[str, BaseGeometry],
    territory: str,
    zone: str,
) -> bool:
    """Give a zone's water along a coast it does not border to the nearest zone that does.

    The strip ends where the next territory's coast comes nearer, so that the line between the two
    zones runs from where the two coasts meet. Changes `zones`; says whether it found a taker.
    """
    shape = land[territory]
    coast = shapely.intersection(shape.boundary, zones[zone].boundary, grid_size=GRID)
    if coast.length == 0:
        return False
    width = min(max(coast.length, _NARROW), _WIDE)
    strip = coast.buffer(width, quad_segs=3) & zones[zone]
    rivals = [
        other
        for name, other in land.items()
        if name != territory and other.distance(coast) < 2 * width
    ]
    strip = tidy(_nearer(strip, shape, shapely.union_all(rivals), width))
    takers = [name for name in plan.neighbours(territory) if name in zones and name != zone]
    if not takers or strip.is_empty:
        return False
    taker = max(takers, key=lambda name: _contact(strip, zones[name]))
    if _contact(strip, zones[taker])[0] <= 0:
        return False
    zones[taker] = tidy(zones[taker] | strip)
    zones[zone] = tidy(zones[zone] - strip)
    return True


def _contact(strip: BaseGeometry, zone: BaseGeometry) -> tuple[float, float]:
    return shapely.intersection(strip.boundary, zone.buffer(2e-3)).length, -strip.distance(zone)


def _nearer(
    strip: BaseGeometry, shape: BaseGeometry, rival: BaseGeometry, width: float
) -> BaseGeometry:
    """What of a strip is nearer to one shape than to its rival."""
    window = strip.buffer(width)
    ours, theirs = (_shore(s, window) for s in (shape, rival))
    if not len(theirs):
        return strip
    meeting = {tuple(p) for p in ours} & {tuple(p) for p in theirs}
    points = [p for p in map(tuple, ours) if p not in meeting]
    count = len(points)
    points += [p for p in map(tuple, theirs) if p not in meeting]
    cells = voronoi(np.array(points))[:count]
    return strip & shapely.union_all(shapely.set_precision(cells, 1e-6))


def _shore(shape: BaseGeometry, window: BaseGeometry) -> np.ndarray:
    """Points along the part of a boundary in a window, each once."""
    if shape.is_empty:
        return np.empty((0, 2))
    line = shape.boundary & window
    lines = [g for g in shapely.get_parts(line) if isinstance(g, LineString)]
    if not lines:
        return np.empty((0, 2))
    coordinates = shapely.get_coordinates(shapely.segmentize(lines, _STEP))
    return np.unique(coordinates.round(6), axis=0)
