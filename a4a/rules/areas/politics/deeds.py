"""What powers do on the board that politics remembers: acts of war, and attacks that end a trade.

A deed leaves a status; declarations and objectives read it. None begins a war by itself (R-114).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from a4a.core.english import the
from a4a.core.position import WAR
from a4a.rules.areas.politics.data import politics
from a4a.rules.areas.politics.declarations import remember
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.spaces import Spaces


def entered(system: System, run: Run, territories: Sequence[str], power: str) -> None:
    """Remember that units of a power move into or through territories."""
    _done(system, run, "enter", territories, power)


def attacked(system: System, run: Run, territory: str, power: str) -> None:
    """Remember that a power attacks, or takes, a territory."""
    _done(system, run, "attack", (territory,), power)


def _done(
    system: System,
    run: Run,
    how: Literal["enter", "attack"],
    territories: Sequence[str],
    power: str,
) -> None:
    for deed in politics(system).deeds:
        if deed.how != how or power not in deed.powers:
            continue
        if deed.at_peace_with and run.state.relation(power, deed.at_peace_with) == WAR:
            continue
        where = _territories(system, deed.of)
        place = next((name for name in territories if name in where), None)
        if place is not None:
            verb = "moved into" if how == "enter" else "attacked"
            remember(
                run, deed.marks or power, deed.status, f"{system.called(power)} {verb} {the(place)}"
            )


@lru_cache(maxsize=64)
def _territories(system: System, of: Spaces) -> frozenset[str]:
    return frozenset(of.names(system))
