"""Transports: going aboard, going ashore, announcing an amphibious assault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from a4a.core.english import count_of, either_of, possessive, the
from a4a.core.names import one
from a4a.core.position import WAR
from a4a.core.units import Unit
from a4a.rules.areas.movement import land
from a4a.rules.areas.movement.field import ASSAULT, OFFLOAD, REST, Field
from a4a.rules.areas.movement.purpose import could_assault, garrisoned, is_led, room, targets
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.areas.politics.separations import separated


def check_load(
    field: Field, units: Sequence[Unit], path: tuple[str, ...], aboard: int | None
) -> Refusal | None:
    """Return why land units may not go aboard a transport, or None if they may.

    Parameters
    ----------
    field
        Where and when.
    units
        Land units in the territory.
    path
        The territory and the sea zone.
    aboard
        The transport.
    """
    territory, zone = path[0], path[-1]
    if len(path) > 2:
        return Refusal("transport.march", "land units do not march before they go aboard")
    if zone not in field.system.graph.coast[territory]:
        return Refusal("move.adjacent", f"{the(territory)} has no coast on {zone}")
    if zone in field.ground.barred:
        return land.barred(field, zone)
    transport, refusal = _transport(field, zone, aboard)
    if transport is None:
        return refusal
    aaa = field.system.able("noncombat move only")
    if field.combat and any(u.type in aaa for u in units):
        return Refusal("aaa.aboard", "AAA goes aboard in the Noncombat Move phase only")
    refusal = (
        land.ready(field, units) or _taken_aboard(field, units, transport)
        or may_handle(field, transport, zone)
    )  # fmt: skip
    if refusal is not None:
        return refusal
    load = sum(field.system.types[u.type].transport_cost for u in units)
    if load > room(field, transport):
        return Refusal(
            "transport.capacity",
            f"the {transport.type} has no room for all of them",
            _fits(field, transport),
        )
    if field.combat:
        return _for_assault(field, units, transport, zone)
    return None


def _taken_aboard(field: Field, units: Sequence[Unit], ship: Unit) -> Refusal | None:
    """Return why units are not carried by a ship, or not in combat moves, room aside."""
    for unit in units:
        if not field.ground.takes(ship, unit.type):
            entry = field.ground.express(ship)
            assert entry is not None
            return Refusal(
                entry.rule, f"no {unit.type} goes aboard {one(ship.type)}", either_of(entry.units)
            )
        ban = field.ground.carriage.banned.get(unit.type)
        if field.combat and ban is not None:
            return Refusal(ban.rule, f"no ship carries the {unit.type} in combat moves")
    return None


def _transport(field: Field, zone: str, aboard: int | None) -> tuple[Unit | None, Refusal | None]:
    """The transport to go aboard, or why there is none."""
    ship = field.state.units.get(aboard) if aboard is not None else None
    if ship is None:
        there = any(field.ground.room_aboard(u) for u in field.state.at(zone))
        what = "no transport is named to go aboard" if there else f"no transport is in {the(zone)}"
        return None, Refusal("", what, lambda: _transports_in(field, zone))
    if not field.ground.room_aboard(ship):
        return None, Refusal("transport.capacity", f"no land unit goes aboard {one(ship.type)}")
    if ship.place != zone:
        what = f"that transport is not in {zone}"
        return None, Refusal("", what, lambda: _transports_in(field, zone))
    if ship.owner not in field.ground.comrades_in(zone):
        rule = "peace.aboard" if not field.ground.at_war_in(zone) else "peace.ships"
        if ship.owner in field.ground.strangers or ship.owner in field.ground.enemies:
            rule = "partner.sharing"
        rule = separated(field.system, field.power, ship.owner, zone) or rule
        owner = field.system.called(ship.owner)
        return None, Refusal(rule, f"{field.who} does not share the transports of {owner}")
    return ship, None


def _transports_in(field: Field, zone: str) -> str:
    """Say which transports in a sea zone units can go aboard."""
    comrades = field.ground.comrades_in(zone)
    counts = Counter(
        u.owner
        for u in field.state.at(zone)
        if field.ground.room_aboard(u) and u.owner in comrades and room(field, u)
    )
    whose = (
        f"the transport of {field.system.called(owner)}"
        if number == 1
        else f"one of the {number} transports of {field.system.called(owner)}"
        for owner, number in counts.items()
    )
    return f"name {' or '.join(whose)} in {zone}" if counts else f"a transport must be in {zone}"


def _fits(field: Field, transport: Unit) -> str:
    """Say what a transport still has room for; "" if for nothing."""
    costs = {t.name: t.transport_cost for t in field.system.types.values() if t.transport_cost}
    least, most, free = min(costs.values()), max(costs.values()), room(field, transport)
    if len(set(costs.values())) > 2:
        return f"units of {count_of(free, 'capacity point')} together" if free else ""
    small = " or ".join(name for name, cost in costs.items() if cost == least)
    if free >= most + least:
        return f"one land unit and one {small}"
    if free >= most:
        return "one land unit"
    return f"one {small}" if free >= least else ""


def may_handle(field: Field, transport: Unit, zone: str) -> Refusal | None:
    """Return why a transport may not load in a sea zone, or None if it may."""
    if field.state.memory(transport.id).task == OFFLOAD:
        return Refusal("transport.bridge", "the transport has offloaded, or is about to")
    if not field.combat and at_rest(field, transport):
        return Refusal(
            "noncombat.transport", "the transport loaded, moved or fought earlier in this turn"
        )
    if field.hostile(zone) and not _just_turned_hostile(field, transport, zone):
        rule = (
            "hostile.start.loading"
            if not field.state.memory(transport.id).moved
            else "transport.hostile"
        )
        return Refusal(rule, f"{zone} is hostile: nothing is loaded there")
    return None


def at_rest(field: Field, transport: Unit) -> bool:
    """Whether a transport has done all it may do in this turn."""
    memory = field.state.memory(transport.id)
    return memory.task == REST or bool(memory.battles)


def _just_turned_hostile(field: Field, transport: Unit, zone: str) -> bool:
    """Whether a transport starts in a zone that a declaration of war made hostile."""
    start = field.state.turn_start
    if not field.combat or start is None or field.state.memory(transport.id).moved:
        return False
    enemies = field.ground.enemies
    warships = field.system.able("surface warship")
    return all(
        start.relation(field.power, u.owner) != WAR
        for u in start.at(zone)
        if u.owner in enemies and u.type in warships
    )


def _for_assault(field: Field, units: Sequence[Unit], transport: Unit, zone: str) -> Refusal | None:
    """Return why units going aboard in a combat move could not land in an assault."""
    if transport.owner != field.power:
        return Refusal(
            "transport.partner", "who goes aboard another power's transport lands on a later turn"
        )
    # The units in question can attack, or were refused; so only the way there counts.
    if not could_assault(field, transport, zone, field.left(transport), units):
        leaders = _leaders(field, transport)
        if leaders and could_assault(field, transport, zone, field.left(transport), leaders):
            return _unled(field, transport, "where they could land")
        return Refusal(
            "transport.assault",
            "loaded units must assault a hostile territory, and none is in reach",
        )
    return None


def _leaders(field: Field, transport: Unit) -> tuple[Unit, ...]:
    """A unit to lead a landing of a ship's troops, if any must; it need not be on the board."""
    lead = field.ground.carriage.led.get(transport.type)
    if lead is None:
        return ()
    return (Unit(0, lead.units[0], field.power, transport.id),)


