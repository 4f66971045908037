"""A record whose names, notes and charts try to be HTML, in the explorer: all of it stays text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from a4a.map.cursor import Cursor
from a4a.map.timeline_builder import build_timeline
from tests import depth
from tests.browser.test_explorer import CHARTS, MAP, SLIDER, go, position, ready
from tests.map.skirmish import MISCHIEF, mischievous

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.lab import Lab


@pytest.fixture(scope="module")
def shown(lab: Lab, project: Path) -> Iterator[Page]:
    """The page of an explorer of the record, with charts that are no better."""
    text = json.dumps(MISCHIEF[0])
    cell = (
        f"import sys\nsys.path.insert(0, {str(project)!r})\nimport a4a\n"
        "from tests.map.skirmish import mischievous\n"
        f"{CHARTS}bad = pl.DataFrame({{'round': [1, 2], 'power': [{text}] * 2, 'y': [1, 2]}})\n"
        f"chart = alt.Chart(bad, title={text}).mark_point(size=900).encode("
        f"x='round:Q', y=alt.Y('y', title={text}), color='power:N', href='link:N')\n"
        "links = ['https://example.org/', \"javascript:window.pwned='href'\"]\n"
        "charts = [chart.transform_calculate(link=repr(link)) for link in links]\n"
        "x = a4a.explore(mischievous(), charts=charts)\nx"
    )
    with lab.notebook([cell], height=1400) as notebook:
        notebook.run(0)
        ready(notebook.page)
        yield notebook.page
        notebook.check()


def runs_nothing(page: Page) -> None:
    assert page.evaluate("() => window.pwned") is None
    made = "img, script, iframe, [onload], [onerror], a:not(.leaflet-control a)"
    assert page.locator(".a4a-explorer").locator(made).count() == 0


def test_hostile_names_are_text_in_tips_cards_and_search(shown: Page) -> None:
    page, record = shown, mischievous()
    timeline = build_timeline(record, Cursor(record).line)
    moved = next(at for at, mark in timeline.marks.items() if mark.ways)
    go(page, moved)
    arrow = page.locator(".a4a-ways [data-kind]").first
    arrow.locator("path").first.dispatch_event("pointermove", {"bubbles": True})
    names = [timeline.spaces[i].name for i in timeline.marks[moved].ways[0].path]
    assert " → ".join(names) in page.locator(".a4a-tooltip").inner_text()
    page.locator(MAP).focus()
    page.keyboard.press(".")
    page.keyboard.type("onerror")
    assert MISCHIEF[0] in page.locator(".a4a-finder li").first.inner_text()
    page.keyboard.press("Enter")
    assert MISCHIEF[0] in page.locator(".a4a-card").inner_text()
    runs_nothing(page)


@pytest.mark.soak
def test_nothing_in_a_record_is_run_by_the_page(shown: Page) -> None:
    """Names, notes, titles, conditions, colours and charts that try to be HTML stay text."""
    page = shown
    page.locator(".a4a-charts svg").wait_for()
    page.locator(".a4a-charts [role=alert]").wait_for()  # the renderer refuses such a link
    page.locator(MAP).focus()
    page.keyboard.press("Home")
    for key in "svxtnl":  # every layer on, and the legend open
        page.keyboard.press(key)
    page.locator(".a4a-meaning > span").first.wait_for()
    paths = page.locator("path.a4a-space")
    page.locator(SLIDER).focus()
    for step in range(len(mischievous())):
        if step % depth.number(4, deep=1) == 0:
            paths.nth(step % 12).dispatch_event("pointermove", {"bubbles": True})
            paths.nth(step % 12).dispatch_event("click", {"bubbles": True})
        page.keyboard.press("ArrowRight")
    assert position(page) == len(mischievous())
    page.locator(".a4a-charts .mark-symbol path").first.click(force=True)
    told = page.locator(".a4a-card[aria-label=Space]").inner_text()
    assert told.count("onerror") > 0  # told, as text
    assert "<img src=x" in page.locator(".a4a-status").inner_text()
    assert "</script>" in page.locator(".a4a-log").inner_text()
    runs_nothing(page)
