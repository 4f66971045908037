"""What combat moves at sea are for: to fight, to land troops, to support that, or to get away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from a4a.core.units import Unit
from a4a.rules.areas.bases.inbound import inbound, is_sent
from a4a.rules.areas.movement.field import ASSAULT, ENGAGE, RAID, SUPPORT, Field
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.areas.movement.seaways import reach
from a4a.rules.areas.politics.limits import may_enter


def comes_for(
    field: Field, units: Sequence[Unit], path: tuple[str, ...], *, task: str
) -> Refusal | None:
    """Return why ships may not end a combat move in a sea zone, or None if they may.

    A transport may stop wherever it can still go on to land troops from; whether it did is seen
    when the phase ends.
    """
    zone = path[-1]
    types = field.system.types

    def fights() -> bool:
        return any(types[u.type].attack for u in units) or bool(field.attackers(zone))

    if field.hostile(zone):
        return None if fights() else unarmed(field, zone, units[0])
    if task == SUPPORT:
        return supports(field, units, zone)
    if field.has_prey(zone) and fights():
        return None
    if escapes(field, units, path[0]):
        return None
    left = len(path) - 1
    if all(map(field.ground.room_aboard, units)):
        if all(could_assault(field, u, zone, field.left(u) - left) for u in units):
            return None
        return Refusal(
            "transport.destination",
            f"the {units[0].type} can land no troops in a hostile territory from {zone}",
        )
    return Refusal("combat.destination", f"{zone} is friendly")


def unarmed(field: Field, zone: str, unit: Unit) -> Refusal:
    """Return the refusal of an attack without a unit that has an attack value."""
    rule = (
        "transport.attack" if field.system.types[unit.type].transport_capacity else "carrier.attack"
    )
    why = f"the {unit.type} does not attack in {zone} alone"
    return Refusal(rule, why, first="send a unit with an attack value first")


def supports(field: Field, units: Sequence[Unit], zone: str) -> Refusal | None:
    """Return why units may not come to a sea zone to support an assault, or None if they may.

    Transports, ships that bombard, and warships where enemy submarines are ignored have a part in
    it. Others may be needed only if enemy aircraft can scramble there (R-156).
    """
    if not may_support(field, zone):
        return Refusal("assault.support", f"no amphibious assault is launched from {zone}")
    if field.hostile(zone) or scramble_threatens(field, zone):
        return None
    types, system = field.system.types, field.system
    escorts: frozenset[str] = frozenset()
    if field.has_enemy(zone, "submerge"):
        escorts = system.able("surface warship") | system.able("warship")
    for unit in units:
        kind = types[unit.type]
        if not (kind.transport_capacity or kind.bombard or unit.type in escorts):
            return Refusal(
                "combat.destination.scramble",
                f"no enemy aircraft can scramble to {zone}, so that the {unit.type} has no part "
                "in an assault from there",
            )
    return None


def must_leave(field: Field, ship: Unit) -> bool:
    """Whether a ship that is still beside enemy warships has to go, as nothing there can attack.

    It may stay only to fight, which transports and carriers do not do without a unit that
    has an attack value. One that has nowhere to go stays all the same (R-122).
    """
    zone = str(ship.place)
    if field.state.memory(ship.id).moved or not field.hostile(zone) or field.attackers(zone):
        return False
    left, types = field.left(ship), (ship.type,)
    return any(
        there != zone and field.cleared(there) and field.ground.may_end(there, ship.type)
        for there in reach(field, types, zone, left, submarines=False, sure=False)
    )


def escapes(field: Field, units: Sequence[Unit], here: str) -> bool:
    """Whether ships get away from a hostile sea zone, or from one where fighters may scramble."""
    return all(
        field.hostile(origin)
        or (assaulted_from(field, origin) and scramble_threatens(field, origin))
        for origin in {field.state.memory(u.id).origin or here for u in units}
    )


def scramble_threatens(field: Field, zone: str) -> bool:
    """Whether an enemy could send aircraft up to defend a sea zone."""
    system, enemies = field.system, field.ground.enemies
    for territory in system.graph.coast[zone]:
        units = field.state.at(territory)
        for way in inbound(system):
            bases = system.able(way.base) if way.base else None
            based = bases is None or any(
                u.type in bases and field.ground.operative(u) for u in units
            )
            if (
                "sea" in way.to
                and based
                and any(
                    u.owner in enemies
                    and is_sent(system, way, u)
                    and may_enter(system, field.state, u.owner, zone)
                    for u in units
                )
            ):
                return True
    return False


# --- enemy submarines and transports ------------------------------------------------------------


def engaged(field: Field, zone: str) -> bool:
    """Whether the power's units in a sea zone will attack the submarines and transports there.

    They do as the phase ends if some came to attack (R-108).
    """
    if field.hostile(zone) or not field.has_prey(zone) or assaulted_from(field, zone):
        return False
    return bool(field.attackers(zone)) and any(
        u.owner == field.power
        and (memory := field.state.memory(u.id)).moved
        and memory.task not in (SUPPORT, ENGAGE, RAID)
        and comes_to_attack(field, u, zone)
        for u in field.state.at(zone)
    )


def comes_to_attack(field: Field, unit: Unit, zone: str) -> bool:
    """Whether a unit ending its combat move in a sea zone attacks submarines and transports there.

    A unit that came for nothing else does. One that got away from warships may choose to
    attack submarines; any unit with an attack value sinks lone transports.
    """
    types = field.system.types
    if types[unit.type].transport_capacity:
        return False
    if not escapes(field, [unit], str(field.place(unit))):
        return True
    prey = (u for u in field.state.at(zone) if u.owner in field.ground.enemies)
    return types[unit.type].attack > 0 and all(types[u.type].transport_capacity for u in prey)


# --- amphibious assaults ------------------------------------------------------------------------


def targets(field: Field, zone: str, *, led: bool = True) -> list[str]:
    """Territories that may be assaulted from a sea zone, once it is cleared if need be.

    Troops that are not led by those who have to be aboard land only where no enemy stands.
    """
    known: dict[tuple[str, bool], list[str]] = field.memo.setdefault("assault targets", {})
    found = known.get((zone, led))
    if found is None:
        coast = field.system.graph.coast[zone] if field.cleared(zone) else ()
        found = known[zone, led] = [
            t for t in coast if field.attackable(t) and (led or not garrisoned(field, t))
        ]
    return found


def garrisoned(field: Field, territory: str) -> bool:
    """Whether units not of the power's own side stand in a territory, facilities aside (R-460)."""
    comrades, types = field.ground.comrades_in(territory), field.system.types
    return any(
        u.owner not in comrades and types[u.type].category != "facility"
        for u in field.state.at(territory)
    )


