"""Sailing by enemy transports: they stop nobody, and each fires once as a fleet goes by.

The dice fall when all combat has been ordered, so that nobody learns from them what to order.

Source: The War Game, "Naval Pass-Through", "F.E.R. - Sailing By Transports".
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.declaring.view import View

SAILED_BY = "sailed by "
"""Begins the flags of ships that have sailed through a zone with enemy transports."""


def note(view: View, run: Run, ships: tuple[int, ...], path: tuple[str, ...]) -> None:
    """Note which enemy transports ships have sailed by."""
    begun = int(not any(view.state.memory(i).moved for i in ships))
    gained = tuple(SAILED_BY + zone for zone in path[begun:-1] if view.enemies_in(zone))
    if gained:
        run.emit(ev.UnitsConverted(ships, "sailed by", gained=gained))


def settle(system: System, run: Run) -> None:
    """Let the transports fire that fleets have sailed by (WG-FER-011)."""
    flags = sorted(
        {f for u in run.state.units.values() for f in u.flags if f.startswith(SAILED_BY)}
    )
    for flag in flags:
        zone = flag.removeprefix(SAILED_BY)
        fleet = [u for u in run.state.units.values() if flag in u.flags]
        hits = _fire(system, run, zone)
        for _ in range(hits):
            _take(system, run, flag)
        left = tuple(u.id for u in fleet if u.id in run.state.units)
        if left:
            run.emit(ev.UnitsConverted(left, "sailed by", lost=(flag,)))


def _fire(system: System, run: Run, zone: str) -> int:
    """Roll for the transports in a zone; return how many hit."""
    state = run.state
    ours = system.catalog.side_of(state.active[0])
    guns = [
        u
        for u in state.at(zone)
        if system.types[u.type].transport_capacity
        and system.catalog.side_of(u.owner) not in ("", None, ours)
    ]
    hits = 0
    for owner in dict.fromkeys(u.owner for u in guns):
        own = [u for u in guns if u.owner == owner]
        faces = run.dice.roll(len(own), sides=system.catalog.dice_sides)
        dice = tuple(
            ev.Die(face, value, "hit" if face <= value else "miss", unit.type)
            for face, unit in zip(faces, own, strict=True)
            if (value := system.types[unit.type].defense)
        )
        scored = sum(die.result == "hit" for die in dice)
        run.emit(ev.Rolled("defense", owner, dice, sides=system.catalog.dice_sides, hits=scored))
        hits += scored
    return hits


def _take(system: System, run: Run, flag: str) -> None:
    """Take one hit on a fleet: a whole battleship is damaged, or else the cheapest is lost (R-592).

    What is aboard goes down with its ship.
    """
    state = run.state
    fleet = [u for u in state.units.values() if flag in u.flags]
    if not fleet:
        return
    tough = [u for u in fleet if u.damage + 1 < system.types[u.type].hits]
    if tough:
        unit = tough[0]
        run.emit(ev.UnitsConverted((unit.id,), "hit", damage=unit.damage + 1))
        return
    lost = min(fleet, key=lambda u: (_worth(system, state, u), u.id))
    aboard = tuple(u.id for u in state.at(lost.id))
    run.emit(ev.UnitsRemoved((*aboard, lost.id), "hit as the fleet sailed by"))


def _worth(system: System, state: State, ship: Unit) -> int:
    """What is lost with a ship."""
    return sum(system.types[u.type].cost for u in (ship, *state.at(ship.id)))
