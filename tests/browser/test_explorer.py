"""The explorer as a person meets it: in a real JupyterLab, with the keyboard and the mouse."""

from __future__ import annotations

import base64
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from a4a.core.words import count_of
from a4a.map.cursor import Cursor
from a4a.map.timeline_builder import build_timeline
from tests import depth
from tests.browser.waiting import frames, moved, rests
from tests.map.skirmish import skirmish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.lab import Lab, Notebook

MAP = ".a4a-board .leaflet-container"
SAVED = 200  # ms after which the page has told the kernel of a step (`SAVE_AFTER` in session.js)
SLIDER = ".a4a-stepper input[type=range]"

CHARTS = """
import altair as alt
import polars as pl
frame = pl.DataFrame({"round": [1, 2], "income": [30, 34]})
charts = [alt.Chart(frame).mark_line().encode(x="round:Q", y="income:Q")]
nodes = pl.DataFrame({"node": [0, 100, 200], "income": [30, 34, 38]})
charts.append(alt.Chart(nodes).mark_line().encode(x="node:Q", y="income:Q"))
"""


@pytest.fixture(scope="module")
def setting(project: Path) -> str:
    """A cell that makes the record `record` in the kernel."""
    return (
        f"import sys\nsys.path.insert(0, {str(project)!r})\nimport a4a\n"
        "from tests.map.skirmish import skirmish\nrecord = skirmish()\n"
    )


