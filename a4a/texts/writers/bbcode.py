"""BBCode, as many forums read it."""

from __future__ import annotations

import re
from typing import Final

from a4a.core.prose import Tree, prose
from a4a.texts.blocks import Heading, Item, Note, Spans, Table
from a4a.texts.writers.writer import Writer, one_line

_TAG: Final = re.compile(r"\[(?=[/*=a-zA-Z])")
_APART: Final = "[\N{WORD JOINER}"
"""BBCode has no escape: a sign that nobody sees keeps a bracket from beginning a tag."""
_SIZES = {1: "[size=150][b]{}[/b][/size]", 2: "[size=125][b]{}[/b][/size]"}
_STYLES = {"": "{}", "bold": "[b]{}[/b]", "italic": "[i]{}[/i]"}
_PROSE = {
    "p": "{}\n\n", "br": "\n", "hr": "\n", "strong": "[b]{}[/b]", "em": "[i]{}[/i]",
    "h5": "[b]{}[/b]\n\n", "h6": "[b]{}[/b]\n\n", "ul": "[list]\n{}[/list]\n",
    "ol": "[list=1]\n{}[/list]\n",
    "li": "[*]{}\n", "pre": "[code]{}[/code]\n\n", "blockquote": "[quote]{}[/quote]\n\n",
}  # fmt: skip
"""How elements of prose are written."""


class BBCode(Writer):
    """Writes BBCode."""

    def escaped(self, text: str) -> str:
        r"""Text with whatever BBCode would take for a tag kept apart.

        Examples
        --------
        >>> BBCode().escaped("[b]Ada[/b] [1]") == "[\u2060b]Ada[\u2060/b] [1]"
        True
        """
        return _TAG.sub(_APART, text)

    def heading(self, heading: Heading) -> str:
        """A heading: large, or in bold."""
        text = self.escaped(one_line(heading.text))
        return _SIZES.get(heading.level, "[b]{}[/b]").replace("{}", text)

    def spans(self, spans: Spans) -> str:
        """Stretches of text between the tags of their styles."""
        return "".join(
            _STYLES[span.style].replace("{}", self.escaped(re.sub(r"\s+", " ", span.text)))
            for span in spans
        )

    def bullets(self, items: tuple[Item, ...]) -> str:
        """A list."""
        told = "\n".join(self._item(item) for item in items)
        return f"[list]\n{told}\n[/list]"

    def _item(self, item: Item) -> str:
        below = f"\n{self.bullets(item.items)}" if item.items else ""
        return f"[*]{self.spans(item.spans).strip()}{below}"

    def table(self, table: Table) -> str:
        """A table."""
        rows = [self._row(table.header, "th"), *(self._row(row, "td") for row in table.rows)]
        return "\n".join(["[table]", *rows, "[/table]"])

    def _row(self, cells: tuple[str, ...], tag: str) -> str:
        told = "".join(f"[{tag}]{self.escaped(one_line(cell))}[/{tag}]" for cell in cells)
        return f"[tr]{told}[/tr]"

    def note(self, note: Note) -> str:
        """A note as a quotation."""
        by = f"[b]{self.escaped(one_line(note.author))}:[/b] " if note.author else ""
        if note.markup == "markdown":
            return f"[quote]{by}{self._prose(prose(note.text)).strip()}[/quote]"
        return f"[quote]{by}{self.escaped(note.text.strip())}[/quote]"

    def _prose(self, tree: Tree) -> str:
        """Markdown in BBCode."""
        parts = []
        for piece in tree:
            if isinstance(piece, str):
                parts.append(self.escaped(piece))
                continue
            tag, detail, inside = piece
            told = self._prose(inside)
            if tag == "a" and "://" in detail and "]" not in detail:
                told = f"[url={detail}]{told}[/url]"
            parts.append(_PROSE.get(tag, "{}").replace("{}", told))
        return "".join(parts)
