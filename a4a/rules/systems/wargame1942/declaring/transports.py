"""Transports: what goes aboard, what is declared to land, what is put ashore on friendly land.

Sources: The War Game, "Transport", "Amphibious Attacks", "Phase IV: Non-Combat Movement",
"Multi-National Combat".
"""

from __future__ import annotations

from collections.abc import Sequence

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.names import one
from a4a.core.units import Unit
from a4a.rules.areas.movement.field import REST
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.declaring import land
from a4a.rules.systems.wargame1942.declaring.view import View

UNLOADS = "unload"
"""Task of a transport that has put units ashore after combat: it stays where it is."""
CARRIED = "carried"
"""Marker of a transport: how much of its room is used by what it lands in this turn."""


def check_load(
    view: View, units: Sequence[Unit], path: tuple[str, ...], aboard: int | None
) -> Refusal | None:
    """Return why land units may not go aboard a transport, or None if they may."""
    territory, zone = path[0], path[-1]
    if len(path) > 2 or zone not in view.system.graph.coast[territory]:
        why = "units go aboard in a zone beside the territory where they began the turn"
        return Refusal("WG-TRN-004", why, "a transport in a zone beside it")
    ship = view.state.units.get(aboard) if aboard is not None else None
    if ship is None or ship.place != zone or not view.system.types[ship.type].transport_capacity:
        why = f"no such transport is in {the(zone)}"
        return Refusal("WG-TRN-004", why, f"a transport of {view.who} in {the(zone)}")
    if ship.owner != view.power:
        why = f"the transport belongs to {view.system.called(ship.owner)}"
        return Refusal("WG-MNC-003", why, f"a transport of {view.who}")
    for unit in units:
        memory = view.state.memory(unit.id)
        if memory.moved:
            why = f"the {unit.type} has moved in this turn"
            return Refusal("WG-TRN-005", why, "a unit that has not moved")
        refusal = land.goes_aboard(view, unit)
        if refusal is not None:
            return refusal
    return _room(view, units, ship) or _may_take(view, ship, zone)


def _room(view: View, units: Sequence[Unit], ship: Unit) -> Refusal | None:
    types = view.system.types
    for unit in units:
        if not types[unit.type].transport_cost:
            return Refusal("WG-TRN-002", f"no transport takes {one(unit.type)}", "land units")
    room = types[ship.type].transport_capacity - carried(view, ship)
    if sum(types[u.type].transport_cost for u in units) > room:
        why = "the transport has no room for them"
        return Refusal("WG-TRN-002", why, "one armor, one artillery or two infantry in all")
    return None


def carried(view: View, ship: Unit) -> int:
    """Return how much of a transport's room is used in this turn: what it landed counts."""
    room = view.system.types[ship.type].transport_capacity
    return max(view.state.markers.get((ev.OnUnit(ship.id), CARRIED), 0), room - view.room(ship))


def _may_take(view: View, ship: Unit, zone: str) -> Refusal | None:
    """Return why a transport may take nothing aboard any more, or None if it may."""
    memory = view.state.memory(ship.id)
    if view.combat:
        if memory.task in w.PASSING:
            why = "the transport has been ordered to pass on"
            return Refusal("WG-TRN-006", why, "what is to be carried aboard before")
        return None
    if memory.task == w.OFFLOAD or (memory.task == REST and memory.battles):
        return None  # where it is, now that combat there is settled (WG-RET-036)
    if memory.task:
        why = "the transport was used in combat, or has unloaded"
        return Refusal("WG-NCM-007", why, "a transport that was not")
    if view.is_barred(zone):
        return Refusal("WG-NCM-007", f"enemy ships are in {the(zone)}", "a zone without them")
    return None


def load(view: View, run: Run, units: Sequence[Unit], path: tuple[str, ...], ship: int) -> None:
    """Take units aboard; they do nothing else in the turn but go ashore."""
    whole = max(view.system.types[u.type].move for u in units)
    mode: ev.MoveMode = "combat" if view.combat else "noncombat"
    run.emit(ev.UnitsMoved(tuple(u.id for u in units), path, mode, whole, ship))
    if view.state.memory(ship).task == w.OFFLOAD:
        _count(view, run, view.state.unit(ship), units)


