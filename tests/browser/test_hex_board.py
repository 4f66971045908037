"""A board of hexes as a person meets it: legible at two zooms, nothing over anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import a4a
from a4a.core import events as ev
from tests import depth
from tests.browser.lab import DARK, LIGHT
from tests.browser.test_access import CONTRASTS
from tests.browser.test_explorer import CONTRAST, MAP, ready
from tests.browser.test_layers import BOXES, overlapping
from tests.browser.test_page import CARD, opened
from tests.browser.test_page import MAP as PAGE_MAP
from tests.browser.waiting import moved, rests

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

    from playwright.sync_api import Page

    from tests.browser.lab import Lab, Notebook

SMALL, LAPTOP, DESK = (1100, 768), (1366, 768), (1920, 1080)
THEATRE = "Western Europe"

CELL = """
import a4a
from a4a.core import events as ev
record = a4a.start("war_in_europe")
start = record.state_at(0)
pool = next(p for p in start.holdings if (p.power, p.name) == ("Germany", "force pool"))
unit = start.at(pool)[0]
record.append([ev.RoundBegan(1, "Autumn 1939"), ev.TurnBegan(("Germany",)), ev.PhaseBegan("Move")])
record.append([ev.UnitsPlaced((unit.id,), "2106", "built")])
record.append([ev.ControlChanged("2405", "Poland", "Germany", "conquest")])
"""

# The words that are seen in a group of the sheet: text, and height of its letters in pixels.
WORDS = """(group) => {
    const map = document.querySelector(".a4a-board .leaflet-container");
    const seen = map.getBoundingClientRect();
    return [...map.querySelectorAll(`.a4a-${group} text`)].filter((node) => {
        const b = node.getBoundingClientRect();
        return b.left > seen.left && b.right < seen.right
            && b.top > seen.top && b.bottom < seen.bottom;
    }).map((node) => {
        const matrix = node.getScreenCTM();
        return [node.textContent, parseFloat(getComputedStyle(node).fontSize) * Math.abs(matrix.d)];
    });
}"""

# What is written in spaces: words, px by which they leave their space, height of letters in px.
NAMES = """(spaces) => {
    const map = document.querySelector(".a4a-board .leaflet-container");
    const first = map.querySelector(".a4a-earth-tints path").getAttribute("class");
    const texts = [...map.querySelectorAll(".a4a-names text")]
        .filter((node) => node.style.display !== "none");
    return spaces.map((space) => {
        const own = first.replace(/\\d+$/, space);
        const box = map.querySelector(`path.a4a-space.${own}`).getBoundingClientRect();
        const out = (b) => Math.max(
            box.left - b.left, b.right - box.right, box.top - b.top, b.bottom - box.bottom,
        );
        const mine = texts.filter((node) => {
            const b = node.getBoundingClientRect();
            const [x, y] = [(b.left + b.right) / 2, (b.top + b.bottom) / 2];
            return box.left < x && x < box.right && box.top < y && y < box.bottom;
        });
        const words = mine.flatMap((node) => [...node.children].map((part) => part.textContent));
        const sizes = mine.map((node) => parseFloat(getComputedStyle(node).fontSize));
        const outside = mine.map((node) => out(node.getBoundingClientRect()));
        return [words.join(" "), Math.max(...outside), Math.min(...sizes)];
    });
}"""

# The colour that the tint of a space has.
TINT = """(index) => {
    const any = document.querySelector(".a4a-earth-tints path").getAttribute("class");
    const own = any.replace(/\\d+$/, index);
    return getComputedStyle(document.querySelector(`.a4a-earth-tints .${own}`)).fill;
}"""


@pytest.fixture(scope="module")
def hexes(lab: Lab) -> Iterator[Notebook]:
    """An explorer of the hex board in the second cell."""
    cells = [CELL.strip(), "x = a4a.explore(record, charts=())\nx", "x.board.selected"]
    size = {"width": LAPTOP[0], "height": LAPTOP[1]}
    with lab.notebook(cells, **size) as notebook:
        notebook.run(0)
        notebook.run(1)
        ready(notebook.page)
        yield notebook


@pytest.fixture
def board(hexes: Notebook) -> Iterator[Notebook]:
    """The explorer at its start, the whole board shown; no error when the test is over."""
    page = hexes.page
    resize(page, LAPTOP)
    page.locator(MAP).focus()
    for key in ("Escape", "r", "Home"):
        page.keyboard.press(key)
    page.wait_for_selector(f"{MAP}[data-position='0']")
    yield hexes
    hexes.check()


@pytest.fixture(params=depth.sample([LIGHT, DARK]))
def themed(board: Notebook, request: pytest.FixtureRequest) -> Iterator[Notebook]:
    """The explorer in each theme, of which only colours know anything."""
    board.choose(request.param)
    yield board
    board.choose(LIGHT)


def resize(page: Page, size: tuple[int, int]) -> None:
    """Let the window have a size, and the explorer its place in it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.locator(".a4a-explorer").evaluate("el => el.scrollIntoView()")
    rests(page)


