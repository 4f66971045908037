"""How a battle goes round by round, and what an answer tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from a4a.odds.battle import Battle
from a4a.odds.exact import solve
from a4a.odds.retreat import AfterRounds, UnitsLeft
from tests.odds import kinds as k
from tests.odds import sequences

LAND = Battle(
    k.side(k.ATTACK, k.SUPPORTS, infantry=4, artillery=2, tank=2, fighter=1, gun=1),
    k.side(k.DEFENSE, infantry=5, AAA=1, fighter=1),
    sequences.LAND,
)
FLEETS = Battle(
    k.side(k.SEA_ATTACK, submarine=2, destroyer=1, carrier=1, fighter=2),
    k.side(k.SEA_DEFENSE, submarine=2, destroyer=1, battleship=1, transport=1),
    sequences.SEA,
)
BATTLES = [
    LAND, FLEETS, replace(LAND, retreat=UnitsLeft(3)), replace(FLEETS, retreat=AfterRounds(2)),
    replace(FLEETS, rounds=3),
]  # fmt: skip


@pytest.mark.parametrize("battle", BATTLES)
def test_the_last_round_is_how_the_battle_ends(battle):
    odds = solve(battle)
    frame = odds.by_round.rounds
    last = frame.row(-1, named=True)
    for name in ("attacker_wins", "defender_wins", "both_destroyed", "both_survive"):
        assert last[name] == pytest.approx(getattr(odds, name), abs=2e-9)
    assert last["swing"] == pytest.approx(odds.expected_swing, abs=1e-6)
    assert frame["round"].to_list() == list(range(frame.height))
    ends = ["going_on", "attacker_wins", "defender_wins", "both_destroyed", "both_survive"]
    for row in frame.select(ends).rows():
        assert sum(row) == pytest.approx(1.0, abs=1e-12)
    going_on = frame["going_on"].to_list()
    assert going_on == sorted(going_on, reverse=True)


@pytest.mark.parametrize("battle", [LAND, FLEETS])
def test_after_each_round_it_stands_as_if_that_were_the_last(battle):
    course = solve(battle).by_round
    for number in (1, 2, 3):
        cut = solve(replace(battle, rounds=number))
        after = course.odds[number]
        assert after.attacker_wins == pytest.approx(cut.attacker_wins, abs=1e-12)
        assert after.swing == pytest.approx(cut.expected_swing, abs=1e-9)
        units = course.units.filter(round=number, side="attacker")
        mean = (units["units"] * units["probability"]).sum()
        left = cut.chances.sum(axis=1) @ cut.attacker.units
        assert mean == pytest.approx(left, abs=1e-9)


@pytest.mark.parametrize("battle", BATTLES)
def test_an_answer_adds_up(battle):
    odds = solve(battle)
    ends = (odds.attacker_wins, odds.defender_wins, odds.both_destroyed, odds.both_survive)
    assert sum(ends) + odds.pruned == pytest.approx(1.0, abs=1e-12)
    assert odds.attacker_takes <= odds.attacker_wins
    for frame in (odds.survivors, odds.swing):
        assert frame["probability"].sum() == pytest.approx(1.0, abs=1e-12)
    swing = (odds.swing["swing"] * odds.swing["probability"]).sum()
    assert swing == pytest.approx(odds.expected_swing, abs=1e-9)
    for (_, _), rows in odds.losses.group_by("side", "kind"):
        assert rows["probability"].sum() == pytest.approx(1.0, abs=1e-12)
    costs = odds.summary.filter(kind="")
    attacker, defender = costs["mean"].to_list()
    assert defender - attacker == pytest.approx(odds.expected_swing, abs=1e-9)


def test_survivors_tell_damaged_ships_apart_from_none_lost():
    odds = solve(replace(FLEETS, rounds=1))
    columns = odds.survivors.columns
    assert "attacker carrier" in columns
    assert "defender transport" in columns
    assert columns[-1] == "probability"
