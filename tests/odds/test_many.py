"""Many battles at once: each comes to what it does when it is solved alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from a4a.odds import duel, many
from a4a.odds.battle import Battle, Group, Kind, Side, Weapon
from a4a.odds.exact import PRUNED, solve
from a4a.odds.many import Many, met
from a4a.odds.retreat import AfterRounds
from tests.odds.sequences import LAND, SEA
from tests.odds.test_exact import land_battle, salvo_battle
from tests.odds.test_montecarlo import LAND as LARGE_ON_LAND
from tests.odds.test_montecarlo import LARGE

MEN = Kind("infantry", 1, cost=3, target="ground", tags=frozenset({"captures"}))
WINGS = Kind("fighter", 3, cost=10, target="air")
GUNS = Kind(
    "AAA", 0, cost=5, target="ground", tags=frozenset({"defenceless"}),
    weapons={"antiaircraft": Weapon(1, shots=3)},
)  # fmt: skip
RIFLES = Kind("infantry", 2, cost=3, target="ground", tags=frozenset({"captures"}))


def side(*units: tuple[Kind, int]) -> Side:
    return Side(tuple(Group(kind, number) for kind, number in units))


ATTACKERS = [
    side((MEN, 3)), side((MEN, 2), (WINGS, 2)), side((WINGS, 1)), side((MEN, 1), (WINGS, 4)),
    replace(side((MEN, 2), (WINGS, 2)), keep=("captures", 1)),
]  # fmt: skip
DEFENDERS = [
    side((RIFLES, 2)), side((RIFLES, 1), (GUNS, 1)), side((GUNS, 2)), side((RIFLES, 3), (GUNS, 3)),
]  # fmt: skip


def agree(battles: list[Battle]) -> None:
    all_at_once = Many(battles[0])
    numbers = [all_at_once.add(battle.attacker, battle.defender) for battle in battles]
    assert numbers == list(range(len(battles)))
    tables, rounds = all_at_once.solve()
    for battle, table, fought in zip(battles, tables, rounds, strict=True):
        alone = solve(battle)
        assert table == pytest.approx(met(alone), abs=1e-9)
        assert fought == pytest.approx(alone.rounds, abs=1e-9)


def test_battles_between_any_two_sides_come_out_as_alone() -> None:
    agree([Battle(ours, theirs, LAND) for ours in ATTACKERS for theirs in DEFENDERS])


def test_they_do_when_few_are_held_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "MOST", 40)
    agree([Battle(ours, theirs, LAND) for ours in ATTACKERS for theirs in DEFENDERS])


def test_plain_battles_come_out_as_alone() -> None:
    taken = 0
    for seed in range(200):
        battle = replace(land_battle(seed), rounds=None, retreat=None)
        if Many(battle).add(battle.attacker, battle.defender) is not None:
            assert duel.fits(battle)
            agree([battle, battle])
            taken += 1
    assert taken > 100


def test_what_is_left_out_is_no_more_than_may_be() -> None:
    rough = Many(LARGE_ON_LAND, prune=1e-3)
    rough.add(LARGE_ON_LAND.attacker, LARGE_ON_LAND.defender)
    total = float(rough.solve()[0][0, :2, :2].sum())
    assert 1.0 - 1e-3 <= total < 1.0 - PRUNED


@pytest.mark.parametrize(
    "battle",
    [
        Battle(ATTACKERS[0], DEFENDERS[0], LAND, rounds=2),
        Battle(ATTACKERS[0], DEFENDERS[0], LAND, retreat=AfterRounds(1)),
        Battle(ATTACKERS[0], DEFENDERS[0], SEA),
        Battle(side((MEN, 0)), DEFENDERS[0], LAND),
        replace(salvo_battle(0), rounds=None, retreat=None),
        LARGE["landing"],
    ],
)
def test_battles_that_are_not_plain_are_left_to_be_solved_alone(battle: Battle) -> None:
    assert Many(battle).add(battle.attacker, battle.defender) is None


def test_no_battles_are_no_tables() -> None:
    tables, rounds = Many(land_battle(0)).solve()
    assert tables.shape == (0, 5, 5)
    assert np.array_equal(rounds, [])
