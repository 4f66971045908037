"""Stranded defenders: aircraft whose carrier or territory was lost while they defended.

They land before the acting player moves anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from a4a.core import events as ev
from a4a.core.english import list_of, places_of, the
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.bases.carriers import free_places, is_carrier, spare_places
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.areas.orders import Move
from a4a.rules.areas.politics.limits import may_enter
from a4a.rules.areas.politics.situation import Situation, situation_of
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.run import Run

KIND = "landing"


class LandingPlace(NamedTuple):
    """Where a stranded aircraft may land: the space, and the friend's carrier to go aboard."""

    space: str
    aboard: int | None = None


def settle(system: System, run: Run) -> None:
    """Land stranded defenders, up to the first whose owner has to choose where."""
    while True:
        unit = next(iter(stranded(system, run.state)), None)
        if unit is None:
            return
        places = landing_places(system, run.state, unit)
        kinds: dict[str, Unit] = {}
        for rival in rivals(system, run.state, unit):
            kinds.setdefault(rival.type, rival)
        if len(places) > 1 or len(kinds) > 1:
            either = ", ".join(str(u.id) for u in kinds.values())
            run.emit(
                ev.Asked(
                    f"turn {run.state.turn}: aircraft {either}",
                    (unit.owner,),
                    KIND,
                    options=tuple(dict.fromkeys(p.space for p in places)),
                    rule=system.book.cite(_rule(run.state, unit)),
                )
            )
            return
        if places:
            _land(run, unit, places[0])
        else:
            run.emit(ev.UnitsRemoved((unit.id,), "nowhere to land"))


def stranded(system: System, state: State) -> list[Unit]:
    """Aircraft of inactive powers that may not stay where they are, in order of play."""
    air = system.of_category("air")
    active = set(state.active)
    found: list[Unit] = []
    seen: set[tuple[str, str]] = set()
    situations: dict[str, Situation] = {}
    for unit in state.units.values():
        if unit.type not in air or unit.owner in active or not isinstance(unit.place, str):
            continue
        if not system.catalog.side_of(unit.owner):
            continue
        if not system.graph.is_sea[unit.place]:
            situation = situations.get(unit.owner)
            if situation is None:
                situation = situations[unit.owner] = situation_of(system, state, unit.owner)
            home = state.memory(unit.id).scrambled_from
            # Who has defended elsewhere goes home; who has none any more stays.
            returns = home not in (None, unit.place) and situation.is_friendly(str(home))
            if returns or not situation.is_friendly(unit.place):
                found.append(unit)
        elif (unit.owner, unit.place) not in seen:
            seen.add((unit.owner, unit.place))
            found += _homeless(system, state, unit.owner, unit.place)
    order = system.catalog.power_order
    return sorted(found, key=lambda u: (order[u.owner], u.id))


def _homeless(system: System, state: State, power: str, zone: str) -> list[Unit]:
    """Aircraft of a power in a sea zone that scrambled, or have no place on its carriers."""
    air = system.of_category("air")
    here = [u for u in state.at(zone) if u.owner == power and u.type in air]
    scrambled = [u for u in here if state.memory(u.id).scrambled_from is not None]
    over = -spare_places(system, state, power, zone) - len(scrambled)
    others = [u for u in here if u not in scrambled]
    # Which of them is the owner's choice (`rivals`); the cheapest come first.
    others.sort(key=lambda u: (system.types[u.type].carrier_cost > 0, system.types[u.type].cost))
    return scrambled + others[: max(over, 0)]


def rivals(system: System, state: State, unit: Unit) -> list[Unit]:
    """A stranded aircraft, and those that may look for another place instead of it (R-110).

    They are its power's other aircraft on the carriers left in its sea zone, if any finds room.
    """
    if not system.graph.is_sea[str(unit.place)]:
        return [unit]
    if state.memory(unit.id).scrambled_from is not None:
        return [unit]
    homeless = _homeless(system, state, unit.owner, str(unit.place))
    air = system.of_category("air")
    others = [
        u
        for u in state.at(str(unit.place))
        if u.owner == unit.owner
        and u.type in air
        and u.id != unit.id
        and state.memory(u.id).scrambled_from is None
    ]
    return [unit, *others] if any(u not in homeless for u in others) else [unit]


def landing_places(system: System, state: State, unit: Unit) -> list[LandingPlace]:
    """Places where a stranded aircraft may land: home, or one space away at most.

    A scrambled aircraft goes home if home is still friendly; one that a carrier in its own sea
    zone can take lands there.
    """
    situation = situation_of(system, state, unit.owner)
    where = str(unit.place)
    home = state.memory(unit.id).scrambled_from
    if home is not None and situation.is_friendly(home):
        return [LandingPlace(home)]
    at_sea = system.graph.is_sea[where]
    if at_sea and home is None:
        here = _decks(system, state, situation, unit, where)
        if here:
            return here
    places: list[LandingPlace] = []
    for space in system.graph.air[where]:
        if not may_enter(system, state, unit.owner, space):
            continue
        if system.graph.is_sea[space]:
            places += _decks(system, state, situation, unit, space)
        elif situation.is_friendly(space):
            places.append(LandingPlace(space))
    if at_sea and home is not None:
        places += _decks(system, state, situation, unit, where)
    return places


