"""Where units of the other side stand: nothing of it changes while a nation moves its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.system import System
from a4a.rules.remembered import remembered_while
from a4a.rules.systems.wargame1942.combat import sides
from a4a.rules.systems.wargame1942.combat.opening import foes


class Opponents:
    """The units that would fight a nation, as long as they, and all control, stay as they are.

    Parameters
    ----------
    system, state, power
        Whose opponents, and when.

    Attributes
    ----------
    at
        The units by the space they are in: no factories, no Generals.
    barring
        The spaces with combat ships: they stop a fleet, transports do not (WG-NPT-005).
    memo
        What is worked out once while they stay, under the names of who keeps it there.
    """

    def __init__(self, system: System, state: State, power: str) -> None:
        enemies, kinds, ships = (
            foes(system, power),
            sides.fighters(system),
            sides.combat_ships(system),
        )
        own = [u for u in state.units.values() if u.owner in enemies and u.type in kinds]
        spaces = dict.fromkeys(u.place for u in own if isinstance(u.place, str))
        self.at: Mapping[str, tuple[Unit, ...]] = {
            space: tuple([u for u in state.at(space) if u.owner in enemies and u.type in kinds])
            for space in spaces
        }
        self.barring = frozenset(u.place for u in own if u.type in ships and u.place in self.at)
        self.memo: dict[Any, Any] = {}


def _stay(system: System, power: str, one: State, other: State) -> bool:
    """Whether the other side's units are where they were in the same turn, and control too."""
    return (
        one.turn_start is other.turn_start
        and one.same_control(other)
        and one.same_units(other, foes(system, power))
    )


opponents_of = remembered_while(Opponents, same=_stay)
"""The opponents of a nation, found once however often it moves."""
