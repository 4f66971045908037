"""Where the hits of a step lead: states of the side that is hit, and how likely they are."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from a4a.odds.compiled import called

Whole: TypeAlias = NDArray[np.int64]
Real: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]


class TargetTables(NamedTuple):
    """The tables of a side that is fired at: see `side_states.SideStates`."""

    hit: Whole
    last: Whole
    taken: Whole
    front: Whole
    rank: Whole
    reach_bits: Whole
    stripped: Whole
    submerged: Whole
    withdrawn: Whole
    settled: Whole


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
    can: Whole


@called
def along(
    state: int,
    front: Whole,
    rank: Whole,
    falls: Whole,
    taken: Whole,
    thrown: Whole,
) -> int:
    """Find the front of the first slot of the order that one more hit can take, or -1.

    Slots can be matched with hits if no set of places has fewer hits than there are slots that only
    those hits fall on (Hall's condition). `falls` is, by front, the places whose hits fall on it,
    as bits; `taken`, by front, the slots it has lost; `thrown`, by place, the hits, the new one
    included.
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
def spread_in_turn(
    at: int,
    firing: int,
    step: int,
    target: TargetTables,
    shooter: Shooter,
    states: Whole,
    chances: Real,
    scratch: Real,
) -> int:
    """Do as `spread` where hits are assigned one reach after the other.

    Those of each reach go along the order of loss. A hit with no target left takes the place of an
    earlier one that has another target: as many as possible count.

    As a round ends, who is behind the casualty line is lost.

    It calls nothing and does not leave its outer loop early: otherwise the references of all its
    arrays would be counted at every call, which takes longer than the rest.
    """
    sort = shooter.sort[at]
    rows = shooter.rows[step, shooter.setting[at], sort, firing]
    reaches = shooter.reaches[sort]
    half = len(scratch)
    count = 1
    states[step, 0] = at
    chances[step, 0] = 1.0
    for place in range(len(reaches)):
        reach = reaches[place]
        row = rows[place]
        size = shooter.length[row] if reach >= 0 else 1
        if size == 1:
            continue
        for i in range(count):
            states[step, half + i] = states[step, i]
            chances[step, half + i] = chances[step, i]
        alone = count == 1  # then no two numbers of hits lead to the same state
        found = 0
        for i in range(count):
            state = states[step, half + i]
            weight = chances[step, half + i]
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
                if alone:
                    states[step, found] = state
                    chances[step, found] = share
                    found += 1
                else:
                    if scratch[state] < 0.0:
                        scratch[state] = 0.0
                        states[step, found] = state
                        found += 1
                    scratch[state] += share
                if after < 0:
                    break
                state = after
        count = found
        if not alone:
            for i in range(count):
                chances[step, i] = scratch[states[step, i]]
                scratch[states[step, i]] = -1.0
    settled = target.settled
    if len(settled) > 0 and step + 1 == len(shooter.rows):
        if settled[at] != at:  # then nothing stays where it is
            states[step, count], chances[step, count] = at, chances[step, 0]
            chances[step, 0] = 0.0
            count += 1
        for i in range(1, count):
            states[step, i] = settled[states[step, i]]
    return count


@called
def spread_along(
    at: int,
    firing: int,
    step: int,
    target: TargetTables,
    shooter: Shooter,
    states: Whole,
    chances: Real,
    scratch: Real,
) -> int:
    """Do as `spread`, but assign hits along the order of loss, as far as they can be matched."""
    sort = shooter.sort[at]
    rows = shooter.rows[step, shooter.setting[at], sort, firing]
    reaches = shooter.reaches[sort]
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
            states[step, found] = state
            found += 1
        scratch[state] += chance
    for i in range(found):
        chances[step, i] = scratch[states[step, i]]
        scratch[states[step, i]] = -1.0
    return found


@called
def spread(
    at: int,
    firing: int,
    step: int,
    target: TargetTables,
    shooter: Shooter,
    states: Whole,
    chances: Real,
    scratch: Real,
) -> int:
    """List where the fire of a step leads a side: states (the first is where it is), chances.

    A loop in a hurry calls `spread_in_turn` itself where hits do not go along the order: this
    function counts references of all its arrays.

    Parameters
    ----------
    at, firing
        The states of the side that is hit, and of the side that fires.
    step
        Which step of a round.
    target, shooter
        Tables of both sides.
    states, chances
        By step: where to write the list; each twice as long as there are states.
    scratch
        -1 for each state, before and after.

    Returns
    -------
    int
        The length of the list.
    """
    several = shooter.reaches.shape[1] > 1 and shooter.reaches[shooter.sort[at], 1] >= 0
    if several and len(target.front) > 0:
        return int(spread_along(at, firing, step, target, shooter, states, chances, scratch))
    return int(spread_in_turn(at, firing, step, target, shooter, states, chances, scratch))