def _count(view: View, run: Run, ship: Unit, units: Sequence[Unit]) -> None:
    """Note how much of a transport's room is used by what it lands, and takes after that."""
    load = sum(view.system.types[u.type].transport_cost for u in units)
    used = view.state.markers.get((ev.OnUnit(ship.id), CARRIED), 0)
    run.emit(ev.MarkerChanged(ev.OnUnit(ship.id), CARRIED, used + load))


def forget(view: View, run: Run) -> None:
    """Forget what transports have landed in the turn."""
    for subject, marker in tuple(run.state.markers):
        if marker == CARRIED:
            run.emit(ev.MarkerChanged(subject, CARRIED, 0))


def ships_of(view: View, units: Sequence[Unit]) -> list[Unit]:
    """Return the transports that units are aboard."""
    return [view.state.unit(i) for i in dict.fromkeys(u.place for u in units) if isinstance(i, int)]


def check_landing(view: View, units: Sequence[Unit], territory: str) -> Refusal | None:
    """Return why cargo may not be declared to land in a territory, or None if it may."""
    for unit in units:
        if not isinstance(unit.place, int):
            why = f"the {unit.type} is aboard no transport"
            return Refusal("WG-TRN-003", why, "units aboard a transport")
        if view.state.memory(unit.id).task == w.ASSAULT:
            why = f"where the {unit.type} lands has been declared"
            return Refusal("WG-RET-033", why, "a unit whose landing has not been")
    for ship in ships_of(view, units):
        zone = view.final(ship)
        if territory not in view.system.graph.coast[zone]:
            why = f"{the(territory)} has no coast on {the(zone)}"
            return Refusal("WG-TRN-007", why, f"a territory on {the(zone)}")
    if view.stance(territory) == "neutral":
        return land.end(view, territory)
    refusal = view.kept_out(territory)
    if refusal is not None:
        return refusal
    if view.stance(territory) != "enemy":
        why = f"{the(territory)} is friendly: units go ashore there after combat"
        return Refusal("WG-TRN-003", why, "an enemy's territory")
    return None


def declare(view: View, run: Run, units: Sequence[Unit], territory: str) -> None:
    """Declare where cargo lands; its transports offload in the zone where they are to be."""
    run.emit(ev.UnitsTasked(tuple(u.id for u in units), w.ASSAULT, territory))
    for ship in ships_of(view, units):
        _count(view, run, ship, [u for u in units if u.place == ship.id])
    staying = [s.id for s in ships_of(view, units) if view.state.memory(s.id).task == ""]
    if staying:
        run.emit(ev.UnitsTasked(tuple(staying), w.OFFLOAD, territory))


def check_unload(view: View, units: Sequence[Unit], path: tuple[str, ...]) -> Refusal | None:
    """Return why cargo may not be put ashore on friendly land, or None if it may."""
    zone, territory = path[0], path[-1]
    if len(path) > 2 or territory not in view.system.graph.coast[zone]:
        why = f"{the(territory)} has no coast on {the(zone)}"
        return Refusal("WG-TRN-007", why, f"a territory on {the(zone)}")
    for ship in ships_of(view, units):
        if view.state.memory(ship.id).task == w.RETREATED:
            why = "a transport that retreated keeps its cargo aboard"
            return Refusal("WG-RET-032", why, "cargo of another transport")
    if view.is_barred(zone):
        return Refusal("WG-NCM-007", f"enemy ships are in {the(zone)}", "a zone without them")
    return land.end(view, territory)


def unload(view: View, run: Run, units: Sequence[Unit], path: tuple[str, ...]) -> None:
    """Put cargo ashore; its transports move no more (WG-TRN-007)."""
    whole = max(view.system.types[u.type].move for u in units)
    stopping = [s.id for s in ships_of(view, units) if not view.state.memory(s.id).task]
    run.emit(ev.UnitsMoved(tuple(u.id for u in units), path, "noncombat", whole))
    if stopping:
        run.emit(ev.UnitsTasked(tuple(stopping), UNLOADS, path[-1]))
