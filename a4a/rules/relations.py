"""Who is at war with whom."""

from __future__ import annotations

from collections.abc import Mapping

from a4a.core.position import WAR
from a4a.core.state import State
from a4a.rules.remembered import remembered
from a4a.rules.system import System

_NONE: frozenset[str] = frozenset()


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
    return _enemies_of(system, state).get(power, _NONE)


def is_at_war(system: System, state: State, power: str) -> bool:
    """Whether a power is at war with any power that has a side; if not, it is a neutral power."""
    return any(system.catalog.side_of(other) for other in at_war_with(system, state, power))


def _enemies(system: System, state: State) -> Mapping[str, frozenset[str]]:
    names = [power.name for power in system.catalog.powers]
    return {
        power: frozenset(
            other for other in names if other != power and state.relation(power, other) == WAR
        )
        for power in names
    }


_enemies_of = remembered(_enemies, same=State.same_relations)
