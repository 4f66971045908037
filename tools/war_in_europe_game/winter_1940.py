"""Winter 1940: the Phoney War."""

from __future__ import annotations

from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.table import ARMORED, END, Table


def play(t: Table) -> None:
    """Play the season."""
    t.say(
        "Winter opens the year: January to March 1940, the Phoney War. Poland is conquered. "
        "Strategic Warfare and Production begin now (4); nobody bombs cities yet. The war between "
        "Finland and the Soviet Union is not in this game, whose Soviet Union is neutral."
    )
    _strategy(t)
    _production(t)
    _axis(t)
    _allies(t)
    t.rest(*ARMORED, END)


def _strategy(t: Table) -> None:
    t.begin("Strategic Warfare")
    t.stand_down()
    t.raid(Plan(toward=("1315", "1903")))
    t.say(
        "The first convoy attack, by a reduced submarine fleet. Nobody hits anything, but of equal "
        "losses the higher roll wins, and the escort has to go home to Gibraltar."
    )


def _production(t: Table) -> None:
    t.begin("Production")
    t.produce("France", "Fr 3 infantry", "Fr 2 infantry")
    t.produce("GB", "GB Channel fleet: London", "GB Malta fort")
    t.produce("Italy", "It 3 infantry", "It 2 infantry")
    t.produce("Germany", "Ge 3 armor: Berlin", "Ge 1 paratroop: Hamburg", "Ge 3 air: Munich")
    t.say(
        "Germany has ten points to six British and two French: seven cities, Rumanian oil, Swedish "
        "ore, and Poland, as long as the Soviet Union is neutral (7.1.2)."
    )


def _axis(t: Table) -> None:
    t.begin("Axis Movement")
    t.move("Ge 4 infantry", "Ge 10 infantry", to="1906", how="by rail")
    t.move("Ge 14 infantry", to="2006", how="by rail")
    t.move("Ge 1 armor", "Ge 2 armor", to="2007", how="by rail")
    t.move("Ge 3 armor", to="2108", how="by rail")
    t.move("Ge 1 air", to="1906")
    t.move("Ge 3 air", to="1908")
    t.ferry("It 3 infantry", "It fleet", "Albania")
    t.say("Neutral Italy may ship its armies between its own ports (12.1.1), so to Albania.")
    t.move("It fleet", to="Taranto")
    t.end()
    t.rest("Axis Combat")


def _allies(t: Table) -> None:
    t.begin("Allied Movement")
    t.ferry("GB 1 armor", "GB Home fleet", "Calais")
    t.say(
        "The British Expeditionary Force crosses. In history it was in France from September on; "
        "here a fleet and its passenger have to begin their move in one port (8.3.4)."
    )
    t.move("GB Home fleet", to="Scapa Flow")
    t.move("GB Channel fleet", to="Calais")
    t.end()
    t.rest("Allied Combat")
