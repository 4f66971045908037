"""Prose: of Markdown comes a tree of what is allowed, and no word is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.core.annotations import MOST_TEXT
from a4a.core.prose import BLOCKS, INLINE, MOST_DEEP, Piece, Tree, is_link, prose, words
from tests.depth import examples

# What Markdown is made of, and what one would like it to make that it must not.
PARTS = [
    *"*_`~#>-+!|\\&<[](){}:\"'\n\t ", "**", "***", "```\n", "    ", "\n\n", "1. ", "* ", "> ",
    "---\n", "](", "![", "<b>", "</p>", "<script>", "<!--", "<img src=x onerror=a()>",
    "javascript:a()", "data:text/html,x", "file:///x", "vbscript:x", "JaVaScRiPt:a", "&lt;",
    "&#106;avascript:", "&Tab;", "https://a.org", "http://b.org/c_d(e)?f=1&g=2#h", "//d.org",
    "mailto:a@b.org", "<https://c.org>", "#node=1", "#node=x", "#chapter=a%20b&node=2", "#top",
    "[r]: ", "[r]", "\u202e", "\u0000", "é", "𝔸",
]  # fmt: skip
SAFE = re.compile(r"(https?://|mailto:)[!-~]+|#node=\d+|#chapter=[\w.~%-]+(&node=\d+)?", re.ASCII)


def faults(tree: Tree, inside: tuple[str, ...] = ()) -> Iterator[str]:
    """What of a tree is not as it must be."""
    for piece in tree:
        if isinstance(piece, str):
            continue
        tag, detail, children = piece
        if tag not in BLOCKS | INLINE:
            yield f"a {tag!r}"
        if tag == "a" and ("a" in inside or not SAFE.fullmatch(detail) or not children):
            yield f"a link to {detail!r} with {children} in {inside}"
        if tag == "ol" and not re.fullmatch(r"\d{0,9}", detail):
            yield f"a list from {detail!r}"
        if tag not in ("a", "ol") and detail:
            yield f"a {tag!r} with {detail!r}"
        if tag in BLOCKS and set(inside) & (INLINE | {"p", "pre", "h5", "h6"}):
            yield f"a {tag!r} in {inside}"
        if (tag == "li") != (inside[-1:] in (("ul",), ("ol",))):
            yield f"a {tag!r} in {inside}"
        if len(inside) >= MOST_DEEP:
            yield "too deep"
        yield from faults(children, (*inside, tag))


@examples(50)
@given(st.lists(st.sampled_from(PARTS) | st.text(max_size=6), max_size=40).map("".join))
def test_nothing_but_what_is_allowed_ever_comes_out(text: str) -> None:
    assert list(faults(prose(text))) == []
    assert msgspec.json.encode(prose(text))  # and it can be written
    assert isinstance(words(text), str)


@examples(24)
@given(st.lists(st.sampled_from(["*", "**", "_", "> ", "* ", "2. ", "# ", "`", "\n", "\n\n", " "])))
def test_no_word_is_lost(between: list[str]) -> None:
    told = [f"{mark}word{number}x" for number, mark in enumerate(between)]
    said = words("".join(told))
    assert re.findall(r"word\d+x", said) == [f"word{number}x" for number in range(len(told))]


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("*a* **b** `<i>`", ("p", "", (("em", "", ("a",)), " ", ("strong", "", ("b",)), " ",
                                       ("code", "", ("<i>",))))),
        ("a\nb", ("p", "", ("a", ("br", "", ()), "b"))),
        ("* a\n* b", ("ul", "", (("li", "", ("a",)), ("li", "", ("b",))))),
        ("7) a", ("ol", "7", (("li", "", ("a",)),))),
        ("# a", ("h5", "", ("a",))),
        ("> a", ("blockquote", "", (("p", "", ("a",)),))),
        ("```python\na <b>\n```", ("pre", "", ("a <b>",))),
        ("---", ("hr", "", ())),
        ("[a](#node=7)", ("p", "", (("a", "#node=7", ("a",)),))),
        ("[](#node=7)", ("p", "", (("a", "#node=7", ("#node=7",)),))),
    ],
)  # fmt: skip
def test_what_markdown_becomes(text: str, tree: Piece) -> None:
    assert prose(text) == (tree,)


@pytest.mark.parametrize(
    "text",
    ["<script>a()</script>", "<img src=x onerror=a()>", "a <b>b</b>", "[a](javascript:b)",
     "[a](data:text/html,b)", "<javascript:a>", "[a](//b.org)", "[a](#top)", "[a](file:///b)"],
)  # fmt: skip
def test_what_is_not_allowed_stays_the_text_it_is(text: str) -> None:
    assert prose(text) == (("p", "", (text,)),)


def test_html_leaves_what_is_beside_it_markdown() -> None:
    assert prose("<b>**a**</b>") == (("p", "", ("<b>", ("strong", "", ("a",)), "</b>")),)
    assert prose("<div>\n*a*\n</div>")[0][2][2] == ("em", "", ("a",))


def test_an_address_that_leads_nowhere_is_no_link() -> None:
    assert list(faults(prose("https://... it says"))) == []


def test_addresses_in_a_sentence_are_links_without_its_marks() -> None:
    (_, _, inside), = prose("Read (https://a.org/b_(c)), or http://d.org.")  # fmt: skip
    assert [piece[1] for piece in inside if not isinstance(piece, str)] == [
        "https://a.org/b_(c)",
        "http://d.org",
    ]
    assert inside[-1] == "."


def test_a_picture_is_a_link_and_is_not_fetched() -> None:
    ((_, _, inside),) = prose("![Map](https://a.org/m.png)")
    assert inside == (("a", "https://a.org/m.png", ("Map",)),)
    ((_, _, inside),) = prose("[![Map](https://a.org/m.png)](https://b.org)")
    assert inside == (("a", "https://b.org", ("Map",)),)


@pytest.mark.parametrize("text", ["> " * 60 + "deep", "**" * 4000 + "deep" + "**" * 4000])
def test_what_nests_too_deep_is_shown_as_it_was_written(text: str) -> None:
    assert prose(text) == (("p", "", (text,)),)


@pytest.mark.parametrize("part", ["[", "*a_ ", "`a``b", "![", "[](", "<", "> ", "- ", "[a](<b"])
def test_the_longest_comment_of_marks_alone_is_read(part: str) -> None:
    text = (part * MOST_TEXT)[:MOST_TEXT]
    assert list(faults(prose(text))) == []


def test_the_words_of_lists_and_blocks_are_in_lines() -> None:
    text = "# Why\n\nTwo *reasons*:\n\n1. oil\n2. rail\n   - north\n\n> so be it"
    assert words(text).split("\n") == [
        "Why", "Two reasons:", "1. oil", "2. rail", "• north", "so be it",
    ]  # fmt: skip


def test_where_a_link_may_lead() -> None:
    good = ["http://a.org", "HTTPS://a.org/b?c#d", "mailto:a@b.org", "#node=0", "#chapter=2"]
    bad = ["", "a", "/a", "//a.org", "javascript:a", " https://a.org", "https://", "ftp://a.org"]
    bad += ["#node=-1", "#node=1&x", "#chapter=<b>", "https://a.org\n", "https://a b", "#node=٣"]
    assert [url for url in good if not is_link(url)] == []
    assert [url for url in bad if is_link(url)] == []
