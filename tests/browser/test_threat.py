"""The layer "threat" in a real JupyterLab: asked of the kernel, drawn when the answer comes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

import a4a
from a4a.map.assets import shared
from tests import depth
from tests.browser.lab import DARK, LIGHT
from tests.browser.test_explorer import CONTRAST, MAP, ready
from tests.browser.test_layers import BOXES, overlapping
from tests.browser.test_page import opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.lab import Lab, Notebook

OPEN = """
import a4a
from a4a.rules.areas.orders import EndPhase
game = a4a.new_game("global1940")
first = game.node
game.do(EndPhase())
x = a4a.explore(game.record, charts=())
x.node = first
x"""
CELLS = [
    OPEN,
    "x.board.look('Western Europe');",
    "x.board.threat(power='Japan');",
    "index = game.record.board.index\n"
    "[index['France'], index['Yugoslavia'], [s for s, *_ in x.board.painter.threats['spaces']]]",
    "x.board.threat(show=False);",
]
PANEL = ".a4a-threat-panel"


@pytest.fixture(scope="module")
def game(lab: Lab) -> Iterator[Notebook]:
    with lab.notebook(CELLS, width=1366, height=768) as notebook:
        notebook.run(0)
        ready(notebook.page)
        yield notebook
        notebook.check()


def panel(page: Page) -> Locator:
    return page.locator(PANEL)


def fill(page: Page, space: int) -> str:
    """The colour that a space is seen in, as #rrggbb."""
    path = page.locator(f"path.a4a-space[class*='-{space} '], path.a4a-space[class$='-{space}']")
    colour = path.first.evaluate("el => getComputedStyle(el).fill")
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])


@pytest.mark.soak
def test_it_is_computed_on_demand_and_drawn_with_its_chances(game: Notebook) -> None:
    page = game.page
    page.locator(".a4a-explorer").evaluate("el => el.scrollIntoView()")
    assert panel(page).is_hidden()
    # What the panel says from the key on, as somebody who waits would see it.
    page.evaluate(f"""() => {{
        window.said = [];
        const panel = document.querySelector("{PANEL}");
        new MutationObserver(() => window.said.push(panel.textContent))
            .observe(panel, {{childList: true}});
    }}""")
    page.locator(MAP).focus()
    page.keyboard.press("h")
    page.wait_for_selector(f"{PANEL}:has-text('Threat by Germany')")
    said = page.evaluate("window.said")
    assert said[0] == "Threat: computing …"
    game.run(1)
    page.locator(".a4a-explorer").evaluate("el => el.scrollIntoView()")
    labels = page.locator(".a4a-threat > g text")
    labels.first.wait_for(state="attached")
    assert re.fullmatch(r"[<>]?\d+%", labels.first.text_content() or "")
    boxes = page.evaluate(BOXES, ["threat", "badges"])
    assert len(boxes["threat"]) >= 8
    assert not overlapping(boxes)

    game.run(3)
    plain = "".join(game.outputs(3)[0]["data"]["text/plain"])
    france, yugoslavia, spaces = json.loads(plain)
    assert {france, yugoslavia} <= set(spaces)
    darkest = shared("map/threat.json")["steps"][-1]["colour"]
    for theme in depth.sample([DARK, LIGHT]):
        game.choose(theme)
        assert fill(page, yugoslavia) == darkest
        assert panel(page).locator("strong").evaluate(CONTRAST) >= 4.5

    shape = page.locator(f"path.a4a-space[class*='-{yugoslavia} ']")
    shape.first.dispatch_event("pointermove", {"bubbles": True})
    words = page.locator(".a4a-tooltip").inner_text()
    assert re.search(r"\d+% to fall\. Germany: \d+ units \(\d+ TUV\) can reach 5", words)


def test_another_power_is_asked_for_anew_and_switching_off_leaves_nothing(game: Notebook) -> None:
    page = game.page
    game.run(2)
    page.wait_for_selector(f"{PANEL}:has-text('Threat by Japan')")
    page.locator(MAP).focus()
    page.keyboard.press("l")
    row = page.locator(".a4a-legend-row").filter(has_text="Threat")
    assert row.locator("select").input_value() == "Japan"
    row.get_by_text("each space judged alone").wait_for()
    row.locator("select").select_option("Germany")
    page.wait_for_selector(f"{PANEL}:has-text('Threat by Germany')")
    page.locator(MAP).focus()
    page.keyboard.press("End")  # the kernel is asked for the node shown
    page.wait_for_selector(f"{PANEL}:has-text('Threat by Germany')")
    page.keyboard.press("l")
    game.run(4)
    page.wait_for_selector(PANEL, state="hidden")
    assert page.locator(".a4a-threat > g").count() == 0
    heated = page.evaluate(
        """() => [...document.querySelectorAll(".a4a-board style")].flatMap((style) =>
            [...style.sheet.cssRules]).filter((rule) => rule.style?.getPropertyValue("--a4a-heat")
            || rule.style?.getPropertyValue("--a4a-veil")).length"""
    )
    assert heated == 0


def test_a_page_says_that_it_has_nobody_to_ask(lab: Lab, tmp_path: Path) -> None:
    game = a4a.new_game("europe1940")
    path = tmp_path / "game.html"
    a4a.export_html(game.record, path, charts=())
    with opened(lab, path, viewport={"width": 1000, "height": 700}) as shown:
        page = shown.page
        page.locator(MAP).focus()
        page.keyboard.press("h")
        panel(page).wait_for()
        assert "open the game in a notebook" in panel(page).inner_text()
        page.keyboard.press("h")
        panel(page).wait_for(state="hidden")


def test_a_game_that_cannot_be_played_says_so(lab: Lab, project: Path) -> None:
    cells = [
        f"import sys\nsys.path.insert(0, {str(project)!r})\nimport a4a\n"
        "from tests.map.small import small_game\nboard = a4a.BoardMap(small_game())",
        "board",
    ]
    with lab.notebook(cells) as notebook:
        notebook.run_all()
        ready(notebook.page)
        notebook.page.locator(MAP).focus()
        notebook.page.keyboard.press("h")
        said = notebook.page.locator(f"{PANEL}:has-text('No threats')")
        said.wait_for()
        assert "does not come with a4a" in said.inner_text()
        notebook.check()
