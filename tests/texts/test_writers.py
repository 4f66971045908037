"""Writers show every text as it is: what looks like markup in a name marks nothing."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from a4a.texts.blocks import Bullets, Heading, Item, Note, Paragraph, Span, Table, plainly
from a4a.texts.writers import FORMS, WRITERS
from tests.depth import examples

NASTY = ("*", "**Ada**", "[b]Ada[/b]", "[url=x]y[/url]", "<b>", "a|b", "# one", "- x", "1. x",
         "+ x", "`x`", "~~x~~", "[x](y)", "![x](y)", "&amp;", "$x$", "\\", "---", "_x_", "[*]x",
         "> x", "=")  # fmt: skip
SHOWN = ("text", "text_special", "strong_open", "strong_close", "em_open", "em_close")
WORDS = st.text(st.sampled_from("ab1 *_[]()<>#+-=.!|~`&$\\/:"), min_size=1, max_size=12)
TEXTS = st.one_of(st.sampled_from(NASTY), WORDS).map(lambda t: " ".join(t.split()) or "x")


def shown(markdown: str) -> str:
    """What a reader of Markdown sees, without tags."""
    parser = MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough")
    parts = []
    for token in parser.parse(markdown):
        for inline in token.children or ():
            assert inline.type in SHOWN, inline
            parts.append(inline.content)
        assert token.type != "html_block"
    return "".join(parts)


@given(TEXTS)
@example("#")
@example("a ##")
@examples(25)
def test_markdown_shows_text_as_it_is(text: str) -> None:
    write = WRITERS["markdown"].write
    assert shown(write([Paragraph(plainly(text))])) == text
    assert shown(write([Bullets((Item(plainly(text), (Item(plainly(text)),)),))])) == 2 * text
    assert shown(write([Heading(text)])) == text
    assert shown(write([Note(text)])) == text
    assert shown(write([Table(("x", "y"), ((text, text),))])) == f"xy{text}{text}"


@given(TEXTS)
@examples(20)
def test_markdown_marks_bold_text_and_what_is_in_it_stays_text(text: str) -> None:
    spans = (Span(text, "bold"), Span(f": {text}"))
    assert shown(WRITERS["markdown"].write([Paragraph(spans)])) == f"{text}: {text}"


@given(TEXTS)
@examples(25)
def test_bbcode_has_no_tags_but_its_own(text: str) -> None:
    blocks = [Heading(text), Paragraph(plainly(text)), Note(text), Table((text,), ((text,),))]
    blocks.append(Bullets((Item(plainly(text)),)))
    written = WRITERS["bbcode"].write(blocks)
    plain = WRITERS["bbcode"].write(
        [Heading("x"), Paragraph(plainly("x")), Note("x"), Table(("x",), (("x",),)),
         Bullets((Item(plainly("x")),))]
    )  # fmt: skip
    tags = re.compile(r"\[/?[a-z*][^\]]*\]?")
    assert tags.findall(written) == tags.findall(plain)
    assert written.replace("\N{WORD JOINER}", "").count(text) >= 6


@pytest.mark.parametrize("form", FORMS)
def test_no_line_break_in_a_name_breaks_a_heading_a_cell_or_an_item(form: str) -> None:
    blocks = [Heading("a\nb"), Bullets((Item(plainly("a\nb")),)), Table(("x",), (("a\nb",),))]
    assert "a\nb" not in WRITERS[form].write(blocks)  # type: ignore[index]


@given(st.text(alphabet="\\<>!-/`*b \n", max_size=24))
@examples(50)
@example("\\<b>")
@example("\\\\<b>")
def test_no_stroke_or_code_in_a_note_lets_html_through(text: str) -> None:
    written = WRITERS["markdown"].write([Note(text, markup="markdown")])
    tokens = MarkdownIt("commonmark", {"html": True}).parse(written)
    kinds = [t.type for token in tokens for t in (token, *(token.children or ()))]
    assert not [kind for kind in kinds if kind.startswith("html")]


def test_a_note_in_markdown_keeps_its_markup_but_no_html() -> None:
    note = Note("*Moscow* <script>", markup="markdown")
    assert WRITERS["markdown"].write([note]) == "> *Moscow* \\<script>\n"
    assert WRITERS["bbcode"].write([Note("[b]x", author="Ada")]) == (
        "[quote][b]Ada:[/b] [\N{WORD JOINER}b]x[/quote]\n"
    )


def test_plain_tables_are_aligned() -> None:
    table = Table(("IPC", "in"), (("Germany", "5"), ("UK", "12")))
    assert WRITERS["plain"].write([table]) == "IPC      in\n-------  --\nGermany   5\nUK       12\n"


def test_nothing_is_written_of_nothing() -> None:
    assert [WRITERS[form].write([]) for form in WRITERS] == ["", "", ""]
