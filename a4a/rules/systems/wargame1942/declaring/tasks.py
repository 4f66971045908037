"""What units are declared to do where they fight: shots, pass-throughs, clearing the way.

Sources: The War Game, "Support Shot", "Amphibious Shore Bombardment", "Naval Pass-Through".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from a4a.core.english import the
from a4a.core.names import one
from a4a.core.units import Unit
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.systems.wargame1942.combat import sides
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.declaring.view import ONWARD, View

RULES: Final[Mapping[str, str]] = MappingProxyType({
    w.SUPPORT: "WG-ART-012", w.BOMBARD: "WG-BB-022", w.ASSAULT: "WG-AMP-005", w.DROP: "WG-PAR-006",
    **dict.fromkeys(ONWARD, "WG-NPT-006"),
})  # fmt: skip
"""The rule of each task: who does it, and at what."""


def goes_on(task: str) -> bool:
    """Whether units with a task go on from where they fight."""
    return task in ONWARD


def check(
    view: View, units: Sequence[Unit], where: str, task: str, target: str | None
) -> Refusal | None:
    """Return why units may not be declared to do something, their way aside, or None.

    Parameters
    ----------
    view
        Who declares it; in combat orders.
    units
        Units of one category.
    where
        Where they fight, or shoot from.
    task, target
        What they are to do, and the space it is about.
    """
    if not view.combat:
        why = "combat is ordered in the Combat Orders phase"
        return Refusal("WG-CMO-010", why, "a move without a task")
    if target is None or target not in view.system.graph.is_sea:
        why = f"the task {task!r} names no space"
        return Refusal(RULES[task], why, "a space as its target")
    if task == w.SUPPORT:
        return _supports(view, units, where, target)
    if task == w.BOMBARD:
        return _bombards(view, units, where, target)
    if task in ONWARD:
        return _goes_on(view, units, where, task, target)
    return None


# --- support shots ------------------------------------------------------------------------------


def _supports(view: View, guns: Sequence[Unit], here: str, target: str) -> Refusal | None:
    able = view.system.able("support shot")
    for gun in guns:
        if gun.type not in able:
            return Refusal("WG-ART-012", f"{one(gun.type)} gives no support shot", "artillery")
        if view.state.memory(gun.id).moved:
            why = f"the {gun.type} has moved in this turn"
            return Refusal("WG-ART-018", why, "a gun that has not moved")
    if target not in view.system.graph.land[here]:
        why = f"{the(target)} does not border {the(here)}"
        return Refusal("WG-ART-012", why, "a territory beside it")
    if sides.is_harsh(view.system, here, target):
        why = f"harsh terrain lies between {the(here)} and {the(target)}"
        return Refusal("WG-TER-006", why, "an attack across it, or another territory")
    if crossing(view, here, target) - len(guns) < supporting(view, here, target):
        why = f"too few other units attack {the(target)} across that border"
        return Refusal("WG-ART-013", why, "one gun for each other land unit that crosses it")
    return None


def crossing(view: View, here: str, target: str) -> int:
    """Return how many land units of the force attack a territory across a border."""
    land = view.system.of_category("land")
    return sum(
        u.type in land and view.state.memory(u.id).via == here for u in view.force_in(target)
    )


def supporting(view: View, here: str, target: str) -> int:
    """Return how many guns of the force give support shots across a border."""
    memories = view.state.memories.items()
    return sum(
        memory.task == w.SUPPORT
        and memory.target == target
        and view.state.space_of(i) == here
        for i, memory in memories
    )  # fmt: skip


# --- bombardments -------------------------------------------------------------------------------


def _bombards(view: View, ships: Sequence[Unit], zone: str, target: str) -> Refusal | None:
    refusal = _has_guns(view, ships)
    if refusal is not None:
        return refusal
    landing = len(view.landing.get((zone, target), ()))
    if not landing:
        why = f"nothing is declared to land in {the(target)} from {the(zone)}"
        elsewhere = view.is_landed_on(target)
        return Refusal("WG-BB-022" if elsewhere else "WG-BB-023", why, "the landing first")
    if landing - len(ships) < _shooting(view, zone, target):
        why = f"too few units land in {the(target)} from {the(zone)}"
        return Refusal("WG-BB-024", why, "one ship for each unit that lands")
    return None


def _has_guns(view: View, ships: Sequence[Unit]) -> Refusal | None:
    able = view.system.able("bombard")
    for ship in ships:
        if ship.type not in able:
            why = f"{one(ship.type)} does not bombard"
            return Refusal("WG-BB-020", why, "battleships and destroyers")
    return None


def _shooting(view: View, zone: str, target: str | None) -> int:
    """Return how many ships of the force are to bombard from a zone, perhaps one territory."""
    found = 0
    for i, memory in view.state.memories.items():
        if memory.task == w.BOMBARD and view.state.space_of(i) == zone:
            found += target is None or memory.target == target
        elif memory.task == w.PASS_TO_BOMBARD and memory.target == zone:
            found += 1
    return found


# --- pass-throughs ------------------------------------------------------------------------------


def _goes_on(
    view: View, units: Sequence[Unit], where: str, task: str, target: str
) -> Refusal | None:
    sea = view.system.graph.is_sea
    flying = view.category(units[0]) == "air"
    if not sea[where]:
        why = "a pass-through begins with a fight at sea"
        return Refusal("WG-NPT-001", why, "a sea zone with enemy combat ships")
    if task == w.CLEAR and not view.enemies_in(where):
        why = f"nobody is in {the(where)} to be attacked"
        return Refusal("WG-NPT-001", why, "the move itself, as far as it goes")
    if task != w.CLEAR and not view.is_barred(where):
        why = f"no enemy combat ship in {the(where)} stops a fleet"
        return Refusal("WG-NPT-005", why, "the move itself, as far as it goes")
    if target not in (view.system.graph.air if flying else view.system.graph.sea)[where]:
        rule = "WG-NPT-035" if flying else "WG-NPT-002"
        why = f"{the(target)} is not next to {the(where)}"
        return Refusal(rule, why, f"a space next to {the(where)}")
    if flying and task not in (w.PASS, w.CLEAR):
        why = f"aircraft are not ordered to {task}"
        return Refusal("WG-NPT-032", why, f"{w.PASS} or {w.CLEAR}")
    if flying and not sea[target] and not (task == w.CLEAR and view.is_landed_on(target)):
        why = f"no landing in {the(target)} is declared that the aircraft could support"
        return Refusal("WG-NPT-034", why, "a sea zone, or land on which units land")
    if task == w.PASS_TO_OFFLOAD:
        return _carries(view, units)
    if task == w.PASS_TO_BOMBARD:
        return _passes_to_bombard(view, units, target)
    return None


def _carries(view: View, ships: Sequence[Unit]) -> Refusal | None:
    for ship in ships:
        if not view.state.at(ship.id):
            why = f"nothing is aboard the {ship.type} that could land"
            return Refusal("WG-NPT-026", why, "a transport with units aboard")
    return None


def _passes_to_bombard(view: View, ships: Sequence[Unit], zone: str) -> Refusal | None:
    refusal = _has_guns(view, ships)
    if refusal is not None:
        return refusal
    landing = sum(len(units) for (there, _), units in view.landing.items() if there == zone)
    if not landing:
        why = f"nothing is declared to land from {the(zone)}"
        return Refusal("WG-BB-023", why, "the landing first")
    if landing - len(ships) < _shooting(view, zone, None):
        why = f"too few units land from {the(zone)}"
        return Refusal("WG-BB-024", why, "one ship for each unit that lands")
    return None
