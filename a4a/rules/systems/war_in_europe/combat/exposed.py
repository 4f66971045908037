"""Which fleets can be attacked in transit if they are beaten and make for port (8.3.5.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.systems.war_in_europe import transit
from a4a.rules.systems.war_in_europe.combat import ports
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.naming import names
from a4a.rules.systems.war_in_europe.standing import OTHER
from a4a.rules.systems.war_in_europe.system import System


def exposed(
    system: System, state: State, units: Collection[int]
) -> Iterator[tuple[Unit, tuple[Unit, ...]]]:
    """Find the fleets that cannot reach a port unseen, and the enemies that can attack them.

    They are those of the way on which there are fewest. Who is in the fight itself attacks nobody
    in transit: as long as it lasts it is busy, and air units are marked after it (R-281).

    Parameters
    ----------
    system, state
        The game, and how the board stands.
    units
        Who fights, on both sides.
    """
    for fleet in map(state.unit, units):
        if system.media[fleet.type] != "sea":
            continue
        ways = ports.havens(system, state, fleet)
        enemies = min(
            (_along(system, state, fleet, way, units) for way in ways), key=len, default=()
        )
        if enemies:
            yield fleet, enemies


def _along(
    system: System, state: State, fleet: Unit, way: tuple[str, ...], busy: Collection[int]
) -> tuple[Unit, ...]:
    """The enemies that can attack a fleet on its way."""
    field = field_of(system, state)
    found = (unit for space in way[1:] for unit in transit.attackers(field, (fleet,), space))
    return tuple(dict.fromkeys(unit for unit in found if unit.id not in busy))


def told(
    system: System, state: State, units: Collection[int], more: Collection[int] = ()
) -> tuple[str, ...]:
    """Say of beaten fleets who can attack them on their way, which odds of the fight leave out.

    Fleets are beaten by air units and fleets alone.

    Parameters
    ----------
    system, state
        The game, and how the board stands.
    units
        Who fights, on both sides.
    more
        Who may join them.
    """
    field = field_of(system, state)
    groups: dict[tuple[Unit, ...], list[Unit]] = {}
    fighting = (state.unit(number) for number in (*units, *more))
    beating = {field.side_of(unit) for unit in fighting if system.media[unit.type] != "land"}
    for fleet, enemies in exposed(system, state, units):
        if OTHER[field.side_of(fleet)] in beating:
            groups.setdefault(enemies, []).append(fleet)
    return tuple(
        f"Not counted: beaten, {names(system, fleets)} can be attacked on the way to port"
        f" by {names(system, enemies)}"
        for enemies, fleets in groups.items()
    )
