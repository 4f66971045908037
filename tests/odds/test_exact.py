"""The exact solver against a slow one of its own kind: `brute`."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from a4a.odds.battle import Battle, Group, Side, Weapon
from a4a.odds.dice import BattleDice
from a4a.odds.exact import solve
from a4a.odds.montecarlo import simulate
from a4a.odds.retreat import AfterRounds, OnlyLeft, UnitsLeft
from a4a.odds.steps import Volley
from tests import depth
from tests.odds import kinds as k
from tests.odds.brute import Brute
from tests.odds.kinds import agree
from tests.odds.sequences import LAND, SEA


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
        [BattleDice(), BattleDice(), BattleDice(faces=8), BattleDice(faces=12),
         BattleDice(luck="low luck"), BattleDice(weights=(3, 1, 1, 1, 1, 2)), BattleDice(faces=4)]
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


def expected(battle, brute):
    found = {}
    for (a, d, broken_off), chance in brute.solve().items():
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


def differences(battle, *, sea, salvo=("attacker",), **options):
    odds, brute = solve(battle, **options), Brute(battle, sea=sea, salvo=salvo)
    assert odds.attacker_takes == pytest.approx(brute.takes(), abs=1e-12)
    ours, theirs = endings(odds), expected(battle, brute)
    return {
        key: (ours.get(key, 0.0), theirs.get(key, 0.0))
        for key in ours.keys() | theirs.keys()
        if abs(ours.get(key, 0.0) - theirs.get(key, 0.0)) > 1e-12
    }


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(24, deep=3000)))
def test_battles_on_land_agree_with_the_slow_solver(seed):
    assert differences(land_battle(seed), sea=False, prune=0.0) == {}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(24, deep=3000)))
def test_battles_at_sea_agree_with_the_slow_solver(seed):
    assert differences(sea_battle(seed), sea=True, prune=0.0) == {}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(12, deep=1000)))
def test_landings_with_a_retreat_agree_with_the_slow_solver(seed):
    """Those overland retreat, those who came ashore fight on: only they can take it."""
    draw = random.Random(seed)
    counts = {"landed": draw.randint(1, 2)}
    for name in draw.sample(["infantry", "artillery", "tank", "fighter", "paratrooper"], 2):
        counts[name] = draw.randint(1, 2)
    if draw.random() < 0.4:
        counts["gun"] = 1
    attacker = k.side(k.ATTACK, k.SUPPORTS, **counts)
    order = [name for name in counts if name != "gun"]
    draw.shuffle(order)
    defender = drawn_side(draw, k.DEFENSE, (), most=3)
    battle = Battle(
        replace(attacker, order=tuple(order), keep=("captures", draw.randint(0, 1))),
        Side(**defender), LAND, retreat=draw.choice([AfterRounds(1), AfterRounds(2), UnitsLeft(2)]),
    )  # fmt: skip
    assert differences(battle, sea=False, prune=0.0) == {}


@pytest.mark.parametrize("seed", range(depth.number(16, deep=1000)))
@pytest.mark.parametrize("make", [land_battle, sea_battle])
def test_units_kept_and_retreats_with_aircraft_agree_with_the_slow_solver(make, seed):
    """Some units of any kind are lost after the others; only aircraft left, they go."""
    draw = random.Random(seed)
    battle = make(seed)

    def keeping(side):
        names = [g.kind.name for g in side.groups if g.kind.hits]
        words = draw.sample(names, draw.randint(0, min(2, len(names))))
        return replace(side, keeps=tuple((word, draw.randint(1, 2)) for word in words))

    retreat = draw.choice([battle.retreat, OnlyLeft("air")])
    battle = replace(
        battle, attacker=keeping(battle.attacker), defender=keeping(battle.defender),
        retreat=retreat,
    )  # fmt: skip
    assert differences(battle, sea=make is sea_battle, prune=0.0) == {}


def test_who_has_retreated_does_not_take_what_others_win():
    """One infantry over land and one from the sea against one; who came overland retreats."""
    attacker = k.side(k.ATTACK, infantry=1, landed=1, order=("landed", "infantry"))
    defender = k.side(k.DEFENSE, infantry=1, order=("infantry",))
    battle = Battle(attacker, defender, LAND, retreat=AfterRounds(1))
    hit, struck = 1 - (5 / 6) ** 2, 1 / 3
    # Else the landed one, if it lives, fights on alone: it wins the round in which anybody is hit.
    alone = (1 / 6 * 2 / 3) / (1 - 5 / 6 * 2 / 3)
    by_hand = hit + (1 - hit) * (1 - struck) * alone
    assert by_hand == pytest.approx(0.4213, abs=1e-4)
    assert solve(battle).attacker_takes == pytest.approx(by_hand, abs=1e-12)
    assert Brute(battle, sea=False).takes() == pytest.approx(by_hand, abs=1e-12)
    assert simulate(battle, 40_000, seed=1).attacker_takes == pytest.approx(by_hand, abs=0.01)


SALVO = replace(
    LAND,
    rounds=(
        replace(
            LAND.rounds[0],
            volleys=(
                Volley("attacker", weapon="bombardment", when="first round"),
                Volley("defender", weapon="bombardment", when="first round"),
                *LAND.rounds[0].volleys[1:],
            ),
        ),
    ),
)
"""A battle on land in which both sides fire a salvo in the first round."""


def salvo_battle(seed):
    draw = random.Random(seed)
    armed = k.named(
        k.ground("mortar", draw.choice([0, 0, 1]), 4, weapons={"bombardment": Weapon(2, shots=2)}),
        k.ground("battery", draw.choice([0, 2]), 5, weapons={"bombardment": Weapon(4, dice=2)}),
    )
    sides = []
    for own, most in ((k.ATTACK, 4), (k.DEFENSE, 3)):
        kinds = {**own, **armed}
        names = ["infantry", "fighter", "landed" if own is k.ATTACK else "AAA", *armed]
        sides.append(drawn_side(draw, kinds, (), most=most, names=names))
    return Battle(
        *(Side(**drawn) for drawn in sides), SALVO, dice=drawn_dice(draw),
        rounds=draw.choice([None, None, 1, 2]), retreat=drawn_retreat(draw),
    )  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(12, deep=1000)))
def test_units_that_can_be_hit_fire_their_salvo_in_the_first_round(seed):
    battle, salvo = salvo_battle(seed), ("attacker", "defender")
    assert differences(battle, sea=False, salvo=salvo, prune=0.0) == {}
    games = 4000
    agree(solve(battle), simulate(battle, games, seed=seed), games)
