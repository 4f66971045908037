"""The explorer on a laptop: it fits, the board comes first, and nothing lies over it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from tests import depth
from tests.browser.test_explorer import MAP, go, ready
from tests.browser.waiting import moved, rests
from tests.map.cities import TRUE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.browser.lab import Lab, Notebook

PANE = ".jp-WindowedPanel-outer"
BOX = "el => { const b = el.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }"
CITIES = """() => Object.fromEntries(
    [...document.querySelectorAll(".a4a-cities > g")].map((city) => {
        const star = city.querySelector(".a4a-city-star").getBoundingClientRect();
        return [city.dataset.space, [(star.left + star.right) / 2, (star.top + star.bottom) / 2]];
    }))"""
# Charts that are not all in their frames, or whose frames are not all in the row of charts.
CUT = """figures => figures.filter((figure) => {
    const [drawn, frame, row] = [figure.querySelector("svg"), figure, figure.parentElement]
        .map((el) => el.getBoundingClientRect());
    return drawn.bottom > frame.bottom || drawn.right > frame.right || frame.bottom > row.bottom;
}).map((figure) => figure.textContent)"""
SETTING = """
import sys
sys.path.insert(0, {project!r})
import a4a
from tests.map.skirmish import skirmish
record = skirmish()
"""


@pytest.fixture(scope="module")
def laptop(lab: Lab, project: Any) -> Iterator[Notebook]:
    """An explorer with its charts in the second cell, on a screen of 1366 by 768."""
    cells = [SETTING.format(project=str(project)), "x = a4a.explore(record)\nx", "1", "2"]
    with lab.notebook(cells, width=1366, height=768) as notebook:
        notebook.run(0)
        notebook.run(1)
        ready(notebook.page)
        notebook.page.wait_for_selector(".a4a-charts svg")
        yield notebook
        notebook.check()


@pytest.fixture
def page(laptop: Notebook) -> Page:
    page = laptop.page
    page.locator(MAP).focus()
    for key in ("Escape", "0", "Home"):
        page.keyboard.press(key)
    page.evaluate("() => document.activeElement.blur()")
    page.mouse.move(0, 0)
    return page


def box(page: Page, selector: str) -> list[float]:
    found: list[float] = page.locator(selector).first.evaluate(BOX)
    return found


def zoom(page: Page) -> float:
    """How far apart two cities are drawn, which tells the zoom."""
    places = page.evaluate(CITIES)
    ends = [places[space] for space in sorted(places, key=int)[:2]]
    return math.dist(*ends)


def test_it_fits_with_its_charts_and_the_file_browser_open(page: Page) -> None:
    assert page.locator(".jp-FileBrowser").is_visible()
    _, top, _, bottom = box(page, ".a4a-explorer")
    assert bottom - top < page.locator(PANE).evaluate("el => el.clientHeight")
    assert len(page.locator(".a4a-charts svg").all()) > 2


def test_charts_are_seen_whole_however_few_they_are(lab: Lab, project: Any) -> None:
    cells = [
        f"{SETTING.format(project=str(project))}f = a4a.frames(record)",
        "a4a.explore(record, charts=[a4a.charts.tuv(f), a4a.charts.income(f)])",
    ]
    with lab.notebook(cells, width=1366, height=768) as notebook:
        notebook.run_all()
        notebook.page.locator(".a4a-charts svg").nth(1).wait_for()
        figures = notebook.page.locator(".a4a-charts figure")
        assert figures.count() == 2
        assert figures.evaluate_all(CUT) == []
        notebook.check()


def test_each_chart_has_one_line_where_the_game_is(page: Page) -> None:
    """Also before the first turn, where the chart of income has nothing yet."""
    lines = "all => all.map(f => f.querySelectorAll('.a4a-cursor-line').length)"
    found = page.locator(".a4a-charts figure").evaluate_all(lines)
    assert found == [1] * len(found)
    places = page.locator(".a4a-cursor-line").evaluate_all(
        "all => all.map(line => line.getAttribute('transform'))"
    )
    assert set(places) == {"translate(0,0)"}
    assert len(places) > 2


def test_after_running_its_cell_one_sees_the_board(page: Page) -> None:
    page.locator(MAP).evaluate("el => { el.dataset.before = ''; }")
    page.evaluate(
        "async () => { window.a4aPanel.content.activeCellIndex = 1;"
        " await window.jupyterapp.commands.execute('notebook:run-cell-and-select-next'); }"
    )
    page.wait_for_selector(f"{MAP}[data-position]:not([data-before])")
    page.wait_for_selector(".a4a-charts svg")
    rests(page)
    _, top, _, bottom = box(page, MAP)
    _, first, _, last = box(page, PANE)
    assert min(bottom, last) - max(top, first) > 0.85 * (bottom - top)


def test_the_wheel_scrolls_the_notebook_until_the_board_has_the_focus(page: Page) -> None:
    page.locator(PANE).evaluate("el => { el.scrollTop = 0; }")
    left, top, right, bottom = box(page, MAP)
    page.mouse.move((left + right) / 2, (top + bottom) / 2)
    before, scrolled = zoom(page), "el => el.scrollTop"
    with moved(page):
        page.mouse.wheel(0, 120)
    down = page.locator(PANE).evaluate(scrolled)
    assert down > 50
    assert zoom(page) == pytest.approx(before, abs=1)
    page.mouse.move((left + right) / 2, (top + bottom) / 2 - down)
    page.mouse.down()
    page.mouse.up()
    with moved(page):
        page.mouse.wheel(0, -400)
    assert page.locator(PANE).evaluate(scrolled) == down
    assert zoom(page) > 1.2 * before


def test_neither_the_buttons_nor_the_layers_lie_over_the_board(page: Page) -> None:
    def under(selector: str) -> list[str]:
        left, top, right, bottom = box(page, selector)
        return [
            space for space, (x, y) in page.evaluate(CITIES).items()
            if left <= x <= right and top <= y <= bottom
        ]  # fmt: skip

    assert under(".a4a-views") == []
    page.locator(MAP).focus()
    page.keyboard.press("l")
    rests(page)
    assert page.locator(".a4a-legend[open]").count() == 1
    assert under(".a4a-legend") == under(".a4a-views") == []
    assert len(page.evaluate(CITIES)) > 10
    page.keyboard.press("l")


def test_cities_stand_where_they_stand_on_the_earth_and_never_move(page: Page) -> None:
    from a4a import boards

    board = boards.load("global1940").board
    page.get_by_role("button", name="Show Europe").click()
    rests(page)
    first = page.evaluate(CITIES)
    for node in (60, 121, 200):
        go(page, node)
        assert page.evaluate(CITIES) == first
    shown = {board.spaces[int(space)].city: place for space, place in first.items()}

    def flat(city: str) -> tuple[float, float]:
        lat, lon = TRUE[city]
        return lon, math.degrees(math.asinh(math.tan(math.radians(lat))))

    # Two of them tell how the map lies; all others must follow.
    (x0, y0), (x1, y1) = shown["London"], shown["Calcutta"]
    (u0, v0), (u1, v1) = flat("London"), flat("Calcutta")
    scale = (x1 - x0) / (u1 - u0)
    assert (y0 - y1) / (v0 - v1) == pytest.approx(-scale, rel=0.02)
    for city in ("Paris", "Berlin", "Moscow", "Rome", "Leningrad", "Stalingrad", "Warsaw", "Cairo"):
        u, v = flat(city)
        wanted = (x0 + scale * (u - u0), y0 - scale * (v - v0))
        assert math.dist(shown[city], wanted) < 0.25 * scale + 1.5, city


def test_close_by_there_are_still_names(laptop: Notebook, page: Page) -> None:
    page.get_by_role("button", name="Find a space").click()
    page.keyboard.type("Germany")
    page.keyboard.press("Enter")
    page.locator(MAP).focus()
    page.emulate_media(reduced_motion="reduce")  # at once
    for _ in range(6):  # three steps each
        page.keyboard.press("Shift+Equal")
    rests(page)
    page.emulate_media(reduced_motion="null")
    left, top, right, bottom = box(page, MAP)
    names = page.locator(".a4a-names text").evaluate_all(f"all => all.map({BOX})")
    assert any(left < x < right and top < y < bottom for x, y, *_ in names)


@depth.only_deep
def test_what_has_only_begun_cannot_be_played(lab: Lab) -> None:
    cells = ["import a4a", "a4a.explore(a4a.start('war_in_europe'), charts=())"]
    with lab.notebook(cells, width=1366, height=768) as notebook:
        notebook.run_all()
        ready(notebook.page)
        assert notebook.page.get_by_role("button", name="Play").is_disabled()
        notebook.check()


# Which tabs are cut, and whether the tabs and the stepper's buttons stand in one row each.
ROWS = """() => {
    const tabs = [...document.querySelectorAll(".a4a-tabs [role=tab]")];
    const buttons = [...document.querySelectorAll(".a4a-stepper > .a4a-bar:not(.a4a-lines) > *")];
    const inOne = (all) => {
        const boxes = all.map((el) => el.getBoundingClientRect());
        return Math.max(...boxes.map((b) => b.top)) < Math.min(...boxes.map((b) => b.bottom));
    };
    const cut = tabs.filter((tab) => tab.scrollWidth > tab.clientWidth);
    return [cut.map((tab) => tab.textContent), inOne(tabs), inOne(buttons)];
}"""


def test_beside_a_study_five_tabs_are_whole_and_the_buttons_keep_to_one_row(lab: Lab) -> None:
    made = "import a4a\nstudy = a4a.Study('Much')\n"
    added = "study.add(a4a.start('war_in_europe'), title='All')\na4a.explore(study, charts=())"
    with lab.notebook([made + added], width=1366, height=768) as notebook:
        notebook.run_all()
        page = notebook.page
        ready(page)
        tabs = page.locator(".a4a-tabs [role=tab]")
        assert tabs.count() == 5
        for tab in tabs.all():
            tab.click()
            assert page.evaluate(ROWS) == [[], True, True]
        notebook.check()
