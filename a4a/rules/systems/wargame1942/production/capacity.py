"""What land recruits and factories build in a turn, and what of it is left.

Source: The War Game, "Phase V: Build and Recruit", "Factories".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.economy.allotment import all_served
from a4a.rules.areas.system import System
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


def factory_in(system: System, state: State, territory: str) -> Unit | None:
    """Return the factory in a territory, or None."""
    kinds = system.able("factory")
    return next((u for u in state.at(territory) if u.type in kinds), None)


def working(system: System, state: State, power: str) -> Iterator[tuple[str, Factory]]:
    """Yield where a power's factories build, with what they are in this turn.

    One that was upgraded in this turn is still what it was; a reduced one is what is left.
    """
    start = state.turn_start or state
    for unit in start.units.values():
        now = state.units.get(unit.id)
        if now is None or now.owner != power or unit.owner != power:
            continue
        was, is_ = numbers(system).factory(unit.type), numbers(system).factory(now.type)
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
        place: _output(system, state, power, place, kind)
        for place, kind in working(system, state, power)
    }


def _output(system: System, state: State, power: str, place: str, kind: Factory) -> int:
    most = kind.most or supported(system, state, power, place)
    return max(0, most - trained_in(state, place))


class Works:
    """What a power's land and factories make in this turn, and what they have made.

    Parameters
    ----------
    system, state, power
        Whose turn.
    changed
        What factories are to become, by territory; None for those that are to be destroyed.

    Attributes
    ----------
    factories
        Its factories that work in this turn, by territory.
    supply
        How many units come from each source.
    made
        How many units of each type have been placed in each space.
    """

    def __init__(
        self,
        system: System,
        state: State,
        power: str,
        *,
        changed: Mapping[str, Factory | None] = MappingProxyType({}),
    ) -> None:
        self.system, self.state, self.power = system, state, power
        working_now = {**dict(working(system, state, power)), **changed}
        self.factories = {place: kind for place, kind in working_now.items() if kind is not None}
        self.supply = {
            Source(FACTORY, place): _output(system, state, power, place, kind)
            for place, kind in self.factories.items()
        }
        for place, owner in state.control.items():
            if owner == power and held_since_start(state, power, place):
                most = recruits(system, state, power, place)
                if most:
                    self.supply[Source(RECRUITS, place)] = most
        self.made = Counter(self._made())
        self._places = {source.territory for source in self.supply}

    def _made(self) -> Iterator[Sink]:
        start, facilities = self.state.turn_start, self.system.of_category("facility")
        if start is None:
            return
        for unit in self.state.units.values():
            if unit.id in start.units or unit.owner != self.power or unit.type in facilities:
                continue
            if isinstance(unit.place, str):
                yield Sink(unit.type, unit.place)

    def ways(self, sink: Sink) -> tuple[Source, ...]:
        """Return the sources that a unit can come from."""
        system, found = self.system, []
        if sink.unit in numbers(system).recruits[0].units:
            found.append(Source(RECRUITS, sink.space))
        coast = system.graph.coast[sink.space] if system.graph.is_sea[sink.space] else (sink.space,)
        for place in coast:
            kind = self.factories.get(place)
            if kind is not None and (not kind.builds or sink.unit in kind.builds):
                found.append(Source(FACTORY, place))
        return tuple(source for source in found if source in self.supply)

    def fits(self, more: Mapping[Sink, int]) -> bool:
        """Whether so many more units can be made, whichever sources make those that stand."""
        demand = self.made + Counter(more)
        return all_served(self.supply, demand, {sink: self.ways(sink) for sink in demand})

    def room(self, sink: Sink) -> int:
        """Return how many more units of a type can be made in a space."""
        most = sum(self.supply[source] for source in self.ways(sink))
        low = 0
        while low < most:  # the greatest number that fits
            middle = (low + most + 1) // 2
            low, most = (middle, most) if self.fits({sink: middle}) else (low, middle - 1)
        return low

    def spaces(self) -> tuple[str, ...]:
        """Return the spaces where its sources can make anything, in board order."""
        coast = (z for place in self.factories for z in self.system.graph.coast[place])
        found = {*self._places, *coast}
        return tuple(sorted(found, key=self.system.board.index.__getitem__))
