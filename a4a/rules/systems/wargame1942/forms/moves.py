"""Moves of The War Game, with what units are to do where they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from random import Random

from a4a.core.english import count_of, list_of, the
from a4a.core.errors import RuleViolation
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.forms.stacks import detail_of
from a4a.rules.areas.movement.refusal import Refusal, refuse
from a4a.rules.areas.system import System
from a4a.rules.choices import Destination, MovableStack, Moves, Refused
from a4a.rules.decision import Decision
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.declaring import (
    air,
    generals,
    land,
    moves,
    sea,
    transports,
    ways,
)
from a4a.rules.systems.wargame1942.declaring.view import View, view_of
from a4a.rules.systems.wargame1942.orders import Send

_ORDER = ("land", "sea", "air", "other")
"""The order in which units of several kinds go to one space together."""
_LABELS = {
    w.SUPPORT: "support shot at",
    w.BOMBARD: "bombard",
    w.PASS: "pass on to",
    w.PASS_TO_OFFLOAD: "pass on, to land from",
    w.PASS_TO_BOMBARD: "pass on, to bombard from",
    w.CLEAR: "fight, then go on to",
    w.ASSAULT: "land in",
}


def moves_form(system: System, state: State, asked: Decision) -> Moves:
    """Return the moves that a decision asks for."""
    return MoveChoices(system, state, asked)


class MoveChoices(Moves):
    """The moves of a nation in one of its two movement phases.

    Units of several kinds that are picked together go by one order for each kind; land units that
    no single transport takes are shared out among several.

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
        self._combat = asked.kind.startswith("combat")
        phase = "combat orders" if self._combat else "noncombat moves"
        self.title = f"{phase} of {system.said(asked.powers)}"

    @property
    def _view(self) -> View:
        return view_of(self._system, self._state, self._power, combat=self._combat)

    def after(self, state: State) -> MoveChoices:
        """Return the moves in a later state in which the same is asked."""
        return MoveChoices(self._system, state, self._asked)

    # --- the units ------------------------------------------------------------------------------

    @cached_property
    def stacks(self) -> tuple[MovableStack, ...]:
        """The units of the nation, by space; those that may not move say why."""
        view, order = self._view, self._system.board.index
        looks: dict[
            tuple[object, ...], tuple[object, ...]
        ] = {}  # of units that nothing tells apart
        groups: dict[tuple[object, ...], list[Unit]] = {}
        for unit in self._units():
            aboard = tuple(u.type for u in view.state.at(unit.id))
            memory = view.state.memory(unit.id)
            bare = unit.place, unit.type, unit.damage, unit.flags, aboard, memory
            if bare not in looks:
                looks[bare] = (
                    view.place(unit),
                    unit.type,
                    detail_of(view.state, unit),
                    tuple(sorted(aboard)),
                    max(view.left(unit), 0),
                    _ready(view, unit),
                )
            groups.setdefault(looks[bare], []).append(unit)
        found = [
            MovableStack(
                space=view.place(units[0]) or "", units=tuple(u.id for u in units),
                type=units[0].type, power=self._power, detail=detail_of(view.state, units[0]),
                left=max(view.left(units[0]), 0), refused=self._idle(units[0]),
            )
            for units in groups.values()
        ]  # fmt: skip
        return tuple(sorted(found, key=lambda stack: order[stack.space]))

    def _units(self) -> Iterator[Unit]:
        view = self._view
        for category in ("land", "sea", "air"):
            yield from view.own(category)
        yield from generals.own(view)

    def _idle(self, unit: Unit) -> Refused | None:
        """Why a unit may not be ordered anywhere, or None."""
        refusal = _ready(self._view, unit)
        if refusal is None:
            return None
        return Refused.of(refuse(self._system.book, refusal, tried=f"move {unit.type}"))

    def _kinds(self, units: Sequence[int]) -> list[list[Unit]]:
        """The units by the orders they need; of one space only."""
        there, view = self._state.units, self._view
        picked = [there[i] for i in dict.fromkeys(units) if i in there]
        if len({view.place(u) for u in picked}) > 1:
            raise RuleViolation("units that move together start from one space", tried="move")
        groups: dict[str, list[Unit]] = {}
        for unit in picked:
            groups.setdefault(view.category(unit), []).append(unit)
        return [groups[kind] for kind in _ORDER if kind in groups]

    # --- where they can go ----------------------------------------------------------------------

    def destinations(self, units: Sequence[int]) -> tuple[Destination, ...]:
        """Return the ways that units of one space can go together, the nearest first."""
        groups = self._kinds(units)
        if not groups:
            return ()
        found = [self._ways(group) for group in groups]
        common = [space for space in found[0] if all(space in ends for ends in found)]
        made = []
        for space in common:
            for choice in product(*(ends[space] for ends in found)):
                labels = dict.fromkeys(way.label for way in choice if way.label)
                orders = tuple(order for way in choice for order in way.orders)
                made.append(Destination(space, choice[0].path, orders, " and ".join(labels)))
        return tuple(sorted(made, key=lambda way: (len(way.path), bool(way.label))))

    def sample(self, units: Sequence[int], rng: Random) -> Destination | None:
        """Return one of the ways that units of one space can go together, at random, or None."""
        there, view = self._state.units, self._view
        if len({view.place(there[i]) for i in units if i in there}) > 1:
            return None  # a bomber has taken some of them along
        groups = self._kinds(units)
        if len(groups) != 1:
            return super().sample(units, rng)
        orders = list(ways.candidates(view, groups[0]))
        rng.shuffle(orders)
        legal = (order for order in orders if moves.check(view, order) is None)
        found = next(legal, None)
        return None if found is None else self._way(found)

    def _ways(self, units: list[Unit]) -> dict[str, list[Destination]]:
        """The ways of units of one kind, by the space they end in."""
        found: dict[str, dict[str, Destination]] = {}
        for order in ways.legal(self._view, units):
            way = self._way(order)
            found.setdefault(way.space, {}).setdefault(way.label, way)
        if len(units) > 1 and self._view.category(units[0]) == "land":
            for way in self._shared_out(units):
                found.setdefault(way.space, {"": way})
        return {space: list(labelled.values()) for space, labelled in found.items()}

    def _way(self, order: Send) -> Destination:
        words = [_LABELS[order.task], str(order.target)] if order.task in _LABELS else []
        if order.aboard is not None:
            words.append(self._aboard(order))
        path = order.path if len(order.path) > 1 else (order.path[0], str(order.target))
        return Destination(path[-1], path, (order,), " ".join(words))

    def _aboard(self, order: Send) -> str:
        ship = self._state.unit(order.aboard or 0)
        if order.task == w.DROP:
            return "by parachute"
        cargo = Counter(u.type for u in self._state.at(ship.id))
        loaded = list_of([count_of(n, kind) for kind, n in cargo.items()])
        return f"aboard {one(ship.type)}" + (f" with {loaded}" if loaded else "")

    def _shared_out(self, units: list[Unit]) -> Iterator[Destination]:
        """Share land units out among the transports of a zone, where no single one takes all."""
        view, types = self._view, self._system.types
        here = view.place(units[0]) or ""
        if not all(isinstance(u.place, str) for u in units):
            return
        for zone in self._system.graph.coast.get(here, ()):
            waiting, orders = list(units), []
            for ship in view.state.at(zone):
                if ship.owner != self._power or not types[ship.type].transport_capacity:
                    continue
                room = types[ship.type].transport_capacity - transports.carried(view, ship)
                load: list[Unit] = []
                for unit in waiting:
                    cost = types[unit.type].transport_cost
                    if cost and cost <= room:
                        load.append(unit)
                        room -= cost
                if load:
                    orders.append(Send(tuple(u.id for u in load), (here, zone), ship.id))
                    waiting = [u for u in waiting if u not in load]
            if orders and not waiting and all(moves.check(view, o) is None for o in orders):
                yield Destination(zone, (here, zone), tuple(orders))

    def near(self, units: Sequence[int]) -> tuple[str, ...]:
        """Return the spaces beside the units, whether they can go there or not."""
        there = self._state.units
        here = next((self._view.place(there[i]) for i in units if i in there), None)
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
        view = self._view
        here, category = view.place(units[0]) or "", view.category(units[0])
        if here == space:
            return Refused("they are there already", tried=f"move to {the(space)}")
        graph = self._system.graph
        edges = {"land": graph.land, "sea": graph.sea}.get(category, graph.air)
        beside = space in graph.air[here]
        path = (here, space) if beside or category == "other" else _shortest(edges, here, space)
        if path is None:
            return Refused(f"there is no way from {the(here)} to {the(space)}", tried="move")
        aboard = None
        if category == "land" and graph.is_sea[space]:
            ships = (
                u for u in view.state.at(space) if self._system.types[u.type].transport_capacity
            )
            aboard = next((u.id for u in ships if not view.is_enemy(u.owner)), None)
        try:
            moves.verify(view, Send(tuple(u.id for u in units), path, aboard))
        except RuleViolation as error:
            return Refused.of(error)
        return None


def _shortest(edges: Mapping[str, Sequence[str]], here: str, there: str) -> tuple[str, ...] | None:
    """The shortest way between two spaces as the board has it, whatever stands on it."""
    found = {here}
    layer: list[tuple[str, ...]] = [(here,)]
    while layer:
        following: list[tuple[str, ...]] = []
        for path in layer:
            for space in edges.get(path[-1], ()):
                if space == there:
                    return (*path, space)
                if space not in found:
                    found.add(space)
                    following.append((*path, space))
        layer = following
    return None


def _ready(view: View, unit: Unit) -> Refusal | None:
    """Return why a unit may not set out, or None if it may."""
    category = view.category(unit)
    if category == "sea":
        return sea.ready(view, unit)
    if category == "air":
        return air.ready(view, unit)
    if category == "land" and not isinstance(unit.place, int):
        return land.ready(view, unit)
    return None
