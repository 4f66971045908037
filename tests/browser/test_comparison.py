"""Two positions compared, as a person meets them: the board with what changed, and the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import a4a
from tests.browser.test_boards import SCROLLED
from tests.map.skirmish import MISCHIEF, skirmish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser.lab import Lab, Notebook

pytestmark = pytest.mark.browser
CELL = """
import sys
sys.path.insert(0, {project!r})
import a4a
from tests.map.skirmish import mischievous, skirmish
record = skirmish(rounds=1)
view = a4a.compare({what})
view
"""


@pytest.fixture(scope="module")
def comparison(lab: Lab, project: Path) -> Iterator[Notebook]:
    """A comparison of the start and the end of the skirmish; the second cell tells the space."""
    cells = [CELL.format(project=str(project), what="record"), "view.board.selected"]
    with lab.notebook(cells, width=1366, height=1000) as notebook:
        notebook.run(0)
        notebook.page.wait_for_selector(".a4a-tables table")
        notebook.page.wait_for_selector(".leaflet-container[data-position]")
        yield notebook
        notebook.check()


def test_tabs_show_one_table_each_by_mouse_and_by_key(comparison: Notebook) -> None:
    page = comparison.page
    tabs = page.get_by_role("tablist", name="What changed").get_by_role("tab")
    expect(tabs.first).to_have_attribute("aria-selected", "true")
    tabs.filter(has_text="Built").click()
    page.get_by_role("tabpanel", name="Built").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_role("tabpanel", name="Lost").wait_for()
    expect(tabs.filter(has_text="Lost")).to_be_focused()


# Buttons of the board that lie under what tells of the changes.
COVERED = """() => {
    const told = document.querySelector(".a4a-changes").getBoundingClientRect();
    return [...document.querySelectorAll(".a4a-views > *")].filter((button) => {
        const {left, right, top, bottom} = button.getBoundingClientRect();
        return left < told.right && right > told.left && top < told.bottom && bottom > told.top;
    }).map((button) => button.textContent);
}"""


def test_what_tells_of_the_changes_lies_over_no_button(comparison: Notebook) -> None:
    expect(comparison.page.locator(".a4a-changes")).to_contain_text("left or lost")
    assert comparison.page.locator(".a4a-views > *").count() > 3
    assert comparison.page.evaluate(COVERED) == []


def test_its_board_has_no_scroll_bar_of_its_own(comparison: Notebook) -> None:
    board = comparison.page.locator(".jp-OutputArea .a4a-board")
    assert board.count() == 1
    assert all(wider <= 0 for wider in board.evaluate_all(SCROLLED))


def test_a_table_says_what_the_frame_says(comparison: Notebook) -> None:
    page = comparison.page
    hands = a4a.changes(skirmish(rounds=1)).hands
    page.get_by_role("tab", name=f"Changed hands ({len(hands)})").click()
    shown = page.locator(".a4a-tables tbody tr td:first-child").all_inner_texts()
    assert shown == hands["space"].to_list()


def test_a_click_on_a_row_picks_its_space_on_the_board(comparison: Notebook) -> None:
    page = comparison.page
    page.get_by_role("tab", name="Changed hands").click()
    button = page.locator(".a4a-tables tbody button").first
    space = button.inner_text()
    button.click()
    expect(page.locator(".a4a-card strong").first).to_have_text(space)
    comparison.wait_told()
    comparison.run(1)
    expect(page.locator(".jp-OutputArea-output").last).to_have_text(f"'{space}'")


def test_names_from_a_file_are_text_in_the_tables(lab: Lab, project: Path) -> None:
    what = "mischievous()"
    with lab.notebook([CELL.format(project=str(project), what=what)], width=1366) as notebook:
        notebook.run(0)
        page = notebook.page
        page.wait_for_selector(".a4a-tables [role=tab]")
        for tab in page.locator(".a4a-tables [role=tab]").all():
            tab.click()
        assert page.evaluate("window.pwned") is None
        assert all(mark not in page.locator(".a4a-tables").inner_html() for mark in MISCHIEF)
        notebook.check()
