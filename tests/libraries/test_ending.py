"""How and when a game was played: what tells it, and what does not."""

from __future__ import annotations

import pytest

import a4a
from a4a.core.annotations import Comment
from a4a.core.events import Noted, TurnBegan, VictoryWon
from a4a.libraries.ending import ending_of, played_on


@pytest.mark.parametrize(
    ("said", "winner"),
    [
        ("COMMENT: Axis concede", "Allies"),
        ("COMMENT: the Allies surrender, well played", "Axis"),
        ("COMMENT: Germany resigns. gg", "Allies"),
        ("COMMENT: OK, United Kingdom has to concede the game", "Axis"),
        ("COMMENT: I will concede the islands to you", ""),
        ("COMMENT: Germany surrenders Rome to nobody", ""),
        ("COMMENT: do not concede", ""),
        ("COMMENT: we never surrender", ""),
        ("Axis should concede soon", ""),
    ],
)
def test_who_concedes_in_a_comment_has_lost(said: str, winner: str) -> None:
    record = a4a.start("europe1940")
    record.append([Noted(said, "comment")])
    ending = ending_of(record)
    assert ending.winner == winner
    assert ending.how == ("conceded" if winner else "")
    assert ending.told == (said.removeprefix("COMMENT: ") if winner else "")


def test_who_says_i_is_the_side_whose_turn_it_is() -> None:
    game = a4a.new_game("europe1940")
    game.record.append([Noted("COMMENT: I resign", "comment")])
    assert ending_of(game.record).winner == "Allies"


def test_only_what_is_said_as_a_comment_in_the_last_two_turns_counts() -> None:
    record = a4a.start("europe1940")
    record.append([Noted("Axis concede", "log")])
    assert not ending_of(record).how
    record.append([Noted("Axis concede", "comment")])
    for how in ("conceded", ""):
        record.append([TurnBegan(("Germany",))])
        assert ending_of(record).how == how


def test_a_note_tells_it_too_and_a_victory_goes_before() -> None:
    record = a4a.start("europe1940")
    node = record.append([Noted("the end")])
    record.annotate(Comment(id=0, node=node, text="Here the Allies concede."))
    assert ending_of(record).winner == "Axis"
    record.append([VictoryWon(("Soviet Union",), "by the book")])
    assert ending_of(record) == ("Allies", "victory", "by the book")


@pytest.mark.parametrize(
    ("file", "found"),
    [
        ("20240229_game.tsvg", ("2024-02-29", "name")),
        ("20230229_game.tsvg", ("2026-01-31", "file")),
        ("1942-12-07.tsvg", ("2026-01-31", "file")),
        ("round 12 (2021.03.04).tsvg", ("2021-03-04", "name")),
        ("2021-03_04.tsvg", ("2026-01-31", "file")),
        ("120210304.tsvg", ("2026-01-31", "file")),
    ],
)
def test_a_day_in_a_file_s_name_is_the_day_of_play(file: str, found: tuple[str, str]) -> None:
    assert played_on(file, "2026-01-31") == found
