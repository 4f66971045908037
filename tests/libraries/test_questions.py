"""What is asked of many games: bands by round, differences of two groups, openings and outcomes."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.libraries import rounds
from a4a.libraries.library import Library
from a4a.libraries.openings import attacks, purchases
from a4a.libraries.rounds import by_round, differences

N = 4
GERMANS, RUSSIANS = pl.col("power") == "Germany", pl.col("power") == "Soviet Union"


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Some short games."""
    lib = a4a.library(tmp_path_factory.mktemp("league") / "lib")
    a4a.play("europe1940", games=N, into=lib, players="random", rounds=2, workers=1, seed=3)
    return lib


def test_a_band_is_the_quartiles_over_games(league: Library) -> None:
    found = by_round(league.turns.filter(GERMANS), "production")
    values = league.turns.filter(GERMANS & (pl.col("round") == 2)).collect()["production"]
    row = found.filter(pl.col("round") == 2).row(0, named=True)
    assert row["n"] == N
    assert [row[q] for q in ("low", "median", "high")] == pytest.approx(
        np.quantile(values.to_numpy(), [0.25, 0.5, 0.75])
    )


def test_power_turns_of_a_game_in_a_round_are_one_number(league: Library) -> None:
    found = by_round(league.turns, "production", groups="side").filter(pl.col("round") == 1)
    one = league.turns.filter((pl.col("round") == 1) & (pl.col("side") == "Axis"))
    sums = one.group_by("game").agg(pl.col("production").sum()).collect()["production"]
    assert found.filter(pl.col("group") == "Axis")["median"].item() == sums.median()
    for within, least in (("mean", 0), ("last", 0)):
        other = by_round(league.turns, "production", groups="side", within=within)  # type: ignore[arg-type]
        assert (other["median"] > least).all()


def test_groups_may_be_conditions(league: Library) -> None:
    found = by_round(league.turns, "closing", groups={"D": GERMANS, "SU": RUSSIANS})
    assert set(found["group"]) == {"D", "SU"}


def test_a_difference_covers_the_truth_as_often_as_it_says() -> None:
    """Of many comparisons of the same two distributions 95 % hold the true difference."""
    rng, held, tries = np.random.default_rng(1), 0, 120
    for _ in range(tries):
        frame = pl.DataFrame(
            {
                "game": [str(i) for i in range(120)],
                "round": [1] * 120,
                "one": [True] * 60 + [False] * 60,
                "x": np.concatenate([rng.normal(0, 1, 60), rng.normal(1, 1, 60)]),
            }
        )
        groups = {"one": pl.col("one"), "two": ~pl.col("one")}
        row = differences(frame.lazy(), "x", groups=groups, seed=1).row(0, named=True)
        assert row["low"] <= row["difference"] <= row["high"]
        held += row["low"] <= 1 <= row["high"]
    assert 0.88 < held / tries <= 1


def test_samples_are_the_same_however_many_are_drawn_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame = pl.LazyFrame(
        {"game": list("abcdef"), "round": [1] * 6, "one": [True] * 3 + [False] * 3, "x": range(6)}
    )
    groups = {"one": pl.col("one"), "two": ~pl.col("one")}
    found = differences(frame, "x", groups=groups, seed=1)
    monkeypatch.setattr(rounds, "_AT_ONCE", 7)
    assert differences(frame, "x", groups=groups, seed=1).equals(found)


def test_purchases_count_every_game_once(league: Library) -> None:
    found = league.purchases("Germany")
    assert found["n"].sum() == N
    assert found["share"].sum() == pytest.approx(1)
    assert found["n"].is_sorted(descending=True)
    common = found.row(0, named=True)
    turns = league.turns.filter(GERMANS & (pl.col("round") == 1)).collect()
    assert common["n"] == turns["bought"].eq_missing(common["bought"]).sum()


def test_only_the_games_that_are_asked_for_count(league: Library) -> None:
    some = league.games.head(3).collect()["game"].implode()
    for found in (
        league.purchases("Germany", where=pl.col("game").is_in(some)),
        league.attacks("Germany", where=pl.col("game").is_in(some)),
    ):
        assert found["n"].max() <= 3
        assert found["share"].max() == found["n"].max() / 3


def table(**columns: Any) -> pl.LazyFrame:
    """A small table."""
    return pl.LazyFrame(columns)


def test_outcomes_are_told_with_their_intervals() -> None:
    turns = table(
        game=["a", "b", "c", "d"], power=["G"] * 4, round=[1] * 4, side=["Axis"] * 4,
        bought=["ships", "ships", "ships", None],
    )  # fmt: skip
    games = table(game=["a", "b", "c", "d"], leads=["Axis", "Allies", None, "Axis"])
    ships, nothing = purchases(turns, games, power="G").iter_rows(named=True)
    assert (ships["bought"], ships["n"], ships["known"]) == ("ships", 3, 2)
    assert ships["successes"] == 0.5
    assert ships["successes_low"] < 0.1 < 0.9 < ships["successes_high"]
    assert (nothing["bought"], nothing["successes"], nothing["successes_high"]) == (None, 1, 1)


def test_attacks_tell_how_often_and_how_they_went(league: Library) -> None:
    found = league.attacks("Germany", round=1)
    top = found.row(0, named=True)
    fought = league.battles.filter(
        GERMANS & (pl.col("round") == 1) & (pl.col("space") == top["space"])
    ).collect()
    assert top["n"] == fought["game"].n_unique()
    assert top["share"] == top["n"] / N
    won = fought.group_by("game").agg((pl.col("winner") == "attacker").any())["winner"].sum()
    assert top["won"] == won / top["n"]


def test_a_game_without_the_attack_counts_among_all() -> None:
    turns = table(game=["a", "b"], power=["G"] * 2, round=[1] * 2, side=["Axis"] * 2)
    games = table(game=["a", "b"], leads=["Axis", "Allies"])
    battles = table(
        game=["a"], power=["G"], round=[1], space=["France"], winner=["attacker"], swing=[5],
        luck=[1.5],
    )  # fmt: skip
    row = attacks(battles, turns, games, power="G").row(0, named=True)
    assert (row["n"], row["share"], row["won"], row["luck"]) == (1, 0.5, 1.0, 1.5)


@pytest.mark.parametrize(
    ("ask", "match"),
    [
        (lambda lib: lib.bands("beauty"), "no figure 'beauty'"),
        (lambda lib: lib.bands("bought"), "no figure 'bought'"),
        (lambda lib: lib.bands("luck", groups="colour"), "no such column"),
        (lambda lib: lib.bands("luck", within="most"), "rows of one game"),
        (lambda lib: lib.bands("luck", where=pl.col("round") > 99), "no power-turn"),
        (lambda lib: lib.difference("luck", groups={"one": GERMANS}), "two groups"),
        (lambda lib: lib.purchases("Narnia"), "Narnia has no turn in round 1"),
        (lambda lib: lib.attacks("Germany", round=99), "attacked nowhere in round 99"),
        (lambda lib: lib.purchases("Germany", outcome="fame"), "a game is judged by"),
    ],
)
def test_what_cannot_be_asked_is_refused(league: Library, ask: Any, match: str) -> None:
    with pytest.raises(A4AError, match=match):
        ask(league)


def test_charts_say_of_how_many_games_they_are(league: Library) -> None:
    chart = league.bands("production", groups="side").to_dict()
    assert chart["title" if "title" in chart else "layer"]
    assert f"{N} games" in str(chart)
    groups = {"Germany": GERMANS, "Soviet Union": RUSSIANS}
    assert f"games: {N} and {N}" in str(league.difference("closing", groups=groups).to_dict())
