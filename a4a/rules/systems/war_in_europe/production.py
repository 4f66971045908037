"""Production points that come from no city of the board: bonuses, and what neutrals are granted."""

from __future__ import annotations

import msgspec

from a4a.boards.columns import SOURCES, CellType
from a4a.boards.dataset import Dataset
from a4a.boards.sheets import read_sheet

_PRODUCTION = {
    "name": CellType(required=True),
    "power": CellType(required=True),
    "points": CellType("number", required=True),
    "when": CellType(required=True),
    "rule": CellType(required=True),
    "source": CellType("choice", SOURCES, required=True),
}


class Grant(msgspec.Struct, frozen=True):
    """Points that a power gets, or may get at most, while something holds.

    Parameters
    ----------
    name
        What they are for: "Bucharest".
    power
        Who gets them; "minor powers" for each of those.
    points
        How many a turn.
    when
        What must hold, in words.
    rule
        The rule that grants them.
    """

    name: str
    power: str
    points: int
    when: str
    rule: str


def grants(dataset: Dataset) -> dict[str, Grant]:
    """Read what ``charts/production.csv`` of a dataset grants, by name.

    Raises
    ------
    DatasetError
        If it cannot be read.

    Examples
    --------
    >>> import a4a
    >>> grants(a4a.dataset("war_in_europe"))["Dominions"].points
    2
    """
    rows = read_sheet(dataset.folders, "charts/production", _PRODUCTION, key=("name",))
    return {
        row["name"]: Grant(
            row["name"], row["power"], row.number("points"), row["when"], row["rule"]
        )
        for row in rows
    }