def _unled(field: Field, transport: Unit, where: str) -> Refusal:
    lead = field.ground.carriage.led[transport.type]
    who = " or ".join(lead.units)
    why = f"enemy units stand {where}, and no {who} is aboard the {transport.type}"
    return Refusal(lead.rule, why, first=f"take {who} aboard first")


def as_they_board(field: Field, units: Sequence[Unit], ship: Unit) -> list[Unit]:
    """Return units in the order that fills a ship best: who leads a landing, then the largest."""
    lead = field.ground.carriage.led.get(ship.type)
    leaders = lead.units if lead is not None else ()
    first = [u for u in units if u.type in leaders][:1]
    types = field.system.types
    return first + sorted(
        (u for u in units if u not in first),
        key=lambda u: (-types[u.type].transport_cost, u.type in leaders),
    )


def check_offload(
    field: Field, units: Sequence[Unit], path: tuple[str, ...], aboard: int | None
) -> Refusal | None:
    """Return why cargo may not go ashore, or may not announce an assault; None if it may.

    Parameters
    ----------
    field
        Where and when.
    units
        Land units aboard transports in the sea zone.
    path
        The sea zone and the territory.
    aboard
        None; a ship named here is refused.
    """
    zone, territory = path[0], path[-1]
    if field.system.graph.is_sea[territory]:
        return Refusal("transport.transfer", "cargo does not go from one transport to another")
    if aboard is not None:
        why = "what goes ashore does not go aboard a transport as well"
        return Refusal("transport.transfer", why, "the move without a ship to go aboard")
    if len(path) > 2:
        return Refusal("transport.march", "land units do not march after they have gone ashore")
    if territory not in field.system.graph.coast[zone]:
        return Refusal("move.adjacent", f"{the(territory)} has no coast on {zone}")
    for unit in units:
        ship = field.state.units.get(unit.place) if isinstance(unit.place, int) else None
        if ship is None:
            return Refusal("", f"the {unit.type} is not aboard a transport in {zone}")
        refusal = _may_land(field, unit, ship, zone, territory)
        if refusal is not None:
            return refusal
    if field.combat:
        return _may_assault(field, units, zone, territory)
    if field.hostile(zone):
        return Refusal("transport.hostile", f"{zone} is hostile: nothing is offloaded there")
    if field.ground.stance(territory) == "hostile":
        return Refusal(
            "transport.unload", f"{the(territory)} is hostile: it is entered in an assault only"
        )
    return land.end(field, territory, units)


