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


class Change(NamedTuple):
    """A move that is only thought of: who would be where, having moved how far."""

    units: frozenset[int]
    where: str
    used: int


def prove(field: Field, change: Change | None = None) -> Landing:
    """Return how the power's aircraft can land if everything succeeds.

    Parameters
    ----------
    field
        Where and when. In combat moves, carriers that have not moved may still do so now or in the
        Noncombat Move phase, through sea zones that are free or under attack; in noncombat moves,
        through sea zones that are free.
    change
        A move to be thought of as made.
    """
    if change is None:
        found = field.memo.get("landing")
        if found is None:
            found = field.memo["landing"] = _prove(field, None)
        assert isinstance(found, Landing)
        return found
    return _prove(field, change)


def deck_near(field: Field, where: str, left: int) -> bool:
    """Whether any carrier could be within reach of an aircraft; a first look, before a proof.

    The attack that the aircraft itself would make is not thought of.
    """
    zones: frozenset[str] | None = field.memo.get("deck zones")
    if zones is None:
        zones = field.memo["deck zones"] = frozenset(
            zone for deck in _decks(field, None) for zone in deck.zones
        )
    flights = field.ground.flights
    return any(flights(zone).get(where, left + 1) <= left for zone in zones)


def _prove(field: Field, change: Change | None) -> Landing:
    flyers = _flyers(field, change)
    if not flyers:
        return Landing({}, ())
    if not any(f.lands_at_sea for f in flyers):
        return Landing({}, tuple(f.unit for f in flyers))
    first = sum(f.unit in change.units for f in flyers) if change else 0
    return _assign(field, flyers, _decks(field, change), first=first)


def settled(field: Field) -> Landing:
    """Return how the power's aircraft land if nothing moves any more."""
    home, types = field.ground.home, field.system.types
    flyers = [
        Flyer(u.id, u.place, 0, types[u.type].carrier_cost > 0)
        for u in field.aircraft
        if isinstance(u.place, str) and home.get(u.place) != 0
    ]
    if not flyers:
        return Landing({}, ())
    decks = [Deck(room, (zones[0],)) for room, zones in _own(field, None)]
    return _assign(field, flyers, [*decks, *_others(field)])


def _flyers(field: Field, change: Change | None) -> list[Flyer]:
    """Aircraft that reach no territory where they may land; guests on carriers need not land."""
    flyers: list[Flyer] | None = field.memo.get("flyers")
    if flyers is None:
        home = field.ground.home
        flyers = field.memo["flyers"] = [
            flyer
            for unit in field.aircraft
            if isinstance(unit.place, str)
            and home.get(unit.place) != 0
            and (flyer := _flyer(field, unit, unit.place, field.left(unit)))
        ]
    if change is None:
        return flyers
    # Those that move come first: they are matched with a deck before the others are.
    moved: list[Flyer] = []
    for i in sorted(change.units):
        unit = field.state.unit(i)
        if field.system.types[unit.type].category == "air":
            flyer = _flyer(field, unit, change.where, field.left(unit) - change.used)
            if flyer is not None:
                moved.append(flyer)
    return moved + [f for f in flyers if f.unit not in change.units]


def _flyer(field: Field, unit: Unit, where: str, left: int) -> Flyer | None:
    """An aircraft somewhere with some range left, unless it reaches a territory to land in."""
    far = field.ground.home.get(where)
    if far is not None and far <= left:
        return None
    return Flyer(unit.id, where, left, field.system.types[unit.type].carrier_cost > 0)


def _decks(field: Field, change: Change | None) -> list[Deck]:
    """The decks on which the power's aircraft can land, own and purchased and friends'."""
    others: list[Deck] | None = field.memo.get("others' decks")
    if others is None:
        others = field.memo["others' decks"] = list(_others(field))
    plain = change is None or (
        not field.hostile(change.where)
        and not any(
            field.system.types[field.state.unit(i).type].carrier_capacity for i in change.units
        )
    )
    if not plain:
        return [*_own(field, change), *others]
    own: list[Deck] | None = field.memo.get("own decks")
    if own is None:
        own = field.memo["own decks"] = list(_own(field, None))
    return [*own, *others]


def _own(field: Field, change: Change | None) -> Iterator[Deck]:
    system, state = field.system, field.state
    for ship in field.ships:
        if is_carrier(system, ship):
            room = free_places(system, state, ship)
            if room > 0:
                moves = change is not None and ship.id in change.units
                yield Deck(room, zones_of(field, ship, change, moves=moves))


def _others(field: Field) -> Iterator[Deck]:
    yield from _new(field)
    yield from _friends(field)


def zones_of(
    field: Field, carrier: Unit, change: Change | None = None, *, moves: bool = False
) -> tuple[str, ...]:
    """Sea zones where an own carrier can be when aircraft land, the one where it is first.

    A carrier that has made a combat move stays there; in the Noncombat Move phase it may go on.

    Parameters
    ----------
    field
        Where and when.
    carrier
        An own carrier.
    change
        A move to be thought of as made; if it attacks a hostile sea zone, that counts as cleared.
    moves
        Whether it is the carrier that makes it.
    """
    memory = field.state.memory(carrier.id)
    here, left = str(carrier.place), field.left(carrier)
    if moves and change is not None:
        here, left = change.where, left - change.used
    if field.combat and (moves or memory.moved):
        return (here,)
    if not field.combat and (memory.task or memory.battles):
        return (here,)
    attacked = change.where if change is not None and field.combat else None
    ways = reach(field, (carrier.type,), here, left, submarines=False, sure=True)
    return tuple(
        z
        for z in ways
        if z == here
        or ((z == attacked or field.cleared(z)) and field.ground.may_end(z, carrier.type))
    )


def _new(field: Field) -> Iterator[Deck]:
    """Decks of purchased carriers, in zones along complexes that can mobilize them."""
    system, state = field.system, field.state
    bought = [u for u in state.at(Holding(field.power, PURCHASED)) if is_carrier(system, u)]
    for unit in bought:
        yield Deck(system.types[unit.type].carrier_capacity, field.ground.mobilization_zones)


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


def _assign(
    field: Field, flyers: Sequence[Flyer], decks: Sequence[Deck], *, first: int = 0
) -> Landing:
    """Assign decks to zones and aircraft to decks so that as many aircraft as possible land.

    Of the plans that land as many, one that lands most of the ``first`` ones is taken.
    """
    flights = field.ground.flights

    def covers(zone: str) -> frozenset[int]:
        distances = flights(zone)
        return frozenset(
            i
            for i, f in enumerate(flyers)
            if f.lands_at_sea and distances.get(f.where, f.left + 1) <= f.left
        )

    # Often all land where the carriers are: that is quick to see.
    staying = [(deck.zones[0], covers(deck.zones[0])) for deck in decks if deck.zones]
    most = _match(len(flyers), staying, [deck.room for deck in decks if deck.zones])
    choices: list[list[tuple[str, frozenset[int]]]] = []
    rooms: list[int] = []
    if len(most) == len(flyers):
        decks = ()
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
            rooms.append(deck.room)
    best_so_far = (len(most), sum(i < first for i in most))
    for plan in islice(product(*choices), _MOST_PLANS):
        found = _match(len(flyers), plan, rooms)
        landed = (len(found), sum(i < first for i in found))
        if landed > best_so_far:
            best_so_far, most = landed, found
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
