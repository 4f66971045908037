"""The best order of loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from math import factorial
from typing import Final, Literal, TypeAlias

from a4a.core.errors import BattleError
from a4a.odds.answer import Odds
from a4a.odds.battle import Battle, Side
from a4a.odds.exact import solve
from a4a.odds.losses import default_order
from a4a.odds.steps import Role

Goal: TypeAlias = Literal["win", "swing"]

ALL_ORDERS: Final = 720
"""Orders of loss that are all tried; where there are more, the search climbs from the default."""


@dataclass(frozen=True)
class BestOrder:
    """An order of loss, and what it is worth.

    Attributes
    ----------
    order
        The order.
    odds
        The odds of the battle with it.
    value
        How likely the side wins, or its expected swing.
    tried
        How many orders were tried.
    is_best
        Whether all orders were tried; else no single move within the order makes it better.
    """

    order: tuple[str, ...]
    odds: Odds
    value: float
    tried: int
    is_best: bool


def best_order(battle: Battle, role: Role, *, goal: Goal = "win") -> BestOrder:
    """Search for the order of loss that is best for a side.

    Free hits of ships come first in all of them; kinds that are chosen last stay at the end, so
    that only orders that make a difference are tried.

    Parameters
    ----------
    battle
        The battle; the other side keeps its order.
    role
        Whose order.
    goal
        What to maximise: how likely the side wins, or its expected swing.

    Raises
    ------
    BattleError
        If the goal is neither "win" nor "swing".
    """
    if goal not in ("win", "swing"):
        raise BattleError(f"maximise 'win' or 'swing', not {goal!r}")
    side = battle.side(role)
    order = default_order([g for g in side.groups if g.count])
    last = {g.kind.name for g in side.groups if "chosen last" in g.kind.tags}
    names = [name for name in order if name not in last]
    tail = tuple(name for name in order if name in last)
    found: dict[tuple[str, ...], tuple[float, Odds]] = {}

    def value(order: tuple[str, ...]) -> float:
        if order not in found:
            odds = solve(_with_side(battle, role, replace(side, order=order)))
            found[order] = _value(odds, role, goal), odds
        return found[order][0]

    everything = factorial(len(names)) * factorial(len(tail)) <= ALL_ORDERS
    if everything:  # of equals the one that comes first, beginning with the default
        every = ((*a, *b) for b in permutations(tail) for a in permutations(names))
        best = max(every, key=value)
    else:
        best = _climb((*names, *tail), value)
    worth, odds = found[best]
    return BestOrder(best, odds, worth, len(found), everything)


def _climb(order: tuple[str, ...], value: Callable[[tuple[str, ...]], float]) -> tuple[str, ...]:
    while True:
        best = max(_moved(order), key=value, default=order)
        if value(best) <= value(order) + 1e-12:
            return order
        order = best


def _moved(order: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield all orders in which one kind has moved."""
    for i, name in enumerate(order):
        rest = order[:i] + order[i + 1 :]
        for j in range(len(order)):
            if j != i:
                yield (*rest[:j], name, *rest[j:])


def _with_side(battle: Battle, role: Role, side: Side) -> Battle:
    if role == "attacker":
        return replace(battle, attacker=side)
    return replace(battle, defender=side)


def _value(odds: Odds, role: Role, goal: Goal) -> float:
    if goal == "win":
        return odds.attacker_wins if role == "attacker" else odds.defender_wins
    return odds.expected_swing if role == "attacker" else -odds.expected_swing
