"""The two files of a board: its polygons and its border lines, as compact GeoJSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from tools.geometry.labels import area_km2, label_point, length_km
from tools.geometry.plane import polygons

GEOMETRY = "geometry.geojson"
LINES = "border_lines.geojson"
CORNER_KM = 5.0
"""Spaces with a shorter common line only meet at a corner."""


def write_spaces(folder: Path, spaces: dict[str, BaseGeometry], kinds: dict[str, str]) -> None:
    """One feature a space, in the order of the board's table.

    Parameters
    ----------
    spaces
        Lon/lat polygons in whole hundredths of a degree.
    kinds
        The kind of every space of the board, in its order.
    """
    features = []
    for name, kind in kinds.items():
        shape = degrees(spaces[name])
        label = label_point(shape)
        properties = {
            "name": name,
            "kind": kind,
            "label_lon": round(label.x, 2),
            "label_lat": round(label.y, 2),
            "area_km2": round(area_km2(shape)),
        }
        features.append(
            {
                "type": "Feature",
                "bbox": [round(v, 2) for v in shape.bounds],
                "properties": properties,
                "geometry": _geometry(shape),
            }
        )
    _write(folder / GEOMETRY, features)


def write_lines(folder: Path, lines: dict[tuple[str, str], list[np.ndarray]]) -> None:
    """One feature a pair that touches: the lines between them and their length in km.

    Pairs that only meet at a corner are left out.
    """
    features = []
    for (a, b), parts in lines.items():
        km = sum(length_km(part) for part in parts)
        if km < CORNER_KM:
            continue
        features.append(
            {
                "type": "Feature",
                "properties": {"space_a": a, "space_b": b, "km": round(km, 1)},
                "geometry": {
                    "type": "MultiLineString",
                    "coordinates": [[_place(x, y) for x, y in part] for part in parts],
                },
            }
        )
    _write(folder / LINES, features)


def degrees(shape: BaseGeometry) -> BaseGeometry:
    """Hundredths of a degree to degrees."""
    return shapely.transform(shape, lambda c: np.rint(c) / 100)


def _geometry(shape: BaseGeometry) -> dict[str, Any]:
    parts = [_rings(part) for part in polygons(shape)]
    if len(parts) == 1:
        return {"type": "Polygon", "coordinates": parts[0]}
    return {"type": "MultiPolygon", "coordinates": parts}


def _rings(part: Polygon) -> list[list[list[float]]]:
    turned = orient(part)
    rings = [turned.exterior, *turned.interiors]
    return [[_place(x, y) for x, y in ring.coords] for ring in rings]


def _place(x: float, y: float) -> list[float]:
    return [_short(x), _short(y)]


def _short(value: float) -> float:
    number = round(float(value), 2)
    return int(number) if number == int(number) else number


def _write(path: Path, features: list[dict[str, Any]]) -> None:
    lines = ",\n".join(json.dumps(f, ensure_ascii=False, separators=(",", ":")) for f in features)
    path.write_text(f'{{"type":"FeatureCollection","features":[\n{lines}\n]}}\n', encoding="utf-8")
