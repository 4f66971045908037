"""What the columns of a dataset's tables may hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from a4a.boards.lists import REMOVE
from a4a.core.board import BorderKind, SpaceKind
from a4a.core.catalog import Category

SOURCES = ("rulebook", "derived", "reference", "reconstructed", "house")
"""Where a row comes from: printed in the rulebook; follows from printed numbers; a public fact of
the game (set-up charts, adjacency); ours, consistent with what is printed; a player's own."""

NUMBERS = "numbers."
"""Columns of `units` with this prefix are further numbers of the system, by their printed name."""

FORCE_POOL, TURN_TRACK, OUT_OF_PLAY = HOLDINGS = ("force pool", "turn track", "out of play")
"""Where counters wait off the board: to be bought, to arrive in a turn, or for a rule."""

_NUMBER_TEXT = re.compile(r"-?[0-9]{1,9}")
_COLOUR = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class CellType:
    """What a cell of a column may hold.

    Parameters
    ----------
    kind
        ``text``, a whole ``number``, a ``flag`` (1 or nothing), a ``choice``, a ``colour``, or
        one ``name`` or several ``names`` of things that another table lists.
    of
        The choices, or the table in which the names must be.
    required
        Whether an empty cell is a fault.
    """

    kind: Literal["text", "number", "flag", "choice", "colour", "name", "names"] = "text"
    of: tuple[str, ...] = ()
    required: bool = False

    def fault(self, cell: str) -> str:
        """Say what is wrong with a cell, unknown names aside; "" if nothing is.

        Examples
        --------
        >>> CellType("number").fault("ten")
        'not a whole number'
        """
        if not cell:
            return "empty" if self.required else ""
        if self.kind == "number" and not _NUMBER_TEXT.fullmatch(cell):
            return "not a whole number"
        if self.kind == "flag" and cell != "1":
            return "neither 1 nor empty"
        if self.kind == "colour" and not _COLOUR.fullmatch(cell):
            return "not a colour #rrggbb"
        if self.kind == "choice" and cell not in self.of:
            return f"none of {', '.join(self.of)}"
        return ""


def _choice(*choices: str) -> CellType:
    return CellType("choice", choices, required=True)


def _name(table: str, *, required: bool = True) -> CellType:
    return CellType("name", (table,), required=required)


_TEXT, _NUMBER, _FLAG = CellType(), CellType("number"), CellType("flag")
_TITLE, _COUNT = CellType(required=True), CellType("number", required=True)
_SOURCE = _choice(*SOURCES)

