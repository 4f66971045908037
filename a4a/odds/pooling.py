"""The loops that judge a pool of states, over arrays only: compiled where numba is at hand.

It is backward induction as in `induction`, for many more states of the attacker than of the
defender: what does not depend on both sides' states is worked out once for all that share it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from a4a.odds.compiled import loop
from a4a.odds.hits import Flags, Real, Shooter, TargetTables, Whole, spread, spread_in_turn
from a4a.odds.kernels import Choices, ended, is_over

ROOM: Final = 1 << 22
"""How many states to which throws lead are kept at once: 64 MB of them."""


@loop
def pooled(
    value: Real,
    known: Flags,
    end: Real,
    arms: Whole,
    met: Whole,
    throws: Whole,
    alike: Whole,
    attacker: TargetTables,
    defender: TargetTables,
    attack: Shooter,
    defense: Shooter,
    choices: Choices,
) -> None:
    """Work out what each cell is worth, from the last to the first.

    Parameters
    ----------
    value
        By step of a round and cell: where to write what it is worth as the step begins.
    known
        By state of the attacker: whether that is written already.
    end
        By cell: what it is worth when it is over there, after the defenceless are destroyed.
    arms
        By state of the attacker: its place in the tables of `attack`.
    met, throws
        By state of the defender: which of the ways that matter to the attacker's fire it is there;
        by step, such way and place in the tables of `attack`: a number for what is thrown.
    alike
        By step, setting, sort and state of the defender: a number for what it throws.
    attacker, defender, attack, defense, choices
        Tables. The attacker never leaves as a round begins.
    """
    steps, size_a, size_d = value.shape
    kinds = alike.max() + 1
    states_a = np.zeros((steps, 2 * size_a), dtype=np.int64)
    chances_a = np.zeros((steps, 2 * size_a))
    scratch_a = np.full(size_a, -1.0)
    scratch_d = np.full(size_d, -1.0)
    states_d = np.zeros((steps, 2 * size_d), dtype=np.int64)
    chances_d = np.zeros((steps, 2 * size_d))
    # Where what the attacker throws leads the defender: one list after the other, until it is full.
    room, used = max(ROOM, 2 * size_d), 0
    led_d, by_d = np.empty(room, dtype=np.int64), np.empty(room)
    first = np.zeros((throws.max() + 1, size_d), dtype=np.int32)
    until = np.zeros_like(first)
    # What follows if the attacker loses something, by what the defender throws and its state.
    after_loss = np.zeros((kinds, size_d))
    misses = np.zeros(kinds)
    lost_at = np.full(kinds, -1, dtype=np.int64)
    others = np.zeros(steps)
    same = np.zeros(steps)
    along_a, along_d = len(attacker.front) > 0, len(defender.front) > 0
    setting_a, sort_a, can_a = attack.setting, attack.sort, attack.can
    for a in range(size_a - 1, -1, -1):
        if known[a]:
            continue
        own = arms[a]
        setting, sort = defense.setting[a], defense.sort[a]
        for d in range(size_d - 1, -1, -1):
            a_can = can_a[setting_a[d], sort_a[d], own]
            d_can = defense.can[setting, sort, d]
            passes = True
            if is_over(a_can, d_can):
                to_a, to_d = ended(a, d, a_can, d_can, attacker, defender, choices)
                value[0, a, d] = end[to_a, to_d]
            elif choices.defender_dives[a] and defender.submerged[d] != d:
                value[0, a, d] = value[0, a, defender.submerged[d]]
            else:
                passes = False
            for step in range(1 if passes else 0, steps):
                after = 0 if step + 1 == steps else step + 1
                thrown = throws[step, met[d], own]
                if until[thrown, d] == 0:
                    if along_d:
                        count = spread(
                            d, own, step, defender, attack, states_d, chances_d, scratch_d
                        )
                    else:
                        count = spread_in_turn(
                            d, own, step, defender, attack, states_d, chances_d, scratch_d
                        )
                    if used + count > room:
                        until[:] = 0
                        used = 0
                    first[thrown, d], until[thrown, d] = used, used + count
                    for i in range(count):  # numba takes two seconds to compile slices
                        led_d[used + i] = states_d[step, i]
                        by_d[used + i] = chances_d[step, i]
                    used += count
                kind = alike[step, setting, sort, d]
                if lost_at[kind] != a:
                    lost_at[kind] = a
                    if along_a:
                        count = spread(
                            a, d, step, attacker, defense, states_a, chances_a, scratch_a
                        )
                    else:
                        count = spread_in_turn(
                            a, d, step, attacker, defense, states_a, chances_a, scratch_a
                        )
                    misses[kind] = chances_a[step, 0]
                    after_loss[kind] = 0.0
                    for i in range(1, count):
                        row_of = value[after, states_a[step, i]]
                        for j in range(size_d):
                            after_loss[kind, j] += chances_a[step, i] * row_of[j]
                total = 0.0
                start = first[thrown, d]
                for j in range(start, until[thrown, d]):
                    to = led_d[j]
                    inner = after_loss[kind, to]
                    if j > start:
                        inner += misses[kind] * value[after, a, to]
                    total += by_d[j] * inner
                others[step] = total
                same[step] = by_d[start] * misses[kind]
            if not passes:
                gain, gathered = 1.0, 0.0
                for step in range(steps):
                    gathered += gain * others[step]
                    gain *= same[step]
                value[0, a, d] = gathered / (1.0 - gain)
            for step in range(steps - 1, 0, -1):
                after = 0 if step + 1 == steps else step + 1
                value[step, a, d] = others[step] + same[step] * value[after, a, d]


@loop
def opened(
    worth: Real,
    later: Real,
    end: Real,
    starts: Whole,
    arms: Whole,
    attacker: TargetTables,
    defender: TargetTables,
    attack: Shooter,
    defense: Shooter,
) -> None:
    """Work out what starts are worth whose first round is unlike the others.

    Parameters
    ----------
    worth
        By start: where to write it.
    later
        By cell: what it is worth as any other round begins.
    end
        By cell: what it is worth when it is over there.
    starts
        The states in which forces begin.
    arms
        By state of the attacker: its place in the tables of `attack`.
    attacker, defender, attack, defense
        Tables, of the first round.
    """
    steps, size_a, size_d = attack.rows.shape[0], later.shape[0], later.shape[1]
    states_a = np.zeros((steps, 2 * size_a), dtype=np.int64)
    states_d = np.zeros((steps, 2 * size_d), dtype=np.int64)
    chances_a = np.zeros((steps, 2 * size_a))
    chances_d = np.zeros((steps, 2 * size_d))
    scratch_a = np.full(size_a, -1.0)
    scratch_d = np.full(size_d, -1.0)
    for start in range(len(starts)):
        a = starts[start]
        a_can = attack.can[attack.setting[0], attack.sort[0], arms[a]]
        d_can = defense.can[defense.setting[a], defense.sort[a], 0]
        if is_over(a_can, d_can):
            worth[start] = end[a, 0]
            continue
        cells = np.zeros((1, 2), dtype=np.int64)
        cells[0, 0] = a
        chance = np.ones(1)
        total = 0.0
        for step in range(steps):
            number = 0
            for i in range(len(chance)):
                if chance[i] > 0.0:
                    a, d = cells[i, 0], cells[i, 1]
                    count_a = spread(a, d, step, attacker, defense, states_a, chances_a, scratch_a)
                    count_d = spread(
                        d, arms[a], step, defender, attack, states_d, chances_d, scratch_d
                    )
                    number += count_a * count_d
            last = step + 1 == steps
            new = np.zeros((1 if last else number, 2), dtype=np.int64)
            shares = np.zeros(1 if last else number)
            at = 0
            for i in range(len(chance)):
                if chance[i] == 0.0:
                    continue
                a, d = cells[i, 0], cells[i, 1]
                count_a = spread(a, d, step, attacker, defense, states_a, chances_a, scratch_a)
                count_d = spread(d, arms[a], step, defender, attack, states_d, chances_d, scratch_d)
                for x in range(count_a):
                    for y in range(count_d):
                        share = chance[i] * chances_a[step, x] * chances_d[step, y]
                        if last:
                            total += share * later[states_a[step, x], states_d[step, y]]
                        else:
                            new[at, 0], new[at, 1] = states_a[step, x], states_d[step, y]
                            shares[at] = share
                            at += 1
            cells, chance = new, shares
        worth[start] = total
