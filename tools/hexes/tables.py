"""The board as the tables of a dataset: `spaces.csv`, `borders.csv`, `theatres.csv`."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path

from tools.hexes.board import Board
from tools.hexes.measure import area_km2, length_km

SPACES = [
    "name",
    "kind",
    "place",
    "region",
    "theatre",
    "value",
    "original_controller",
    "start_controller",
    "capital_of",
    "city",
    "terrain",
    "features",
    "impassable",
    "aliases",
    "area_km2",
    "name_source",
    "source",
]
BORDERS = [
    "space_a",
    "space_b",
    "kind",
    "name",
    "controllers",
    "cost",
    "line",
    "length_km",
    "source",
]
THEATRES = ["space", "theatre", "source"]
RULEBOOK, RECONSTRUCTED = "rulebook", "reconstructed"


def write_tables(board: Board, folder: Path) -> None:
    """Write the three tables into a dataset's folder."""
    _write(folder / "spaces.csv", SPACES, [*boxes(board), *hexes(board)])
    _write(folder / "borders.csv", BORDERS, [*ways(board), *sides(board)])
    _write(folder / "theatres.csv", THEATRES, theatres(board))


def boxes(board: Board) -> Iterable[dict[str, str]]:
    """A row of `spaces.csv` for every box."""
    for box in board.sheet.boxes:
        row = box.row
        yield {
            "name": box.name,
            "kind": "box",
            "region": row["region"],
            "value": row["value"],
            "original_controller": row["controller"],
            "start_controller": row["controller"],
            "capital_of": row["capital_of"],
            "features": row["features"],
            "name_source": RULEBOOK,
            "source": row["source"],
        }


def hexes(board: Board) -> Iterable[dict[str, str]]:
    """A row of `spaces.csv` for every hex."""
    for name in board.sheet.names:
        place: Mapping[str, str] = board.sheet.places.get(name, {})
        region = board.regions.get(name, "")
        country: Mapping[str, str] = board.sheet.regions[region] if region else {}
        yield {
            "name": name,
            "kind": board.kind(name),
            "place": place.get("place", ""),
            "region": region,
            "value": place.get("value", "0" if region else ""),
            "original_controller": country.get("original_controller", ""),
            "start_controller": country.get("start_controller", ""),
            "capital_of": place.get("capital_of", ""),
            "city": place.get("city", ""),
            "terrain": board.terrain.get(name, ""),
            "features": "; ".join(_features(board, name)),
            "impassable": "1" if "impassable" in country.get("features", "") else "",
            "aliases": "; ".join(_aliases(place)),
            "area_km2": str(round(area_km2(board.grid, name))),
            "name_source": place.get("source", "derived"),
            "source": place.get("source", RECONSTRUCTED),
        }


def _features(board: Board, name: str) -> list[str]:
    found = _list(board.sheet.places.get(name, {}).get("features", ""))
    if name in board.regions:
        found += _list(board.sheet.regions[board.regions[name]]["features"])
    if name in board.vichy:
        found.append("vichy")
    if name in board.west_edge:
        found.append("west edge")
    return [feature for feature in found if feature != "impassable"]


def _aliases(place: Mapping[str, str]) -> list[str]:
    return [place["place"], *_list(place["aliases"])] if place.get("place") else []


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def theatres(board: Board) -> Iterable[dict[str, str]]:
    """A row of `theatres.csv` for every space."""
    found = {box.name: box.row["theatre"] for box in board.sheet.boxes}
    found |= {name: board.theatre(name) for name in board.sheet.names}
    for space, theatre in found.items():
        yield {"space": space, "theatre": theatre, "source": RECONSTRUCTED}


def ways(board: Board) -> Iterable[dict[str, str]]:
    """A row of `borders.csv` for every way of a box."""
    for box, other, cost, source in board.ways():
        yield {"space_a": box, "space_b": other, "kind": "box", "cost": cost, "source": source}


def sides(board: Board) -> Iterable[dict[str, str]]:
    """A row of `borders.csv` for every side of two hexes."""
    for pair in sorted(board.shores.sides):
        kind = board.side(pair)
        yield {
            "space_a": pair[0],
            "space_b": pair[1],
            "kind": kind,
            "name": board.rivers.get(pair, ""),
            "cost": "1",
            "line": board.line(pair),
            "length_km": str(round(length_km(board.grid, pair))),
            "source": RECONSTRUCTED,
        }


def _write(path: Path, columns: list[str], rows: Iterable[Mapping[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
