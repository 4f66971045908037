"""Bombing raids: an air battle of one round, the target's antiaircraft fire, the bombs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

import numpy as np

from a4a.core.errors import BattleError
from a4a.odds.battle import Group, Side, Weapon
from a4a.odds.dice import FAIR, BattleDice
from a4a.odds.given import whole
from a4a.odds.losses import slots
from a4a.odds.raided import Force, Part, RaidModel, RaidOdds
from a4a.odds.throws import Real, chances

MOST_ROOM: Final = 1000
"""Damage that a target can take, at most."""

MOST_AIRCRAFT: Final = 200
"""Aircraft of both sides in a raid, at most."""

MOST_ENDS: Final = 1_000_000
"""Ways in which a raid can end, at most."""

NOBODY: Final = Side(())
"""A side without units."""


@dataclass(frozen=True, slots=True)
class Load:
    """What a bomber drops, where that is more than its weapon can say.

    Parameters
    ----------
    faces
        Faces of its dice.
    dice
        How many it throws; none if it does what is added.
    best
        Whether the best of them counts; if not, they add up.
    each, once
        What is added to each die (0 or more), and to what they do together.
    most
        The most damage it can do; None for no limit.

    Examples
    --------
    >>> Load(2, dice=2, each=1).chances(FAIR).round(3).tolist()
    [0.0, 0.0, 0.0, 0.0, 0.25, 0.5, 0.25]
    """

    faces: int
    dice: int = 1
    best: bool = False
    each: int = 0
    once: int = 0
    most: int | None = None

    def chances(self, dice: BattleDice) -> Real:
        """Return how likely 0, 1, 2 ... points of damage are.

        Parameters
        ----------
        dice
            The raid's dice: where they are not fair, nor are its own with as many faces.
        """
        fair = not dice.weights or self.faces != dice.faces
        weights = np.ones(self.faces) if fair else np.array(dice.weights)
        weights = weights / weights.sum()
        thrown = self.dice
        if self.best and thrown:  # the chance that all dice show this face or less
            weights, thrown = np.diff(np.cumsum(weights) ** thrown, prepend=0.0), 1
        one = np.concatenate((np.zeros(1 + self.each), weights))
        sums = np.ones(1)
        for _ in range(thrown):
            sums = np.convolve(sums, one)
        points = np.maximum(0, np.arange(len(sums)) + self.once)
        if self.most is not None:
            points = np.minimum(points, self.most)
        found = np.zeros(int(points.max()) + 1)
        np.add.at(found, points, sums)
        return found


@dataclass(frozen=True, slots=True)
class Raid(RaidModel):
    """A raid of bombers, thrown for with dice.

    Parameters
    ----------
    attacker
        Bombers and escorts. A kind's general value and dice are those of the air battle; a bomber
        has a weapon "bombs": what it adds to its die (`Weapon.value`, 0 or more), how many dice it
        throws, of which the best counts (`Weapon.dice`); without dice it does that damage.
    defender
        Interceptors; without any there is no air battle.
    antiaircraft
        The target fires a die at each bomber, and hits on this or less.
    room
        Damage that the target can still take.
    dice
        What is thrown.
    shots
        The most dice that the target fires; None for one at each bomber.
    loads
        What bombers of a kind drop, by its name, if not what their weapon says.
    unsaid
        What else could limit the damage, in words; "" if nothing can.

    Raises
    ------
    BattleError
        If there is no bomber, or too many aircraft, or the room for damage is out of bounds.
    """

    attacker: Side
    defender: Side = NOBODY
    antiaircraft: int = 1
    room: int = 20
    dice: BattleDice = FAIR
    shots: int | None = None
    loads: Mapping[str, Load] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    unsaid: str = ""

    @property
    def beyond(self) -> str:
        """What else could limit the damage."""
        return self.unsaid

    def __post_init__(self) -> None:
        if not any("bombs" in g.kind.weapons and g.count for g in self.attacker.groups):
            raise BattleError("a raid without a bomber: give a kind with the weapon 'bombs'")
        number = sum(g.count for side in (self.attacker, self.defender) for g in side.groups)
        if number > MOST_AIRCRAFT:
            raise BattleError(f"{number} aircraft in a raid: there can be {MOST_AIRCRAFT}")
        whole(self.room, "the room for damage", most=MOST_ROOM)

    def solve(self) -> RaidOdds:
        """Return its odds, exactly; see `solve_raid`."""
        return solve_raid(self)


def solve_raid(raid: Raid) -> RaidOdds:
    """Compute the odds of a raid exactly.

    Raises
    ------
    BattleError
        If it can end in too many ways.

    Examples
    --------
    One bomber, which adds 2 to its die, at a target with room for 6:

    >>> from a4a.odds.battle import Kind, Weapon
    >>> bomber = Kind("bomber", 1, cost=12, weapons={"bombs": Weapon(2)})
    >>> odds = solve_raid(Raid(Side((Group(bomber, 1),)), room=6))
    >>> round(odds.expected_damage, 6), round(odds.expected_swing, 6)
    (4.166667, 2.166667)
    """
    attackers, defenders = _air_battle(raid)
    bombing: dict[Force, float] = {}
    for a, chance in attackers.items():
        for left, p in _flak(raid, a).items():
            bombing[left] = bombing.get(left, 0.0) + chance * p
    bombs = _bombs(raid)
    bombed = {
        (left, damage): chance * p
        for left, chance in bombing.items()
        for damage, p in enumerate(_damage(bombs, left, raid.room))
        if p
    }
    if len(bombed) * len(defenders) > MOST_ENDS:
        raise BattleError(
            f"a raid that can end in {len(bombed) * len(defenders)} ways: more than {MOST_ENDS} are"
            " too many; send fewer units"
        )
    # Both sides fire at once, so what is left of one tells nothing about the other.
    return RaidOdds(
        _parts(raid.attacker),
        _parts(raid.defender),
        raid.room,
        {
            (left, d, damage): p * q
            for (left, damage), p in bombed.items()
            for d, q in defenders.items()
        },
    )


def _parts(side: Side) -> tuple[Part, ...]:
    return tuple(
        Part(g.kind.name, tuple(g.kind.cost * n for n in range(g.count + 1))) for g in side.groups
    )


def _air_battle(raid: Raid) -> tuple[dict[Force, float], dict[Force, float]]:
    """Return what can be left of each side, and how likely."""
    a_side, d_side = raid.attacker, raid.defender
    a, d = (tuple(g.count for g in side.groups) for side in (a_side, d_side))
    if not sum(d):
        return {a: 1.0}, {d: 1.0}
    shot_at_d, shot_at_a = _shots(raid, a_side.groups, a), _shots(raid, d_side.groups, d)
    return _reduced(a_side, a, shot_at_a), _reduced(d_side, d, shot_at_d)


def _reduced(
    side: Side, force: Force, hits: Iterable[float], *, weapon: str = ""
) -> dict[Force, float]:
    """Lose units along the order of loss; if a weapon is named, only units that have it.

    ``hits`` is how likely 0, 1, 2 ... are; those that find no target are lost.
    """
    left = list(force)
    found: dict[Force, float] = {}
    queue = [
        slot
        for slot in slots(side)
        if not weapon or (slot.sinks and weapon in side.groups[slot.group].kind.weapons)
    ]
    first = 0
    for number, chance in enumerate(hits):
        if number:
            while first < len(queue) and not left[queue[first].group]:
                first += 1
            if first < len(queue):
                left[queue[first].group] -= queue[first].sinks
                first += not queue[first].sinks
        key = tuple(left)
        found[key] = found.get(key, 0.0) + chance
    return found


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
    fired = bombers if raid.shots is None else min(bombers, raid.shots)
    shots = [(raid.antiaircraft, 1)] * (fired if raid.antiaircraft > 0 else 0)
    return _reduced(raid.attacker, force, chances(raid.dice, shots), weapon="bombs")


def _bombs(raid: Raid) -> list[list[Real]]:
    """How likely each amount of damage is, by group and number of its units that bomb."""
    nothing = np.zeros(raid.room + 1)
    nothing[0] = 1.0
    found = []
    for group in raid.attacker.groups:
        tables = [nothing]
        if "bombs" in group.kind.weapons:
            load = raid.loads.get(group.kind.name) or _load(raid, group.kind.weapons["bombs"])
            tables += _of_several(
                _capped(load.chances(raid.dice), raid.room), group.count, raid.room
            )
        found.append(tables)
    return found


def _load(raid: Raid, bombs: Weapon) -> Load:
    """What a weapon says: the best of its dice and what is added, or without dice only that."""
    return Load(raid.dice.faces, bombs.dice, best=True, once=bombs.value)


def _capped(table: Real, room: int) -> Real:
    """How likely each amount of damage is, as far as there is room for it."""
    found = np.zeros(room + 1)
    np.add.at(found, np.minimum(np.arange(len(table)), room), table)
    return found


def _of_several(one: Real, count: int, room: int) -> list[Real]:
    """How likely each amount of damage by one, two ... of some bombers is."""
    tables = [one][:count]
    while len(tables) < count:
        tables.append(_together(tables[-1], one, room))
    return tables


def _damage(bombs: list[list[Real]], force: Force, room: int) -> list[float]:
    """How likely 0, 1, 2 ... points of damage are."""
    table = bombs[0][0]
    for tables, number in zip(bombs, force, strict=True):
        if len(tables) > 1 and number:
            table = _together(table, tables[number], room)
    return [float(p) for p in table]


def _together(one: Real, other: Real, room: int) -> Real:
    """How likely each amount of damage by both together is, as far as there is room for it."""
    return _capped(np.convolve(one, other), room)
