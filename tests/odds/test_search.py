"""The search for the best order of loss, against trying everything."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.core.errors import BattleError
from a4a.odds import search
from a4a.odds.battle import Battle
from a4a.odds.exact import solve
from a4a.odds.search import best_order
from tests.depth import examples
from tests.odds import kinds as k
from tests.odds import sequences

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
    assert found.value > solve(battle).expected_swing
    for name, place in product(found.order, range(len(found.order))):
        rest = [other for other in found.order if other != name]
        moved = replace(side, order=(*rest[:place], name, *rest[place:]))
        assert solve(replace(battle, attacker=moved)).expected_swing < found.value + 1e-9


def test_a_goal_that_is_none_is_refused():
    with pytest.raises(BattleError, match="maximise"):
        best_order(FLEETS, "attacker", goal="glory")


@pytest.mark.parametrize("goal", ["win", "swing"])
def test_kinds_that_are_chosen_last_are_not_moved(goal):
    """Orders that differ in nothing else are one."""
    defender = k.side(k.SEA_DEFENSE, submarine=2, destroyer=1, cruiser=1, transport=2)
    battle = replace(FLEETS, defender=defender)
    found = best_order(battle, "defender", goal=goal)
    assert found.order[-1] == "transport"
    assert found.is_best
    assert found.tried == 6
    for order in permutations(g.kind.name for g in defender.groups):
        odds = solve(replace(battle, defender=replace(defender, order=order)))
        worth = odds.defender_wins if goal == "win" else -odds.expected_swing
        assert found.value >= worth - 1e-12


@examples(10, deep=400)
@given(
    st.integers(0, 2**32), st.sampled_from(["attacker", "defender"]),
    st.sampled_from(["win", "swing"]),
)  # fmt: skip
def test_no_order_is_better_in_random_battles(seed, role, goal):
    """All orders by hand, on land with antiaircraft fire and units that are kept, and at sea."""
    rng = Random(seed)

    def some(kinds, *names):
        chosen = rng.sample(names, 4)
        return k.side(kinds, k.SUPPORTS, **{name: rng.randint(1, 2) for name in chosen})

    if rng.random() < 0.5:
        attacker = some(k.ATTACK, "infantry", "artillery", "mech", "tank", "fighter", "tactical")
        attacker = replace(attacker, keep=("captures", rng.randint(0, 1)))
        defender = some(k.DEFENSE, "infantry", "tank", "fighter", "tactical", "AAA")
        battle = Battle(attacker, replace(defender, supports=()), sequences.LAND)
    else:
        names = ("submarine", "destroyer", "carrier", "battleship", "fighter", "transport")
        battle = Battle(some(k.SEA_ATTACK, *names), some(k.SEA_DEFENSE, *names), sequences.SEA)
    found = best_order(battle, role, goal=goal)
    assert found.is_best
    side = battle.side(role)
    for order in permutations(g.kind.name for g in side.groups):
        odds = solve(replace(battle, **{role: replace(side, order=order)}))
        win = odds.attacker_wins if role == "attacker" else odds.defender_wins
        sign = 1 if role == "attacker" else -1
        assert found.value >= (win if goal == "win" else sign * odds.expected_swing) - 1e-11


def test_a_climb_ends_where_no_move_is_better_but_some_are_as_good():
    assert search._climb(("a", "b", "c", "d"), lambda order: order.index("a")) == tuple("bcda")
