"""The end of the combat moves: whether every unit that moved has something to do where it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from a4a.core.english import the
from a4a.core.units import Unit
from a4a.rules.areas.movement.engaging import present
from a4a.rules.areas.movement.field import ASSAULT, STAY, SUPPORT, Field
from a4a.rules.areas.movement.landing import LAST, needs_decks, prove
from a4a.rules.areas.movement.purpose import assaulted_from, engaged, escapes, must_leave, unarmed
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.areas.movement.transports import unescorted

_HOME = "take back the move that leaves it no carrier, or send one to where it can land"


class LooseEnd(NamedTuple):
    """A unit that has nothing to do where its combat move ended, and why."""

    unit: Unit
    refusal: Refusal


def loose_ends(field: Field) -> Iterator[LooseEnd]:
    """Yield every unit that keeps the combat moves from ending as they stand.

    Moves to no purpose that another program recorded before the turn was taken up stand.
    """
    return (end for end in _ends(field) if field.state.memory(end.unit.id).task != STAY)


def recorded_ends(field: Field) -> tuple[int, ...]:
    """Ids of the units that keep the combat moves from ending by what they have done already."""
    memories = {end.unit.id: field.state.memory(end.unit.id) for end in loose_ends(field)}
    return tuple(i for i, memory in memories.items() if memory.moved or memory.loaded)


def _ends(field: Field) -> Iterator[LooseEnd]:
    for unit in field.troops:
        refusal = _cargo(field, unit)
        if refusal is not None:
            yield LooseEnd(unit, refusal)
    for unit in field.ships:
        refusal = _ship(field, unit)
        if refusal is not None:
            yield LooseEnd(unit, refusal)
    for unit in field.aircraft:
        memory = field.state.memory(unit.id)
        zone = unit.place
        if memory.task == SUPPORT and not assaulted_from(field, str(zone)):
            why = f"the {unit.type} supports no assault in {zone}"
            yield LooseEnd(
                unit, Refusal("assault.support", why, f"announce an assault from {zone}")
            )
    yield from _landing(field)


def _cargo(field: Field, unit: Unit) -> Refusal | None:
    if not isinstance(unit.place, int):
        return None
    memory = field.state.memory(unit.id)
    where = field.place(unit)
    if memory.task == ASSAULT:
        refusal = unescorted(field, str(where))
        return refusal and refusal._replace(allowed=refusal.first)
    if memory.loaded:
        return Refusal(
            "transport.assault",
            f"the {unit.type} loaded in {where} assaults nothing",
            "order it ashore in a hostile territory",
        )
    return None


def _ship(field: Field, unit: Unit) -> Refusal | None:
    memory = field.state.memory(unit.id)
    zone = str(unit.place)
    if must_leave(field, unit):
        return Refusal(
            "hostile.start",
            f"the {unit.type} in {zone} cannot stay: nothing there fights the enemy warships",
            "move it away, or send a unit with an attack value there",
        )
    if not memory.moved:
        return None
    if field.hostile(zone):
        if field.attackers(zone):
            return None
        alone = unarmed(field, zone, unit)
        return alone._replace(allowed=f"send a unit with an attack value to {zone}")
    if assaulted_from(field, zone) or escapes(field, [unit], zone):
        return None
    if memory.task != SUPPORT and field.has_prey(zone) and field.attackers(zone):
        return None
    rule = "assault.support" if memory.task == SUPPORT else "combat.destination"
    return Refusal(
        rule,
        f"the {unit.type} in {zone} has nothing to do there",
        "an assault from there, or a move to where it fights",
    )


def _landing(field: Field) -> Iterator[LooseEnd]:
    if not needs_decks(field):
        return
    last = field.after(field.state)
    last.memo[LAST] = True
    for i in prove(last).stranded:
        if field.state.memory(i).moved:
            unit = field.state.unit(i)
            why = f"the {unit.type} in {the(str(unit.place))} could land nowhere"
            yield LooseEnd(unit, Refusal("air.landing", why, _HOME))


def engages(field: Field) -> list[tuple[str, tuple[int, ...]]]:
    """Sea zones in which units that came to attack submarines and transports now do so.

    Returns
    -------
    list of tuple
        The zone, and the ids of the units there: all of the power's.
    """
    zones = dict.fromkeys(
        u.place for u in (*field.ships, *field.aircraft) if isinstance(u.place, str)
    )
    is_sea = field.system.graph.is_sea
    return [(z, present(field, z)) for z in zones if is_sea[z] and engaged(field, z)]
