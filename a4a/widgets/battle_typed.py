"""Units typed into a battle lab as a line: "3 inf 2 arm"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from a4a.analysis.forces import counted
from a4a.core.errors import A4AError
from a4a.odds.steps import Role
from a4a.widgets.battle_maker import Maker


def numbers_typed(maker: Maker, setup: Mapping[str, Any], side: Role, line: str) -> list[int]:
    """Return how many units of each row are picked once a side has those of a line, and no others.

    Units that can come in several ways come as those do that are picked now, or else in the first.

    Raises
    ------
    A4AError
        If the line is not understood, or the side cannot have such units in a battle of the kind.
    """
    wanted = counted(maker.catalog, line, what=side)
    rows, kind = maker.pool.rows, setup["kind"]
    able = [i for i, row in enumerate(rows) if row.role == side and row.fits(kind, setup["target"])]
    before = list(setup["counts"])
    numbers = [0 if i in able else count for i, count in enumerate(before)]
    for name, number in wanted.items():
        places = [i for i in able if rows[i].unit == name]
        if not places:
            raise A4AError(f"there is no {name} to pick for the {side} of a {kind} battle")
        numbers[next((i for i in places if before[i]), places[0])] = number
    return numbers
