"""Annotations as the browser reads them."""

from __future__ import annotations

from typing import Any

from a4a.core.annotations import Arrow, Comment, Glyph, Highlight, NoteView
from a4a.core.prose import prose, words
from a4a.core.record import GameRecord
from a4a.map.note_views import bounds_of, layers_of


def note_rows(record: GameRecord) -> list[dict[str, Any]]:
    """Return the annotations of a record, in their order.

    Parameters
    ----------
    record
        The game.

    Returns
    -------
    list of dict
        ``id``, ``node``, ``kind``, ``author``, ``text``, ``prose``, ``source``, ``when``, ``sign``,
        ``side``, ``spaces`` (indices) and ``colour``; what a kind does not have is empty. A comment
        in Markdown is its ``source``; ``prose`` is the tree of it, ``text`` the words in it. What
        it shows of the board is ``view``: ``bounds`` (None for the whole board) and ``layers``.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.start("europe1940")
    >>> _ = record.annotate(a4a.Comment(node=0, text="The war begins"))
    >>> [(row["node"], row["kind"], row["text"]) for row in note_rows(record)]
    [(0, 'comment', 'The war begins')]
    """
    index = record.board.index
    rows = []
    for note in record.annotations:
        row: dict[str, Any] = {
            "id": note.id, "node": note.node, "kind": "", "author": note.author, "text": "",
            "prose": (), "source": "", "when": "", "sign": "", "side": "", "spaces": [],
            "colour": "", "view": note.view and _view_row(note.view),
        }  # fmt: skip
        match note:
            case Comment():
                row.update(kind="comment", text=note.text, when=note.when)
                if note.markup == "markdown":
                    told = {"text": words(note.text), "prose": prose(note.text)}
                    row.update(told, source=note.text)
            case Glyph():
                row.update(kind="glyph", sign=note.sign, side=note.side)
            case Arrow():
                row.update(kind="arrow", spaces=[index[s] for s in note.path], colour=note.colour)
            case Highlight():
                spaces = [index[s] for s in note.spaces]
                row.update(kind="highlight", spaces=spaces, colour=note.colour)
        rows.append(row)
    return rows


def _view_row(view: NoteView) -> dict[str, Any]:
    return {"bounds": bounds_of(view), "layers": layers_of(view)}
