"""Moves over land: into combat, through empty enemy land, across harsh terrain, and afterwards.

Sources: The War Game, "Infantry", "Artillery", "Armor", "Sahara, Siberia, Outback, and the
Himalayas", "Phase IV: Non-Combat Movement".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from a4a.core import events as ev
from a4a.core.english import count_of, the
from a4a.core.units import Unit
from a4a.rules.areas.combat.listing import deadly
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import conquest, sides
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.combat.firing import HARSH
from a4a.rules.systems.wargame1942.declaring import generals, invasions
from a4a.rules.systems.wargame1942.declaring.view import OPEN, View

_RANGES = {1: "WG-INF-001", 2: "WG-ARM-001"}
BLITZ = "blitz"


def ready(view: View, unit: Unit) -> Refusal | None:
    """Return why a land unit on land may not set out, or None if it may."""
    memory = view.state.memory(unit.id)
    if view.combat:
        if memory.task == w.SUPPORT:
            why = f"the {unit.type} gives a support shot, and stays where it is"
            return Refusal("WG-ART-015", why, "another unit, or no support shot")
        if memory.moved:
            why = f"the {unit.type} already has its combat orders"
            return Refusal("WG-CMO-004", why, "a unit that has not moved")
        return None
    if memory.task == w.SUPPORT:
        return None
    if memory.unloaded:
        why = f"the {unit.type} stays where it was put ashore"
        return Refusal("WG-TRN-008", why, "a unit that has not moved")
    if memory.battles:
        why = f"the {unit.type} was in combat, and stays"
        return Refusal("WG-NCM-011", why, "a unit that took no part in combat")
    if memory.moved or memory.task:
        return Refusal(
            "WG-NCM-005", f"the {unit.type} has moved in this turn", "a unit that has not moved"
        )
    return None


def goes_aboard(view: View, unit: Unit) -> Refusal | None:
    """Return why a land unit on land may not be carried by ship or bomber, or None if it may."""
    return ready(view, unit) or _as_supporter(view, unit, ())


def check(view: View, units: Sequence[Unit], path: tuple[str, ...]) -> Refusal | None:
    """Return why land units may not march along a path, or None if they may."""
    for unit in units:
        refusal = ready(view, unit) or _as_supporter(view, unit, path) or _far(view, unit, path)
        if refusal is not None:
            return refusal
    for here, there in pairwise(path):
        if there not in view.system.graph.land[here]:
            why = f"no land unit goes from {the(here)} to {the(there)}"
            return Refusal("WG-CMO-008", why, "territories that share a border")
    for territory in path[1:-1]:
        refusal = through(view, territory)
        if refusal is not None:
            return refusal
    blitzes = any(view.stance(territory) == "enemy" for territory in path[1:-1])
    return end(view, path[-1], blitzes=blitzes)


def _far(view: View, unit: Unit, path: tuple[str, ...]) -> Refusal | None:
    """Return why a way is too long for a unit, or None."""
    far = len(path) - 1
    move = view.system.types[unit.type].move
    if far > move:
        rule = "WG-ART-001" if "support shot" in view.system.types[unit.type].abilities else ""
        why = f"the {unit.type} moves {count_of(move, 'space')} at most"
        return Refusal(rule or _RANGES.get(move, "WG-INF-001"), why, "a shorter way")
    if far > 1 and any(sides.is_harsh(view.system, a, b) for a, b in pairwise(path)):
        why = f"the {unit.type} moves one space where it crosses harsh terrain"
        return Refusal("WG-TER-008", why, "the space beyond it alone, or a way around")
    return None


def _as_supporter(view: View, unit: Unit, path: tuple[str, ...]) -> Refusal | None:
    """Return why a gun that gave a support shot may not go somewhere, or None."""
    memory = view.state.memory(unit.id)
    if view.combat or memory.task != w.SUPPORT or memory.target is None:
        return None
    if path == (view.place(unit), memory.target) and view.is_open(memory.target):
        return None
    why = f"the {unit.type} gave a support shot: it goes nowhere but where it shot"
    return Refusal("WG-ART-016", why, f"{the(memory.target)}, if that was taken")


def through(view: View, territory: str) -> Refusal | None:
    """Return why land units may not go on through a territory, or None if they may."""
    refusal = view.kept_out(territory)
    if refusal is not None or view.stance(territory) != "enemy":
        return refusal
    if not view.combat:
        why = f"{the(territory)} is an enemy's"
        return Refusal("WG-NCM-005", why, "land that its side controls")
    if view.enemies_in(territory):
        why = f"enemy units are in {the(territory)}"
        return Refusal("WG-ARM-007", why, "an attack on them, or a way around")
    if view.force_in(territory) or view.is_landed_on(territory):
        why = f"combat is to be resolved in {the(territory)}"
        return Refusal("WG-ARM-009", why, "a way around")
    return None


def end(view: View, territory: str, *, blitzes: bool = False) -> Refusal | None:
    """Return why land units may not end their move in a territory, or None if they may."""
    if view.stance(territory) == "neutral":
        return invasions.barred(view, territory)
    refusal = view.kept_out(territory)
    if refusal is not None:
        return refusal
    enemy = view.stance(territory) == "enemy"
    if view.combat and not enemy and not blitzes:
        why = f"{the(territory)} is friendly: nothing is fought there"
        return Refusal("WG-CMO-001", why, "an enemy's territory, or this move after combat")
    if not view.combat and enemy:
        why = f"{the(territory)} is an enemy's"
        return Refusal("WG-NCM-005", why, "land that its side controls")
    return None


def attacks(view: View, path: tuple[str, ...]) -> bool:
    """Whether a way leads to a fight, or through an enemy's land."""
    if view.stance(path[-1]) not in OPEN:
        return True
    return any(view.stance(territory) == "enemy" for territory in path[1:-1])


