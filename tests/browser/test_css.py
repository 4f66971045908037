"""The browser understands every declaration and every selector of the style sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import tinycss2

from tests.test_css import SHEETS, declarations, parsed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.lab import Lab

UNKNOWN = """([selectors, declared]) => [
  ...selectors.filter((selector) => !CSS.supports(`selector(${selector})`)),
  ...declared.filter(([name, value]) => !CSS.supports(name, value)).map((pair) => pair.join(": ")),
]"""


@pytest.fixture(scope="module")
def page(lab: Lab) -> Iterator[Page]:
    page = lab.browser.new_page()
    yield page
    page.close()


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_the_browser_knows_what_a_sheet_says(path: Path, page: Page) -> None:
    rules = parsed(path)
    selectors = [tinycss2.serialize(part).strip() for rule in rules for part in parts(rule.prelude)]
    declared = [
        (node.name, tinycss2.serialize(node.value).strip())
        for rule in rules
        for node in declarations(rule)
    ]
    planted = [[".a4a-board:hoover"], [("colour", "red"), ("color", "redd")]]
    assert len(page.evaluate(UNKNOWN, planted)) == 3
    unknown = page.evaluate(UNKNOWN, [selectors, declared])
    assert [text for text in unknown if "::-moz-" not in text] == []  # for another browser


def parts(prelude: list[object]) -> list[list[object]]:
    """The selectors of a list of them."""
    found: list[list[object]] = [[]]
    for node in prelude:
        if getattr(node, "value", None) == "," and getattr(node, "type", "") == "literal":
            found.append([])
        else:
            found[-1].append(node)
    return found
