"""Combat Move: war is declared, then units move to fight.

Source: AA rulebook, "Phase 2: Combat Move" (p. 12-16).
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.account import Account
from a4a.rules.areas import intended, politics
from a4a.rules.areas.movement import moving, permission
from a4a.rules.areas.movement.alternatives import violation
from a4a.rules.areas.movement.ending import engages, recorded_ends, unfinished
from a4a.rules.areas.movement.engaging import check_engage, engage, refused_engagement
from a4a.rules.areas.movement.field import STAY, Field
from a4a.rules.areas.movement.fields import fields_of
from a4a.rules.areas.movement.refusal import refuse
from a4a.rules.areas.orders import DeclareWar, EndPhase, Engage, Move, Permit
from a4a.rules.areas.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.run import Run


class CombatMove(Phase[System]):
    """Declare war, then attack with as many units as one likes."""

    name = "Combat Move"

    def __init__(self, system: System) -> None:
        super().__init__(system)
        self._fields = fields_of(system)

    def applies(self, state: State) -> bool:
        """Whether the power is at war, or may be."""
        power = state.active[0]
        return Situation(self.system, state, power).is_at_war or bool(
            politics.may_declare(self.system, state, power, phase=self.name)
        )

    def field(self, state: State) -> Field:
        """Where units stand in a state, for combat moves."""
        return self._fields.of(state, combat=True)

    def take_up(self, run: Run, account: Account) -> None:
        """Give units the tasks of their recorded moves; excuse what moved or loaded to no purpose.

        Such moves stand (D-001, D-007, D-009).
        """
        if run.state.phase != self.name:
            return
        intended.give_tasks(self.system, run, account)
        if idle := recorded_ends(self.field(run.state)):
            run.emit(ev.UnitsTasked(idle, STAY))

    def decision(self, state: State) -> Decision | None:
        """Ask for combat moves; first for the leave that one of them needs."""
        asked = permission.asked(state)
        if asked is not None:
            return asked
        power = state.active[0]
        orders = ["Move", "Engage", "EndPhase"]
        if not politics.has_moved(state) and politics.may_declare(self.system, state, power):
            orders.insert(0, "DeclareWar")
        return Decision(
            kind="combat move",
            powers=(power,),
            orders=tuple(orders),
            rule=self.system.book.cite("combat.destination"),
            text=f"combat moves of {self.system.called(power)}, or the end of the phase",
        )

    def verify(self, state: State, order: Order) -> None:
        """Refuse a declaration, a move or an end that the rules do not allow."""
        field, book = self.field(state), self.system.book
        if isinstance(order, Move):
            refusal = moving.check(field, order)
            if refusal is not None:
                raise violation(field, order, refusal)
        elif isinstance(order, DeclareWar):
            late = politics.has_moved(state)
            politics.verify_declaration(self.system, state, field.power, order.on, too_late=late)
        elif isinstance(order, Engage):
            refusal = check_engage(field, order)
            if refusal is not None:
                raise refused_engagement(field, order, refusal)
        elif isinstance(order, EndPhase):
            refusal = unfinished(field)
            if refusal is not None:
                raise refuse(book, refusal, tried="end the Combat Move phase")

    def execute(self, run: Run, order: Order) -> None:
        """Carry out a declaration, a move or an answer."""
        field = self.field(run.state)
        if isinstance(order, Move):
            if not permission.ask(field, run, order):
                moving.carry_out(field, run, order)
        elif isinstance(order, DeclareWar):
            politics.declare(self.system, run, field.power, order.on)
        elif isinstance(order, Engage):
            engage(field, run, order)
        elif isinstance(order, Permit):
            permission.answer(field, run, order)
        elif isinstance(order, EndPhase):
            for zone, units in engages(field):
                run.emit(ev.UnitsTasked(units, "engage", zone))
