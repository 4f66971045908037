"""Who could fight for a space: its defenders, and all units that can reach it in a combat move.

Overland units, ships and aircraft reach it as `Reach.reachers` says, each alone; unarmed ships
other than transports come with those that fight. Seaborne units come on their power's transports,
with as much aboard as there is room for, from coasts that no enemy warship bars (a sea battle would
come first there). Ships bombard where units land.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from a4a.core.english import the
from a4a.core.errors import BattleError
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat.assaults import can_bombard
from a4a.rules.areas.combat.marks import marks_of
from a4a.rules.areas.combat.opening import defenders, defenders_at_sea
from a4a.rules.areas.combat.works import points_of, standing
from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.fields import fields_of
from a4a.rules.areas.movement.purpose import assault_cargo, could_load, garrisoned, is_led, room
from a4a.rules.areas.movement.reach import Reach
from a4a.rules.areas.movement.seaways import only_submarines, reach
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.fight import Army, Band, Duty, Engagement, Fight, FightKind, Reacher

_MOST_ABOARD = 6
"""The most units that are tried aboard a transport."""


class _Fighter(NamedTuple):
    """A unit that can come, and what for."""

    unit: Unit
    duty: Duty = ""


def engagement(system: System, state: State, space: str, attacker: str) -> Engagement:
    """Return who could fight for a space if a power attacked it.

    Parameters
    ----------
    system, state
        How the board stands.
    space
        What is attacked.
    attacker
        The power that attacks.

    Raises
    ------
    BattleError
        If the power may not attack it, or none of its units can reach it. A territory that nobody
        defends has an engagement without defenders.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("global1940")
    >>> found = engagement(game.ruleset.game, game.state, "France", "Germany")
    >>> sum(band.count for band in found.fight.attacker.bands if band.unit == "tank")
    6
    """
    field = fields_of(system).of(state, combat=True, power=attacker)
    here = Situation(system, state, attacker)
    who = system.called(attacker)
    kind: FightKind = "sea"
    if system.graph.is_sea[space]:
        against = list(defenders_at_sea(here, space))
        if not against:
            raise BattleError(f"{who} has no enemies in {the(space)}")
        coming = list(_at_sea(field, space))
    else:
        if not field.attackable(space):
            stance = here.stance(space)
            why = {"own": "it is its own", "not at war": "they are not at war"}
            raise BattleError(
                f"{who} may not attack {the(space)}: {why.get(stance, f'it is {stance}')}"
            )
        against = list(defenders(here, space))
        against += standing(system, state, space) if against else ()
        coming = list(_on_land(field, space))
        kind = "amphibious" if any(f.duty == "landing" for f in coming) else "land"
    if not any(system.types[f.unit.type].attack and f.duty != "bombarding" for f in coming):
        raise BattleError(f"nothing of {who} can reach {the(space)} in a combat move")
    every = {unit.id for unit in against} | {f.unit.id for f in coming}
    fight = Fight(
        kind,
        _army(system, state, attacker, coming, every),
        tuple(
            _army(system, state, owner, [_Fighter(u) for u in against if u.owner == owner], every)
            for owner in dict.fromkeys(unit.owner for unit in against)
        ),
    )
    return Engagement(space, fight, tuple(_reachers(system, state, coming, every)))


# --- who can come -------------------------------------------------------------------------------


def _at_sea(field: Field, zone: str) -> Iterator[_Fighter]:
    """Yield the power's units that are in a sea zone or can come to fight there."""
    types = field.system.types
    able = _reaching(field, zone)
    for unit in (*field.ships, *field.aircraft):
        if (
            field.place(unit) == zone
            or unit.id in able
            or (
                types[unit.type].category == "sea"
                and not types[unit.type].attack
                and not types[unit.type].transport_capacity
                and _can_sail(field, unit, zone)
            )
        ):
            yield _Fighter(unit)


def _on_land(field: Field, territory: str) -> Iterator[_Fighter]:
    """Yield the power's units that can come to fight in a territory."""
    able = _reaching(field, territory)
    overland = [u for u in field.troops if u.id in able and isinstance(u.place, str)]
    yield from map(_Fighter, overland)
    yield from (_Fighter(u) for u in field.aircraft if u.id in able)
    landing = {u.id: field.place(u) for u in field.troops if u.id in able and u not in overland}
    taken = {u.id for u in overland} | set(landing)
    for ship in field.ships:
        if field.ground.room_aboard(ship):
            zone, load = _best_load(field, ship, territory, taken)
            landing |= dict.fromkeys((u.id for u in load), zone)
            taken |= {u.id for u in load}
    yield from (_Fighter(field.state.unit(i), "landing") for i in landing)
    zones = set(landing.values())
    guns = [
        ship
        for ship in field.ships
        if can_bombard(field.system, ship.type, ship.damage)
        and any(zone and _can_sail(field, ship, zone) for zone in zones)
    ]
    guns.sort(key=lambda ship: -field.system.types[ship.type].bombard)
    yield from (_Fighter(ship, "bombarding") for ship in guns[: len(landing)])


def _reaching(field: Field, space: str) -> frozenset[int]:
    """Units that can come to fight in a space by a move of their own."""
    ways = Reach(field.system).reachers(field.state, space, phase="combat", power=field.power)
    return frozenset(unit for unit, way in ways.items() if not way.task and way.aboard is None)


def _can_sail(field: Field, ship: Unit, zone: str) -> bool:
    """Whether a ship is in a sea zone or can get there."""
    start = field.place(ship)
    return start is not None and zone in reach(
        field, (ship.type,), start, field.left(ship),
        submarines=only_submarines(field, [ship]), sure=True,
    )  # fmt: skip


