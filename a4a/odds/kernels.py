"""The loops of the exact solver, over arrays only: compiled where numba is at hand.

A *cell* is a state of the attacker and one of the defender. Cells are visited in the order of the
attacker's states; fire only ever leads to cells further on, or to the same cell when all miss:
those rounds are summed up as a geometric series.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from a4a.odds.compiled import called, inlined, loop
from a4a.odds.fire import FIRES, HITS, NOTHING
from a4a.odds.hits import Flags, Real, Shooter, TargetTables, spread, spread_in_turn


class Choices(NamedTuple):
    """What is decided in the battle.

    Parameters
    ----------
    attacker_dives, defender_dives
        By state of the enemy: whether units that can leave as a round begins do.
    stop, leave
        By cell: whether the attacker retreats, and then the defender; of size 0 if it never does.
    attacker_retreats
        By state of the attacker: whether it could retreat if it wanted.
    doomed
        By state of the attacker: whether its defenceless are destroyed when it can hit nothing,
        as none of its units can retreat.
    """

    attacker_dives: Flags
    defender_dives: Flags
    stop: Flags
    leave: Flags
    attacker_retreats: Flags
    doomed: Flags


NOWHERE: Final = np.zeros((0, 0), dtype=np.bool_)
"""Where a side retreats that never does."""


@inlined
def is_over(a_can: int, d_can: int) -> bool:
    """Whether a battle is over, by what the sides can do."""
    return a_can == NOTHING or d_can == NOTHING or (a_can < HITS and d_can < HITS)


@called
def ended(
    a: int,
    d: int,
    a_can: int,
    d_can: int,
    attacker: TargetTables,
    defender: TargetTables,
    choices: Choices,
) -> tuple[int, int]:
    """Return the cell in which a battle that is over ends: the defenceless are destroyed."""
    if a_can >= FIRES and d_can == NOTHING:
        return a, int(defender.stripped[d])
    if d_can >= FIRES and a_can == NOTHING and choices.doomed[a]:
        return int(attacker.stripped[a]), d
    return a, d


@loop
def forward(
    mass: Real,
    after: Real,
    finished: Real,
    retreated: Real,
    attacker: TargetTables,
    defender: TargetTables,
    attack: Shooter,
    defense: Shooter,
    choices: Choices,
    to_the_end: bool,
    may_prune: float,
) -> tuple[float, float]:
    """Spread probability through the cells.

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
    along_a, along_d = len(attacker.front) > 0, len(defender.front) > 0
    # Rows as arrays of their own would count references, cell by cell.
    cells, beyond = mass.reshape(mass.size), after.reshape(after.size)
    pruned = 0.0
    rounds = 0.0
    stops, yields = choices.stop.size > 0, choices.leave.size > 0
    for a in range(sizes[0]):
        setting_d, sort_d = defense.setting[a], defense.sort[a]
        for d in range(sizes[1]):
            total = 0.0
            for step in range(steps):
                total += mass[step, a, d]
            if total == 0.0:
                continue
            tiny = (may_prune - pruned) * 1e-4  # of what is left, so that it is never used up
            if total < tiny:
                pruned += total
                continue
            setting_a, sort_a = attack.setting[d], attack.sort[d]
            a_can = attack.can[setting_a, sort_a, a]
            d_can = defense.can[setting_d, sort_d, d]
            over = is_over(a_can, d_can)
            stop = not over and stops and choices.stop[a, d]
            leave = not over and yields and choices.leave[a, d]
            dive_a = choices.attacker_dives[d] and attacker.submerged[a] != a
            dive_d = choices.defender_dives[a] and defender.submerged[d] != d
            passes = over or stop or leave or dive_a or dive_d
            # The part that goes on in the same cell, step after step: all shots miss.
            gain, carried = 1.0, 0.0
            for step in range(steps):
                if step or not passes:
                    if along_a:
                        counts_a[step] = spread(
                            a, d, step, attacker, defense, states_a, chances_a, scratch_a
                        )
                    else:
                        counts_a[step] = spread_in_turn(
                            a, d, step, attacker, defense, states_a, chances_a, scratch_a
                        )
                    if along_d:
                        counts_d[step] = spread(
                            d, a, step, defender, attack, states_d, chances_d, scratch_d
                        )
                    else:
                        counts_d[step] = spread_in_turn(
                            d, a, step, defender, attack, states_d, chances_d, scratch_d
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
                if over:
                    to_a, to_d = ended(a, d, a_can, d_can, attacker, defender, choices)
                    finished[to_a, to_d] += begins
                elif stop:
                    if attacker.withdrawn[a] != a:
                        mass[0, attacker.withdrawn[a], d] += begins
                    else:
                        retreated[a, d] += begins
                elif leave:
                    mass[0, a, defender.withdrawn[d]] += begins
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
                least = tiny * 1e-3 / weight
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
                into = beyond if leaves else cells
                start = 0 if leaves else (step + 1) % steps * sizes[0]
                for i in range(counts_a[step]):
                    share = chances_a[step, i]
                    if i and share < least:
                        pruned += weight * share * (1.0 - cut)
                        continue
                    share *= weight
                    row = (start + states_a[step, i]) * sizes[1]
                    # What stays in the cell is in the flow already.
                    for j in range(0 if i or leaves else 1, kept):
                        into[row + states_d[step, j]] += share * chances_d[step, j]
            for step in range(steps):
                mass[step, a, d] = 0.0
    return pruned, rounds
