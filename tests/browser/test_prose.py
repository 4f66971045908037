"""Prose in a browser: elements are made of a tree, and nothing in it is ever run or fetched."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from a4a.core.prose import BLOCKS, INLINE, prose
from a4a.map.assets import script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.browser.lab import Lab

HOSTILE = """<img src=x onerror=window.pwned=1> <script>window.pwned=1</script>
[a](javascript:window.pwned=1) [b](data:text/html,<script>window.pwned=1</script>)
[c](<https://a.org/" onclick="window.pwned=1>) ![d](https://a.org/d.png)
<a href=javascript:window.pwned=1>e</a> \u202egnp.exe

* <iframe src=https://a.org>
* `<b onclick=window.pwned=1>`

    <style>@import url(https://a.org)</style>
"""

# Trees that no text becomes. No file can hold them, but the script trusts nobody.
FORGED: list[Any] = [
    ["script", "", ["window.pwned=1"]],
    ["img", "x", []],
    ["a", "javascript:window.pwned=1", ["a"]],
    ["a", '#node=1" onclick="window.pwned=1', ["b"]],
    ["a", "https://a.org\n", ["c"]],
    ["ol", "1 onclick=window.pwned=1", [["li", "onclick=window.pwned=1", ["d"]]]],
    ["P", "", ["e"]],
    {"tag": "p"},
    None,
    7,
    ["p"],
    ["p", "", "<img src=x onerror=window.pwned=1>"],
    [["p"], "", []],
]

MADE = """(tree) => {
    document.body.replaceChildren(prose.commentElement({ prose: JSON.parse(tree) }));
    for (const link of document.links) if (!link.target) link.click();
    return [...document.body.firstChild.querySelectorAll("*")].map((el) => [el.localName,
        Object.fromEntries([...el.attributes].map(({ name, value }) => [name, value]))]);
}"""


@pytest.fixture(scope="module")
def page(lab: Lab) -> Iterator[Page]:
    """A page that has the script, and nothing else; it fails when anything is asked for."""
    context = lab.browser.new_context(offline=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    names = "{ commentElement }"
    code = script("map/prose.js")
    page.add_script_tag(type="module", content=f"{code}\nglobalThis.prose = {names};")
    page.wait_for_function("() => globalThis.prose !== undefined")
    yield page
    page.wait_for_timeout(200)  # what would be fetched is fetched by then
    assert asked == []
    assert page.evaluate("() => window.pwned") is None
    context.close()


def made(page: Page, tree: object) -> list[tuple[str, dict[str, str]]]:
    """The tags that the script makes of a tree, each with its attributes."""
    found = page.evaluate(MADE, json.dumps(tree))
    return [(tag, attributes) for tag, attributes in found]


def test_nothing_in_prose_is_run(page: Page) -> None:
    found = made(page, prose(HOSTILE))
    assert {tag for tag, _ in found} <= BLOCKS | INLINE
    for tag, attributes in found:
        assert not set(attributes) - ({"href", "title", "target", "rel"} if tag == "a" else set())
    links = [attributes["href"] for tag, attributes in found if tag == "a"]
    assert [link.partition("/%22")[0] for link in links] == [
        "https://a.org",
        "https://a.org/d.png",
        "https://a.org",
        "https://a.org",
    ]
    assert "<script>window.pwned=1</script>" in page.locator(".a4a-prose").inner_text()
    assert "⟨U+202E⟩gnp.exe" in page.locator(".a4a-prose").inner_text()


def test_a_forged_tree_makes_nothing_else(page: Page) -> None:
    for piece in FORGED:
        for tag, attributes in made(page, [piece]):
            assert tag in {"p", "ol", "li"}, piece
            assert attributes == {}, piece


def test_a_forged_tree_ends(page: Page) -> None:
    assert len(made(page, deep_in(400))) <= 17


def deep_in(count: int) -> list[Any]:
    """A paragraph in so many others."""
    tree: list[Any] = ["deep"]
    for _ in range(count):
        tree = [["p", "", tree]]
    return tree


@pytest.mark.parametrize("tag", sorted(BLOCKS | INLINE))
def test_every_kind_of_element_is_made(page: Page, tag: str) -> None:
    detail = {"a": "#node=3", "ol": "3"}.get(tag, "")
    attributes = {"a": {"href": "#node=3"}, "ol": {"start": "3"}}.get(tag, {})
    assert made(page, [[tag, detail, []]]) == [(tag, attributes)]


def test_a_link_to_the_web_says_where_it_leads_and_tells_nothing(page: Page) -> None:
    ((_, _), (tag, attributes)) = made(page, prose("[a](https://a.org)"))
    assert tag == "a"
    assert attributes == {
        "href": "https://a.org",
        "title": "https://a.org",
        "target": "_blank",
        "rel": "noopener noreferrer nofollow",
    }
