"""Orders that are not asked for now: the phases that take them, or why none does."""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core.state import State
from a4a.rules.areas.orders import DeclareWar
from a4a.rules.areas.politics import declarations
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase


def verify_unasked(
    system: System, phases: Iterable[Phase[System]], state: State, order: Order, asked: Decision
) -> None:
    """Refuse an order that is not asked for, where a rule says when it may be given.

    Parameters
    ----------
    system, state
        The game.
    phases
        Its phases, which say which orders they take.
    order
        The order.
    asked
        What is asked instead, and of whom.

    Raises
    ------
    RuleViolation
        With the rule that says when the order is given, or why it is not.
    """
    others = not set(asked.powers) <= set(state.active)
    if isinstance(order, DeclareWar):
        # While others are asked about a first move it is not yet too late.
        if not (others and state.phase == declarations.DECLARED_IN):
            power = order.power or state.active[0]
            declarations.verify_declaration(system, state, power, order.on, too_late=True)
        return
    taking = [phase for phase in phases if order.kind in phase.takes]
    names = [phase.name for phase in taking]
    if not taking or others or state.phase in names:
        return
    raise system.book.violation(
        "turn.phases",
        f"{taking[0].takes[order.kind]} in the {' and '.join(names)} "
        f"{'phases' if len(names) > 1 else 'phase'}; it is {state.phase} now",
        tried=order.kind,
        allowed=asked.text,
    )
