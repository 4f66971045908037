"""Moves of The War Game, with what units are to do where they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from random import Random

from a4a.core.english import count_of, list_of, the
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.forms.grouped import GroupedMoves
from a4a.rules.areas.forms.stacks import Look, detail_of, stacked
from a4a.rules.areas.movement.refusal import Refusal, refuse
from a4a.rules.areas.system import System
from a4a.rules.choices import Destination, MovableStack, Moves, Refused
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.remembered import remembered
from a4a.rules.systems.wargame1942.combat import neutrals
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.declaring import (
    air,
    generals,
    land,
    moves,
    sea,
    ways,
)
from a4a.rules.systems.wargame1942.declaring.view import View, view_of
from a4a.rules.systems.wargame1942.orders import Send

_LABELS = {
    w.SUPPORT: "support shot at",
    w.BOMBARD: "bombard",
    w.PASS: "pass on to",
    w.PASS_TO_OFFLOAD: "pass on, to land from",
    w.PASS_TO_BOMBARD: "pass on, to bombard from",
    w.CLEAR: "fight, then go on to",
    w.ASSAULT: "land in",
}
"""What a way is for, before the space that it is about."""
_ORDERED = {
    w.SUPPORT: "shoots at",
    w.BOMBARD: "bombards",
    w.PASS: "passes by to",
    w.PASS_TO_OFFLOAD: "passes by, to land from",
    w.PASS_TO_BOMBARD: "passes by, to bombard from",
    w.CLEAR: "fights, then goes on to",
    w.ASSAULT: "lands in",
    w.OFFLOAD: "offloads in",
    w.DROP: "drops over",
}
"""What units have been ordered, in the same way."""


def moves_form(system: System, state: State, asked: Decision) -> Moves:
    """Return the moves that a decision asks for."""
    return MoveChoices(system, state, asked)


class MoveChoices(GroupedMoves):
    """The moves of a nation in one of its two movement phases.

    Parameters
    ----------
    system, state, asked
        The decision.
    """

    def __init__(self, system: System, state: State, asked: Decision) -> None:
        super().__init__(system, state, asked)
        self._combat = asked.kind.startswith("combat")
        self.title = _title(system, asked.powers, asked.kind)

    @cached_property
    def _mover(self) -> View:
        return view_of(self._system, self._state, self._power, combat=self._combat)

    def after(self, state: State) -> MoveChoices:
        """Return the moves in a later state in which the same is asked."""
        return MoveChoices(self._system, state, self._asked)

    # --- the units ------------------------------------------------------------------------------

    @cached_property
    def stacks(self) -> tuple[MovableStack, ...]:
        """The units of the nation, by space; those that may not move say why."""
        view = self._mover
        units = chain(*map(view.own, ("land", "sea", "air")), generals.own(view))
        looks = _looks(view.system, view.state)
        return tuple(stacked(view, units, look=lambda unit: _look(view, unit, looks)))

    # --- where they can go ----------------------------------------------------------------------

    def sample(self, units: Sequence[int], rng: Random) -> Destination | None:
        """Return one of the ways that units of one space can go together, at random, or None."""
        view, picked = self._mover, self._picked(units)
        if self._are_apart(picked):
            return None  # a bomber has taken some of them along
        if len(set(map(self._category, picked))) != 1:
            return super().sample(units, rng)
        orders = list(ways.candidates(view, picked))
        rng.shuffle(orders)
        legal = (order for order in orders if moves.is_legal(view, picked, order))
        found = next(legal, None)
        return None if found is None else self._way(found)

    def _ways(self, units: list[Unit]) -> Iterator[Destination]:
        return map(self._way, ways.legal(self._mover, units))

    def _way(self, order: Send) -> Destination:
        words = [_LABELS[order.task], str(order.target)] if order.task in _LABELS else []
        if order.aboard is not None:
            words.append(self._aboard(order))
        path = order.path if len(order.path) > 1 else (order.path[0], str(order.target))
        return Destination(path[-1], path, (order,), " ".join(words), self._cost(order, path[-1]))

    def _cost(self, order: Send, end: str) -> str:
        """Say what the invasion of neutral land costs; "" of any other move."""
        to = str(order.target) if order.task == w.ASSAULT else end
        if not neutrals.is_neutral(self._system, self._state, to) or to in self._invaded:
            return ""
        price = neutrals.price(self._system, to)
        return f"invading {the(to)} costs {price} {self._system.catalog.currency}"

    @cached_property
    def _invaded(self) -> frozenset[str]:
        """Neutral land that has been declared to be invaded, so that no more is to be paid."""
        return frozenset(neutrals.invaded(self._system, self._state))

    def _aboard(self, order: Send) -> str:
        ship = self._state.unit(order.aboard or 0)
        if order.task == w.DROP:
            return "by parachute"
        cargo = Counter(u.type for u in self._state.at(ship.id))
        loaded = list_of([count_of(n, kind) for kind, n in cargo.items()])
        return f"aboard {one(ship.type)}" + (f" with {loaded}" if loaded else "")

    # --- what is ordered ------------------------------------------------------------------------

    def _order(self, units: tuple[int, ...], path: tuple[str, ...], aboard: int | None) -> Send:
        return Send(units, path, aboard)

    def _check(self, order: Order) -> None:
        assert isinstance(order, Send)
        moves.verify(self._mover, order)

    def _ships(self, zone: str) -> list[Unit]:
        view, types = self._mover, self._system.types
        return [
            u for u in view.state.at(zone)
            if types[u.type].transport_capacity and not view.is_enemy(u.owner)
        ]  # fmt: skip


@lru_cache(maxsize=64)
def _title(system: System, powers: tuple[str, ...], kind: str) -> str:
    phase = "combat orders" if kind.startswith("combat") else "noncombat moves"
    return f"{phase} of {system.said(powers)}"


def _look(view: View, unit: Unit, known: dict[Hashable, Look]) -> Look:
    """How a unit looks, worked out once in a turn for all that do."""
    state = view.state
    here = view.place(unit) if view.category(unit) == "sea" else None
    barred = here is not None and view.is_barred(here)  # enemies may stop a ship
    ship = state.unit(unit.place).type if isinstance(unit.place, int) else None
    memory, cargo = state.memory(unit.id), tuple([u.type for u in state.at(unit.id)])
    key = view.combat, unit.type, unit.damage, unit.flags, memory, ship, cargo, here, barred
    found = known.get(key)
    if found is None:
        found = known[key] = _seen(view, unit)
    return found


def _none(system: System, state: State) -> dict[Hashable, Look]:
    return {}


_looks = remembered(_none, same=lambda one, other: one.turn_start is other.turn_start)
"""How units look in a turn: of what is around them only who bars a zone keeps them there."""


def _seen(view: View, unit: Unit) -> Look:
    refusal = _ready(view, unit)
    refused = None
    if refusal is not None:
        refused = Refused.of(refuse(view.system.book, refusal, tried=f"move {unit.type}"))
    left = None if generals.is_general(view, unit) else max(view.left(unit), 0)
    return Look(detail_of(view.state, unit, tasks=_ORDERED), left, refused)


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
