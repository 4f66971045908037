"""Rounds in which all fire falls on everybody, along chains of hits.

A hit then leads a state to one other, whoever scores it, so that a start is followed by a chain of
states, and what is shot down before the rounds only tells one chain from another. Probability flows
along two chains (`chaining`); what a side throws may depend on what its enemy has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from a4a.odds.battle_tables import BattleTables
from a4a.odds.chaining import Chain, Thrown, spread
from a4a.odds.fire import Fire
from a4a.odds.hits import Flags, Real, Whole
from a4a.odds.side_states import SideStates


def fits(table: BattleTables) -> bool:
    """Whether the rounds of a battle are fought along chains, if nobody retreats."""
    choices = table.choices
    return (
        len(table.battle.sequence.rounds) == 1
        and table.shot_at_attacker.always == table.shot_at_defender.always == 1
        and all(fire.rows.shape[-1] for fire in (table.attack, table.defense))
        and not (choices.attacker_dives.any() or choices.defender_dives.any())
        and not (table.attacker.settled.size or table.defender.settled.size)
    )


def fight(table: BattleTables, mass: Real, *, prune: float) -> tuple[float, float]:
    """Move probability to the cells in which a battle that `fits` is over.

    Parameters
    ----------
    table
        The battle, in rounds after those that differ.
    mass
        By cell: how likely a round begins there; then, how likely the battle is over there.
    prune
        Probability that may be left out, as a whole.

    Returns
    -------
    tuple of float
        What was left out, and the number of rounds that are fought on average.
    """
    ours = _chains(table.attack, table.defense, table.attacker, mass.sum(axis=1) > 0)
    theirs = _chains(table.defense, table.attack, table.defender, mass.sum(axis=0) > 0)
    attack, defense = _thrown(table.attack), _thrown(table.defense)
    over = np.zeros_like(mass)
    pruned = rounds = 0.0
    for chain_a in ours:
        for chain_d in theirs:
            work = _work(len(chain_a.path), len(chain_d.path))
            cut, more = spread.of(work)(
                mass, over, attack, chain_a, defense, chain_d, prune * _RARE, prune - pruned
            )
            pruned, rounds = pruned + cut, rounds + more
    mass[:] = over
    return pruned, rounds


def _work(long: int, wide: int) -> int:
    return long * wide * max(1, (long + wide) // _LONG)


_RARE: Final = 1e-5
"""The share of what may be left out that decides about a cell."""

_LONG: Final = 100
"""Places on two chains at which a cell takes plain Python as long as those of other loops."""


def _thrown(fire: Fire) -> Thrown:
    hits = fire.hits
    below, beyond = np.zeros((2, len(hits), hits.shape[1] + 1))
    below[:, 1:] = hits.cumsum(axis=1)
    beyond[:, :-1] = hits[:, ::-1].cumsum(axis=1)[:, ::-1]
    return Thrown(hits, beyond, below, fire.length, fire.chances)


def _paths(side: SideStates, begun: Flags) -> Iterator[tuple[Whole, Flags]]:
    """Yield the chains on which all states lie that are begun in, and which states are new."""
    after = np.where(side.hit[0] >= 0, side.hit[0], side.last[0]).tolist()
    known = np.zeros(side.size, dtype=np.bool_)
    for start in np.flatnonzero(begun).tolist():
        if known[start]:
            continue
        path = [start]
        while after[path[-1]] >= 0:
            path.append(after[path[-1]])
        found = np.array(path)
        yield found, np.logical_not(known[found])
        known[found] = True


def _chains(fire: Fire, enemy: Fire, side: SideStates, begun: Flags) -> list[Chain]:
    """Return the chains of a side."""
    sorts = np.unique(fire.setting * fire.can.shape[1] + fire.sort)
    setting, sort = np.divmod(sorts, fire.can.shape[1])
    rows, can = fire.rows[0][setting, sort, :, 0], fire.can[setting, sort]
    of = np.unique(enemy.setting * enemy.can.shape[1] + enemy.sort, return_inverse=True)[1]
    found = []
    for path, own in _paths(side, begun):
        # `take` keeps rows together in memory; for any other order the loop is compiled anew.
        rows_of, can_of = np.take(rows, path, axis=1), np.take(can, path, axis=1)
        thrown = fire.dice[rows_of]
        fewer = np.append(thrown[:, :-1] - thrown[:, 1:], thrown[:, -1:], axis=1)
        sorts_of = of.reshape(side.size)[path]
        found.append(Chain(path, own, rows_of, can_of, fewer, sorts_of))
    return found
