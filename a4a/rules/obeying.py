"""Giving an order: whether it may be given, and what it causes."""

from __future__ import annotations

from typing import NamedTuple

from a4a.core.dice import Dice
from a4a.core.errors import RuleViolation
from a4a.core.events import AnyEvent, RoundBegan, TurnBegan
from a4a.core.state import State
from a4a.core.words import list_of
from a4a.rules.decision import Decision
from a4a.rules.order import Order, check_fields
from a4a.rules.ruleset import Ruleset
from a4a.rules.run import Run

_BEGINNINGS = frozenset((RoundBegan, TurnBegan))


class Obeyed(NamedTuple):
    """What an order caused.

    Parameters
    ----------
    actors
        The powers that acted.
    steps
        The events of the order's own step, and of each turn that began by itself.
    state
        The state after all of them.
    """

    actors: tuple[str, ...]
    steps: tuple[tuple[AnyEvent, ...], ...]
    state: State


def verify(ruleset: Ruleset, state: State, order: Order) -> None:
    """Refuse an order that may not be given in a state.

    Raises
    ------
    RuleViolation
        If the order makes no sense, is not what is asked, or breaks a rule.
    """
    if not isinstance(order, Order):
        raise RuleViolation(f"an order is expected, not {order!r}")
    asked = ruleset.decision(state)
    if asked is None:
        raise RuleViolation(ruleset.ending(state), tried=order.kind)
    try:
        if order.kind not in asked.orders or not _may_give(state, order, asked):
            ruleset.verify_unasked(state, order, asked)
            raise _not_asked(state, order, asked)
        ruleset.verify(state, order)
    except (AttributeError, LookupError, TypeError, ValueError):
        check_fields(order)  # a rule may have tripped over a field of another kind
        raise
    check_fields(order)


def _may_give(state: State, order: Order, asked: Decision) -> bool:
    """Whether the power that gives an order is one of those that are asked."""
    if order.power == "":
        return True
    found = state.catalog.find_power(order.power)
    if found is None:
        raise RuleViolation(f"there is no power {order.power!r}", tried=order.kind)
    return found.name in asked.powers


def _not_asked(state: State, order: Order, asked: Decision) -> RuleViolation:
    """The refusal of an order that answers another question than the one that is open."""
    powers = list_of(map(state.catalog.called, asked.powers))
    return RuleViolation(
        f"the game waits for {powers}: {asked.text}",
        rule=asked.rule,
        tried=order.kind,
        allowed=" or ".join(asked.orders),
    )


def obeyed(ruleset: Ruleset, state: State, order: Order, dice: Dice) -> Obeyed:
    """Give an order that was verified, and return what it causes, up to the next decision.

    Where it ends a turn, each turn that begins by itself has a step of its own, so that every step
    belongs to one turn.
    """
    asked = ruleset.decision(state)
    actors = asked.powers if asked else ()
    if order.power:
        actors = (state.catalog.power(order.power).name,)
    run = Run(state, dice)
    ruleset.execute(run, order)
    return Obeyed(actors, tuple(map(tuple, _by_turn(run.events))), run.state)


def _by_turn(events: list[AnyEvent]) -> list[list[AnyEvent]]:
    """Split events where a turn begins, or its round if it is the first of one."""
    if _BEGINNINGS.isdisjoint(map(type, events)):
        return [events]
    parts: list[list[AnyEvent]] = [[]]
    for event in events:
        begins = isinstance(event, RoundBegan) or (
            isinstance(event, TurnBegan)
            and not (parts[-1] and isinstance(parts[-1][-1], RoundBegan))
        )
        if begins:
            parts.append([])
        parts[-1].append(event)
    return parts
