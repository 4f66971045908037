"""Whose units are whose."""

from __future__ import annotations

from collections.abc import Sequence

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.system import System
from a4a.rules.remembered import remembered_while


def owned(system: System, state: State, power: str) -> Sequence[Unit]:
    """Return the units of a power, wherever they are, in the order of the state.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("wargame1942")
    >>> {unit.owner for unit in owned(game.ruleset.game, game.state, "Japan")}
    {'Japan'}
    """
    return _owned_by(system, state, power)


def _owned(system: System, state: State, power: str) -> Sequence[Unit]:
    return [unit for unit in state.units.values() if unit.owner == power]


def _stay(system: System, power: str, one: State, other: State) -> bool:
    return one.same_units(other, (power,))


_owned_by = remembered_while(_owned, same=_stay)
