"""What the odds of a battle were and how lucky it was, on its card, in a real JupyterLab."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.lab import Lab

MAP = ".a4a-board .leaflet-container"
SETTING = """
import a4a
from a4a.core import events as ev
from a4a.core.units import Unit
record = a4a.start("global1940")
ours, theirs = (Unit(900_001 + i, "infantry", power, "Yugoslavia")
                for i, power in enumerate(("Germany", "United Kingdom")))
record.append([ev.RoundBegan(1), ev.TurnBegan(("Germany",)), ev.PhaseBegan("Conduct Combat"),
               ev.UnitsAdded((ours, theirs), "edit")])
record.append([ev.BattleOpened("b1", "Yugoslavia", "land", (
    ev.Participant("attacker", "Germany", (ours.id,)),
    ev.Participant("defender", "United Kingdom", (theirs.id,))))])
record.append([ev.CombatRoundBegan("b1", 1), ev.UnitsRemoved((theirs.id,), "casualty", "b1"),
               ev.BattleClosed("b1", "attacker wins", "attacker")])
"""


def test_the_card_of_a_battle_tells_odds_then_luck(lab: Lab) -> None:
    cells = [SETTING, "app = a4a.explore(record, at=2, charts=())\napp"]
    with lab.notebook(cells) as notebook:
        notebook.run(0)
        notebook.run(1)
        page = notebook.page
        page.wait_for_selector(f"{MAP}[data-position='2']")
        page.locator(".a4a-clash").dispatch_event("click")
        told = page.locator(".a4a-story-luck")
        told.locator("p").first.wait_for()
        odds = "Odds: Germany wins 25%, the United Kingdom 63%; expected swing −1.1 IPC"
        # Python says it all at once, but what has not happened yet is not shown.
        assert told.inner_text() == odds
        page.locator(MAP).press("ArrowRight")
        page.wait_for_selector(f"{MAP}[data-position='3']")
        told.locator("p").nth(1).wait_for()
        assert told.locator("p").all_inner_texts() == [
            odds,
            "Luck: swing +3 IPC, 4.1 more than expected; one such battle in 4 goes so well for "
            "Germany",
        ]
        assert told.get_attribute("role") == "status"
        notebook.check()
