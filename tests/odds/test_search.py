"""The search for the best order of loss, against trying everything."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from a4a.core.errors import BattleError
from a4a.odds.battle import Battle
from a4a.odds.exact import solve
from a4a.odds.search import best_order
from a4a.rules.aa import sequences
from tests.odds import kinds as k

FLEETS = Battle(
    k.side(k.SEA_ATTACK, submarine=2, destroyer=1, carrier=1, fighter=2),
    k.side(k.SEA_DEFENSE, submarine=2, destroyer=1, battleship=1),
    sequences.SEA,
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