def show(page: Page, theatre: str) -> None:
    page.get_by_label("Show a theatre").select_option(label=theatre)


def index_of(code: str) -> int:
    """The number by which the page knows a hex."""
    board = a4a.dataset("war_in_europe").board
    return board.index[board.space(code).name]


def named(page: Page, group: str) -> dict[str, float]:
    return dict(page.evaluate(WORDS, group))


def test_whole_board_names_capitals_and_writes_no_number_too_small_to_read(
    board: Notebook,
) -> None:
    page = board.page
    places = named(page, "places")
    for capital in ("Paris", "London", "Berlin", "Moscow", "Rome"):
        assert places[capital] >= 8
    assert len(places) > 25
    assert named(page, "codes") == {}
    assert page.locator(".a4a-places > g").count() > 60  # every city and port has its mark


@pytest.mark.soak
@pytest.mark.parametrize("size", depth.sample([SMALL, LAPTOP, DESK]), ids=str)
def test_every_box_is_named_within_it_at_the_first_view(
    board: Notebook, size: tuple[int, int]
) -> None:
    """On two lines where it is narrow."""
    page = board.page
    resize(page, size)
    page.locator(MAP).focus()
    page.keyboard.press("r")
    rests(page)
    record = a4a.start("war_in_europe")
    boxes = {s.name: i for i, s in enumerate(record.board.spaces) if s.kind == "box"}
    names = page.evaluate(NAMES, list(boxes.values()))
    assert {name: words for name, (words, _, _) in zip(boxes, names, strict=True)} == {
        name: name for name in boxes
    }
    for _, out, size_px in names:
        assert out <= 1  # px by which the words leave their box
        assert size_px >= 8


@pytest.mark.soak
def test_a_printed_line_is_dotted_over_the_rivers_along_it(themed: Notebook) -> None:
    page = themed.page
    show(page, THEATRE)
    line = page.locator(".a4a-earth-lines path.a4a-line")
    sides = sum(bool(border.line) for border in a4a.start("war_in_europe").board.borders)
    assert line.count() == 1
    assert (line.get_attribute("d") or "").count("M") == sides == 9
    assert line.get_attribute("data-line") == "demarcation line"
    look = "el => [getComputedStyle(el).stroke, getComputedStyle(el).strokeDasharray.split(',')[0]]"
    assert line.evaluate(look) == ["rgb(111, 61, 12)", "0px"]
    order = "el => [...el.parentNode.children].map((g) => g.getAttribute('class'))"
    groups = page.locator(".a4a-earth-lines").evaluate(order)
    assert groups.index("a4a-earth-lines") > groups.index("a4a-earth-rivers")
    seen = line.bounding_box()
    assert seen is not None
    inside = page.locator(MAP).bounding_box()
    assert inside is not None
    assert inside["x"] < seen["x"] < seen["x"] + seen["width"] < inside["x"] + inside["width"]
    legend = page.locator(".a4a-legend")
    legend.evaluate("el => { el.open = true; }")
    assert "demarcation line" in legend.inner_text()
    legend.evaluate("el => { el.open = false; }")
    page.locator(MAP).focus()
    group = page.locator(".a4a-earth-lines")
    page.keyboard.press("d")
    assert group.evaluate("el => el.style.display") == "none"
    page.keyboard.press("d")
    assert group.evaluate("el => el.style.display") == ""


@pytest.mark.soak
@pytest.mark.parametrize("size", depth.sample([LAPTOP, DESK]), ids=str)
def test_a_theatre_is_legible(board: Notebook, size: tuple[int, int]) -> None:
    page = board.page
    resize(page, size)
    show(page, THEATRE)
    codes = named(page, "codes")
    assert len(codes) > 60
    assert min(codes.values()) >= 6.75
    assert {"1709", "1907", "1607"} <= codes.keys()
    at_sea = page.locator(".a4a-codes .a4a-at-sea").first
    assert at_sea.evaluate("el => getComputedStyle(el).fillOpacity") == "1"
    assert at_sea.evaluate(CONTRAST) >= 4.5
    places = named(page, "places")
    assert {"Paris", "London", "Brest", "Hamburg", "Barcelona"} <= places.keys()
    assert min(places.values()) >= 7.5
    faces = {face: px for face, px in named(page, "badges").items() if "-" in face}
    assert {"2-3", "1-45"} <= faces.keys()  # counters as they are printed
    assert min(faces.values()) >= 6.5


