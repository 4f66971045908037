"""Powers that fight on one map and keep the peace on the other.

The relations of powers say who is at war with whom; this module says where on the board a power at
war still keeps a neutral power's limits, and others keep theirs towards it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from a4a.core.position import WAR
from a4a.core.state import State
from a4a.rules.areas.politics.data import Treaties, politics
from a4a.rules.areas.system import System


def quiet(system: System, state: State) -> Mapping[str, frozenset[str]]:
    """Return the spaces where powers that are at war are still neutral, by power.

    A power that is at war on all maps, or on none, has no such spaces.

    Examples
    --------
    >>> import a4a
    >>> from a4a.rules.systems import ruleset
    >>> state = a4a.start("global1940").state_at(0)
    >>> quiet(ruleset("global1940").game, state)
    {}
    """
    found = {}
    for entry in politics(system).treaties:
        fights = tuple(_fights(state, entry, enemies) for enemies in entry.enemies.values())
        if any(fights) and not all(fights):
            found[entry.power] = _spaces(system, entry.power, fights)
    return found


def spared(state: State, entry: Treaties, power: str) -> bool:
    """Whether a power is of the other side on a map where the treaties' power is neutral.

    A power at peace on a map where its partners fight that power is not.
    """
    return any(
        power in enemies and not _fights(state, entry, enemies)
        for enemies in entry.enemies.values()
    )


def _fights(state: State, entry: Treaties, enemies: tuple[str, ...]) -> bool:
    return any(state.relation(entry.power, enemy) == WAR for enemy in enemies)


def treaty(system: System, power: str) -> Treaties:
    """Return what a dataset says about the treaties of a power that has some."""
    return next(t for t in politics(system).treaties if t.power == power)


@lru_cache(maxsize=64)
def _spaces(system: System, power: str, fights: tuple[bool, ...]) -> frozenset[str]:
    """The spaces of the maps on which a power does not fight."""
    entry = treaty(system, power)
    calm = {name for name, fight in zip(entry.enemies, fights, strict=True) if not fight}
    return frozenset(s for chart in system.board.maps if chart.name in calm for s in chart.spaces)
