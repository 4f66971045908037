"""Orders given when they are not asked for: the rule that says when they may be given."""

from __future__ import annotations

from collections.abc import Mapping

from a4a.core.state import State
from a4a.rules.areas.orders import DeclareWar
from a4a.rules.areas.politics import declarations
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order

_GIVEN: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "Research": ("research dice are bought", ("Research & Development",)),
    "Buy": (
        "units are bought, and facilities repaired,",
        ("Purchase and Repair Units", "Purchase Units"),
    ),
    "Pay": ("instalments are paid", ("Purchase Units",)),
    "Move": ("units move", ("Combat Move", "Noncombat Move")),
    "Engage": ("what ships meet is attacked or ignored", ("Combat Move",)),
    "Scramble": ("aircraft scramble", ("Conduct Combat", "Deploy Defending Aircraft")),
    "Intercept": ("fighters intercept", ("Conduct Combat",)),
    "Kamikaze": ("kamikaze strikes are made", ("Conduct Combat",)),
    "Fight": ("battles are fought", ("Conduct Combat",)),
    "Place": ("new units are placed", ("Mobilize New Units",)),
}  # fmt: skip
"""What orders are for, and the phases in which they are given."""


def verify_unasked(system: System, state: State, order: Order, asked: Decision) -> None:
    """Refuse an order that is not asked for, where a rule says when it may be given.

    Parameters
    ----------
    system, state
        The game.
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
    found = _GIVEN.get(order.kind)
    if found is None or others or state.phase in found[1]:
        return
    words = found[0]
    phases = [phase.name for phase in system.dataset.phases if phase.name in found[1]]
    if not phases:
        return
    raise system.book.violation(
        "turn.phases",
        f"{words} in the {' and '.join(phases)} {'phases' if len(phases) > 1 else 'phase'}; "
        f"it is {state.phase} now",
        tried=order.kind,
        allowed=asked.text,
    )
