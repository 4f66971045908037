"""Combat Move: war is declared, then units move to fight."""

from __future__ import annotations

from types import MappingProxyType

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.account import Account
from a4a.rules.areas.movement import intended, moving, permission
from a4a.rules.areas.movement.alternatives import violation
from a4a.rules.areas.movement.ending import engages, loose_ends, recorded_ends
from a4a.rules.areas.movement.engaging import check_engage, engage, refused_engagement
from a4a.rules.areas.movement.field import STAY, Field
from a4a.rules.areas.movement.fields import fields_of
from a4a.rules.areas.movement.refusal import refuse
from a4a.rules.areas.orders import DeclareWar, EndPhase, Engage, Move, Permit
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.areas.politics import declarations
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.relations import is_at_war
from a4a.rules.run import Run


class CombatMove(LockstepPhase):
    """Declare war, then attack with as many units as one likes."""

    name = "Combat Move"
    takes = MappingProxyType(
        {"Move": "units move", "Engage": "what ships meet is attacked or ignored"}
    )

    def __init__(self, system: System) -> None:
        super().__init__(system)
        self._fields = fields_of(system)

    def has(self, state: State, power: str) -> bool:
        """Whether the power is at war, or may be."""
        return is_at_war(self.system, state, power) or bool(
            declarations.may_declare(self.system, state, power, phase=self.name)
        )

    def field(self, state: State, power: str | None = None) -> Field:
        """Where units stand in a state, for combat moves of a power; None for the active one."""
        return self._fields.of(state, combat=True, power=power)

    def take_up(self, run: Run, account: Account) -> None:
        """Give units the tasks of their recorded moves; excuse what moved or loaded to no purpose.

        Such moves stand (D-001, D-007, D-009).
        """
        if run.state.phase != self.name:
            return
        intended.give_tasks(self.system, run, account)
        for power in run.state.active:
            if idle := recorded_ends(self.field(run.state, power)):
                run.emit(ev.UnitsTasked(idle, STAY))

    def interruption(self, state: State) -> Decision | None:
        """Ask for the leave that a move needs."""
        return permission.asked(state)

    def mover(self, state: State, order: Order) -> str:
        """Return the power whose ships wait for leave."""
        return permission.mover(state)

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask for combat moves, and before the first for declarations of war."""
        orders = ["Move", "Engage", "EndPhase"]
        early = not declarations.has_moved(state, power)
        if early and declarations.may_declare(self.system, state, power):
            orders.insert(0, "DeclareWar")
        return Decision(
            kind="combat move",
            powers=(power,),
            orders=tuple(orders),
            rule=self.system.book.cite("combat.destination"),
            text=f"combat moves of {self.system.called(power)}, or the end of the phase",
        )

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse a declaration, a move or an end that the rules do not allow."""
        self.give_way(state, power, order)
        field, book = self.field(state, power), self.system.book
        if isinstance(order, Move):
            refusal = moving.check(field, order)
            if refusal is not None:
                raise violation(field, order, refusal)
        elif isinstance(order, DeclareWar):
            late = declarations.has_moved(state, power)
            declarations.verify_declaration(
                self.system, state, field.power, order.on, too_late=late
            )
        elif isinstance(order, Engage):
            refusal = check_engage(field, order)
            if refusal is not None:
                raise refused_engagement(field, order, refusal)
        elif isinstance(order, EndPhase):
            ends = tuple(loose_ends(field))
            if ends:
                units = tuple(end.unit.id for end in ends)
                raise refuse(book, ends[0].refusal, tried="end the Combat Move phase", units=units)

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Carry out a declaration, a move or an answer."""
        field = self.field(run.state, power)
        if isinstance(order, Move):
            if not permission.ask(field, run, order):
                moving.carry_out(field, run, order)
        elif isinstance(order, DeclareWar):
            declarations.declare(self.system, run, field.power, order.on)
        elif isinstance(order, Engage):
            engage(field, run, order)
        elif isinstance(order, Permit):
            permission.answer(field, run, order)
        elif isinstance(order, EndPhase):
            for zone, units in engages(field):
                run.emit(ev.UnitsTasked(units, "engage", zone))