def _may_land(field: Field, unit: Unit, ship: Unit, zone: str, territory: str) -> Refusal | None:
    memory = field.state.memory(unit.id)
    orders = field.state.memory(ship.id)
    if orders.task == OFFLOAD and orders.target != territory:
        return Refusal(
            "transport.territory", f"the transport offloads in {the(str(orders.target))}"
        )
    if ship.owner != field.power:
        owner = possessive(field.system.called(ship.owner))
        if memory.loaded:
            return Refusal(
                "transport.partner", f"the {unit.type} went aboard {owner} transport in this turn"
            )
        if not field.combat and orders.task == REST:
            return Refusal(
                "noncombat.transport", f"{owner} transport offloaded earlier in this turn"
            )
        return None
    if not field.combat and at_rest(field, ship):
        rule = "transport.retreat" if orders.battles else "noncombat.transport"
        return Refusal(rule, "the transport loaded, moved or fought earlier in this turn")
    return None


def _may_assault(field: Field, units: Sequence[Unit], zone: str, territory: str) -> Refusal | None:
    """Return why cargo may not announce an assault on a territory, or None if it may."""
    if not field.ground.at_war:
        return Refusal("turn.war", f"{field.who} is at war with nobody")
    refusal = land.end(field, territory, units)
    if refusal is not None:
        return refusal
    if territory not in targets(field, zone):
        if field.ground.taken(territory):
            return Refusal("combat.destination", f"{the(territory)} has been taken")
        why = f"{zone} is hostile, and nothing attacks there"
        return Refusal("assault.cleared", why, first=f"attack {zone} first")
    for unit in units:
        if not field.system.types[unit.type].attack:
            return Refusal("aaa.attack", f"the {unit.type} never attacks")
        if field.state.memory(unit.id).task == ASSAULT:
            return Refusal(
                "assault.announced", f"the assault on {the(territory)} has been announced"
            )
        ban = field.ground.carriage.banned.get(unit.type)
        if ban is not None:
            return Refusal(ban.rule, f"no ship lands the {unit.type} in combat moves")
    ships = dict.fromkeys(u.place for u in units if isinstance(u.place, int))
    for ship in map(field.state.unit, ships):
        if not is_led(field, ship) and garrisoned(field, territory):
            return _unled(field, ship, f"in {the(territory)}")
    return unescorted(field, zone)


def unescorted(field: Field, zone: str) -> Refusal | None:
    """Return why enemy submarines keep an assault from being launched in a sea zone."""
    if field.hostile(zone) or not field.has_enemy(zone, "submerge"):
        return None
    warships = field.system.able("surface warship") | field.system.able("warship")
    for unit in field.state.at(zone):
        if unit.owner == field.power and (
            unit.type in warships or field.state.memory(unit.id).task == "engage"
        ):
            return None
    return Refusal(
        "transport.escort",
        f"enemy submarines in {zone} stop an assault while no warship of {field.who} is there",
        first=f"bring a warship to {zone} first",
    )
