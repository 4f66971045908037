"""Bombing raids: an air battle of one round, the target's antiaircraft fire, the bombs.

Sources: rulebook of the Axis & Allies family, Strategic and Tactical Bombing Raids.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from a4a.core.errors import BattleError
from a4a.odds.battle import Group, Side
from a4a.odds.dice import FAIR, Dice
from a4a.odds.losses import slots
from a4a.odds.throws import Real, chances

if TYPE_CHECKING:
    import polars as pl

Force = tuple[int, ...]

NOBODY: Final = Side(())
"""A side without units."""


@dataclass(frozen=True, slots=True)
class Raid:
    """A raid.

    Parameters
    ----------
    attacker
        Bombers and escorts. A kind's general value and dice are those of the air battle; a bomber
        has a weapon "bombs": what it adds to its die (`Weapon.value`, 0 or more), how many dice it
        throws, of which the best counts (`Weapon.dice`).
    defender
        Interceptors; none, and there is no air battle.
    antiaircraft
        The target fires a die at each bomber, and hits on this or less.
    room
        Damage that the target can still take.
    dice
        What is thrown.

    Raises
    ------
    BattleError
        If there is no bomber, or the target can take less than nothing.
    """

    attacker: Side
    defender: Side = NOBODY
    antiaircraft: int = 1
    room: int = 20
    dice: Dice = FAIR

    def __post_init__(self) -> None:
        if not any("bombs" in g.kind.weapons and g.count for g in self.attacker.groups):
            raise BattleError("a raid without a bomber: give a kind with the weapon 'bombs'")
        if self.room < 0:
            raise BattleError(f"the target can take {self.room} damage: give 0 or more")


@dataclass(frozen=True)
class RaidOdds:
    """What comes of a raid.

    Attributes
    ----------
    raid
        The raid.
    ends
        How likely it ends with so many units of each of the attacker's and the defender's groups,
        and so much damage.
    """

    raid: Raid
    ends: dict[tuple[Force, Force, int], float] = field(repr=False)

    @cached_property
    def damage(self) -> pl.DataFrame:
        """How much damage is done. Columns: ``damage``, ``probability``."""
        import polars as pl

        return pl.DataFrame(
            {"damage": range(self.raid.room + 1), "probability": self._by_damage().tolist()}
        )

    @cached_property
    def expected_damage(self) -> float:
        """The damage done on average."""
        return float(self._by_damage() @ np.arange(self.raid.room + 1))

    @cached_property
    def losses(self) -> pl.DataFrame:
        """How many units are lost.

        Columns: ``side``, ``kind``, ``began``, ``lost``, ``probability``.
        """
        import polars as pl

        found: dict[tuple[str, str, int, int], float] = {}
        for (attackers, defenders, _), chance in self.ends.items():
            for name, groups, left in (
                ("attacker", self.raid.attacker.groups, attackers),
                ("defender", self.raid.defender.groups, defenders),
            ):
                for g, count in zip(groups, left, strict=True):
                    key = name, g.kind.name, g.count, g.count - count
                    found[key] = found.get(key, 0.0) + chance
        rows = [(*key, chance) for key, chance in sorted(found.items())]
        names = ["side", "kind", "began", "lost", "probability"]
        return pl.DataFrame(rows, schema=names, orient="row")

    @cached_property
    def expected_swing(self) -> float:
        """What the defender loses on average, damage included, less what the attacker loses."""
        return sum(
            chance
            * (
                damage
                + _lost(self.raid.defender.groups, defenders)
                - _lost(self.raid.attacker.groups, attackers)
            )
            for (attackers, defenders, damage), chance in self.ends.items()
        )

    def _by_damage(self) -> Real:
        table = np.zeros(self.raid.room + 1)
        for (_, _, damage), chance in self.ends.items():
            table[damage] += chance
        return table


def solve_raid(raid: Raid) -> RaidOdds:
    """Compute the odds of a raid exactly.

    Examples
    --------
    One bomber, which adds 2 to its die, at a target with room for 6:

    >>> from a4a.odds.battle import Kind, Weapon
    >>> bomber = Kind("bomber", 1, cost=12, weapons={"bombs": Weapon(2)})
    >>> odds = solve_raid(Raid(Side((Group(bomber, 1),)), room=6))
    >>> round(odds.expected_damage, 6), round(odds.expected_swing, 6)
    (4.166667, 2.166667)
    """
    attackers = tuple(g.count for g in raid.attacker.groups)
    defenders = tuple(g.count for g in raid.defender.groups)
    ends: dict[tuple[Force, Force, int], float] = {}
    for (a, d), chance in _air_battle(raid, attackers, defenders).items():
        for left, p in _flak(raid, a).items():
            for damage, q in enumerate(_bombs(raid, left).tolist()):
                if q:
                    key = left, d, damage
                    ends[key] = ends.get(key, 0.0) + chance * p * q
    return RaidOdds(raid, ends)


def _air_battle(raid: Raid, a: Force, d: Force) -> dict[tuple[Force, Force], float]:
    if not sum(d):
        return {(a, d): 1.0}
    ends: dict[tuple[Force, Force], float] = {}
    for hits_d, p in enumerate(_shots(raid, raid.attacker.groups, a)):
        for hits_a, q in enumerate(_shots(raid, raid.defender.groups, d)):
            key = _after(raid.attacker, a, hits_a), _after(raid.defender, d, hits_d)
            ends[key] = ends.get(key, 0.0) + p * q
    return ends


def _shots(raid: Raid, groups: tuple[Group, ...], force: Force) -> list[float]:
    shots = [
        (g.kind.value, g.kind.dice)
        for g, count in zip(groups, force, strict=True)
        for _ in range(count)
        if g.kind.value > 0
    ]
    return chances(raid.dice, shots)


def _flak(raid: Raid, force: Force) -> dict[Force, float]:
    """The target fires at each bomber; the attacker chooses which of them are lost."""
    groups = raid.attacker.groups
    bombers = sum(n for g, n in zip(groups, force, strict=True) if "bombs" in g.kind.weapons)
    shots = [(raid.antiaircraft, 1)] * (bombers if raid.antiaircraft > 0 else 0)
    ends: dict[Force, float] = {}
    for hits, chance in enumerate(chances(raid.dice, shots)):
        left = _after(raid.attacker, force, hits, weapon="bombs")
        ends[left] = ends.get(left, 0.0) + chance
    return ends


def _after(side: Side, force: Force, hits: int, *, weapon: str = "") -> Force:
    """Lose units along the order of loss, those with a weapon only if one is named."""
    left = list(force)
    for group, sinks in slots(side):
        if not hits:
            break
        armed = not weapon or weapon in side.groups[group].kind.weapons
        if sinks and left[group] and armed:
            left[group] -= 1
            hits -= 1
    return tuple(left)


def _bombs(raid: Raid, force: Force) -> Real:
    """How likely how much damage is done."""
    table = np.zeros(raid.room + 1)
    table[0] = 1.0
    faces = np.arange(1, raid.dice.faces + 1)
    for g, count in zip(raid.attacker.groups, force, strict=True):
        bombs = g.kind.weapons.get("bombs")
        if bombs is None:
            continue
        # The best die is the highest: so likely it is this face or less, with all dice.
        weights = np.array(raid.dice.weights or (1.0,) * raid.dice.faces)
        below = np.cumsum(weights / weights.sum()) ** bombs.dice
        chance = np.diff(below, prepend=0.0)
        for _ in range(count):
            new = np.zeros_like(table)
            for face, p in zip(faces.tolist(), chance.tolist(), strict=True):
                points = max(0, face + bombs.value)
                for damage, q in enumerate(table.tolist()):
                    new[min(damage + points, raid.room)] += p * q
            table = new
    return table


def _lost(groups: tuple[Group, ...], left: Force) -> float:
    return sum(g.kind.cost * (g.count - n) for g, n in zip(groups, left, strict=True))
