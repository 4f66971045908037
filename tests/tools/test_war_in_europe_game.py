"""The recorded game of The War in Europe: its script plays it, its orders replay it, its log.

After a change of the script write the game and its log anew, and read the difference::

    python -m tools.war_in_europe_game datasets/games
    python -m tests.tools.test_war_in_europe_game

`python -m tests.examples.log`, for changes of words, writes this log, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import a4a
from a4a.core.annotations import Comment
from a4a.core.record import GameRecord
from a4a.core.words import describe_step, told
from a4a.rules import rules_of
from a4a.store import dumps
from tests import depth
from tools.war_in_europe_game import game as script

SHIPPED = Path(__file__).parents[2] / "datasets" / "games" / f"{script.NAME}.a4a"
LOG = Path(__file__).parent / "war_in_europe_game.txt"


def log_of(record: GameRecord) -> str:
    """What the log of the explorer tells, step by step, with the comments."""
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: GameRecord) -> Iterator[str]:
    said: dict[int, list[str]] = {}
    for note in record.annotations:
        if isinstance(note, Comment):
            said.setdefault(note.node, []).append(note.text)
    heading = ""
    for node, step in record.steps.items():
        time, before = record.time(node), record.state_at(step.parent)
        now = f"{time.label}, {time.phase}" + (f" ({time.line})" if time.line != "main" else "")
        if now != heading:
            heading = now
            yield f"== {now} =="
        for line in told(step, describe_step(step, before), before):
            yield f"{node}. {line}"
        for text in said.get(node, ()):
            yield f"    {text}"


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return a4a.game(script.NAME)


def test_the_script_plays_the_game_that_is_shipped_to_the_byte() -> None:
    """It takes seconds: the golden playthrough gives every order of eight seasons."""
    assert dumps(script.play()) == SHIPPED.read_bytes()


def test_read_and_written_again_it_has_the_same_bytes(record: GameRecord) -> None:
    assert dumps(record) == SHIPPED.read_bytes()


@depth.only_deep  # the script gives every order again anyway
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


def test_every_season_is_commented_and_variations_have_names(record: GameRecord) -> None:
    comments = [note for note in record.annotations if isinstance(note, Comment)]
    labels = {record.time(note.node).label for note in comments}
    assert labels >= {
        "Autumn 1939", "Winter 1940", "Spring 1940", "Summer 1940",
        "Autumn 1940", "Winter 1941", "Spring 1941", "Summer 1941",
    }  # fmt: skip
    assert record.lines == ("main", "Rommel rides on", "Sea Lion")


def write_log() -> None:
    """Write the log anew."""
    LOG.write_text(log_of(a4a.game(script.NAME)), encoding="utf-8")
    print(LOG)


if __name__ == "__main__":
    write_log()
