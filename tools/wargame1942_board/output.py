"""What was found, as the table of spaces: whole, or only what differs, to lie over it."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from a4a.boards.tables import Tables
from tools.wargame1942_board.search import Found

TABLE = "spaces.csv"
_CELLS = ("value", "original_controller", "start_controller")


def _cells(one: Found) -> dict[str, str]:
    return dict(zip(_CELLS, (str(one.value), one.original, one.holder), strict=True))


def changed(found: Sequence[Found], tables: Tables) -> tuple[Found, ...]:
    """The lands that the dataset has otherwise."""
    rows = {row["name"]: row for row in tables["spaces"]}
    return tuple(
        one for one in found if {name: rows[one.name].text(name) for name in _CELLS} != _cells(one)
    )


def write_over(found: Sequence[Found], folder: Path) -> None:
    """Write a table that lies over the dataset's."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / TABLE).open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("name", *_CELLS, "source"))
        writer.writerows((one.name, *_cells(one).values(), "house") for one in found)


def write_whole(found: Sequence[Found], dataset: Path) -> None:
    """Write values and owners into the dataset's own table; all other cells stay."""
    path = dataset / TABLE
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    own = {one.name: _cells(one) for one in found}
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(row | own.get(row["name"], {}) for row in rows)
