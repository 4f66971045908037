"""What lies under the hexes as the earth has it: `backdrop.geojson`, on the sheet.

Land with its coasts, lakes, rivers, and mountains, hills, forests, marshes and deserts as soft
shapes. Land is one cover without overlaps and lakes lie within it, so what
is dry is land less lakes; no two terrains overlap, either.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path

import shapely
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box, mapping
from shapely.geometry.base import BaseGeometry

from tools.geometry.plane import polygons
from tools.hexes.grid import COLUMN, centre, corners, sheet
from tools.hexes.relief import Area, Projection, areas, lakes, rivers

MARGIN = 0.5
"""How far what is drawn reaches past the hexes, in hex spacings, as all lengths here."""
FINE, SOFT = 0.006, 0.012
"""How far coasts and rivers, and the soft shapes, may be off when points are left out."""
SMALLEST = 0.0015
"""Islands and lakes below this area (some 60 square kilometres) are left out."""
SEEN = 0.07
"""Share of a hex with land that must be drawn as land at least, so that it is seen."""
DECIMALS = 3
ORDER = ("mountain", "rough", "marsh", "forest", "desert")
"""Where terrains meet, the earlier one is drawn."""

Shape = tuple[str, str, BaseGeometry]
"""Kind, name and geometry in the plane."""


def write_backdrop(
    path: Path, land: BaseGeometry, hexes: Mapping[str, str], plane: Projection
) -> None:
    """Draw the backdrop of the board.

    Parameters
    ----------
    path
        The file to write.
    land
        All land, in the plane of the hexes.
    hexes
        The board's hexes and their kind: ``land``, ``coast`` or ``sea``.
    plane
        Longitudes and latitudes to that plane.
    """
    features = [_feature(*shape) for shape in backdrop(land, hexes, plane)]
    lines = ",\n".join(
        json.dumps(feature, ensure_ascii=False, separators=(",", ":")) for feature in features
    )
    text = '{"type":"FeatureCollection","features":[\n' + lines + "\n]}\n"
    path.write_text(text, encoding="utf-8")


def backdrop(land: BaseGeometry, hexes: Mapping[str, str], plane: Projection) -> list[Shape]:
    """Everything that is drawn, in the plane: land, lakes, terrain, rivers."""
    frame = frame_of(hexes)
    with_land = [name for name, kind in hexes.items() if kind in ("land", "coast")]
    drawn = land_drawn(land.intersection(frame), with_land)
    inland = [
        Area(lake.kind, lake.name, shape)
        for lake in lakes(plane)
        if (shape := _kept(lake.shape.intersection(drawn.buffer(-2 * FINE)), FINE)).area
    ]
    water = shapely.union_all([lake.shape for lake in inland])
    dry = drawn.difference(water)
    shapes: list[Shape] = [("land", "", drawn)]
    shapes += [(lake.kind, lake.name, lake.shape) for lake in inland]
    shapes += _terrains(areas(plane), dry)
    for river in filter(lambda river: river.drawn, rivers(plane)):
        line = river.line.intersection(dry.buffer(2 * FINE)).simplify(FINE)
        if line.length > 10 * FINE:
            shapes.append(("river", river.name, line))
    return shapes


def frame_of(hexes: Iterable[str]) -> Polygon:
    """The rectangle that is drawn."""
    middles = shapely.MultiPoint([centre(name) for name in hexes])
    west, north, east, south = middles.bounds
    wide, high = 2 / 3 * COLUMN + MARGIN, 0.5 + MARGIN
    return box(west - wide, north - high, east + wide, south + high)


def land_drawn(land: BaseGeometry, with_land: Iterable[str]) -> MultiPolygon:
    """Land as it is drawn: simplified, without specks, and fattened in hexes that show too little.

    A hex of the board that has land need not have any on earth: an island stands for it then.
    """
    seen = _kept(land, FINE)
    fat = [more for name in with_land if (more := _fattened(seen, Polygon(corners(name))))]
    joined = shapely.union_all([seen, *fat])
    solid = [
        Polygon(p.exterior, [r for r in p.interiors if Polygon(r).area >= SMALLEST])
        for p in polygons(joined)
    ]
    return MultiPolygon(solid)


def _fattened(land: BaseGeometry, cell: Polygon) -> BaseGeometry | None:
    """What must be added to the land of a hex so that it is seen; None if it is."""
    here = land.intersection(cell)
    least = SEEN * cell.area
    if here.area >= least:
        return None
    inner = cell.buffer(-0.08)
    core = here.intersection(inner)
    if core.is_empty:
        near = shapely.shortest_line(inner, here).interpolate(0) if not here.is_empty else None
        core = near or inner.centroid
    radius = math.sqrt(least / math.pi)
    for part in range(1, 21):
        grown = core.buffer(radius * part / 20).intersection(inner)
        if shapely.union(grown, here).area >= least:
            break
    return grown


def _terrains(found: list[Area], dry: BaseGeometry) -> list[Shape]:
    """Soft shapes on dry land, none over another."""
    taken: BaseGeometry = Point()
    shapes: list[Shape] = []
    for area in sorted(found, key=lambda area: ORDER.index(area.kind)):
        shape = _kept(area.shape.intersection(dry).difference(taken), SOFT)
        if shape.area:
            shapes.append((area.kind, area.name, shape))
            taken = shapely.union(taken, area.shape)
    return shapes


def _kept(geometry: BaseGeometry, tolerance: float) -> MultiPolygon:
    """Its polygons, simplified, without specks."""
    simple = shapely.make_valid(geometry.simplify(tolerance))
    return MultiPolygon([part for part in polygons(simple) if part.area >= SMALLEST])


def _feature(kind: str, name: str, geometry: BaseGeometry) -> dict[str, object]:
    placed = shapely.transform(geometry, lambda points: sheet(points).round(DECIMALS))
    parts = shapely.get_parts(placed)
    single = parts[0] if len(parts) == 1 else placed
    if not isinstance(single, LineString):
        single = shapely.orient_polygons(single)
    return {
        "type": "Feature",
        "properties": {"kind": kind, "name": name},
        "geometry": mapping(single),
    }
