"""Searches, against trying everything."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import pytest

from a4a.core.errors import BattleError
from a4a.odds.battle import Battle, Group
from a4a.odds.exact import solve
from a4a.odds.search import best_order, cheapest_force
from a4a.odds.steps import SEA
from tests.odds import kinds as k

FLEETS = Battle(
    k.side(k.SEA_ATTACK, submarine=2, destroyer=1, carrier=1, fighter=2),
    k.side(k.SEA_DEFENSE, submarine=2, destroyer=1, battleship=1),
    SEA,
)
LAND = Battle(
    k.side(k.ATTACK, k.SUPPORTS, infantry=5, artillery=2, tank=2, fighter=1),
    k.side(k.DEFENSE, infantry=4, AAA=1),
)


@pytest.mark.parametrize("goal", ["win", "swing"])
@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_the_best_order_is_the_best_of_all(role, goal):
    found = best_order(FLEETS, role, goal=goal)
    side = FLEETS.side(role)
    values = []
    for order in permutations(g.kind.name for g in side.groups):
        odds = solve(replace(FLEETS, **{role: replace(side, order=order)}))
        win = odds.attacker_wins if role == "attacker" else odds.defender_wins
        sign = 1 if role == "attacker" else -1
        values.append(win if goal == "win" else sign * odds.expected_swing)
    assert found.is_best
    assert found.value == pytest.approx(max(values), abs=1e-12)
    assert found.tried == len(values)


def test_many_kinds_are_climbed_from_the_default():
    side = k.side(
        k.SEA_ATTACK, submarine=1, destroyer=1, cruiser=1, carrier=1, battleship=1, fighter=1,
        tactical=1,
    )  # fmt: skip
    battle = replace(FLEETS, attacker=side)
    found = best_order(battle, "attacker", goal="swing")
    assert not found.is_best
    assert found.tried < 5040
    assert found.value >= solve(battle).expected_swing


def test_a_goal_that_is_none_is_refused():
    with pytest.raises(BattleError, match="maximise"):
        best_order(FLEETS, "attacker", goal="glory")


@pytest.mark.parametrize("chance", [0.3, 0.7, 0.9])
def test_the_cheapest_force_is_the_cheapest_of_all(chance):
    groups = LAND.attacker.groups
    costs = []
    for counts in product(*(range(g.count + 1) for g in groups)):
        part = tuple(Group(g.kind, n) for g, n in zip(groups, counts, strict=True))
        odds = solve(replace(LAND, attacker=replace(LAND.attacker, groups=part)))
        if odds.attacker_takes >= chance:
            costs.append(sum(g.kind.cost * n for g, n in zip(groups, counts, strict=True)))
    found = cheapest_force(LAND, chance, wanted="takes")
    assert found is not None
    assert sum(g.kind.cost * g.count for g in found) == min(costs)
    odds = solve(replace(LAND, attacker=replace(LAND.attacker, groups=found)))
    assert odds.attacker_takes >= chance


def test_there_may_be_no_force_that_suffices():
    weak = replace(LAND, attacker=k.side(k.ATTACK, infantry=1))
    assert cheapest_force(weak, 0.9) is None
    with pytest.raises(BattleError):
        cheapest_force(LAND, 0.0)


def test_ships_that_bombard_are_not_bought():
    battle = replace(LAND, attacker=k.side(k.ATTACK, infantry=6, tank=2, gun=2))
    found = cheapest_force(battle, 0.5)
    assert found is not None
    assert {g.kind.name: g.count for g in found}["gun"] == 2
