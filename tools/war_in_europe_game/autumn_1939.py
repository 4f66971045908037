"""Autumn 1939: Case White."""

from __future__ import annotations

from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.habits import u_boats
from tools.war_in_europe_game.table import ARMORED, END, Table


def play(t: Table) -> None:
    """Play the season."""
    _axis(t)
    _allies(t)
    t.rest(*ARMORED, END)


def _axis(t: Table) -> None:
    t.begin("Axis Movement")
    t.move("Ge 1 armor", to="2406")
    t.say(
        "Case White. On 1 September 1939 Germany attacks Poland from Pomerania, East Prussia, "
        "Silesia and Slovakia. The first unit to cross invades Poland, whose zones of control wake "
        "at that instant (5.1.4): what follows has to reckon with them. Half of Poland is Soviet "
        "from the start (12.4.1), so the Soviet attack of 17 September needs no orders."
    )
    t.arrow("2307", "2406", "Warsaw")
    t.arrow("2404", "Warsaw")
    t.move("Ge 14 infantry", to="2406")
    u_boats(t)
    t.say("Submarines go out around Scotland: leaving the map costs fleets 30 points (8.3.3).")
    t.end()
    t.begin("Axis Combat")
    t.attack(
        "Warsaw", "Ge 1 armor", "Ge 2 armor", "Ge 14 infantry", "Ge 1 air",
        plan=Plan(advance=("Ge 1 armor", "Ge 14 infantry")),
    )  # fmt: skip
    t.say(
        "Twenty factors against one, a column to the left for the city. One point each: the higher "
        "roll wins, and the Germans have it. Warsaw surrendered on 28 September 1939."
    )
    t.mark("!")
    t.attack("2306", "Ge 10 infantry", "Ge 4 infantry", plan=Plan(advance=("Ge 10 infantry",)))
    t.say(
        "With Warsaw gone the other army traces no supply. Its one factor is halved to none "
        "(11.2.4), and it does not even roll."
    )
    t.end()


def _allies(t: Table) -> None:
    t.begin("Allied Movement")
    t.move("GB Home fleet", to="London")
    t.say(
        "Britain and France, at war since 3 September, cannot help Poland. A reduced army against "
        "the West Wall would only be lost: the Saar offensive is left out."
    )
    t.move("GB Gibraltar fleet", to="Atlantic")
    t.end()
    t.rest("Allied Combat")
