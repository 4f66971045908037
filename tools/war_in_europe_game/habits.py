"""What players do season after season."""

from __future__ import annotations

from typing import Final

from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.table import Table

_U_BOATS: Final = ("Ge 1 submarine fleet", "Ge 2 submarine fleet", "Ge 3 submarine fleet")
_OCEAN: Final = "Atlantic"
_WESTERN_PORTS: Final = ("1509", "1610")


def u_boats(t: Table, *, hunted: Plan | None = None) -> None:
    """Send the submarines that are in port out into the Atlantic, around Scotland if they must.

    Parameters
    ----------
    t
        The table.
    hunted
        Who attacks them in transit.
    """
    for boats in _U_BOATS:
        port = t.at(boats)
        if port not in (None, _OCEAN):
            via = "" if port in _WESTERN_PORTS else "1702"
            t.move(boats, to=_OCEAN, via=via, plan=hunted)
