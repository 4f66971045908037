"""The layers as a person sees them: nothing covers another, all is there, the legend tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests import depth
from tests.browser.lab import DARK, LIGHT
from tests.browser.test_explorer import CONTRAST, MAP, go, ready
from tests.browser.waiting import rests
from tests.shared_games import SHIPPED, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from a4a.core.record import GameRecord
    from tests.browser.lab import Lab, Notebook

LAPTOP, DESK = (1366, 768), (1440, 900)
NODES = (0, 700, 1900, 3300, 4800)[:: depth.number(2, deep=1)]

READABLE = f"""(selector) => {{
    const found = [...document.querySelectorAll(selector)].slice(0, 12).map({CONTRAST});
    return found.length > 0 && Math.min(...found) >= 4.5;
}}"""

# What is drawn in the map's sight, by kind: `[space, left, top, right, bottom]`.
BOXES = """(kinds) => {
    const map = document.querySelector(".a4a-board .leaflet-container");
    const seen = map.getBoundingClientRect();
    const found = {};
    for (const kind of kinds) {
        found[kind] = [...map.querySelectorAll(`.a4a-${kind} > g`)].map((node) => {
            const b = node.getBoundingClientRect();
            return [Number(node.dataset.space), b.left, b.top, b.right, b.bottom];
        }).filter(([, left, top, right, bottom]) => left < seen.right && right > seen.left
            && top < seen.bottom && bottom > seen.top);
    }
    return found;
}"""


@pytest.fixture(scope="module")
def game(lab: Lab) -> Iterator[Notebook]:
    """An explorer of a game of twelve rounds, in the second cell."""
    opening = f"import a4a\nrecord = a4a.game({SHIPPED[0]!r})"
    cells = [opening, "x = a4a.explore(record, charts=())\nx", "x.board.control(by='side');"]
    cells += ["x.board.layers['strength']", "x.board.look('Western Europe');"]
    with lab.notebook(cells, width=LAPTOP[0], height=LAPTOP[1]) as notebook:
        notebook.run(0)
        notebook.run(1)
        ready(notebook.page)
        yield notebook


@pytest.fixture
def board(game: Notebook) -> Iterator[Notebook]:
    """The explorer at its start, with the layers it begins with; no error when the test is over."""
    page = game.page
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    page.locator(".a4a-explorer").evaluate("el => el.scrollIntoView()")
    rests(page)
    page.locator(MAP).focus()
    for key in ("Escape", "r", "Home"):
        page.keyboard.press(key)
    yield game
    switch(page)
    game.check()


FIRST = ("control", "units", "production", "cities", "fronts", "movement", "battles", "notes")


SWITCH = """(legend, wanted) => {
    for (const row of legend.querySelectorAll(".a4a-legend-row")) {
        const title = row.querySelector("label span").textContent.trim();
        if (row.querySelector("input").checked !== wanted.includes(title)) {
            row.querySelector("label").click();
        }
    }
    legend.open = false;
}"""


def switch(page: Page, *layers: str) -> None:
    """Let these layers be on, those that are on at first if none is named."""
    wanted = [title for title, layer in TITLES.items() if layer in (layers or FIRST)]
    page.locator(".a4a-legend").evaluate(SWITCH, wanted)
    page.locator(MAP).focus()


def titles() -> dict[str, str]:
    from a4a.map.layers import LAYERS

    return {layer.title: layer.id for layer in LAYERS}


TITLES = titles()


def overlapping(boxes: dict[str, list[list[float]]]) -> list[tuple[Any, ...]]:
    """The pairs of boxes that share more than their rims (a pixel and a half)."""
    flat = [(kind, *box) for kind, group in boxes.items() for box in group]
    return [
        (one, other)
        for i, one in enumerate(flat)
        for other in flat[:i]
        if min(one[4], other[4]) - max(one[2], other[2]) > 1.5
        and min(one[5], other[5]) - max(one[3], other[3]) > 1.5
    ]


def held_spaces(record: GameRecord, node: int) -> set[int]:
    """The spaces with units, which facilities are not, by their numbers."""
    state = record.state_at(node)
    return {
        index
        for index, space in enumerate(record.board.spaces)
        for stack in state.stacks(space.name)
        if record.catalog.unit_type(stack.type).category != "facility"
    }


@pytest.mark.soak
@pytest.mark.parametrize("size", depth.sample([LAPTOP, DESK]), ids=str)
@pytest.mark.parametrize(
    "view", depth.sample(["Show the whole board (0)", "Show Europe", "Show Pacific"])
)
def test_nothing_covers_another_and_every_stack_is_shown(
    board: Notebook, view: str, size: tuple[int, int]
) -> None:
    page = board.page
    record = shipped()
    line = record.line("main")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    rests(page)
    switch(page, "control", "units", "values", "production", "convoys", "cities", "straits")
    page.get_by_role("button", name=view).click()
    kinds = ["badges", "values", "production", "convoys", "cities"]
    whole = page.locator(MAP).bounding_box()
    for node in NODES:
        go(page, node)
        boxes = page.evaluate(BOXES, kinds)
        assert overlapping(boxes) == []
        assert len(boxes["values"]) > 5
        held = held_spaces(record, line[node])
        shown = set(
            page.locator(".a4a-badges > g").evaluate_all("gs => gs.map(g => +g.dataset.space)")
        )
        assert len(held) > 40
        assert held <= shown
    assert whole == page.locator(MAP).bounding_box()


def test_bubbles_stand_for_the_numbers_and_are_as_large_as_the_strength(board: Notebook) -> None:
    page = board.page
    switch(page, "control", "units", "strength")
    bubbles = page.locator(".a4a-strength > g").evaluate_all(
        "gs => gs.map(g => [+(g.querySelector('text')?.textContent ?? 0),"
        " +g.querySelector('.a4a-bubble').getAttribute('r')])"
    )
    told = [(strength, r) for strength, r in bubbles if strength]
    assert len(told) > 10
    (most, widest), (least, slimmest) = max(told), min(told)
    assert most > 2 * least
    assert (widest / slimmest) ** 2 == pytest.approx(most / least, rel=0.02)
    assert page.locator(".a4a-badges > g text").count() < 60  # types where there is room, no sums
    by_all = {strength for strength, _ in told}
    page.locator(".a4a-legend").evaluate("el => { el.open = true; }")
    page.get_by_label("Strength: measure").select_option("attack")
    page.get_by_label("Strength: arm").select_option("sea")
    texts = page.locator(".a4a-strength > g text").all_text_contents()
    assert texts
    assert {int(text) for text in texts} != by_all
    board.wait_told()
    board.run(3)
    assert "'arm': 'sea'" in board.outputs(3)[0]["data"]["text/plain"]  # Python hears of it
    page.get_by_label("Strength: measure").select_option("TUV")
    page.get_by_label("Strength: arm").select_option("all")


def test_python_switches_what_the_legend_shows(board: Notebook) -> None:
    page = board.page
    colours = "ps => new Set(ps.map(p => getComputedStyle(p).fill)).size"
    by_power = page.locator("path.a4a-space").evaluate_all(colours)
    board.run(2)
    page.locator(MAP).focus()
    page.keyboard.press("l")
    select = page.get_by_label("Control: by")
    page.wait_for_function("el => el.value === 'side'", arg=select.element_handle())
    assert page.locator("path.a4a-space").evaluate_all(colours) < by_power - 5
    select.select_option("power")
    assert page.locator(".a4a-legend").get_attribute("open") is not None
    page.locator(MAP).focus()
    page.keyboard.press("l")
    assert page.locator(".a4a-legend").get_attribute("open") is None


def test_every_layer_has_a_key_that_draws_and_undraws_it(board: Notebook) -> None:
    page = board.page
    go(page, 700)
    page.locator(MAP).focus()
    for key, group in (
        ("u", "badges"), ("s", "strength"), ("v", "values"), ("x", "convoys"), ("y", "cities"),
        ("t", "straits"), ("p", "production"), ("f", "fronts"),
    ):  # fmt: skip
        drawn = page.locator(f".a4a-{group} path, .a4a-{group} rect, .a4a-{group} circle")
        before = drawn.count() > 0
        page.keyboard.press(key)
        assert (drawn.count() > 0) != before, key
        page.keyboard.press(key)
        assert (drawn.count() > 0) == before, key
    hatched = "ps => ps.filter(p => getComputedStyle(p).fill.startsWith('url')).length"
    page.keyboard.press("n")
    assert page.locator("path.a4a-space").evaluate_all(hatched) > 10
    page.keyboard.press("n")
    assert page.locator("path.a4a-space").evaluate_all(hatched) == 0


def test_shades_are_stronger_where_there_is_more_to_gain(board: Notebook) -> None:
    page = board.page
    switch(page, "control", "values")
    page.locator(".a4a-legend").evaluate("el => { el.open = true; }")
    page.get_by_label("Value: shown").select_option("shades")
    assert page.locator(".a4a-values > g").count() == 0
    opacity = "ps => ps.map(p => Number(getComputedStyle(p).fillOpacity))"
    shades = set(page.locator("path.a4a-space:not(.a4a-on-sea)").evaluate_all(opacity))
    assert max(shades) == 1
    assert len(shades) > 5
    page.get_by_label("Value: shown").select_option("coins")
    page.locator(MAP).focus()
    page.keyboard.press("v")
    shades = set(page.locator("path.a4a-space:not(.a4a-on-sea)").evaluate_all(opacity))
    assert len(shades) == 2  # held, and nobody's


def test_scattered_marks_share_a_layer_of_the_compositor(board: Notebook) -> None:
    """Each would be one by itself, and a step costs as much as there are."""
    devtools = board.page.context.new_cdp_session(board.page)
    told: list[list[object]] = []
    devtools.on("LayerTree.layerTreeDidChange", lambda tree: told.append(tree.get("layers") or []))
    devtools.send("DOM.enable")
    devtools.send("LayerTree.enable")
    board.page.get_by_role("button", name="Show Europe").click()
    rests(board.page)
    while not told:
        board.page.wait_for_timeout(50)
    devtools.detach()
    assert 0 < len(told[-1]) < 25  # 13; without a ground 45


def test_views_show_what_they_name(board: Notebook) -> None:
    page = board.page
    sight = page.locator(MAP).bounding_box()

    def inside(*names: str) -> None:
        for name in names:
            index = board_index(name)
            box = page.locator(f"path[class*='-{index} ']").first.bounding_box()
            assert box["x"] >= sight["x"] - 1, name
            assert box["y"] >= sight["y"] - 1, name
            assert box["x"] + box["width"] <= sight["x"] + sight["width"] + 1, name
            assert box["y"] + box["height"] <= sight["y"] + sight["height"] + 1, name

    page.get_by_role("button", name="Show Pacific").click()
    inside("Queensland", "New South Wales", "Western Australia", "Hawaiian Islands", "New Zealand")
    page.get_by_role("button", name="Show Europe").click()
    inside("United Kingdom", "Germany", "Southern Italy", "Novgorod", "Turkey")
    page.get_by_label("Show a theatre").select_option("Western Europe")
    inside("United Kingdom", "France", "Germany")
    assert page.locator("path[class*='a4a-space']").count() > 20
    page.locator(MAP).focus()
    page.keyboard.press("r")
    assert page.get_by_label("Show a theatre").input_value() == ""
    inside("Brazil", "Siberia", "New Zealand")


def test_python_shows_a_part_of_the_board_which_stays_when_the_page_is_resized(
    board: Notebook,
) -> None:
    page = board.page
    france = page.locator(f"path[class*='-{board_index('France')} ']").first
    whole = france.bounding_box()["width"]
    board.run(4)
    rests(page)
    close = france.bounding_box()["width"]
    assert close > 2 * whole
    chosen = page.get_by_label("Show a theatre").locator("option:checked")
    assert chosen.inner_text() == "Western Europe"
    page.set_viewport_size({"width": 1500, "height": 900})
    rests(page)
    assert france.bounding_box()["width"] > 0.9 * close
    page.locator(MAP).focus()
    page.keyboard.press("0")
    assert france.bounding_box()["width"] < close / 2
    board.run(4)  # the same again: somebody has looked elsewhere since
    rests(page)
    assert france.bounding_box()["width"] > 0.9 * close


def board_index(name: str) -> int:
    import a4a

    return a4a.dataset("global1940").board.index[name]


def test_the_legend_leaves_the_middle_of_a_laptop_free(board: Notebook) -> None:
    page = board.page
    page.keyboard.press("l")
    legend, sight = (page.locator(s).bounding_box() for s in (".a4a-legend", MAP))
    assert legend["x"] + legend["width"] < sight["x"] + 0.5 * sight["width"]
    assert legend["y"] + legend["height"] <= sight["y"] + sight["height"]
    small = page.locator(".a4a-legend").evaluate(
        "el => [...el.querySelectorAll('summary, label, select')].filter((target) => {"
        " const b = target.getBoundingClientRect(); return b.height < 24 || b.width < 24; }).length"
    )
    assert small == 0
    page.keyboard.press("l")


@depth.only_deep
@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_the_legend_can_be_read_in_both_themes(board: Notebook, theme: str) -> None:
    page = board.page
    board.choose(theme)
    page.keyboard.press("l")
    for selector in (
        ".a4a-legend summary", ".a4a-legend label span", ".a4a-legend kbd", ".a4a-legend select",
        ".a4a-meaning > span", ".a4a-views button", ".a4a-views select",
    ):  # fmt: skip
        page.wait_for_function(READABLE, arg=selector)  # the legend is drawn anew with the theme
    page.keyboard.press("l")


def test_the_card_does_not_lie_on_the_space_it_tells_of(board: Notebook) -> None:
    page = board.page
    for name in ("Alaska", "Brazil", "Germany"):
        index = board_index(name)
        page.locator(f"path[class*='-{index} ']").first.dispatch_event("click", {"bubbles": True})
        card = page.locator(".a4a-card[aria-label=Space]")
        card.wait_for()
        (top, shape) = (card.bounding_box(), page.locator(f"path[class*='-{index} ']").first)
        space = shape.bounding_box()
        x, y = space["x"] + space["width"] / 2, space["y"] + space["height"] / 2
        covered = (
            top["x"] <= x <= top["x"] + top["width"] and top["y"] <= y <= top["y"] + top["height"]
        )
        assert not covered, name
        page.locator(MAP).focus()
        page.keyboard.press("Escape")


@depth.only_deep
def test_a_board_nobody_drew_has_the_same_layers(lab: Lab, project: Path) -> None:
    saves = sorted((project.parent / "shared" / "saves").glob("nwo*.tsvg"))
    if not saves:
        pytest.skip("no save of a board that nobody drew beside the project")
    cells = [f"import a4a\nrecord = a4a.open({str(saves[0])!r})"]
    cells += ["x = a4a.explore(record, charts=())\nx"]
    with lab.notebook(cells, width=LAPTOP[0], height=LAPTOP[1]) as notebook:
        notebook.run_all()
        page = notebook.page
        ready(page)
        page.locator(".a4a-explorer").evaluate("el => el.scrollIntoView()")
        switch(page, *TITLES.values())
        page.locator(MAP).focus()
        page.keyboard.press("s")
        rests(page)
        boxes = page.evaluate(BOXES, ["badges", "values", "production", "convoys", "cities"])
        assert len(boxes["badges"]) > 150
        assert len(boxes["values"]) > 30
        assert len(boxes["production"]) > 3
        assert overlapping(boxes) == []
        notebook.check()
