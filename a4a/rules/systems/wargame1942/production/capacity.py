"""What land recruits and factories build in a turn, and what of it is left.

Source: The War Game, "Phase V: Build and Recruit", "Factories".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.economy.allotment import Allotment
from a4a.rules.areas.system import System
from a4a.rules.remembered import remembered_each
from a4a.rules.systems.wargame1942.owned import owned
from a4a.rules.systems.wargame1942.production.numbers import Factory, numbers

TRAINED_HERE = "paratroopers trained"
"""Marker of a territory: how many were trained at its factory in this turn."""


class Source(NamedTuple):
    """What units come from: the recruits of a territory, or its factory."""

    kind: str
    territory: str


class Sink(NamedTuple):
    """Where units of a type come to stand."""

    unit: str
    space: str


RECRUITS, FACTORY = "recruits", "factory"


def held_since_start(state: State, power: str, territory: str) -> bool:
    """Whether a power controls a territory, and did when the turn began."""
    start = state.turn_start or state
    return state.control.get(territory) == power == start.control.get(territory)


def is_occupied(system: System, power: str, territory: str) -> bool:
    """Whether a territory is not an original one of a power."""
    return system.board.space(territory).original != power


def supported(system: System, state: State, power: str, territory: str) -> int:
    """Return what a territory is worth for building: half if it is occupied."""
    value = state.income_value(territory)
    return value // 2 if is_occupied(system, power, territory) else value


def recruits(system: System, state: State, power: str, territory: str) -> int:
    """Return how many infantry a territory recruits for a power in a turn.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("wargame1942")
    >>> recruits(game.ruleset.game, game.state, "Germany", "France")
    4
    """
    value = supported(system, state, power, territory)
    if is_occupied(system, power, territory):
        return min(value, numbers(system).recruits[0].most_occupied)
    return value


def stands(system: System, kind: str, space: str) -> bool:
    """Whether new units of a type come to stand in spaces of this sort, land or sea.

    Examples
    --------
    >>> from a4a.boards import load
    >>> game = System(load("wargame1942"), games=("wargame1942",))
    >>> [kind for kind in ("infantry", "fighter", "transport") if stands(game, kind, "North Sea")]
    ['fighter', 'transport']
    """
    of = system.types[kind]
    if system.graph.is_sea[space]:
        return of.category == "sea" or of.carrier_cost > 0
    return of.category != "sea"


def factory_in(system: System, state: State, territory: str) -> Unit | None:
    """Return the factory in a territory, or None."""
    kinds = system.able("factory")
    return next((u for u in state.at(territory) if u.type in kinds), None)


def working(system: System, state: State, power: str) -> Iterator[tuple[str, Factory]]:
    """Yield where a power's factories build, with what they are in this turn.

    One that was upgraded in this turn is still what it was; a reduced one is what is left.
    """
    start = state.turn_start or state
    factories, units = numbers(system), state.units
    kinds = system.able("factory")
    for unit in owned(system, start, power):
        if unit.type not in kinds:
            continue
        now = units.get(unit.id)
        if now is None:
            continue
        was, is_ = factories.factory(unit.type), factories.factory(now.type)
        if was is None or is_ is None or not isinstance(now.place, str):
            continue
        if held_since_start(state, power, now.place):
            yield now.place, (was if is_.falls_to == was.unit else is_)


def trained_in(state: State, territory: str) -> int:
    """Return how many paratroopers were trained in a territory in this turn."""
    return state.markers.get((ev.OnSpace(territory), TRAINED_HERE), 0)


def capacity(system: System, state: State, power: str) -> dict[str, int]:
    """Return how many units each of a power's factories can make, what was trained deducted."""
    return {
        place: output(system, state, power, place, kind)
        for place, kind in working(system, state, power)
    }


def output(system: System, state: State, power: str, place: str, kind: Factory) -> int:
    """Return how many units a factory can make in a turn, what was trained deducted."""
    most = kind.most or supported(system, state, power, place)
    return max(0, most - trained_in(state, place))


