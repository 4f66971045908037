"""The charts of odds and luck: valid, drawn, and with the sums of the frame of luck."""

from __future__ import annotations

from collections.abc import Callable

import altair as alt
import polars as pl
import pytest
import vl_convert

import a4a
from a4a import charts
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.frames import Frames, frames
from tests.shared_games import shipped, shipped_luck

ALL: dict[str, Callable[..., alt.TopLevelMixin]] = {
    "battle_luck": charts.battle_luck,
    "odds_and_results": charts.odds_and_results,
}


@pytest.fixture(scope="module")
def game() -> GameRecord:
    return shipped()


@pytest.fixture(scope="module")
def told(game: GameRecord) -> Frames[pl.DataFrame]:
    return frames(game, at="turn")


@pytest.fixture(scope="module")
def luck() -> pl.DataFrame:
    return shipped_luck()


@pytest.mark.parametrize("name", ALL)
def test_charts_of_luck_are_valid_and_draw(
    name: str, told: Frames[pl.DataFrame], luck: pl.DataFrame
) -> None:
    spec = ALL[name](told, luck).to_dict(validate=True)
    svg = vl_convert.vegalite_to_svg(spec)
    assert svg.startswith("<svg")
    assert {"battle_luck": "Luck in battles", "odds_and_results": "Odds and results"}[name] in svg
    assert "IPC" in svg


@pytest.mark.parametrize("name", ALL)
def test_a_game_without_battles_has_charts_of_luck(name: str) -> None:
    start = a4a.start("global1940")
    spec = ALL[name](frames(start), a4a.luck(start)).to_dict()
    assert vl_convert.vegalite_to_svg(spec).startswith("<svg")


@pytest.mark.parametrize("by", ["power", "side"])
def test_luck_is_added_up_and_what_one_wins_another_loses(
    by: str, told: Frames[pl.DataFrame], luck: pl.DataFrame
) -> None:
    chart = charts.battle_luck(told, luck, by=by)
    data = chart.data
    assert isinstance(data, pl.DataFrame)
    last = data.filter(pl.col("turn") == data["turn"].max())
    ends = dict(last.select(pl.col(by).cast(pl.String), "luck").rows())
    if by == "power":
        alone = luck.filter(pl.col("defenders").list.len() <= 1, pl.col("luck").is_not_null())
        assert len(alone) > 150
        attacked = luck.filter(pl.col("power") == "China")["luck"].sum()
        defended = sum(
            row["luck"] * row["defenders_tuv"][row["defenders"].index("China")]
            / sum(row["defenders_tuv"])
            for row in luck.rows(named=True)
            if "China" in row["defenders"]
        )  # fmt: skip
        assert ends["China"] == pytest.approx(attacked - defended)
    else:
        neutral = luck.filter(pl.col("defenders").list.eval(
            pl.element().cast(pl.String).str.contains("eutral")).list.any()
        )["luck"].sum()  # fmt: skip
        assert ends["Axis"] + ends["Allies"] == pytest.approx(neutral)  # they are of no side


def test_points_are_the_battles_with_odds(told: Frames[pl.DataFrame], luck: pl.DataFrame) -> None:
    chart = charts.odds_and_results(told, luck)
    data = chart.layer[1].data
    assert len(data) == luck["luck"].count()
    assert data["swing"].sum() == luck.filter(pl.col("luck").is_not_null())["swing"].sum()


def test_what_is_no_luck_is_refused(told: Frames[pl.DataFrame], luck: pl.DataFrame) -> None:
    with pytest.raises(A4AError, match=r"a4a\.luck returns, not a list"):
        charts.battle_luck(told, [])  # type: ignore[arg-type]
    with pytest.raises(A4AError, match="has no 'percentile'"):
        charts.odds_and_results(told, luck.drop("percentile"))
    other = luck.with_columns(pl.lit("Atlantis").alias("power"))
    with pytest.raises(A4AError, match="no power 'Atlantis'"):
        charts.battle_luck(told, other)
