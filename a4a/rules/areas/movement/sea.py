"""Sea movement: step by step, in both movement phases, with exceptions for submarines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from a4a.core.english import the
from a4a.core.names import one
from a4a.core.units import Unit
from a4a.core.words import count_of
from a4a.rules.areas.movement.field import ENGAGE, OFFLOAD, REST, Field
from a4a.rules.areas.movement.purpose import comes_for
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.areas.movement.seaways import only_submarines, step, stops
from a4a.rules.areas.politics.sea_limits import SeaZones


def check(
    field: Field, units: Sequence[Unit], path: tuple[str, ...], *, task: str = ""
) -> Refusal | None:
    """Return why ships may not sail along a path, or None if they may.

    That leave must still be asked for is no reason; `gates_on` tells where.

    Parameters
    ----------
    field
        Where and when.
    units
        Ships that stand in the first sea zone.
    path
        Sea zones, both ends included.
    task
        "support" if they come for an amphibious assault.
    """
    refusal = ready(field, units, path[0])
    if refusal is not None:
        return refusal
    for unit in units:
        if field.left(unit) < len(path) - 1:
            return _too_far(field, unit, len(path) - 1)
    submarines = only_submarines(field, units)
    types = [u.type for u in units]
    for here, there in pairwise(path):
        refusal = step(field, here, there, types, submarines=submarines)
        if refusal is not None:
            return refusal
    for zone in path[1:-1]:
        if stops(field, zone, submarines=submarines):
            return _stopped(field, zone, units, submarines=submarines)
    return end(field, units, path, task=task)


def ready(field: Field, units: Sequence[Unit], zone: str) -> Refusal | None:
    """Return why ships may not go on from where they are, or None if they may."""
    moved = 0.0
    for unit in units:
        memory = field.state.memory(unit.id)
        task = memory.task
        if task == OFFLOAD:
            return Refusal(
                "transport.unloaded", f"the {unit.type} offloads, and does not move any more"
            )
        if task == ENGAGE:
            return Refusal(
                "ignored.stay",
                f"the {unit.type} attacks in {the(str(memory.target))}, and stays there",
            )
        if not field.combat and (task == REST or memory.battles):
            carries = field.system.types[unit.type].transport_capacity
            rule = "noncombat.transport" if carries else "noncombat.units"
            return Refusal(
                rule, f"the {unit.type} has moved, loaded or fought earlier in this turn"
            )
        moved = max(moved, memory.moved)
        if field.combat and field.ground.carriage.bans and not field.hostile(zone):
            for cargo in field.state.at(unit.id):
                ban = field.ground.carriage.banned.get(cargo.type)
                if ban is not None:
                    return Refusal(ban.rule, f"no ship carries the {cargo.type} in combat moves")
    if moved and stops(field, zone, submarines=only_submarines(field, units)):
        return _stopped(field, zone, units, submarines=only_submarines(field, units))
    return None


def _stopped(field: Field, zone: str, units: Sequence[Unit], *, submarines: bool) -> Refusal:
    if submarines:
        rule = "submarine.stop" if field.combat else "noncombat.submarine"
        return Refusal(rule, f"an enemy destroyer in {zone} stops submarines there")
    if field.system.types[units[0].type].transport_capacity:
        return Refusal("transport.stop", f"enemy warships in {zone} stop the transport there")
    return Refusal("move.stop", f"{zone} is hostile: ships stop there")


def _too_far(field: Field, unit: Unit, far: int) -> Refusal:
    left = field.left(unit)
    if left <= 0:
        return Refusal("move.range", f"the {unit.type} can move no farther")
    zones = count_of(left, "more sea zone")
    return Refusal("move.range", f"the {unit.type} can move {zones}, not {far}")


def end(field: Field, units: Sequence[Unit], path: tuple[str, ...], *, task: str) -> Refusal | None:
    """Return why ships may not end their move where a path ends, or None if they may."""
    zone = path[-1]
    for unit in units:
        limit = field.ground.kept_from(zone, unit.type)
        if limit is not None:
            return _kept_away(limit, zone, unit)
    return comes_for(field, units, path, task=task) if field.combat else None


def _kept_away(limit: SeaZones, zone: str, unit: Unit) -> Refusal:
    return Refusal(
        limit.patrol_rule if zone in limit.patrol else limit.rule,
        f"{one(unit.type)} of {limit.who} ends its move only in {limit.where}",
    )
