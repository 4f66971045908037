"""A battle as tables: the states of both sides, their fire, what is decided in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from a4a.core.errors import BattleError
from a4a.odds.battle import Battle
from a4a.odds.casualty_line import with_casualty_line
from a4a.odds.fire import HITS, NOTHING, Fire, armed, fire, fired_by
from a4a.odds.hits import Flags, Real, Shooter, TargetTables, Whole
from a4a.odds.kernels import NOWHERE, Choices
from a4a.odds.lines import Fired, LossLines
from a4a.odds.perils import unfolded
from a4a.odds.side_states import SideStates, side_states
from a4a.odds.steps import Condition, Role

MOST_CELLS: Final = 40_000_000
"""States of the attacker times states of the defender, at most."""


@dataclass(frozen=True, slots=True)
class BattleTables:
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
        The fire that they may come under.

    See Also
    --------
    BattleTables.at_first : the same in the first round.
    """

    battle: Battle
    attacker: SideStates
    defender: SideStates
    attack: Fire
    defense: Fire
    choices: Choices
    shot_at_attacker: Fired
    shot_at_defender: Fired

    def fired_by(self, role: Role) -> Fired:
        """What a side fires (`fire.fired_by`)."""
        return self.shot_at_defender if role == "attacker" else self.shot_at_attacker

    @property
    def over(self) -> Flags:
        """By cell: whether the battle is over: a side can do nothing, or neither ever hits."""
        return np.asarray(_is_over(self.attack_can, self.defense_can))

    @property
    def attack_can(self) -> Whole:
        """By cell: what the attacker can do (`fire.HITS` ...)."""
        return np.asarray(self.attack.can[self.attack.setting, self.attack.sort].T)

    @property
    def defense_can(self) -> Whole:
        """By cell: what the defender can do."""
        return np.asarray(self.defense.can[self.defense.setting, self.defense.sort])

    def is_over(self, a: Whole, d: Whole) -> Flags:
        """Whether the battle is over in some cells."""
        attack, defense = self.attack, self.defense
        return np.asarray(
            _is_over(
                attack.can[attack.setting[d], attack.sort[d], a],
                defense.can[defense.setting[a], defense.sort[a], d],
            )
        )

    def at_first(self) -> BattleTables:
        """Return the battle as it is in its first round, in which more may fire than later."""
        attack, defense = self.attack.at_first(), self.defense.at_first()
        if attack is self.attack and defense is self.defense:
            return self
        return replace(self, attack=attack, defense=defense)

    @property
    def cells(self) -> tuple[int, int]:
        """How many states the sides have."""
        return self.attacker.size, self.defender.size

    def zeros(self) -> Real:
        """Make a table by cell."""
        return np.zeros(self.cells)


def _is_over(attack: Any, defense: Any) -> Any:
    """Whether a battle is over: for numbers and for tables (the loops have `kernels.is_over`)."""
    return (attack == NOTHING) | (defense == NOTHING) | ((attack < HITS) & (defense < HITS))


def battle_tables(battle: Battle) -> BattleTables:
    """Make the tables of a battle.

    Raises
    ------
    BattleError
        If it has more states than can be held.
    """
    battle = unfolded(battle)
    shot_at_d, shot_at_a = fired_by(battle, "attacker"), fired_by(battle, "defender")
    words = [s.word for s in battle.sequence.submerging]
    a_side, d_side = battle.attacker, battle.defender
    a_lines = LossLines(
        a_side,
        shot_at_a,
        dives=words if a_side.submerge == "when possible" else (),
        withdraws="stays" if battle.retreat else "",
        exposed="beside others" if battle.sequence.ends == "both are helpless" else "never",
    )
    d_lines = LossLines(
        d_side,
        shot_at_d,
        dives=words if d_side.submerge == "when possible" else (),
        withdraws="stays" if battle.defender_retreat else "",
        exposed="always" if battle.defender_retreat else "never",
    )
    attacker = with_casualty_line(side_states(a_lines, armed(battle, "attacker")), a_lines)
    defender = with_casualty_line(side_states(d_lines, armed(battle, "defender")), d_lines)
    if attacker.size * defender.size > MOST_CELLS:
        raise BattleError(
            f"{attacker.size} x {defender.size} states: more than {MOST_CELLS} are too many to"
            " solve exactly; simulate, or merge kinds of units"
        )
    retreats = _retreats(attacker)
    return BattleTables(
        battle,
        attacker,
        defender,
        fire(battle, "attacker", attacker, defender, shot_at_d),
        fire(battle, "defender", defender, attacker, shot_at_a),
        Choices(
            dives(battle, "attacker", attacker, defender),
            dives(battle, "defender", defender, attacker),
            NOWHERE,
            NOWHERE,
            retreats,
            np.logical_not(retreats),
        ),
        shot_at_a,
        shot_at_d,
    )


def _retreats(attacker: SideStates) -> NDArray[np.bool_]:
    staying = attacker.count("stays", attacker.present)
    return np.asarray(attacker.present.sum(axis=1) > staying)


def dives(battle: Battle, role: Role, own: SideStates, enemy: SideStates) -> NDArray[np.bool_]:
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


def _holds(condition: Condition, enemy: SideStates) -> NDArray[np.bool_]:
    if condition.whose != "enemy":
        raise BattleError("who submerges depends on the enemy alone")
    has = enemy.count(condition.word, enemy.present) > 0
    return np.asarray(has if condition.verb == "has" else np.logical_not(has))


def target(side: SideStates) -> TargetTables:
    """Gather what the loops need of a side that is fired at."""
    return TargetTables(
        side.hit, side.last, side.taken, side.front, side.rank, side.reach_bits, side.stripped,
        side.submerged, side.withdrawn, side.settled,
    )  # fmt: skip


def shooter(fire: Fire) -> Shooter:
    """Gather what the loops need of a side that fires."""
    return Shooter(
        fire.rows, fire.hits, fire.length, fire.reaches, fire.setting, fire.sort, fire.can
    )
