"""Safe landing as a proof: whether all aircraft of a power can come down somewhere this turn.

It may be assumed that every attack succeeds without loss; the retreat of a carrier may not.

Most aircraft reach a territory, which needs no proof. For the others carriers are assigned to sea
zones and aircraft to carriers, so that as many as possible land.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas.bases.carriers import free_places, is_carrier, spare_places
from a4a.rules.areas.movement.field import ENGAGE, Field
from a4a.rules.areas.movement.matching import Choices, best, useful
from a4a.rules.areas.movement.purpose import assaulted_from, comes_to_attack, engaged, must_leave
from a4a.rules.areas.movement.seaways import reach

LAST = "no more combat moves"
"""What a field is told when the combat moves end: ships in hostile sea zones stay and fight."""


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
    """The outcome: where aircraft that need a carrier find one, and which find none."""

    at_sea: dict[int, str]
    stranded: tuple[int, ...]


class ProposedMove(NamedTuple):
    """A hypothetical move: which units would be where, having moved how far.

    Aircraft that land there move no farther. Units that engage attack the enemy submarines and
    transports there, and all that is there with them.
    """

    units: frozenset[int]
    where: str
    used: int
    lands: bool = False
    engages: bool = False


def prove(field: Field, change: ProposedMove | None = None) -> Landing:
    """Return how the power's aircraft can land if everything succeeds.

    Parameters
    ----------
    field
        Where and when. In combat moves, carriers that have not moved may still do so now or in the
        Noncombat Move phase, through sea zones that are free or under attack; in noncombat moves,
        through sea zones that are free.
    change
        A hypothetical move, taken as made.
    """
    if change is None or not matters(field, change):
        found = field.memo.get("landing")
        if found is None:
            found = field.memo["landing"] = _prove(field, None)
        assert isinstance(found, Landing)
        return found
    return _prove(field, change)


def matters(field: Field, change: ProposedMove) -> bool:
    """Whether a move can make a difference: of aircraft, or to where carriers can be.

    Where it makes none, `prove` gives what it gives without the move.
    """
    types, units = field.system.types, map(field.state.unit, change.units)
    return any(types[u.type].category == "air" for u in units) or _moves_decks(field, change)


def needs_decks(field: Field) -> bool:
    """Whether any of the power's aircraft reaches no territory where it may land."""
    return bool(_flyers(field, None))


def deck_near(field: Field, where: str, left: int) -> bool:
    """Whether any carrier could be within reach of an aircraft; a first look, before a proof.

    The attack that the aircraft itself would make is left out of account.
    """
    zones: frozenset[str] | None = field.memo.get("deck zones")
    if zones is None:
        zones = field.memo["deck zones"] = frozenset(
            zone for deck in _decks(field, None) for zone in deck.zones
        )
    flights = field.ground.flights
    return any(flights(zone).get(where, left + 1) <= left for zone in zones)


def _prove(field: Field, change: ProposedMove | None) -> Landing:
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
        if isinstance(u.place, str) and home.get(u.place) != 0 and not field.landed(u)
    ]
    if not flyers:
        return Landing({}, ())
    decks = [Deck(room, (zones[0],)) for room, zones in _own(field, None)]
    return _assign(field, flyers, [*decks, *_others(field)])


def _flyers(field: Field, change: ProposedMove | None) -> list[Flyer]:
    """Aircraft that reach no territory where they may land; guests on carriers need not land."""
    flyers: list[Flyer] | None = field.memo.get("flyers")
    if flyers is None:
        home = field.ground.home
        flyers = field.memo["flyers"] = [
            flyer
            for unit in field.aircraft
            if isinstance(unit.place, str)
            and home.get(unit.place) != 0
            and not field.landed(unit)
            and (flyer := _flyer(field, unit, unit.place, field.left(unit)))
        ]
    if change is None:
        return flyers
    # Those that move come first: they are matched with a deck before the others are.
    moved: list[Flyer] = []
    for i in sorted(change.units):
        unit = field.state.unit(i)
        if field.system.types[unit.type].category == "air":
            left = 0 if change.lands else field.left(unit) - change.used
            flyer = _flyer(field, unit, change.where, left)
            if flyer is not None:
                moved.append(flyer)
    return moved + [f for f in flyers if f.unit not in change.units]


def _flyer(field: Field, unit: Unit, where: str, left: int) -> Flyer | None:
    """An aircraft somewhere with some range left, unless it reaches a territory to land in."""
    far = field.ground.home.get(where)
    if far is not None and far <= left:
        return None
    return Flyer(unit.id, where, left, field.system.types[unit.type].carrier_cost > 0)


