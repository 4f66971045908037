"""Where the attacker stops: retreat policies as tables, and the best rule of all.

Policies that look ahead use backward induction over the states of the battle.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from a4a.odds import induction
from a4a.odds.answer import Survivors
from a4a.odds.battle_tables import BattleTables, shooter, target
from a4a.odds.fire import FIRES, NOTHING, PRESSES
from a4a.odds.hits import Flags, Real
from a4a.odds.retreat import (
    AfterRounds,
    BestSwing,
    KeepSafe,
    OddsBelow,
    OnlyLeft,
    Retreat,
    Strafe,
    SwingNegative,
    UnitsLeft,
)


class Worth(NamedTuple):
    """What the cells of a battle are worth to the attacker.

    Parameters
    ----------
    fight_on
        By cell: what is to be expected as a round begins there.
    stopped
        By cell: what it is worth to have retreated there.
    stop
        By cell: whether to retreat there.
    """

    fight_on: Real
    stopped: Real
    stop: Flags


def stops(table: BattleTables) -> Flags:
    """Say, by cell, whether the attacker retreats there by the policy of the battle."""
    policy = table.battle.retreat
    assert policy is not None
    can = table.choices.attacker_retreats[:, None]
    helpless = table.attack_can == PRESSES
    return np.ascontiguousarray((_stops(table, policy) | helpless) & can)


def leaves(table: BattleTables) -> Flags:
    """Say, by cell, whether the defender retreats there by its policy: all that may, at once."""
    side, policy = table.defender, table.battle.defender_retreat
    match policy:
        case UnitsLeft(units):
            wanted = side.present.sum(axis=1) <= units
        case OnlyLeft(word):
            wanted = side.count(word, side.present) == side.present.sum(axis=1)
        case _:  # AfterRounds: the loop that fights the rounds counts them
            wanted = np.ones(side.size, dtype=np.bool_)
    wanted &= side.withdrawn != np.arange(side.size)
    return np.repeat(wanted[None, :], table.cells[0], axis=0)


def _stops(table: BattleTables, policy: Retreat) -> Flags:
    match policy:
        case AfterRounds():  # the loop that fights the rounds counts them
            return np.ones(table.cells, dtype=np.bool_)
        case UnitsLeft(units):
            few = table.attacker.present.sum(axis=1) <= units
            return np.repeat(few[:, None], table.cells[1], axis=1)
        case OnlyLeft(word):
            present = table.attacker.present
            only = table.attacker.count(word, present) == present.sum(axis=1)
            return np.repeat(only[:, None], table.cells[1], axis=1)
        case OddsBelow(chance):
            return np.asarray(win(table).fight_on < chance)
        case SwingNegative(prize):
            found = swing(table, prize=prize)
            return np.asarray(found.fight_on < found.stopped)
        case BestSwing(prize):
            return swing(table, prize=prize, best=True).stop
        case Strafe(risk):
            # When the last that fights falls, the defenceless fall with it.
            falls = (table.attack_can >= FIRES) & (table.defense_can == NOTHING)
            left = np.where(
                falls, table.defender.left[table.defender.stripped], table.defender.left
            )
            return np.asarray(_next_round(table, (left == 0).astype(float)) > risk)
        case KeepSafe(word, risk):
            return _unsafe(table, word, risk)


def _unsafe(table: BattleTables, word: str, risk: float) -> Flags:
    attacker = table.attacker
    count = attacker.count(word, attacker.present)
    stop = np.zeros(table.cells, dtype=np.bool_)
    for number in np.unique(count[count > 0]):
        lost = (count < number).astype(float)
        rows = count == number
        after = np.repeat(lost[:, None], table.cells[1], axis=1)
        chance = _next_round(table, after, rows=rows)
        stop[rows] = chance[rows] > risk
    return stop


def win(table: BattleTables) -> Worth:
    """Work out how likely the attacker wins from each cell, fighting to the end."""
    a, d = Survivors.of(table.attacker), Survivors.of(table.defender)
    end = (~a.lost_all[:, None] & d.gone[None, :]).astype(float)
    return _induct(table, end, table.zeros(), best=False)


def swing(table: BattleTables, *, prize: float = 0.0, best: bool = False) -> Worth:
    """Work out the expected swing from each cell: the defender's losses less the attacker's.

    Losses are counted from the start of the battle.

    Parameters
    ----------
    table
        The battle.
    prize
        What taking the place is worth.
    best
        Whether the attacker retreats where that is worth more; else it fights to the end.
    """
    a, d = Survivors.of(table.attacker), Survivors.of(table.defender)
    stopped = d.cost[None, :] - a.cost[:, None]
    taken = (a.captors > 0)[:, None] & d.gone[None, :]
    return _induct(table, stopped + prize * taken, stopped, best=best)


def _induct(table: BattleTables, end: Real, stopped: Real, *, best: bool) -> Worth:
    value = np.zeros((len(table.battle.sequence.rounds), *table.cells))
    stop = np.zeros(table.cells, dtype=np.bool_)
    induction.backward.of(value.size)(
        value, end, stopped, stop, target(table.attacker), target(table.defender),
        shooter(table.attack), shooter(table.defense), table.choices, best,
    )  # fmt: skip
    return Worth(value[0], stopped, stop)


def _next_round(table: BattleTables, after: Real, *, rows: Flags | None = None) -> Real:
    value = np.zeros((len(table.battle.sequence.rounds), *table.cells))
    wanted = np.logical_not(table.over)
    if rows is not None:
        wanted &= rows[:, None]
    induction.next_round.of(value.size)(
        value, after, wanted, target(table.attacker), target(table.defender),
        shooter(table.attack), shooter(table.defense),
    )  # fmt: skip
    return np.asarray(value[0])
