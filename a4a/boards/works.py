"""Checks of what is built on land: a factory stands where the land is worth enough."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.boards.columns import NUMBERS
from a4a.boards.fault import Fault
from a4a.boards.tables import Tables

LEAST = f"{NUMBERS}least value"
OCCUPIED = f"{NUMBERS}least value occupied"


def work_faults(tables: Tables) -> Iterator[Fault]:
    """Facilities of the set-up on land worth less than their type needs.

    Where a type needs more on land that is not its owner's from the start, that is what counts.
    """
    units = {row["name"]: row for row in tables["units"]}
    spaces = {row["name"]: row for row in tables["spaces"]}
    for row in tables["setup"]:
        unit, space = units.get(row["unit"]), spaces.get(row["space"])
        if unit is None or space is None or unit.text("category") != "facility":
            continue
        own = space.text("original_controller") == row["power"]
        need = unit.number(LEAST if own or not unit.text(OCCUPIED) else OCCUPIED)
        if space.number("value") < need:
            where = f"{row['space']}, which is worth {space.number('value')}"
            yield row.fault(f"{row['unit']} on {where}, but it needs {need}")
