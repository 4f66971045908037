"""Annotations as the browser reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from a4a.core.annotations import Arrow, Comment, Glyph, Highlight
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId


def note_rows(record: GameRecord, line: Sequence[NodeId]) -> list[dict[str, Any]]:
    """Return the annotations of the nodes of a line, by position and then in their order.

    Parameters
    ----------
    record
        The game.
    line
        The nodes that are shown.

    Returns
    -------
    list of dict
        ``id``, ``at`` (the position in the line), ``kind``, ``author``, ``text``, ``when``,
        ``sign``, ``spaces`` (indices) and ``colour``; what a kind does not have is empty.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.start("europe1940")
    >>> _ = record.annotate(a4a.Comment(node=0, text="The war begins"))
    >>> [(row["at"], row["kind"], row["text"]) for row in note_rows(record, [0])]
    [(0, 'comment', 'The war begins')]
    """
    places = {node: position for position, node in enumerate(line)}
    index = record.board.index
    rows = []
    for note in record.annotations:
        if note.node not in places:
            continue
        row: dict[str, Any] = {
            "id": note.id, "at": places[note.node], "kind": "", "author": note.author, "text": "",
            "when": "", "sign": "", "spaces": [], "colour": "",
        }  # fmt: skip
        match note:
            case Comment():
                row.update(kind="comment", text=note.text, when=note.when)
            case Glyph():
                row.update(kind="glyph", sign=note.sign)
            case Arrow():
                row.update(kind="arrow", spaces=[index[s] for s in note.path], colour=note.colour)
            case Highlight():
                spaces = [index[s] for s in note.spaces]
                row.update(kind="highlight", spaces=spaces, colour=note.colour)
        rows.append(row)
    return sorted(rows, key=lambda row: (row["at"], row["id"]))
