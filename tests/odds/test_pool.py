"""All forces at sea at once: who is lost last."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from a4a.core.errors import BattleError
from a4a.odds import pool
from a4a.odds.battle import Battle, Side
from a4a.odds.exact import solve
from a4a.odds.pool import Pool
from a4a.odds.reserve import Reserve
from a4a.odds.retreat import AfterRounds
from a4a.odds.steps import CombatStep, Sequence, Volley, both
from tests.odds import kinds as k
from tests.odds.sequences import SEA

THEIRS = k.side(k.SEA_DEFENSE, destroyer=1, submarine=1)


def whole(attacker, defender=THEIRS):
    """How likely all units win, judged with all forces, and alone."""
    battle = Battle(attacker, defender, SEA)
    assert pool.fits(battle)
    every = Pool(Reserve(battle, wanted="wins")).judge(1e9, -1.0)
    return every.worth[np.argmax(every.ids)], solve(battle).attacker_wins


def test_transports_are_lost_when_no_warship_is_left():
    worth, alone = whole(k.side(k.SEA_ATTACK, destroyer=2, transport=2, cruiser=1))
    assert worth == pytest.approx(alone, abs=1e-12)


def test_ships_of_two_hits_are_lost_with_the_second():
    (destroyer, battleship) = k.side(k.SEA_ATTACK, destroyer=1, battleship=2).groups
    worth, alone = whole(Side((destroyer, replace(battleship, damaged=1))))
    assert worth == pytest.approx(alone, abs=1e-12)


def test_less_than_the_cheapest_unit_costs_buys_no_force():
    attacker = k.side(k.SEA_ATTACK, destroyer=1, cruiser=1)
    judge = Pool(Reserve(Battle(attacker, THEIRS, SEA), wanted="wins"))
    (cheapest, *_) = sorted(group.kind.cost for group in attacker.groups)
    for budget, number in ((0, 0), (cheapest - 1, 0), (cheapest, 1)):
        found = judge.judge(budget, 0.0)
        assert len(found.ids) == len(found.worth) == found.visited == number


SHIPS = Battle(
    k.side(k.SEA_ATTACK, destroyer=2, cruiser=1), k.side(k.SEA_DEFENSE, destroyer=1), SEA
)


@pytest.mark.parametrize(
    "battle",
    [
        replace(SHIPS, retreat=AfterRounds(1)),
        replace(SHIPS, rounds=2),
        replace(SHIPS, attacker=replace(SHIPS.attacker, keep=("ship", 1))),
        replace(SHIPS, attacker=replace(SHIPS.attacker, submerge="when possible")),
        replace(SHIPS, attacker=replace(SHIPS.attacker, allocation="along the order")),
        replace(SHIPS, attacker=replace(SHIPS.attacker, order=("destroyer", "cruiser") * 2)),
        replace(SHIPS, attacker=k.side(k.ATTACK, infantry=1, gun=1)),
        replace(SHIPS, sequence=replace(SEA, before=SEA.rounds)),
        replace(SHIPS, defender=k.side(k.SEA_DEFENSE, transport=1)),
        replace(SHIPS, attacker=k.side(k.SEA_ATTACK, transport=1)),
    ],
)
def test_what_cannot_be_judged_all_at_once_is_not(battle):
    assert pool.fits(SHIPS)
    assert not pool.fits(battle)


def test_more_forces_with_damaged_ships_than_a_number_holds_are_refused():
    fleet = ["submarine", "destroyer", "cruiser", "carrier", "battleship", "fighter", "tactical"]
    attacker = k.side(k.SEA_ATTACK, **dict.fromkeys(fleet, 130))
    reserve = Reserve(replace(SHIPS, attacker=attacker), wanted="wins")
    with pytest.raises(BattleError, match="too many forces to choose from"):
        _ = Pool(reserve).slots


def test_submarines_that_submerge_are_out_of_the_battle():
    worth, alone = whole(
        k.side(k.SEA_ATTACK, cruiser=1, submarine=1),
        k.side(k.SEA_DEFENSE, cruiser=1, submarine=1, submerge="when possible"),
    )
    assert worth == pytest.approx(alone, abs=1e-12)


def test_rounds_may_have_three_steps():
    kinds = ("submarine", "air", "ship")
    rounds = tuple(CombatStep(kind, both(Volley("attacker", (kind,)))) for kind in kinds)
    fleet = {"submarine": 1, "fighter": 1, "destroyer": 1}
    sides = k.side(k.SEA_ATTACK, **fleet), k.side(k.SEA_DEFENSE, **fleet)
    battle = Battle(*sides, Sequence((), rounds))
    assert pool.fits(battle)
    every = Pool(Reserve(battle, wanted="wins")).judge(1e9, -1.0)
    assert every.worth[np.argmax(every.ids)] == pytest.approx(
        solve(battle).attacker_wins, abs=1e-12
    )


def test_where_the_attacker_alone_leaves_units_behind_the_line_all_are_judged_at_once():
    first = CombatStep("air", (Volley("attacker", ("fighter",), outright=("fighter",)),))
    rest = CombatStep("fire", both(Volley("attacker", but=("fighter",))))
    attacker, defender = (
        k.side(k.SEA_ATTACK, fighter=1, destroyer=1),
        k.side(k.SEA_DEFENSE, cruiser=2),
    )
    battle = Battle(attacker, defender, Sequence((), (first, rest)))
    every = Pool(Reserve(battle, wanted="wins")).judge(1e9, -1.0)
    assert pool.fits(battle)
    assert every.worth[np.argmax(every.ids)] == pytest.approx(
        solve(battle).attacker_wins, abs=1e-12
    )


@pytest.mark.parametrize("most", [3, 1 << 21])
def test_rows_are_told_apart_however_much_they_hold(most):
    """Four numbers of 21 bits are more than one of 62 can hold."""
    rows = np.array([*product((0, most - 1), repeat=4)] * 2)
    found, which = pool._distinct(rows)
    assert len(found) == 16
    assert (found[which] == rows).all()
