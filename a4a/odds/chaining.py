"""The loop over two chains of hits, over arrays only: compiled where numba is at hand.

It does what the loop of `duel` does where a side's throws also depend on its enemy, and multiplies
throws as late as can be. A state mostly throws what the next one throws and the dice of what is
lost between them: what several states send on is gathered, thrown one die at a time from each to
the next, and the dice that are left are thrown once where it arrives.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from a4a.odds.compiled import called, loop
from a4a.odds.duel import AT_ONCE, shift
from a4a.odds.hits import Flags, Real, Whole
from a4a.odds.kernels import is_over


class Thrown(NamedTuple):
    """What a side can throw, whatever its chain.

    Parameters
    ----------
    hits, beyond, below
        By row and number: how likely so many hits are, so many or more, fewer.
    length
        By row: one more than the most hits.
    chances
        The chances of the dice of which the rows are made.
    """

    hits: Real
    beyond: Real
    below: Real
    length: Whole
    chances: Real


class Chain(NamedTuple):
    """A side along a chain of hits.

    Parameters
    ----------
    path, own
        By place: the state, and whether no chain before has it.
    rows, can
        By sort of the enemy's states and place on the chain: which row of its throws a side throws,
        and what it can do.
    fewer
        By sort, place and chance: how many dice fewer the next place throws.
    sort
        By place: the sort of the state, as the enemy tells them apart.
    """

    path: Whole
    own: Flags
    rows: Whole
    can: Whole
    fewer: Whole
    sort: Whole


@loop
def spread(
    begun: Real,
    over: Real,
    attack: Thrown,
    ours: Chain,
    defense: Thrown,
    theirs: Chain,
    tiny: float,
    may_prune: float,
) -> tuple[float, float]:
    """Spread probability along two chains: see `flow`."""
    return flow(
        begun, over, ours.path, ours.own, theirs.path, theirs.own,
        attack.hits, attack.beyond, attack.below, attack.length, attack.chances,
        ours.rows, ours.can, ours.fewer, ours.sort,
        defense.hits, defense.beyond, defense.below, defense.length,
        theirs.rows, theirs.can, theirs.sort,
        tiny, may_prune,
    )  # fmt: skip


@called
def flow(
    begun: Real,
    over: Real,
    path_a: Whole,
    own_a: Flags,
    path_d: Whole,
    own_d: Flags,
    hits_a: Real,
    beyond_a: Real,
    below_a: Real,
    length_a: Whole,
    chances_a: Real,
    rows_a: Whole,
    can_a: Whole,
    fewer_a: Whole,
    sort_a: Whole,
    hits_d: Real,
    beyond_d: Real,
    below_d: Real,
    length_d: Whole,
    rows_d: Whole,
    can_d: Whole,
    sort_d: Whole,
    tiny: float,
    may_prune: float,
) -> tuple[float, float]:
    """Spread probability along two chains, until all is over.

    Arrays are given one by one: taking them out of tuples in the loop would count references.

    Parameters
    ----------
    begun
        By cell: how likely a round begins there. Only cells that are the chains' own are looked at.
    over
        By cell: where to add how likely the battle is over there.
    hits_a, beyond_a, below_a, length_a, chances_a, hits_d, beyond_d, below_d, length_d
        What the sides throw (`Thrown`).
    path_a, own_a, path_d, own_d, rows_a, can_a, fewer_a, sort_a, rows_d, can_d, sort_d
        Their chains (`Chain`).
    tiny, may_prune
        Cells and throws less likely than `tiny` are left out, up to `may_prune` in all.

    Returns
    -------
    tuple of float
        What was left out, and the number of rounds that are fought on average.
    """
    last_a, last_d = len(path_a) - 1, len(path_d) - 1
    mass, is_begun = np.zeros((last_a + 1, last_d + 1)), False
    for a in range(last_a + 1):
        for d in range(last_d + 1 if own_a[a] else 0):
            if own_d[d] and begun[path_a[a], path_d[d]] > 0.0:
                mass[a, d], is_begun = begun[path_a[a], path_d[d]], True
    if not is_begun:
        return 0.0, 0.0
    cells = mass.reshape(mass.size)
    sorts = len(rows_a)
    # By sort, column and row: what is on its way there, less the attacker's dice that are left.
    waiting = np.zeros((sorts, last_d + 1, last_a + 1))
    sent = waiting.reshape(waiting.size)
    first, until = np.full(sorts, last_d + 1), np.zeros(sorts, dtype=np.int64)
    lowest = np.zeros(sorts, dtype=np.int64)
    weights = np.zeros((1, last_d + 1 + AT_ONCE))
    padded = np.zeros(hits_a.shape[1] + 2 * AT_ONCE)
    pruned = rounds = 0.0
    for a in range(last_a + 1):
        rare = tiny if pruned < 0.5 * may_prune else 0.0
        for sort in range(sorts):
            if lowest[sort] >= a:
                pruned += throw(
                    mass, a, waiting, sort, first[sort], until[sort], weights,
                    padded, hits_a, beyond_a, below_a, length_a, rows_a[sort, a], rare,
                )  # fmt: skip
        from_i = 1
        to_i = 1
        for d in range(last_d + 1):
            here = mass[a, d]
            if here == 0.0:
                continue
            sort = sort_d[d]
            if is_over(can_a[sort, a], can_d[sort_a[a], d]):
                over[path_a[a], path_d[d]] += here
                continue
            if here < tiny and pruned + here < may_prune:
                pruned += here
                continue
            ours, theirs = rows_a[sort, a], rows_d[sort_a[a], d]
            # What stays in the cell is in the weight already; what stays in the row goes on at once
            weight = here / (1.0 - hits_a[ours, 0] * hits_d[theirs, 0])
            rounds += weight
            stays, room = weight * hits_d[theirs, 0], last_d - d
            start = a * (last_d + 1) + d
            for j in range(1, min(length_a[ours], room)):
                cells[np.uintp(start + j)] += stays * hits_a[ours, np.uintp(j)]
            if length_a[ours] > room > 0:
                mass[a, last_d] += stays * beyond_a[ours, room]
            room = last_a - a
            if room == 0:
                continue
            # Throws of neighbours differ little: look for those to keep where they were last found.
            least, end = rare / weight, min(length_d[theirs], room)
            from_i, to_i = min(from_i, end), min(to_i, end)
            while from_i < end and below_d[theirs, from_i + 1] < least:
                from_i += 1
            while from_i > 1 and below_d[theirs, from_i] >= least:
                from_i -= 1
            while to_i < end and beyond_d[theirs, to_i] >= least:
                to_i += 1
            while to_i > from_i and beyond_d[theirs, to_i - 1] < least:
                to_i -= 1
            to_i = max(from_i, to_i)
            cut = max(0.0, below_d[theirs, from_i] - hits_d[theirs, 0])
            start = (sort * (last_d + 1) + d) * (last_a + 1) + a
            for i in range(from_i, to_i):
                sent[np.uintp(start + i)] += weight * hits_d[theirs, np.uintp(i)]
            reached = a + to_i - 1
            if length_d[theirs] > room:
                cut += max(0.0, beyond_d[theirs, to_i] - beyond_d[theirs, room])
                if beyond_d[theirs, room] >= least:
                    sent[start + room] += weight * beyond_d[theirs, room]
                    reached = last_a
                else:
                    cut += beyond_d[theirs, room]
            else:
                cut += beyond_d[theirs, to_i]
            pruned += weight * cut
            first[sort], until[sort] = min(first[sort], d), max(until[sort], d + 1)
            lowest[sort] = max(lowest[sort], reached)
        for sort in range(sorts):
            if lowest[sort] <= a:
                first[sort], until[sort] = last_d + 1, 0
                continue
            for chance in range(len(chances_a)):
                if fewer_a[sort, a, chance] < 0:
                    break
            else:
                for chance in range(len(chances_a)):
                    for _ in range(fewer_a[sort, a, chance]):
                        until[sort] = throw_one(
                            sent, sort, a + 1, lowest[sort] + 1, last_a + 1,
                            first[sort], until[sort], last_d, chances_a[chance],
                        )  # fmt: skip
                continue
            # The next throws other dice: all are thrown now.
            for row in range(a + 1, lowest[sort] + 1):
                pruned += throw(
                    mass, row, waiting, sort, first[sort], until[sort], weights,
                    padded, hits_a, beyond_a, below_a, length_a, rows_a[sort, a], rare,
                )  # fmt: skip
            first[sort], until[sort], lowest[sort] = last_d + 1, 0, 0
    return pruned, rounds


@called
def throw_one(
    sent: Real,
    sort: int,
    row: int,
    until_row: int,
    rows: int,
    first: int,
    until: int,
    last: int,
    chance: float,
) -> int:
    """Throw one die for all that is on its way; return one past the last column it comes to.

    Hits beyond the last unit are lost on it.
    """
    miss = 1.0 - chance
    until = min(until + 1, last + 1)
    for d in range(until - 1, first - 1, -1):
        stays = 1.0 if d == last else miss
        to = (sort * (last + 1) + d) * rows
        if d == first:
            for r in range(row, until_row):
                sent[np.uintp(to + r)] *= stays
        else:
            for r in range(row, until_row):
                sent[np.uintp(to + r)] = (
                    sent[np.uintp(to + r)] * stays + sent[np.uintp(to - rows + r)] * chance
                )
    return until


@called
def throw(
    mass: Real,
    row: int,
    waiting: Real,
    sort: int,
    first: int,
    until: int,
    weights: Real,
    padded: Real,
    hits: Real,
    beyond: Real,
    below: Real,
    length: Whole,
    thrown: int,
    rare: float,
) -> float:
    """Throw the dice that are left for what is on its way to a row; return what is left out."""
    last = mass.shape[1] - 1
    top = 0.0
    for d in range(first, until):
        weights[0, d] = waiting[sort, d, row]
        waiting[sort, d, row] = 0.0
        top = max(top, weights[0, d])
    if top == 0.0:
        return 0.0
    from_j, to_j = 0, length[thrown]
    while from_j < to_j and below[thrown, from_j + 1] < rare / top:
        from_j += 1
    while to_j > from_j and beyond[thrown, to_j - 1] < rare / top:
        to_j -= 1
    padded[:] = 0.0
    for j in range(from_j, to_j):  # one by one, as in `pooling`
        padded[AT_ONCE - 1 + j] = hits[thrown, j]
    shift(mass, row, weights, 0, first, until, padded, from_j, to_j)
    cut = 0.0
    for d in range(first, until):
        room = last - d
        if to_j > room:
            mass[row, last] += weights[0, d] * beyond[thrown, room]
            cut += weights[0, d] * below[thrown, min(from_j, room)]
        else:
            cut += weights[0, d] * (below[thrown, from_j] + beyond[thrown, to_j])
        weights[0, d] = 0.0
    return cut
