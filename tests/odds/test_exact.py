"""The exact solver against a slow one of its own kind: `brute`."""

from __future__ import annotations

import random

import pytest

from a4a.odds.battle import Battle, Group, Side
from a4a.odds.dice import Dice
from a4a.odds.exact import solve
from a4a.odds.retreat import AfterRounds, UnitsLeft
from a4a.rules.aa.sequences import LAND, SEA
from tests.odds import kinds as k
from tests.odds.brute import Brute


def drawn_side(draw, kinds, supports, *, most, names=None):
    """A few kinds of units, a few of each, lost in any order."""
    names = names or [n for n in kinds if n != "gun"]
    chosen = draw.sample(names, draw.randint(1, min(4, len(names))))
    counts = dict.fromkeys(chosen, 1)
    for _ in range(draw.randint(0, most - len(chosen)) if most > len(chosen) else 0):
        counts[draw.choice(chosen)] += 1
    groups = []
    for name, count in counts.items():
        damaged = draw.randint(0, count) if kinds[name].hits > 1 else 0
        groups.append(Group(kinds[name], count, damaged))
    if "gun" in kinds and draw.random() < 0.3:
        groups.append(Group(kinds["gun"], draw.randint(1, 2)))
    order = [*chosen]
    order += [n for n in chosen if kinds[n].hits > 1 and draw.random() < 0.5]
    draw.shuffle(order)
    return {"groups": tuple(groups), "supports": supports, "order": tuple(order)}


def drawn_dice(draw):
    return draw.choice(
        [Dice(), Dice(), Dice(faces=8), Dice(faces=12), Dice(luck="low luck"),
         Dice(weights=(3, 1, 1, 1, 1, 2)), Dice(faces=4)]
    )  # fmt: skip


def drawn_retreat(draw):
    return draw.choice([None, None, AfterRounds(1), AfterRounds(2), UnitsLeft(1), UnitsLeft(2)])


def land_battle(seed):
    draw = random.Random(seed)
    attacker = drawn_side(draw, k.ATTACK, draw.choice([k.SUPPORTS, k.TWICE, ()]), most=5)
    if draw.random() < 0.3:
        attacker["keep"] = ("captures", draw.randint(1, 2))
    defender = drawn_side(draw, k.DEFENSE, (), most=4)
    return Battle(
        Side(**attacker), Side(**defender), LAND, dice=drawn_dice(draw),
        rounds=draw.choice([None, None, None, 1, 2]), retreat=drawn_retreat(draw),
    )  # fmt: skip


def sea_battle(seed):
    draw = random.Random(seed)
    attacker = drawn_side(draw, k.SEA_ATTACK, (), most=4)
    defender = drawn_side(draw, k.SEA_DEFENSE, (), most=4)
    for side in (attacker, defender):
        side["submerge"] = draw.choice(["never", "never", "when possible"])
        side["allocation"] = draw.choice(["volley by volley", "along the order"])
    return Battle(
        Side(**attacker), Side(**defender), SEA, dice=drawn_dice(draw),
        rounds=draw.choice([None, None, None, 1, 2]), retreat=drawn_retreat(draw),
    )  # fmt: skip


def endings(odds):
    """How likely a battle ends with which units of each kind, damaged ones counted too."""
    found = {}
    for broken_off, table in ((False, odds.finished), (True, odds.broken_off)):
        for a, d in zip(*table.nonzero(), strict=True):
            key = (shape(odds.attacker, a), shape(odds.defender, d), broken_off)
            found[key] = found.get(key, 0.0) + table[a, d]
    return found


def shape(side, i):
    return tuple(
        (kind.name, int(living), int(damaged))
        for kind, living, damaged in zip(side.kinds, side.living[i], side.damaged[i], strict=True)
        if living
    )


def expected(battle, *, sea):
    found = {}
    for (a, d, broken_off), chance in Brute(battle, sea=sea).solve().items():
        key = (
            *(counted(battle.side(r), f) for r, f in (("attacker", a), ("defender", d))),
            broken_off,
        )
        found[key] = found.get(key, 0.0) + chance
    return found


def counted(side, force):
    rows = []
    for i, group in enumerate(side.groups):
        units = [left for g, left, _ in force if g == i]
        if units:
            damaged = sum(left < group.kind.hits for left in units)
            rows.append((group.kind.name, len(units), damaged))
    return tuple(rows)


def differences(battle, *, sea, **options):
    ours, theirs = endings(solve(battle, **options)), expected(battle, sea=sea)
    return {
        key: (ours.get(key, 0.0), theirs.get(key, 0.0))
        for key in ours.keys() | theirs.keys()
        if abs(ours.get(key, 0.0) - theirs.get(key, 0.0)) > 1e-12
    }


@pytest.mark.parametrize("seed", range(150))
def test_battles_on_land_agree_with_the_slow_solver(seed):
    assert differences(land_battle(seed), sea=False, prune=0.0) == {}


@pytest.mark.parametrize("seed", range(150))
def test_battles_at_sea_agree_with_the_slow_solver(seed):
    assert differences(sea_battle(seed), sea=True, prune=0.0) == {}
