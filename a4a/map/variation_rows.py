"""Variations as the browser reads them."""

from __future__ import annotations

from typing import Any

from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId


def variation_rows(record: GameRecord) -> list[dict[str, Any]]:
    """Return the variations of a record in the order in which one meets them going along lines.

    Parameters
    ----------
    record
        The game.

    Returns
    -------
    list of dict
        ``first`` (its first node), ``leaves`` (its branch point), ``at`` (the position of that),
        ``of`` (the first node of the line it leaves, 0 for the main line), ``deep`` (1 if that is
        the main line), ``name``, ``author`` and ``line`` (what it is called in any case).

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.events import Noted
    >>> record = a4a.start("europe1940")
    >>> nodes = [record.append([Noted(text)], parent=0) for text in ("played", "what if")]
    >>> [(row["first"], row["leaves"], row["of"], row["line"]) for row in variation_rows(record)]
    [(2, 0, 0, 'variation 2')]
    """
    of: dict[NodeId, list[dict[str, Any]]] = {}
    for variation in record.variations:
        leaves = record.step(variation.first).parent
        line = record.first_of(leaves)
        row: dict[str, Any] = {
            "first": variation.first, "leaves": leaves, "at": record.depth(leaves), "of": line,
            "deep": 1, "name": variation.name, "author": variation.author, "line": variation.line,
        }  # fmt: skip
        of.setdefault(line, []).append(row)
    for rows in of.values():
        rows.sort(key=lambda row: (row["at"], record.children(row["leaves"]).index(row["first"])))
    found: list[dict[str, Any]] = []
    pending = of.pop(ROOT, [])[::-1]
    while pending:
        row = pending.pop()
        found.append(row)
        below = of.pop(row["first"], [])
        pending += [{**one, "deep": row["deep"] + 1} for one in reversed(below)]
    return found
