"""Frames of real games say what the engine that played them says.

The engine's statistics have a row for the state at each round's beginning, and its log tells the
score of every battle. They lie in the folder beside the project; without it these tests skip.
"""

from __future__ import annotations

import csv
import gzip
import re
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from a4a.core.record import GameRecord
from a4a.frames import frames
from tests.shared_games import opened

GAMES = ("g40_fast_s303", "g40_hard_s101")
SCORE = re.compile(r"Battle score for attacker is (-?\d+)")
PLACE = re.compile(r"\s*(?:Battle|Air Battle) in (.+?)\s*$")


@pytest.fixture(scope="module", params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def game(name: str, shared: Path) -> GameRecord:
    return opened(shared / "saves" / f"{name}.tsvg")


@pytest.fixture(scope="module")
def round_starts(name: str, shared: Path) -> dict[int, dict[str, str]]:
    """The engine's statistics as each round began."""
    with (shared / "saves" / f"{name}.stats_short.csv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file))
    top = next(i for i, row in enumerate(rows) if row and row[0] == "Round")
    starts: dict[int, dict[str, str]] = {}
    for row in rows[top + 1 :]:
        if row and row[0].isdigit():
            starts.setdefault(int(row[0]), dict(zip(rows[top], row, strict=False)))
    return starts


def of_powers(row: dict[str, str], statistic: str, game: GameRecord) -> Counter[str]:
    """A statistic by the power's name here; what two players of one power have is added up."""
    found: Counter[str] = Counter()
    for column, value in row.items():
        if column.startswith(f"{statistic} "):
            power = game.catalog.find_power(column.removeprefix(f"{statistic} "))
            if power is not None:
                found[power.name] += int(value)
    return +found


def counted(frame: pl.DataFrame, column: str) -> Counter[str]:
    return +Counter(dict(frame.group_by("power").agg(pl.col(column).sum()).rows()))


@pytest.mark.parametrize(("statistic", "column"), [("Units", "count"), ("TUV", "tuv")])
def test_units_and_their_value_at_every_round_start_are_the_engines(
    game: GameRecord, round_starts: dict[int, dict[str, str]], statistic: str, column: str
) -> None:
    units = frames(game, at="round").units.filter(pl.col("space").is_not_null())
    assert len(round_starts) >= 8
    for round_, row in round_starts.items():
        ended = units.filter(pl.col("round") == round_ - 1)
        assert counted(ended, column) == of_powers(row, statistic, game), f"round {round_}"


@pytest.mark.parametrize(
    ("statistic", "column"), [("PUs", "closing"), ("Production", "production")]
)
def test_money_and_production_at_every_round_start_are_the_engines(
    game: GameRecord, round_starts: dict[int, dict[str, str]], statistic: str, column: str
) -> None:
    economy = frames(game).economy.filter(pl.col("resource") == "IPC")
    playing = set(economy["power"].cast(pl.String))
    for round_, row in round_starts.items():
        if round_ == 1:
            ended = economy.filter(pl.col("turn") == 0)
        else:
            ended = economy.filter(pl.col("round") == round_ - 1)
            ended = ended.filter(pl.col("turn") == pl.col("turn").max())
        wanted = of_powers(row, statistic, game)
        wanted = Counter({power: n for power, n in wanted.items() if power in playing})
        assert counted(ended, column) == wanted, f"round {round_}"


def test_swings_of_battles_are_the_engines_scores(
    game: GameRecord, name: str, shared: Path
) -> None:
    log = gzip.decompress((shared / "saves" / f"{name}.history.txt.gz").read_bytes()).decode()
    scores: list[tuple[str, int]] = []
    place = ""
    for line in log.splitlines():
        if found := PLACE.match(line):
            place = game.board.space(found[1]).name
        elif found := SCORE.search(line):
            scores.append((place, int(found[1])))
    fought: list[Any] = (
        frames(game)
        .battles.filter(pl.col("kind") != "bombing raid")
        .select("space", "swing")
        .rows()
    )
    assert len(scores) > 100
    assert fought == scores