def is_led(field: Field, transport: Unit, joining: Iterable[Unit] = ()) -> bool:
    """Whether troops of a transport may land among enemies: those who must be aboard are."""
    lead = field.ground.carriage.led.get(transport.type)
    return lead is None or any(
        u.type in lead.units and u.owner == field.power
        for u in (*field.state.at(transport.id), *joining)
    )


def lands_in_battle(field: Field, unit: Unit) -> bool:
    """Whether a land unit may be carried by sea in combat moves, and can attack."""
    return (
        unit.owner == field.power
        and field.system.types[unit.type].attack > 0
        and unit.type not in field.ground.carriage.banned
    )


def assault_cargo(field: Field, transport: Unit) -> list[Unit]:
    """The power's land units aboard a transport that can attack."""
    return [u for u in field.state.at(transport.id) if lands_in_battle(field, u)]


def assaulted_from(field: Field, zone: str) -> bool:
    """Whether an amphibious assault from a sea zone has been announced."""
    state = field.state
    known: dict[str, bool] = field.memo.setdefault("assaulted from", {})
    found = known.get(zone)
    if found is None:
        found = known[zone] = any(
            state.memory(cargo.id).task == ASSAULT
            for ship in state.at(zone)
            for cargo in state.at(ship.id)
        )
    return found


def may_support(field: Field, zone: str) -> bool:
    """Whether an assault from a sea zone has been announced, or still can be."""
    zones: frozenset[str] | None = field.memo.get("supportable")
    if zones is None:
        zones = field.memo["supportable"] = frozenset(_supportable(field))
    return zone in zones


def _supportable(field: Field) -> Iterator[str]:
    """Sea zones from which an assault has been announced, or can be by loaded transports."""
    state = field.state
    for zone in dict.fromkeys(
        z for u in field.troops if isinstance(u.place, int) and (z := field.place(u))
    ):
        if assaulted_from(field, zone):
            yield zone
        for ship in state.at(zone):
            if not field.ground.room_aboard(ship) or not assault_cargo(field, ship):
                continue
            led = is_led(field, ship)
            ways: Iterable[str] = (zone,)
            if ship.owner == field.power:
                left = field.left(ship)
                ways = reach(field, (ship.type,), zone, left, submarines=False, sure=True)
            for there in ways:
                if any(
                    field.attackable(t) and (led or not garrisoned(field, t))
                    for t in field.system.graph.coast[there]
                ):
                    yield there


def could_assault(
    field: Field, transport: Unit, zone: str, left: int, joining: Sequence[Unit] = ()
) -> bool:
    """Whether a transport in a sea zone can still land troops in a hostile territory.

    Parameters
    ----------
    field
        Where and when.
    transport
        The power's transport.
    zone
        Where it is, or would be.
    left
        How many sea zones it could still move from there.
    joining
        Who would be aboard besides those who are.
    """
    types = (transport.type,)
    ways = reach(field, types, zone, left, submarines=False, sure=True)
    led = is_led(field, transport, joining)
    if joining or assault_cargo(field, transport):
        if any(targets(field, z, led=led) for z in ways):
            return True
        if led:
            return False  # who comes aboard besides opens no other territory
    free = room(field, transport) - _load(field, joining)
    return any(
        not field.hostile(z)
        and any(
            targets(field, end, led=leads)
            for leads in _boarding(field, transport, z, free, (*joining,))
            for end in reach(field, types, z, left - len(way) + 1, submarines=False, sure=True)
        )
        for z, way in ways.items()
    )


def _boarding(
    field: Field, transport: Unit, zone: str, free: int, joining: tuple[Unit, ...]
) -> set[bool]:
    """Whether units that could come aboard in a zone would lead a landing; empty if none could."""
    could = (
        u
        for t in field.system.graph.coast[zone]
        for u in field.state.at(t)
        if u not in joining and could_load(field, u, transport, free)
    )
    if transport.type not in field.ground.carriage.led:
        return {True} if any(True for _ in could) else set()
    return {is_led(field, transport, (*joining, u)) for u in could}


def could_load(field: Field, unit: Unit, transport: Unit, free: int) -> bool:
    """Whether a land unit on a coast could go aboard a transport with so much room to attack."""
    cost = field.system.types[unit.type].transport_cost
    if not cost or not lands_in_battle(field, unit) or not field.ground.takes(transport, unit.type):
        return False
    memory = field.state.memory(unit.id)
    return not (memory.moved or memory.loaded or memory.unloaded) and cost <= free


def room(field: Field, transport: Unit) -> int:
    """Room left on a transport (R-011)."""
    return field.ground.room_aboard(transport) - _load(field, field.state.at(transport.id))


def _load(field: Field, units: Iterable[Unit]) -> int:
    types = field.system.types
    return sum(types[u.type].transport_cost for u in units)
