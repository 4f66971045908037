"""The shadow of a movement phase: how it would stand if the kernel had played the recorded moves.

It differs from the record in what the kernel does later than other programs, or remembers when
they do not: cargo of an announced assault is still aboard, land that was entered without a fight
is not taken yet, units have tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from a4a.core.dice import ScriptedDice
from a4a.core.errors import RecordError
from a4a.core.events import AnyEvent, UnitsConverted, UnitsPlaced, UnitsTasked
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.audit.recorded import Recorded
from a4a.rules.areas.bases.carriers import free_places, is_carrier
from a4a.rules.areas.movement import moving
from a4a.rules.areas.movement.field import RAIL, Field
from a4a.rules.areas.movement.fields import Fields
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.areas.orders import Move
from a4a.rules.run import Run

Tasks: TypeAlias = dict[tuple[str, str | None], tuple[int, ...]]
"""Units by the task they have and its target."""


class Shadow:
    """Plays the recorded moves of one phase by the rules.

    Parameters
    ----------
    fields
        Makes its fields.
    state
        How it stood before the first move, with the tasks the kernel would have given.
    combat
        Whether it is the Combat Move phase.
    power
        Whose moves.
    """

    def __init__(self, fields: Fields, state: State, *, combat: bool, power: str) -> None:
        self.state = state
        self.combat = combat
        self.power = power
        self._fields = fields

    @property
    def field(self) -> Field:
        """Where units stand now."""
        return self._fields.of(self.state, combat=self.combat, power=self.power)

    def play(self, move: Recorded) -> tuple[Move, Refusal] | None:
        """Make a move if the rules allow it; otherwise return the order that is refused, and why.

        What a program records as one move may be several orders: ships, aircraft and land units
        separately, and units of a stack one by one. It is legal if these are in some order.
        """
        state, movers = _take_guests(self.field, move)
        pending = _by_kind(self.field, movers)
        first: tuple[Move, Refusal] | None = None
        while pending:
            refused: list[tuple[int, ...]] = []
            for units in pending:
                result = self._order(state, units, move)
                if isinstance(result, State):
                    state = result
                else:
                    refused.append(units)
                    first = first or result
            if len(refused) == len(pending):
                refused = [part for units in pending for part in _split(state, units)]
                if len(refused) == len(pending):
                    return first
            pending = refused
        self.state = state
        return None

    def _order(
        self, state: State, units: tuple[int, ...], move: Recorded
    ) -> State | tuple[Move, Refusal]:
        """The state after an order, or the order with the reason why it may not be given."""
        field = self._fields.of(state, combat=self.combat, power=self.power)
        category = field.system.types[state.unit(units[0]).type].category
        aboard = None if category == "sea" else move.aboard
        first: tuple[Move, Refusal] | None = None
        for task in move.tasks:
            if len(move.tasks) > 1 and (task == RAIL) != (category == "land") and task:
                continue  # it cannot have been for that
            order = Move(units, move.path, aboard, task)
            refusal = moving.check(field, order)
            if refusal is None:
                run = Run(state, ScriptedDice(()))
                moving.carry_out(field, run, order)
                return run.state
            first = first or (order, refusal)
        assert first is not None
        return first

    def force(self, move: Recorded) -> None:
        """Make a move that the rules do not allow; raise RecordError if it cannot be made."""
        self.state = self.state.apply(*move.events)

    def follow(self, event: AnyEvent) -> None:
        """Apply events that are not moves; raise RecordError if they cannot happen."""
        self.state = self.state.apply(event)

    def meet(self, units: Iterable[int], recorded: State) -> None:
        """Put units where the record has them, if they are elsewhere here.

        Raises
        ------
        RecordError
            If they cannot be put there.
        """
        for i in units:
            mine, theirs = self.state.units.get(i), recorded.unit(i)
            if mine is None:
                raise RecordError(f"unit {i} is not in the game here")
            if mine.place != theirs.place:
                self.follow(UnitsPlaced((i,), theirs.place, "recorded"))
            if mine.owner != theirs.owner:
                self.follow(UnitsConverted((i,), "recorded", owner=theirs.owner))

    def tasks(self) -> Tasks:
        """The tasks that units of the power have, and who has them."""
        found: Tasks = {}
        field = self.field
        for unit in (*field.troops, *field.ships, *field.aircraft):
            memory = self.state.memory(unit.id)
            if memory.task:
                key = (memory.task, memory.target)
                found[key] = (*found.get(key, ()), unit.id)
        return found


def give(state: State, tasks: Tasks) -> State:
    """Return a state in which the units that are still in it have their tasks."""
    events = []
    for (task, target), units in tasks.items():
        there = tuple(i for i in units if i in state.units)
        if there:
            events.append(UnitsTasked(there, task, target))
    return state.apply(*events) if events else state


def _take_guests(field: Field, move: Recorded) -> tuple[State, list[int]]:
    """Take friends' aircraft aboard the carriers they go with; return the state and the others.

    Some programs name them among what moves; here they are cargo.
    """
    state, system = field.state, field.system
    carriers = [
        unit
        for i in move.units
        if (unit := state.unit(i)).owner == field.power and is_carrier(system, unit)
    ]
    own: list[int] = []
    for i in move.units:
        unit = state.unit(i)
        guest = unit.owner in field.ground.comrades and unit.owner != field.power
        if guest and unit.type in system.of_category("air"):
            host = next(
                (c for c in carriers if unit.place == c.id or free_places(system, state, c) > 0),
                None,
            )
            if host is not None:
                if unit.place != host.id:
                    state = state.apply(UnitsPlaced((i,), host.id, "cargo"))
                continue
        own.append(i)
    return state, own


def _by_kind(field: Field, units: Sequence[int]) -> list[tuple[int, ...]]:
    """Split units into groups that an order can move together; ships first."""
    types = field.system.types
    kinds: dict[tuple[str, bool], list[int]] = {}
    for i in units:
        unit = field.state.unit(i)
        category = types[unit.type].category
        kinds.setdefault((category, category == "land" and _is_cargo(unit)), []).append(i)
    order = ("sea", "air", "land")
    ranked = sorted(kinds, key=lambda kind: order.index(kind[0]) if kind[0] in order else 9)
    return [tuple(kinds[kind]) for kind in ranked]


def _is_cargo(unit: Unit) -> bool:
    return isinstance(unit.place, int)


def _split(state: State, units: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Split units by type; units of one type one by one."""
    by_type: dict[str, list[int]] = {}
    for i in units:
        by_type.setdefault(state.unit(i).type, []).append(i)
    if len(by_type) > 1:
        return [tuple(found) for found in by_type.values()]
    return [(i,) for i in units]
