"""What a maintainer writes by hand in `data/`: the sheet, its hexes' hints, places and boxes."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.hexes.countries import Claim
from tools.hexes.grid import DATA, column_row, number
from tools.hexes.shores import Side, Thresholds, side

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Box:
    """A box off the edges of the map, a rectangle of the plane."""

    name: str
    row: Row
    rectangle: tuple[float, float, float, float]
    """West, north, east, south."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that is written by hand about the board."""

    columns: range
    rows: range
    thresholds: Thresholds
    river_side: float
    """The share of land from which on the side of a mouth is a river's, not an estuary's."""
    hexes: Mapping[str, Row]
    sides: Mapping[Side, str]
    regions: Mapping[str, Row]
    of_1939: tuple[Claim, ...]
    places: Mapping[str, Row]
    boxes: tuple[Box, ...]
    ways: tuple[Row, ...]
    theatres: tuple[Row, ...]
    vichy: Claim

    @classmethod
    def read(cls, folder: Path = DATA) -> Sheet:
        """Read the tables of a folder."""
        with (folder / "thresholds.toml").open("rb") as stream:
            said = tomllib.load(stream)
        edges = said["sheet"]
        claims = [_claim(row) for row in rows(folder / "borders1939.csv")]
        return cls(
            columns=range(edges["west"], edges["east"] + 1),
            rows=range(edges["top"], edges["bottom"] + 1),
            thresholds=Thresholds(**said["shores"]),
            river_side=said["river_side"],
            hexes={row["hex"]: row for row in rows(folder / "hexes.csv")},
            sides={
                side(row["hex_a"], row["hex_b"]): row["kind"] for row in rows(folder / "sides.csv")
            },
            regions={row["region"]: row for row in rows(folder / "regions.csv")},
            of_1939=tuple(claim for claim in claims if claim.region != "Vichy France"),
            places={row["hex"]: row for row in rows(folder / "places.csv")},
            boxes=tuple(
                Box(row["box"], row, tuple(float(row[key]) for key in _EDGES))  # type: ignore[arg-type]
                for row in rows(folder / "boxes.csv")
            ),
            ways=tuple(rows(folder / "ways.csv")),
            theatres=tuple(rows(folder / "theatres.csv")),
            vichy=next(claim for claim in claims if claim.region == "Vichy France"),
        )

    @property
    def names(self) -> list[str]:
        """The number of every hex, in order."""
        return [number(column, row) for column in self.columns for row in self.rows]

    @property
    def today(self) -> list[Claim]:
        """What map units of today each region has."""
        return [_claim(row) for row in self.regions.values() if row["claims"]]

    def theatre(self, name: str, region: str) -> str:
        """The theatre of a hex of a region, or of water ("").

        That of the first rectangle of `theatres.csv` that holds the hex, else its region's.
        """
        column, row = column_row(name)
        for part in self.theatres:
            across = int(part["west"]) <= column <= int(part["east"])
            down = int(part["top"]) <= row <= int(part["bottom"])
            if part["region"] == region and across and down:
                return part["theatre"]
        if not region:
            raise ValueError(f"hex {name} is in no theatre: say in theatres.csv in which")
        return self.regions[region]["theatre"]


_EDGES = ("west", "north", "east", "south")


def rows(path: Path) -> list[dict[str, str]]:
    """A CSV file's rows."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _claim(row: Row) -> Claim:
    return Claim(row["region"], tuple(row["claims"].split()))
