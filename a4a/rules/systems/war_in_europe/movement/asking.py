"""Who answers for a side."""

from __future__ import annotations

from a4a.rules.systems.war_in_europe.system import System


def players_of(system: System, side: str) -> tuple[str, ...]:
    """Return the powers whose player decides for a side: those of it that take turns."""
    return tuple(p.name for p in system.catalog.powers if p.playable and p.side == side)
