"""Who is at war with whom."""

from __future__ import annotations

from a4a.core.position import WAR
from a4a.core.state import State
from a4a.rules.system import System


def at_war_with(system: System, state: State, power: str) -> frozenset[str]:
    """Return the powers with which a power is at war.

    Examples
    --------
    >>> import a4a
    >>> from a4a.rules.systems import ruleset
    >>> start = a4a.start("europe1940").state_at(0)
    >>> sorted(at_war_with(ruleset("europe1940").game, start, "France"))
    ['Germany', 'Italy']
    """
    return frozenset(
        other.name
        for other in system.catalog.powers
        if other.name != power and state.relation(power, other.name) == WAR
    )


def is_at_war(system: System, state: State, power: str) -> bool:
    """Whether a power is at war with any power that has a side; if not, it is a neutral power."""
    return any(system.catalog.side_of(other) for other in at_war_with(system, state, power))
