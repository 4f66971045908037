"""A game as a PDF: what is posted, set as pages, with a diagram where a note asks for one."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import a4a
from a4a.core.annotations import NoteView
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.map.pictures import Picture
from a4a.printing import document
from a4a.printing.typesetting import Typesetter, preamble
from a4a.texts.blocks import (
    Block,
    Bullets,
    Diagram,
    Heading,
    Item,
    Note,
    Paragraph,
    Span,
    Table,
    plainly,
)
from a4a.texts.diagrams import asked
from a4a.texts.post import post
from a4a.texts.turns import chosen
from tests.depth import examples
from tests.shared_games import shipped

typst = pytest.importorskip("typst", reason="the package that sets pages is not installed")

GAME = "global1940_strong_computer"
NASTY = ('"', "\\", '\\"', "#panic()", "#include \"x\"", "*b*", "$x$", "]", "[", "@x", "<y>",
         "// x", "/* x", "é ⩲ □ 🜨", "\x00\x07", "a\nb", "{", "`")  # fmt: skip


def source(*blocks: Block, title: str = "x") -> bytes:
    """What is set of blocks."""
    return (preamble(title, paper="a4") + Typesetter({}).write(blocks)).encode()


def copied() -> GameRecord:
    """A shipped game that may be written into."""
    record = shipped(GAME)
    return record.copy_line(record.last)


class Drawn:
    """Draws dots in the place of pictures, and remembers what was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, Any, Any]] = []

    def __call__(self, record: GameRecord, node: int, **how: Any) -> Picture:
        assert not [n for n in record.annotations if n.kind == "comment"]
        self.asked.append((node, how["region"], how["layers"]))
        return Picture('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>', 4, 2)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    found = Drawn()
    monkeypatch.setattr(document, "picture", found)
    return found


def test_turns_are_set_as_a_document(tmp_path: Path) -> None:
    file = a4a.export_pdf(shipped(GAME), tmp_path / "game.pdf", turns=[(1, "China"), 2])
    assert file.read_bytes().startswith(b"%PDF-")


def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = (
        a4a.export_pdf(shipped(GAME), tmp_path / name, turns=(1, "China")).read_bytes()
        for name in ("a.pdf", "b.pdf")
    )
    assert first == second


def test_a_diagram_stands_where_a_note_asks_for_one(tmp_path: Path, drawn: Drawn) -> None:
    record = copied()
    node = record.node_at(round=1, power="China")
    view = NoteView(bounds=(40, -10, 60, 30), layers={"units": {"on": False}, "later": {}})
    record.annotate(a4a.Comment(node=node, text="Here.\n[diagram]", when="before"))
    record.annotate(a4a.Comment(node=node, text="[Diagram: Europe]"))
    record.annotate(a4a.Arrow(node=node, path=("Germany", "Poland"), view=view))
    record.annotate(a4a.Highlight(node=node, spaces=("Poland",), view=view))
    record.annotate(a4a.Highlight(node=record.last, spaces=("Poland",), view=view))
    a4a.export_pdf(record, tmp_path / "game.pdf", turns=(1, "China"))
    assert drawn.asked == [
        (record.parent(node), None, None),
        (node, "Europe", None),
        (node, ((40, -10), (60, 30)), {"units": {"on": False}}),
    ]
    turn = chosen(record, (1, "China"))[0]
    assert sum(isinstance(block, Diagram) for block in post(record, turn)) == 3
    a4a.export_pdf(record, tmp_path / "game.pdf", turns=(1, "China"), notes="none")
    assert len(drawn.asked) == 3


def test_a_diagram_is_a_picture_of_the_board(tmp_path: Path) -> None:
    record = copied()
    node = record.node_at(round=1, power="China")
    record.annotate(a4a.Comment(node=node, text="[diagram: Malta]"))
    data = a4a.export_pdf(record, tmp_path / "game.pdf", turns=(1, "China")).read_bytes()
    assert data.count(b"/Subtype /Image") + data.count(b"/Subtype/Image") == 1
    record.annotate(a4a.Comment(node=node, text="[diagram: Atlantis]"))
    with pytest.raises(A4AError, match="Atlantis"):
        a4a.export_pdf(record, tmp_path / "game.pdf", turns=(1, "China"))


