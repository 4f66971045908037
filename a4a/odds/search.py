"""Searches: the best order of loss, and the cheapest force that is likely enough to win."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import factorial, prod
from typing import Final, Literal, TypeAlias

from a4a.core.errors import BattleError
from a4a.odds.answer import Odds
from a4a.odds.battle import Battle, Group, Side
from a4a.odds.exact import solve
from a4a.odds.losses import default_order
from a4a.odds.steps import Role

Goal: TypeAlias = Literal["win", "swing"]

ALL_ORDERS: Final = 720
"""Orders of loss that are all tried; where there are more, the search climbs from the default."""

MOST_FORCES: Final = 20_000
"""Forces to choose from, at most."""


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
        If the goal is none.
    """
    if goal not in ("win", "swing"):
        raise BattleError(f"maximise 'win' or 'swing', not {goal!r}")
    side = battle.side(role)
    names = list(default_order([g for g in side.groups if g.count]))
    found: dict[tuple[str, ...], tuple[float, Odds]] = {}

    def value(order: tuple[str, ...]) -> float:
        if order not in found:
            odds = solve(_with_side(battle, role, replace(side, order=order)))
            found[order] = _value(odds, role, goal), odds
        return found[order][0]

    everything = factorial(len(names)) <= ALL_ORDERS
    # Of equals the one that comes first, beginning with the default.
    best = max(permutations(names), key=value) if everything else _climb(tuple(names), value)
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


def cheapest_force(
    battle: Battle, chance: float, *, wanted: Literal["wins", "takes"] = "wins"
) -> tuple[Group, ...] | None:
    """Find the cheapest part of the attacker's units that wins with a probability.

    Of forces that cost the same, the one with the fewest units. Units that are no targets (ships
    that bombard) are always there, and cost nothing.

    Parameters
    ----------
    battle
        The battle, with all units that could attack.
    chance
        The probability wanted.
    wanted
        What is to happen: that the attacker wins, or that it takes what is fought over.

    Returns
    -------
    tuple of Group, or None
        The force; None if not even all units suffice.

    Raises
    ------
    BattleError
        If the probability is none, or there are too many forces to choose from.
    """
    if not 0 < chance <= 1:
        raise BattleError(f"a probability is above 0 and at most 1, not {chance}")
    groups = battle.attacker.groups
    if not any(g.kind.hits for g in groups):
        return None
    main = max(range(len(groups)), key=lambda i: groups[i].count if groups[i].kind.hits else -1)
    others = [
        range(g.count, g.count + 1) if not g.kind.hits else range(g.count + 1 if i != main else 1)
        for i, g in enumerate(groups)
    ]
    number = prod(map(len, others))
    if number > MOST_FORCES:
        raise BattleError(f"{number} forces to choose from: more than {MOST_FORCES} are too many")

    def suffices(counts: tuple[int, ...]) -> bool:
        part = replace(battle.attacker, groups=_part(groups, counts))
        odds = solve(replace(battle, attacker=part))
        return (odds.attacker_wins if wanted == "wins" else odds.attacker_takes) >= chance

    best: tuple[float, int, tuple[int, ...]] | None = None
    for base in sorted(product(*others), key=lambda counts: _cost(groups, counts)):
        # More of the kind that there is most of never makes it worse: halve the range.
        low, high = 0, groups[main].count + 1
        if best is not None:
            room = best[0] - _cost(groups, base)
            while high and (high - 1) * groups[main].kind.cost > room:
                high -= 1
        if not high or not suffices(_with(base, main, high - 1)):
            continue
        high -= 1
        while low < high:
            middle = (low + high) // 2
            if suffices(_with(base, main, middle)):
                high = middle
            else:
                low = middle + 1
        force = _with(base, main, high)
        found = _cost(groups, force), sum(force), force
        best = found if best is None else min(best, found)
    return None if best is None else _part(groups, best[2])


def _with(counts: tuple[int, ...], at: int, count: int) -> tuple[int, ...]:
    return (*counts[:at], count, *counts[at + 1 :])


def _part(groups: tuple[Group, ...], counts: tuple[int, ...]) -> tuple[Group, ...]:
    return tuple(
        replace(g, count=count, damaged=min(g.damaged, count))
        for g, count in zip(groups, counts, strict=True)
    )


def _cost(groups: tuple[Group, ...], counts: tuple[int, ...]) -> float:
    pairs = zip(groups, counts, strict=True)
    return sum(g.kind.cost * count for g, count in pairs if g.kind.hits)


def _with_side(battle: Battle, role: Role, side: Side) -> Battle:
    if role == "attacker":
        return replace(battle, attacker=side)
    return replace(battle, defender=side)


def _value(odds: Odds, role: Role, goal: Goal) -> float:
    if goal == "win":
        return odds.attacker_wins if role == "attacker" else odds.defender_wins
    return odds.expected_swing if role == "attacker" else -odds.expected_swing
