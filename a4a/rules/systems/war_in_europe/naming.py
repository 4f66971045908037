"""What counters are called in sentences: "German 1st armor"."""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core.english import list_of
from a4a.core.units import Unit
from a4a.rules.fight import Band
from a4a.rules.systems.war_in_europe.system import System


def called(system: System, unit: Unit | Band) -> str:
    """Return what a counter is called, by its power and name."""
    power, kind = (unit.owner, unit.type) if isinstance(unit, Unit) else (unit.power, unit.unit)
    return f"{system.catalog.power(power).adjective} {unit.name or kind}"


def names(system: System, units: Iterable[Unit | Band]) -> str:
    """Return what some counters are called, as a list."""
    return list_of(called(system, unit) for unit in units)
