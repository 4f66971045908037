"""Short names of unit types, as players type them: datasets/short_names.csv."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path

from a4a.boards.folders import root


def short_names(unit_type: str) -> tuple[str, ...]:
    """What players type for a unit type in any system that has it; nothing if it has none.

    They are kept apart from the catalog, since records hold catalogs and need none of them.

    Examples
    --------
    >>> short_names("destroyer")
    ('dd', 'des')
    """
    return _read(root() / "short_names.csv").get(unit_type, ())


@lru_cache(maxsize=2)
def _read(path: Path) -> dict[str, tuple[str, ...]]:
    with path.open(encoding="utf-8", newline="") as file:
        return {row["unit"]: tuple(row["short"].split("; ")) for row in csv.DictReader(file)}
