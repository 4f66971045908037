"""Moves at sea: combat ships stop a fleet, transports do not; canals obey who holds their land.

Sources: The War Game, "Phase II: Combat Orders", "Blockades", "Naval Pass-Through", "Sailing By
Transports", "Land and Canals".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from a4a.core import events as ev
from a4a.core.english import count_of, the
from a4a.core.units import Unit
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.declaring import homes, sailing_by
from a4a.rules.systems.wargame1942.declaring.transports import UNLOADS
from a4a.rules.systems.wargame1942.declaring.view import View

_RANGES = {
    "battleship": "WG-BB-001",
    "destroyer": "WG-DD-001",
    "aircraft carrier": "WG-CV-001",
    "submarine": "WG-SUB-001",
    "transport": "WG-TRN-001",
}


def ready(view: View, ship: Unit) -> Refusal | None:
    """Return why a ship may not set sail, or None if it may."""
    memory = view.state.memory(ship.id)
    here = view.place(ship) or ""
    if view.combat:
        if memory.task:
            why = f"the {ship.type} already has its orders in {the(here)}"
            return Refusal("WG-CMO-004", why, "a ship without orders")
        if memory.moved and view.is_barred(here):
            why = f"the {ship.type} fights in {the(here)}"
            return Refusal("WG-CMO-004", why, "a ship that has not been sent to fight")
        return None
    if memory.task in (w.OFFLOAD, UNLOADS):
        why = "the transport stays where it unloads"
        return Refusal("WG-TRN-007", why, "a ship that unloads nothing")
    if memory.task == w.RETREATED or memory.battles:
        why = f"the {ship.type} was in combat, and stays"
        return Refusal("WG-NCM-011", why, "a ship that took no part in combat")
    if memory.task:
        why = f"the {ship.type} was committed to {the(here)} in combat orders"
        return Refusal("WG-RET-015", why, "a ship that has not moved")
    return None


def check(
    view: View, ships: Sequence[Unit], path: tuple[str, ...], onward: str | None = None
) -> Refusal | None:
    """Return why ships may not sail along a path, or None if they may.

    Parameters
    ----------
    view
        Who moves, and when.
    ships
        Who sails together.
    path
        From where they are to where they stop.
    onward
        A zone to which they are to go on from there.
    """
    far = len(path) - 1 + (onward is not None)
    for ship in ships:
        refusal = ready(view, ship)
        if refusal is not None:
            return refusal
        if far > view.left(ship):
            why = f"the {ship.type} sails {count_of(max(view.left(ship), 0), 'more space')} at most"
            return Refusal(_RANGES.get(ship.type, "WG-CMO-002"), why, "a shorter way")
        if onward is not None and far + int(view.state.memory(ship.id).moved) > 2:
            why = "a pass-through of ships is of two zones, the first beside where they come from"
            return Refusal("WG-NPT-002", why, f"the move to {the(path[-1])} alone")
    whole = path if onward is None else (*path, onward)
    for here, there in pairwise(whole):
        if there not in view.system.graph.sea[here]:
            why = f"no ship goes from {the(here)} to {the(there)}"
            return Refusal("WG-CMO-008", why, "sea zones that share a border")
        refusal = view.shut(here, there)
        if refusal is not None:
            return refusal
    for zone in path[1:-1] if view.combat else ():
        refusal = _stopped(view, zone)
        if refusal is not None:
            return refusal
    if not view.combat:
        refusal = _quiet(view, path)
        if refusal is not None:
            return refusal
    return homes.bereft(view, ships, path, onward)


def _stopped(view: View, here: str) -> Refusal | None:
    """Return why ships that are on their way may not go on from a zone, or None."""
    if not view.is_barred(here):
        return None
    why = f"enemy combat ships in {the(here)} stop a fleet"
    return Refusal(
        "WG-NPT-005", why, f"a move to {the(here)}, from there a pass-through, or a way around"
    )


def _quiet(view: View, path: tuple[str, ...]) -> Refusal | None:
    """Return why ships may not go through zones without a fight after combat, or None."""
    for zone in path[1:]:
        if view.is_barred(zone):
            why = f"enemy combat ships are in {the(zone)}"
            return Refusal("WG-FER-015", why, "zones without enemy ships")
        if view.enemies_in(zone):
            why = f"an enemy transport is in {the(zone)}"
            return Refusal("WG-FER-010", why, "zones without enemy ships")
    return None


def sail(view: View, run: Run, ships: Sequence[Unit], path: tuple[str, ...]) -> None:
    """Move ships; whom they sail by is noted."""
    mode: ev.MoveMode = "combat" if view.combat else "noncombat"
    ids = tuple(u.id for u in ships)
    run.emit(ev.UnitsMoved(ids, path, mode, len(path) - 1))
    if view.combat:
        sailing_by.note(view, run, ids, path)
