"""Dice that depend on damage: a battleship of two guns loses one with the first hit."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from a4a.odds import duel, muster
from a4a.odds.battle import Battle, Group, Kind, Side, Weapon
from a4a.odds.dice import BattleDice
from a4a.odds.exact import solve
from a4a.odds.steps import CombatStep, Sequence, Volley, both

GUNS = Sequence((), (CombatStep("fire", both(Volley("attacker"), Volley("attacker", weapon="2"))),))
BATTLESHIP = Kind(
    "battleship", 8, hits=2, cost=24, target="ship", weapons={"2": Weapon(6, by="whole")}
)
DESTROYER = Kind("destroyer", 4, cost=10, target="ship")
FACES = 12


def battle(ours, theirs, *, damaged=0, order=()):
    def side(battleships, destroyers, hurt=0, order=()):
        groups = (Group(BATTLESHIP, battleships, hurt), Group(DESTROYER, destroyers))
        return Side(groups, order=order)

    return Battle(side(*ours, damaged, order), side(*theirs), GUNS, dice=BattleDice(faces=FACES))


def throws(values):
    """How likely each number of hits is, over every way in which the dice can fall."""
    found = {}
    for way in product((True, False), repeat=len(values)):
        chance = 1.0
        for hit, value in zip(way, values, strict=True):
            chance *= value / FACES if hit else 1 - value / FACES
        found[sum(way)] = found.get(sum(way), 0.0) + chance
    return found


def values(force):
    whole, hurt, destroyers = force
    return [8, 6] * whole + [8] * hurt + [4] * destroyers


def struck(force, order):
    """One more hit: battleships are damaged first, or when the order comes to them."""
    whole, hurt, destroyers = force
    if not order and whole:
        return whole - 1, hurt + 1, destroyers
    if destroyers:
        return whole, hurt, destroyers - 1
    if whole:
        return whole - 1, hurt + 1, destroyers
    return (whole, max(0, hurt - 1), destroyers)


@cache
def wins(ours, theirs, order):
    """How likely the attacker wins, from one round to the next."""
    if not sum(theirs):
        return float(bool(sum(ours)))
    if not sum(ours):
        return 0.0
    total = stays = 0.0
    for (hits, chance), (back, likely) in product(
        throws(values(ours)).items(), throws(values(theirs)).items()
    ):
        if not hits and not back:
            stays = chance * likely
            continue
        left, right = ours, theirs
        for _ in range(back):
            left = struck(left, order)
        for _ in range(hits):
            right = struck(right, ())
        total += chance * likely * wins(left, right, order)
    return total / (1 - stays)


LATE = ("destroyer", "battleship", "battleship")


@pytest.mark.parametrize("order", [(), LATE])
@pytest.mark.parametrize("damaged", [0, 1])
@pytest.mark.parametrize(
    ("ours", "theirs"), [((1, 0), (1, 0)), ((2, 1), (1, 3)), ((1, 2), (2, 0)), ((2, 0), (0, 4))]
)
def test_a_gun_lost_with_the_first_hit_counts_for_whole_ships_alone(ours, theirs, damaged, order):
    odds = solve(battle(ours, theirs, damaged=damaged, order=order), prune=0.0)
    expected = wins((ours[0] - damaged, damaged, ours[1]), (theirs[0], 0, theirs[1]), order)
    assert odds.attacker_wins == pytest.approx(expected, abs=1e-12)


def test_it_is_fired_before_the_rounds_by_whole_ships_alone():
    once = Sequence((CombatStep("first", (Volley("attacker", weapon="2"),)),), GUNS.rounds)
    hurt = replace(battle((1, 0), (0, 1), damaged=1), sequence=once)
    whole = replace(battle((1, 0), (0, 1)), sequence=once)
    assert solve(hurt, prune=0.0).attacker_wins == pytest.approx(
        wins((0, 1, 0), (0, 0, 1), ()), abs=1e-12
    )
    assert solve(whole, prune=0.0).attacker_wins == pytest.approx(
        0.5 + 0.5 * wins((1, 0, 0), (0, 0, 1), ()), abs=1e-12
    )


def test_such_battles_are_left_to_the_solver_for_all():
    """Also where the second gun is fired in the first round alone, by a ship that is hurt."""
    made = battle((1, 0), (1, 0))
    assert not duel.fits(made)
    assert not muster.fits(battle((0, 1), (1, 0)))
    salvo = CombatStep(
        "fire", (*both(Volley("attacker")), Volley("attacker", weapon="2", when="first round"))
    )
    hurt = replace(battle((1, 0), (0, 1), damaged=1), sequence=Sequence((), (salvo,)))
    assert solve(hurt, prune=0.0).attacker_wins == pytest.approx(
        wins((0, 1, 0), (0, 0, 1), ()), abs=1e-12
    )
