"""Charts of odds: what battles could be expected to give, and what they gave."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from a4a.charts import theme
from a4a.charts.display import Chart, LayerChart
from a4a.charts.scope import By, Scope
from a4a.core.errors import A4AError
from a4a.core.record import MAIN
from a4a.frames import Frames


def odds_and_results(
    frames: Frames[Any], luck: pl.DataFrame, *, line: str = MAIN, game: str | None = None
) -> alt.LayerChart:
    """Chart the swing of each battle against the swing that could be expected.

    There is a point for each battle, in the colour of the attacker. Above the slanting line the
    attacker did better than the odds.

    Parameters
    ----------
    frames
        Of one game, or of several.
    luck
        The luck of its battles, as `a4a.luck` gives it; rows without odds are left out.
    line, game
        Which line of which game; by default the main line of the only game.

    Returns
    -------
    altair.LayerChart
        To change further, show and save.

    Raises
    ------
    A4AError
        If there is no such line or game, or `luck` is not the luck of battles.
    """
    scope = Scope(frames, line=line, game=game)
    fought = scope.told(_judged(scope, luck))
    ends = [_extreme(fought, "min"), _extreme(fought, "max")]
    as_expected = (
        alt.Chart(pl.DataFrame({"expected": ends, "swing": ends}))
        .mark_line(color=theme.SOFT, strokeDash=[4, 4], strokeWidth=1)
        .encode(alt.X("expected:Q"), alt.Y("swing:Q"))
    )
    points = (
        Chart(fought)
        .mark_point(filled=True, size=45, opacity=0.75)
        .encode(
            alt.X("expected:Q", title=f"Expected swing, {scope.currency}"),
            scope.signed("swing:Q", title=f"Actual swing, {scope.currency}"),
            scope.colour("power", fought["power"], lines=False),
            tooltip=_ABOUT,
        )
    )
    return LayerChart(layer=[as_expected, points], title="Odds and results")


def battle_luck(
    frames: Frames[Any],
    luck: pl.DataFrame,
    *,
    by: By = "power",
    line: str = MAIN,
    game: str | None = None,
) -> alt.Chart:
    """Chart the luck in battles: swings above what could be expected, added up over the game.

    What an attacker wins by luck the defenders lose, each in proportion to what it had there.

    Parameters
    ----------
    frames, luck, line, game
        As in `odds_and_results`.
    by
        A line for each "power" or "side".

    Returns
    -------
    altair.Chart

    Raises
    ------
    A4AError
        As in `odds_and_results`.
    """
    scope = Scope(frames, line=line, game=game, by=by)
    fought = _judged(scope, luck)
    parts = fought.with_row_index("number").explode("defenders", "defenders_tuv")
    whole = pl.col("defenders_tuv").sum().over("number")
    share = pl.when(whole > 0).then(pl.col("defenders_tuv") / whole).otherwise(
        1 / pl.len().over("number")
    )  # fmt: skip
    power = frames.enums["power"]
    ours = fought.select("round", "turn", pl.col("power").cast(power), "luck")
    theirs = parts.select(
        "round", "turn", pl.col("defenders").cast(power).alias("power"), -pl.col("luck") * share
    )
    sides = scope.frames.frame("powers").select("power", "side")
    shared = (
        pl.concat([ours, theirs])
        .join(sides, on="power", how="left", maintain_order="left")
        .filter(pl.col("side").is_not_null())
        .group_by(scope.time, by, maintain_order=True)
        .agg(pl.col("luck").sum(), pl.len().alias("battles"))
    )
    added = scope.accrued(shared, by)
    return scope.lines(
        added,
        by,
        scope.signed("luck:Q", title=f"Above expectation, {scope.currency}"),
        "battles:Q",
        alt.Tooltip("luck:Q", format="+.1f"),
        title="Luck in battles",
        interpolate="step-after",
    )


_COLUMNS = (
    "round", "turn", "power", "space", "kind", "defenders", "defenders_tuv", "p_attacker",
    "expected", "swing", "luck", "percentile", "result",
)  # fmt: skip


def _judged(scope: Scope, luck: object) -> pl.DataFrame:
    """The battles that have odds; A4AError if `luck` is no frame of luck, or of another game."""
    if not isinstance(luck, pl.DataFrame):
        raise A4AError(f"luck is the frame that a4a.luck returns, not a {type(luck).__name__}")
    missing = [name for name in _COLUMNS if name not in luck.columns]
    if missing:
        raise A4AError(f"luck is the frame that a4a.luck returns; this one has no {missing[0]!r}")
    known = set(scope.frames.enums["power"].categories)
    strange = sorted(set(luck["power"].cast(pl.String).drop_nulls()) - known)
    if strange:
        raise A4AError(f"this luck is of another game: there is no power {strange[0]!r} in it")
    return luck.select(_COLUMNS).filter(pl.col("luck").is_not_null(), pl.col("power").is_not_null())


def _extreme(fought: pl.DataFrame, which: str) -> float:
    """An end of the line on which swings are as expected."""
    columns = fought.select(pl.col("expected", "swing").cast(pl.Float64))
    if not len(columns):
        return 0.0
    found = columns.select(
        pl.min_horizontal(pl.all().min()) if which == "min" else pl.max_horizontal(pl.all().max())
    )
    return float(found.item())


_ABOUT = [
    alt.Tooltip("space:N", title="battle"), "kind:N", "when:N",
    alt.Tooltip("power:N", title="attacker"), "result:N",
    alt.Tooltip("p_attacker:Q", title="chance to win", format=".0%"),
    alt.Tooltip("expected:Q", title="expected swing", format="+.1f"),
    alt.Tooltip("swing:Q", title="actual swing", format="+"),
    alt.Tooltip("percentile:Q", title="percentile", format=".0%"),
]  # fmt: skip