COLUMNS: Mapping[str, Mapping[str, CellType]] = {
    "spaces": {
        "name": _TITLE,
        "kind": _choice(*get_args(SpaceKind)),
        "place": _TEXT,
        "region": _TEXT,
        "theatre": _TEXT,
        "value": _NUMBER,
        "original_controller": _name("powers", required=False),
        "start_controller": _name("powers", required=False),
        "capital_of": CellType("names", ("powers",)),
        "city": _TEXT,
        "economy": CellType("names", ("treasuries",)),
        "terrain": _TEXT,
        "features": _TEXT,
        "impassable": _FLAG,
        "convoy": _FLAG,
        "kamikaze": _FLAG,
        "aliases": _TEXT,
        "area_km2": _NUMBER,
        "name_source": CellType("choice", SOURCES),
        "source": _SOURCE,
    },
    "borders": {
        "space_a": _name("spaces"),
        "space_b": _name("spaces"),
        "kind": _choice(*get_args(BorderKind)),
        "name": _TEXT,
        "controllers": CellType("names", ("spaces",)),
        "cost": _NUMBER,
        "line": _TEXT,
        "opens_at_once": _FLAG,
        "length_km": _NUMBER,
        "source": _SOURCE,
    },
    "apart": {
        "space_a": _name("spaces"),
        "space_b": _name("spaces"),
        "why": _TITLE,
        "source": _SOURCE,
    },
    "powers": {
        "name": _TITLE,
        "adjective": _TEXT,
        "called": _TEXT,
        "side": _TEXT,
        "playable": _FLAG,
        "leaning": _TEXT,
        "statuses": _TEXT,
        "colour": CellType("colour"),
        "aliases": _TEXT,
        "source": _SOURCE,
    },
    "treasuries": {
        "name": _TITLE,
        "power": _name("powers"),
        "resource": _TITLE,
        "amount": _COUNT,
        "production": _NUMBER,
        "aliases": _TEXT,
        "source": _SOURCE,
    },
    "units": {
        "name": _TITLE,
        "category": _choice(*get_args(Category)),
        **dict.fromkeys(
            ("attack", "defense", "move", "cost", "hits", "transport_cost", "transport_capacity",
             "carrier_cost", "carrier_capacity", "bombard"),
            _COUNT,
        ),
        "upgrade": _NUMBER,
        "symbol": _TEXT,
        "abilities": _TEXT,
        "aliases": _TEXT,
        "source": _SOURCE,
    },
    "setup": {
        "space": _name("spaces"),
        "power": _name("powers"),
        "unit": _name("units"),
        "count": _COUNT,
        "damaged": _NUMBER,
        "source": _SOURCE,
    },
    "cargo": {
        "space": _name("spaces"),
        "power": _name("powers"),
        "unit": _name("units"),
        "aboard": _name("units"),
        "ship": _NUMBER,
        "count": _COUNT,
        "source": _SOURCE,
    },
    "relations": {
        "power_a": _name("powers"),
        "power_b": _name("powers"),
        "relation": _TITLE,
        "source": _SOURCE,
    },
    "queue": {
        "power": _name("powers"),
        "treasury": _name("treasuries"),
        "unit": _name("units"),
        "paid": _COUNT,
        "count": _COUNT,
        "source": _SOURCE,
    },
    "theatres": {
        "space": _name("spaces"),
        "theatre": _TITLE,
        "source": _SOURCE,
    },
    "counters": {
        "power": _name("powers"),
        "name": _TITLE,
        "unit": _name("units"),
        "combat": _COUNT,
        "reduced": _NUMBER,
        "asw": _NUMBER,
        "reduced_asw": _NUMBER,
        "move": _NUMBER,
        "aliases": _TEXT,
        "source": _SOURCE,
    },
    "deployment": {
        "power": _name("powers"),
        "counter": _TITLE,
        "space": _name("spaces", required=False),
        "holding": CellType("choice", HOLDINGS),
        "turn": _NUMBER,
        "reduced": _FLAG,
        "area": _TEXT,
        "rule": _TITLE,
        "source": _SOURCE,
    },
    "prices": {
        "unit": _name("units"),
        "power": _name("powers"),
        "cost": _COUNT,
        "upgrade": _NUMBER,
        "source": _SOURCE,
    },
    "track": {
        "turn": _COUNT,
        "season": _TITLE,
        "year": _COUNT,
        "lend_lease": _NUMBER,
        "note": _TEXT,
        "source": _SOURCE,
    },
    "printed": {
        "space": _name("spaces"),
        "place": _TEXT,
        "features": _TEXT,
        "region": _TEXT,
        "value": _NUMBER,
        "original_controller": _name("powers", required=False),
        "start_controller": _name("powers", required=False),
        "section": _TITLE,
        "source": _SOURCE,
    },
    "totals": {
        "power": _name("powers"),
        **dict.fromkeys(("original", "neutral", "lost", "conquered", "total"), _NUMBER),
        "section": _TITLE,
        "source": _SOURCE,
    },
    "distances": {
        "space_a": _name("spaces"),
        "space_b": _name("spaces"),
        "way": _choice("land", "sea", "air"),
        "bound": _choice("exactly", "at most", "at least"),
        "spaces": _COUNT,
        "section": _TITLE,
        "source": _SOURCE,
    },
    "contradictions": {
        "what": _TITLE,
        "place": _TEXT,
        "reading_a": _TITLE,
        "section_a": _TITLE,
        "reading_b": _TITLE,
        "section_b": _TITLE,
        "holds": _TITLE,
        "ruling": _TITLE,
        "source": _SOURCE,
    },
}  # fmt: skip
"""The columns of every table. `units` may also have columns that begin with `NUMBERS`; any table of
a variant may have `REMOVE`: rows that take their parent's away."""


def column(table: str, name: str) -> CellType | None:
    """What a column of a table may hold; None if the table has no such column."""
    known = _FLAG if name == REMOVE else COLUMNS[table].get(name)
    if known is None and table == "units" and name.startswith(NUMBERS):
        return _NUMBER
    return known
