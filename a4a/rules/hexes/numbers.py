"""Numbers of the rules that stand in no chart: how many dice, the greatest shift."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from a4a.boards.columns import SOURCES, CellType
from a4a.boards.dataset import Dataset
from a4a.boards.sheets import read_sheet
from a4a.core.errors import DatasetError

_NUMBERS = {
    "name": CellType(required=True),
    "value": CellType("number", required=True),
    "rule": CellType(required=True),
    "source": CellType("choice", SOURCES, required=True),
}


class Numbers:
    """The numbers of a dataset by name (``charts/numbers.csv``).

    Examples
    --------
    >>> import a4a
    >>> Numbers.of(a4a.dataset("war_in_europe"))["combat dice"]
    2
    """

    def __init__(self, values: Mapping[str, int]) -> None:
        self.values: Mapping[str, int] = MappingProxyType(dict(values))

    @classmethod
    def of(cls, dataset: Dataset) -> Numbers:
        """Read the numbers of a dataset with its overrides; DatasetError if they cannot be read."""
        rows = read_sheet(dataset.folders, "charts/numbers", _NUMBERS, key=("name",))
        return cls({row["name"]: row.number("value") for row in rows})

    def __getitem__(self, name: str) -> int:
        """Return the number of this name; DatasetError if there is none."""
        if name not in self.values:
            raise DatasetError(f"charts/numbers.csv: there is no number {name!r}")
        return self.values[name]
