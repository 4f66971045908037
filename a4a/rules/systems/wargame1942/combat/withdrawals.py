"""Who may retreat where, now: pure functions of the state.

Sources: The War Game, "Retreat", "Land Retreat Example", "Sea Retreat Example", "F.E.R. -
Retreating Behind", "Retreating Twice", "Submerging Subs".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.politics.separations import separated
from a4a.rules.areas.system import System
from a4a.rules.remembered import remembered
from a4a.rules.systems.wargame1942.combat import landings, opening, sides
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.combat.firing import generals_in


def attackers(system: System, state: State, battle: OpenBattle) -> dict[int, tuple[str, ...]]:
    """Return where each attacker of a battle may retreat, those left out that may not.

    Aircraft break off: they leave the battle, and land in noncombat movement (R-526). What is
    aboard and was to land may stay there, which calls its landing off (WG-RET-034).
    """
    if battle.round < 2:
        return {}
    air = system.of_category("air")
    found: dict[int, tuple[str, ...]] = {}
    for unit in sides.engaged(state, battle, "attacker"):
        if sides.is_ashore(battle, unit.id) or has_retreated(state, unit):
            continue
        via = state.memory(unit.id).via
        if unit.type in air:
            found[unit.id] = (battle.space,)
        elif via is not None and can_return(system, battle, via):
            found[unit.id] = (via,)
    if b.is_sea(system, battle):
        found |= {unit.id: (battle.space,) for unit in landings.cargo(state, battle.space)}
    for leader in leaders(system, state, battle):
        if leader.owner in state.active:
            found[leader.id] = (battle.space,)
    return found


def leaders(system: System, state: State, battle: OpenBattle) -> list[Unit]:
    """Return the Generals in a battle that have not declared a retreat."""
    done = (w.WITHDRAW, w.RETREATED)
    return [
        u
        for u in generals_in(system, state, battle.space)
        if state.memory(u.id).task not in done
    ]  # fmt: skip


def can_return(system: System, battle: OpenBattle, via: str) -> bool:
    """Whether a unit can go back to the space from which it entered a battle."""
    if b.is_sea(system, battle):
        return via in system.graph.sea[battle.space]
    return via in system.graph.land[battle.space] and not sides.is_harsh(system, battle.space, via)


def has_retreated(state: State, unit: Unit) -> bool:
    """Whether a unit has retreated in this turn: it may not do so again (WG-RET-038)."""
    return state.memory(unit.id).task == w.RETREATED


def defenders(system: System, state: State, battle: OpenBattle) -> dict[int, tuple[str, ...]]:
    """Return where each defender of a battle may retreat, those left out that may not."""
    places = {"land": on_land, "sea": at_sea, "air": _in_the_air}
    found: dict[int, tuple[str, ...]] = {}
    alike: dict[tuple[str, str], tuple[str, ...]] = {}  # by owner and type
    for unit in sides.engaged(state, battle, "defender"):
        if has_retreated(state, unit):
            continue
        look = unit.owner, unit.type
        if look not in alike:
            where = places[system.types[unit.type].category]
            alike[look] = tuple(where(system, state, battle, unit))
        if alike[look]:
            found[unit.id] = alike[look]
    for leader in leaders(system, state, battle):
        if leader.owner not in state.active:
            places_of = (x.name for x in system.board.spaces if not system.graph.is_sea[x.name])
            found[leader.id] = tuple(
                x
                for x in places_of
                if is_friendly(system, state, leader, x) and not is_attacked(system, state, x)
            )
    return found


def on_land(system: System, state: State, battle: OpenBattle, unit: Unit) -> Iterator[str]:
    """Yield where a defending land unit may retreat: friendly land beside it, not attacked."""
    attacked = _battlefields(system, state)
    for space in system.graph.land[battle.space]:
        if space in attacked or sides.is_harsh(system, battle.space, space):
            continue
        if is_friendly(system, state, unit, space):
            yield space


def is_attacked(system: System, state: State, space: str) -> bool:
    """Whether attackers are, or are still to come, in a battle for a space (WG-RET-016)."""
    return space in _battlefields(system, state)


def _fields(system: System, state: State) -> frozenset[str]:
    return frozenset(x.space for x in state.battles.values())


_battlefields = remembered(_fields)
"""Where battles are open in a state."""


def is_friendly(system: System, state: State, unit: Unit, territory: str) -> bool:
    """Whether a unit may stand in a territory as in its own: its side's, and not kept apart.

    Allies may stand in land of those with whom they share none, once they have freed it.
    """
    owner = state.control.get(territory)
    if owner is None or system.catalog.side_of(owner) != system.catalog.side_of(unit.owner):
        return False
    fighters = sides.fighters(system)
    there = {owner, *(u.owner for u in state.at(territory) if u.type in fighters)} - {unit.owner}
    return not any(separated(system, power, unit.owner, territory) for power in there)


def at_sea(system: System, state: State, battle: OpenBattle, unit: Unit) -> Iterator[str]:
    """Yield where a defending ship may retreat: zones beside its own; a submarine also dives."""
    if unit.type in system.able("submerge") and may_submerge(system, state, battle):
        yield battle.space
    barred = entered_from(system, state, battle) | _awaiting(state)
    for zone in system.graph.sea[battle.space]:
        if zone in barred or opening.was_fought_over(state, zone):
            continue
        if not _holds(system, state, zone):
            yield zone


def may_submerge(system: System, state: State, battle: OpenBattle) -> bool:
    """Whether a submarine may dive where it is: only aircraft attack it (WG-FER-014)."""
    air = system.of_category("air")
    there = [u for u in state.at(battle.space) if u.owner in state.active]
    return all(u.type in air for u in (*there, *sides.units(state, battle, "attacker")))


def entered_from(system: System, state: State, battle: OpenBattle) -> set[str]:
    """Return the zones from which combat ships entered a battle that are still in it."""
    ships = sides.combat_ships(system)
    here = [*sides.units(state, battle, "attacker"), *sides.waiting(system, state, battle)]
    return {str(state.memory(u.id).via) for u in here if u.type in ships}


def holds_enemies(system: System, state: State, zone: str) -> bool:
    """Whether units of the attackers' side are in a zone, or have declared to retreat to it."""
    return zone in _awaiting(state) or _holds(system, state, zone)


