"""The loops of the exact solver, over arrays only: compiled where numba is at hand.

A *cell* is a state of the attacker and one of the defender. Cells are visited attacker's state by
attacker's state; fire only ever leads to cells further on, or to the same cell when all miss: those
rounds are summed up as a geometric series.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from a4a.odds.compiled import called, loop

Whole: TypeAlias = NDArray[np.int64]
Real: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]


class Target(NamedTuple):
    """The tables of a side that is fired at: see `space.Space`."""

    hit: Whole
    last: Whole
    taken: Whole
    front: Whole
    rank: Whole
    reach_bits: Whole
    stripped: Whole
    submerged: Whole
    withdrawn: Whole


class Shooter(NamedTuple):
    """The tables of a side that fires: see `fire.Fire`.

    `rows` is by step, setting, sort, own state and place.
    """

    rows: Whole
    hits: Real
    length: Whole
    reaches: Whole
    setting: Whole
    sort: Whole
    can: Flags


class Choices(NamedTuple):
    """What is decided in the battle.

    Parameters
    ----------
    attacker_dives, defender_dives
        By state of the enemy: whether those leave who can as a round begins.
    stop
        By cell: whether the attacker retreats; of size 0 if it never does.
    attacker_retreats
        By state of the attacker: whether it could retreat if it wanted.
    doomed
        By state of the attacker: whether its defenceless are destroyed when it can hit nothing:
        it cannot retreat, or never does.
    """

    attacker_dives: Flags
    defender_dives: Flags
    stop: Flags
    attacker_retreats: Flags
    doomed: Flags


@called
def along(
    state: int,
    front: Whole,
    rank: Whole,
    falls: Whole,
    taken: Whole,
    thrown: Whole,
) -> int:
    """Find the first slot of the order that one more hit can have; its front, or -1.

    Hits can be matched with slots if no set of places has more slots that only it falls on than
    hits (Hall's condition). `falls` has by front the places whose hits fall on it, as bits; `taken`
    the slots it has lost; `thrown` by place the hits, the new one among them.
    """
    best = -1
    for i in range(len(falls)):
        if front[i, state] < 0 or falls[i] == 0:
            continue
        if best >= 0 and rank[i, state] > rank[best, state]:
            continue
        fits = True
        for places in range(1, 1 << len(thrown)):
            if falls[i] & ~places:
                continue
            room = -1
            for place in range(len(thrown)):
                if places >> place & 1:
                    room += thrown[place]
            for other in range(len(falls)):
                if not falls[other] & ~places:
                    room -= taken[other]
            fits = fits and room >= 0
        if fits:
            best = i
    return best


@called
def falls_of(reach_bits: Whole, reaches: Whole) -> Whole:
    """By front: the places whose hits fall on it, as bits."""
    falls = np.zeros(len(reach_bits), dtype=np.int64)
    for i in range(len(reach_bits)):
        for place in range(len(reaches)):
            if reaches[place] >= 0 and reach_bits[i] >> reaches[place] & 1:
                falls[i] |= 1 << place
    return falls


@called
def spread_along(
    at: int,
    target: Target,
    shooter: Shooter,
    rows: Whole,
    reaches: Whole,
    states: Whole,
    chances: Real,
    scratch: Real,
) -> int:
    """Do as `spread`, but assign hits along the order of loss, as far as they can be matched."""
    falls = falls_of(target.reach_bits, reaches)
    places = len(reaches)
    thrown = np.zeros(places, dtype=np.int64)
    sizes = np.ones(places, dtype=np.int64)
    throws = 1
    for place in range(places):
        if reaches[place] >= 0:
            sizes[place] = shooter.length[rows[place]]
        throws *= sizes[place]
    taken = np.zeros(len(falls), dtype=np.int64)
    found = 0
    for throw in range(throws):
        rest = throw
        chance = 1.0
        state = at
        taken[:] = 0
        thrown[:] = 0
        for place in range(places):
            hits = rest % sizes[place]
            rest //= sizes[place]
            if sizes[place] > 1:
                chance *= shooter.hits[rows[place], hits]
            for _ in range(hits):
                thrown[place] += 1
                best = along(state, target.front, target.rank, falls, taken, thrown)
                if best < 0:
                    break
                taken[best] += 1
                state = target.front[best, state]
        if scratch[state] < 0.0:
            scratch[state] = 0.0
            states[found] = state
            found += 1
        scratch[state] += chance
    for i in range(found):
        chances[i] = scratch[states[i]]
        scratch[states[i]] = -1.0
    return found


@called
def spread(
    at: int,
    target: Target,
    shooter: Shooter,
    rows: Whole,
    reaches: Whole,
    states: Whole,
    chances: Real,
    scratch: Real,
) -> int:
    """List where the fire of a step leads a side: states (the first is where it is), chances.

    Hits of one reach are assigned after the other, each along the order of loss. One that has no
    target left takes the place of an earlier hit that has another: as many as possible count.

    Parameters
    ----------
    at
        The state that is fired at.
    target, shooter
        Tables of both sides.
    rows, reaches
        What is thrown: by place, the row of hits and the reach.
    states, chances
        Where to write the list: each as long as two times the states.
    scratch
        -1 by state; left so.

    Returns
    -------
    int
        The length of the list.
    """
    if len(target.front) > 0 and len(reaches) > 1 and reaches[1] >= 0:
        return int(spread_along(at, target, shooter, rows, reaches, states, chances, scratch))
    half = len(scratch)
    count = 1
    states[0] = at
    chances[0] = 1.0
    for place in range(len(reaches)):
        reach = reaches[place]
        if reach < 0:
            break
        row = rows[place]
        size = shooter.length[row]
        if size == 1:
            continue
        for i in range(count):
            states[half + i] = states[i]
            chances[half + i] = chances[i]
        found = 0
        for i in range(count):
            state = states[half + i]
            weight = chances[half + i]
            free = 0
            if place == 1:
                free = target.taken[reach, state] - target.taken[reach, at]
            for number in range(size):
                share = weight * shooter.hits[row, number]
                after = target.hit[reach, state]
                if after < 0 and free > 0:
                    after = target.hit[reaches[0], state]
                    free -= 1
                if after < 0:
                    after = target.last[reach, state]
                if after < 0:
                    for more in range(number + 1, size):
                        share += weight * shooter.hits[row, more]
                if scratch[state] < 0.0:
                    scratch[state] = 0.0
                    states[found] = state
                    found += 1
                scratch[state] += share
                if after < 0:
                    break
                state = after
        count = found
        for i in range(count):
            chances[i] = scratch[states[i]]
            scratch[states[i]] = -1.0
    return count


@loop
def forward(
    mass: Real,
    after: Real,
    finished: Real,
    retreated: Real,
    attacker: Target,
    defender: Target,
    attack: Shooter,
    defense: Shooter,
    choices: Choices,
    to_the_end: bool,
    may_prune: float,
) -> tuple[float, float]:
    """Let probability flow through the cells.

    Parameters
    ----------
    mass
        By step of a round, attacker's and defender's state: how likely the step begins there. It
        is used up.
    after
        Where to add what is left after one round, if one is fought.
    finished, retreated
        Where to add how battles end, by cell.
    attacker, defender, attack, defense, choices
        Tables.
    to_the_end
        Whether to fight on until all is over, or one round.
    may_prune
        How much probability may be left out.

    Returns
    -------
    tuple of float
        What was left out, and the number of rounds that are fought on average.
    """
    steps = mass.shape[0]
    sizes = mass.shape[1], mass.shape[2]
    states_a = np.zeros((steps, 2 * sizes[0]), dtype=np.int64)
    states_d = np.zeros((steps, 2 * sizes[1]), dtype=np.int64)
    chances_a = np.zeros((steps, 2 * sizes[0]))
    chances_d = np.zeros((steps, 2 * sizes[1]))
    scratch_a = np.full(sizes[0], -1.0)
    scratch_d = np.full(sizes[1], -1.0)
    counts_a = np.zeros(steps, dtype=np.int64)
    counts_d = np.zeros(steps, dtype=np.int64)
    flow = np.zeros(steps)
    pruned = 0.0
    rounds = 0.0
    tiny = may_prune * 1e-5
    stops = choices.stop.size > 0
    for a in range(sizes[0]):
        setting_d, sort_d = defense.setting[a], defense.sort[a]
        for d in range(sizes[1]):
            total = 0.0
            for step in range(steps):
                total += mass[step, a, d]
            if total == 0.0:
                continue
            if total < tiny and pruned + total < may_prune:
                pruned += total
                continue
            setting_a, sort_a = attack.setting[d], attack.sort[d]
            a_can = attack.can[setting_a, sort_a, a]
            d_can = defense.can[setting_d, sort_d, d]
            is_over = not (a_can and d_can)
            stop = not is_over and stops and choices.stop[a, d]
            dive_a = choices.attacker_dives[d] and attacker.submerged[a] != a
            dive_d = choices.defender_dives[a] and defender.submerged[d] != d
            passes = is_over or stop or dive_a or dive_d
            # What of it goes on in the same cell, step after step: all shots miss.
            gain, carried = 1.0, 0.0
            for step in range(steps):
                if step or not passes:
                    counts_a[step] = spread(
                        a,
                        attacker,
                        defense,
                        defense.rows[step, setting_d, sort_d, d],
                        defense.reaches[sort_d],
                        states_a[step],
                        chances_a[step],
                        scratch_a,
                    )
                    counts_d[step] = spread(
                        d,
                        defender,
                        attack,
                        attack.rows[step, setting_a, sort_a, a],
                        attack.reaches[sort_a],
                        states_d[step],
                        chances_d[step],
                        scratch_d,
                    )
                    same = chances_a[step, 0] * chances_d[step, 0]
                else:
                    same = 0.0
                gain *= same
                carried = carried * same + (mass[step, a, d] * same if step else 0.0)
            if passes:
                flow[0] = 0.0
                begins = mass[0, a, d]
                if to_the_end:
                    begins += carried
                if is_over:
                    to_a, to_d = a, d
                    if a_can:
                        to_d = defender.stripped[d]
                    elif d_can and choices.doomed[a]:
                        to_a = attacker.stripped[a]
                    finished[to_a, to_d] += begins
                elif stop:
                    if attacker.withdrawn[a] != a:
                        mass[0, attacker.withdrawn[a], d] += begins
                    else:
                        retreated[a, d] += begins
                elif dive_a:
                    mass[0, attacker.submerged[a], d] += begins
                else:
                    mass[0, a, defender.submerged[d]] += begins
            elif to_the_end:
                flow[0] = (mass[0, a, d] + carried) / (1.0 - gain)
            else:
                flow[0] = mass[0, a, d]
            rounds += flow[0]
            for step in range(1, steps):
                same = chances_a[step - 1, 0] * chances_d[step - 1, 0] if flow[step - 1] else 0.0
                flow[step] = mass[step, a, d] + flow[step - 1] * same
            for step in range(steps):
                weight = flow[step]
                if weight == 0.0:
                    continue
                least = tiny * 1e-3 / weight if pruned < 0.5 * may_prune else 0.0
                kept = 0
                cut = 0.0
                for j in range(counts_d[step]):
                    if j and chances_d[step, j] < least:
                        cut += chances_d[step, j]
                        continue
                    states_d[step, kept] = states_d[step, j]
                    chances_d[step, kept] = chances_d[step, j]
                    kept += 1
                pruned += weight * cut
                leaves = step + 1 == steps and not to_the_end
                into = after if leaves else mass[(step + 1) % steps]
                to_d = states_d[step]
                share_d = chances_d[step]
                for i in range(counts_a[step]):
                    share = chances_a[step, i]
                    if i and share < least:
                        pruned += weight * share * (1.0 - cut)
                        continue
                    share *= weight
                    row = into[states_a[step, i]]
                    # What stays in the cell is in the flow already.
                    for j in range(0 if i or leaves else 1, kept):
                        row[to_d[j]] += share * share_d[j]
            for step in range(steps):
                mass[step, a, d] = 0.0
    return pruned, rounds
