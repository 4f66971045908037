"""The recorded game of The War in Europe: its script plays it, its orders replay it, its log.

After a change of the script write the game and its log anew, and read the difference::

    python -m tools.war_in_europe_game datasets/games
    python -m tests.tools.test_war_in_europe_game
"""

from __future__ import annotations

from pathlib import Path

import pytest

import a4a
from a4a.core.record import GameRecord
from a4a.rules import rules_of
from a4a.store import dumps
from tests.examples.log import log_of
from tools.war_in_europe_game import game as script

SHIPPED = Path(__file__).parents[2] / "datasets" / "games" / f"{script.NAME}.a4a"
LOG = Path(__file__).parent / "war_in_europe_game.txt"


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return a4a.game(script.NAME)


def test_the_script_plays_the_game_that_is_shipped_to_the_byte() -> None:
    """It takes seconds: the golden playthrough gives every order of eight seasons."""
    assert dumps(script.play()) == SHIPPED.read_bytes()


def test_the_orders_that_were_recorded_cause_what_was_recorded(record: GameRecord) -> None:
    for line in record.lines:
        a4a.replay(rules_of(record), record, line=line)


def test_the_log_is_the_one_written_down(record: GameRecord) -> None:
    assert log_of(record) == LOG.read_text(encoding="utf-8")


# --- history --------------------------------------------------------------------------------------


def fallen(record: GameRecord, round_: int) -> set[str]:
    """The countries that are conquered at the end of a game turn."""
    ends = [node for node in record.line() if record.time(node).round == round_]
    state = record.state_at(ends[-1])
    return {p.name for p in state.catalog.powers if "conquered" in state.statuses(p.name)}


def test_countries_fall_when_they_fell(record: GameRecord) -> None:
    seasons = [fallen(record, number) for number in range(1, 9)]
    assert [
        sorted(now - before) for before, now in zip([set(), *seasons], seasons, strict=False)
    ] == [
        ["Poland"],
        [],
        ["Belgium", "Denmark", "France", "Netherlands", "Norway"],
        [],
        [],
        [],
        ["Greece", "Iraq", "Yugoslavia"],
        [],
    ]


def test_the_game_ends_where_autumn_1941_begins_and_can_be_played_on(record: GameRecord) -> None:
    game = a4a.new_game(record)
    assert game.state.label == "Autumn 1941"
    assert game.decision is not None
    assert game.state.control["2805"] == "Germany"  # Kiev
    assert game.state.statuses("Soviet Union") == ()


if __name__ == "__main__":
    LOG.write_text(log_of(a4a.game(script.NAME)), encoding="utf-8")
    print(LOG)