def march(view: View, run: Run, units: Sequence[Unit], path: tuple[str, ...]) -> None:
    """Move land units; what they drive through is taken at once, and harsh terrain takes its toll.

    In combat orders those who cross harsh terrain roll for it as they attack.
    """
    ids, begun = tuple(u.id for u in units), 0
    mode: ev.MoveMode = "combat" if view.combat else "noncombat"
    for i, territory in enumerate(path[1:-1], start=1):
        if view.stance(territory) == "enemy":
            way = path[begun : i + 1]
            run.emit(ev.UnitsMoved(ids, way, mode, len(way) - 1))
            generals.flee(view, run, territory)
            heir = conquest.liberated(view.system, run.state, territory, [view.power])
            conquest.hand_over(view.system, run, territory, heir or view.power, BLITZ)
            begun = i
    way = path[begun:]
    run.emit(ev.UnitsMoved(ids, way, mode, len(way) - 1))
    if not view.combat:
        for here, there in pairwise(path):
            if sides.is_harsh(view.system, here, there):
                _cross(view, run, units)


def _cross(view: View, run: Run, units: Sequence[Unit]) -> None:
    """Roll for units that cross harsh terrain in noncombat movement (WG-TER-002)."""
    sides_ = view.system.catalog.dice_sides
    faces = run.dice.roll(len(units), sides=sides_)
    dice = tuple(ev.Die(face, unit_type=unit.type) for face, unit in zip(faces, units, strict=True))
    run.emit(ev.Rolled("other", view.power, dice, sides=sides_))
    lost = tuple(
        u.id
        for u, face in zip(units, faces, strict=True)
        if face >= deadly(view.system, u.type, HARSH)
    )
    if lost:
        run.emit(ev.UnitsRemoved(lost, "harsh terrain"))


def ways(view: View, units: Sequence[Unit], here: str) -> Iterator[tuple[str, ...]]:
    """Yield the shortest ways over land that units could go, whether they may end there or not."""
    far = min(view.system.types[u.type].move for u in units)
    seen = {here}
    layer: list[tuple[str, ...]] = [(here,)]
    for _ in range(far):
        following: list[tuple[str, ...]] = []
        for path in layer:
            if len(path) > 1 and through(view, path[-1]) is not None:
                continue
            for there in view.system.graph.land[path[-1]]:
                taking = len(path) > 1 and view.stance(path[-1]) == "enemy"
                if not taking and there in seen:
                    continue
                yield (*path, there)  # what is taken on the way makes it another move
                following.append((*path, there))
                if not taking:
                    seen.add(there)
        layer = following
