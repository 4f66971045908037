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
    t.say(
        "The war in Europe from September 1939 to the summer of 1941, played along history. The "
        "orders were written for this game, the dice have the seed 1940. Comments tell what "
        "happened in history, and where dice or rules depart from it. Map, factors and charts are "
        "reconstructed; the dataset's README says how."
    )
