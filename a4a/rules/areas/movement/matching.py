"""Matching aircraft with decks: as many as possible come down, wherever the carriers go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, product
from typing import TypeAlias

_MOST_PLANS = 1000
"""The most assignments of carriers to sea zones that are tried; the best of them is taken."""

Choices: TypeAlias = list[tuple[str, frozenset[int]]]
"""Zones where a deck can be, each with the aircraft that reach it there."""


def useful(zones: tuple[str, ...], covers: Callable[[str], frozenset[int]]) -> Choices:
    """Zones worth trying: those whose aircraft no other zone covers along with more."""
    found: dict[frozenset[int], str] = {}
    for zone in zones:
        covered = covers(zone)
        if covered and covered not in found:
            found[covered] = zone
    return [(zone, c) for c, zone in found.items() if not any(c < other for other in found)]


def best(
    flyers: int, choices: Sequence[Choices], rooms: Sequence[int], first: int = 0
) -> dict[int, str]:
    """Find the plan that lands most: by improving one deck after another, then by trying all.

    If every deck could be in all of its zones at once, no plan would land more: one that lands as
    many is best.

    Parameters
    ----------
    flyers
        How many aircraft there are; they are known by their numbers.
    choices, rooms
        For each deck the zones where it can be, and how many aircraft it takes.
    first
        Of plans that land equally many, one that lands most of so many first aircraft is taken.

    Returns
    -------
    dict
        The zone in which each aircraft that finds a deck lands.

    Examples
    --------
    >>> best(3, [[("north", frozenset({0})), ("south", frozenset({1, 2}))]], [2])
    {1: 'south', 2: 'south'}
    """

    def worth(found: dict[int, str]) -> tuple[int, int]:
        return len(found), sum(i < first for i in found)

    everywhere = [("", frozenset().union(*(c for _, c in options))) for options in choices]
    bound = worth(_match(flyers, everywhere, rooms))
    plan = [options[0] for options in choices]
    most = _match(flyers, plan, rooms)
    better = True
    while better and worth(most) < bound:
        better = False
        for deck, options in enumerate(choices):
            for option in options:
                changed = [*plan[:deck], option, *plan[deck + 1 :]]
                found = _match(flyers, changed, rooms)
                if worth(found) > worth(most):
                    plan, most, better = changed, found, True
    if worth(most) < bound:
        for tried in islice(product(*choices), _MOST_PLANS):
            found = _match(flyers, tried, rooms)
            if worth(found) > worth(most):
                most = found
                if worth(most) == bound:
                    break
    return most


def _match(
    flyers: int, plan: Sequence[tuple[str, frozenset[int]]], rooms: Sequence[int]
) -> dict[int, str]:
    """Match aircraft to decks standing in zones, as many as possible: augmenting paths."""
    holds: list[list[int]] = [[] for _ in plan]

    def seat(flyer: int, seen: set[int]) -> bool:
        for deck, (_, covered) in enumerate(plan):
            if flyer in covered and deck not in seen:
                seen.add(deck)
                if len(holds[deck]) < rooms[deck]:
                    holds[deck].append(flyer)
                    return True
                for other in holds[deck]:
                    if seat(other, seen):
                        holds[deck].remove(other)
                        holds[deck].append(flyer)
                        return True
        return False

    for flyer in range(flyers):
        seat(flyer, set())
    return {flyer: plan[deck][0] for deck, held in enumerate(holds) for flyer in held}
