"""For whom those who are asked decide."""

from __future__ import annotations

from collections.abc import Sequence

from a4a.rules.systems.war_in_europe.system import System


def side_of_players(system: System, players: Sequence[str]) -> str:
    """Return the side that such powers decide for, even if one has joined the other in play."""
    return system.catalog.side_of(players[0])
