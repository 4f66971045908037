"""Markdown, as forums and notebooks read it: CommonMark with tables."""

from __future__ import annotations

import re

from a4a.texts.blocks import Heading, Item, Note, Span, Spans, Table
from a4a.texts.writers.writer import Writer, indented, one_line

_MEANT = re.compile(r"[\\`*_\[\]<>|~&$]")
_BEGINS = re.compile(r"^(\s*)(?:([#+=-])|(\d+)([.)]))", re.MULTILINE)
_ENDS = re.compile(r"#$")
_OPENS = re.compile(r"(?<!\\)((?:\\\\)*)<")  # with no stroke before it, or strokes for each other
_STYLES = {"": "", "bold": "**", "italic": "*"}


class Markdown(Writer):
    """Writes Markdown."""

    def escaped(self, text: str) -> str:
        r"""Text with a stroke before whatever Markdown would take for markup.

        Examples
        --------
        >>> print(Markdown().escaped("1. *Ada* & <b>Bo</b>"))
        1\. \*Ada\* \& \<b\>Bo\</b\>
        """
        return _BEGINS.sub(_begun, self._cell(text))

    def _cell(self, text: str) -> str:
        """Text within a line, where no list and no heading can begin."""
        return _MEANT.sub(r"\\\g<0>", text)

    def heading(self, heading: Heading) -> str:
        """A heading with number signs; one at its end would be taken for markup."""
        text = _ENDS.sub(r"\\#", self._cell(one_line(heading.text)))
        return f"{'#' * heading.level} {text}"

    def spans(self, spans: Spans) -> str:
        """Stretches of text, bold and italic ones between asterisks."""
        return "".join(map(self._span, spans))

    def _span(self, span: Span) -> str:
        mark, text = _STYLES[span.style], one_line(span.text)
        if not mark or not text:
            return self.escaped(re.sub(r"\s+", " ", span.text))
        # Asterisks that touch a space mark nothing.
        before = " " if span.text[:1].isspace() else ""
        after = " " if span.text[-1:].isspace() else ""
        return f"{before}{mark}{self.escaped(text)}{mark}{after}"

    def bullets(self, items: tuple[Item, ...]) -> str:
        """A list, with hyphens."""
        return "\n".join(self._item(item, "") for item in items)

    def _item(self, item: Item, indent: str) -> str:
        lines = [f"{indent}- {self.spans(item.spans).strip()}"]
        return "\n".join([*lines, *(self._item(below, f"{indent}  ") for below in item.items)])

    def table(self, table: Table) -> str:
        """A table with pipes, its numbers to the right."""
        rule = ["---" if i < table.words else "---:" for i in range(len(table.header))]
        header, *rows = (
            [self._cell(one_line(cell)) for cell in row] for row in (table.header, *table.rows)
        )
        return "\n".join(f"| {' | '.join(row)} |" for row in (header, rule, *rows))

    def note(self, note: Note) -> str:
        """A note as a quotation; one in Markdown keeps its markup, but no HTML."""
        text = note.text.strip()
        if note.markup == "markdown":
            text = _OPENS.sub(r"\1\\<", text)
        else:
            text = self.escaped(text).replace("\n", "  \n")  # each line is a line
        by = f"**{self.escaped(one_line(note.author))}:** " if note.author else ""
        return indented(f"{by}{text}", "> ")


def _begun(found: re.Match[str]) -> str:
    """The beginning of a line that would begin a list, a heading or a rule."""
    space, sign, number, stop = found.groups()
    return f"{space}\\{sign}" if sign else f"{space}{number}\\{stop}"
