"""The board as the map's files: `geometry.geojson` and `border_lines.geojson`, on the sheet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from tools.hexes.board import Board
from tools.hexes.grid import Places, centre, corners, sheet
from tools.hexes.measure import area_km2, length_km
from tools.hexes.shores import line_of

Feature = dict[str, Any]


def write_drawing(board: Board, folder: Path) -> None:
    """Write both files into a dataset's folder."""
    _write(folder / "geometry.geojson", [*_boxes(board), *_hexes(board)])
    _write(folder / "border_lines.geojson", _lines(board))


def _boxes(board: Board) -> list[Feature]:
    found = []
    for box in board.sheet.boxes:
        west, north, east, south = box.rectangle
        ring = np.array([[east, south], [west, south], [west, north], [east, north]])
        middle = ((west + east) / 2, (north + south) / 2)
        found.append(_space(box.name, "box", ring, middle, {}))
    return found


def _hexes(board: Board) -> list[Feature]:
    return [
        _space(
            name,
            board.kind(name),
            corners(name),
            centre(name),
            {"area_km2": round(area_km2(board.grid, name))},
        )
        for name in board.sheet.names
    ]


def _space(
    name: str, kind: str, ring: Places, middle: tuple[float, float], more: dict[str, Any]
) -> Feature:
    places = _places(ring)
    places.append(places[0])
    lon, lat = zip(*places, strict=True)
    [label] = _places(np.array([middle]))
    return {
        "type": "Feature",
        "bbox": [min(lon), min(lat), max(lon), max(lat)],
        "properties": {
            "name": name,
            "kind": kind,
            "label_lon": label[0],
            "label_lat": label[1],
            **more,
        },
        "geometry": {"type": "Polygon", "coordinates": [places]},
    }


def _lines(board: Board) -> list[Feature]:
    return [
        {
            "type": "Feature",
            "properties": {
                "space_a": pair[0],
                "space_b": pair[1],
                "km": round(length_km(board.grid, pair), 1),
            },
            "geometry": {
                "type": "MultiLineString",
                "coordinates": [_places(np.array(line_of(pair).coords))],
            },
        }
        for pair in sorted(board.shores.sides)
    ]


def _places(plane: Places) -> list[list[float]]:
    """On the sheet, rounded; in the plane first, so that a corner is one corner for all hexes."""
    places: list[list[float]] = np.round(sheet(np.round(plane, 6)), 3).tolist()
    return places


def _write(path: Path, features: list[Feature]) -> None:
    lines = ",\n".join(json.dumps(f, ensure_ascii=False, separators=(",", ":")) for f in features)
    path.write_text(f'{{"type":"FeatureCollection","features":[\n{lines}\n]}}\n', encoding="utf-8")
