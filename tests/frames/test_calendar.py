"""Samples: which nodes stand for a round, a turn, a phase."""

from __future__ import annotations

import pytest

from a4a.core.errors import A4AError
from a4a.core.events import AnyEvent, Noted, PhaseBegan, RoundBegan, TurnBegan
from a4a.core.record import GameRecord
from a4a.core.steps import Header
from a4a.frames import frames
from tests.frames.small_war import BOARD, CATALOG, GERMANY, SOVIETS, START


def game(*steps: AnyEvent | tuple[AnyEvent, ...]) -> GameRecord:
    record = GameRecord(Header(system="small", title="g"), BOARD, CATALOG, START)
    for step in steps:
        record.append(step if isinstance(step, tuple) else (step,))
    return record


def sampled(record: GameRecord, at: str) -> list[tuple[str, int, int, int]]:
    spaces = frames(record, at=at).spaces
    return spaces.select("line", "node", "round", "turn").unique(maintain_order=True).rows()


def test_a_turn_is_sampled_where_it_ends(war: GameRecord) -> None:
    assert sampled(war, "turn") == [
        ("main", 2, 1, 0),
        ("main", 8, 1, 1),
        ("main", 11, 1, 2),
        ("main", 14, 2, 3),
        ("variation 15", 16, 1, 1),
        ("variation 15", 17, 1, 2),
    ]


def test_a_round_is_sampled_where_it_ends(war: GameRecord) -> None:
    assert sampled(war, "round") == [
        ("main", 0, 0, 0),
        ("main", 11, 1, 2),
        ("main", 14, 2, 3),
        ("variation 15", 17, 1, 2),
    ]


def test_a_phase_is_sampled_where_it_ends(war: GameRecord) -> None:
    nodes = [node for _, node, _, _ in sampled(war, "phase")]
    assert nodes == [2, 4, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17]


def test_every_node_is_a_sample_of_itself(war: GameRecord) -> None:
    assert [node for _, node, _, _ in sampled(war, "node")] == [0, *war.steps]


def test_what_happens_between_rounds_counts_for_the_next_turn() -> None:
    record = game(
        RoundBegan(1), TurnBegan((GERMANY,)), Noted("a"), RoundBegan(2), Noted("bid"),
        TurnBegan((SOVIETS,)),
    )  # fmt: skip
    assert sampled(record, "turn") == [("main", 1, 1, 0), ("main", 3, 1, 1), ("main", 6, 2, 2)]


@pytest.mark.parametrize("at", ["round", "turn", "phase"])
def test_the_very_last_node_is_a_sample(at: str) -> None:
    record = game(RoundBegan(1), TurnBegan((GERMANY,)), RoundBegan(2), Noted("bid"))
    assert sampled(record, at)[-1] == ("main", 4, 2, 1)


@pytest.mark.parametrize("at", ["round", "turn", "phase"])
def test_a_round_that_only_begins_as_the_game_ends_is_no_sample(at: str) -> None:
    record = game(RoundBegan(1), TurnBegan((GERMANY,)), Noted("a"), RoundBegan(2))
    assert sampled(record, at)[-1] == ("main", 3, 1, 1)
    assert sampled(record, "node")[-1] == ("main", 4, 2, 1)


def test_a_game_without_turns_is_sampled_by_its_rounds() -> None:
    record = game(RoundBegan(1), Noted("a"), RoundBegan(2), Noted("b"), Noted("c"))
    assert sampled(record, "turn") == [("main", 2, 1, 0), ("main", 5, 2, 0)]


def test_a_phase_of_the_same_name_in_the_next_turn_is_another() -> None:
    record = game(
        (TurnBegan((GERMANY,)), PhaseBegan("Move")), (TurnBegan((SOVIETS,)), PhaseBegan("Move"))
    )
    assert [node for _, node, _, _ in sampled(record, "phase")] == [0, 1, 2]


def test_an_unknown_fineness_is_refused_with_what_there_is(war: GameRecord) -> None:
    with pytest.raises(A4AError, match="at='month': a game is sampled at each of round, turn"):
        frames(war, at="month")
