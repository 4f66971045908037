"""Land and air moves carried out: up to where something happens on the way that ends them."""

from __future__ import annotations

from collections.abc import Sequence

from a4a.core import events as ev
from a4a.core.units import Unit
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.entering import entered, flown
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.movement.displacing import displace
from a4a.rules.systems.war_in_europe.standing import OTHER, standing_of
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.tasks import AIRDROP, DROPPED, ON_RAILS, RAILED, TOOK_OFF


def march(
    system: System,
    run: Run,
    side: str,
    units: Sequence[Unit],
    path: Sequence[str],
    costs: Sequence[int],
    *,
    mode: ev.MoveMode = "other",
) -> None:
    """Move land units; they stop where a displaced enemy's owner is asked where it goes.

    Parameters
    ----------
    system, run, side
        The game, where events go, who moves.
    units, path
        The units and their way.
    costs
        What each step costs.
    mode
        "other", or "rail".
    """
    ids = tuple(unit.id for unit in units)
    begun = 0
    for at in range(1, len(path)):
        if at < len(path) - 1 and not _disturbs(system, run, side, path[at]):
            continue
        way = tuple(path[begun : at + 1])
        run.emit(ev.UnitsMoved(ids, way, mode, sum(costs[begun:at])))
        for power in dict.fromkeys(unit.owner for unit in units):
            entered(system, run, power, way[1:])
        displace(system, run, side)
        if run.state.decisions:
            return
        begun = at


def _disturbs(system: System, run: Run, side: str, space: str) -> bool:
    """Whether land units that enter a hex displace anybody, or bring a neutral into the war."""
    field = field_of(system, run.state)
    enemy = OTHER[side]
    if space in field.closed or space in field.occupied(enemy, "sea"):
        return True
    lone = field.occupied(enemy, "air") - field.occupied(enemy, "land")
    beside = system.ground.on_foot[space]
    return space in lone or any(there in lone for there in beside)


def rail(system: System, run: Run, side: str, units: Sequence[Unit], path: Sequence[str]) -> None:
    """Move units by rail, over land that their side holds; they may leave a neutral's own.

    Land units displace enemies as on a march, and air units nobody.
    """
    land = [unit for unit in units if system.media[unit.type] == "land"]
    if land:
        march(system, run, side, units, path, [0] * (len(path) - 1), mode="rail")
    else:
        run.emit(ev.UnitsMoved(tuple(unit.id for unit in units), tuple(path), "rail"))
        for power in dict.fromkeys(unit.owner for unit in units):
            flown(system, run, power, path[1:])
    arrived = all(run.state.space_of(unit.id) == path[-1] for unit in land)
    task = RAILED if arrived else ON_RAILS
    run.emit(ev.UnitsTasked(tuple(unit.id for unit in units), task))


def fly(system: System, run: Run, units: Sequence[Unit], path: Sequence[str], cost: int) -> None:
    """Move air units to another base; neutral land that they enter is invaded."""
    aboard = tuple(unit.id for unit in units if isinstance(unit.place, int))
    run.emit(ev.UnitsMoved(tuple(unit.id for unit in units), tuple(path), "other", cost))
    if aboard:
        run.emit(ev.UnitsTasked(aboard, TOOK_OFF))
    for power in dict.fromkeys(unit.owner for unit in units):
        flown(system, run, power, path[1:])
    side = standing_of(system, run.state).side_of(units[0].owner)
    displace(system, run, side)


def drop(
    system: System, run: Run, side: str, unit: Unit, path: Sequence[str], *, contested: bool
) -> None:
    """Drop a paratroop unit into a hex that it takes, or that is contested.

    There it comes down on units that are enemies, those of a neutral as soon as it does (5.3.1).
    """
    space = path[-1]
    run.emit(
        ev.UnitsMoved((unit.id,), tuple(path), "airdrop"),
        ev.UnitsTasked((unit.id,), AIRDROP if contested else DROPPED, space),
    )
    cross = flown if contested else entered
    cross(system, run, unit.owner, (space,))
    displace(system, run, side)
