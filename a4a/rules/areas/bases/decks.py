"""How many aircraft a carrier carries: when it is damaged, by its number "damaged capacity"."""

from __future__ import annotations

from a4a.core.units import Unit
from a4a.rules.areas.system import System

DAMAGED = "damaged capacity"
"""The number of a unit type that says how many places its deck has when it is damaged."""


def places(system: System, carrier: Unit) -> int:
    """How many places a carrier's deck has now, taken or free."""
    kind = system.types[carrier.type]
    return int(kind.numbers.get(DAMAGED, 0)) if carrier.damage else kind.carrier_capacity


def traps(system: System, ship: Unit) -> bool:
    """Whether aircraft aboard a ship cannot take off, as its deck is damaged."""
    return bool(ship.damage) and not places(system, ship)
