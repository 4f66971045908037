"""Room on carriers at sea, and what becomes of aircraft that find none.

A power's aircraft stand in the sea zone with its carriers; guests are aboard (R-013).
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas.bases.decks import places, traps
from a4a.rules.areas.bases.facilities import usable_complexes
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.run import Run


def is_carrier(system: System, unit: Unit) -> bool:
    """Whether a unit carries aircraft when it is undamaged."""
    return system.types[unit.type].carrier_capacity > 0


def free_places(system: System, state: State, carrier: Unit) -> int:
    """How many more aircraft a carrier can take aboard; a damaged one takes none."""
    if traps(system, carrier):
        return 0
    aboard = sum(system.types[u.type].carrier_cost for u in state.at(carrier.id))
    return places(system, carrier) - aboard


def own_aircraft(system: System, state: State, power: str, zone: str) -> tuple[Unit, ...]:
    """Return a power's aircraft that stand in a sea zone, without guests aboard others' ships."""
    kinds = system.of_category("air")
    return tuple(u for u in state.at(zone) if u.owner == power and u.type in kinds)


def spare_places(system: System, state: State, power: str, zone: str) -> int:
    """Places on a power's own carriers in a zone that its own aircraft there do not need.

    If it is below 0, so many places are missing. An aircraft that no carrier takes needs one too.
    """
    free = sum(
        free_places(system, state, u)
        for u in state.at(zone)
        if u.owner == power and is_carrier(system, u)
    )
    planes = own_aircraft(system, state, power, zone)
    return free - sum(max(1, system.types[u.type].carrier_cost) for u in planes)


def carriers_needed(system: System, state: State, power: str) -> dict[str, int]:
    """How many purchased carriers have to be mobilized in a zone for the aircraft there.

    Parameters
    ----------
    system, state, power
        Whose aircraft and carriers.

    Returns
    -------
    dict
        Number by zone, for zones next to a complex of the economy that has bought carriers; no
        more than it has bought, zones with more waiting aircraft first.
    """
    needed: dict[str, int] = {}
    for treasury in money.treasuries(system, power):
        waiting = state.at(system.catalog.purchases(treasury))
        bought = [u for u in waiting if is_carrier(system, u)]
        if not bought:
            continue
        room = system.types[bought[0].type].carrier_capacity
        zones = dict.fromkeys(
            zone
            for complex_ in usable_complexes(system, state, power)
            if money.treasury_of(system, str(complex_.place), power) == treasury
            for zone in system.graph.coast[str(complex_.place)]
        )
        short = {zone: -_settled(system, state, power, zone) for zone in zones}
        left = len(bought)
        for zone in sorted((z for z in zones if short[z] > 0), key=lambda z: (-short[z], z)):
            carriers = min(left, -(-short[zone] // room))
            if carriers:
                needed[zone] = carriers
                left -= carriers
    return needed


def settle(system: System, run: Run, power: str, *, awaiting: bool) -> None:
    """Take a power's aircraft at sea aboard friends' carriers, and remove those without a place.

    Parameters
    ----------
    system, run, power
        Whose aircraft.
    awaiting
        Spare those in zones where purchased carriers can still be mobilized for them.
    """
    state = run.state
    waiting = carriers_needed(system, state, power) if awaiting else {}
    aircraft = system.of_category("air")
    zones = dict.fromkeys(
        u.place
        for u in state.units.values()
        if u.owner == power and u.type in aircraft and isinstance(u.place, str)
        and system.graph.is_sea[u.place]
    )  # fmt: skip
    for zone in zones:
        if zone in waiting:
            continue
        here = own_aircraft(system, run.state, power, zone)
        over = -spare_places(system, run.state, power, zone)
        # Aircraft that no carrier takes are lost first, then the cheapest.
        homeless = sorted(
            here, key=lambda u: (system.types[u.type].carrier_cost > 0, system.types[u.type].cost)
        )[: max(over, 0)]
        never = [u for u in here if not system.types[u.type].carrier_cost and u not in homeless]
        for unit in (*homeless, *never):
            host = _host(system, run.state, power, zone) if _lands(system, unit) else None
            if host is not None:
                run.emit(ev.UnitsPlaced((unit.id,), host, "landed"))
            else:
                run.emit(ev.UnitsRemoved((unit.id,), "nowhere to land"))


def _lands(system: System, unit: Unit) -> bool:
    return system.types[unit.type].carrier_cost > 0


def _host(system: System, state: State, power: str, zone: str) -> int | None:
    """Return a friend's carrier with a free place in a zone, or None."""
    comrades = Situation(system, state, power).comrades_in(zone)
    for unit in state.at(zone):
        if unit.owner != power and unit.owner in comrades and is_carrier(system, unit):
            # The owner's own aircraft stand in the zone and need its places too.
            spare = spare_places(system, state, unit.owner, zone)
            if min(spare, free_places(system, state, unit)) > 0:
                return unit.id
    return None


def _settled(system: System, state: State, power: str, zone: str) -> int:
    """Spare places in a zone, including friends' carriers; below 0 if aircraft lack one."""
    spare = spare_places(system, state, power, zone)
    if spare >= 0:
        return spare
    comrades = Situation(system, state, power).comrades_in(zone) - {power}
    return spare + sum(max(0, spare_places(system, state, friend, zone)) for friend in comrades)