@pytest.mark.soak
@pytest.mark.parametrize("size", depth.sample([LAPTOP, DESK]), ids=str)
@pytest.mark.parametrize("view", ["", THEATRE, "Eastern Front", "Mediterranean and North Africa"])
def test_no_badge_covers_another_and_every_stack_is_shown(
    board: Notebook, view: str, size: tuple[int, int]
) -> None:
    page = board.page
    resize(page, size)
    if view:
        show(page, view)
    boxes = page.evaluate(BOXES, ["badges"])
    assert len(boxes["badges"]) > 10
    assert overlapping(boxes) == []
    badges = page.locator(".a4a-badges > g")
    shown = set(badges.evaluate_all("gs => gs.map((g) => Number(g.dataset.space))"))
    record = a4a.start("war_in_europe")
    state = record.state_at(0)
    assert shown == {i for name, i in record.board.index.items() if state.at(name)}


def test_only_layers_that_make_sense_are_offered(board: Notebook) -> None:
    page = board.page
    page.locator(".a4a-legend").evaluate("el => { el.open = true; }")
    titles = page.locator(".a4a-legend-row label span").all_inner_texts()
    meaning = page.locator(".a4a-legend").inner_text()
    page.locator(".a4a-legend").evaluate("el => { el.open = false; }")
    assert {"Terrain", "Countries", "Numbers", "Places", "Fronts", "Threat"} <= set(titles)
    assert not {"Convoy zones", "Production", "Neutrals", "Cities"} & set(titles)
    for words in ("mountain", "river along a hexside", "capital that produces", "port", "reduced"):
        assert words in meaning


def test_layers_of_the_earth_have_keys(board: Notebook) -> None:
    page = board.page
    show(page, THEATRE)
    page.locator(MAP).focus()
    texture = page.locator(".a4a-earth-texture")
    countries = page.locator(".a4a-earth-countries")
    for key, shown in (("e", texture), ("d", countries)):
        page.keyboard.press(key)
        assert shown.evaluate("el => el.style.display") == "none"
        page.keyboard.press(key)
        assert shown.evaluate("el => el.style.display") == ""
    page.keyboard.press("z")
    assert named(page, "codes") == {}
    page.keyboard.press("z")
    assert "1709" in named(page, "codes")
    page.keyboard.press("o")
    assert named(page, "places") == {}
    page.keyboard.press("o")
    assert "Paris" in named(page, "places")


def test_a_place_is_found_by_its_name_and_by_its_number(board: Notebook) -> None:
    page = board.page
    for asked in ("toul", "1911"):
        page.locator(MAP).focus()
        page.keyboard.press(".")
        page.keyboard.type(asked)
        page.keyboard.press("Enter")
        card = page.locator(".a4a-card")
        card.wait_for()
        assert card.locator("strong").inner_text() == "1911 Toulon"
        assert "fleet" in card.inner_text()
        assert "1-45 reduced" in card.inner_text()
        page.keyboard.press("Escape")


def test_a_hex_tells_its_counters_when_pointed_at(board: Notebook) -> None:
    page = board.page
    show(page, THEATRE)
    paris = page.locator(f"path.a4a-space[class*='-{index_of('1709')} ']")
    paris.dispatch_event("pointermove", {"bubbles": True})
    text = page.locator(".a4a-tooltip").text_content() or ""
    assert text.startswith("1709 Paris")
    assert "1st air 1-3, reduced" in text


@pytest.mark.soak
def test_stepping_moves_counters_and_colours(themed: Notebook) -> None:
    page = themed.page
    page.get_by_role("tab", name="Off the board").click()
    pool = page.locator(".a4a-holdings .a4a-named-counter")
    before = pool.count()
    page.locator(MAP).focus()
    page.keyboard.press("ArrowRight")
    current = page.locator(".a4a-turns li[aria-current]")
    assert current.inner_text().startswith("1 Autumn 1939")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(f"{MAP}[data-position='2']")
    assert pool.count() == before - 1
    index = index_of("2405")
    polish = page.evaluate(TINT, index)
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(f"{MAP}[data-position='3']")
    german: Any = page.evaluate(TINT, index)
    assert german != polish
    page.keyboard.press("Home")
    assert pool.count() == before
    page.get_by_role("tab", name="Log").click()