def _decks(
    system: System, state: State, situation: Situation, unit: Unit, zone: str
) -> list[LandingPlace]:
    """Room for an aircraft on carriers in a sea zone: on its own power's, or a friend's."""
    if not system.types[unit.type].carrier_cost:
        return []
    spare = spare_places(system, state, unit.owner, zone)
    if zone == unit.place:
        spare += 1  # it stands there itself
    places = [LandingPlace(zone)] if spare > 0 else []
    friends = situation.comrades_in(zone) - {unit.owner}
    places += [
        LandingPlace(zone, ship.id)
        for ship in state.at(zone)
        if ship.owner in friends
        and is_carrier(system, ship)
        and free_places(system, state, ship) > 0
        and spare_places(system, state, ship.owner, zone) > 0
    ]
    return places


def _land(run: Run, unit: Unit, place: LandingPlace) -> None:
    if place.space == unit.place:
        if place.aboard is not None:
            run.emit(ev.UnitsPlaced((unit.id,), place.aboard, "landed"))
        return
    path = (str(unit.place), place.space)
    home = run.state.memory(unit.id).scrambled_from == place.space
    mode: Literal["return", "displacement"] = "return" if home else "displacement"
    run.emit(ev.UnitsMoved((unit.id,), path, mode, 1, place.aboard))


def _rule(state: State, unit: Unit) -> str:
    return "scramble.landing" if state.memory(unit.id).scrambled_from else "stranded.landing"


# --- the question -------------------------------------------------------------------------------


def asked(system: System, state: State) -> Decision | None:
    """Return the open question where a stranded aircraft lands, or None if there is none."""
    for question in state.decisions.values():
        if question.kind == KIND:
            units = _units(state, question)
            names = " or ".join(u.type for u in units)
            return Decision(
                kind=KIND,
                powers=question.powers,
                orders=("Move",),
                rule=question.rule,
                text=f"where does the stranded {names} in {the(str(units[0].place))} land?",
                options=question.options,
                units=tuple(u.id for u in units),
                spaces=question.options,
                least=1,
                most=1,
            )
    return None


def check(system: System, state: State, order: Move) -> Refusal | None:
    """Return why a stranded aircraft may not land as ordered, or None if it may."""
    question = next(q for q in state.decisions.values() if q.kind == KIND)
    units = _units(state, question)
    unit = next((u for u in units if order.units == (u.id,)), None)
    if unit is None:
        names = " or ".join(f"the {u.type} in {the(str(u.place))}" for u in units)
        return Refusal(
            "stranded.first", "stranded aircraft land before anything else moves", f"land {names}"
        )
    if order.task or len(order.path) < 1 or order.path[0] != unit.place:
        return Refusal(
            "",
            f"the {unit.type} is in {the(str(unit.place))}",
            f"a move from {the(str(unit.place))}",
        )
    places = landing_places(system, state, unit)
    if not places and order == give_up(unit):
        return None
    if LandingPlace(order.path[-1], order.aboard) not in places or len(order.path) > 2:
        return Refusal(
            question.rule,
            f"the {unit.type} cannot land there",
            list_of(_places_in_words(system, state, places)) or "it is lost where it is",
        )
    return None


def _places_in_words(system: System, state: State, places: Sequence[LandingPlace]) -> Iterator[str]:
    """Spaces to land in, then friends' carriers to go aboard."""
    plain = [place.space for place in places if place.aboard is None]
    if plain:
        yield f"to {places_of(plain)}"
    decks = dict.fromkeys(
        (state.unit(place.aboard), place.space) for place in places if place.aboard is not None
    )
    yield from dict.fromkeys(
        f"aboard {one(ship.type)} of {system.called(ship.owner)} in {zone}" for ship, zone in decks
    )


def give_up(unit: Unit) -> Move:
    """Return the order that gives up a stranded aircraft that can land nowhere."""
    return Move((unit.id,), (str(unit.place),))


def answer(system: System, run: Run, order: Move) -> None:
    """Land a stranded aircraft as ordered, and go on with the others."""
    question = next(q for q in run.state.decisions.values() if q.kind == KIND)
    unit = run.state.unit(order.units[0])
    space = order.path[-1]
    lost = not landing_places(system, run.state, unit)
    choice = f"{unit.type} lost" if lost else space
    run.emit(
        ev.Decided(
            question.powers, KIND, choice, question.decision, units=(unit.id,), spaces=(space,)
        )
    )
    if lost:
        run.emit(ev.UnitsRemoved((unit.id,), "nowhere to land"))
    else:
        _land(run, unit, LandingPlace(space, order.aboard))
    settle(system, run)


def _units(state: State, question: ev.Asked) -> list[Unit]:
    """The aircraft that a question is about: one of them lands."""
    return [state.unit(int(i)) for i in question.decision.partition(": aircraft ")[2].split(", ")]
