"""Rounds along chains of hits come out as those over all pairs of states."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from a4a.odds import chains
from a4a.odds.battle import Battle, Weapon
from a4a.odds.battle_tables import battle_tables
from a4a.odds.chaining import spread, throw
from a4a.odds.dice import BattleDice
from a4a.odds.duel import AT_ONCE
from a4a.odds.exact import Flow
from a4a.odds.steps import CombatStep, Condition, Sequence, Volley, both
from tests import depth
from tests.odds import kinds as k
from tests.odds.sequences import LAND, SEA
from tests.odds.test_exact import drawn_dice, drawn_side

TANKS, NO_TANKS = (Condition("enemy", verb, "tank") for verb in ("has", "lacks"))
LATE = Volley("attacker", ("tank",), weapon="guns", when="first round")
DUELS = Sequence(
    before=(
        CombatStep("dog fight", both(Volley("attacker", weapon="dog fight", at=("air",)))),
        CombatStep("flak", (Volley("defender", weapon="antiaircraft", at=("air",)),)),
    ),
    rounds=(
        CombatStep(
            "fire",
            both(
                Volley("attacker", but=("tank",)),
                Volley("attacker", ("tank",), given=(TANKS,)),
                Volley("attacker", ("tank",), weapon="superior", given=(NO_TANKS,)),
                LATE,
            ),
        ),
    ),
)
"""Aircraft fight first; tanks throw otherwise while the enemy has none, and more at first."""


def armed(kinds):
    """Aircraft that fight each other, and tanks: superior ones fire thrice, one takes two hits."""
    found = dict(kinds)
    for name in ("fighter", "tactical"):
        found[name] = replace(kinds[name], weapons={"dog fight": Weapon(2)})
    guns = {"superior": Weapon(5, shots=3), "guns": Weapon(1)}
    found["tank"] = replace(kinds["tank"], weapons=guns)
    found["giant"] = replace(found["tank"], name="giant", hits=2, tags=frozenset({"tank"}))
    return found


ATTACK, DEFENSE = armed(k.ATTACK), armed(k.DEFENSE)
NAMES = ["infantry", "artillery", "tank", "giant", "fighter", "tactical"]


def drawn_battle(seed, *, most):
    draw = random.Random(seed)
    sides = []
    for kinds, more in ((ATTACK, []), (DEFENSE, ["AAA"])):
        supports = draw.choice([k.SUPPORTS, k.TWICE, ()])
        drawn = drawn_side(draw, kinds, supports, most=most, names=NAMES + more)
        sides.append(k.Side(**drawn))
    sides[0] = replace(sides[0], keep=draw.choice([("", 0), ("captures", 1)]))
    return Battle(*sides, DUELS, dice=drawn_dice(draw))


def both_ways(battle, monkeypatch, *, prune=0.0):
    """A battle along chains, and over all pairs of states."""
    found = []
    for along in (chains.fits, lambda table: False):
        with monkeypatch.context() as patched:
            patched.setattr(chains, "fits", along)
            flow = Flow(battle_tables(battle), prune=prune)
            flow.fight()
            found.append(flow)
    return found


@pytest.mark.soak
def test_battles_come_out_as_over_all_pairs_of_states(monkeypatch):
    """After dog fights and flak, whatever is lost first, with any dice and helpers."""
    fitting, seeds = 0, range(depth.number(20, deep=400))
    for seed in seeds:
        battle = drawn_battle(seed, most=4 + seed % 4)
        fitting += chains.fits(battle_tables(battle))
        ours, theirs = both_ways(battle, monkeypatch)
        assert np.abs(ours.finished - theirs.finished).max() < 1e-13, seed
        assert ours.rounds == pytest.approx(theirs.rounds, abs=1e-11), seed
        assert ours.finished.sum() == pytest.approx(1.0, abs=1e-12), seed
        assert ours.pruned == 0.0
    assert fitting > len(seeds) * 0.8  # the others have nobody who fires in the rounds


BIG = Battle(
    replace(
        k.side(ATTACK, k.SUPPORTS, infantry=14, artillery=5, tank=4, fighter=3, tactical=2),
        keep=("captures", 1),
    ),
    k.side(DEFENSE, infantry=18, artillery=2, tank=3, fighter=3, AAA=2),
    DUELS,
)


@pytest.mark.parametrize("luck", ["standard", "low luck"])
@pytest.mark.parametrize("prune", [1e-12, 1e-6, 1e-3])
def test_what_is_left_out_of_large_battles_is_told(luck, prune, monkeypatch):
    ours, theirs = both_ways(replace(BIG, dice=BattleDice(luck=luck)), monkeypatch, prune=prune)
    assert np.abs(ours.finished - theirs.finished).sum() <= 2 * prune
    assert ours.pruned <= prune
    assert ours.finished.sum() + ours.pruned == pytest.approx(1.0, abs=1e-12)


def test_throws_that_are_rarer_than_may_be_are_left_out_and_no_others():
    """Three dice that hit half the time: none and three hits are rarer than 0.2, the others not."""
    hits, below = np.array([[1, 3, 3, 1]]) / 8, np.array([[0, 1, 4, 7, 8]]) / 8
    mass, waiting = np.zeros((1, 6)), np.zeros((1, 6, 1))
    waiting[0, 0, 0] = 1.0
    weights, padded = np.zeros((1, 6 + AT_ONCE)), np.zeros(4 + 2 * AT_ONCE)
    length = np.array([4])
    left_out = throw(
        mass, 0, waiting, 0, 0, 1, weights, padded, hits, 1.0 - below, below, length, 0, 0.2
    )
    assert left_out == 0.25
    assert mass[0].tolist() == [0.0, 0.375, 0.375, 0.0, 0.0, 0.0]


def test_who_is_lost_before_others_it_helps_is_thrown_at_once(monkeypatch):
    """Artillery goes first: what is left throws dice that it did not throw before."""
    attacker = k.side(ATTACK, k.SUPPORTS, infantry=6, artillery=6)
    battle = Battle(replace(attacker, order=("artillery", "infantry")), BIG.defender, DUELS)
    ours, theirs = both_ways(battle, monkeypatch)
    assert np.abs(ours.finished - theirs.finished).max() < 1e-13


def test_far_more_hits_than_units_are_lost_on_the_last(monkeypatch):
    few, many = k.side(ATTACK, tank=2, fighter=1), k.side(DEFENSE, infantry=70, fighter=1)
    for battle in (Battle(few, many, DUELS), Battle(BIG.attacker, few, DUELS)):
        ours, theirs = both_ways(battle, monkeypatch)
        assert np.abs(ours.finished - theirs.finished).max() < 1e-13


def test_chains_give_the_same_in_plain_python(monkeypatch):
    found = []
    for way in (spread.plain, spread.fast):
        monkeypatch.setattr(spread, "of", lambda work, way=way: way)
        flow = Flow(battle_tables(drawn_battle(3, most=6)), prune=1e-12)
        flow.fight()
        found.append(flow.finished)
    assert np.abs(found[0] - found[1]).max() < 1e-15


def test_battles_in_which_hits_are_told_apart_are_no_chains():
    """At sea; and where a weapon of the rounds falls on aircraft alone."""
    ships = {"submarine": 1, "destroyer": 1, "fighter": 1}
    sea = Battle(k.side(k.SEA_ATTACK, **ships), k.side(k.SEA_DEFENSE, **ships), SEA)
    assert not chains.fits(battle_tables(sea))
    guns = CombatStep("fire", (*LAND.rounds[0].volleys, LAND.before[0].volleys[0]))
    flak = Battle(
        k.side(ATTACK, infantry=1, fighter=1), k.side(DEFENSE, AAA=1, infantry=1),
        Sequence((), (guns,)),
    )  # fmt: skip
    assert not chains.fits(battle_tables(flak))


def test_where_one_side_hits_nothing_that_is_there_there_are_no_chains():
    """Guns that fall on aircraft alone, and no aircraft."""
    guns = CombatStep("fire", (Volley("attacker"), Volley("defender", at=("air",))))
    men = k.side(ATTACK, infantry=2), k.side(DEFENSE, infantry=2)
    assert not chains.fits(battle_tables(Battle(*men, Sequence((), (guns,)))))