def test_the_earth_lies_under_the_hexes_at_every_zoom(board: Notebook) -> None:
    """The tint of a hex and its outline, which Leaflet draws, are in the same place."""
    page = board.page
    for key in ("", "+", "Shift+Equal", "-"):  # not at all, a step, three steps, a step back
        page.locator(MAP).focus()
        if key:
            with moved(page):
                page.keyboard.press(key)
        apart = page.evaluate(
            """() => {
                const map = document.querySelector(".a4a-board .leaflet-container");
                const seen = map.getBoundingClientRect();
                const gaps = [];
                for (const tint of map.querySelectorAll(".a4a-earth-tints path")) {
                    const own = tint.getAttribute("class");
                    const outline = map.querySelector(`path.a4a-space.${own}`);
                    const [a, b] = [tint, outline].map((node) => node.getBoundingClientRect());
                    const inside = a.left > seen.left && a.right < seen.right
                        && a.top > seen.top && a.bottom < seen.bottom;
                    const sides = ["left", "top", "right", "bottom"];
                    if (inside) gaps.push(...sides.map((side) => Math.abs(a[side] - b[side])));
                }
                return [gaps.length, Math.max(...gaps)];
            }"""
        )
        assert apart[0] > 10
        assert apart[1] < 2.5


@pytest.mark.soak
@pytest.mark.parametrize("theme", depth.sample([DARK, LIGHT]))
def test_what_is_off_the_board_and_the_legend_can_be_read(board: Notebook, theme: str) -> None:
    page = board.page
    board.choose(theme)
    page.get_by_role("tab", name="Off the board").click()
    page.locator(".a4a-legend").evaluate("el => { el.open = true; }")
    for part in (".a4a-holdings", ".a4a-legend"):
        found = page.locator(part).evaluate(CONTRASTS)
        assert len(found) > 10
        assert [words for words in found if words["ratio"] < 4.5] == []
    page.locator(".a4a-legend").evaluate("el => { el.open = false; }")
    page.get_by_role("tab", name="Log").click()


def test_a_page_of_the_board_works_from_the_disk(lab: Lab, tmp_path: Path) -> None:
    path = a4a.export_html(a4a.start("war_in_europe"), tmp_path / "board.html", charts=())
    with opened(lab, path) as shown:
        page = shown.page
        assert page.locator(".a4a-earth-texture path").count() >= 4
        assert page.locator(".a4a-places > g").count() > 60
        page.get_by_role("tab", name="Off the board").click()
        assert page.locator(".a4a-named-counter").count() > 25
        assert page.locator(".a4a-turns li").count() == 23
        page.locator(PAGE_MAP).focus()
        page.keyboard.press(".")
        page.keyboard.type("malta")
        page.keyboard.press("Enter")
        card = page.locator(CARD)
        assert card.locator("strong").inner_text() == "2415 Malta"
        assert "fort" in card.inner_text()


def test_a_page_draws_zones_supply_and_holders_in_variations_too(lab: Lab, tmp_path: Path) -> None:
    record = a4a.start("war_in_europe")
    board = record.board
    army = next(u for u in record.state_at(0).units.values() if u.name == "10th infantry")
    home, paris = str(army.place), board.space("1709").name
    record.append([ev.RoundBegan(1, "Autumn 1939"), ev.TurnBegan(("Germany",)), ev.PhaseBegan("A")])
    lost = record.append([
        ev.UnitsMoved((army.id,), (home, paris), "other"),
        ev.RelationChanged("Great Britain", "Norway", "neutral", "allied"),
        ev.RelationChanged("Germany", "Norway", "neutral", "war"),
    ])  # fmt: skip
    stayed = record.append([ev.PhaseBegan("B")], parent=lost - 1)
    path = a4a.export_html(record, tmp_path / "supply.html", charts=())
    with opened(lab, path, f"#node={lost}") as shown:
        page = shown.page
        told = page.locator(".a4a-overlay-told")
        page.locator(PAGE_MAP).focus()
        page.keyboard.press("i")
        told.get_by_text("Out of supply: 1 unit").wait_for()
        page.keyboard.press("q")
        told.get_by_text("Zones of control: land units").wait_for()
        assert page.locator(".a4a-zones path.a4a-zone").count() == 2
        page.keyboard.press("j")
        page.locator(".a4a-holders circle.a4a-holder").first.wait_for()
        with_norway = page.locator(".a4a-holders circle.a4a-holder").count()
        page.evaluate(f"() => {{ location.hash = '#node={stayed}'; }}")
        told.get_by_text("All units are in supply").wait_for()
        assert 0 < page.locator(".a4a-holders circle.a4a-holder").count() < with_norway
        assert page.locator(".a4a-supply-line").count() == 0
        page.keyboard.press(".")
        page.keyboard.type(home)
        page.keyboard.press("Enter")
        told.get_by_text("supply from 2106 Berlin").wait_for()
        assert page.locator(".a4a-supply-line").count() == 1
