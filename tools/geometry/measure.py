"""The map's areas and lengths, written into the columns of a board's tables that hold them."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path

from a4a.boards.tables import Key, read
from tools.geometry.output import GEOMETRY, LINES
from tools.geometry.tables import pair, rows

AREA, LENGTH = "area_km2", "length_km"


def measure(dataset: Path) -> None:
    """Write ``area_km2`` of ``spaces.csv`` and ``length_km`` of ``borders.csv`` from the map.

    Whole numbers; a cell is left empty where the map has no such space or line. A variant's tables
    get rows for what its map draws otherwise than its parent's.
    """
    areas = {(p["name"],): p["area_km2"] for p in _properties(dataset / GEOMETRY)}
    lengths = {pair(p["space_a"], p["space_b"]): p["km"] for p in _properties(dataset / LINES)}
    _write(dataset, "spaces", ("name",), AREA, areas)
    _write(dataset, "borders", ("space_a", "space_b"), LENGTH, lengths)


def _properties(path: Path) -> list[dict[str, object]]:
    features = json.loads(path.read_text(encoding="utf-8"))["features"]
    return [feature["properties"] for feature in features]


def _whole(number: float | None) -> str:
    """A number as a cell; what there is rounds to 1 at least, since 0 means unknown."""
    return "" if number is None else str(max(1, round(number)))


def _write(
    dataset: Path, name: str, key: tuple[str, ...], column: str, measured: Mapping[Key, float]
) -> None:
    path = dataset / f"{name}.csv"
    table = rows(path)
    columns = [name for name in table[0] if name != column]
    before = "name_source" if "name_source" in columns else "source"
    columns.insert(columns.index(before), column)

    def figure(row: dict[str, str]) -> str:
        return _whole(measured.get(tuple(sorted(row[part] for part in key))))

    table += [row for row in _inherited(dataset, name, key, table) if row[column] != figure(row)]
    for row in table:
        row[column] = figure(row)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)


def _inherited(
    dataset: Path, name: str, key: tuple[str, ...], own: list[dict[str, str]]
) -> list[dict[str, str]]:
    """The rows of a variant's table that stand in its parent's file alone."""
    if not (dataset / "dataset.toml").is_file():
        return []
    known = {tuple(sorted(row[part] for part in key)) for row in own}
    merged = [dict(row) for row in read(dataset)[name]]
    return [row for row in merged if tuple(sorted(row[part] for part in key)) not in known]
