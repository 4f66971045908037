"""The board put together: every hex and box, every side and way between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from tools.hexes.countries import lands, regions_of
from tools.hexes.earth import Earth
from tools.hexes.grid import Grid, corners
from tools.hexes.rivers import river_sides
from tools.hexes.sheet import Sheet
from tools.hexes.shores import Shores, Side, find_shores
from tools.hexes.terrain import terrain

WEST_EDGE = "west edge"
DEMARCATION = "demarcation line"


@dataclass(frozen=True, slots=True)
class Board:
    """What the tables and the map are written from."""

    sheet: Sheet
    grid: Grid
    shores: Shores
    regions: Mapping[str, str]
    """The region of every hex that has land."""
    terrain: Mapping[str, str]
    rivers: Mapping[Side, str]
    vichy: frozenset[str]
    west_edge: frozenset[str]
    land: BaseGeometry
    """All land, in the plane."""

    def kind(self, name: str) -> str:
        """What a hex is."""
        return self.shores.hexes[name]

    def theatre(self, name: str) -> str:
        """The theatre of a hex: its region's, or that of its water."""
        return self.sheet.theatre(name, self.regions.get(name, ""))

    def side(self, pair: Side) -> str:
        """What may cross a side: as `Shores` says, or a river, which only land units do."""
        return "river" if pair in self.rivers else self.shores.sides[pair]

    def line(self, pair: Side) -> str:
        """The line printed along a side: between Vichy France and the rest of France, or ""."""
        one, other = (name in self.vichy for name in pair)
        inside = self.regions.get(pair[0]) == self.regions.get(pair[1])
        return DEMARCATION if inside and one != other else ""

    def ways(self) -> list[tuple[str, str, str, str]]:
        """The ways between boxes and what lies beside them: box, other, cost, source."""
        found = []
        for way in self.sheet.ways:
            ends = sorted(self.west_edge) if way["to"] == WEST_EDGE else [way["to"]]
            found += [(way["box"], end, way["cost"], way["source"]) for end in ends]
        return found


def make(sheet: Sheet, say: Callable[[str], None]) -> Board:
    """Make the board of what is written by hand and what Natural Earth draws."""
    grid = Grid.read()
    earth = Earth(grid)
    everything = earth.land
    cells = {name: Polygon(corners(name)) for name in sheet.names}
    land = everything.intersection(shapely.union_all(list(cells.values())).buffer(1))
    shores = find_shores(
        sheet.names,
        land,
        sheet.thresholds,
        hexes={name: row["kind"] for name, row in sheet.hexes.items() if row["kind"]},
        sides=sheet.sides,
    )
    ashore = [name for name in sheet.names if shores.hexes[name] != "sea"]
    by_hand = {name: row["region"] for name, row in sheet.hexes.items() if row["region"]}
    regions = regions_of(ashore, lands(earth, sheet.today, sheet.of_1939), by_hand)
    say(f"{len(cells)} hexes, {len(ashore)} with land, {len(set(regions.values()))} regions")
    return Board(
        sheet,
        grid,
        shores,
        regions,
        terrain({name: cells[name] for name in ashore}, land, grid.plane),
        river_sides(_banks(sheet, shores), grid.plane),
        _vichy(earth, sheet, regions, cells),
        frozenset(_west_edge(sheet, shores)),
        everything,
    )


def _banks(sheet: Sheet, shores: Shores) -> list[Side]:
    """The sides that may hold a river: of land, and mouths that are mostly land."""
    return [
        pair
        for pair, kind in shores.sides.items()
        if "sea" not in (shores.hexes[pair[0]], shores.hexes[pair[1]])
        and (
            kind == "land"
            or (
                (kind == "coast" and pair not in sheet.sides)
                and shores.land_at[pair] >= sheet.river_side
            )
        )
    ]


def _vichy(
    earth: Earth, sheet: Sheet, regions: Mapping[str, str], cells: Mapping[str, Polygon]
) -> frozenset[str]:
    """The hexes of France most of which lies south of the line."""
    south = shapely.union_all([earth.claim(text) for text in sheet.vichy.claims])
    french = [name for name, region in regions.items() if region == sheet.vichy.region.split()[-1]]
    half = {name: south.intersection(cells[name]).area / cells[name].area for name in french}
    return frozenset(name for name, share in half.items() if share > 0.5)


def _west_edge(sheet: Sheet, shores: Shores) -> Iterable[str]:
    """The hexes of the westernmost column that fleets may enter."""
    west = f"{sheet.columns[0]:02d}"
    return (name for name in sheet.names if name.startswith(west) and shores.hexes[name] != "land")
