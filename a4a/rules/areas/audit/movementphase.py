"""One movement phase of a recorded game, judged as a whole.

All combat moves are made at the same time, while the kernel takes orders one after
another and lets each rely only on those before it. So a move that is refused when its turn comes is
tried again after the moves recorded later; it is found wrong only if it stays refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from a4a.core.errors import RecordError
from a4a.core.events import AnyEvent
from a4a.core.state import State
from a4a.rules.areas.audit.recorded import Recorded, joined
from a4a.rules.areas.audit.shadow import Shadow, Tasks, give
from a4a.rules.areas.movement.ending import LooseEnd, loose_ends
from a4a.rules.areas.movement.field import REST, Field
from a4a.rules.areas.movement.fields import Fields
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.areas.orders import Move
from a4a.rules.areas.phases.noncombat_move import spent, unlanded


class RefusedMove(NamedTuple):
    """A recorded move that the kernel would have refused."""

    move: Recorded
    field: Field
    order: Move
    refusal: Refusal


class MovementPhase:
    """Takes the moves of one phase as they come, and says at its end which were wrong.

    Parameters
    ----------
    fields
        Makes its fields.
    recorded
        The recorded state before the first move.
    tasks
        The tasks that the kernel would have given to units earlier in the turn.
    combat
        Whether it is the Combat Move phase.
    power
        Whose moves.
    """

    def __init__(
        self, fields: Fields, recorded: State, tasks: Tasks, *, combat: bool, power: str
    ) -> None:
        self._fields = fields
        self._combat = combat
        self._power = power
        self._start = recorded if combat else _rested(fields, recorded, tasks, power=power)
        self._shadow = Shadow(fields, self._start, combat=combat, power=power)
        self._log: list[Recorded | AnyEvent] = []
        self._refused: list[RefusedMove] = []
        self._settled: list[RefusedMove] = []
        self._last: dict[int, Recorded] = {}

    @property
    def field(self) -> Field:
        """Where units stand after the moves so far."""
        return self._shadow.field

    def take(self, move: Recorded, recorded: State) -> None:
        """Judge a move for the time being, and make it.

        Parameters
        ----------
        move
            The move.
        recorded
            The recorded state before it.
        """
        try:
            self._shadow.meet(move.units, recorded)
        except RecordError:
            self._resume(recorded)
        self._log.append(move)
        self._last.update(dict.fromkeys(move.units, move))
        refused = _play(self._shadow, move)
        if refused is not None:
            self._refused.append(refused)
            try:
                self._shadow.force(move)
            except RecordError:
                self._resume(recorded.apply(*move.events))

    def follow(self, event: AnyEvent) -> None:
        """Apply events that are not moves."""
        self._log.append(event)
        with suppress(RecordError):  # the next move that needs it goes on from the record
            self._shadow.follow(event)

    def findings(self) -> list[RefusedMove]:
        """The moves that are wrong in the order they were recorded and in any other tried."""
        if self._refused:
            shadow = Shadow(self._fields, self._start, combat=self._combat, power=self._power)
            log = joined(self._log, {unit.id for unit in shadow.field.aircraft})
            try:
                refused = _replayed(shadow, log)
            except RecordError:
                refused = self._refused
            if len(refused) < len(self._refused) + (log != self._log):
                self._refused, self._shadow = refused, shadow
                for move in log:
                    if isinstance(move, Recorded):
                        self._last.update(dict.fromkeys(move.units, move))
        return [*self._settled, *self._refused]

    def loose_ends(self) -> list[RefusedMove]:
        """The moves that end where their units have nothing to do, or cannot stay."""
        field = self._shadow.field
        wrong = {refused.move for refused in (*self._settled, *self._refused)}
        found: list[RefusedMove] = []
        for unit, refusal in _ends(field):
            move = self._last.get(unit.id)
            if move is not None and move not in wrong:
                wrong.add(move)
                order = Move(move.units, move.path, move.aboard)
                found.append(RefusedMove(move, field, order, refusal))
        return found

    def tasks(self) -> Tasks:
        """The tasks of units when the phase has ended."""
        return self._shadow.tasks()

    def _resume(self, recorded: State) -> None:
        """Go on from the record where the shadow can no longer follow it."""
        self._settled += self._refused
        self._refused = []
        self._log = []
        self._start = give(recorded, self._shadow.tasks())
        self._shadow = Shadow(self._fields, self._start, combat=self._combat, power=self._power)


def _rested(fields: Fields, recorded: State, tasks: Tasks, *, power: str) -> State:
    """The state in which noncombat moves begin: units that have done their turn's work rest."""
    state = give(recorded, tasks)
    resting = spent(fields.of(state, combat=False, power=power))
    return give(state, {(REST, None): resting})


def _play(shadow: Shadow, move: Recorded) -> RefusedMove | None:
    field = shadow.field
    result = shadow.play(move)
    return None if result is None else RefusedMove(move, field, *result)


def _replayed(shadow: Shadow, log: list[Recorded | AnyEvent]) -> list[RefusedMove]:
    """Play moves again, each as soon as it is legal; moves that never are legal are made anyway.

    Moves of the same units, or of transports and what is aboard, keep their order.
    """
    found: list[RefusedMove] = []
    waiting = log
    while waiting:
        rest: list[Recorded | AnyEvent] = []
        first: RefusedMove | None = None
        held: set[int] = set()
        for item in waiting:
            if not isinstance(item, Recorded):
                shadow.follow(item)
                continue
            units = _concerned(shadow.state, item)
            refused = None
            if held.isdisjoint(units):
                refused = _play(shadow, item)
                if refused is None:
                    continue
            first = first or refused
            held |= units
            rest.append(item)
        if len(rest) == len(waiting) and first is not None:
            found.append(first)
            shadow.force(first.move)
            rest.remove(first.move)
        waiting = rest
    return found


def _concerned(state: State, move: Recorded) -> set[int]:
    """The units of a move and the ships they leave or board."""
    found = set(move.units)
    if move.aboard is not None:
        found.add(move.aboard)
    for i in move.units:
        unit = state.units.get(i)
        if unit is not None and isinstance(unit.place, int):
            found.add(unit.place)
    return found


def _ends(field: Field) -> Iterator[LooseEnd]:
    """What keeps a movement phase from ending as it stands."""
    if field.combat:
        yield from loose_ends(field)
    else:
        found = unlanded(field)
        if found is not None:
            yield found
