"""Autumn 1939: Case White."""

from __future__ import annotations

from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.habits import u_boats
from tools.war_in_europe_game.table import ARMORED, END, Table


def play(t: Table) -> None:
    """Play the season."""
    _axis(t)
    _allies(t)
    _armor(t)


def _axis(t: Table) -> None:
    t.begin("Axis Movement")
    t.move("Ge 1 armor", to="2406")
    t.move("Ge 14 infantry", to="2406")
    u_boats(t)
    t.end()
    t.begin("Axis Combat")
    t.attack(
        "Warsaw", "Ge 1 armor", "Ge 2 armor", "Ge 14 infantry", "Ge 1 air",
        plan=Plan(advance=("Ge 1 armor", "Ge 14 infantry")),
    )  # fmt: skip
    t.attack("2306", "Ge 10 infantry", "Ge 4 infantry", plan=Plan(advance=("Ge 10 infantry",)))
    t.end()


def _allies(t: Table) -> None:
    t.begin("Allied Movement")
    t.move("GB Home fleet", to="London")
    t.move("GB Gibraltar fleet", to="Atlantic")
    t.end()
    t.rest("Allied Combat")


def _armor(t: Table) -> None:
    t.rest(*ARMORED, END)
