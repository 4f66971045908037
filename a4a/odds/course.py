"""How a battle goes: what is to be expected after each of its rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from a4a.odds.answer import Odds, Survivors
from a4a.odds.battle import Battle
from a4a.odds.battle_tables import battle_tables
from a4a.odds.exact import PRUNED, Flow
from a4a.odds.hits import Flags, Real, Whole

if TYPE_CHECKING:
    import polars as pl

MOST_ROUNDS: Final = 1000
"""Rounds that are looked at, at most."""


@dataclass(frozen=True)
class RoundOdds:
    """How a battle stands after a round; round 0 is the start, after antiaircraft fire.

    Attributes
    ----------
    round
        Which round.
    going_on
        How likely the battle goes on.
    attacker_wins, defender_wins, both_destroyed, both_survive
        How likely it is over, and how it ended.
    attacker_left, defender_left
        How likely so many units of a side are left, by number.
    swing
        What the defender has lost on average, less what the attacker has.
    """

    round: int
    going_on: float
    attacker_wins: float
    defender_wins: float
    both_destroyed: float
    both_survive: float
    attacker_left: Real = field(repr=False)
    defender_left: Real = field(repr=False)
    swing: float


@dataclass(frozen=True)
class Course:
    """How a battle goes.

    Attributes
    ----------
    odds
        After each round, until it is as good as over.
    """

    odds: tuple[RoundOdds, ...]

    @cached_property
    def rounds(self) -> pl.DataFrame:
        """One row for each round.

        Columns: ``round``, ``going_on``, ``attacker_wins``, ``defender_wins``,
        ``both_destroyed``, ``both_survive``, ``attacker_units``, ``defender_units`` (left on
        average), ``swing``.
        """
        import polars as pl

        return pl.DataFrame(
            {
                "round": m.round,
                "going_on": m.going_on,
                "attacker_wins": m.attacker_wins,
                "defender_wins": m.defender_wins,
                "both_destroyed": m.both_destroyed,
                "both_survive": m.both_survive,
                "attacker_units": float(m.attacker_left @ np.arange(len(m.attacker_left))),
                "defender_units": float(m.defender_left @ np.arange(len(m.defender_left))),
                "swing": m.swing,
            }
            for m in self.odds
        )

    @cached_property
    def units(self) -> pl.DataFrame:
        """How many units are left: one row for each round, side and number.

        Columns: ``round``, ``side``, ``units``, ``probability``.
        """
        import polars as pl

        return pl.concat(
            pl.DataFrame(
                {"units": np.arange(len(left)), "probability": left}
            ).select(pl.lit(m.round).alias("round"), pl.lit(side).alias("side"), pl.all())
            for m in self.odds
            for side, left in (("attacker", m.attacker_left), ("defender", m.defender_left))
        )  # fmt: skip


def course(battle: Battle, *, until: float = 1e-9) -> Course:
    """Follow a battle round by round.

    Parameters
    ----------
    battle
        The battle.
    until
        Follow it until the chance that it goes on is this or less.
    """
    return Course(tuple(_rounds(battle, until)))


def _rounds(battle: Battle, until: float) -> Iterator[RoundOdds]:
    flow = Flow(battle_tables(battle), prune=PRUNED)
    sides = Survivors.of(flow.table.attacker), Survivors.of(flow.table.defender)
    over = flow.table.over
    yield _after_round(flow, *sides, flow.table.at_first().over)
    while flow.round < min(battle.rounds or MOST_ROUNDS, MOST_ROUNDS):
        flow.fight_round()
        if flow.round == battle.rounds:
            flow.break_off()
        now = _after_round(flow, *sides, over)
        yield now
        if now.going_on <= until:
            return


def _after_round(flow: Flow, attacker: Survivors, defender: Survivors, over: Flags) -> RoundOdds:
    live = np.where(over, 0.0, flow.mass[0])
    finished = flow.settled()
    ended = Odds(attacker, defender, finished, flow.broken_off, 0.0, 0.0)
    table = live + finished + flow.broken_off
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    return RoundOdds(
        round=flow.round,
        going_on=float(live.sum()),
        attacker_wins=ended.attacker_wins,
        defender_wins=ended.defender_wins,
        both_destroyed=ended.both_destroyed,
        both_survive=ended.both_survive,
        attacker_left=_by_number(attacker.units, rows),
        defender_left=_by_number(defender.units, columns),
        swing=float(columns @ defender.cost - rows @ attacker.cost),
    )


def _by_number(units: Whole, chances: Real) -> Real:
    return np.bincount(units, weights=chances).astype(np.float64)
