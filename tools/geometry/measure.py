"""The map's areas and lengths, written into the columns of a board's tables that hold them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from tools.geometry.output import GEOMETRY, LINES
from tools.geometry.tables import pair, rows

AREA, LENGTH = "area_km2", "length_km"


def measure(dataset: Path) -> None:
    """Write ``area_km2`` of ``spaces.csv`` and ``length_km`` of ``borders.csv`` from the map.

    Whole numbers; a cell is left empty where the map has no such space or line.
    """
    areas = {p["name"]: p["area_km2"] for p in _properties(dataset / GEOMETRY)}
    lengths = {pair(p["space_a"], p["space_b"]): p["km"] for p in _properties(dataset / LINES)}
    spaces = rows(dataset / "spaces.csv")
    for row in spaces:
        row[AREA] = _whole(areas.get(row["name"]))
    _write(dataset / "spaces.csv", spaces, AREA, before="name_source")
    borders = rows(dataset / "borders.csv")
    for row in borders:
        row[LENGTH] = _whole(lengths.get(pair(row["space_a"], row["space_b"])))
    _write(dataset / "borders.csv", borders, LENGTH, before="source")


def _properties(path: Path) -> list[dict[str, object]]:
    features = json.loads(path.read_text(encoding="utf-8"))["features"]
    return [feature["properties"] for feature in features]


def _whole(number: float | None) -> str:
    """A number as a cell; what there is rounds to 1 at least, since 0 means unknown."""
    return "" if number is None else str(max(1, round(number)))


def _write(path: Path, table: list[dict[str, str]], column: str, *, before: str) -> None:
    columns = [name for name in table[0] if name != column]
    columns.insert(columns.index(before), column)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
