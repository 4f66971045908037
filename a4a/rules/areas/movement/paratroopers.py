"""Paratroopers: infantry that flies from an air base into a battle (an advance, an option)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from a4a.core.english import the
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas import technology
from a4a.rules.areas.movement import land
from a4a.rules.areas.movement.field import ASSAULT, DROP, Field
from a4a.rules.areas.movement.refusal import Refusal

NAME = "Paratroopers"
_BASE = "extends air range"


def check(field: Field, units: Sequence[Unit], path: tuple[str, ...]) -> Refusal | None:
    """Return why units may not drop at the end of a path, or None if they may.

    Parameters
    ----------
    field
        Where and when.
    units
        Land units that stand in the first space.
    path
        Spaces they fly through, both ends included.
    """
    if not field.combat:
        return Refusal("paratroopers.attack", "paratroopers drop in the Combat Move phase only")
    if not technology.has(field.state, field.power, NAME):
        return Refusal("paratroopers.base", f"{field.who} has not developed {NAME}")
    for unit in units:
        if unit.type not in field.system.able("paratrooper"):
            able = list_of(sorted(field.system.able("paratrooper")))
            return Refusal("paratroopers.base", f"{unit.type} does not drop", able)
    return (
        land.ready(field, units)
        or _from(field, len(units), path[0])
        or _together(field, path)
        or _flight(field, path)
        or _target(field, path[-1])
    )


def _from(field: Field, number: int, base: str) -> Refusal | None:
    """Return why so many may not start from a territory."""
    if not field.ground.has_base(base, _BASE):
        return Refusal("paratroopers.base", f"there is no operative air base in {the(base)}")
    gone = sum(
        memory.task == DROP and memory.origin == base
        for memory in (field.state.memory(u.id) for u in field.troops)
    )
    most = _number(field, base, "paratroopers")
    if gone + number > most:
        return Refusal(
            "paratroopers.base",
            f"{count_of(most, 'paratrooper')} a turn may start from {the(base)}",
        )
    return None


def _together(field: Field, path: tuple[str, ...]) -> Refusal | None:
    """Return why more may not drop there: others of the air base drop elsewhere (R-039)."""
    for memory in (field.state.memory(u.id) for u in field.troops):
        if memory.task == DROP and memory.origin == path[0] and memory.target != path[-1]:
            return Refusal(
                "paratroopers.base",
                f"paratroopers from {the(path[0])} drop in one territory, and others of them "
                f"drop in "
                f"{the(str(memory.target))}",
            )
    return None


def _flight(field: Field, path: tuple[str, ...]) -> Refusal | None:
    """Return why a path may not be flown."""
    farthest = _number(field, path[0], "paratrooper range")
    if len(path) - 1 > farthest:
        return Refusal(
            "paratroopers.target",
            f"{the(path[-1])} is more than {count_of(farthest, 'space')} away",
        )
    for here, there in pairwise(path):
        if there not in field.system.graph.air[here]:
            return Refusal(
                "move.adjacent", f"{the(here)} and {the(there)} do not border each other"
            )
    for space in path[1:-1]:
        if not field.ground.may_fly_over(space):
            return Refusal("paratroopers.flight", f"aircraft may not fly over {the(space)}")
    return None


def _target(field: Field, territory: str) -> Refusal | None:
    """Return why units may not drop into a territory: others must attack it by land or from sea."""
    if field.system.graph.is_sea[territory] or field.ground.stance(territory) != "hostile":
        return Refusal("paratroopers.target", f"no enemy controls {the(territory)}")
    for unit in field.troops:
        memory = field.state.memory(unit.id)
        if memory.task == ASSAULT and memory.target == territory:
            return None
        if unit.place == territory and memory.task != DROP:
            return None
    return Refusal(
        "paratroopers.attack",
        f"no other land units of {field.who} attack {the(territory)}",
        "order them there first, overland or by sea",
    )


def _number(field: Field, territory: str, name: str) -> int:
    """A number of the air base in a territory."""
    bases = field.system.able(_BASE)
    base = next(u for u in field.state.at(territory) if u.type in bases)
    return technology.number(field.system, field.state, field.power, base.type, name)
