"""What would be allowed instead of a move that was refused, in words."""

from __future__ import annotations

from a4a.core.errors import RuleViolation
from a4a.core.words import list_of
from a4a.rules.aa.movement import moving
from a4a.rules.aa.movement.field import Field
from a4a.rules.aa.movement.refusal import Refusal, refuse
from a4a.rules.aa.orders import Move
from a4a.rules.aa.reach import ways

_MOST_NAMES = 8


def violation(field: Field, order: Move, refusal: Refusal) -> RuleViolation:
    """Make the error of a refused move; one without a task lists where the units could go.

    Parameters
    ----------
    field
        Where and when.
    order
        The move.
    refusal
        Why it may not be made.
    """
    if refusal.rule and not refusal.allowed and not order.task:
        refusal = refusal._replace(allowed=destinations(field, order))
    return refuse(field.system.book, refusal, tried=moving.tried(field, order))


def destinations(field: Field, order: Move) -> str:
    """Say where the units of an order can go together: a few spaces by name, and how many more.

    Aircraft are left out: their destinations are many.
    """
    state = field.state
    units = [state.units[i] for i in order.units if i in state.units]
    if not units or field.system.types[units[0].type].category == "air":
        return ""
    names = list(dict.fromkeys(way.path[-1] for way in ways(field, units)))
    if not names:
        return "they stay where they are"
    more = len(names) - _MOST_NAMES
    shown = [*names[:_MOST_NAMES], f"{more} more spaces"] if more > 0 else names
    return f"to {list_of(shown)}"
