"""When to stop: the rules weigh what they say they weigh, and the best rule is the best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import comb

import numpy as np
import pytest

from a4a.core.errors import BattleError
from a4a.odds import stopping
from a4a.odds.battle import Battle
from a4a.odds.battle_tables import battle_tables
from a4a.odds.exact import solve
from a4a.odds.retreat import (
    AfterRounds,
    BestSwing,
    KeepSafe,
    OddsBelow,
    OnlyLeft,
    Strafe,
    SwingNegative,
    UnitsLeft,
)
from a4a.odds.stopping import swing, win
from tests.odds import kinds as k
from tests.odds import sequences

TANKS = Battle(k.side(k.ATTACK, tank=5), k.side(k.DEFENSE, infantry=6))
LAND = Battle(
    k.side(k.ATTACK, k.SUPPORTS, infantry=5, artillery=2, tank=2, fighter=2),
    k.side(k.DEFENSE, infantry=7, artillery=1, fighter=1),
)
FLEETS = Battle(
    k.side(k.SEA_ATTACK, submarine=3, destroyer=2, carrier=1, battleship=1, fighter=3),
    k.side(k.SEA_DEFENSE, submarine=3, destroyer=2, cruiser=1, battleship=1, fighter=1),
    sequences.SEA,
)
DIVING = Battle(
    k.side(k.SEA_ATTACK, submarine=2, cruiser=1, fighter=1, submerge="when possible"),
    k.side(k.SEA_DEFENSE, submarine=2, cruiser=1, submerge="when possible"),
    sequences.SEA,
)
POLICIES = [
    None, AfterRounds(1), AfterRounds(3), UnitsLeft(3), OddsBelow(0.3), OddsBelow(0.6),
    SwingNegative(), KeepSafe(), Strafe(),
]  # fmt: skip


def binomial(n, p):
    return [comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1)]


@cache
def tanks_worth(a, d, must_fight, prize):
    """The best that five tanks can get out of six infantry, by recursion over numbers."""
    lost = 3 * (6 - d) - 6 * (5 - a)
    if not a or not d:
        return lost + (prize if a else 0.0)
    same, rest = 0.0, 0.0
    for i, p in enumerate(binomial(a, 1 / 2)):
        for j, q in enumerate(binomial(d, 1 / 3)):
            if i == j == 0:
                same = p * q
            else:
                rest += p * q * tanks_worth(max(0, a - j), max(0, d - i), False, prize)
    fight = rest / (1 - same)
    if must_fight:  # a round in which all miss leaves the choice open
        return rest + same * max(fight, lost)
    return max(fight, lost)


@pytest.mark.parametrize("prize", [0.0, 4.0, 20.0])
def test_the_best_rule_is_that_of_a_recursion_over_numbers(prize):
    odds = solve(replace(TANKS, retreat=BestSwing(prize)))
    value = odds.expected_swing + prize * odds.attacker_takes
    assert value == pytest.approx(tanks_worth(5, 6, True, prize), abs=1e-12)


@pytest.mark.parametrize("battle", [TANKS, LAND, FLEETS], ids=["tanks", "land", "sea"])
@pytest.mark.parametrize("prize", [0.0, 8.0])
def test_no_rule_is_better_than_the_best(battle, prize):
    def value(policy):
        odds = solve(replace(battle, retreat=policy))
        return odds.expected_swing + prize * odds.attacker_takes

    best = value(BestSwing(prize))
    assert all(best >= value(policy) - 1e-9 for policy in POLICIES)
    assert best > value(None) + 1e-6


@pytest.mark.parametrize(
    "battle", [TANKS, LAND, FLEETS, DIVING], ids=["tanks", "land", "sea", "diving"]
)
def test_looking_back_from_the_end_agrees_with_going_forward(battle):
    table, odds = battle_tables(battle), solve(battle)
    assert win(table).fight_on[0, 0] == pytest.approx(odds.attacker_wins, abs=1e-12)
    assert swing(table).fight_on[0, 0] == pytest.approx(odds.expected_swing, abs=1e-9)


@pytest.mark.parametrize("battle", [TANKS, LAND, FLEETS], ids=["tanks", "land", "sea"])
def test_a_risk_is_that_of_the_next_round(battle):
    """Whatever it is that is risked: any state after a round may count for anything."""
    odds = solve(replace(battle, rounds=1), prune=0.0)
    counts = np.random.default_rng(1).random(odds.chances.shape)
    risk = stopping._next_round(battle_tables(battle), counts)[0, 0]
    assert risk == pytest.approx((odds.chances * counts).sum(), abs=1e-12)


@pytest.mark.parametrize("policy", [SwingNegative, BestSwing])
def test_what_is_taken_is_worth_nothing_unless_that_is_said(policy):
    assert policy() == policy(prize=0.0)


def test_whoever_stops_below_certainty_fights_one_round():
    one, below = (solve(replace(LAND, retreat=r)) for r in (AfterRounds(1), OddsBelow(1.0)))
    assert one.rounds == pytest.approx(1.0, abs=1e-12)
    assert below.rounds == pytest.approx(1.0, abs=1e-3)  # one tank left of many cannot fail


def test_whoever_never_stops_fights_to_the_end():
    for policy in (OddsBelow(0.0), UnitsLeft(0), KeepSafe(risk=1.0), Strafe(risk=1.0)):
        odds = solve(replace(LAND, retreat=policy))
        assert odds.attacker_wins == pytest.approx(solve(LAND).attacker_wins, abs=1e-12)


def test_a_strafe_leaves_more_to_the_defender_the_less_it_risks():
    takes = [solve(replace(LAND, retreat=Strafe(r))).attacker_takes for r in (0.0, 0.05, 0.3, 0.8)]
    assert takes == sorted(takes)
    assert takes[0] < 0.01 < takes[-1]


def test_a_strafe_minds_what_falls_with_the_last_defender():
    """AAA that is lost last does not keep the place: it falls when nobody else is left."""
    guns = k.side(k.DEFENSE, infantry=2, AAA=2, order=("infantry", "AAA"))
    battle = Battle(k.side(k.ATTACK, tank=4), guns, sequences.LAND, retreat=Strafe(0.0))
    one = solve(replace(battle, retreat=AfterRounds(1)))
    assert solve(battle).attacker_takes == pytest.approx(one.attacker_takes, abs=1e-12)


@pytest.mark.parametrize("policy", [p for p in POLICIES if p and not isinstance(p, AfterRounds)])
def test_who_can_hit_nothing_retreats_by_any_policy(policy):
    """Ships without guns are fired at for a round, then leave; without a policy they are sunk."""
    ships = k.side(k.SEA_ATTACK, carrier=1, transport=1, order=("carrier", "transport"))
    battle = Battle(ships, k.side(k.SEA_DEFENSE, cruiser=1), sequences.SEA)
    assert solve(battle).defender_wins == pytest.approx(1.0, abs=1e-12)
    odds = solve(replace(battle, retreat=policy))
    assert odds.both_survive == pytest.approx(1.0, abs=1e-12)
    assert odds.rounds == pytest.approx(1.0, abs=1e-12)
    assert odds.attacker.damaged[odds.chances.sum(axis=1).argmax()].sum() in (0, 1)


def test_aircraft_that_are_kept_safe_are_lost_less_often():
    def lost(policy):
        frame = solve(replace(LAND, retreat=policy)).losses
        rows = frame.rows(named=True)
        return sum(
            r["probability"] * r["lost"]
            for r in rows
            if r["side"] == "attacker" and r["kind"] == "fighter"
        )

    risks = [lost(KeepSafe("air", risk)) for risk in (0.0, 0.2, 0.6)]
    assert risks == sorted(risks)
    assert risks[0] < 0.5 * lost(None)


@pytest.mark.parametrize(
    "policy", [lambda: AfterRounds(0), lambda: UnitsLeft(-1), lambda: OddsBelow(1.5),
               lambda: KeepSafe(risk=-0.1), lambda: Strafe(risk=2.0),
               lambda: AfterRounds(1.5), lambda: AfterRounds(True), lambda: UnitsLeft("two"),
               lambda: OddsBelow("half"), lambda: OddsBelow(float("nan")),
               lambda: SwingNegative(float("nan")), lambda: BestSwing(float("inf")),
               lambda: BestSwing(None), lambda: KeepSafe(5), lambda: Strafe(True)],
)  # fmt: skip
def test_policies_that_mean_nothing_are_refused(policy):
    with pytest.raises(BattleError):
        policy()


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: AfterRounds(0), "rounds before the retreat"),
        (lambda: UnitsLeft(-1), "units left at the retreat"),
        (lambda: OnlyLeft(3), "units that are left are named by a word, not 3"),  # type: ignore[arg-type]
        (lambda: OddsBelow(1.5), "the chance"),
        (lambda: SwingNegative(float("nan")), "the prize"),
        (lambda: BestSwing(float("inf")), "the prize"),
        (lambda: KeepSafe(3), "units to keep safe are named by a word, not 3"),  # type: ignore[arg-type]
        (lambda: KeepSafe(risk=-0.5), "the risk"),
        (lambda: Strafe(2.0), "the risk"),
    ],
)
def test_a_policy_that_says_nothing_is_refused(made: Callable[[], object], why: str) -> None:
    with pytest.raises(BattleError, match=why):
        made()
