"""Who answers for a side."""

from __future__ import annotations

from collections.abc import Sequence

from a4a.rules.systems.war_in_europe.system import System


def players_of(system: System, side: str) -> tuple[str, ...]:
    """Return the powers whose player decides for a side: those of it that take turns."""
    return tuple(p.name for p in system.catalog.powers if p.playable and p.side == side)


def side_of_players(system: System, players: Sequence[str]) -> str:
    """Return the side that such powers decide for, even if one has joined the other in play."""
    return system.catalog.side_of(players[0])
