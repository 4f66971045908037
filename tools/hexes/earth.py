"""Natural Earth's map units and provinces, in the plane of the hexes."""

from __future__ import annotations

import csv
import gzip
import json
from functools import cached_property
from pathlib import Path

import numpy as np
import shapely
from shapely.affinity import scale, translate
from shapely.geometry import Point, Polygon, box, shape
from shapely.geometry.base import BaseGeometry

from tools.geometry.atoms import DATA as LAYERS
from tools.hexes.grid import DATA, Grid, corners

_FILES = (("map_units50.geojson.gz", "gu_a3"), ("states50.geojson.gz", "iso_3166_2"))
_WINDOW = box(-35.0, 8.0, 80.0, 76.0)
"""What of the earth is looked at, in degrees: more than any sheet shows."""
_SHORE = 0.04
"""Water between an island and the sides of its hex, in hex spacings."""
_STEP = 0.25
"""Lines are cut into steps of so many degrees before they are bent."""


class Earth:
    """Every map unit and province by its code, bent into the plane when asked for.

    Claims are written in a small language, places in degrees:

    ``CODE``
        a map unit (``POL``) or a province (``RU-KGD``); ``RU-*`` all whose code begins so
    ``AREA:lon:lat:lon:lat:...``
        all that lies inside the corners
    """

    def __init__(self, grid: Grid, folder: Path = LAYERS) -> None:
        self.grid = grid
        self._raw: dict[str, BaseGeometry] = {}
        self._units: set[str] = set()
        with (DATA / "islands.csv").open(encoding="utf-8", newline="") as stream:
            self._islands = {
                row["hex"]: (float(row["lon"]), float(row["lat"])) for row in csv.DictReader(stream)
            }
        for file, key in _FILES:
            with gzip.open(folder / file, "rt", encoding="utf-8") as stream:
                features = json.load(stream)["features"]
            for feature in features:
                geometry = shapely.make_valid(shape(feature["geometry"])).intersection(_WINDOW)
                if (code := feature["properties"][key]) and not geometry.is_empty:
                    self._raw[code] = shapely.union(self._raw.get(code, Polygon()), geometry)
                    if key == "gu_a3":
                        self._units.add(code)

    def claim(self, text: str) -> BaseGeometry:
        """The land, or the area, a claim stands for, in the plane."""
        if text.startswith("AREA:"):
            numbers = [float(word) for word in text.split(":")[1:]]
            return self._bend(Polygon(list(zip(numbers[::2], numbers[1::2], strict=True))))
        if text.endswith("*"):
            codes = [code for code in self._raw if code.startswith(text[:-1])]
        else:
            codes = [text] if text in self._raw else []
        if not codes:
            raise KeyError(f"no map unit or province {text!r} in Natural Earth's layers")
        return self._bend(shapely.union_all([self._raw[code] for code in codes]))

    @cached_property
    def land(self) -> BaseGeometry:
        """All land there is, with the islands of `islands.csv` drawn into their hexes."""
        everything = shapely.union_all([self._raw[code] for code in sorted(self._units)])
        parts = [p for p in shapely.get_parts(self._bend(everything)) if isinstance(p, Polygon)]
        shores = shapely.STRtree(parts)
        for name, place in self._islands.items():
            [nearest] = self.grid.plane(np.array([place]))
            at = int(shores.nearest(Point(nearest)))
            parts[at] = drawn_into(parts[at], Polygon(corners(name)))
        return shapely.union_all(parts)

    def _bend(self, geometry: BaseGeometry) -> BaseGeometry:
        fine = shapely.segmentize(geometry, _STEP)
        return shapely.make_valid(
            # Rounded, so that a ring's last point is its first to the last bit.
            shapely.transform(fine, lambda earth: np.round(self.grid.plane(earth), 7))
        )


def drawn_into(island: Polygon, cell: Polygon) -> Polygon:
    """An island moved to the middle of its hex, and shrunk until the hex holds it.

    As an artist would: rules count it to that hex alone.
    """
    room = cell.buffer(-_SHORE)
    circle = shapely.minimum_bounding_circle(island).centroid
    middle = cell.centroid
    moved = translate(island, middle.x - circle.x, middle.y - circle.y)
    while not room.contains(moved):
        moved = scale(moved, 0.98, 0.98, origin=middle)
    return moved
