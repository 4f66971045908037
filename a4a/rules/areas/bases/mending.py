"""Damaged armour that other land units repair where both stand, one each a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.areas.system import System
from a4a.rules.run import Run

REPAIRS = "repairs armour"
"""The ability of units that repair; they take off all damage of one unit each."""
REPAIRED = "armour"
"""The ability of units that are repaired."""


def mended(system: System, state: State, power: str) -> tuple[int, ...]:
    """Return the ids of the damaged armour of a power that its units beside it repair.

    Parameters
    ----------
    system, state, power
        Whose units.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("deluxe3g40")
    >>> mended(game.ruleset.game, game.state, "Germany")
    ()
    """
    return tuple(_mended(system, state, power))


def _mended(system: System, state: State, power: str) -> Iterator[int]:
    armour, crews = system.able(REPAIRED), system.able(REPAIRS)
    used: Counter[str] = Counter()
    for unit in state.units.values():
        where = unit.place
        if unit.damage and unit.type in armour and unit.owner == power and isinstance(where, str):
            there = sum(u.type in crews and u.owner == power for u in state.at(where))
            if used[where] < there:
                used[where] += 1
                yield unit.id


def mend(system: System, run: Run, power: str) -> None:
    """Repair what a power's units repair of its damaged armour, as its noncombat moves end."""
    if system.able(REPAIRS) and (units := mended(system, run.state, power)):
        run.emit(ev.UnitsConverted(units, "repaired", damage=0))
