"""Terrain charts: what ground costs to enter, and how it defends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec

from a4a.boards.columns import SOURCES, CellType
from a4a.boards.dataset import Dataset
from a4a.boards.sheets import read_sheet
from a4a.core.board import Border, Space
from a4a.core.errors import DatasetError
from a4a.rules.hexes.numbers import Numbers

_TERRAIN = {
    "terrain": CellType(required=True),
    "on": CellType("choice", ("hex", "feature", "hexside"), required=True),
    "cost": CellType("number", required=True),
    "shift": CellType("number", required=True),
    "source": CellType("choice", SOURCES, required=True),
}


class TerrainCost(msgspec.Struct, frozen=True):
    """What terrain costs a land unit, and by how many columns it shifts attackers there."""

    cost: int
    shift: int


class TerrainChart:
    """The terrain chart: what hexes, their features and hexsides cost, and how they defend.

    Parameters
    ----------
    ground
        Each terrain by where it is, ``("hex", "forest")``, ``("feature", "city")``,
        ``("hexside", "river")``.
    most
        The most columns by which terrain may shift in total (4.2.C.3).

    Examples
    --------
    >>> import a4a
    >>> dataset = a4a.dataset("war_in_europe")
    >>> chart = TerrainChart.of(dataset)
    >>> chart.ground["hex", "mountain"]
    TerrainCost(cost=3, shift=2)
    """

    def __init__(self, ground: Mapping[tuple[str, str], TerrainCost], *, most: int) -> None:
        self.ground: Mapping[tuple[str, str], TerrainCost] = MappingProxyType(dict(ground))
        self.most = most

    @classmethod
    def of(cls, dataset: Dataset) -> TerrainChart:
        """Read the chart of a dataset with its overrides.

        Raises
        ------
        DatasetError
            If it cannot be read, or lacks a terrain that the board has.
        """
        rows = read_sheet(dataset.folders, "charts/terrain", _TERRAIN, key=("terrain", "on"))
        chart = cls(
            {
                (r["on"], r["terrain"]): TerrainCost(r.number("cost"), r.number("shift"))
                for r in rows
            },
            most=Numbers.of(dataset)["most terrain shift"],
        )
        for row in rows:
            if row.number("cost") < 0 or row.number("shift") < 0:
                raise DatasetError(f"{row.file}:{row.line}: costs and shifts are 0 or more")
        for space in dataset.board:
            if space.terrain and ("hex", space.terrain) not in chart.ground:
                raise DatasetError(
                    f"charts/terrain.csv: no terrain {space.terrain!r}, which {space.name!r} is"
                )
        return chart

    def cost(self, space: Space, border: Border) -> int:
        """Return the movement points that a land unit pays to enter a hex across a hexside."""
        return sum(ground.cost for ground in (*self._in(space), *self._across(border)))

    def shift(self, space: Space, borders: Iterable[Border]) -> int:
        """Return by how many columns to the left attackers of a hex are shifted.

        Parameters
        ----------
        space
            The hex that is attacked.
        borders
            The hexsides across which each land unit attacks: one counts if all of them have it.
        """
        across = [self._across(border) for border in borders]
        first = across[0] if across else []
        common = [ground for ground in first if all(ground in own for own in across)]
        return min(sum(ground.shift for ground in (*self._in(space), *common)), self.most)

    def _in(self, space: Space) -> list[TerrainCost]:
        """The ground of a hex, and of what is in it."""
        found = [self.ground.get(("hex", space.terrain))]
        features = (*(["city"] if space.city else []), *space.features)
        found += [self.ground.get(("feature", feature)) for feature in dict.fromkeys(features)]
        return [ground for ground in found if ground]

    def _across(self, border: Border) -> list[TerrainCost]:
        ground = self.ground.get(("hexside", border.kind))
        return [ground] if ground else []
