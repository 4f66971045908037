"""Two moves of a recorded game guessed by clicks: what was played, one's own, and the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.test_decisions import Player
from tests.browser.test_explorer import ready

if TYPE_CHECKING:
    from tests.browser.lab import Lab

CELL = """
import a4a
record = a4a.game("global1940_strong_computer")
a4a.solve(a4a.guess(record, round=1, power="Germany"), view="Western Europe")
"""


def test_two_guesses_by_clicks(lab: Lab) -> None:
    with lab.notebook([CELL.strip()], width=1366, height=768) as notebook:
        notebook.run(0)
        page = notebook.page
        ready(page)
        page.locator(".a4a-explorer").evaluate("el => el.scrollIntoView()")
        task = page.get_by_role("region", name="Guess the move")
        task.get_by_role("heading", name="Guess the move: Germany, round 1, Combat Move").wait_for()
        assert not task.get_by_role("button", name="What was played").is_visible()
        expect(task.get_by_role("button", name="Compare")).to_be_in_viewport(ratio=1)
        player = Player(notebook)
        player.go("Holland/Belgium", "3 tanks", to="France")
        mine = player.node()
        task.get_by_role("button", name="Compare").press("Enter")
        task.get_by_text("less.").first.wait_for()
        assert task.get_by_role("rowheader", name="France", exact=True).count() == 1
        assert task.get_by_role("cell", name="no attack").count() == 5  # they made six attacks

        task.get_by_role("button", name="What was played").click()
        page.wait_for_function(
            "before => +document.querySelector('.leaflet-container').dataset.position > +before",
            arg=mine,
        )
        task.get_by_role("button", name="Your decision").click()
        page.wait_for_selector(f".leaflet-container[data-position='{mine}']")

        task.get_by_role("button", name="Next guess").click()
        task.get_by_role("heading", name="Guess the move: Germany, round 2, Combat Move").wait_for()
        player.button("End Combat Move").click()
        task.get_by_role("status", name="Score").get_by_text("of 2 guesses").wait_for()
        notebook.check()
