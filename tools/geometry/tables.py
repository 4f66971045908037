"""What a maintainer writes by hand in `data/`, every space by the name its dataset prints."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.geometry.atoms import DATA

VOID = "VOID"
"""Water that is on the globe but not on the board."""
LAKE = 1.5
"""Enclosed water smaller than this (square degrees of the plane) is filled; larger is `VOID`."""
WATER = "WATER"
"""Claims of land that the board shows as water."""
OFF_BOARD = frozenset({VOID, WATER})


@dataclass(frozen=True, slots=True)
class Channel:
    """A strait or canal cut through the land wide enough to see."""

    name: str
    width_km: float
    places: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """One board, as asked for: its spaces and borders, and where their land and water lie."""

    board: str
    kinds: dict[str, str]
    borders: frozenset[tuple[str, str]]
    claims: dict[str, list[str]]
    seeds: list[tuple[str, float, float]]
    channels: list[Channel]
    patches: list[tuple[str, tuple[tuple[float, float], ...]]]

    def neighbours(self, space: str) -> set[str]:
        """The spaces a space borders on the board."""
        return {b if a == space else a for a, b in self.borders if space in (a, b)}


class Names:
    """Any name or alias of a space to the name the dataset prints."""

    def __init__(self, rows: Iterable[dict[str, str]]) -> None:
        self._names = {name: name for name in OFF_BOARD}
        for row in rows:
            for name in (row["name"], *row["aliases"].split(";")):
                if name.strip():
                    self._names[name.strip()] = row["name"]

    def find(self, name: str) -> str | None:
        """The space's name, or nothing where the board has no such space."""
        return self._names.get(name)

    def __call__(self, name: str) -> str:
        """Return the name the dataset prints."""
        if (found := self._names.get(name)) is None:
            raise KeyError(f"no space or alias {name!r} on this board")
        return found


def pair(a: str, b: str) -> tuple[str, str]:
    """Two spaces in their one order."""
    return (a, b) if a < b else (b, a)


def rows(path: Path) -> list[dict[str, str]]:
    """A CSV file's rows."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def spaces_of(dataset: Path) -> list[dict[str, str]]:
    """The rows of a board's ``spaces.csv``; a board that has a parent keeps some theatres of it."""
    with (dataset / "dataset.toml").open("rb") as stream:
        about = tomllib.load(stream)
    if parent := about.get("parent"):
        kept = about["keep"]["theatres"]
        return [row for row in spaces_of(dataset.parent / parent) if row["theatre"] in kept]
    return rows(dataset / "spaces.csv")


def parent_of(dataset: Path) -> Path:
    """The board a board is part of: itself where it has no parent."""
    with (dataset / "dataset.toml").open("rb") as stream:
        parent = tomllib.load(stream).get("parent")
    return dataset.parent / parent if parent else dataset


def read_plan(dataset: Path, data: Path = DATA) -> Plan:
    """The plan of one board.

    Parameters
    ----------
    dataset
        Folder with the board's ``spaces.csv`` and ``borders.csv``.
    data
        Folder with ``claims.csv``, ``seeds.csv``, ``channels.csv`` and ``patches.csv``.
    """
    spaces = spaces_of(dataset)
    names = Names(spaces)
    return Plan(
        board=dataset.name,
        kinds={row["name"]: row["kind"] for row in spaces},
        borders=frozenset(
            pair(names(row["space_a"]), names(row["space_b"]))
            for row in rows(dataset / "borders.csv")
        ),
        claims={names(row["space"]): row["claims"].split() for row in rows(data / "claims.csv")},
        seeds=[
            (names(row["space"]), float(row["longitude"]), float(row["latitude"]))
            for row in rows(data / "seeds.csv")
        ],
        channels=[
            Channel(row["name"], float(row["width_km"]), _places(row["places"]))
            for row in rows(data / "channels.csv")
        ],
        patches=[
            (names(row["space"]), _places(row["places"])) for row in rows(data / "patches.csv")
        ],
    )


def _places(text: str) -> tuple[tuple[float, float], ...]:
    pairs = (place.split(":") for place in text.split())
    return tuple((float(longitude), float(latitude)) for longitude, latitude in pairs)
