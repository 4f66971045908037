"""The explorer on a screen to touch: a finger picks, pans and steps, two zoom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests import depth
from tests.browser.waiting import moved, rests
from tests.map.skirmish import skirmish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.lab import Lab, Notebook

MAP = ".a4a-board .leaflet-container"
SLIDER = ".a4a-stepper input[type=range]"

Point = tuple[float, float]


class Fingers:
    """Fingers on the glass of a page; Playwright itself can only tap."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._devtools = page.context.new_cdp_session(page)

    def slide(self, *ways: tuple[Point, Point], steps: int = 12) -> None:
        """Put one finger a way down at its start, move all to their ends, take them off."""
        self._send("touchStart", [start for start, _ in ways])
        for step in range(1, steps + 1):
            part = step / steps
            self._send(
                "touchMove",
                [(a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])) for a, b in ways],
            )
            self._page.wait_for_timeout(16)
        self._send("touchEnd", [])
        rests(self._page)  # the map glides on a little

    def _send(self, kind: str, places: list[Point]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.fixture(scope="module")
def shown(lab: Lab, project: Path) -> Iterator[Notebook]:
    cells = [
        f"import sys\nsys.path.insert(0, {str(project)!r})\n"
        "import a4a\nfrom tests.map.skirmish import skirmish",
        "x = a4a.explore(skirmish(rounds=1), charts=())\nx",
    ]
    with lab.notebook(cells, touch=True, width=1280, height=900) as notebook:
        notebook.run_all()
        notebook.page.wait_for_selector(".a4a-badges > g", state="attached")
        notebook.page.locator(".a4a-explorer").scroll_into_view_if_needed()
        yield notebook


@pytest.fixture
def page(shown: Notebook) -> Iterator[Page]:
    """The page of an explorer at its start, the whole board in sight and nothing open."""
    page: Page = shown.page
    page.locator(MAP).focus()
    for key in ("Escape", "0", "Home"):
        page.keyboard.press(key)
    page.wait_for_selector(f"{MAP}[data-position='0']")
    yield page
    shown.check()


def place(page: Page, name: str, across: float = 0.5, down: float = 0.5) -> Point:
    """A point in the box of a space."""
    index = skirmish(rounds=1).board.index[name]
    box = page.locator(f"path[class*='-{index} ']").bounding_box()
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def middle(page: Page) -> Point:
    box = page.locator(MAP).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def scrolled(page: Page) -> list[float]:
    """How far everything around the map is scrolled, and how far the whole page is zoomed."""
    return page.locator(MAP).evaluate(
        "el => { const all = [visualViewport.scale];"
        " for (let e = el; e; e = e.parentElement) all.push(e.scrollTop, e.scrollLeft);"
        " return all; }"
    )


@depth.only_deep
def test_a_tap_on_a_space_opens_its_details_and_a_tap_closes_them(page: Page) -> None:
    page.touchscreen.tap(*place(page, "Brazil", 0.6, 0.4))
    card = page.locator(".a4a-card:visible")
    card.get_by_text("Brazil").first.wait_for()
    card.get_by_role("button", name="Close").tap()
    card.wait_for(state="detached")


@depth.only_deep
def test_a_finger_pans_the_map_alone_and_picks_nothing(page: Page) -> None:
    (x, y), before, around = place(page, "Brazil"), place(page, "Egypt"), scrolled(page)
    Fingers(page).slide(((x, y), (x + 90, y + 60)))
    after = place(page, "Egypt")
    assert after[0] - before[0] == pytest.approx(90, abs=25)
    assert after[1] - before[1] == pytest.approx(60, abs=25)
    assert page.locator(".a4a-card:visible").count() == 0
    assert scrolled(page) == around


@depth.only_deep
def test_two_fingers_zoom_the_map_alone(page: Page) -> None:
    def width() -> float:
        index = skirmish(rounds=1).board.index["Germany"]
        return page.locator(f"path[class*='-{index} ']").bounding_box()["width"]

    (x, y), whole, around = place(page, "Germany"), width(), scrolled(page)
    Fingers(page).slide(((x - 30, y), (x - 90, y)), ((x + 30, y), (x + 90, y)))
    assert width() > 2 * whole
    assert page.locator(".a4a-card:visible").count() == 0
    near = width()
    x, y = middle(page)
    Fingers(page).slide(((x - 90, y), (x - 40, y)), ((x + 90, y), (x + 40, y)))
    assert width() < 0.7 * near
    assert scrolled(page) == around
    with moved(page):
        page.get_by_role("button", name="Show the whole board (0)").tap()
    assert width() == pytest.approx(whole, rel=0.02)


@depth.only_deep
def test_buttons_slider_and_log_are_tapped(page: Page) -> None:
    record = skirmish(rounds=1)
    first = record.node_at(round=1, power="Germany")
    for name, target in (("Next turn", first), ("Next step", first + 1), ("Previous turn", first)):
        page.get_by_role("button", name=name, exact=True).tap()
        page.wait_for_selector(f"{MAP}[data-position='{target}']")
    page.locator(".a4a-log .a4a-entry[data-position='5']").tap()
    page.wait_for_selector(f"{MAP}[data-position='5']")
    page.locator(SLIDER).scroll_into_view_if_needed()
    box = page.locator(SLIDER).bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function(
        "last => Math.abs(document.querySelector('[data-position]').dataset.position - last / 2)"
        " < last / 20",
        arg=len(record),
    )


@depth.only_deep
def test_a_finger_drags_the_slider_to_the_end(page: Page) -> None:
    page.locator(SLIDER).scroll_into_view_if_needed()
    box = page.locator(SLIDER).bounding_box()
    y = box["y"] + box["height"] / 2
    Fingers(page).slide(((box["x"] + 8, y), (box["x"] + box["width"] + 20, y)))
    page.wait_for_selector(f"{MAP}[data-position='{len(skirmish(rounds=1))}']")


@depth.only_deep
def test_a_layer_is_switched_by_a_tap(page: Page) -> None:
    page.locator(".a4a-legend summary").tap()
    page.get_by_label("Units").tap()
    page.wait_for_function("() => !document.querySelector('.a4a-badges > g')")
    page.get_by_label("Units").tap()
    page.wait_for_selector(".a4a-badges > g", state="attached")
    page.locator(".a4a-legend summary").tap()


@depth.only_deep
def test_an_arrow_is_drawn_by_taps(page: Page) -> None:
    page.get_by_role("tab", name="Annotations").tap()
    page.get_by_role("button", name="Draw an arrow on the board").tap()
    page.locator(".a4a-sketch").wait_for()
    page.touchscreen.tap(*place(page, "Brazil", 0.6, 0.4))
    for _ in range(2):  # the second tap on the last space ends the arrow
        page.touchscreen.tap(*place(page, "Peru"))
    page.locator(".a4a-annotator").get_by_text("Brazil → Peru").first.wait_for()
    assert page.locator(".a4a-card:visible").count() == 0
    page.get_by_role("button", name=re.compile("Delete", re.I)).first.tap()
    page.locator(".a4a-notes").get_by_text("Brazil → Peru").wait_for(state="detached")
    page.get_by_role("tab", name="Log").tap()
