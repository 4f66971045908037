"""Games judged by their own orders: each is given again, with the dice it rolled."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

import a4a
from a4a.analysis.audit import report
from a4a.core.events import UnitsPlaced
from a4a.core.record import GameRecord
from a4a.core.steps import Order, Step
from a4a.rules import Game
from a4a.rules.systems.war_in_europe.orders import Deploy, EndDeployment


@pytest.fixture
def game() -> Game:
    """A set-up of two powers."""
    game = a4a.new_game("war_in_europe")
    game.do(Deploy("France", {"1st armor": "Lyon"}))
    game.do(EndDeployment())
    game.do(EndDeployment())
    return game


def again(record: GameRecord, change: Callable[[Step], Step]) -> GameRecord:
    """The same game, with a change of each of its steps."""
    copy = GameRecord(record.header, record.board, record.catalog, record.start)
    for node in record.line()[1:]:
        step = change(record.steps[node])
        copy.append(step.events, actors=step.actors, cause=step.cause, order=step.order)
    return copy


def test_a_game_of_ours_has_no_findings(game: Game) -> None:
    found = report(again(game.record, lambda step: step))
    assert found.findings.height == 0
    assert found.judged["judged"].to_list() == [3]


def test_an_order_that_the_rules_refuse_is_found_with_its_rule(game: Game) -> None:
    def to_sea(step: Step) -> Step:
        if step.order is None or step.order.kind != "Deploy":
            return step
        wrong = Order("Deploy", {"owner": "France", "counters": {"1st armor": "1607"}})
        return msgspec.structs.replace(step, order=wrong)

    (finding,) = report(again(game.record, to_sea)).findings.to_dicts()
    assert finding["rule"] == "WE-SET-008"
    assert finding["severity"] == "illegal"
    assert finding["topic"] == "order"
    assert finding["power"] == "France"


def test_events_that_the_order_does_not_cause_are_found_at_their_step(game: Game) -> None:
    def elsewhere(step: Step) -> Step:
        if step.order is None or step.order.kind != "Deploy":
            return step
        (placed,) = step.events
        assert isinstance(placed, UnitsPlaced)
        return msgspec.structs.replace(
            step, events=(msgspec.structs.replace(placed, place="1709"),)
        )

    (finding,) = report(again(game.record, elsewhere)).findings.to_dicts()
    assert finding["what"] == "its order causes other events than were recorded"
    (step,) = (s for s in game.record.steps.values() if s.order and s.order.kind == "Deploy")
    assert finding["node"] == step.id


def test_what_an_order_causes_in_the_turns_after_it_is_judged_with_it(game: Game) -> None:
    def nothing_begins(step: Step) -> Step:
        if step.cause != "engine" or step.id < 3:
            return step
        return msgspec.structs.replace(step, events=step.events[:1])

    found = report(again(game.record, nothing_begins)).findings
    assert found.height >= 1
    assert set(found["topic"]) == {"order"}