def _decks(field: Field, change: ProposedMove | None) -> list[Deck]:
    """The decks on which the power's aircraft can land: its own, purchased ones and friends'."""
    others: list[Deck] | None = field.memo.get("others' decks")
    if others is None:
        others = field.memo["others' decks"] = list(_others(field))
    if change is not None and _moves_decks(field, change):
        return [*_own(field, change), *others]
    own: list[Deck] | None = field.memo.get("own decks")
    if own is None:
        own = field.memo["own decks"] = list(_own(field, None))
    return [*own, *others]


def _moves_decks(field: Field, change: ProposedMove) -> bool:
    """Whether a move changes where carriers of the power can be."""
    types = field.system.types
    return (
        field.hostile(change.where)
        or binds(field, change) is not None
        or any(types[field.state.unit(i).type].carrier_capacity for i in change.units)
    )


def _own(field: Field, change: ProposedMove | None) -> Iterator[Deck]:
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
    field: Field, carrier: Unit, change: ProposedMove | None = None, *, moves: bool = False
) -> tuple[str, ...]:
    """Sea zones where a carrier of the power can be when aircraft land, its present one first.

    A carrier that has made a combat move stays there; in the Noncombat Move phase it may go on.

    Parameters
    ----------
    field
        Where and when.
    carrier
        A carrier of the power.
    change
        A hypothetical move, taken as made; a hostile sea zone that it attacks counts as cleared.
    moves
        Whether the carrier itself makes that move.
    """
    memory = field.state.memory(carrier.id)
    here, left = str(carrier.place), field.left(carrier)
    if moves and change is not None:
        here, left = change.where, left - change.used
    if field.combat and (moves or memory.moved or memory.task == ENGAGE):
        return (here,)
    if field.combat and (engaged(field, here) or (change and binds(field, change) == here)):
        return (here,)
    if field.memo.get(LAST) and field.hostile(here):
        return (here,)  # it has stayed to fight
    if not field.combat and (memory.task or memory.battles):
        return (here,)
    attacked = change.where if change is not None and field.combat else None
    ways = reach(field, (carrier.type,), here, left, submarines=False, sure=True)
    leaves = field.combat and attacked != here and must_leave(field, carrier)
    return tuple(
        z
        for z in ways
        if (z == here and not leaves)
        or ((z == attacked or field.cleared(z)) and field.ground.may_end(z, carrier.type))
    )


def binds(field: Field, change: ProposedMove) -> str | None:
    """The sea zone in which a change makes all units there attack with it, or None."""
    zone = change.where
    if not change.engages or not field.system.graph.is_sea[zone]:
        return None
    if field.hostile(zone) or not field.has_prey(zone) or assaulted_from(field, zone):
        return None
    units = map(field.state.unit, change.units)
    return zone if any(comes_to_attack(field, unit, zone) for unit in units) else None


def _new(field: Field) -> Iterator[Deck]:
    """Decks of purchased carriers, in zones along complexes that can mobilize them."""
    system, state = field.system, field.state
    for treasury in money.treasuries(system, field.power):
        for unit in state.at(system.catalog.purchases(treasury)):
            if is_carrier(system, unit):
                zones = field.ground.mobilization_zones.get(treasury, ())
                yield Deck(system.types[unit.type].carrier_capacity, zones)


def _friends(field: Field) -> Iterator[Deck]:
    """Decks of comrades' carriers, which do not move in this turn."""
    system, state = field.system, field.state
    if field.ground.comrades == {field.power}:
        return
    for zone in field.ground.comrades_carriers:
        comrades = field.ground.comrades_in(zone) - {field.power}
        room = sum(max(0, spare_places(system, state, friend, zone)) for friend in comrades)
        if room:
            yield Deck(room, (zone,))


# --- the assignment -----------------------------------------------------------------------------


def _assign(
    field: Field, flyers: Sequence[Flyer], decks: Sequence[Deck], *, first: int = 0
) -> Landing:
    """Assign decks to zones and aircraft to decks so that as many aircraft as possible land.

    Of plans that land equally many, one that lands most of the ``first`` aircraft is taken.
    """
    flights = field.ground.flights

    @cache
    def covers(zone: str) -> frozenset[int]:
        distances = flights(zone)
        return frozenset(
            [
                i
                for i, f in enumerate(flyers)
                if f.lands_at_sea and distances.get(f.where, f.left + 1) <= f.left
            ]
        )

    choices: list[Choices] = []
    rooms: list[int] = []
    known: dict[tuple[str, ...], Choices] = {}  # carriers that are together can be alike
    for deck in decks:
        options = known.get(deck.zones)
        if options is None:
            options = known[deck.zones] = useful(deck.zones, covers)
        if options:
            choices.append(options)
            rooms.append(deck.room)
    most = best(len(flyers), choices, rooms, first)
    at_sea = {flyers[i].unit: zone for i, zone in most.items()}
    return Landing(at_sea, tuple(f.unit for f in flyers if f.unit not in at_sea))