def _holds(system: System, state: State, zone: str) -> bool:
    """Whether units of the attackers' side are in a zone."""
    return any(not opening.is_enemy(system, state, u.owner) for u in state.at(zone))


def _awaiting(state: State) -> set[str]:
    """The spaces to which attackers have declared to retreat."""
    return {
        str(memory.target)
        for i, memory in state.memories.items()
        if memory.task == w.WITHDRAW and state.units[i].owner in state.active
    }


def _in_the_air(system: System, state: State, battle: OpenBattle, unit: Unit) -> Iterator[str]:
    """Yield where a defending aircraft may retreat, also with a carrier to where that may go."""
    found = dict.fromkeys(by_air(system, state, battle.space, unit))
    cost = system.types[unit.type].carrier_cost
    for ship in sides.engaged(state, battle, "defender") if cost else ():
        room = system.types[ship.type].carrier_capacity
        if room >= cost and ship.owner == unit.owner and not has_retreated(state, ship):
            found |= dict.fromkeys(at_sea(system, state, battle, ship))
    yield from found


def by_air(system: System, state: State, start: str, unit: Unit) -> Iterator[str]:
    """Yield where a defending aircraft may retreat: quiet friendly places in half its range."""
    attacked = _battlefields(system, state)
    for space in within(system, start, system.types[unit.type].move // 2):
        if space == start or space in attacked:
            continue
        if system.graph.is_sea[space]:
            if deck_free(system, state, unit, space):
                yield space
        elif is_friendly(system, state, unit, space):
            yield space


@lru_cache(maxsize=1024)
def within(system: System, start: str, spaces: int) -> tuple[str, ...]:
    """Return the spaces that aircraft reach with so many moves, the nearest first."""
    found = {start: 0}
    for space in (queue := [start]):
        if found[space] < spaces:
            for near in system.graph.air[space]:
                if near not in found:
                    found[near] = found[space] + 1
                    queue.append(near)
    return tuple(queue)


def deck_free(system: System, state: State, unit: Unit, zone: str) -> bool:
    """Whether an aircraft finds room on a carrier of its own nation in a zone."""
    cost = system.types[unit.type].carrier_cost
    return bool(cost) and room_on_deck(system, state, unit.owner, zone) >= cost


def room_on_deck(system: System, state: State, power: str, zone: str) -> int:
    """Return how much room is left on the carriers of a nation in a zone."""
    room = sum(system.types[u.type].carrier_capacity for u in state.at(zone) if u.owner == power)
    taken = sum(
        system.types[u.type].carrier_cost
        for u in state.at(zone)
        if u.owner == power and u.type in system.of_category("air")
    )
    taken += sum(system.types[u.type].carrier_cost for u in coming(state, zone, power))
    return room - taken


def coming(state: State, zone: str, owner: str) -> list[Unit]:
    """Return the units of a nation that have declared their retreat to a zone from elsewhere."""
    return [
        u
        for i, memory in state.memories.items()
        if memory.task == w.WITHDRAW
        and memory.target == zone
        and (u := state.units[i]).owner == owner
        and state.space_of(i) != zone
    ]
