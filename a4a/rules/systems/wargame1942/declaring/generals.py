"""Where Generals go: at once to any attack on the globe, and after combat to any friendly land.

Source: The War Game, "Generals and Field Marshals".
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.units import Unit
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.declaring.view import View, view_of


def is_general(view: View, unit: Unit) -> bool:
    """Whether a unit is a General."""
    return "general" in view.system.types[unit.type].abilities


def own(view: View) -> list[Unit]:
    """Return the Generals of the nation on the board."""
    return [u for u in view.own("other") if is_general(view, u) and isinstance(u.place, str)]


def attacks(view: View) -> tuple[str, ...]:
    """Return the territories that the force attacks."""
    sea = view.system.graph.is_sea
    found: dict[str, None] = {}
    for unit in view.state.units.values():
        if unit.owner in view.state.active and isinstance(unit.place, str):
            found[unit.place] = None
    found.update({to: None for _, to in view.landing})
    return tuple(
        s
        for s in found
        if not sea[s] and view.stance(s) in ("enemy", "neutral") and _fought(view, s)
    )


def _fought(view: View, territory: str) -> bool:
    return bool(view.force_in(territory)) or view.is_landed_on(territory)


def ready(view: View, general: Unit) -> Refusal | None:
    """Return why a General may go nowhere, or None if he may."""
    memory = view.state.memory(general.id)
    if view.combat and memory.moved:
        return Refusal("WG-GEN-006", "the General has joined an attack", "one move a turn")
    if not view.combat and memory.moved and memory.task != w.RETREATED:
        why = "the General stays with those who fought with him"
        return Refusal("WG-GEN-009", why, "a General that has retreated, or was in no attack")
    return None


def check(view: View, general: Unit, path: tuple[str, ...]) -> Refusal | None:
    """Return why a General may not go somewhere, or None if he may."""
    refusal, there = ready(view, general), path[-1]
    if refusal is not None:
        return refusal
    if view.combat:
        if there not in attacks(view):
            why = f"nothing is attacked in {the(there)}"
            return Refusal("WG-GEN-006", why, "land that has been attacked in combat orders")
        return None
    if view.system.graph.is_sea[there] or not view.is_open(there):
        return Refusal("WG-GEN-007", f"{the(there)} is not friendly land", "any friendly land")
    return None


def go(view: View, run: Run, general: Unit, path: tuple[str, ...]) -> None:
    """Move a General at once, however far."""
    mode: ev.MoveMode = "combat" if view.combat else "noncombat"
    run.emit(ev.UnitsMoved((general.id,), (path[0], path[-1]), mode, 1))
    if not view.combat:
        run.emit(ev.UnitsTasked((general.id,), ""))


def bring_home(view: View, run: Run) -> None:
    """Bring back Generals that retreated and were sent nowhere: to where they came from (R-594)."""
    for general in own(view):
        here = str(general.place)
        if view.is_open(here):
            continue
        homes = refuges(view, view.state.memory(general.id).origin)
        if homes:
            run.emit(ev.UnitsMoved((general.id,), (here, homes[0]), "noncombat", 1))


def refuges(view: View, first: str | None = None) -> list[str]:
    """Return the land where a General of the nation may be, his nation's before that of allies.

    Parameters
    ----------
    view
        His nation's.
    first
        Where he goes, if he may be there.
    """
    if first is not None and view.is_open(first):
        return [first]
    sea, index = view.system.graph.is_sea, view.system.board.index
    return sorted(
        (s for s in sea if not sea[s] and view.is_open(s)),
        key=lambda s: (view.stance(s) != "own", index[s]),
    )


def flee(view: View, run: Run, territory: str) -> None:
    """Let enemy Generals go who are alone in land that armor drives through (R-549).

    They go to land of their nation that nobody attacks, or else to that of allies; where there is
    none, they fall.
    """
    kinds = view.system.able("general")
    for general in [u for u in run.state.at(territory) if u.type in kinds]:
        if not view.is_enemy(general.owner):
            continue
        his = view_of(view.system, run.state, general.owner, combat=True)
        quiet = [s for s in refuges(his) if s != territory and not his.enemies_in(s)]
        if quiet:
            run.emit(ev.UnitsPlaced((general.id,), quiet[0], "retreated"))
        else:
            run.emit(ev.UnitsRemoved((general.id,), "fell with his land"))
