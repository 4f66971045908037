"""Phases that each power of a force goes through by itself, all of them at the same time.

A turn belongs to a force. Where that is one power, it has the phase and ends it. Where it is
several, all are asked at once and answer in any order; an order says which of them gives it, and
the phase is over when each has ended it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from a4a.core import events as ev
from a4a.core.english import either_of, list_of, the
from a4a.core.errors import RuleViolation
from a4a.core.phase_ends import ended
from a4a.core.state import State
from a4a.rules.areas.orders import EndPhase, Move
from a4a.rules.areas.politics import limits
from a4a.rules.areas.system import System
from a4a.rules.areas.turns import goes_first
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.remembered import remembered
from a4a.rules.run import Run


class LockstepPhase(Phase[System]):
    """A phase of one power after its own rules, which a force goes through in step."""

    # --- what a phase says of one power ---------------------------------------------------------

    def has(self, state: State, power: str) -> bool:
        """Whether a power of the force has this phase in this turn."""
        return True

    def begin(self, run: Run, power: str) -> None:
        """Do for a power what happens by itself as the phase begins."""

    def interruption(self, state: State) -> Decision | None:
        """Return a question that comes before what the force is asked, or None."""
        return None

    @abstractmethod
    def ask(self, state: State, power: str) -> Decision | None:
        """Return what a power is asked, or None if nothing is left to it."""

    @abstractmethod
    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse an order that a power may not give; RuleViolation says why."""

    @abstractmethod
    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Carry out the verified order of a power."""

    def end(self, run: Run, power: str) -> None:
        """Do for a power what happens by itself as the phase ends."""

    def mover(self, state: State, order: Order) -> str:
        """Return the power of the force for which an interruption is answered."""
        return state.active[0]

    def give_way(self, state: State, power: str, order: Order) -> None:
        """Refuse a move to where another power of the force goes first, until it is through.

        Raises
        ------
        RuleViolation
            If the other may enter a space of the way, and has not ended the phase.
        """
        turn = goes_first(self.system, state.active)
        if turn is None or power == turn.first or not isinstance(order, Move):
            return
        if turn.first not in _asked_of(self, state):
            return
        for space in order.path:
            if space in self.system.board.index and limits.may_enter(
                self.system, state, turn.first, space
            ):
                raise self.system.book.violation(
                    turn.rule,
                    f"{self.system.called(turn.first)} goes first in {the(space)}",
                    tried=f"move to {the(order.path[-1])}",
                    allowed=f"the move once {self.system.called(turn.first)} has ended the phase",
                )

    # --- the force ------------------------------------------------------------------------------

    def applies(self, state: State) -> bool:
        """Whether a power of the force has this phase."""
        return any(self.has(state, power) for power in state.active)

    def members(self, state: State) -> tuple[str, ...]:
        """Return the powers of the force that have the phase, once it is on."""
        if len(state.active) == 1:
            return state.active
        return tuple(power for power in state.active if self.has(state, power))

    def acting(self, state: State) -> tuple[str, ...]:
        """Return the powers of the force that have not ended the phase."""
        if len(state.active) == 1:
            return state.active
        found = self.members(state)
        return tuple(power for power in found if not _has_ended(state, power, self.name))

    def enter(self, run: Run) -> None:
        """Do what happens by itself as the phase begins, for one power after another."""
        for power in self.members(run.state):
            self.begin(run, power)

    def decision(self, state: State) -> Decision | None:
        """Ask all powers that still act; first what comes before that."""
        asked = self.interruption(state)
        if asked is not None:
            return asked
        each = tuple(_asked_of(self, state).values())
        return _together(self.system, each) if len(each) > 1 else next(iter(each), None)

    def verify(self, state: State, order: Order) -> None:
        """Refuse an order that its power may not give, or that does not say whose it is."""
        for power in self._givers(state, order):
            self.check(state, power, order)

    def execute(self, run: Run, order: Order) -> None:
        """Carry out an order; a power that ends the phase waits for the others of its force."""
        for power in self._givers(run.state, order):
            self.carry_out(run, power, order)
            if isinstance(order, EndPhase) and len(run.state.active) > 1:
                turn = run.state.turn
                run.emit(ev.MarkerChanged(ev.OnPower(power), ended(self.name), turn))

    def goes_on(self, state: State) -> bool:
        """Whether others of the force still act after one has ended the phase."""
        return len(state.active) > 1 and self.decision(state) is not None

    def leave(self, run: Run) -> None:
        """Do what happens by itself as the phase ends, for one power after another."""
        for power in self.members(run.state):
            self.end(run, power)

    def _givers(self, state: State, order: Order) -> tuple[str, ...]:
        """The powers that give an order: one, or all that are asked where they end the phase."""
        if len(state.active) == 1:
            return state.active
        if self.interruption(state) is not None:
            return (self.mover(state, order),)
        if order.power:
            return (state.catalog.power(order.power).name,)
        asked = tuple(_asked_of(self, state))
        if len(asked) == 1 or isinstance(order, EndPhase):
            return asked
        raise RuleViolation(
            "the order does not say which power gives it",
            tried=order.kind,
            allowed=f"name {either_of(map(repr, asked))} as its power",
        )


def _asked(phase: LockstepPhase, state: State) -> Mapping[str, Decision]:
    """What each power that has not ended a phase is asked in it."""
    asked = ((power, phase.ask(state, power)) for power in phase.acting(state))
    return {power: decision for power, decision in asked if decision is not None}


_asked_of = remembered(_asked)


def _has_ended(state: State, power: str, phase: str) -> bool:
    """Whether a power has ended a phase of the current turn: the marker counts to that turn."""
    return state.markers.get((ev.OnPower(power), ended(phase))) == state.turn


@lru_cache(maxsize=64)
def _together(system: System, asked: tuple[Decision, ...]) -> Decision:
    """Make one decision of those of several powers; moves change little of what is asked."""
    return msgspec.structs.replace(
        asked[0],
        powers=tuple(power for one in asked for power in one.powers),
        orders=tuple(dict.fromkeys(order for one in asked for order in one.orders)),
        text=_said(system, asked),
        options=tuple(dict.fromkeys(option for one in asked for option in one.options)),
        units=tuple(unit for one in asked for unit in one.units),
        spaces=tuple(dict.fromkeys(space for one in asked for space in one.spaces)),
        most=max(one.most for one in asked),
    )


def _said(system: System, asked: Sequence[Decision]) -> str:
    """What is asked of several powers, in words; what differs by their names alone is said once."""
    names = [system.called(one.powers[0]) for one in asked]
    texts = dict.fromkeys(one.text for one in asked)
    ends = {one.text.partition(name)[::2] for one, name in zip(asked, names, strict=True)}
    if len(texts) == 1 or len(ends) > 1:
        return "; ".join(texts)
    ((before, after),) = ends
    return f"{before}{list_of(names)}{after}"
