"""What every writer does: blocks in order, an empty line between them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from a4a.texts.blocks import Block, Bullets, Diagram, Heading, Item, Note, Paragraph, Spans, Table


class Writer(ABC):
    """Writes blocks in one markup; all that comes from a game is escaped."""

    def write(self, blocks: Iterable[Block]) -> str:
        """Return blocks as text that ends with a line break; "" for none."""
        parts = [part for block in blocks if (part := self._block(block))]
        return "\n\n".join(parts) + "\n" if parts else ""

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                return self.heading(block)
            case Paragraph(spans=spans):
                return self.spans(spans)
            case Bullets(items=items):
                return self.bullets(items)
            case Table():
                return self.table(block)
            case Note():
                return self.note(block)
            case Diagram():
                return self.diagram(block)

    @abstractmethod
    def escaped(self, text: str) -> str:
        """Text so that readers see it as it is."""

    @abstractmethod
    def heading(self, heading: Heading) -> str:
        """A heading."""

    @abstractmethod
    def spans(self, spans: Spans) -> str:
        """Stretches of text in their styles."""

    @abstractmethod
    def bullets(self, items: tuple[Item, ...]) -> str:
        """A list."""

    @abstractmethod
    def table(self, table: Table) -> str:
        """A table."""

    @abstractmethod
    def note(self, note: Note) -> str:
        """What an annotator wrote."""

    def diagram(self, diagram: Diagram) -> str:
        """A picture of the board; "" where there can be none."""
        return ""


def indented(text: str, by: str) -> str:
    r"""Text with something before each of its lines.

    Examples
    --------
    >>> indented("one\ntwo", "> ")
    '> one\n> two'
    """
    return "\n".join(f"{by}{line}".rstrip() for line in text.split("\n"))


def one_line(text: str) -> str:
    """Text without line breaks, where markup has no room for them."""
    return " ".join(text.split())
