"""Natural Earth's pieces: provinces and map units, the smallest things territories are made of."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import shapely
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from tools.geometry.plane import FRAME, area, degrees, point, polygons, project, tidy, unroll

DATA = Path(__file__).parent / "data"
_LAYERS = (("states50.geojson.gz", "iso_3166_2"), ("map_units50.geojson.gz", "gu_a3"))


class Atoms:
    """Every atom by its code, in the plane.

    A code is an ISO 3166-2 province (``CN-HI``) or a Natural Earth map unit (``JPN``). Claims on
    atoms are written in a small language, places in degrees:

    ``CODE``
        the whole atom; ``BR-*`` every atom whose code begins so
    ``PART:CODE:lon:lat``
        the one polygon of the atom nearest the place
    ``AREA:CODE:lon:lat:lon:lat:...``
        what of the atom lies inside the corners
    ``BUF:CODE:km``
        the atom fattened, for islands too small to see
    ``CIRCLE:lon:lat:km``
        no atom at all: a stand-in for an atoll
    """

    def __init__(self, folder: Path = DATA) -> None:
        self._raw: dict[str, BaseGeometry] = {}
        for file, key in _LAYERS:
            with gzip.open(folder / file, "rt", encoding="utf-8") as stream:
                features = json.load(stream)["features"]
            found: dict[str, list[BaseGeometry]] = {}
            for feature in features:
                if code := feature["properties"][key]:
                    found.setdefault(code, []).append(shape(feature["geometry"]))
            for code, parts in found.items():
                self._raw.setdefault(code, shapely.union_all(shapely.make_valid(parts)))
        self._plane: dict[str, BaseGeometry] = {}

    def codes(self, pattern: str) -> list[str]:
        """The codes a code, or a prefix and ``*``, stands for."""
        if pattern.endswith("*"):
            return [code for code in self._raw if code.startswith(pattern[:-1])]
        if pattern not in self._raw:
            raise KeyError(f"no atom {pattern!r} in Natural Earth's layers")
        return [pattern]

    def __getitem__(self, code: str) -> BaseGeometry:
        if code not in self._plane:
            self._plane[code] = unroll(project(self._raw[code]))
        return self._plane[code]

    def claim(self, text: str) -> BaseGeometry:
        """The land a claim other than a plain code stands for."""
        verb, *words = text.split(":")
        match verb:
            case "CIRCLE":
                centre = point(float(words[0]), float(words[1]))
                shape_ = centre.buffer(degrees(float(words[2]), centre), quad_segs=5)
            case "BUF":
                atom = self[words[0]]
                shape_ = atom.buffer(degrees(float(words[1]), atom.centroid), quad_segs=3)
            case "PART":
                place = point(float(words[1]), float(words[2]))
                shape_ = min(polygons(self[words[0]]), key=place.distance)
            case "AREA":
                numbers = [float(word) for word in words[1:]]
                corners = list(zip(numbers[::2], numbers[1::2], strict=True))
                shape_ = self[words[0]].intersection(area(corners))
            case _:
                raise ValueError(f"unknown claim {text!r}")
        return tidy(shape_.intersection(FRAME))
