"""The set-up: as it is proposed, but that the Italian army waits for ships in the South."""

from __future__ import annotations

from tools.war_in_europe_game.table import Table


def play(t: Table) -> None:
    """Deploy all powers."""
    t.rest("Set-up: France", "Set-up: Soviet Union", "Set-up: Great Britain")
    t.begin("Set-up: Italy")
    t.deploy(
        "Italy",
        {"2 infantry": "Taranto", "3 infantry": "Taranto", "1 armor": "Naples"},
    )
    t.rest("Set-up: Germany", "Set-up: Axis minor powers", "Set-up: neutral powers")
