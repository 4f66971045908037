"""What a text is made of, whatever it is written in: headings, paragraphs, lists, tables, notes."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from a4a.core.annotations import NoteView

Style = Literal["", "bold", "italic"]


class Span(msgspec.Struct, frozen=True):
    """A stretch of text in one style; plain text, which writers escape."""

    text: str
    style: Style = ""


Spans: TypeAlias = tuple[Span, ...]


class Heading(msgspec.Struct, frozen=True):
    """A heading; level 1 is the text's own."""

    text: str
    level: int = 1


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph."""

    spans: Spans


class Item(msgspec.Struct, frozen=True):
    """An item of a list, which may have items of its own."""

    spans: Spans
    items: tuple[Item, ...] = ()


class Bullets(msgspec.Struct, frozen=True):
    """A list of items without numbers."""

    items: tuple[Item, ...]


class Table(msgspec.Struct, frozen=True):
    """A table; all columns but the first hold numbers, unless `words` says how many do not."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1


class Note(msgspec.Struct, frozen=True):
    """What an annotator wrote at a node."""

    text: str
    node: int = 0
    author: str = ""
    markup: Literal["plain", "markdown"] = "plain"


class Diagram(msgspec.Struct, frozen=True):
    """A picture of the board where an author asked for one; what has no pictures leaves it out.

    Parameters
    ----------
    node
        The node it shows.
    region
        What part of the board, by name, or "" for all of it.
    view
        What the author's note remembers having been shown, or None.
    """

    node: int
    region: str = ""
    view: NoteView | None = None

    @property
    def key(self) -> bytes:
        """What it is told from others by."""
        return msgspec.json.encode(self)


Block: TypeAlias = Heading | Paragraph | Bullets | Table | Note | Diagram


def plainly(text: str) -> Spans:
    """Text as spans: one, in no style.

    Examples
    --------
    >>> plainly("Nothing was ordered.")
    (Span(text='Nothing was ordered.', style=''),)
    """
    return (Span(text),)


def signed(number: float) -> str:
    """A difference: a whole one as it is, else with one digit.

    Examples
    --------
    >>> signed(3), signed(-29), signed(0), signed(-0.02), signed(5.66)
    ('+3', '-29', '0', '0.0', '+5.7')
    """
    if isinstance(number, int):
        return f"{number:+d}" if number else "0"
    return "0.0" if abs(number) < 0.05 else f"{number:+.1f}"
