"""Whose units are whose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.system import System
from a4a.rules.remembered import remembered


def owned(system: System, state: State, power: str) -> Sequence[Unit]:
    """Return the units of a power, wherever they are, in the order of the state.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("wargame1942")
    >>> {unit.owner for unit in owned(game.ruleset.game, game.state, "Japan")}
    {'Japan'}
    """
    return _by_owner(system, state).get(power, ())


def _sorted_out(system: System, state: State) -> Mapping[str, Sequence[Unit]]:
    found: dict[str, list[Unit]] = defaultdict(list)
    for unit in state.units.values():
        found[unit.owner].append(unit)
    return found


_by_owner = remembered(_sorted_out)
