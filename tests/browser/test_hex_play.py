"""The War in Europe played by clicks: a move, an attack and its retreat, production; its layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import a4a
from tests import depth
from tests.browser.test_explorer import MAP, ready

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.lab import Lab

GAME = """
import a4a
from a4a.core.dice import ScriptedDice
record = a4a.start("war_in_europe")
game = a4a.new_game(record, dice=ScriptedDice((6, 6, 1, 1)))
"""
PRODUCTION = """
import a4a
record = a4a.game("war_in_europe_1939_1941")
winter = next(n for n in record.line() if record.time(n).phase == "Production")
y = a4a.explore(a4a.new_game(record, node=winter), charts=())
y
"""
CELLS = [
    GAME.strip(),
    "x = a4a.explore(game, charts=(), view='Eastern Front')\nx",
    "x.board.look('Western Europe')",
]
BRESLAU, PRAGUE, WESTERN_POLAND = "2307", "2207", "2306"
INDEX = a4a.dataset("war_in_europe").board.index

# How many pixels of the screen a space has.
WIDTH = """(index) => {
    const map = document.querySelector(".a4a-board .leaflet-container");
    const any = map.querySelector("path.a4a-space").getAttribute("class");
    const [own] = any.match(/a4a-[0-9a-f]{10}-/);
    return map.querySelector(`path.a4a-space.${own}${index}`).getBoundingClientRect().width;
}"""

# Where the middle of a space is on the screen.
MIDDLE = """(index) => {
    const map = document.querySelector(".a4a-board .leaflet-container");
    const any = map.querySelector("path.a4a-space").getAttribute("class");
    const [own] = any.match(/a4a-[0-9a-f]{10}-/);
    const box = map.querySelector(`path.a4a-space.${own}${index}`).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
}"""


def click(page: Page, space: str) -> None:
    page.mouse.click(*page.evaluate(MIDDLE, INDEX[space]))


def test_it_is_played_by_clicks(lab: Lab) -> None:
    with lab.notebook(CELLS, width=1366, height=768) as notebook:
        notebook.run(0)
        notebook.run(1)
        page = notebook.page
        ready(page)
        page.locator(".a4a-explorer").evaluate("el => el.scrollIntoView()")
        panel = page.locator(".a4a-decide")
        panel.get_by_role("heading", name="Axis").wait_for()
        # The panel leaves the view that was asked for; its tabs are one row.
        shown = page.get_by_label("Show a theatre").first.locator("option:checked")
        assert shown.inner_text() == "Eastern Front"
        tabs = page.locator(".a4a-tabs [role=tab]")
        assert len({tab.bounding_box()["y"] for tab in tabs.all()}) == 1
        # The board is the output of that cell, too, where it has no room: it stays as it is here.
        notebook.run(2)
        page.locator(".a4a-explorer").evaluate("el => el.scrollIntoView()")
        assert shown.inner_text() == "Western Europe"
        assert page.evaluate(WIDTH, INDEX[BRESLAU]) > 20
        # A move: a click on where they are, the counter, a click on where it goes.
        panel.get_by_text("move, or end the phase").first.wait_for()
        click(page, BRESLAU)
        panel.get_by_text("German 1st armor").wait_for()
        panel.get_by_role("checkbox", name="German 1st armor").check()
        reach = panel.locator(f".a4a-go[data-space='{INDEX[PRAGUE]}']").first
        reach.wait_for()
        assert reach.get_attribute("title") == "1 point"
        click(page, PRAGUE)
        panel.get_by_text("2207 Prague: choose how").wait_for()  # by rail, too
        reach.click()
        panel.get_by_text("The German 1st armor moved from 2307 Breslau to 2207 Prague").wait_for()
        # An attack: a click on the target brings it up; then who attacks, and the odds.
        panel.get_by_role("button", name="End the Axis Movement").click()
        panel.get_by_text("Attack 2306 (").wait_for()
        click(page, WESTERN_POLAND)
        panel.get_by_role("checkbox", name="German 10th infantry").check()
        panel.get_by_text("Odds to win").first.wait_for()
        panel.get_by_role("button", name="Attack 2306", exact=True).click()
        panel.get_by_text("Land battle in 2306").first.wait_for()
        sides = panel.locator(".a4a-side").all_inner_texts()
        assert [" ".join(words.split()) for words in sides] == [
            "Attackers 10th infantry (reduced)", "Defenders 2nd infantry (reduced)",
        ]  # fmt: skip
        # Nobody has collected anything yet, so nobody has less than before.
        assert page.locator(".a4a-amount[data-change=down]").count() == 0
        # Who is beaten, here by the dice written above, retreats to the hex that is clicked.
        panel.get_by_role("button", name="Retreat", exact=True).wait_for()
        where = panel.locator(".a4a-target").last
        target = where.inner_text().split()[0]
        click(page, target)
        assert where.get_by_role("checkbox").is_checked()
        panel.get_by_role("button", name="Retreat", exact=True).click()
        panel.get_by_text("The German 10th infantry retreated from").first.wait_for()
        # The layers of the rules, of what is shown.
        page.locator(MAP).first.focus()
        for key, says in (("i", "supply"), ("q", "Zones of control: land units")):
            page.keyboard.press(key)
            page.locator(".a4a-overlay-told").get_by_text(says).first.wait_for()
        assert page.locator(".a4a-explorer .a4a-zones path.a4a-zone").count() == 2
        notebook.check()


@depth.only_deep
def test_units_are_built_by_clicks(lab: Lab) -> None:
    with lab.notebook([PRODUCTION.strip()], width=1366, height=768) as notebook:
        notebook.run(0)
        panel = notebook.page.locator(".a4a-decide")
        panel.get_by_text("build and restore units").first.wait_for()
        panel.get_by_role("checkbox", name="French 4th infantry: 1608 Cherbourg").check()
        panel.get_by_text("Bill 2 of 2 production points, 0 left").first.wait_for()
        panel.get_by_role("button", name="Build", exact=True).click()
        panel.get_by_text("The French 4th infantry was built in 1608 Cherbourg").wait_for()
        notebook.check()
