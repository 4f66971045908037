"""Blocks as markup of Typst, which sets them as pages.

Whatever comes from a game stands in string literals, so nothing in it can be markup or code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from a4a.core.prose import Tree, is_link, prose
from a4a.texts.blocks import Diagram, Heading, Item, Note, Spans, Table
from a4a.texts.writers.writer import Writer, one_line

_HIDDEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_STYLES: Final = {"": "#", "bold": "#strong", "italic": "#emph"}
_PROSE: Final = {
    "p": "#par[{}]\n", "strong": "#strong[{}]", "em": "#emph[{}]", "code": "#raw({})",
    "br": "#linebreak()", "hr": "#line(length: 100%, stroke: 0.5pt)\n", "h5": "#par(strong[{}])\n",
    "h6": "#par(strong[{}])\n", "ul": "#list({})\n", "ol": "#enum({})\n", "li": "[{}],",
    "pre": "#raw(block: true, {})\n", "blockquote": "#quote(block: true)[{}]\n",
}  # fmt: skip


def literal(text: str) -> str:
    r"""Text as a string literal of Typst.

    Examples
    --------
    >>> print(literal('a "b" \\ #c'))
    "a \"b\" \\ #c"
    """
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", " ")
    return f'"{_HIDDEN.sub("", text)}"'


class Drawn(NamedTuple):
    """A diagram that has been drawn.

    Parameters
    ----------
    file
        Where its picture is.
    shown
        What it shows, for who cannot see it.
    width
        In per cent of the lines of text.
    """

    file: str
    shown: str
    width: float


class Typesetter(Writer):
    """Writes Typst.

    Parameters
    ----------
    diagrams
        The diagrams there are, by their keys.
    """

    def __init__(self, diagrams: Mapping[bytes, Drawn]) -> None:
        self._diagrams = diagrams

    def escaped(self, text: str) -> str:
        """Text as an expression."""
        return f"#{literal(text)}"

    def heading(self, heading: Heading) -> str:
        """A heading."""
        return f"#heading(level: {heading.level}, {literal(one_line(heading.text))})"

    def spans(self, spans: Spans) -> str:
        """Stretches of text in their styles."""
        return "".join(f"{_STYLES[s.style]}({literal(s.text)})" for s in spans)

    def bullets(self, items: tuple[Item, ...]) -> str:
        """A list."""
        return f"#list({''.join(map(self._item, items))})"

    def _item(self, item: Item) -> str:
        below = self.bullets(item.items) if item.items else ""
        return f"[{self.spans(item.spans)}{below}],\n"

    def table(self, table: Table) -> str:
        """A table, its numbers to the right."""
        columns = len(table.header)
        align = ", ".join("left" if i < table.words else "right" for i in range(columns))
        head = ", ".join(f"[{self.escaped(cell)}]" for cell in table.header)
        rows = "".join(
            "".join(f"[{self.escaped(cell)}], " for cell in row) + "\n" for row in table.rows
        )
        return f"#sheet({columns}, ({align},), table.header({head}),\n{rows})"

    def note(self, note: Note) -> str:
        """A note, set apart, with its author's name."""
        if note.markup == "markdown":
            told = self._prose(prose(note.text))
        else:
            told = "#linebreak()".join(map(self.escaped, note.text.strip().split("\n")))
        return f"#note({literal(one_line(note.author))})[{told}]"

    def _prose(self, tree: Tree) -> str:
        """Markdown as Typst."""
        return "".join(map(self._piece, tree))

    def _piece(self, piece: str | tuple[str, str, Tree]) -> str:
        if isinstance(piece, str):
            return self.escaped(piece)
        tag, detail, inside = piece
        if tag in ("code", "pre"):
            written = literal("".join(each for each in inside if isinstance(each, str)))
        elif tag in ("ul", "ol"):
            written = "".join(self._piece(each) for each in inside if not isinstance(each, str))
        else:
            written = self._prose(inside)
        if tag == "a":
            leads = is_link(detail) and not detail.startswith("#")
            return f"#link({literal(detail)})[{written}]" if leads else written
        return _PROSE.get(tag, "{}").replace("{}", written)

    def diagram(self, diagram: Diagram) -> str:
        """A picture of the board, which has its title and time in it."""
        if diagram.key not in self._diagrams:
            return ""
        drawn = self._diagrams[diagram.key]
        size, alt = f"{drawn.width:.0f}%", literal(drawn.shown)
        return f"#figure(image({literal(drawn.file)}, width: {size}, alt: {alt}))"


def preamble(title: str, *, paper: str) -> str:
    """What stands before the blocks: the paper, the type, how tables and notes look."""
    return _PREAMBLE.replace("{title}", literal(title)).replace("{paper}", literal(paper))


_PREAMBLE: Final = """
#set document(title: {title}, date: none)
#set page(paper: {paper}, margin: (x: 2.2cm, y: 2.4cm), numbering: "1",
  header: context if counter(page).get().first() > 1 {
    set text(8.5pt, fill: luma(35%))
    {title}
    h(1fr)
    let turns = query(heading.where(level: 2).before(here()))
    if turns.len() > 0 { turns.last().body }
  })
#set text(font: ("Libertinus Serif", "New Computer Modern Math"), size: 10.5pt, lang: "en")
#set par(justify: true, leading: 0.6em)
#set list(marker: ([•], [–]), indent: 0.3em, spacing: 0.55em)
#show list: set par(justify: false)
#show heading.where(level: 1): it => block(above: 0pt, below: 1.1em, text(20pt, it.body))
#show heading.where(level: 2): it => block(above: 2em, below: 0.9em, sticky: true, width: 100%,
  stroke: (bottom: 0.6pt), inset: (bottom: 0.35em), text(14pt, it.body))
#show heading.where(level: 3): it => block(above: 1.3em, below: 0.7em, sticky: true,
  text(11pt, it.body))
#show figure: set block(above: 1.2em, below: 1.2em, breakable: false)
#let sheet(columns, align, ..cells) = block(above: 1.2em, below: 1.2em, {
  set text(8.5pt)
  set par(justify: false)
  table(columns: columns, align: align, stroke: none, inset: (x: 4pt, y: 3pt),
    table.hline(stroke: 0.6pt), ..cells, table.hline(stroke: 0.6pt))
})
#show table.cell.where(y: 0): strong
#let note(author, body) = block(above: 1em, below: 1em, inset: (left: 0.9em, y: 0.2em),
  stroke: (left: 1.6pt + luma(60%)), {
    if author != "" { text(9pt, fill: luma(35%), author); linebreak() }
    body
  })
"""
