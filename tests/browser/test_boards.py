"""Maps and a stepper in cells of their own, which share a cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.test_explorer import MAP, go, ready
from tests.browser.waiting import rests

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.lab import Lab, Notebook

# How many maps listen for the window's size; Leaflet keeps the names of those that did.
LISTENING = """() => Object.entries(window._leaflet_events ?? {})
    .filter(([name, heard]) => name.startsWith("resize") && heard).length"""
BOTH = ".a4a-board [data-position='{}']"


@pytest.fixture(scope="module")
def listening() -> dict[str, int]:
    """How many maps listened before any was shown."""
    return {}


@pytest.fixture(scope="module")
def boards(lab: Lab, project: Path, listening: dict[str, int]) -> Iterator[Notebook]:
    """A map shown in two cells, and its stepper; the last cell takes the map away."""
    setting = (
        f"import sys\nsys.path.insert(0, {str(project)!r})\nimport a4a\n"
        "from tests.map.skirmish import skirmish\n"
        "c = a4a.Cursor(skirmish(), node=30)\nb = a4a.BoardMap(c)"
    )
    cells = [setting, "b", "b", "a4a.Stepper(c)", "b.close()"]
    with lab.notebook(cells, height=1300) as notebook:
        listening["before"] = notebook.page.evaluate(LISTENING)
        for cell in (0, 1, 2, 3):
            notebook.run(cell)
        ready(notebook.page)
        shown(notebook.page, 30)
        yield notebook
        notebook.check()


def shown(page: Page, position: int) -> None:
    """Wait until both maps show a position."""
    page.wait_for_function(
        "(both) => document.querySelectorAll(both).length === 2", arg=BOTH.format(position)
    )


def test_a_map_shown_twice_is_painted_twice(boards: Notebook) -> None:
    page = boards.page
    page.locator(MAP).nth(1).focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(BOTH.format(31)).count() == 2
    counts = [page.locator(".a4a-badges").nth(i).locator("> g").count() for i in (0, 1)]
    assert counts[0] == counts[1] > 50


def test_a_board_map_and_a_stepper_in_two_cells_move_together(boards: Notebook) -> None:
    page = boards.page
    go(page, 33)
    page.get_by_role("button", name="Next step", exact=True).click()
    shown(page, 34)


# By how much more than it shows each board of a cell is wide, if that can be scrolled to.
SCROLLED = """boards => boards.filter((board) => getComputedStyle(board).overflowX !== "hidden")
    .map((board) => board.scrollWidth - board.clientWidth)"""


def test_a_map_in_a_cell_has_no_scroll_bar_of_its_own(boards: Notebook) -> None:
    """As one of a comparison has none: see `test_comparison`."""
    rests(boards.page)
    found = boards.page.locator(".jp-OutputArea .a4a-board")
    assert found.count() == 2
    assert all(wider <= 0 for wider in found.evaluate_all(SCROLLED))


def test_a_board_that_is_taken_away_no_longer_listens(
    boards: Notebook, listening: dict[str, int]
) -> None:
    page, before = boards.page, listening["before"]
    assert page.evaluate(LISTENING) == before + 2
    boards.run(4)
    page.wait_for_function(f"(before) => ({LISTENING})() === before", arg=before)
