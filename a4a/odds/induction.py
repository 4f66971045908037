"""Backward induction over the cells of a battle: what it is worth to fight on, or to stop."""

from __future__ import annotations

import numpy as np

from a4a.odds.compiled import loop
from a4a.odds.hits import Flags, Real, Shooter, TargetTables, spread
from a4a.odds.kernels import Choices, ended, is_over


@loop
def backward(
    value: Real,
    end: Real,
    stopped: Real,
    stop: Flags,
    attacker: TargetTables,
    defender: TargetTables,
    attack: Shooter,
    defense: Shooter,
    choices: Choices,
    may_stop: bool,
) -> None:
    """Work out what each cell is worth, from the last to the first.

    Parameters
    ----------
    value
        By step of a round and cell: where to write what it is worth as the step begins.
    end
        By cell: what it is worth when it is over there, after the defenceless are destroyed.
    stopped
        By cell: what it is worth to retreat there.
    stop
        By cell: where to write whether to retreat.
    attacker, defender, attack, defense, choices
        Tables.
    may_stop
        Whether the attacker stops where that is worth more than to fight on.
    """
    steps = value.shape[0]
    sizes = value.shape[1], value.shape[2]
    states_a = np.zeros((steps, 2 * sizes[0]), dtype=np.int64)
    states_d = np.zeros((steps, 2 * sizes[1]), dtype=np.int64)
    chances_a = np.zeros((steps, 2 * sizes[0]))
    chances_d = np.zeros((steps, 2 * sizes[1]))
    scratch_a = np.full(sizes[0], -1.0)
    scratch_d = np.full(sizes[1], -1.0)
    others = np.zeros(steps)
    same = np.zeros(steps)
    for a in range(sizes[0] - 1, -1, -1):
        setting_d, sort_d = defense.setting[a], defense.sort[a]
        for d in range(sizes[1] - 1, -1, -1):
            setting_a, sort_a = attack.setting[d], attack.sort[d]
            a_can = attack.can[setting_a, sort_a, a]
            d_can = defense.can[setting_d, sort_d, d]
            passes = True
            if is_over(a_can, d_can):
                to_a, to_d = ended(a, d, a_can, d_can, attacker, defender, choices)
                value[0, a, d] = end[to_a, to_d]
            elif choices.attacker_dives[d] and attacker.submerged[a] != a:
                value[0, a, d] = value[0, attacker.submerged[a], d]
            elif choices.defender_dives[a] and defender.submerged[d] != d:
                value[0, a, d] = value[0, a, defender.submerged[d]]
            else:
                passes = False
            for step in range(1 if passes else 0, steps):
                count_a = spread(a, d, step, attacker, defense, states_a, chances_a, scratch_a)
                count_d = spread(d, a, step, defender, attack, states_d, chances_d, scratch_d)
                after = 0 if step + 1 == steps else step + 1
                total = 0.0
                for i in range(count_a):
                    inner = 0.0
                    for j in range(count_d):
                        if i or j:
                            inner += (
                                chances_d[step, j]
                                * value[after, states_a[step, i], states_d[step, j]]
                            )
                    total += chances_a[step, i] * inner
                others[step] = total
                same[step] = chances_a[step, 0] * chances_d[step, 0]
            if not passes:
                gain, gathered = 1.0, 0.0
                for step in range(steps):
                    gathered += gain * others[step]
                    gain *= same[step]
                value[0, a, d] = gathered / (1.0 - gain)
                if may_stop and choices.attacker_retreats[a]:
                    away = attacker.withdrawn[a]
                    instead = value[0, away, d] if away != a else stopped[a, d]
                    if instead > value[0, a, d]:
                        stop[a, d] = True
                        value[0, a, d] = instead
            for step in range(steps - 1, 0, -1):
                after = 0 if step + 1 == steps else step + 1
                value[step, a, d] = others[step] + same[step] * value[after, a, d]


@loop
def next_round(
    value: Real,
    after: Real,
    wanted: Flags,
    attacker: TargetTables,
    defender: TargetTables,
    attack: Shooter,
    defense: Shooter,
) -> None:
    """Work out what is to be expected of one round.

    Parameters
    ----------
    value
        By step of a round and cell: where to write what is to be expected as the step begins.
    after
        By cell: what it is worth after the round.
    wanted
        By cell: whether to work it out as a round begins there.
    attacker, defender, attack, defense
        Tables.
    """
    steps = value.shape[0]
    sizes = value.shape[1], value.shape[2]
    states_a = np.zeros((steps, 2 * sizes[0]), dtype=np.int64)
    states_d = np.zeros((steps, 2 * sizes[1]), dtype=np.int64)
    chances_a = np.zeros((steps, 2 * sizes[0]))
    chances_d = np.zeros((steps, 2 * sizes[1]))
    scratch_a = np.full(sizes[0], -1.0)
    scratch_d = np.full(sizes[1], -1.0)
    for step in range(steps - 1, -1, -1):
        for a in range(sizes[0]):
            for d in range(sizes[1]):
                if step == 0 and not wanted[a, d]:
                    continue
                count_a = spread(a, d, step, attacker, defense, states_a, chances_a, scratch_a)
                count_d = spread(d, a, step, defender, attack, states_d, chances_d, scratch_d)
                total = 0.0
                for i in range(count_a):
                    inner = 0.0
                    for j in range(count_d):
                        if step + 1 == steps:
                            inner += (
                                chances_d[step, j] * after[states_a[step, i], states_d[step, j]]
                            )
                        else:
                            inner += (
                                chances_d[step, j]
                                * value[step + 1, states_a[step, i], states_d[step, j]]
                            )
                    total += chances_a[step, i] * inner
                value[step, a, d] = total