def test_the_line_that_asks_for_a_diagram_is_not_told() -> None:
    record = copied()
    node = record.node_at(round=1, power="China")
    record.annotate(a4a.Comment(node=node, text="One.\n [diagram:  Europe ]\nTwo [diagram] too."))
    text = a4a.text(record, turns=(1, "China"))
    assert "| One.\n| Two [diagram] too.\n" in text
    assert asked(record.annotations_at(node)[-1], node)[1] == Diagram(node, "Europe")


def test_notes_of_the_start_stand_before_the_first_turn() -> None:
    record = a4a.new_game("europe1940").record
    record.annotate(a4a.Comment(node=0, text="The board is set."))
    assert "\n\n| The board is set.\n\nRound 1: Germany" in a4a.text(record)
    assert "The board is set." not in a4a.text(record, turns=1)
    assert "The board is set." not in a4a.text(record, notes="none")


@pytest.mark.parametrize("text", NASTY)
def test_no_text_is_markup(text: str) -> None:
    blocks: list[Block] = [
        Heading(text),
        Paragraph((Span(text, "bold"), Span(text), Span(text, "italic"))),
        Bullets((Item(plainly(text), (Item(plainly(text)),)),)),
        Table((text, text), ((text, text),)),
        Note(text, author=text),
        Note(text, author=text, markup="markdown"),
    ]
    written = source(*blocks, title=text)
    assert typst.compile(written, ignore_system_fonts=True).startswith(b"%PDF-")
    (heading,) = json.loads(typst.query(written, "heading", field="body"))
    shown = " ".join(text.split()).replace("\x00", "").replace("\x07", "")
    assert heading.get("text", "") == shown


@given(st.text(st.sampled_from('ab*_#$[](){}"\\`<>@~-=+/.: \n1&'), max_size=30))
@examples(10)
def test_any_note_can_be_set(text: str) -> None:
    written = source(Note(text), Note(text, markup="markdown"), Paragraph(plainly(text)))
    assert typst.compile(written, ignore_system_fonts=True).startswith(b"%PDF-")


def test_markdown_is_set_as_it_is_meant() -> None:
    text = "**b** *i* `c` [w](https://example.org) [n](#node=3)\n\n"
    text += "1. x\n\n> q\n\n# h\n\n---\n\n    p"
    written = source(Note(text, markup="markdown")).decode()
    for part in ('#strong[#"b"]', '#emph[#"i"]', '#raw("c")', "#enum([", "#quote(block: true)",
                 '#link("https://example.org")[#"w"]', '#raw(block: true, "p")'):  # fmt: skip
        assert part in written
    assert "node=3" not in written
    assert typst.compile(written.encode(), ignore_system_fonts=True).startswith(b"%PDF-")


def test_what_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = shipped(GAME)
    with pytest.raises(A4AError, match=r"end its name in \.pdf"):
        a4a.export_pdf(record, tmp_path / "game.docx")
    with pytest.raises(A4AError, match="paper is one of a4, us-letter, not 'vellum'"):
        a4a.export_pdf(record, tmp_path / "game.pdf", paper="vellum")  # type: ignore[arg-type]
    with pytest.raises(A4AError, match="no round 99"):
        a4a.export_pdf(record, tmp_path / "game.pdf", turns=99)
    with pytest.raises(A4AError):
        a4a.export_pdf(record, tmp_path / "missing" / "game.pdf", turns=(1, "China"))
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(A4AError, match=r"pip install 'a4a-toolkit\[print\]'"):
        a4a.export_pdf(record, tmp_path / "game.pdf")
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_a_document(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from a4a.cli import main

    game, out = project / "datasets" / "games" / f"{GAME}.a4a", tmp_path / "game.pdf"
    assert main(["pdf", str(game), "--turns", "1:China", "--out", str(out)]) == 0
    assert "game.pdf: " in capsys.readouterr().out
    same = a4a.export_pdf(shipped(GAME), tmp_path / "same.pdf", turns=(1, "China"))
    assert out.read_bytes() == same.read_bytes()
