"""The recorded game of 3G40 Deluxe: its script plays it, its orders replay it, the audit is clean.

After a change of the script, of a rule or of the computer's play write the game anew::

    python -m tools.deluxe3g40_game datasets/games

and read what its comments say against what now happens.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import a4a
from a4a.analysis.audit import report
from a4a.core.annotations import Comment
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.rules import rules_of
from a4a.store import dumps
from tests import depth
from tests.shared_games import shipped
from tools.deluxe3g40_game import game as script
from tools.deluxe3g40_game import round_1
from tools.deluxe3g40_game.table import Table

SHIPPED = Path(__file__).parents[2] / "datasets" / "games" / f"{script.NAME}.a4a"


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return shipped(script.NAME)


def test_the_script_plays_the_first_turn_as_it_is_shipped(record: GameRecord) -> None:
    """It takes seconds: some of its moves are the computer's. The whole game takes too many."""
    table = Table(a4a.new_game("deluxe3g40", dice=SeededDice(script.SEED)), script.SEED)
    round_1.germany_and_japan(table)
    played = table.game.record
    assert len(played) > 60
    for node, step in played.steps.items():
        assert record.steps[node] == step
    comments = played.annotations
    assert comments == record.annotations[: len(comments)]


@depth.only_deep
def test_the_script_plays_the_game_that_is_shipped_to_the_byte() -> None:
    assert dumps(script.play()) == SHIPPED.read_bytes()


def test_the_orders_that_were_recorded_cause_what_was_recorded(record: GameRecord) -> None:
    a4a.replay(rules_of(record), record)


def test_the_audit_finds_nothing(record: GameRecord) -> None:
    found = report(record, progress=None)
    assert found.findings.is_empty()
    assert found.judged["judged"].sum() > 400


def test_four_rounds_are_played_and_can_be_played_on(record: GameRecord) -> None:
    game = a4a.new_game(record)
    assert game.state.round == script.ROUNDS + 1
    assert game.decision is not None


def test_the_first_round_shows_what_is_new(record: GameRecord) -> None:
    steps = [s for n, s in record.steps.items() if record.time(n).round == 1]
    given = {step.order.kind for step in steps if step.order is not None}
    assert given >= {"Pay", "Buy", "Assign", "Raid", "Move"}
    lost = [e for s in steps for e in s.events if getattr(e, "reason", "") == "convoy"]
    assert lost
    assert record.state_at(record.node_at(round=2)).control["France"] == "Germany"


def test_comments_tell_of_every_round(record: GameRecord) -> None:
    comments = [note for note in record.annotations if isinstance(note, Comment)]
    assert {record.time(note.node).round for note in comments} == {1, 2, 3, 4}
