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
            The hexsides across which each land unit attacks.
        """
        return self.shift_by(self.ground_of(space), [border.kind for border in borders])

    def shift_by(self, ground: Iterable[str], hexsides: Iterable[str]) -> int:
        """Return by how many columns to the left attackers are shifted, by names of terrain.

        Parameters
        ----------
        ground
            The terrain of the hex that is attacked, and what is in it (`ground_of`).
        hexsides
            The kind of hexside across which each land unit attacks: it counts if all cross one.

        Examples
        --------
        >>> import a4a
        >>> chart = TerrainChart.of(a4a.dataset("war_in_europe"))
        >>> chart.shift_by(["clear"], ["river"]), chart.shift_by(["forest"], ["river", "land"])
        (1, 1)
        """
        kinds = list(hexsides)
        common = kinds[:1] if len(set(kinds)) == 1 else []
        places = [(on, name) for name in dict.fromkeys(ground) for on in ("hex", "feature")]
        found = [self.ground.get(place) for place in places]
        found += [self.ground.get(("hexside", kind)) for kind in common]
        return min(sum(own.shift for own in found if own), self.most)

    def ground_of(self, space: Space) -> tuple[str, ...]:
        """Return the terrain of a hex and what is in it, by the names of the chart."""
        city = ("city",) if space.city else ()
        names = dict.fromkeys((space.terrain, *city, *space.features))
        return tuple(n for n in names if {("hex", n), ("feature", n)} & self.ground.keys())

    @property
    def names(self) -> tuple[str, ...]:
        """The terrain there is, that of hexsides too."""
        return tuple(dict.fromkeys(name for _, name in self.ground))

    def _in(self, space: Space) -> list[TerrainCost]:
        """The ground of a hex, and of what is in it."""
        places = [(on, name) for name in self.ground_of(space) for on in ("hex", "feature")]
        return [self.ground[place] for place in places if place in self.ground]

    def _across(self, border: Border) -> list[TerrainCost]:
        ground = self.ground.get(("hexside", border.kind))
        return [ground] if ground else []
