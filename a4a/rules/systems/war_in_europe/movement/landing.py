"""What going ashore causes: hexes are entered, enemies displaced, assaults begun (8.1.3, 8.1.4)."""

from __future__ import annotations

from collections.abc import Sequence

from a4a.core import events as ev
from a4a.core.units import Unit
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.entering import entered, flown
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.movement.displacing import displace
from a4a.rules.systems.war_in_europe.standing import standing_of
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.tasks import ASHORE, ASSAULT, LANDING


def assault(system: System, run: Run, fleets: Sequence[int], space: str) -> None:
    """Put the land units aboard fleets ashore in an enemy port, to fight for it."""
    field, state = field_of(system, run.state), run.state
    side = field.side_of(state.unit(fleets[0]))
    landed = tuple(
        unit.id for fleet in fleets for unit in state.at(fleet) if field.category(unit) == "land"
    )
    run.emit(
        ev.UnitsMoved(landed, (space,), "amphibious"),
        ev.UnitsTasked(landed, ASSAULT, space),
        ev.UnitsTasked(tuple(fleets), LANDING, space),
    )
    displace(system, run, side)


def disembark(system: System, run: Run, unit: Unit, space: str, *, port: bool) -> None:
    """Put a unit ashore where no enemy land unit is.

    Parameters
    ----------
    system, run
        The game, and where events go.
    unit, space
        The unit, and where it goes ashore.
    port
        Whether it is a friendly port, from which it may move on.
    """
    run.emit(ev.UnitsMoved((unit.id,), (space,), "amphibious"))
    if not port:
        run.emit(ev.UnitsTasked((unit.id,), ASHORE, space))
    cross = entered if system.media[unit.type] == "land" else flown
    cross(system, run, unit.owner, (space,))
    displace(system, run, standing_of(system, run.state).side_of(unit.owner))
