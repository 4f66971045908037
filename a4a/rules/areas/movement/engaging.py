"""Attacking enemy submarines and transports in a sea zone, or ignoring them."""

from __future__ import annotations

from typing import Literal

from a4a.core import events as ev
from a4a.core.english import places_of, the
from a4a.core.errors import RuleViolation
from a4a.rules.areas.bases.carriers import is_carrier
from a4a.rules.areas.movement.field import ENGAGE, SUPPORT, Field
from a4a.rules.areas.movement.landing import needs_decks, prove
from a4a.rules.areas.movement.purpose import assaulted_from, comes_to_attack, escapes
from a4a.rules.areas.movement.refusal import Refusal, refuse
from a4a.rules.areas.orders import Engage
from a4a.rules.run import Run


def check_engage(field: Field, order: Engage) -> Refusal | None:
    """Return why units may not attack or ignore what is in a sea zone, or None if they may."""
    zone = order.space
    if not field.system.graph.is_sea.get(zone, False):
        return Refusal("", f"there is no sea zone {zone!r}")
    if field.hostile(zone):
        why = f"{zone} is hostile: whoever is there fights, or leaves"
        return Refusal("hostile.start", why, "no such order: who stays there fights")
    if not field.has_prey(zone):
        return Refusal("ignored.attack", f"no enemy submarine or transport is in {zone}")
    if not field.attackers(zone):
        return Refusal("ignored.attack", f"no unit of {field.who} that can attack is in {zone}")
    if order.choice == "ignore":
        return may_ignore(field, zone)
    if any(field.state.memory(i).task == ENGAGE for i in present(field, zone)):
        return Refusal("ignored.together", f"what is in {zone} is attacked already")
    return _keeps_carriers(field, zone)


def refused_engagement(field: Field, order: Engage, refusal: Refusal) -> RuleViolation:
    """Make the error of a refused attack; it says where there may be one."""

    def instead() -> str:
        other: Literal["attack", "ignore"] = "ignore" if order.choice == "attack" else "attack"
        zones = dict.fromkeys(
            u.place for u in (*field.ships, *field.aircraft) if isinstance(u.place, str)
        )
        may = [z for z in zones if check_engage(field, Engage(z, order.choice)) is None]
        if may:
            return f"{order.choice} what is in {places_of(may)}"
        if check_engage(field, Engage(order.space, other)) is None:
            return f"{other} what is in {the(order.space)}"
        return f"nothing to {order.choice} as things stand"

    tried = f"{order.choice} in {the(order.space)}"
    refusal = refusal._replace(allowed=refusal.allowed or instead)
    return refuse(field.system.book, refusal, tried=tried)


def _keeps_carriers(field: Field, zone: str) -> Refusal | None:
    """Return which aircraft the carriers in a zone could no longer take if they attacked."""
    if not needs_decks(field) or not any(is_carrier(field.system, u) for u in field.state.at(zone)):
        return None
    after = field.state.apply(ev.UnitsTasked(present(field, zone), ENGAGE, zone))
    before, then = prove(field).stranded, prove(field.after(after)).stranded
    if len(then) <= len(before):
        return None
    lost = field.state.unit(next(i for i in then if i not in before))
    return Refusal("air.landing", f"the {lost.type} in {field.place(lost)} could land nowhere then")


def may_ignore(field: Field, zone: str) -> Refusal | None:
    """Return why units may not ignore what is in a sea zone: some came to attack (R-108)."""
    if assaulted_from(field, zone):
        return None
    came = [
        unit
        for unit in map(field.state.unit, present(field, zone))
        if field.state.memory(unit.id).moved and comes_to_attack(field, unit, zone)
    ]
    if not came:
        return None
    if all(escapes(field, [unit], zone) for unit in came):
        return Refusal(
            "ignored.transport",
            f"units that can attack came to {zone}, where transports have nobody to protect them",
            f"attack what is in {zone}",
        )
    return Refusal(
        "ignored.destination",
        f"units came to {zone} to attack, and no assault is launched there",
        f"attack what is in {zone}",
    )


def engage(field: Field, run: Run, order: Engage) -> None:
    """Attack everything in a sea zone, or ignore all of it."""
    zone = order.space
    run.emit(ev.Decided((field.power,), "engage", order.choice, spaces=(zone,)))
    if order.choice == "attack":
        run.emit(ev.UnitsTasked(present(field, zone), ENGAGE, zone))
        return
    tasked = tuple(i for i in present(field, zone) if field.state.memory(i).task == ENGAGE)
    if tasked:
        run.emit(ev.UnitsTasked(tasked, SUPPORT, zone))


def present(field: Field, zone: str) -> tuple[int, ...]:
    """Ids of the power's units in a sea zone that attack with the others, transports left out.

    A transport whose cargo lands keeps that task; it is in the battle all the same.
    """
    types = field.system.types
    return tuple(
        u.id
        for u in field.state.at(zone)
        if u.owner == field.power and not types[u.type].transport_capacity
    )
