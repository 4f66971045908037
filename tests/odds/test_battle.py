"""What is no battle is refused, in words; what is empty is fought all the same."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest

from a4a.core.errors import BattleError
from a4a.odds import exact, kernels
from a4a.odds.battle import Battle, Group, Kind, Side
from a4a.odds.compiled import COMPILING, IS_AT_HAND, PATIENCE, Loop
from a4a.odds.dice import BattleDice
from a4a.odds.exact import solve
from a4a.odds.losses import slots
from a4a.odds.montecarlo import simulate
from a4a.odds.retreat import AfterRounds
from a4a.odds.steps import Condition, Submerging
from tests.odds import kinds as k
from tests.odds import sequences

TANK = k.ATTACK["tank"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: Side((Group(TANK, -1),)), "-1"),
        (lambda: Side((Group(TANK, 10**6),)), "1000"),
        (lambda: Side((Group(TANK, 1), Group(TANK, 2))), "twice"),
        (lambda: Side((Group(TANK, 2, damaged=1),)), "damaged"),
        (lambda: Side((Group(Kind("mountain", hits=10**6), 1),)), "hits"),
        (lambda: Side((), submerge="sometimes"), "submerge"),
        (lambda: Side((), allocation="as you like"), "as you like"),
        (lambda: Side((), keep=("captures", -1)), "kept"),
        (lambda: Battle(Side(()), Side(()), rounds=0), "rounds"),
        (lambda: Battle(Side(()), Side(()), rounds=1.5), "rounds is a whole number"),
        (lambda: BattleDice(faces=0), "faces"),
        (lambda: BattleDice(faces=6.0), "faces is a whole number"),
        (lambda: BattleDice(weights=[1] * 6), "a tuple"),
        (lambda: BattleDice(weights=(1, 2)), "weights"),
        (lambda: BattleDice(weights=(1, 1, 1, 1, 1, float("nan"))), "a weight is a finite number"),
        (lambda: BattleDice(weights=(1e-9, 1, 1, 1, 1, 1)), "at least 0.001 of all"),
        (lambda: BattleDice(weights=(0,) * 6), "weights"),
        (lambda: BattleDice(luck="good"), "good"),
        (lambda: BattleDice(luck="low luck", weights=(1,) * 6), "low luck"),
        (lambda: slots(k.side(k.ATTACK, tank=1, order=("tank", "submarine"))), "submarine"),
        (lambda: slots(k.side(k.ATTACK, tank=1, infantry=1, order=("tank",))), "misses 'infantry'"),
        (lambda: slots(k.side(k.ATTACK, tank=1, order=("tank", "tank"))), "too often"),
    ],
)
def test_what_is_no_battle_is_refused(wrong, words):
    with pytest.raises(BattleError, match=words):
        wrong()


def test_a_battle_too_large_for_exact_odds_is_refused_in_time():
    ships = [Kind(f"ship {i}", 2, cost=5 + i, target=t) for i in range(4) for t in ("a", "b")]
    ships = [replace(s, name=f"{s.name} {s.target}") for s in ships]
    side = Side(tuple(Group(s, 900) for s in ships))
    with pytest.raises(BattleError, match="simulate"):
        solve(Battle(side, side))


def test_who_can_be_hit_is_called_by_name_and_by_what_it_is():
    attacker = k.side(k.ATTACK, landed=1, tank=0, gun=2)
    battle = Battle(attacker, k.side(k.DEFENSE, infantry=1), sequences.LAND)
    words = frozenset({"landed", "captures", "stays", "infantry"})
    assert battle.called("attacker") == (("landed", words),)


def test_who_only_fires_or_is_not_there_cannot_be_hit():
    theirs = k.side(k.DEFENSE, infantry=1)
    assert Battle(k.side(k.ATTACK, gun=2, tank=0), theirs, sequences.LAND).lacks() == "attacker"
    assert Battle(k.side(k.ATTACK, gun=2, tank=1), theirs, sequences.LAND).lacks() is None


def test_who_submerges_for_what_its_own_side_lacks_is_refused():
    own = Submerging("submarine", (Condition("own", "lacks", "destroyer"),))
    sequence = replace(sequences.SEA, submerging=(own,))
    sides = (
        k.side(k.SEA_ATTACK, submarine=1, submerge="when possible"),
        k.side(k.SEA_DEFENSE, destroyer=1),
    )
    with pytest.raises(BattleError, match="depends on the enemy alone"):
        solve(Battle(*sides, sequence))


def test_nobody_against_somebody_is_no_fight():
    tanks = k.side(k.ATTACK, tank=2)
    guns = k.side(k.DEFENSE, AAA=2)
    assert solve(Battle(tanks, Side(()))).attacker_takes == 1.0
    assert solve(Battle(Side(()), tanks)).defender_wins == 1.0
    assert solve(Battle(Side(()), Side(()))).both_destroyed == 1.0
    # AAA alone do not fight (they do not even fire): they are destroyed.
    bombers = k.side(k.ATTACK, bomber=1)
    odds = solve(Battle(bombers, guns, sequences.LAND))
    assert odds.attacker_wins == 1.0
    assert odds.attacker_takes == 0.0


def test_aircraft_and_submarines_cannot_hurt_each_other():
    odds = solve(
        Battle(
            k.side(k.SEA_ATTACK, fighter=3),
            k.side(k.SEA_DEFENSE, submarine=2, transport=1),
            sequences.SEA,
        )
    )
    assert odds.both_survive == 1.0
    assert odds.survivors["defender transport"].to_list() == [0]


def test_support_dies_with_whoever_gives_it():
    """Artillery lost first leaves the infantry unsupported in the next round."""
    first = k.side(k.ATTACK, k.SUPPORTS, infantry=4, artillery=4, order=("artillery", "infantry"))
    last = replace(first, order=("infantry", "artillery"))
    defender = k.side(k.DEFENSE, infantry=8)
    wins = [solve(Battle(side, defender)).attacker_wins for side in (first, last)]
    always = Kind("infantry", 2, cost=3, target="ground")
    fixed = Side((Group(always, 4), Group(k.ATTACK["artillery"], 4)), order=first.order)
    assert wins[0] < wins[1] - 0.01
    assert wins[0] < solve(Battle(fixed, defender)).attacker_wins - 0.01


NEVER_1 = BattleDice(weights=(0, 1, 1, 1, 1, 1))


@pytest.mark.parametrize("answer", [solve, lambda battle: simulate(battle, 2000, seed=1)])
def test_who_fires_in_vain_is_fought_all_the_same(answer):
    """Dice that never show a 1: bombers that defend on a 1 miss for ever, and are shot down."""
    bombers = k.side(k.DEFENSE, bomber=2)
    tanks = answer(Battle(k.side(k.ATTACK, tank=2), bombers, dice=NEVER_1))
    assert tanks.attacker_takes == pytest.approx(1.0, abs=1e-12)
    rifles = answer(Battle(k.side(k.ATTACK, infantry=2), bombers, dice=NEVER_1))
    assert rifles.both_survive == 1.0  # nobody ever hits
    assert rifles.rounds == 0.0


@pytest.mark.parametrize("rounds", [10**9, 10**30])
@pytest.mark.parametrize("answer", [solve, lambda battle: simulate(battle, 2000, seed=1)])
def test_rounds_without_end_end_with_the_battle(rounds, answer):
    battle = Battle(k.side(k.ATTACK, tank=3), k.side(k.DEFENSE, infantry=3))
    often = answer(replace(battle, rounds=rounds))
    late = answer(replace(battle, retreat=AfterRounds(rounds)))
    for odds in (often, late):
        assert odds.attacker_wins == pytest.approx(answer(battle).attacker_wins, abs=1e-12)


def test_loops_give_the_same_in_plain_python(monkeypatch):
    """An install without the compiler answers the same, only slower."""
    battles = [
        Battle(k.side(k.ATTACK, k.SUPPORTS, infantry=3, artillery=1, fighter=1),
               k.side(k.DEFENSE, infantry=3, AAA=1), sequences.LAND),
        Battle(k.side(k.SEA_ATTACK, submarine=2, destroyer=1, fighter=1),
               k.side(k.SEA_DEFENSE, submarine=1, destroyer=1, carrier=1), sequences.SEA),
    ]  # fmt: skip
    found, forward = [], kernels.forward
    for battle in battles:
        for way in (forward.plain, forward.fast):
            monkeypatch.setattr(exact.kernels, "forward", Mock(of=Mock(return_value=way)))
            found.append(solve(battle).chances)
        assert np.abs(found[-1] - found[-2]).max() < 1e-15


def test_compiling_waits_until_it_pays():
    def work(x):
        return x + 1

    loop = Loop(work)
    if not IS_AT_HAND:
        pytest.skip("no compiler here")
    assert loop.of(10) is loop.plain
    assert loop.of(PATIENCE) is loop.fast
    assert loop.of(1) is loop.fast


def test_small_battles_compile_a_loop_when_they_have_cost_as_much_as_that():
    def work(x):
        return x + 1

    loop = Loop(work)
    if not IS_AT_HAND:
        pytest.skip("no compiler here")
    small = PATIENCE // 2
    kinds_of = [loop.of(small) for _ in range(COMPILING // small)]
    assert kinds_of == [loop.plain] * (len(kinds_of) - 1) + [loop.fast]
