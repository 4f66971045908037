"""Winter 1940: the Phoney War."""

from __future__ import annotations

from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.table import ARMORED, END, Table


def play(t: Table) -> None:
    """Play the season."""
    _strategy(t)
    _production(t)
    _axis(t)
    _allies(t)
    t.rest(*ARMORED, END)


def _strategy(t: Table) -> None:
    t.begin("Strategic Warfare")
    t.stand_down()
    t.raid(Plan(toward=("1315", "1903")))


def _production(t: Table) -> None:
    t.begin("Production")
    t.produce("France", "Fr 3 infantry", "Fr 2 infantry")
    t.produce("GB", "GB Channel fleet: London", "GB Malta fort")
    t.produce("Italy", "It 3 infantry", "It 2 infantry")
    t.produce("Germany", "Ge 3 armor: Berlin", "Ge 1 paratroop: Hamburg", "Ge 3 air: Munich")


def _axis(t: Table) -> None:
    t.begin("Axis Movement")
    t.move("Ge 4 infantry", "Ge 10 infantry", to="1906", how="by rail")
    t.move("Ge 14 infantry", to="2006", how="by rail")
    t.move("Ge 1 armor", "Ge 2 armor", to="2007", how="by rail")
    t.move("Ge 3 armor", to="2108", how="by rail")
    t.move("Ge 1 air", to="1906")
    t.move("Ge 3 air", to="1908")
    t.ferry("It 3 infantry", "It fleet", "Albania")
    t.move("It fleet", to="Taranto")
    t.end()
    t.rest("Axis Combat")


def _allies(t: Table) -> None:
    t.begin("Allied Movement")
    t.ferry("GB 1 armor", "GB Home fleet", "Calais")
    t.move("GB Home fleet", to="Scapa Flow")
    t.move("GB Channel fleet", to="Calais")
    t.end()
    t.rest("Allied Combat")
