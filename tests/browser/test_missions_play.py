"""A missions phase in the panel: passing for everybody, a raid by its odds, tokens, by clicks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests import depth
from tests.browser.test_decisions import Player

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.lab import Lab

BEGIN = """
import a4a
from a4a.core.dice import SeededDice
from tests.rules.deluxe3g40.missions import begun, war
game = begun(
    "Special Situations", round=2,
    relations=war(("Germany", "United Kingdom"), ("Germany", "France"), ("Japan", "United States"),
                  ("Germany", "Soviet Union")),
    control={"France": "Germany"}, assigned=[("United Kingdom", "strategic bomber")],
    units={
        "Western Germany": {"Germany": {"fighter": 1, "regular infantry": 1}},
        "United Kingdom": {"United Kingdom": {"strategic bomber": 2, "regular infantry": 1}},
        "sea zone 6": {"United States": {"destroyer": 2}},
        "Ukraine": {"Soviet Union": {"minor factory": 1, "regular infantry": 1}},
    },
)
game.dice = SeededDice(1)
"""
RAID = "Raid Western Germany"


@depth.only_deep
def test_a_missions_phase_is_played_by_clicks(lab: Lab, project: Path) -> None:
    cells = [
        f"import sys\nsys.path.insert(0, {str(project)!r})\n{BEGIN}",
        "app = a4a.explore(game)\napp",
        "print({u.type: u.damage for u in game.state.at('Western Germany') if u.damage})",
    ]
    with lab.notebook(cells, width=1366, height=768) as notebook:
        notebook.run(0)
        notebook.run(1)
        player = Player(notebook)
        player.root.evaluate("el => el.scrollIntoView()")

        # Engineers are of one power: nobody else passes with it.
        assert "Move a production facility" in player.asked()
        stay = player.button("Move no facility")
        stay.wait_for()
        assert player.button("Pass for everybody").count() == 0
        player.order(stay)

        assert "Move an oil tanker" in player.asked()
        player.order(player.button("No more tankers move"))

        # Each power is asked what it scorches; one click answers for all.
        assert "Germany Special Situations" in player.asked().replace("\xa0", " ")
        player.button("Scorch nothing more").wait_for()
        player.order(player.button("Pass for everybody"))

        # What a raid may do is told before anything is chosen, and of what is chosen.
        assert "Make a bombing raid, or stand down" in player.asked()
        raid = player.panel.get_by_role("region", name=RAID, exact=True)
        raid.get_by_text("With all of them:").wait_for()
        player.number(f"strategic bomber in the United Kingdom, {RAID}", 1)
        raid.get_by_text("The major factory: 3.5 of 10 points of damage").wait_for()
        player.order(player.button(f"Raid, {RAID}", exact=True))

        # So is what interceptors may do about it.
        assert "Germany" in player.asked()
        player.panel.get_by_text("if 1 fighter intercept").first.wait_for()
        player.order(player.button("Intercept, or not"))
        player.panel.get_by_text("The major factory: 3.5 of 10").wait_for()
        player.order(player.button("Strike"))
        notebook.run(2)
        assert "{'major factory': 4}" in str(notebook.outputs(2))
        player.order(player.button("Stand down"))

        # Partisans, kamikaze, and the next round.
        player.panel.get_by_text("1 token: 1.1 points of damage expected").wait_for()
        player.order(player.button("Raid, or not"))
        assert "Kamikaze Raids" in player.asked()
        player.number("destroyer in sea zone 6 (2)", 3)
        player.panel.get_by_text("3 tokens: 1.1 hits expected if none is blocked").wait_for()
        player.order(player.button("Strike, or not"))
        assert "Round 3" in player.asked()
        notebook.check()
