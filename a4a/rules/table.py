"""The rules of a system as a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from a4a.rules.book import Rule
from a4a.rules.systems import book

if TYPE_CHECKING:
    import polars as pl


def rules(system: str | Path) -> pl.DataFrame:
    """Return the rules of a system, a row each.

    Parameters
    ----------
    system
        The system's name, or the folder of a mod as a path.

    Returns
    -------
    polars.DataFrame
        Columns ``id``, ``section`` (of the rulebook, with the page), ``topic``, ``game`` (of the
        rulebook's games), ``kind`` and ``statement`` (in our words); all text, none null.

    Raises
    ------
    A4AError
        If there is no such system that can be played.

    Examples
    --------
    >>> frame = rules("europe1940")
    >>> frame.filter(frame["id"] == "AA-PUR-007")["statement"].item()
    'Removing one point of facility damage costs 1 IPC.'
    """
    import polars as pl

    columns = [field.name for field in msgspec.structs.fields(Rule)]
    rows = [msgspec.structs.astuple(rule) for rule in book(system)]
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")
