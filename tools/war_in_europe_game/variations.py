"""Variations: what else might have come, each up to the end of its first battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.autumn_1940 import SEA_LION
from tools.war_in_europe_game.spring_1941 import RIDE
from tools.war_in_europe_game.table import Table


def _rommel(t: Table) -> None:
    """Rommel does not halt at the Egyptian frontier."""
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


def _sea_lion(t: Table) -> None:
    """A landing at London is tried, by the only fleet there is."""
    t.embark("Ge 1 paratroop", "Ge surface fleet")
    t.say(
        "Sea Lion, in the autumn of 1940: London is less than five hexes from Hamburg, but a fleet "
        "carries one unit, and there is one fleet."
    )
    t.mark("?!")
    t.move("Ge surface fleet", to="London", how="assault", plan=_CROSSING)
    t.say(
        "Two units of the RAF attack it in transit (8.3.5) as it comes into their zones. The air "
        "unit that meets them is beaten, the fleet is hit, and is back in Hamburg."
    )


_CROSSING: Final = Plan(support=("GB 1 RAF", "GB 2 RAF", "GB 3 RAF", "Ge 4 air"), toward=("2005",))

VARIATIONS: Final[Mapping[str, Callable[[Table], None]]] = MappingProxyType(
    {RIDE: _rommel, SEA_LION: _sea_lion}
)
"""How each is played, by its name."""
