"""Charts of economies: income, objectives, production, purchases."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from a4a.charts.display import Chart
from a4a.charts.scope import By, Scope, rows_of
from a4a.core.record import MAIN
from a4a.frames import Frames


def income(
    frames: Frames[Any],
    *,
    by: By = "power",
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart what each power got on its turns, or each side in its rounds, objectives included.

    Parameters
    ----------
    frames
        Of one game, or of several.
    by
        A line for each "power", at its own turns; or for each "side", the sum of every round
        that has been played to its end.
    line, game
        Which line of which game; by default the main line of the only game.
    where
        Which rows of the frame `economy` to take; all by default.

    Returns
    -------
    altair.Chart
        To change further, show and save.

    Raises
    ------
    A4AError
        If there is no such line or game, or `where` names a column that is not there.

    Examples
    --------
    >>> import a4a
    >>> from a4a import charts
    >>> chart = charts.income(a4a.frames(a4a.start("global1940")))
    >>> chart = chart.properties(width=800)
    """
    scope = Scope(frames, line=line, game=game, where=where, by=by)
    got = pl.col("income") + pl.col("objectives")
    earned = (
        scope.rows("economy")
        .filter(pl.col("active"), pl.col("side").is_not_null(), pl.col("production").is_not_null())
        .group_by("turn", "round", "power", "side", maintain_order=True)
        .agg(pl.col("income", "objectives").sum(), got.sum().alias("got"))
        # A power in the middle of the last turn may not have collected yet.
        .filter((pl.col("turn") < scope.last_turn) | (pl.col("got") != 0))
    )
    if by == "side":
        earned = (
            earned.filter(pl.col("round").is_in(scope.complete_rounds.implode()))
            .with_columns(pl.col("turn").max().over("round"))
            .group_by("turn", "round", "side", maintain_order=True)
            .agg(pl.col("got", "income", "objectives").sum())
        )
    return scope.lines(
        earned,
        by,
        alt.Y("got:Q", title=scope.currency),
        "got:Q",
        "income:Q",
        "objectives:Q",
        title="Income",
        point=True,
    )


def objectives(
    frames: Frames[Any],
    *,
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart what objectives paid in every round, by power; a tooltip names them.

    Parameters
    ----------
    frames, line, game
        As in `income`.
    where
        Which rows of the frame `resources` to take.

    Returns
    -------
    altair.Chart

    Examples
    --------
    >>> import a4a
    >>> a4a.charts.objectives(a4a.frames(a4a.start("deluxe3g40"))).title
    'Objectives'
    """
    scope = Scope(frames, line=line, game=game, where=where)
    names = pl.col("detail").cast(pl.String).unique(maintain_order=True).str.join(", ")
    met = (
        scope.rows("resources")
        .filter(pl.col("reason") == "objective", pl.col("power").is_not_null())
        .group_by("round", "power")
        .agg(pl.col("amount").sum(), names.alias("objectives"))
        .sort("round", "power")
        .with_columns(pl.col("power").to_physical().alias("place"))
    )
    chart: alt.Chart = (
        Chart(met, title="Objectives")
        .mark_bar()
        .encode(
            alt.X("round:O", title="Round", axis=alt.Axis(labelAngle=0)),
            alt.Y("amount:Q", title=scope.currency),
            scope.colour("power", met["power"], lines=False),
            order="place:Q",
            tooltip=["power:N", "round:O", "amount:Q", "objectives:N"],
        )
    )
    return chart


def production(
    frames: Frames[Any],
    *,
    by: By = "power",
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart what the spaces of each power or side yield a turn, as every turn ended.

    Parameters
    ----------
    frames, by, line, game
        As in `income`.
    where
        Which rows of the frame `economy` to take.

    Returns
    -------
    altair.Chart
    """
    scope = Scope(frames, line=line, game=game, where=where, by=by)
    made = (
        scope.rows("economy")
        .filter(pl.col("side").is_not_null(), pl.col("production").is_not_null())
        .group_by("round", "turn", by, maintain_order=True)
        .agg(pl.col("production").sum())
    )
    return scope.lines(
        made,
        by,
        alt.Y("production:Q", title=scope.currency),
        "production:Q",
        title="Production",
        interpolate="step-after",
    )


def purchases(
    frames: Frames[Any],
    *,
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart what was spent on each unit type in all, by power.

    Parameters
    ----------
    frames, line, game
        As in `income`.
    where
        Which rows of the frame `purchases` to take: ``pl.col("round") <= 3``.

    Returns
    -------
    altair.Chart
    """
    scope = Scope(frames, line=line, game=game, where=where)
    bought = (
        scope.rows("purchases")
        .group_by("unit", "power")
        .agg(pl.col("count", "cost").sum())
        .sort("unit", "power")
        .with_columns(pl.col("power").to_physical().alias("place"))
    )
    types = bought["unit"].unique(maintain_order=True).cast(pl.String).to_list()
    chart: alt.Chart = (
        Chart(bought, title="Purchases by type", height=rows_of(bought))
        .mark_bar()
        .encode(
            alt.X("cost:Q", title=f"{scope.currency} spent"),
            alt.Y("unit:N", title=None, sort=types),
            scope.colour("power", bought["power"], lines=False),
            order="place:Q",
            tooltip=["power:N", "unit:N", "count:Q", "cost:Q"],
        )
    )
    return chart
