"""Counters by the names that players use: "Ge 1 armor", "GB Home fleet", "Poland 1 infantry"."""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core.errors import A4AError
from a4a.core.state import State
from a4a.core.units import Unit


def counter(state: State, name: str) -> Unit:
    """Return the counter of a name: its power and its own, each as the tables know them."""
    short, _, rest = name.partition(" ")
    power = state.catalog.power(short).name
    called = state.catalog.counter(power, rest).name
    for unit in state.units.values():
        if (unit.owner, unit.name) == (power, called):
            return unit
    raise A4AError(f"there is no counter {name!r} in the game")


def ids(state: State, names: Iterable[str]) -> tuple[int, ...]:
    """Return the ids of counters."""
    return tuple(counter(state, name).id for name in names)
