"""What can be chosen in a movement phase: stacks, where they can go, and why not elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from random import Random

from a4a.core.english import count_of
from a4a.core.errors import RuleViolation
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.rules.areas import technology
from a4a.rules.areas.forms.grouped import GroupedMoves
from a4a.rules.areas.forms.stacks import stacks
from a4a.rules.areas.movement import paratroopers, transports
from a4a.rules.areas.movement.airways import air_paths
from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.reach import MovePhase, Reach, Way
from a4a.rules.areas.orders import Move
from a4a.rules.areas.system import System
from a4a.rules.choices import Destination, MovableStack
from a4a.rules.decision import Decision
from a4a.rules.order import Order

_TASKS = {
    "": "",
    "raid": "bombing raid",
    "escort": "escort of a bombing raid",
    "support": "support of a landing",
    "drop": "by parachute",
    "rail": "by rail",
}
"""The label of a way by its task."""
_FARTHEST = 10
"""The farthest space to which a drop by parachute is tried."""


class MoveChoices(GroupedMoves):
    """The moves of a power in a movement phase of a game whose movement the engine knows.

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
        super().__init__(system, state, asked)
        self._reach = reach
        self._verify = verify
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
    def _mover(self) -> Field:
        return self._field

    @property
    def _field(self) -> Field:
        return self._reach.field(self._state, phase=self._phase, power=self._power)

    # --- where they can go ----------------------------------------------------------------------

    def sample(self, units: Sequence[int], rng: Random) -> Destination | None:
        """Return one of the ways that units of one space can go together, at random, or None."""
        ids = tuple(units)
        way = self._reach.pick(
            self._state, ids, phase=self._phase, power=self._power, shuffle=rng.shuffle
        )
        return None if way is None else self._destination(ids, way)

    def _ways(self, units: list[Unit]) -> Iterator[Destination]:
        ids = tuple(u.id for u in units)
        ways = self._reach.ways(self._state, ids, phase=self._phase, power=self._power)
        for way in chain(ways, self._rarer(units)):
            yield self._destination(ids, way)

    def _destination(self, units: tuple[int, ...], way: Way) -> Destination:
        return Destination(way.path[-1], way.path, (way.order(units),), self._label(way))

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
            for path in air_paths(field, here, _FARTHEST).values():
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

    # --- what is ordered ------------------------------------------------------------------------

    def _order(self, units: tuple[int, ...], path: tuple[str, ...], aboard: int | None) -> Move:
        return Move(units, path, aboard)

    def _check(self, order: Order) -> None:
        self._verify(self._state, order)

    def _ships(self, zone: str) -> list[Unit]:
        ground = self._field.ground
        there = self._state.at(zone)
        return [u for u in there if ground.room_aboard(u) and u.owner in ground.comrades]

    def _as_they_board(self, units: Sequence[Unit], ship: Unit) -> Sequence[Unit]:
        return transports.as_they_board(self._field, units, ship)
