"""Bills: what purchases, instalments and repairs cost."""

from __future__ import annotations

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas import technology
from a4a.rules.areas.economy import build_queue, funds
from a4a.rules.areas.orders import Buy, Pay
from a4a.rules.areas.system import System


def bill(system: System, state: State, order: Buy | Pay) -> int:
    """What an order costs now: units and repairs, or instalments."""
    if isinstance(order, Pay):
        return sum(build_queue.due(system, state, state.unit(unit)) for unit in order.units)
    return sum(costs(system, state, order).values())


def costs(system: System, state: State, order: Buy) -> dict[str, int]:
    """What a purchase costs, by unit type, with `funds.REPAIRS` for the repairs."""
    power = system.catalog.treasuries[order.treasury].name
    units = {
        kind: count * build_queue.down(system, state, power, kind)
        for kind, count in order.units.items()
    }
    repairs = sum(
        repair_cost(system, state, state.unit(facility), points)
        for facility, points in order.repairs.items()
    )
    return {**units, funds.REPAIRS: repairs} if repairs else units


def repair_cost(system: System, state: State, facility: Unit, points: int) -> int:
    """What taking points of damage off a facility costs; part of an IPC counts as one (R-024)."""
    one = technology.number(system, state, facility.owner, facility.type, "repair cost", default=1)
    together = technology.number(
        system, state, facility.owner, facility.type, "repairs for 1", default=1
    )
    return -(-points * one // together)
