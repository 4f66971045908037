"""Moves of units of several kinds: what all games of areas have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from a4a.core.english import count_of, the
from a4a.core.errors import A4AError, RuleViolation
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.rules.areas.movement.moving import Mover
from a4a.rules.areas.system import System
from a4a.rules.choices import Destination, Moves, Refused
from a4a.rules.decision import Decision
from a4a.rules.order import Order

_ORDER = ("land", "sea", "air", "other")
"""The order in which units of several kinds go to one space together."""


class GroupedMoves(Moves):
    """The moves of a power in a movement phase.

    Units of several kinds that are picked together go by one order for each kind; land units that
    no single ship takes are shared out among several.

    Parameters
    ----------
    system, state, asked
        The decision.
    """

    def __init__(self, system: System, state: State, asked: Decision) -> None:
        self._system = system
        self._state = state
        self._asked = asked
        (self._power,) = asked.powers

    # --- what a game says -----------------------------------------------------------------------

    @property
    @abstractmethod
    def _mover(self) -> Mover:
        """Who moves, and how the board looks to it."""

    @abstractmethod
    def _ways(self, units: list[Unit]) -> Iterator[Destination]:
        """Yield the ways of units of one kind, those to one space under one label best first."""

    @abstractmethod
    def _order(self, units: tuple[int, ...], path: tuple[str, ...], aboard: int | None) -> Order:
        """Make the order that moves units along a path, perhaps aboard something."""

    @abstractmethod
    def _check(self, order: Order) -> None:
        """Refuse an order that may not be given; RuleViolation says why."""

    @abstractmethod
    def _ships(self, zone: str) -> list[Unit]:
        """Return the ships in a zone that may take land units of the power aboard."""

    def _as_they_board(self, units: Sequence[Unit], ship: Unit) -> Sequence[Unit]:
        """Return units in the order in which they go aboard a ship."""
        return units

    # --- where they can go ----------------------------------------------------------------------

    def destinations(self, units: Sequence[int]) -> tuple[Destination, ...]:
        """Return the ways that units of one space can go together, the nearest first."""
        groups = self._kinds(units)
        if not groups:
            return ()
        found = [self._by_space(group) for group in groups]
        common = [space for space in found[0] if all(space in ends for ends in found)]
        made = []
        for space in common:
            for choice in product(*(ends[space] for ends in found)):
                labels = dict.fromkeys(way.label for way in choice if way.label)
                about = dict.fromkeys(way.about for way in choice if way.about)
                orders = tuple(order for way in choice for order in way.orders)
                said = " and ".join(labels), ", ".join(about)
                made.append(Destination(space, choice[0].path, orders, *said))
        return tuple(sorted(made, key=lambda way: (len(way.path), bool(way.label))))

    def near(self, units: Sequence[int]) -> tuple[str, ...]:
        """Return the spaces beside the units, whether they can go there or not."""
        there, place = self._state.units, self._mover.place
        here = next((place(there[i]) for i in units if i in there), None)
        return () if here is None else self._system.graph.air[here]

    def _picked(self, units: Sequence[int]) -> list[Unit]:
        there = self._state.units
        return [there[i] for i in dict.fromkeys(units) if i in there]

    def _are_apart(self, units: Iterable[Unit]) -> bool:
        """Whether units are in more spaces than one."""
        place = self._mover.place
        return len({place(unit) for unit in units}) > 1

    def _kinds(self, units: Sequence[int]) -> list[list[Unit]]:
        """The units by the orders they need: land units, ships ...; of one space only."""
        picked = self._picked(units)
        if self._are_apart(picked):
            raise RuleViolation("units that move together start from one space", tried="move")
        groups: dict[str, list[Unit]] = {}
        for unit in picked:
            groups.setdefault(self._category(unit), []).append(unit)
        return [groups[kind] for kind in _ORDER if kind in groups]

    def _category(self, unit: Unit) -> str:
        return self._system.types[unit.type].category

    def _by_space(self, units: list[Unit]) -> dict[str, list[Destination]]:
        """The ways of units of one kind, by the space they end in."""
        found: dict[str, dict[str, Destination]] = {}
        for way in self._ways(units):
            found.setdefault(way.space, {}).setdefault(way.label, way)
        if len(units) > 1 and self._category(units[0]) == "land":
            for way in self._shared_out(units, found):
                found[way.space] = {"": way}
        return {space: list(labelled.values()) for space, labelled in found.items()}

    def _shared_out(self, units: list[Unit], found: Mapping[str, object]) -> Iterator[Destination]:
        """Share land units out among the ships of a zone, where no single one takes all."""
        here = self._mover.place(units[0]) or ""
        for zone in self._system.graph.coast.get(here, ()):
            ships = self._ships(zone) if zone not in found else ()
            if len(ships) > 1 and (orders := self._loads(units, (here, zone), ships)):
                yield Destination(zone, (here, zone), orders)

    def _loads(
        self, units: Sequence[Unit], path: tuple[str, str], ships: Sequence[Unit]
    ) -> tuple[Order, ...]:
        """Orders that load all units, ship after ship; none if some stay ashore.

        What one ship takes is nothing to another, so each is asked as if it were the only one.
        """
        waiting, orders = units, list[Order]()
        for ship in ships:
            load: tuple[int, ...] = ()
            for unit in self._as_they_board(waiting, ship):
                more = (*load, unit.id)
                if self._may(self._order(more, path, ship.id)):
                    load = more
            if load:
                orders.append(self._order(load, path, ship.id))
                waiting = [u for u in waiting if u.id not in load]
        return () if waiting else tuple(orders)

    def _may(self, order: Order) -> bool:
        try:
            self._check(order)
        except RuleViolation:
            return False
        return True

    # --- why not elsewhere ----------------------------------------------------------------------

    def refused(self, units: Sequence[int], space: str) -> Refused | None:
        """Say why units may not go to a space, or None if they may."""
        try:
            groups = self._kinds(units)
        except RuleViolation as error:
            return Refused.of(error)
        found = (self._refusal(group, space) for group in groups)
        return next((refused for refused in found if refused is not None), None)

    def _refusal(self, units: list[Unit], space: str) -> Refused | None:
        """Why units of one kind may not go to a space, or None."""
        here, category = self._mover.place(units[0]), self._category(units[0])
        names = list_of(count_of(n, kind) for kind, n in Counter(u.type for u in units).items())
        if here is None or here == space:
            return Refused("they are there already", tried=f"move {names} to {the(space)}")
        path = self._path(category, here, space)
        if path is None:
            by = {"land": "over land", "sea": "by sea"}.get(category, "by air")
            why = f"there is no way {by} from {the(here)} to {the(space)}"
            return Refused(why, tried=f"move {names}")
        aboard, is_sea = None, self._system.graph.is_sea
        if category == "land" and is_sea[space] and not is_sea[here]:
            aboard = next((ship.id for ship in self._ships(space)), None)
        try:
            self._check(self._order(tuple(u.id for u in units), path, aboard))
        except RuleViolation as error:
            return Refused.of(error)
        except A4AError as error:
            return Refused(str(error))
        return None

    def _path(self, category: str, here: str, space: str) -> tuple[str, ...] | None:
        """The shortest way between two spaces as the board has it, whatever stands on it."""
        graph = self._system.graph
        by_ship = category == "land" and (graph.is_sea[here] or graph.is_sea[space])
        if by_ship or category == "other":
            return (here, space) if category == "other" or space in graph.air[here] else None
        edges = {"land": graph.land, "sea": graph.sea}.get(category, graph.air)
        return shortest(edges, here, space)


def shortest(edges: Mapping[str, Iterable[str]], here: str, there: str) -> tuple[str, ...] | None:
    """Return the shortest way between two spaces along some edges, or None if there is none.

    Examples
    --------
    >>> shortest({"a": "bc", "b": "d", "c": "d"}, "a", "d")
    ('a', 'b', 'd')
    """
    seen = {here}
    layer: list[tuple[str, ...]] = [(here,)]
    while layer:
        following: list[tuple[str, ...]] = []
        for path in layer:
            for space in edges.get(path[-1], ()):
                if space == there:
                    return (*path, space)
                if space not in seen:
                    seen.add(space)
                    following.append((*path, space))
        layer = following
    return None
