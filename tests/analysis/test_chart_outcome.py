"""How a fight on a chart ends, in the frames that all battles have."""

from __future__ import annotations

import polars as pl
import pytest

import a4a
from a4a.analysis.outcome import Outcome
from a4a.analysis.outcome_contract import SCHEMAS
from tests.shared_games import shipped

ATTACKER = {"Germany: 1st armor": 1, "Germany: 1st infantry": 1, "Germany: 1st air": 1}
DEFENDER = {"France: 2nd infantry": 1, "France: 1st air": 1}


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    return a4a.battle("war_in_europe", attacker=ATTACKER, defender=DEFENDER).odds()


@pytest.mark.parametrize("name", [name for name in SCHEMAS if name != "by_round"])
def test_frames_keep_their_schemas(outcome: Outcome, name: str) -> None:
    frame, schema = getattr(outcome, name), SCHEMAS[name]
    assert frame.schema == schema.polars({})
    for column in schema.columns:
        assert column.nulls != "never" or frame[column.name].null_count() == 0, column.name
    assert frame.height


def test_frames_and_chances_agree(outcome: Outcome) -> None:
    results = outcome.results
    assert results["probability"].sum() == pytest.approx(1, abs=1e-12)
    by_winner = dict(results.group_by("winner").agg(pl.col("probability").sum()).iter_rows())
    assert by_winner == {
        "attacker": pytest.approx(outcome.attacker_wins, abs=1e-12),
        "defender": pytest.approx(outcome.defender_wins, abs=1e-12),
        "nobody": pytest.approx(outcome.nobody_wins, abs=1e-12),
    }
    assert set(results.filter(pl.col("winner") == "nobody")["retreats"]) == {"nobody"}
    gone = results.filter(pl.col("retreats") == "defender")["probability"].sum()
    assert gone == pytest.approx(outcome.retreats("defender"), abs=1e-12)
    swing = ((results["defender_lost"] - results["attacker_lost"]) * results["probability"]).sum()
    assert swing == pytest.approx(outcome.swing, abs=1e-12)
    said = set(outcome.survivors["result"])
    assert said == {"attacker takes", "defender wins", "nobody wins"}
    assert (outcome.both_survive, outcome.both_destroyed) == (0, 0)


def test_a_lost_step_is_worth_what_restoring_it_costs(outcome: Outcome) -> None:
    asked = a4a.battle("war_in_europe", attacker=ATTACKER, defender=DEFENDER)
    assert (asked.attacker_cost, asked.defender_cost) == (9, 5)
    lost = {row["unit"]: row for row in outcome.losses.iter_rows(named=True)}
    for unit, step in (("German 1st armor", 2), ("French 2nd infantry", 1)):
        assert lost[unit]["began"] == 2
        assert lost[unit]["ipc"] == pytest.approx(step * lost[unit]["lost"])
    worn = a4a.battle("war_in_europe", attacker=ATTACKER, defender=DEFENDER,
                      attacker_damaged={"Germany: 1st armor": 1})  # fmt: skip
    assert worn.attacker_cost == 7


def test_counters_are_called_as_the_game_calls_them() -> None:
    named = {"German 1st armor": 1, "Germany: 1 infantry": 1}
    asked = a4a.battle("war_in_europe", attacker=named, defender=DEFENDER)
    assert asked.odds().attacker_units == ("German 1st armor", "German 1st infantry")
    assert repr(asked) == "<Battle (land): 1 armor, 1 infantry against 1 infantry, 1 air unit>"
    assert asked.sending({"Germany: 1st infantry": 1}).odds().attacker_units == (
        "German 1st infantry",
    )
    assert asked.sending({"armor": 1}).odds().attacker_units == ("German 1st armor",)


def test_fights_of_a_recorded_game_have_odds_and_end_as_they_can() -> None:
    record = shipped("war_in_europe_1939_1941")
    found = a4a.luck(record)
    fights = found.filter(pl.col("kind").is_in(["land", "sea", "air", "amphibious"]))
    assert fights.height > 10
    assert fights.filter(pl.col("note").is_not_null()).is_empty()
    assert fights.filter((pl.col("at_most") <= 0) | (pl.col("at_least") <= 0)).is_empty()
    assert fights["sd"].max() > 0
    others = found.filter(pl.col("p_attacker").is_null())
    assert set(others["kind"]) <= {"convoy", "bombing raid", "transit"}
    assert others["note"].str.contains("no odds").all()
