"""China takes back its land where no enemy unit stands, and raises infantry there.

Source: "Each Turn Sequence", step 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas import data
from a4a.rules.areas.control import conquest
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.spaces import Spaces


class Reclaim(data.Entry, frozen=True, kw_only=True):
    """Land that a power takes back in its turn where no enemy unit stands.

    Parameters
    ----------
    power
        Who.
    of
        Which land.
    unit
        The type of which one is raised in each territory taken back.
    """

    power: str
    of: Spaces
    unit: str


class _Reclaims(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reclaims: tuple[Reclaim, ...] = ()


@lru_cache(maxsize=16)
def reclaims(system: System) -> tuple[Reclaim, ...]:
    """Return who reclaims what."""
    return data.in_play(system, data.read(system, "reclaims", _Reclaims).reclaims)


def reclaimed(system: System, state: State, entry: Reclaim) -> Iterator[str]:
    """Yield the territories that a power takes back now; those of its friends stay theirs."""
    situation = Situation(system, state, entry.power)
    facilities = system.of_category("facility")
    for territory in entry.of.names(system):
        if state.control.get(territory) not in situation.enemies:
            continue
        there = [u for u in state.within(territory) if u.type not in facilities]
        if not any(unit.owner in situation.enemies for unit in there):
            yield territory


def reclaim(system: System, run: Run, power: str) -> None:
    """Take back what a power reclaims, with a unit raised in each territory."""
    for entry in reclaims(system):
        if entry.power != power:
            continue
        for territory in tuple(reclaimed(system, run.state, entry)):
            conquest.take(system, run, territory, power, reason="reclaimed")
            raised = Unit(run.state.last_unit + 1, entry.unit, power, territory)
            run.emit(ev.UnitsAdded((raised,), "reclaimed"))
