"""Boards of hexes: spaces named by column and row, which say what lies beside each.

A hex is called ``CCRR``: column 19, row 11 is "1911". Columns stand upright; every other one stands
half a hex lower.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from a4a.boards.about import Low
from a4a.boards.fault import Fault
from a4a.boards.tables import Row, Tables

_HEX = re.compile(r"[0-9]{4}")
_BESIDE_LOW = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_BESIDE_HIGH = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))


def neighbours(name: str, low: Low) -> tuple[str, ...]:
    """Names of the six hexes beside a hex, clockwise from the north, whether they exist or not.

    Parameters
    ----------
    name
        Column and row.
    low
        Which columns stand half a hex lower.

    Examples
    --------
    >>> neighbours("1911", "even")
    ('1910', '2010', '2011', '1912', '1811', '1810')
    """
    column, row = int(name[:2]), int(name[2:])
    is_low = (column % 2 == 0) == (low == "even")
    steps = _BESIDE_LOW if is_low else _BESIDE_HIGH
    return tuple(
        f"{column + right:02}{row + down:02}"
        for right, down in steps
        if 0 <= column + right <= 99 and 0 <= row + down <= 99
    )


def is_hex(name: str) -> bool:
    """Whether a space's name is that of a hex.

    Examples
    --------
    >>> is_hex("1911"), is_hex("Atlantic")
    (True, False)
    """
    return _HEX.fullmatch(name) is not None


def grid_faults(tables: Tables) -> Iterator[Fault]:
    """Hexes beside each other that do not border, and borders of hexes not beside each other."""
    grid = tables.about.grid
    if grid is None:
        return
    spaces = {row["name"]: row for row in tables["spaces"]}
    joined: dict[frozenset[str], Row] = {}
    for row in tables["borders"]:
        joined[frozenset((row["space_a"], row["space_b"]))] = row
    beside: set[frozenset[str]] = set()
    for name, row in spaces.items():
        if is_hex(name):
            for other in neighbours(name, grid.low_columns):
                pair = frozenset((name, other))
                if other in spaces and pair not in beside:
                    beside.add(pair)
                    if pair not in joined:
                        yield row.fault(f"no border to {other}, the hex beside it")
        elif row.text("kind") != "box":
            yield row.fault(f"{name!r} is neither a hex, column and row, nor a box")
    for pair, row in joined.items():
        if pair not in beside and row.text("kind") != "box":
            yield row.fault(f"{' and '.join(sorted(pair))} are not beside each other")