def _best_load(
    field: Field, ship: Unit, territory: str, taken: set[int]
) -> tuple[str | None, list[Unit]]:
    """Return the sea zone and load with which a transport lands the most worth in a territory."""
    best: tuple[str | None, list[Unit]] = (None, [])
    start, left, types = field.place(ship), field.left(ship), (ship.type,)
    if start is None:
        return best
    ways = reach(field, types, start, left, submarines=False, sure=True)
    leaders = _leaders(field, ship, territory)
    for zone in field.system.graph.coast[territory]:
        if zone not in ways or field.hostile(zone) or not _covered(field, zone):
            continue
        ashore = [u for u in assault_cargo(field, ship) if u.id not in taken]
        waiting = {
            unit.id: unit
            for stop, way in ways.items()
            if not field.hostile(stop)
            and zone in reach(
                field, types, stop, left - len(way) + 1, submarines=False, sure=True
            )
            for coast in field.system.graph.coast[stop]
            for unit in field.state.at(coast)
            if unit.id not in taken and could_load(field, unit, ship, room(field, ship))
        }  # fmt: skip
        load = ashore + _fill(field, ship, list(waiting.values()), leaders)
        if leaders and all(unit.type not in leaders for unit in load):
            continue
        if _worth(field, load) > _worth(field, best[1]):
            best = zone, load
    return best


def _covered(field: Field, zone: str) -> bool:
    """Whether transports can land troops: no enemy submarine is there, or a warship comes too."""
    if not field.has_enemy(zone, "submerge"):
        return True
    able = field.system.able("surface warship") | field.system.able("warship")
    return any(ship.type in able and _can_sail(field, ship, zone) for ship in field.ships)


def _leaders(field: Field, ship: Unit, territory: str) -> tuple[str, ...]:
    """Types of which one has yet to come aboard a ship so that its troops may land."""
    if is_led(field, ship) or not garrisoned(field, territory):
        return ()
    return field.ground.carriage.led[ship.type].units


def _fill(
    field: Field, ship: Unit, waiting: list[Unit], leaders: tuple[str, ...] = ()
) -> list[Unit]:
    """Return the most valuable units for which a transport has room, with a leader if need be."""
    types, space = field.system.types, room(field, ship)
    by_type: dict[str, list[Unit]] = {}
    for unit in waiting:
        by_type.setdefault(unit.type, []).append(unit)
    most = space // min((types[kind].transport_cost for kind in by_type), default=space + 1)
    best: list[Unit] = []
    for number in range(1, min(most, _MOST_ABOARD) + 1):
        for kinds in combinations_with_replacement(by_type, number):
            if sum(types[kind].transport_cost for kind in kinds) > space:
                continue
            if any(kinds.count(kind) > len(by_type[kind]) for kind in kinds):
                continue
            if leaders and not any(kind in leaders for kind in kinds):
                continue
            load = [unit for kind in by_type for unit in by_type[kind][: kinds.count(kind)]]
            if _worth(field, load) > _worth(field, best):
                best = load
    return best


def _worth(field: Field, units: Iterable[Unit]) -> int:
    return sum(field.system.catalog.price(unit.type, unit.owner) for unit in units)


# --- as armies ----------------------------------------------------------------------------------


def _army(
    system: System, state: State, power: str, fighters: Iterable[_Fighter], every: set[int]
) -> Army:
    """Return a power's units as an army; cargo that fights does not count as cargo."""
    groups: dict[tuple[str, Duty, float], list[Unit]] = {}
    for unit, duty in fighters:
        groups.setdefault((unit.type, duty, _cargo(system, state, unit, every)), []).append(unit)
    order = system.catalog.type_order
    bands = [
        _band(system, state, units, duty, cargo)
        for (_, duty, cargo), units in sorted(groups.items(), key=lambda g: order[g[0][0]])
    ]
    return Army(tuple(bands), power, state.technologies(power))


def _reachers(
    system: System, state: State, coming: Iterable[_Fighter], every: set[int]
) -> Iterator[Reacher]:
    groups: dict[tuple[str, Duty, float, str], list[Unit]] = {}
    for unit, duty in coming:
        origin = state.space_of(unit.id) or ""
        key = unit.type, duty, _cargo(system, state, unit, every), origin
        groups.setdefault(key, []).append(unit)
    for (_, duty, cargo, origin), units in groups.items():
        yield Reacher(
            _band(system, state, units, duty, cargo), origin, tuple(unit.id for unit in units)
        )


def _band(system: System, state: State, units: list[Unit], duty: Duty, cargo: float) -> Band:
    """Return units of one power, type and duty as a band."""
    marks = tuple(sorted(marks_of(system, state, units[0])))
    hurt = sum(_hurt(system, unit) for unit in units)
    return Band(units[0].type, len(units), hurt, duty, cargo, marks=marks)


def _cargo(system: System, state: State, unit: Unit, every: set[int]) -> float:
    """The price of the cargo that would be lost with a unit."""
    aboard = [state.unit(i) for i in b.cargo(state, unit.id) if i not in every]
    return float(sum(system.catalog.price(u.type, u.owner) for u in aboard))


def _hurt(system: System, unit: Unit) -> int:
    """Whether a unit is damaged; of works, how much they are."""
    if unit.type in points_of(system):
        return unit.damage
    return int(bool(unit.damage) and system.types[unit.type].hits > 1)


def works_in(system: System, state: State, space: str) -> dict[str, tuple[Band, ...]]:
    """Return the facilities that take part in battles for a space, by their power."""
    found: dict[str, tuple[Band, ...]] = {}
    for unit in standing(system, state, space):
        band = Band(unit.type, 1, _hurt(system, unit))
        found[unit.owner] = (*found.get(unit.owner, ()), band)
    return found
