"""The exact odds of a battle: one pass of probability through all states that can be reached."""

from __future__ import annotations

from typing import Final

import numpy as np

from a4a.odds import chains, duel, kernels
from a4a.odds.answer import Odds, Survivors
from a4a.odds.battle import Battle
from a4a.odds.battle_tables import BattleTables, battle_tables, shooter, target
from a4a.odds.fire import FIRES, NOTHING
from a4a.odds.hits import Flags, Real
from a4a.odds.kernels import NOWHERE
from a4a.odds.opening import after_opening
from a4a.odds.retreat import AfterRounds
from a4a.odds.stopping import leaves, stops

PRUNED: Final = 1e-12
"""Probability that may be left out, as a whole."""

MANY: Final = 20
"""Rounds after which it is worth checking whether a battle goes on at all."""

SURELY: Final = 1e-16
"""A battle less likely than this to go on is over: no number tells the difference."""


def solve(battle: Battle, *, prune: float = PRUNED) -> Odds:
    """Compute the odds of a battle exactly.

    Parameters
    ----------
    battle
        The battle.
    prune
        Probability that may be left out, as a whole; 0 for nothing. `Odds.pruned` says how much
        was.

    Raises
    ------
    BattleError
        If the battle has more states than can be held.
    """
    if duel.fits(battle):
        return duel.solve(battle, prune=prune)
    flow = Flow(battle_tables(battle), prune=prune)
    flow.fight()
    return flow.odds()


def first_stop(table: BattleTables) -> tuple[Flags, int]:
    """Return where the attacker retreats, by cell, and how many rounds it fights before."""
    policy = table.battle.retreat
    if policy is None:
        return NOWHERE, 1
    return stops(table), policy.rounds if isinstance(policy, AfterRounds) else 1


def first_leave(table: BattleTables) -> tuple[Flags, int]:
    """Return where the defender retreats, by cell, and how many rounds it fights before."""
    policy = table.battle.defender_retreat
    if policy is None:
        return NOWHERE, 0
    return leaves(table), policy.rounds if isinstance(policy, AfterRounds) else 0


class Flow:
    """Probability on its way through the cells of a battle.

    Parameters
    ----------
    table
        The battle.
    prune
        Probability that may be left out.

    Attributes
    ----------
    mass
        By step of a round and cell: how likely it begins there.
    round
        How many rounds have been fought.
    """

    def __init__(self, table: BattleTables, *, prune: float) -> None:
        self.table, self.may_prune = table, prune
        self.mass = np.zeros((len(table.battle.sequence.rounds), *table.cells))
        self.finished, self.broken_off = table.zeros(), table.zeros()
        self.pruned = self.rounds = 0.0
        self.round = 0
        self.tables = target(table.attacker), target(table.defender)
        self._stop, self._leave = first_stop(table), first_leave(table)
        start = after_opening(table)
        self.mass[0, start.attacker, start.defender] = start.chance

    def fight(self) -> None:
        """Fight the battle to its end, as its rounds and its retreat policy say."""
        battle, table = self.table.battle, self.table
        if battle.rounds is not None:
            self.fight_rounds(battle.rounds)
            self.break_off()
            return
        alone = table.attack.first is not None or table.defense.first is not None
        first = self._stop[1] if battle.retreat else int(alone)
        self.fight_rounds(max(first, self._leave[1]))
        if not battle.is_left and chains.fits(table):
            pruned, rounds = chains.fight(table, self.mass[0], prune=self.may_prune - self.pruned)
            self.pruned += pruned
            self.rounds += rounds
        self._forward(np.zeros((0, 0)), self._stop[0], self._leave[0], to_the_end=True)

    def fight_rounds(self, rounds: int) -> None:
        """Fight so many rounds; fewer if the battle is almost certainly over before."""
        for number in range(rounds):
            if number >= MANY and self.mass[0][np.logical_not(self.table.over)].sum() < SURELY:
                return
            self.fight_round()

    def fight_round(self) -> None:
        """Fight one round; the attacker may retreat before any but the first."""
        (stop, soonest), (leave, sooner) = self._stop, self._leave
        after = np.zeros_like(self.mass)
        stop = stop if self.round >= soonest else NOWHERE
        leave = leave if self.round >= sooner else NOWHERE
        self._forward(after[0], stop, leave, to_the_end=False)
        self.mass = after
        self.round += 1

    def break_off(self) -> None:
        """Break the battle off in the cells where it is not over."""
        over = self.table.over
        self.broken_off += np.where(over, 0.0, self.mass[0])
        self.mass[0][np.logical_not(over)] = 0.0
        self._forward(np.zeros((0, 0)), NOWHERE, NOWHERE, to_the_end=True)

    def settled(self) -> Real:
        """By cell: how likely the battle is over there, now."""
        table, now = self.table if self.round else self.table.at_first(), self.mass[0]
        a, d = np.nonzero(np.where(table.over, now, 0.0))
        attack, defense = table.attack_can[a, d], table.defense_can[a, d]
        helpless = (defense >= FIRES) & (attack == NOTHING) & table.choices.doomed[a]
        to_a = np.where(helpless, table.attacker.stripped[a], a)
        to_d = np.where((attack >= FIRES) & (defense == NOTHING), table.defender.stripped[d], d)
        result = self.finished.copy()
        np.add.at(result, (to_a, to_d), now[a, d])
        return result

    def odds(self) -> Odds:
        """Return how it has ended."""
        return Odds(
            Survivors.of(self.table.attacker), Survivors.of(self.table.defender), self.finished,
            self.broken_off, self.pruned, self.rounds, battle=self.table.battle,
        )  # fmt: skip

    def _forward(self, after: Real, stop: Flags, leave: Flags, *, to_the_end: bool) -> None:
        table = self.table if self.round else self.table.at_first()
        pruned, rounds = kernels.forward.of(self.finished.size)(
            self.mass, after, self.finished, self.broken_off, *self.tables,
            shooter(table.attack), shooter(table.defense),
            table.choices._replace(stop=stop, leave=leave), to_the_end,
            self.may_prune - self.pruned,
        )  # fmt: skip
        self.pruned += pruned
        self.rounds += rounds
