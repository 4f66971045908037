"""The exact odds of a battle: one pass of probability through all states that can be reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from a4a.core.errors import BattleError
from a4a.odds import kernels
from a4a.odds.answer import Odds, Survivors
from a4a.odds.battle import Battle
from a4a.odds.fire import Fire, Real, armed, fire, fired_by
from a4a.odds.kernels import Choices, Shooter, Target
from a4a.odds.lines import Fired, Lines
from a4a.odds.opening import after_opening
from a4a.odds.space import Space, space
from a4a.odds.steps import Condition, Role

MOST_CELLS: Final = 40_000_000
"""States of the attacker times states of the defender, at most."""

PRUNED: Final = 1e-12
"""Probability that may be left out, as a whole."""


@dataclass(frozen=True, slots=True)
class Field:
    """A battle as tables.

    Attributes
    ----------
    battle
        The battle.
    attacker, defender
        States of the sides.
    attack, defense
        Their fire.
    choices
        What is decided in it.
    shot_at_attacker, shot_at_defender
        What they may be fired at with.
    """

    battle: Battle
    attacker: Space
    defender: Space
    attack: Fire
    defense: Fire
    choices: Choices
    shot_at_attacker: Fired
    shot_at_defender: Fired

    def fired_by(self, role: Role) -> Fired:
        """What a side fires (`fire.fired_by`)."""
        return self.shot_at_defender if role == "attacker" else self.shot_at_attacker

    def is_over(self, a: int, d: int) -> bool:
        """Whether a side can hit nothing."""
        return not (self._can(self.attack, a, d) and self._can(self.defense, d, a))

    @staticmethod
    def _can(fire: Fire, own: int, enemy: int) -> bool:
        return bool(fire.can[fire.setting[enemy], fire.sort[enemy], own])

    @property
    def cells(self) -> tuple[int, int]:
        """How many states the sides have."""
        return self.attacker.size, self.defender.size

    def zeros(self) -> Real:
        """Make a table by cell."""
        return np.zeros(self.cells)


def field(battle: Battle) -> Field:
    """Make the tables of a battle.

    Raises
    ------
    BattleError
        If it has more states than can be held.
    """
    shot_at_d, shot_at_a = fired_by(battle, "attacker"), fired_by(battle, "defender")
    dives = [s.word for s in battle.sequence.submerging]
    a_side, d_side = battle.attacker, battle.defender
    a_lines = Lines(
        a_side,
        shot_at_a,
        dives=dives if a_side.submerge == "when possible" else (),
        withdraws="stays" if battle.retreat else "",
    )
    d_lines = Lines(d_side, shot_at_d, dives=dives if d_side.submerge == "when possible" else ())
    attacker = space(a_lines, armed(battle, "attacker"))
    defender = space(d_lines, armed(battle, "defender"))
    if attacker.size * defender.size > MOST_CELLS:
        raise BattleError(
            f"{attacker.size} x {defender.size} states: more than {MOST_CELLS} are too many to"
            " solve exactly; simulate, or merge kinds of units"
        )
    return Field(
        battle,
        attacker,
        defender,
        fire(battle, "attacker", attacker, defender, shot_at_d),
        fire(battle, "defender", defender, attacker, shot_at_a),
        Choices(
            _dives(battle, "attacker", attacker, defender),
            _dives(battle, "defender", defender, attacker),
            np.zeros((0, 0), dtype=np.bool_),
            _retreats(attacker),
        ),
        shot_at_a,
        shot_at_d,
    )


def _retreats(attacker: Space) -> NDArray[np.bool_]:
    staying = attacker.count("stays", attacker.present)
    return np.asarray(attacker.present.sum(axis=1) > staying)


def _dives(battle: Battle, role: Role, own: Space, enemy: Space) -> NDArray[np.bool_]:
    """Whether units of a side leave as a round begins, by state of the enemy."""
    result = np.zeros(enemy.size, dtype=np.bool_)
    if battle.side(role).submerge == "never":
        return result
    for rule in battle.sequence.submerging:
        holds = np.ones(enemy.size, dtype=np.bool_)
        for condition in rule.given:
            holds &= _holds(condition, enemy)
        result |= holds
    return result


def _holds(condition: Condition, enemy: Space) -> NDArray[np.bool_]:
    if condition.whose != "enemy":
        raise BattleError("who submerges depends on the enemy alone")
    has = enemy.count(condition.word, enemy.present) > 0
    return np.asarray(has if condition.verb == "has" else np.logical_not(has))


def target(side: Space) -> Target:
    """Gather what the loops need of a side that is fired at."""
    return Target(side.hit, side.last, side.taken, side.stripped, side.submerged, side.withdrawn)


def shooter(fire: Fire, *, first: bool = False) -> Shooter:
    """Gather what the loops need of a side that fires."""
    rows = fire.first_rows if first and fire.first_rows is not None else fire.rows
    return Shooter(rows, fire.hits, fire.length, fire.reaches, fire.setting, fire.sort, fire.can)


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
    return _Flow(field(battle), prune).solve()


class _Flow:
    """Probability on its way through the cells of a battle."""

    def __init__(self, table: Field, prune: float) -> None:
        self.table, self.may_prune = table, prune
        self.mass = np.zeros((len(table.battle.sequence.rounds), *table.cells))
        self.finished, self.broken_off = table.zeros(), table.zeros()
        self.pruned = self.rounds = 0.0
        self.round = 0
        self.tables = target(table.attacker), target(table.defender)
        for (a, d), chance in after_opening(table, {(0, 0): 1.0}).items():
            self.mass[0, a, d] += chance

    def solve(self) -> Odds:
        """Fight the battle as it is to be fought."""
        battle, table = self.table.battle, self.table
        if battle.rounds is not None:
            for _ in range(battle.rounds):
                self.fight_round()
            self.break_off()
        elif table.attack.first_rows is not None or table.defense.first_rows is not None:
            self.fight_round()
        self.fight_on()
        return Odds(
            Survivors.of(table.attacker), Survivors.of(table.defender), self.finished,
            self.broken_off, self.pruned, self.rounds,
        )  # fmt: skip

    def fight_round(self) -> None:
        """Fight one round."""
        after = np.zeros_like(self.mass)
        self._forward(after[0], to_the_end=False)
        self.mass = after
        self.round += 1

    def fight_on(self) -> None:
        """Fight until all is over."""
        self._forward(np.zeros((0, 0)), to_the_end=True)

    def break_off(self) -> None:
        """End the battle where it is not over."""
        left = self.mass[0]
        for a, d in zip(*np.nonzero(left), strict=True):
            if not self.table.is_over(a, d):
                self.broken_off[a, d] += left[a, d]
                left[a, d] = 0.0

    def _forward(self, after: Real, *, to_the_end: bool) -> None:
        table = self.table
        pruned, rounds = kernels.forward(
            self.mass, after, self.finished, self.broken_off, *self.tables,
            shooter(table.attack, first=not self.round),
            shooter(table.defense, first=not self.round),
            table.choices, to_the_end, self.may_prune - self.pruned,
        )  # fmt: skip
        self.pruned += pruned
        self.rounds += rounds
