"""The recorded game of The War Game: its script plays it, its orders replay it, the audit is clean.

After a change of the script, of a rule or of the computer's play write the game anew::

    python -m tools.wargame1942_games datasets/games

and read what its comments say against what now happens.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import a4a
from a4a.analysis.audit import report
from a4a.core import events as ev
from a4a.core.annotations import Comment
from a4a.core.events import AnyEvent
from a4a.core.record import GameRecord
from a4a.rules import rules_of
from a4a.store import dumps
from tests import depth
from tests.shared_games import shipped
from tools.wargame1942_games.campaign import axis
from tools.wargame1942_games.campaign import game as script

SHIPPED = Path(__file__).parents[3] / "datasets" / "games" / f"{script.NAME}.a4a"


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return shipped(script.NAME)


@pytest.fixture(scope="module")
def first_turn(record: GameRecord) -> list[AnyEvent]:
    """All events of the first game turn."""
    steps = [s for n, s in record.steps.items() if record.time(n).round == 6]
    return [event for step in steps for event in step.events]


def test_the_script_plays_the_first_turn_as_it_is_shipped(record: GameRecord) -> None:
    table = script.begin()
    axis.germany_and_italy(table)
    played = table.game.record
    assert len(played) > 60
    for node, step in played.steps.items():
        assert record.steps[node] == step
    assert played.annotations == record.annotations[: len(played.annotations)]


@depth.only_deep
def test_the_script_plays_the_game_that_is_shipped_to_the_byte() -> None:
    assert dumps(script.play()) == SHIPPED.read_bytes()


def test_the_orders_that_were_recorded_cause_what_was_recorded(record: GameRecord) -> None:
    a4a.replay(rules_of(record), record)


def test_the_audit_finds_nothing(record: GameRecord) -> None:
    found = report(record, progress=None)
    assert found.findings.is_empty()
    assert found.judged["judged"].sum() > 400


def test_three_game_turns_are_played_and_can_be_played_on(record: GameRecord) -> None:
    game = a4a.new_game(record)
    assert game.state.round == script.LAST + 1
    assert game.decision is not None


def test_the_first_turn_has_linked_battles_and_retreats_of_both_sides(
    first_turn: list[AnyEvent], record: GameRecord
) -> None:
    opened = [e for e in first_turn if isinstance(e, ev.BattleOpened)]
    assert any(battle.links for battle in opened)
    decided = [e for e in first_turn if isinstance(e, ev.Decided) and e.kind == "retreats"]
    assert {"Germany", "U.S.S.R."} <= {who for e in decided if e.units for who in e.powers}


def test_the_first_turn_has_a_landing_a_pass_through_and_money_lent(
    first_turn: list[AnyEvent], record: GameRecord
) -> None:
    tasks = {e.task for e in first_turn if isinstance(e, ev.UnitsTasked)}
    assert {"assault", "offload", "bombard", "support", "clear", "pass"} <= tasks
    given = {s.order.kind for s in record.steps.values() if s.order is not None}
    assert given >= {"Send", "Withdraw", "Casualties", "Fight", "Lend", "Build"}


def test_comments_tell_of_every_force_and_turn(record: GameRecord) -> None:
    nodes = [note.node for note in record.annotations if isinstance(note, Comment)]
    assert {record.time(node).round for node in nodes} == {6, 7, 8}
    powers = {power for node in nodes for power in record.state_at(node).active}
    assert powers >= {"Germany", "U.S.S.R.", "U.K.", "Japan", "U.S.A."}
