"""What bombers carry: paratroopers into combat, infantry and guns from land to land after it.

Sources: The War Game, "Paratroopers", "Bombers as Transports"; ``carriage.toml``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.names import one
from a4a.core.units import Unit
from a4a.rules.areas.movement.carriage import Lift, carriage
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.declaring import air, homes, invasions, land
from a4a.rules.systems.wargame1942.declaring.view import View

TRAINED = "paratrooper"
"""Flag of infantry that has been trained to jump."""


def carries(system: System, unit: Unit | None) -> bool:
    """Whether a unit is an aircraft that carries land units."""
    return unit is not None and unit.type in _carriers(system)


@lru_cache(maxsize=16)
def _carriers(system: System) -> frozenset[str]:
    """The types of aircraft that carry land units."""
    return frozenset().union(*(lift.by for lift in carriage(system).lifts))


def _lift(view: View, plane: Unit, units: Sequence[Unit]) -> Lift | None:
    """Return by which entry an aircraft carries units in this phase, or None."""
    phase = "combat" if view.combat else "noncombat"
    for lift in carriage(view.system).lifts:
        able = plane.type in lift.by and lift.phase == phase
        if able and all(u.type in lift.units for u in units):
            return lift
    return None


def check(
    view: View, units: Sequence[Unit], path: tuple[str, ...], plane: Unit, task: str
) -> Refusal | None:
    """Return why land units may not go by air, or None if they may.

    Parameters
    ----------
    view
        Who moves, and when.
    units, plane
        Who flies with which aircraft.
    path
        Where they fly.
    task
        "drop" if they jump; that they do in combat orders alone.
    """
    if view.combat != (task == w.DROP):
        if view.combat:
            why = "bombers carry units from land to land after combat"
            return Refusal("WG-AIR-001", why, "a drop of paratroopers, or this after combat")
        return Refusal("WG-PAR-006", "paratroopers jump in combat orders", "a move without a task")
    if plane.owner != view.power:
        why = f"the {plane.type} belongs to {view.system.called(plane.owner)}"
        return Refusal("WG-AIR-005", why, f"an aircraft of {view.who}")
    refusal = _together(view, units, plane) or _load(view, units, plane)
    if refusal is not None:
        return refusal
    refusal = air.route(view, [plane], path)
    if refusal is None:
        refusal = _jumps(view, path[-1]) if view.combat else _lands(view, plane, path[-1])
    return refusal or homes.lost_by_flight(view, [plane], path)


def _together(view: View, units: Sequence[Unit], plane: Unit) -> Refusal | None:
    """Return why an aircraft does not take units along, load aside, or None."""
    memory = view.state.memory(plane.id)
    if memory.moved or memory.battles:
        rule = "WG-PAR-008" if view.combat else "WG-AIR-002"
        why = f"the {plane.type} was used elsewhere in this turn"
        return Refusal(rule, why, f"{one(plane.type)} that has not flown")
    for unit in units:
        refusal = land.goes_aboard(view, unit)
        if refusal is not None:
            return refusal
        if unit.place != plane.place:
            rule = "WG-PAR-007" if view.combat else "WG-AIR-003"
            why = f"the {unit.type} and the {plane.type} are not in one territory"
            return Refusal(rule, why, "units that began the turn together")
        if view.combat and TRAINED not in unit.flags:
            why = f"the {unit.type} has not been trained to jump"
            return Refusal("WG-PAR-003", why, "trained paratroopers")
    return None


def _load(view: View, units: Sequence[Unit], plane: Unit) -> Refusal | None:
    lift = _lift(view, plane, units)
    rule = "WG-PAR-006" if view.combat else "WG-AIR-001"
    allowed = "two infantry" if view.combat else "two infantry, or one artillery"
    if lift is None:
        return Refusal(rule, f"the {plane.type} does not carry them", allowed)
    if len(units) > lift.most:
        why = f"the {plane.type} carries no more than {lift.most} of them"
        return Refusal(lift.units_rule, why, allowed)
    return None


def _jumps(view: View, territory: str) -> Refusal | None:
    if not view.system.graph.is_sea[territory] and view.stance(territory) == "neutral":
        return invasions.barred(view, territory)
    if view.system.graph.is_sea[territory] or view.stance(territory) != "enemy":
        refusal = None if view.system.graph.is_sea[territory] else view.kept_out(territory)
        why = f"paratroopers do not attack {the(territory)}"
        return refusal or Refusal("WG-PAR-006", why, "an enemy's territory")
    return None


def _lands(view: View, plane: Unit, territory: str) -> Refusal | None:
    if view.system.graph.is_sea[territory]:
        return Refusal("WG-AIR-004", f"nothing is set down in {the(territory)}", "land")
    refusal = air.lands(view, [plane], territory)
    return refusal and refusal._replace(rule="WG-AIR-004")


def carry(view: View, run: Run, units: Sequence[Unit], path: tuple[str, ...], plane: Unit) -> None:
    """Fly units along a path: paratroopers stay aboard until they drop, others are set down."""
    ids = tuple(u.id for u in units)
    if view.combat:
        run.emit(ev.UnitsPlaced(ids, plane.id, "aboard"))
        air.fly(view, run, [plane], path)
        run.emit(ev.UnitsTasked(ids, w.DROP, path[-1]))
        return
    whole = view.system.types[plane.type].move
    run.emit(
        ev.UnitsMoved((plane.id,), path, "noncombat", whole),
        ev.UnitsMoved(ids, path, "noncombat", max(view.system.types[u.type].move for u in units)),
    )
