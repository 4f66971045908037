"""Flights: into combat with a way home, and home; what bombers carry.

Sources: The War Game, "Fighter", "Bomber", "Aircraft in Amphibious Attacks", "Phase IV:
Non-Combat Movement", "Bombers as Transports", "Paratroopers".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from a4a.core import events as ev
from a4a.core.english import count_of, the
from a4a.core.units import Unit
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.declaring import homes
from a4a.rules.systems.wargame1942.declaring.view import View


def ready(view: View, unit: Unit) -> Refusal | None:
    """Return why an aircraft may not take off, or None if it may."""
    memory = view.state.memory(unit.id)
    if view.combat and (memory.moved or memory.task):
        why = f"the {unit.type} already has its combat orders"
        return Refusal("WG-CMO-004", why, "an aircraft that has not moved")
    if view.left(unit) <= 0:
        return Refusal(
            _range(view, unit), f"the {unit.type} can fly no farther", "an aircraft that can"
        )
    return None


def _range(view: View, unit: Unit) -> str:
    """Return the rule on how far an aircraft flies."""
    if view.state.memory(unit.id).moved:
        return "WG-NCM-004"
    fighter = view.system.types[unit.type].carrier_cost
    return "WG-FTR-001" if fighter else "WG-BMB-001"


def check(
    view: View, aircraft: Sequence[Unit], path: tuple[str, ...], onward: str | None = None
) -> Refusal | None:
    """Return why aircraft may not fly along a path, or None if they may.

    Parameters
    ----------
    view
        Who flies, and when.
    aircraft
        Who flies together.
    path
        From where they are to where they fight, or land.
    onward
        Where they are to go on to from there.
    """
    refusal = route(view, aircraft, path, onward)
    if refusal is None:
        refusal = _attacks(view, path[-1]) if view.combat else lands(view, aircraft, path[-1])
    return refusal or homes.lost_by_flight(view, aircraft, path, onward)


def route(
    view: View, aircraft: Sequence[Unit], path: tuple[str, ...], onward: str | None = None
) -> Refusal | None:
    """Return why aircraft do not get along a path, whatever is at its end, or None if they do."""
    far = len(path) - 1 + (onward is not None)
    for unit in aircraft:
        refusal = ready(view, unit)
        if refusal is not None:
            return refusal
        if far > view.left(unit):
            why = f"the {unit.type} can fly {count_of(view.left(unit), 'more space')}, not {far}"
            return Refusal(_range(view, unit), why, "a nearer space")
    whole = path if onward is None else (*path, onward)
    for here, there in pairwise(whole):
        if there not in view.system.graph.air[here]:
            why = f"{the(here)} and {the(there)} do not border each other"
            return Refusal("WG-FTR-002", why, "a way from space to space")
    return None


def fights(view: View, space: str) -> bool:
    """Whether there is anything for aircraft to attack in a space."""
    if view.enemies_in(space):
        return True
    if view.system.graph.is_sea[space] or view.stance(space) not in ("enemy", "neutral"):
        return False
    return bool(view.force_in(space)) or view.is_landed_on(space)


def _attacks(view: View, space: str) -> Refusal | None:
    """Return why aircraft may not attack in a space, or None if they may."""
    if fights(view, space):
        return None
    why = f"no enemy unit is in {the(space)}"
    return Refusal("WG-CMO-001", why, "a space with enemy units, or that land units attack")


def lands(view: View, aircraft: Sequence[Unit], space: str) -> Refusal | None:
    """Return why aircraft may not come down in a space after combat, or None if they may."""
    allowed = "land held since the turn began, or a carrier of its own for a fighter"
    if view.system.graph.is_sea[space]:
        for unit in aircraft:
            if not view.system.types[unit.type].carrier_cost:
                why = f"the {unit.type} does not land on carriers"
                return Refusal("WG-BMB-004", why, "land held since the turn began")
        return None
    if view.is_held(space):
        return None
    if view.stance(space) == "apart" or view.strangers_in(space):
        why = f"{view.who} shares no land with who is in {the(space)}"
        return Refusal("WG-NCM-003", why, allowed)
    if view.is_open(space):
        why = f"{the(space)} was taken in this turn"
        return Refusal("WG-NCM-014", why, allowed)
    return Refusal("WG-NCM-002", f"{the(space)} is not friendly", allowed)


def fly(view: View, run: Run, aircraft: Sequence[Unit], path: tuple[str, ...]) -> None:
    """Move aircraft."""
    mode: ev.MoveMode = "combat" if view.combat else "noncombat"
    run.emit(ev.UnitsMoved(tuple(u.id for u in aircraft), path, mode, len(path) - 1))
