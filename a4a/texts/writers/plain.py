"""Plain text: for mail, chat, and whatever shows text as it is."""

from __future__ import annotations

from a4a.core.prose import words
from a4a.texts.blocks import Heading, Item, Note, Spans, Table
from a4a.texts.writers.writer import Writer, indented, one_line

_RULES = {1: "=", 2: "-"}


class Plain(Writer):
    """Writes plain text: headings are underlined, columns aligned."""

    def escaped(self, text: str) -> str:
        """Plain text is as it is."""
        return text

    def heading(self, heading: Heading) -> str:
        """A heading with a line below it, or a colon behind it."""
        text = one_line(heading.text)
        rule = _RULES.get(heading.level)
        return f"{text}\n{rule * len(text)}" if rule else f"{text}:"

    def spans(self, spans: Spans) -> str:
        """Text has no styles."""
        return "".join(span.text for span in spans)

    def bullets(self, items: tuple[Item, ...]) -> str:
        """A list, with hyphens."""
        return "\n".join(self._item(item, "") for item in items)

    def _item(self, item: Item, indent: str) -> str:
        lines = [f"{indent}- {one_line(self.spans(item.spans))}"]
        return "\n".join([*lines, *(self._item(below, f"{indent}  ") for below in item.items)])

    def table(self, table: Table) -> str:
        """A table: words to the left, numbers to the right."""
        rows = [tuple(map(one_line, row)) for row in (table.header, *table.rows)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(table.header))]
        cells = [
            [
                cell.ljust(width) if i < table.words else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            for row in rows
        ]
        cells.insert(1, ["-" * width for width in widths])
        return "\n".join("  ".join(row).rstrip() for row in cells)

    def note(self, note: Note) -> str:
        """A note, with a bar before it and its author's name."""
        by = f"{note.author}: " if note.author else ""
        text = words(note.text) if note.markup == "markdown" else note.text.strip()
        return indented(f"{by}{text}", "| ")
