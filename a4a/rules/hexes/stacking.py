"""Stacking: how many friendly units of which kinds a hex may hold (5.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from a4a.boards.columns import SOURCES, CellType
from a4a.boards.dataset import Dataset
from a4a.boards.sheets import read_sheet
from a4a.core.catalog import Catalog
from a4a.core.errors import DatasetError
from a4a.core.units import Unit

_COLUMNS = {
    "group": CellType(required=True),
    "most": CellType("number", required=True),
    "units": CellType(required=True),
    "rule": CellType(required=True),
    "source": CellType("choice", SOURCES, required=True),
}


@dataclass(frozen=True, slots=True)
class Limit:
    """How many units of a group a hex may hold.

    Parameters
    ----------
    group
        What they are called together: "other land units".
    most
        How many.
    units
        Names of their unit types.
    rule
        Id of the rule.
    """

    group: str
    most: int
    units: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Excess:
    """Too many friendly units in a hex.

    Parameters
    ----------
    space
        The hex.
    limit
        The limit they are over.
    units
        All that count against it.
    """

    space: str
    limit: Limit
    units: tuple[Unit, ...]

    def __str__(self) -> str:
        names = ", ".join(f"{unit.owner} {unit.name or unit.type}" for unit in self.units)
        return f"{len(self.units)} {self.limit.group} in {self.space} ({names})"


class Stacking:
    """The limits of a hex (``charts/stacking.csv``). Condition does not count, nor does cargo.

    Parameters
    ----------
    limits
        A limit for each group of unit types.
    """

    def __init__(self, limits: Iterable[Limit]) -> None:
        self.limits = tuple(limits)
        self._of = {kind: limit for limit in self.limits for kind in limit.units}

    @classmethod
    def of(cls, dataset: Dataset) -> Stacking:
        """Read the limits of a dataset with its overrides.

        Raises
        ------
        DatasetError
            If they cannot be read, or a limit names an unknown unit type.
        """
        rows = read_sheet(dataset.folders, "charts/stacking", _COLUMNS, key=("group",))
        limits = [
            Limit(row["group"], row.number("most"), row.names("units"), row["rule"]) for row in rows
        ]
        for limit in limits:
            for kind in limit.units:
                if dataset.catalog.find_unit_type(kind) is None:
                    raise DatasetError(f"charts/stacking.csv: there is no unit type {kind!r}")
        return cls(limits)

    def limit(self, unit_type: str) -> Limit | None:
        """Return the limit that units of a type count against, or None if they count nowhere."""
        return self._of.get(unit_type)

    def excesses(
        self,
        units: Iterable[Unit],
        catalog: Catalog,
        *,
        unlimited: Iterable[str] = (),
        friends: Callable[[Unit], str] | None = None,
    ) -> Iterator[Excess]:
        """Find the hexes that hold too many friendly units.

        Parameters
        ----------
        units
            The units; those aboard others, or in holdings, do not count.
        catalog
            Tells who is friendly: powers of one side are, and every neutral power is its own.
        unlimited
            Spaces without limits: the boxes.
        friends
            Says whose limits a unit counts against, where that changes in play; by default the
            catalog does.
        """
        free = frozenset(unlimited)
        stacks: Mapping[tuple[str, str, str], list[Unit]] = defaultdict(list)
        limits: dict[str, Limit] = {}
        for unit in units:
            limit = self._of.get(unit.type)
            if limit is not None and isinstance(unit.place, str) and unit.place not in free:
                side = catalog.side_of(unit.owner) if friends is None else friends(unit)
                stacks[unit.place, side or unit.owner, limit.group].append(unit)
                limits[limit.group] = limit
        for (space, _, group), there in stacks.items():
            if len(there) > limits[group].most:
                yield Excess(space, limits[group], tuple(there))
