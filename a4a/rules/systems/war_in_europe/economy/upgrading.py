"""Which reduced counters may be restored, and who pays for it (7.3)."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.systems.war_in_europe.access import Bar
from a4a.rules.systems.war_in_europe.economy import income
from a4a.rules.systems.war_in_europe.economy.shipments import AMERICA, BRITAIN
from a4a.rules.systems.war_in_europe.supply import Supply, supply_of
from a4a.rules.systems.war_in_europe.system import PORT, System


def payer(state: State, unit: Unit) -> str:
    """Return who pays to restore a counter: for Americans away from home, Britain (7.3.1)."""
    if unit.owner == AMERICA and state.space_of(unit.id) != AMERICA:
        return BRITAIN
    return unit.owner


def upgrade_bar(system: System, state: State, unit: Unit) -> Bar | None:
    """Return why a counter cannot be restored, or None if it can."""
    return next(_bars(system, state, unit), None)


def _bars(system: System, state: State, unit: Unit) -> Iterator[Bar]:
    counter = system.catalog.counter(unit.owner, unit.name)
    if counter.steps == 1:
        yield Bar("WE-UPG-004", f"the back of {unit.name} is blank", "a counter with two sides")
    if not unit.damage:
        yield Bar("WE-PRD-034", f"{unit.name} is at full strength", "a reduced counter")
    if not system.catalog.upgrade_price(unit.type, unit.owner):
        yield Bar("WE-UPG-001", f"{unit.name} has no price to be restored at", "another counter")
    space = state.space_of(unit.id)
    if space is None:
        yield Bar("WE-PRD-034", f"{unit.name} is not on the map", "a counter on the map")
    elif space != AMERICA or unit.owner != AMERICA:
        yield from _supply(supply_of(system, state), unit, space)


def _supply(supply: Supply, unit: Unit, space: str) -> Iterator[Bar]:
    """Supply to a friendly major capital; of a fleet, from a port to a production city."""
    system, standing = supply.system, supply.standing
    side = standing.side_of(unit.owner)
    if system.media[unit.type] == "sea":
        cities = income.cities(system, supply.state, side)
        own = PORT in system.board.space(space).features and standing.holder(space) == side
        line = space in cities or supply.lines(unit.owner).reach(space, cities)
        if standing.is_neutral(unit.owner):  # of the Soviet fleet, whose cities are a neutral's
            own = supply.state.control.get(space) == unit.owner
            line = supply.is_supplied(unit)
        if not own or not line:
            why = f"{unit.name} is in no friendly port from which a production city is reached"
            yield Bar("WE-UPG-005", why, "a fleet in such a port")
        return
    if not traces_to_major(supply, unit, space):
        why = f"{unit.name} traces no line to a friendly major capital"
        yield Bar("WE-UPG-001", why, "a counter in supply")


def traces_to_major(supply: Supply, unit: Unit, space: str) -> bool:
    """Whether a unit traces a line to any capital of a major power that its side holds."""
    standing = supply.standing
    afloat = isinstance(unit.place, int)
    powers = [power for power in supply.system.order_of_play if power != AMERICA]
    if standing.is_neutral(unit.owner):
        powers = [unit.owner]
    else:
        powers = [
            power for power in powers if power in standing.fighting[standing.side_of(unit.owner)]
        ]
    capitals = tuple(city for power in powers for city in supply.capitals(power))
    return supply.lines(unit.owner).reach(space, capitals, afloat=afloat)
