"""What can be chosen in a movement phase: stacks, where they can go, and why not elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from random import Random

from a4a.core.dice import ScriptedDice
from a4a.core.english import count_of, the
from a4a.core.errors import A4AError, RuleViolation
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.rules.areas import technology
from a4a.rules.areas.forms.stacks import stacks
from a4a.rules.areas.movement import moving, paratroopers, transports
from a4a.rules.areas.movement.airways import air_paths
from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.reach import MovePhase, Reach, Way
from a4a.rules.areas.orders import Move
from a4a.rules.areas.system import System
from a4a.rules.choices import Destination, MovableStack, Moves, Refused
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.run import Run

_ORDER = ("land", "sea", "air")
"""The order in which units of several kinds go to one space together."""
_TASKS = {
    "": "",
    "raid": "bombing raid",
    "escort": "escort of a bombing raid",
    "support": "support of a landing",
    "drop": "by parachute",
    "rail": "by rail",
}
"""The label of a way by its task."""
_MOST_STEPS = 10
"""The longest way tried to a space that cannot be reached, to say why not."""


class MoveChoices(Moves):
    """The moves of a power in a movement phase.

    Units of several kinds that are picked together go by one order for each kind; land units that
    no single transport takes are shared out among several.

    Parameters
    ----------
    system
        The game.
    reach
        Answers where units can go.
    verify
        Refuses orders that may not be given.
    state, asked
        The decision.
    """

    def __init__(
        self,
        system: System,
        reach: Reach,
        verify: Callable[[State, Order], None],
        state: State,
        asked: Decision,
    ) -> None:
        self._system = system
        self._reach = reach
        self._verify = verify
        self._state = state
        self._asked = asked
        (self._power,) = asked.powers
        self._phase: MovePhase = "combat" if asked.kind.startswith("combat") else "noncombat"
        self.title = f"{self._phase} moves of {system.said(asked.powers)}"

    def after(self, state: State) -> MoveChoices:
        """Return the moves in a later state in which the same is asked."""
        return MoveChoices(self._system, self._reach, self._verify, state, self._asked)

    @cached_property
    def stacks(self) -> tuple[MovableStack, ...]:
        """The units of the power, by space; those that may not move say why."""
        return stacks(self._field)

    @property
    def _field(self) -> Field:
        return self._reach.field(self._state, phase=self._phase, power=self._power)

    # --- where they can go ----------------------------------------------------------------------

    def destinations(self, units: Sequence[int]) -> tuple[Destination, ...]:
        """Return the ways that units of one space can go together, the nearest first."""
        groups = self._kinds(units)
        if not groups:
            return ()
        found = [self._ways(group) for group in groups]
        common = [space for space in found[0] if all(space in ways for ways in found)]
        destinations = []
        for space in common:
            for choice in product(*(ways[space] for ways in found)):
                labels = dict.fromkeys(label for label, *_ in choice if label)
                orders = tuple(order for _, _, orders in choice for order in orders)
                destinations.append(Destination(space, choice[0][1], orders, " and ".join(labels)))
        return tuple(sorted(destinations, key=lambda d: (len(d.path), bool(d.label))))

    def sample(self, units: Sequence[int], rng: Random) -> Destination | None:
        """Return one of the ways that units of one space can go together, at random, or None."""
        ids = tuple(units)
        way = self._reach.pick(
            self._state, ids, phase=self._phase, power=self._power, shuffle=rng.shuffle
        )
        if way is None:
            return None
        return Destination(way.path[-1], way.path, (way.order(ids),), self._label(way))

    def _kinds(self, units: Sequence[int]) -> list[list[Unit]]:
        """The units by the orders they need: land units, ships, aircraft; of one space only."""
        there = self._state.units
        picked = [there[i] for i in dict.fromkeys(units) if i in there]
        if len({self._field.place(u) for u in picked}) > 1:
            raise RuleViolation("units that move together start from one space", tried="move")
        groups: dict[str, list[Unit]] = {}
        for unit in picked:
            groups.setdefault(self._system.types[unit.type].category, []).append(unit)
        return [groups[kind] for kind in _ORDER if kind in groups]

    def _ways(
        self, units: list[Unit]
    ) -> dict[str, list[tuple[str, tuple[str, ...], tuple[Order, ...]]]]:
        """The ways of units of one kind by the space they end in: label, path, orders."""
        ids = tuple(u.id for u in units)
        found: dict[str, dict[str, tuple[str, tuple[str, ...], tuple[Order, ...]]]] = {}
        for way in self._reach.ways(self._state, ids, phase=self._phase, power=self._power):
            label = self._label(way)
            found.setdefault(way.path[-1], {}).setdefault(
                label, (label, way.path, (way.order(ids),))
            )
        for way in self._rarer(units):
            label = self._label(way)
            found.setdefault(way.path[-1], {}).setdefault(
                label, (label, way.path, (way.order(ids),))
            )
        if len(units) > 1:
            for zone, orders in self._shared_out(units, found):
                found[zone] = {"": ("", (orders[0].path), tuple(orders))}
        return {space: list(ways.values()) for space, ways in found.items()}

    def _rarer(self, units: list[Unit]) -> Iterator[Way]:
        """Ways that `Reach` leaves out: onto friends' carriers, and by parachute."""
        field, types = self._field, self._system.types
        here = field.place(units[0])
        kind = types[units[0].type]
        if here is None:
            return
        if kind.carrier_cost and not field.combat:
            left = min(field.left(u) for u in units)
            for zone, path in air_paths(field, here, left).items():
                for ship in self._state.at(zone) if self._system.graph.is_sea[zone] else ():
                    if types[ship.type].carrier_capacity and ship.owner != field.power:
                        yield from self._legal(units, Way(path, ship.id))
        elif kind.category == "land" and self._may_drop(field):
            for path in air_paths(field, here, _MOST_STEPS).values():
                yield from self._legal(units, Way(path, None, "drop"))

    def _may_drop(self, field: Field) -> bool:
        return field.combat and technology.has(self._state, field.power, paratroopers.NAME)

    def _legal(self, units: list[Unit], way: Way) -> Iterator[Way]:
        try:
            self._verify(self._state, way.order([u.id for u in units]))
        except RuleViolation:
            return
        yield way

    def _label(self, way: Way) -> str:
        if way.aboard is None:
            return _TASKS[way.task]
        ship = self._state.unit(way.aboard)
        if ship.type in self._field.ground.lifters:
            return f"by {ship.type}"
        words = f"aboard {one(ship.type)}"
        if ship.owner != self._field.power:
            words += f" of {self._system.called(ship.owner)}"
        cargo = Counter(u.type for u in self._state.at(ship.id))
        return (
            f"{words} with {list_of(count_of(n, k) for k, n in cargo.items())}" if cargo else words
        )

    def _shared_out(
        self, units: list[Unit], found: Mapping[str, object]
    ) -> Iterator[tuple[str, list[Move]]]:
        """Share land units out among the transports of a zone, where no single one takes all."""
        types = self._system.types
        here = self._field.place(units[0])
        if here is None or types[units[0].type].category != "land":
            return
        for zone in self._system.graph.coast.get(here, ()):
            ships = [u for u in self._state.at(zone) if self._field.ground.room_aboard(u)]
            if zone in found or len(ships) < 2:
                continue
            orders = self._loads(units, (here, zone), ships)
            if orders:
                yield zone, orders

    def _loads(
        self, units: list[Unit], path: tuple[str, str], ships: list[Unit]
    ) -> list[Move] | None:
        """Orders that load all units, ship after ship; None if some stay ashore."""
        waiting = units
        run = Run(self._state, ScriptedDice(()))
        orders = []
        for ship in ships:
            load: list[int] = []
            for unit in transports.as_they_board(self._field, waiting, ship):
                order = Move((*load, unit.id), path, ship.id)
                try:
                    self._verify(run.state, order)
                except RuleViolation:
                    continue
                load.append(unit.id)
            if load:
                order = Move(tuple(load), path, ship.id)
                field = self._reach.field(run.state, phase=self._phase, power=self._power)
                moving.carry_out(field, run, order)
                orders.append(order)
                waiting = [u for u in waiting if u.id not in load]
        return None if waiting else orders

    def near(self, units: Sequence[int]) -> tuple[str, ...]:
        """Return the spaces beside the units, whether they can go there or not."""
        there = self._state.units
        here = next((self._field.place(there[i]) for i in units if i in there), None)
        return () if here is None else self._system.graph.air[here]

    # --- why not elsewhere ----------------------------------------------------------------------

    def refused(self, units: Sequence[int], space: str) -> Refused | None:
        """Say why units may not go to a space, or None if they may."""
        try:
            groups = self._kinds(units)
        except RuleViolation as error:
            return Refused.of(error)
        for group in groups:
            refused = self._refusal(group, space)
            if refused is not None:
                return refused
        return None

    def _refusal(self, units: list[Unit], space: str) -> Refused | None:
        here = self._field.place(units[0])
        ids = tuple(u.id for u in units)
        names = list_of(count_of(n, k) for k, n in Counter(u.type for u in units).items())
        if here is None or here == space:
            return Refused("they are there already", tried=f"move {names} to {the(space)}")
        path = self._path(units, here, space)
        if path is None:
            by = {"land": "over land", "sea": "by sea"}.get(
                self._system.types[units[0].type].category, "by air"
            )
            return Refused(
                f"there is no way {by} from {the(here)} to {the(space)}", tried=f"move {names}"
            )
        aboard = None
        is_sea, category = self._system.graph.is_sea, self._system.types[units[0].type].category
        if category == "land" and is_sea[space] and not is_sea[here]:
            aboard = self._transport(space)
            if aboard is None:
                return Refused(
                    f"no transport is in {the(space)}",
                    tried=f"move {names} from {the(here)} to {the(space)}",
                )
        try:
            self._verify(self._state, Move(ids, path, aboard))
        except RuleViolation as error:
            return Refused.of(error)
        except A4AError as error:
            return Refused(str(error))
        return None

    def _transport(self, zone: str) -> int | None:
        ground = self._field.ground
        for ship in self._state.at(zone):
            if ground.room_aboard(ship) and ship.owner in ground.comrades:
                return ship.id
        return None

    def _path(self, units: list[Unit], here: str, space: str) -> tuple[str, ...] | None:
        """The shortest way between two spaces as the board has it, whatever stands on it."""
        graph = self._system.graph
        category = self._system.types[units[0].type].category
        is_sea = graph.is_sea
        if category == "land" and (is_sea[here] or is_sea[space]):
            return (here, space) if space in graph.air[here] else None
        edges = {"land": graph.land, "sea": graph.sea}.get(category, graph.air)
        return _shortest(edges, here, space)


def _shortest(edges: Mapping[str, Iterable[str]], here: str, there: str) -> tuple[str, ...] | None:
    layer: list[tuple[str, ...]] = [(here,)]
    seen = {here}
    for _ in range(_MOST_STEPS):
        following = []
        for path in layer:
            for space in edges.get(path[-1], ()):
                if space == there:
                    return (*path, space)
                if space not in seen:
                    seen.add(space)
                    following.append((*path, space))
        layer = following
    return None
