"""Kinds of hits: in which order they are assigned, and which fall on the same targets."""

from __future__ import annotations

import numpy as np

from a4a.odds.lines import Fired
from a4a.odds.side_states import SideStates, Whole
from a4a.odds.steps import Reach


def sorts_of(
    enemy: SideStates, fired: Fired
) -> tuple[list[list[list[int]]], Whole, set[tuple[int, int, int]]]:
    """Say which reaches fall on the same targets, for every state of the enemy.

    The last are the sorts in which hits of two places cannot be assigned one after the other if
    both are fired: those of the first could take what only those of the other can hit. (Where these
    are the first two places, hits make room: `hits.spread_in_turn`.)
    """
    found: dict[tuple[tuple[int, ...], ...], int] = {}
    crossing: set[tuple[int, int, int]] = set()
    of_mask: dict[int, int] = {}
    masks = enemy.mask.tolist()
    for mask in dict.fromkeys(masks):
        # Only neighbours: hits are assigned in order.
        same: list[tuple[tuple[int, int, bool], list[int]]] = []
        for k in range(fired.always):
            targets = enemy.reached[k] & mask
            first = enemy.preferred[k] & mask or targets
            key = targets, first, bool(fired.reaches[k].outright)
            if same and same[-1][0] == key:
                same[-1][1].append(k)
            elif targets:
                same.append((key, [k]))
        of_mask[mask] = found.setdefault(tuple(tuple(x) for _, x in same), len(found))
        for j, ((other, *_), _) in enumerate(same[2:], start=2):
            for i, ((one, *_), _) in enumerate(same[:j]):
                if one & other and one & ~other:
                    crossing.add((of_mask[mask], i, j))
    sort = np.array([of_mask[mask] for mask in masks], dtype=np.int64)
    return [[list(members) for members in sorted_] for sorted_ in found], sort, crossing


def in_turn(by_step: list[list[Reach]]) -> list[Reach]:
    """Return the reaches that steps have, as they come, but each as its steps have it in turn.

    What comes first in one step may be after others in the next.
    """
    found = list(dict.fromkeys(reach for step in by_step for reach in step))
    if len(found) < 2 or len([step for step in by_step if step]) < 2:
        return found
    earlier: dict[Reach, set[Reach]] = {reach: set() for reach in found}
    for step in by_step:
        for i, reach in enumerate(dict.fromkeys(step)):
            earlier[reach].update(list(dict.fromkeys(step))[:i])
    placed: list[Reach] = []
    while left := [reach for reach in found if reach not in placed]:
        free = (reach for reach in left if earlier[reach].issubset(placed))
        placed.append(next(free, left[0]))
    return placed
