"""Safe landing as a proof: whether all aircraft of a power can come down somewhere this turn.

Sources: AA rulebook, "Air Units" (p. 13, p. 30), "Aircraft Carriers" (p. 32), "Noncombat Move: Air
Units" (p. 22), AA-AIR-015 to AA-AIR-022. It may be assumed that every attack succeeds without
loss; the retreat of a carrier may not.

Most aircraft reach a territory, which needs no proof. For the others carriers are assigned to sea
zones and aircraft to carriers, so that as many as possible land.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from a4a.core.units import Holding, Unit
from a4a.rules.aa.carriers import free_places, is_carrier, spare_places
from a4a.rules.aa.facilities import capacity, usable_complexes
from a4a.rules.aa.movement.field import Field
from a4a.rules.aa.movement.seaways import reach
from a4a.rules.aa.system import PURCHASED

_MOST_PLANS = 4000
"""Assignments of carriers to sea zones that are tried before the best of them has to do."""


class Flyer(NamedTuple):
    """An aircraft that reaches no territory to land in: its id, where it is, how far it may go."""

    unit: int
    where: str
    left: int
    lands_at_sea: bool


class Deck(NamedTuple):
    """A carrier, or several that stay together: room for aircraft, and where it can be."""

    room: int
    zones: tuple[str, ...]


class Landing(NamedTuple):
    """The outcome: where aircraft that need a carrier find one, and who finds none."""

    at_sea: dict[int, str]
    stranded: tuple[int, ...]


def prove(field: Field) -> Landing:
    """Return how the power's aircraft can land if everything succeeds.

    Parameters
    ----------
    field
        Where and when. In combat moves, carriers that have not moved may still do so now or in the
        Noncombat Move phase, through sea zones that are free or under attack; in noncombat moves,
        through sea zones that are free.
    """
    flyers = _flyers(field)
    return _assign(field, flyers, _decks(field)) if flyers else Landing({}, ())


def settled(field: Field) -> Landing:
    """Return how the power's aircraft land if nothing moves any more."""
    flyers = [f._replace(left=0) for f in _flyers(field, stay=True)]
    return _assign(field, flyers, _decks(field, stay=True)) if flyers else Landing({}, ())


def _flyers(field: Field, *, stay: bool = False) -> list[Flyer]:
    """Aircraft that reach no territory where they may land; guests on carriers need not land."""
    home = field.ground.home
    types = field.system.types
    found = []
    for unit in field.aircraft:
        where = unit.place
        if not isinstance(where, str):
            continue
        far = home.get(where)
        if far == 0:
            continue
        left = field.left(unit)
        if stay or far is None or far > left:
            found.append(Flyer(unit.id, where, left, types[unit.type].carrier_cost > 0))
    return found


def _decks(field: Field, *, stay: bool = False) -> list[Deck]:
    """The decks on which the power's aircraft can land, own and purchased and friends'."""
    system, state = field.system, field.state
    decks = []
    for ship in field.ships:
        if is_carrier(system, ship):
            room = free_places(system, state, ship)
            if room > 0:
                decks.append(Deck(room, zones_of(field, ship, stay=stay)))
    decks += _new(field)
    decks += _friends(field)
    return decks


def zones_of(field: Field, carrier: Unit, *, stay: bool = False) -> tuple[str, ...]:
    """Sea zones where an own carrier can be when aircraft land, the one where it is first."""
    here = str(carrier.place)
    memory = field.state.memory(carrier.id)
    moved = bool(memory.moved) if field.combat else bool(memory.task or memory.battles)
    if stay or moved:
        return (here,)
    ways = reach(field, (carrier.type,), here, field.left(carrier), submarines=False, sure=True)
    return tuple(
        z for z in ways if z == here or (field.cleared(z) and _may_stay(field, z, carrier))
    )


def _may_stay(field: Field, zone: str, carrier: Unit) -> bool:
    return field.ground.may_end(zone, carrier.type)


def _new(field: Field) -> Iterator[Deck]:
    """Decks of purchased carriers, in zones along complexes that can mobilize them."""
    system, state = field.system, field.state
    bought = [u for u in state.at(Holding(field.power, PURCHASED)) if is_carrier(system, u)]
    if bought:
        zones = dict.fromkeys(
            zone
            for complex_ in usable_complexes(system, state, field.power)
            if capacity(system, state, complex_) > 0
            for zone in system.graph.coast[str(complex_.place)]
        )
        for unit in bought:
            yield Deck(system.types[unit.type].carrier_capacity, tuple(zones))


def _friends(field: Field) -> Iterator[Deck]:
    """Decks of comrades' carriers, which do not move in this turn."""
    system, state = field.system, field.state
    comrades = field.ground.comrades - {field.power}
    if not comrades:
        return
    for zone in field.ground.comrades_carriers:
        room = sum(max(0, spare_places(system, state, friend, zone)) for friend in comrades)
        if room:
            yield Deck(room, (zone,))


# --- the assignment -----------------------------------------------------------------------------


def _assign(field: Field, flyers: Sequence[Flyer], decks: Sequence[Deck]) -> Landing:
    """Assign decks to zones and aircraft to decks so that as many aircraft as possible land."""
    distances = [field.ground.flights(f.where) if f.left else {f.where: 0} for f in flyers]

    def covers(zone: str) -> frozenset[int]:
        return frozenset(
            i
            for i, f in enumerate(flyers)
            if f.lands_at_sea and distances[i].get(zone, f.left + 1) <= f.left
        )

    choices: list[list[tuple[str, frozenset[int]]]] = []
    for deck in decks:
        useful: dict[frozenset[int], str] = {}
        for zone in deck.zones:
            covered = covers(zone)
            if covered and covered not in useful:
                useful[covered] = zone
        # A zone is no better than one whose aircraft include all of its own.
        best = [c for c in useful if not any(c < other for other in useful)]
        if best:
            choices.append([(useful[c], c) for c in best])
    rooms = [deck.room for deck in decks if any(covers(z) for z in deck.zones)]
    most: dict[int, str] = {}
    for plan in islice(product(*choices), _MOST_PLANS):
        found = _match(len(flyers), plan, rooms)
        if len(found) > len(most):
            most = found
            if len(most) == len(flyers):
                break
    at_sea = {flyers[i].unit: zone for i, zone in most.items()}
    return Landing(at_sea, tuple(f.unit for f in flyers if f.unit not in at_sea))


def _match(
    flyers: int, plan: Sequence[tuple[str, frozenset[int]]], rooms: Sequence[int]
) -> dict[int, str]:
    """Match aircraft to decks standing in zones, as many as possible: augmenting paths."""
    holds: list[list[int]] = [[] for _ in plan]

    def seat(flyer: int, seen: set[int]) -> bool:
        for deck, (_, covered) in enumerate(plan):
            if flyer in covered and deck not in seen:
                seen.add(deck)
                if len(holds[deck]) < rooms[deck]:
                    holds[deck].append(flyer)
                    return True
                for other in holds[deck]:
                    if seat(other, seen):
                        holds[deck].remove(other)
                        holds[deck].append(flyer)
                        return True
        return False

    for flyer in range(flyers):
        seat(flyer, set())
    return {flyer: plan[deck][0] for deck, held in enumerate(holds) for flyer in held}
