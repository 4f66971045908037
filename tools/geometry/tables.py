"""What a maintainer writes by hand in `data/`, every space by the name its dataset prints."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from a4a.boards.folders import layers
from a4a.boards.tables import read
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
    """The rows of a board's ``spaces.csv``, laid over its parent's."""
    return [dict(row) for row in read(dataset)["spaces"]]


def borders_of(dataset: Path) -> list[dict[str, str]]:
    """The rows of a board's ``borders.csv``, laid over its parent's."""
    return [dict(row) for row in read(dataset)["borders"]]


def source_of(dataset: Path, data: Path = DATA) -> Path:
    """The board from whose map a board is cut: its own, or its parent's where it draws nothing."""
    with (dataset / "dataset.toml").open("rb") as stream:
        parent = tomllib.load(stream).get("parent")
    if parent and not (data / dataset.name).is_dir():
        return source_of(dataset.parent / parent, data)
    return dataset


def read_plan(dataset: Path, data: Path = DATA) -> Plan:
    """The plan of one board.

    A variant's plan is its parent's, of the spaces that it has, and what a folder of its own name
    says: claims take the place of a space's claims, all else is added.

    Parameters
    ----------
    dataset
        The board's folder.
    data
        Folder with a folder for each board: ``claims.csv``, ``seeds.csv``, ``channels.csv`` and
        ``patches.csv``.
    """
    spaces = spaces_of(dataset)
    names, gone = Names(spaces), _gone(dataset)
    own = (data / folder.name for folder in layers(dataset))
    folders = [folder for folder in own if folder.is_dir()]

    def all_rows(table: str) -> list[dict[str, str]]:
        paths = [folder / f"{table}.csv" for folder in folders]
        found = [row for path in paths if path.is_file() for row in rows(path)]
        return [row for row in found if row.get("space") not in gone]

    return Plan(
        board=dataset.name,
        kinds={row["name"]: row["kind"] for row in spaces},
        borders=frozenset(
            pair(names(row["space_a"]), names(row["space_b"])) for row in borders_of(dataset)
        ),
        claims={names(row["space"]): row["claims"].split() for row in all_rows("claims")},
        seeds=[
            (names(row["space"]), float(row["longitude"]), float(row["latitude"]))
            for row in all_rows("seeds")
        ],
        channels=[
            Channel(row["name"], float(row["width_km"]), _places(row["places"]))
            for row in all_rows("channels")
        ],
        patches=[(names(row["space"]), _places(row["places"])) for row in all_rows("patches")],
    )


def _gone(dataset: Path) -> set[str]:
    """The spaces of its parents that a board does not have."""
    own = {row["name"] for row in spaces_of(dataset)}
    chain = layers(dataset)
    return {row["name"] for folder in chain[:-1] for row in spaces_of(folder)} - own


def _places(text: str) -> tuple[tuple[float, float], ...]:
    pairs = (place.split(":") for place in text.split())
    return tuple((float(longitude), float(latitude)) for longitude, latitude in pairs)
