"""What the map shows of the rules: zones of control, and supply (5.1, 11)."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import Final

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.hexes.zones import Medium
from a4a.rules.overlay import Area, Overlay, Overlays, Traced
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.standing import ALLIES, AXIS, OTHER
from a4a.rules.systems.war_in_europe.strength import needs_line
from a4a.rules.systems.war_in_europe.supply import Supply, supply_of
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.upkeep import is_cut_off

_MEDIA: Final[tuple[Medium, ...]] = ("land", "sea", "air")


def overlays(system: System) -> Overlays:
    """Return what can be shown of a game's positions.

    Parameters
    ----------
    system
        The game.
    """
    return MappingProxyType({"zones": partial(zones, system), "supply": partial(supply, system)})


def zones(system: System, state: State) -> Overlay:
    """Return the hexes in the zones of control of each side's land units, fleets and air units."""
    held = field_of(system, state).zones.held
    areas = (Area(side, kind, held(side, kind)) for side in (AXIS, ALLIES) for kind in _MEDIA)
    return Overlay(areas=tuple(area for area in areas if area.spaces))


def supply(system: System, state: State) -> Overlay:
    """Return the lines of supply of all units at war, and the units that have none.

    Land units without one fight and move with half their factors (WE-SUP-015); fleets and air units
    are those that would fail the check at the end of the turn.
    """
    found = supply_of(system, state)
    at_war = [unit for unit in state.units.values() if found.field.side_of(unit) in OTHER]
    on_map = [unit for unit in at_war if state.space_of(unit.id) is not None]
    lines = (Traced(unit.id, found.line(unit)) for unit in on_map)
    return Overlay(
        traced=tuple(line for line in lines if line.path),
        lacking=tuple(unit.id for unit in on_map if _lacks(found, unit)),
    )


def _lacks(found: Supply, unit: Unit) -> bool:
    """Whether a unit needs a line of supply and has none."""
    if needs_line(found.system, unit):
        return not found.is_supplied(unit)
    return is_cut_off(found, unit)
