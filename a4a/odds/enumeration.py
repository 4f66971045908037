"""The loops that judge all forces up to a cost, over arrays only: compiled where numba is at hand.

On land, what is left of a force is a force too: its units less those that are lost first. So forces
are visited as a tree: each step adds a unit that is lost no later than any the force has; and what
a force is worth depends only on the forces on its branch.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from a4a.odds.compiled import called, loop
from a4a.odds.hits import Flags, Real, Whole


class Arms(NamedTuple):
    """What the attacker's kinds of units throw.

    Attributes
    ----------
    order
        The kinds in the order in which they are lost.
    own
        By kind: its shot, a column; -1 if it fires nothing.
    helps
        By support and kind: whether it helps.
    turn
        By support and place: the kinds it helps, one after the other; -1 after the last.
    raised
        By support and kind: the shot of a unit that it helps, a column.
    each
        By support: how many each helper helps.
    hits
        By column, number of shots and number of hits below the defender's last: how likely.
    sums
        By column: what each shot adds to the sum that low luck makes of them; 0 if it is thrown by
        itself; -1 if it cannot hit.
    faces
        Of a die.
    captures, ashore
        By kind: whether it can win what is wanted; whether it lets a ship fire.
    guns
        By number of ships that fire in the first round, and of their hits: how likely.
    """

    order: Whole
    own: Whole
    helps: Flags
    turn: Whole
    raised: Whole
    each: Whole
    hits: Real
    sums: Whole
    faces: int
    captures: Flags
    ashore: Flags
    guns: Real


class DefenderLine(NamedTuple):
    """The defender, hit after hit.

    Attributes
    ----------
    hits
        By hits that it has taken, and hits that it scores: how likely.
    length
        By hits that it has taken: one more than the most hits that it can score.
    cleared
        By hits that it has taken: whether nobody is left when the defenceless are destroyed.
    """

    hits: Real
    length: Whole
    cleared: Flags


@called
def thrown(
    counts: Whole,
    own: Whole,
    helps: Flags,
    turn: Whole,
    raised: Whole,
    each: Whole,
    alone: Whole,
    helpers: Whole,
    shots: Whole,
) -> None:
    """Count the shots of a force by column, combined arms included: as `fire.strengths` pairs."""
    shots[:] = 0
    kinds = len(counts)
    for i in range(kinds):
        alone[i] = counts[i]
        helpers[i] = counts[i]
    for rank in range(len(each)):
        for i in range(kinds):
            if not helps[rank, i] or helpers[i] == 0:
                continue
            room = helpers[i] * each[rank]
            for place in range(turn.shape[1]):
                j = turn[rank, place]
                if j < 0:
                    break
                if i == j:
                    continue
                pairs = min(room, alone[j])
                room -= pairs
                alone[j] -= pairs
                shots[raised[rank, j]] += pairs
            helpers[i] = room // each[rank]
    for i in range(kinds):
        if own[i] >= 0:
            shots[own[i]] += alone[i]


@called
def scored(shots: Whole, hits: Real, sums: Whole, faces: int, chances: Real, scratch: Real) -> bool:
    """Write how likely each number of hits is that leaves a defender; say if anything can hit."""
    size = len(chances)
    chances[:] = 0.0
    chances[0] = 1.0
    reached = 1
    total = 0
    can = False
    for column in range(len(shots)):
        number = shots[column]
        if number == 0 or sums[column] < 0:
            continue
        can = True
        if sums[column] > 0:
            total += number * sums[column]
            continue
        row = hits[column, number]
        after = min(size, reached + number)
        scratch[:after] = 0.0
        for i in range(reached):
            share = chances[i]
            for k in range(min(number + 1, after - i)):
                scratch[i + k] += share * row[k]
        chances[:after] = scratch[:after]
        reached = after
    if total > 0:
        sure, rest = total // faces, (total % faces) / faces
        for i in range(size - 1, -1, -1):
            value = 0.0
            if i >= sure:
                value += chances[i - sure] * (1.0 - rest)
            if i >= sure + 1:
                value += chances[i - sure - 1] * rest
            chances[i] = value
    return can


@called
def judged(
    depth: int, rows: Real, chances: Real, can: bool, wins: bool, defender: DefenderLine, sums: Real
) -> None:
    """Write what a force is worth, by the hits that the defender has taken.

    Parameters
    ----------
    depth
        How many units it has; `rows` has what is left of it above.
    rows
        By units left and hits that the defender has taken: how likely the attacker wins.
    chances, can
        Of hits; whether it can hit at all.
    wins
        Whether it has won if the defender has nothing left.
    defender
        The defender.
    sums
        Scratch, as long as a row.
    """
    hits, length, cleared = defender.hits, defender.length, defender.cleared
    last = rows.shape[1] - 1
    rows[depth, last] = 1.0 if wins else 0.0
    for taken in range(last - 1, -1, -1):
        rows[depth, taken] = 0.0
        if not can or length[taken] <= 1:
            if can and wins and cleared[taken]:
                rows[depth, taken] = 1.0
            continue
        room = last - taken
        sums[: room + 1] = 0.0
        for lost in range(min(depth, length[taken])):  # who is gone wins nothing
            weight = hits[taken, lost]
            row = rows[depth - lost]
            for i in range(room + 1):
                sums[i] += weight * row[taken + i]
        value = 0.0
        fewer = 0.0
        for i in range(room):
            value += chances[i] * sums[i]
            fewer += chances[i]
        value += (1.0 - fewer) * sums[room]
        rows[depth, taken] = value / (1.0 - chances[0] * hits[taken, 0])


@called
def opened(
    depth: int,
    rows: Real,
    chances: Real,
    gun: Real,
    can: bool,
    defender: DefenderLine,
    scratch: Real,
) -> float:
    """Return what a force is worth if ships fire in the first round, too."""
    hits, length = defender.hits, defender.length
    last = rows.shape[1] - 1
    if not can or length[0] <= 1 or len(gun) == 1:
        return float(rows[depth, 0])
    size = len(chances)
    scratch[:size] = 0.0
    for i in range(size):
        for k in range(min(len(gun), size - i)):
            scratch[i + k] += chances[i] * gun[k]
    value = 0.0
    for lost in range(min(depth, length[0])):
        inner = 0.0
        fewer = 0.0
        for i in range(last):
            inner += scratch[i] * rows[depth - lost, i]
            fewer += scratch[i]
        value += hits[0, lost] * (inner + (1.0 - fewer) * rows[depth - lost, last])
    return value


@loop
def tally(caps: Whole, costs: Real, budget: float, most: int) -> tuple[int, int]:
    """Count the forces up to a cost, and the units of the largest; stop at a number."""
    kinds = len(caps)
    counts = np.zeros(kinds, dtype=np.int64)
    spent, units = 0.0, 0
    found, largest = 1, 0
    while found <= most:
        i = 0
        while i < kinds and (counts[i] == caps[i] or spent + costs[i] > budget):
            spent -= counts[i] * costs[i]
            units -= counts[i]
            counts[i] = 0
            i += 1
        if i == kinds:
            break
        counts[i] += 1
        spent += costs[i]
        units += 1
        found += 1
        largest = max(largest, units)
    return found, largest


@loop
def visit(
    kept: Whole,
    caps: Whole,
    costs: Real,
    radix: Whole,
    budget: float,
    least: float,
    depth: int,
    ships: int,
    arms: Arms,
    defender: DefenderLine,
    ids: Whole,
    worth: Real,
) -> tuple[int, int]:
    """Judge all forces up to a cost.

    Parameters
    ----------
    kept
        By kind in the order of loss: units of every force, lost after all others.
    caps, costs, radix
        By kind in the order of loss: how many there can be besides these; what each costs; what one
        adds to the number of a force.
    budget
        What a force may cost.
    least
        Only forces that are worth this or more are noted.
    depth
        Units of the largest force.
    ships
        How many ships fire in the first round; -1 for as many as units come ashore.
    arms, defender
        Tables.
    ids, worth
        Where to note forces, ascending, and how likely they win.

    Returns
    -------
    tuple of int
        How many were noted, and visited.
    """
    order, own, helps, turn = arms.order, arms.own, arms.helps, arms.turn
    raised, each, hits, sums = arms.raised, arms.each, arms.hits, arms.sums
    faces, captures, ashore, guns = arms.faces, arms.captures, arms.ashore, arms.guns
    kinds = len(caps)
    size = hits.shape[2]
    counts = np.zeros(kinds, dtype=np.int64)
    by_kind = np.zeros(kinds, dtype=np.int64)
    alone = np.zeros(kinds, dtype=np.int64)
    helpers = np.zeros(kinds, dtype=np.int64)
    shots = np.zeros(len(sums), dtype=np.int64)
    rows = np.zeros((depth + 1, size + 1))
    chances = np.zeros(size)
    scratch = np.zeros(size + 1)
    spent = 0.0
    number, units, captors, landed = 0, 0, 0, 0
    noted, visited = 0, 0
    waiting = kept.copy()
    while True:
        i = kinds - 1
        while i >= 0 and waiting[i] == 0:
            i -= 1
        is_kept = i >= 0
        if is_kept:
            waiting[i] -= 1
        else:
            i = 0
            while i < kinds and (counts[i] == caps[i] or spent + costs[i] > budget):
                gone = counts[i]
                spent -= gone * costs[i]
                units -= gone
                number -= gone * radix[i]
                captors -= gone if captures[order[i]] else 0
                landed -= gone if ashore[order[i]] else 0
                by_kind[order[i]] -= gone
                counts[i] = 0
                i += 1
            if i == kinds:
                break
            counts[i] += 1
        by_kind[order[i]] += 1
        spent += costs[i]
        units += 1
        number += radix[i]
        captors += 1 if captures[order[i]] else 0
        landed += 1 if ashore[order[i]] else 0
        thrown(by_kind, own, helps, turn, raised, each, alone, helpers, shots)
        can = scored(shots, hits, sums, faces, chances, scratch)
        judged(units, rows, chances, can, captors > 0, defender, scratch)
        if is_kept and waiting.sum() > 0:
            continue
        value = rows[units, 0]
        firing = min(landed, len(guns) - 1) if ships < 0 else ships
        if firing > 0:
            value = opened(units, rows, chances, guns[firing], can, defender, scratch)
        if value >= least:
            ids[noted] = number
            worth[noted] = value
            noted += 1
        visited += 1
    return noted, visited