@contextmanager
def hearing(page: Page, received: list[bytes]) -> Iterator[None]:
    """Keep what the kernel says to a page meanwhile."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.on(
        "Network.webSocketFrameReceived",
        lambda event: received.append(payload(event["response"])),
    )
    yield
    devtools.detach()


@pytest.fixture(scope="module")
def received() -> list[bytes]:
    """What the kernel has said to the page of the shared explorer until it showed its board."""
    return []


@pytest.fixture(scope="module")
def shared_explorer(lab: Lab, setting: str, received: list[bytes]) -> Iterator[Notebook]:
    cells = [setting + CHARTS, "x = a4a.explore(record, charts=charts)\nx", "x.cursor.node"]
    with lab.notebook([*cells, "x.cursor.node = 77", "x.board.selected"]) as notebook:
        notebook.run(0)
        with hearing(notebook.page, received):
            notebook.run(1)
            ready(notebook.page)
        yield notebook


@pytest.fixture
def explorer(shared_explorer: Notebook) -> Notebook:
    """An explorer of the skirmish at its start, in the second cell.

    The third cell tells the kernel's node, the fourth sets it, the fifth tells what is selected.
    """
    page = shared_explorer.page
    page.locator(MAP).focus()
    for key in ("Escape", "0", "Home"):
        page.keyboard.press(key)
    page.wait_for_selector(f"{MAP}[data-position='0']")
    page.mouse.move(0, 0)
    return shared_explorer


@pytest.fixture(autouse=True)
def no_errors(request: pytest.FixtureRequest) -> Iterator[None]:
    """After every test: no error in the console, nothing asked for elsewhere."""
    yield
    if "shared_explorer" in request.fixturenames:
        request.getfixturevalue("shared_explorer").check()


def ready(page: Page) -> None:
    page.wait_for_selector(f"{MAP}[data-position]")
    page.wait_for_selector(".a4a-badges > g", state="attached")


def position(page: Page) -> int:
    """The position that the map shows."""
    return int(page.locator(MAP).get_attribute("data-position") or -1)


def go(page: Page, target: int) -> None:
    """Drag the slider to a position."""
    page.locator(SLIDER).evaluate(
        "(el, v) => { el.value = v; el.dispatchEvent(new Event('input', {bubbles: true})); }",
        target,
    )
    page.wait_for_selector(f"{MAP}[data-position='{target}']")


def payload(frame: dict[str, Any]) -> bytes:
    """The bytes of a websocket frame; binary ones come in base64."""
    data: str = frame["payloadData"]
    return base64.b64decode(data) if frame["opcode"] == 2 else data.encode()


def told(notebook: Notebook, cell: int) -> str:
    """What a cell says when it is run now."""
    notebook.wait_told(SAVED)
    notebook.run(cell)
    return str(notebook.outputs(cell)[0]["data"]["text/plain"])


# What the page shows of spaces: the colour of the shape, and the units its tooltip tells.
LOOK = """(spaces) => {
    const map = document.querySelector(".a4a-board .leaflet-container");
    const found = {};
    for (const path of map.querySelectorAll("path.a4a-space")) {
        const index = Number(/ a4a-[0-9a-f]+-(\\d+)/.exec(" " + path.getAttribute("class"))[1]);
        if (!spaces.includes(index)) continue;
        path.dispatchEvent(new PointerEvent("pointermove", {bubbles: true}));
        const rows = [...map.querySelectorAll(".a4a-tooltip > div")].map((row) => [
            row.querySelector(".a4a-chip").title, row.textContent.trim()]);
        found[index] = {fill: getComputedStyle(path).fill, rows};
    }
    return found;
}"""


def expected(cursor: Cursor, node: int, spaces: list[int]) -> dict[str, Any]:
    """What the page ought to show, by the states of the record."""
    record = cursor.record
    state = record.state_at(node)
    shown: dict[str, Any] = {}
    for index in spaces:
        space = record.board.spaces[index]
        rows: dict[str, list[tuple[int, int, str]]] = {}
        for stack in state.stacks(space.name):
            kind = record.catalog.unit_type(stack.type)
            facility = kind.category == "facility"
            condition = "" if stack.condition == "intact" else f" ({stack.condition})"
            words = f"{count_of(stack.count, stack.type)}{condition}"
            rows.setdefault(stack.power, []).append((facility, stack.count, words))
        holder = state.control.get(space.name)
        colour = record.catalog.power(holder).colour if holder else ""
        shown[str(index)] = {
            "fill": "rgb({}, {}, {})".format(*bytes.fromhex(colour[1:])) if colour else None,
            "rows": sorted((power, sorted(w for *_, w in lines)) for power, lines in rows.items()),
        }
    return shown


@pytest.mark.soak
def test_the_map_shows_the_state_at_any_node_in_any_order(explorer: Notebook) -> None:
    page, cursor = explorer.page, Cursor(skirmish())
    board, last = cursor.record.board, len(cursor.line) - 1
    moved = {i for mark in _marks(cursor) for i in mark}
    spaces = [
        *sorted(moved)[:: depth.number(6, deep=1)],
        board.index["Germany"],
        board.index["sea zone 110"],
    ]
    for target in (last, 17, last // 2, 0, 150, 149, 151, 60, last):
        if target != position(page):
            go(page, target)
        shown = page.evaluate(LOOK, spaces)
        for index, wanted in expected(cursor, target, spaces).items():
            rows = sorted((power, sorted(text.split(", "))) for power, text in shown[index]["rows"])
            assert rows == wanted["rows"], (target, board.spaces[int(index)].name)
            if wanted["fill"]:
                assert shown[index]["fill"] == wanted["fill"]


def _marks(cursor: Cursor) -> list[tuple[int, ...]]:
    return [mark.spaces for mark in build_timeline(cursor.record, cursor.line).marks.values()]


def test_the_keyboard_steps_by_steps_turns_phases_and_rounds(explorer: Notebook) -> None:
    page, record = explorer.page, skirmish()
    japan = record.node_at(round=1, power="Japan")
    buying = record.node_at(round=1, power="Japan", phase="Purchase and Repair Units")
    page.locator(SLIDER).focus()
    for key, target in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("PageDown", record.node_at(round=2)),
        ("PageUp", record.node_at(round=1)),
        ("Shift+ArrowRight", record.node_at(round=1, power="Germany")),
        ("Shift+ArrowRight", record.node_at(round=1, power="Soviet Union")),
        ("Shift+ArrowRight", japan),
        ("Control+ArrowRight", buying),
        ("Home", 0),
        ("End", len(record)),
        ("ArrowRight", len(record)),
        ("Home", 0),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert position(page) == target, key


def test_keys_step_wherever_the_focus_is_and_lab_does_not_take_them(explorer: Notebook) -> None:
    page = explorer.page
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    for number, selector in enumerate((MAP, ".a4a-log ol", ".a4a-stepper .a4a-play"), start=1):
        page.locator(selector).focus()
        page.keyboard.press("ArrowRight")
        assert position(page) == number
        page.keyboard.press("b")  # in command mode: a new cell below
        page.keyboard.press("ArrowDown")
    for selector in (".a4a-status", ".a4a-treasuries", ".a4a-tabbed [role=tab]"):  # mere text too
        page.locator(selector).first.click()
        page.keyboard.press("b")
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    page.locator(MAP).focus()
    page.keyboard.press("b")  # on the map it has switched the battles off


def test_buttons_step_and_the_status_line_says_where_the_game_is(explorer: Notebook) -> None:
    page = explorer.page
    status = page.locator(".a4a-stepper [role=status]")
    for name in ("Next round", "Next turn", "Next phase", "Next step", "Previous step"):
        page.get_by_role("button", name=name, exact=True).click()
    assert "Round 1 · Germany · " in status.inner_text()
    assert f"step {position(page)} of {len(skirmish())}" in status.inner_text()
    assert status.get_attribute("aria-live") == "polite"


def test_the_turn_of_the_round_before_is_over_when_a_round_begins(explorer: Notebook) -> None:
    status = explorer.page.locator(".a4a-stepper [role=status]")
    begins = skirmish().node_at(round=2)
    go(explorer.page, begins)
    assert status.inner_text().splitlines()[0] == "Round 2"
    go(explorer.page, begins + 1)
    assert status.inner_text().splitlines()[0].startswith(" Round 2 · Germany")


def test_play_moves_on_and_stops(explorer: Notebook) -> None:
    page = explorer.page
    page.get_by_label("Speed of play").select_option("20")
    play = page.locator(".a4a-play")
    play.click()
    assert play.get_attribute("aria-pressed") == "true"
    page.wait_for_function("() => document.querySelector('[data-position]').dataset.position > 9")
    play.click()
    assert play.get_attribute("aria-pressed") == "false"
    rested = position(page)
    page.wait_for_timeout(300)  # six steps, if it went on
    assert position(page) == rested


@depth.only_deep
def test_play_by_turns_ends_at_the_end(explorer: Notebook) -> None:
    page, last = explorer.page, len(skirmish())
    page.get_by_label("Speed of play").select_option("20")
    page.get_by_label("Pace of play").select_option("turn")
    page.locator(".a4a-play").click()
    page.wait_for_selector(f"{MAP}[data-position='{last}']")
    page.wait_for_selector(".a4a-play[aria-pressed=false]")


def test_the_kernel_follows_the_page_and_the_page_the_kernel(explorer: Notebook) -> None:
    page = explorer.page
    page.locator(SLIDER).focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    assert told(explorer, 2) == "12"
    explorer.run(3)
    page.wait_for_selector(f"{MAP}[data-position='77']")
    assert page.locator(SLIDER).input_value() == "77"
    assert told(explorer, 2) == "77"


def test_the_log_is_at_the_step_and_a_click_on_it_goes_there(explorer: Notebook) -> None:
    page = explorer.page
    go(page, 120)
    current = page.locator(".a4a-log [aria-current=step]")
    assert current.get_attribute("data-position") == "120"
    box, inside = page.locator(".a4a-log ol").bounding_box(), current.bounding_box()
    assert box["y"] <= inside["y"] <= box["y"] + box["height"]
    assert page.locator(".a4a-entry").count() < 200  # a window, not the whole game
    page.locator(".a4a-entry[data-position='123']").click()
    assert position(page) == 123


def test_the_treasuries_are_those_of_the_step(explorer: Notebook) -> None:
    page, record = explorer.page, skirmish()
    for target in (0, len(record), 5):
        if target:
            go(page, target)
        state = record.state_at(target)
        rows = page.locator(".a4a-treasuries li")
        shown = dict(row.inner_text().strip().splitlines() for row in rows.all())
        assert shown["Germany"].strip() == str(state.money("Germany", "IPC"))
        assert shown["UK Pacific"].strip() == str(state.money("UK Pacific", "IPC"))


def test_charts_have_a_line_that_moves(explorer: Notebook) -> None:
    page, record = explorer.page, skirmish()
    page.locator(".a4a-cursor-line").nth(1).wait_for(state="attached")

    def lines() -> list[float]:
        texts = page.locator(".a4a-cursor-line").evaluate_all(
            "lines => lines.map(line => line.getAttribute('transform'))"
        )
        return [float(re.findall(r"\(([-\d.]+)", text)[0]) for text in texts]

    first = lines()
    go(page, record.node_at(round=2))
    by_round, by_node = lines()
    assert by_round > first[0]
    assert by_node > first[1]
    go(page, 50)
    assert lines()[1] == pytest.approx((lines_at(page, 100) - first[1]) / 2 + first[1], abs=1)


def lines_at(page: Page, target: int) -> float:
    go(page, target)
    text = page.locator(".a4a-cursor-line").nth(1).get_attribute("transform") or ""
    x = float(re.findall(r"\(([-\d.]+)", text)[0])
    go(page, 50)
    return x


def test_a_click_on_a_space_opens_its_details_which_follow_the_steps(explorer: Notebook) -> None:
    page, record = explorer.page, skirmish()
    index = record.board.index["Brazil"]
    box = page.locator(f"path[class*='-{index} ']").bounding_box()
    page.mouse.click(box["x"] + 0.6 * box["width"], box["y"] + 0.4 * box["height"])
    card = page.locator(".a4a-card[aria-label=Space]")
    card.wait_for()
    assert "Brazil" in card.inner_text()
    assert told(explorer, 4) == "'Brazil'"
    page.locator(MAP).focus()
    page.keyboard.press("Escape")
    assert card.is_hidden()


def test_the_pointer_tells_what_is_there_and_the_kernel_hears_nothing(explorer: Notebook) -> None:
    page, record = explorer.page, skirmish()
    assert told(explorer, 2) == "0"  # what was to be said of the steps before is said
    sent: list[str] = []
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.on("Network.webSocketFrameSent", lambda event: sent.append(str(event)))
    index = record.board.index["Brazil"]
    box = page.locator(f"path[class*='-{index} ']").bounding_box()
    for i in range(60):
        page.mouse.move(box["x"] + box["width"] * (0.3 + i / 150), box["y"] + box["height"] / 2)
    assert "Brazil" in page.locator(".a4a-tooltip").inner_text()
    frames(page)
    devtools.detach()
    assert not [text for text in sent if "comm_msg" in text or "interaction" in text]
    with moved(page):  # dragging works
        page.mouse.down()
        page.mouse.move(box["x"] + 150, box["y"] + 90, steps=5)
        page.mouse.up()
    assert page.locator(".a4a-card[aria-label=Space]").is_hidden()  # and picks nothing


def test_views_zoom_to_a_theatre_and_back(explorer: Notebook) -> None:
    page, record = explorer.page, skirmish()
    index = record.board.index["Germany"]

    def width() -> float:
        return page.locator(f"path[class*='-{index} ']").bounding_box()["width"]

    whole = width()
    page.get_by_role("button", name="Show Europe").click()
    assert width() > 1.3 * whole
    page.get_by_role("button", name="Show the whole board (0)").click()
    assert width() == pytest.approx(whole, rel=0.02)


# How far (in pixels) each badge lies outside the box of its space, but for those that made way for
# a city and have a leader line.
ASTRAY = """() => {
    const map = document.querySelector(".a4a-board .leaflet-container");
    const seen = map.getBoundingClientRect();
    return [...map.querySelectorAll(".a4a-badges > g")].filter((badge) => {
        const b = badge.getBoundingClientRect(); // Leaflet draws only what is in sight
        return b.left > seen.left && b.right < seen.right
            && b.top > seen.top && b.bottom < seen.bottom
            && !map.querySelector(`.a4a-leaders > g[data-space="${badge.dataset.space}"]`);
    }).map((badge) => {
        const shape = [...map.querySelectorAll("path.a4a-space")].find(
            (path) => new RegExp(`-${badge.dataset.space}( |$)`).test(path.getAttribute("class")));
        const [b, s] = [badge.getBoundingClientRect(), shape.getBoundingClientRect()];
        const [x, y] = [(b.left + b.right) / 2, (b.top + b.bottom) / 2];
        return Math.max(s.left - x, x - s.right, s.top - y, y - s.bottom, 0);
    });
}"""


def test_badges_lie_on_their_spaces_at_every_zoom(explorer: Notebook) -> None:
    page = explorer.page
    box = page.locator(MAP).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    astray = page.evaluate(ASTRAY)
    assert len(astray) > 30
    assert max(astray) < 25
    for change in (
        lambda: page.get_by_role("button", name="Show Europe").click(),
        lambda: page.mouse.wheel(0, -300),
        lambda: page.mouse.wheel(0, 600),
        lambda: page.set_viewport_size({"width": 1000, "height": 700}),
        lambda: page.get_by_role("button", name="Show the whole board (0)").click(),
        lambda: page.set_viewport_size({"width": 1600, "height": 1000}),
    ):
        with moved(page):
            change()
        astray = page.evaluate(ASTRAY)
        assert len(astray) > 30
        assert max(astray) < 25  # a small shift, where badges would cover each other


def test_no_badge_covers_another_and_every_control_has_a_name(explorer: Notebook) -> None:
    page = explorer.page
    for view in ("Show the whole board (0)", "Show Europe"):
        page.get_by_role("button", name=view).click()
        boxes = page.locator(".a4a-badges > g").evaluate_all(
            "gs => gs.map(g => { const b = g.getBoundingClientRect();"
            " return [b.left + 1, b.top + 1, b.right - 1, b.bottom - 1]; })"
        )
        assert len(boxes) > 80
        overlapping = [
            (a, b)
            for i, a in enumerate(boxes)
            for b in boxes[:i]
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
        ]
        assert overlapping == []
    unnamed = page.locator(".a4a-explorer").evaluate(
        "el => [...el.querySelectorAll('button, input, select')].filter("
        "c => !(c.ariaLabel || c.title || c.textContent.trim() || c.labels?.length)).length"
    )
    assert unnamed == 0


def test_what_was_hidden_while_stepping_is_right_when_shown_again(explorer: Notebook) -> None:
    """JupyterLab takes what is scrolled far away off the page, and puts it back."""
    page = explorer.page
    width = page.locator(".a4a-badges").bounding_box()["width"]
    root = page.locator(".a4a-explorer")
    root.evaluate("el => { el.parentElement.hidden = true; }")
    frames(page)
    page.locator(SLIDER).evaluate(
        "(el) => { el.value = 140; el.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    root.evaluate("el => { el.parentElement.hidden = false; }")
    rests(page)
    assert position(page) == 140
    assert page.locator(".a4a-badges").bounding_box()["width"] == pytest.approx(width, rel=0.1)
    box = page.locator(".a4a-log ol").bounding_box()
    inside = page.locator(".a4a-log [aria-current=step]").bounding_box()
    assert box["y"] <= inside["y"] <= box["y"] + box["height"]


def test_a_move_is_drawn_from_where_to_where(explorer: Notebook) -> None:
    page, cursor = explorer.page, Cursor(skirmish())
    timeline = build_timeline(cursor.record, cursor.line)
    moved = next(at for at, mark in timeline.marks.items() if mark.ways)
    go(page, moved)
    assert page.locator(".a4a-ways .a4a-head").count() == len(timeline.marks[moved].ways)
    go(page, 0)
    assert page.locator(".a4a-ways > *").count() == 0


def test_an_open_battle_is_marked_until_it_is_over(explorer: Notebook) -> None:
    page, cursor = explorer.page, Cursor(skirmish())
    space, track = next(iter(build_timeline(cursor.record, cursor.line).battle.items()))
    go(page, track[2])
    assert page.locator(f".a4a-battles [data-space='{space}']").count() == 1
    go(page, track[4])
    assert page.locator(f".a4a-battles [data-space='{space}']").count() == 0


@depth.only_deep
@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_words_can_be_read_in_both_themes(explorer: Notebook, theme: str) -> None:
    page = explorer.page
    explorer.choose(theme)
    for selector in (".a4a-status strong", ".a4a-entry", ".a4a-treasury", ".a4a-charts svg text"):
        ratio = page.locator(selector).first.evaluate(CONTRAST)
        assert ratio >= 4.5, selector


# The contrast (WCAG) of an element's ink with the first background behind it that is not clear.
CONTRAST = """(el) => {
    const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
    const light = (colour) => {
        const [r, g, b] = colour.slice(0, 3).map((v) => v / 255)
            .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const style = getComputedStyle(el);
    const ink = rgb(el instanceof SVGElement ? style.fill : style.color);
    let behind = el;
    let ground = [255, 255, 255];
    for (; behind; behind = behind.parentElement) {
        const colour = rgb(getComputedStyle(behind).backgroundColor);
        if (colour.length === 3 || colour[3] > 0) { ground = colour; break; }
    }
    const [low, high] = [light(ink), light(ground)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
}"""


def test_the_geometry_crosses_the_wire_once(explorer: Notebook, received: list[bytes]) -> None:
    """Neither with the view, which has shown it, nor when one steps."""
    explorer.page.locator(SLIDER).focus()
    with hearing(explorer.page, received):
        for _ in range(20):
            explorer.page.keyboard.press("ArrowRight")
        explorer.wait_told(SAVED)
    assert position(explorer.page) == 20
    assert len([frame for frame in received if b"FeatureCollection" in frame]) == 1


@depth.only_deep
def test_a_variation_is_shown_when_its_node_is_set(lab: Lab, setting: str) -> None:
    other = "node = record.append([a4a_ev.Noted('quite another war')], parent=1)"
    cells = [
        setting + "from a4a.core import events as a4a_ev\n" + other,
        "x = a4a.explore(record, charts=())\nx",
        "x.cursor.node = node",
        "x.cursor.node = 9",
    ]
    with lab.notebook(cells) as notebook:
        for cell in (0, 1):
            notebook.run(cell)
        ready(notebook.page)
        notebook.run(2)
        current = notebook.page.locator(".a4a-log [aria-current=step]")
        current.get_by_text("quite another war").wait_for()
        assert position(notebook.page) == 2
        notebook.run(3)
        notebook.page.wait_for_selector(f"{MAP}[data-position='9']")
        assert notebook.page.locator(SLIDER).get_attribute("max") == str(len(skirmish()))
        notebook.check()
