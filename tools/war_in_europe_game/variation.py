"""A variation: Rommel does not halt at the Egyptian frontier."""

from __future__ import annotations

from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.spring_1941 import RIDE
from tools.war_in_europe_game.table import Table

NAME = RIDE


def play(t: Table) -> None:
    """Play it, up to the end of the attack on Alexandria."""
    t.move("Ge 5 armor", "It 1 armor", to="3215")
    t.say(
        "What if Rommel rides on? He is supplied as long as the line to Tripoli or Tobruk holds; "
        "the armor at Alexandria has the Mediterranean fleet behind it."
    )
    t.mark("!?")
    t.arrow("2917", "3016", "3116", "3215")
    t.end()
    t.attack(
        "Alexandria", "Ge 5 armor", "It 1 armor",
        plan=Plan(
            support=("GB Mediterranean fleet", "GB Gibraltar fleet"),
            advance=("Ge 5 armor", "It 1 armor"), toward=("3116", "3414"),
        ),
    )  # fmt: skip
    t.say(
        "Two fleets lend all the strength that they may, as much as there is on land (9.1.2). "
        "Beaten, and a step weaker each, the attackers are back at the frontier."
    )
