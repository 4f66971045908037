"""The explorer in Notebook 7 and in Voila is what it is in JupyterLab; in the dark theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import depth
from tests.browser.lab import DARK
from tests.browser.test_fitting import CUT
from tests.browser.waiting import rests
from tests.map.skirmish import skirmish

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from a4a.core.record import GameRecord
    from tests.browser.lab import Lab

MAP = ".a4a-board .leaflet-container"
SLIDER = ".a4a-stepper input[type=range]"


@pytest.fixture(scope="module")
def cells(project: Path) -> list[str]:
    """An explorer below a line that says at which node the kernel is."""
    return [
        f"import sys\nsys.path.insert(0, {str(project)!r})\n"
        "import a4a, ipywidgets\nfrom tests.map.skirmish import skirmish\n"
        "x = a4a.explore(skirmish(rounds=1))\n"
        "node = ipywidgets.Label('node 0').add_class('the-node')\n"
        "def tell(change):\n    node.value = f'node {change.new}'\n"
        "x.cursor.observe(tell, 'node')\n",
        "ipywidgets.VBox([node, x])",
    ]


def rgb(record: GameRecord, power: str) -> str:
    """A power's colour as the browser writes it."""
    return "rgb({}, {}, {})".format(*bytes.fromhex(record.catalog.power(power).colour[1:]))


@pytest.mark.soak
@pytest.mark.parametrize("place", depth.sample(["Voila", "Notebook 7"]))
def test_the_explorer_shows_steps_and_tells(lab: Lab, cells: list[str], place: str) -> None:
    record = skirmish(rounds=1)
    with lab.notebook(cells, place=place, theme=DARK) as notebook:
        notebook.run_all()
        page = notebook.page
        page.wait_for_selector(f"body[data-jp-theme-name='{DARK}']", state="attached")
        page.wait_for_selector(f"{MAP}[data-position='0']")
        page.wait_for_selector(".a4a-badges > g", state="attached")
        page.locator(".a4a-charts svg").first.wait_for()
        rests(page)
        shows_the_board(page, record)
        steps_with_everything_following(page, record)
        opens_a_space(page, record)
        keeps_its_keys(page)
        notebook.check()


def shows_the_board(page: Page, record: GameRecord) -> None:
    fills = page.locator(f"{MAP} path.a4a-space").evaluate_all(
        "shapes => shapes.map(shape => getComputedStyle(shape).fill)"
    )
    holders = {str(power) for power in record.state_at(0).control.values()}
    assert len(fills) >= len(record.board.spaces)
    assert {rgb(record, power) for power in holders} <= set(fills)
    assert page.locator(".a4a-badges > g").count() > 80


def steps_with_everything_following(page: Page, record: GameRecord) -> None:
    first, end = record.node_at(round=1, power="Germany"), len(record)
    page.locator(SLIDER).focus()
    for key, target in (("ArrowRight", 1), ("Shift+ArrowRight", first), ("End", end)):
        page.keyboard.press(key)
        page.wait_for_selector(f"{MAP}[data-position='{target}']")
        assert page.locator(SLIDER).input_value() == str(target)
        current = page.locator(".a4a-log [aria-current=step]")
        assert current.get_attribute("data-position") == str(target)
        status = page.locator(".a4a-stepper [role=status]").inner_text()
        assert f"step {target} of {end}" in status
    page.locator(".the-node").get_by_text(f"node {end}").wait_for()  # the kernel heard of it
    before, after = record.state_at(0).control, record.state_at(end).control
    space, power = next((s, p) for s, p in after.items() if p and p != before.get(s))
    shape = page.locator(f"{MAP} [class*='-{record.board.index[space]} ']").first
    assert shape.evaluate("el => getComputedStyle(el).fill") == rgb(record, str(power))


def opens_a_space(page: Page, record: GameRecord) -> None:
    box = page.locator(f"path[class*='-{record.board.index['Brazil']} ']").bounding_box()
    page.mouse.click(box["x"] + 0.6 * box["width"], box["y"] + 0.4 * box["height"])
    page.locator(".a4a-card:visible").get_by_text("Brazil").first.wait_for()


def keeps_its_keys(page: Page) -> None:
    """The keys of the layers are the application's too: b and a insert cells, m changes one."""
    cells = page.locator(".jp-Cell, [cell-index]").count()
    page.locator(MAP).focus()
    page.keyboard.press("u")
    page.wait_for_function("() => !document.querySelector('.a4a-badges > g')")
    for key in "uabmxvc":
        page.keyboard.press(key)
    page.wait_for_selector(".a4a-badges > g", state="attached")
    assert page.locator(".jp-Cell, [cell-index]").count() == cells > 0
    assert page.locator(".jp-MarkdownCell").count() == 0


@depth.only_deep
@pytest.mark.parametrize("place", depth.sample(["Voila", "Notebook 7"]))
def test_an_exercise_is_solved_there(lab: Lab, place: str) -> None:
    cells = ["import a4a\na4a.solve('europe-1940-france', view='Western Europe')"]
    with lab.notebook(cells, place=place) as notebook:
        notebook.run_all()
        page = notebook.page
        page.wait_for_selector(".a4a-badges > g", state="attached")
        task = page.get_by_role("region", name="The exercise")
        task.get_by_role("button", name="Hint").click()
        task.get_by_text("infantry is cheap to lose").wait_for()
        page.locator(".a4a-decide").get_by_role("button", name="End Combat Move").click()
        task.get_by_text("0.0 %: nobody attacks France").wait_for()
        task.get_by_role("button", name="Author's line").click()
        page.wait_for_function(
            "() => +document.querySelector('.a4a-board .leaflet-container').dataset.position > 2"
        )
        notebook.check()


# Pixels below the explorer, and those of the page beyond the window.
FILLS = """() => {
    const {bottom} = document.querySelector(".a4a-explorer").getBoundingClientRect();
    return [innerHeight - bottom, document.scrollingElement.scrollHeight - innerHeight];
}"""


@depth.only_deep
def test_alone_in_a_tab_the_explorer_has_the_whole_window(lab: Lab, cells: list[str]) -> None:
    with lab.notebook([cells[0], "x"], place="Voila", width=1366, height=768) as notebook:
        notebook.run_all()
        page = notebook.page
        page.locator(".a4a-charts svg").first.wait_for()
        for width, height in ((1366, 768), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            rests(page)
            left, beyond = page.evaluate(FILLS)
            assert 0 <= left < 40
            assert beyond == 0
            assert page.locator(".a4a-charts figure").evaluate_all(CUT) == []
        notebook.check()