class Sources:
    """What a power's land and factories make in this turn, whatever they have made.

    Parameters
    ----------
    system
        The game.
    factories
        Its factories that work in this turn, by territory.
    supply
        How many units come from each source.

    Attributes
    ----------
    system, factories, supply
        As given.
    """

    def __init__(
        self, system: System, factories: Mapping[str, Factory], supply: Mapping[Source, int]
    ) -> None:
        self.system, self.factories, self.supply = system, factories, supply
        self._ways: dict[Sink, tuple[Source, ...]] = {}
        self._spaces: dict[str, tuple[str, ...]] = {}

    def changed(self, place: str, kind: Factory | None, output: int) -> Sources:
        """Return the same with another factory in a territory, or with none."""
        source = Source(FACTORY, place)
        factories = {at: old for at, old in self.factories.items() if at != place}
        supply = {one: most for one, most in self.supply.items() if one != source}
        if kind is not None:
            factories[place], supply[source] = kind, output
        return Sources(self.system, factories, supply)

    def with_supply(self, supply: Mapping[Source, int]) -> Sources:
        """Return the same factories and land, of which other numbers come."""
        return Sources(self.system, self.factories, supply)

    def ways(self, sink: Sink) -> tuple[Source, ...]:
        """Return the sources that a unit can come from."""
        known = self._ways.get(sink)
        if known is None:
            known = self._ways[sink] = tuple(s for s in self._sources(sink) if s in self.supply)
        return known

    def _sources(self, sink: Sink) -> Iterator[Source]:
        system = self.system
        if sink.unit in numbers(system).recruits[0].units:
            yield Source(RECRUITS, sink.space)
        coast = system.graph.coast[sink.space] if system.graph.is_sea[sink.space] else (sink.space,)
        for place in coast:
            kind = self.factories.get(place)
            if kind is not None and (not kind.builds or sink.unit in kind.builds):
                yield Source(FACTORY, place)

    def spaces(self, unit: str) -> tuple[str, ...]:
        """Return the spaces where they can make a type of unit, in board order."""
        known = self._spaces.get(unit)
        if known is None:
            index = self.system.board.index
            known = self._spaces[unit] = tuple(sorted(self._reached(unit), key=index.__getitem__))
        return known

    def _reached(self, unit: str) -> set[str]:
        """The spaces where a type of unit comes from the land, or from factories beside them."""
        coast, found = self.system.graph.coast, set[str]()
        if unit in numbers(self.system).recruits[0].units:
            found.update(source.territory for source in self.supply)
        for place, kind in self.factories.items():
            if not kind.builds or unit in kind.builds:
                found.update((place, *coast[place]))
        return {space for space in found if stands(self.system, unit, space)}


class Works:
    """What the sources of a power have made in this turn, and could still make.

    Parameters
    ----------
    sources
        What makes its units.
    made
        How many units of each type have been placed in each space.

    Attributes
    ----------
    sources, made
        As given.
    """

    def __init__(self, sources: Sources, made: Mapping[Sink, int]) -> None:
        self.sources, self.made = sources, made
        self._rooms: dict[tuple[Source, ...], int] = {}

    def with_sources(self, sources: Sources) -> Works:
        """Return what has been made, as if others had made it."""
        return Works(sources, self.made)

    @cached_property
    def _shared(self) -> Allotment[Source, Sink] | None:
        """Which sources make what has been made, or None if they could not."""
        shared = Allotment[Source, Sink](self.sources.supply)
        return shared if self._serve(shared, self.made) else None

    def _serve(self, shared: Allotment[Source, Sink], wanted: Mapping[Sink, int]) -> bool:
        ways = self.sources.ways
        return all(shared.serve(sink, ways(sink), n) == n for sink, n in wanted.items())

    def fits(self, more: Mapping[Sink, int]) -> bool:
        """Whether so many more units can be made, whichever sources make those that stand."""
        return self._shared is not None and self._serve(self._shared.copy(), more)

    def most_of(self, sink: Sink, source: Source) -> int:
        """Return how many of the units that have been made somewhere a source can have made."""
        if source not in self.sources.ways(sink):
            return 0
        supply = self.sources.supply
        for number in range(min(supply[source], self.made.get(sink, 0)), 0, -1):
            rest = {**self.made, sink: self.made[sink] - number}
            less = self.sources.with_supply({**supply, source: supply[source] - number})
            if Works(less, rest).fits({}):
                return number
        return 0

    def room(self, sink: Sink) -> int:
        """Return how many more units of a type can be made in a space."""
        ways = self.sources.ways(sink)
        if self._shared is None or not ways:
            return 0
        if ways not in self._rooms:
            self._rooms[ways] = self._shared.room(sink, ways)
        return self._rooms[ways]


def _recruits(system: System, state: State, power: str) -> Mapping[Source, int]:
    """How many infantry the land of a power recruits, where it recruits any."""
    held = (t for t, p in state.control.items() if p == power and held_since_start(state, power, t))
    found = {Source(RECRUITS, place): recruits(system, state, power, place) for place in held}
    return {source: most for source, most in found.items() if most}


def _same_land(one: State, other: State) -> bool:
    return one.turn_start is other.turn_start and one.same_ground(other)


_recruited = remembered_each(_recruits, same=_same_land)


def _works(system: System, state: State, power: str) -> Works:
    factories = dict(working(system, state, power))
    supply = {
        Source(FACTORY, place): output(system, state, power, place, kind)
        for place, kind in factories.items()
    }
    supply.update(_recruited(system, state, power))
    sources = _sources(system, tuple(factories.items()), tuple(supply.items()))
    return Works(sources, Counter(_made(system, state, power)))


@lru_cache(maxsize=32)
def _sources(
    system: System,
    factories: tuple[tuple[str, Factory], ...],
    supply: tuple[tuple[Source, int], ...],
) -> Sources:
    """Return the same sources as long as nothing changes of them, so that they remember."""
    return Sources(system, dict(factories), dict(supply))


def _made(system: System, state: State, power: str) -> Iterator[Sink]:
    """Yield where each unit stands that a power has made in this turn."""
    start, facilities, units = state.turn_start, system.of_category("facility"), state.units
    for i in range(start.last_unit + 1, state.last_unit + 1) if start else ():
        unit = units.get(i)
        if unit is None or unit.owner != power or unit.type in facilities:
            continue
        if isinstance(unit.place, str):
            yield Sink(unit.type, unit.place)


works_of = remembered_each(_works)
"""The works of a power in a state."""
