"""What the card of a battle is told of its odds and luck."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import a4a
from a4a.core.english import the
from a4a.core.errors import A4AError
from a4a.map.battle_luck import BattleLuck
from a4a.map.cursor import Cursor
from a4a.map.timeline_builder import build_timeline
from tests.frames import small_war
from tests.shared_games import shipped, shipped_luck


class Asker:
    """A widget as far as messages go."""

    def __init__(self) -> None:
        self.handler: Any = None
        self.sent: list[dict[str, Any]] = []

    def on_msg(self, handler: Any) -> None:
        self.handler = handler

    def send(self, content: dict[str, Any]) -> None:
        self.sent.append(content)

    def ask(self, **content: Any) -> dict[str, Any]:
        self.handler(self, {"type": "luck", "key": "k", **content}, [])
        return self.sent[-1]


@pytest.fixture(scope="module")
def cursor() -> Cursor:
    """A cursor of a shipped game, which no test moves."""
    return Cursor(shipped())


@pytest.fixture(scope="module")
def lucky() -> pl.DataFrame:
    return shipped_luck()


def test_every_battle_of_a_game_has_the_odds_of_the_frame(
    cursor: Cursor, lucky: pl.DataFrame
) -> None:
    asker = Asker()
    BattleLuck(cursor, asker)  # type: ignore[arg-type]
    rows = lucky.rows(named=True)
    battles = build_timeline(cursor.record, cursor.line).battles
    assert len(battles) == len(rows)
    for index in (0, 1, 4, 15, 100, len(rows) - 1):
        battle, row = battles[index], rows[index]
        nth = sum(other.at == battle.at for other in battles[:index])
        told = asker.ask(node=cursor.line[battle.at], nth=nth, closed=cursor.line[battle.closed])
        assert (told["type"], told["key"]) == ("luck", "k")
        assert told["odds"].startswith(f"Odds: {the(row['power'])} wins ")
        assert ("expected swing" in told["odds"]) != row["broken_off"]
        sign = "−" if row["swing"] < 0 else "+" if row["swing"] else ""
        assert told["luck"].startswith(f"Luck: swing {sign}{abs(row['swing'])} IPC")


def test_a_battle_that_goes_on_has_odds_but_no_luck(cursor: Cursor, lucky: pl.DataFrame) -> None:
    record = shipped()
    row = lucky.row(1, named=True)
    words = BattleLuck(cursor, Asker()).words(row["node"])  # type: ignore[arg-type]
    assert words.luck
    cut = a4a.core.record.GameRecord(record.header, record.board, record.catalog, record.start)
    for node in record.line():
        if node in record.steps and node < row["node"]:
            cut.append(record.step(node).events)
    events = record.step(row["node"]).events
    begins = next(i for i, e in enumerate(events) if type(e).__name__ == "CombatRoundBegan")
    last = cut.append(events[:begins])
    words = BattleLuck(Cursor(cut), Asker()).words(last)  # type: ignore[arg-type]
    assert words.odds.startswith("Odds: Germany wins")
    assert words.luck == ""


@pytest.mark.parametrize(
    "wrong",
    [
        {"node": 10**9, "nth": 0, "closed": None},
        {"node": 1, "nth": 0, "closed": None},
        {"node": 29, "nth": 5, "closed": None},
        {"node": 29, "nth": -1, "closed": None},
        {"node": "29", "nth": 0, "closed": None},
        {"node": 29, "nth": 0, "closed": "<img>"},
    ],
)
def test_questions_about_no_battle_get_no_words(cursor: Cursor, wrong: dict[str, Any]) -> None:
    asker = Asker()
    BattleLuck(cursor, asker)  # type: ignore[arg-type]
    told = asker.ask(**wrong)
    assert (told["odds"], told["luck"]) == ("", "")


def test_a_game_without_rules_has_no_odds() -> None:
    cursor, asker = Cursor(small_war.record()), Asker()
    teller = BattleLuck(cursor, asker)  # type: ignore[arg-type]
    battle = build_timeline(cursor.record, cursor.line).battles[0]
    with pytest.raises(A4AError, match="does not come with a4a"):
        teller.words(cursor.line[battle.at])
    assert asker.ask(node=cursor.line[battle.at], nth=0, closed=None)["odds"] == ""
