"""Charts of forces and what they hold: TUV, arms, unit counts, victory cities."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from a4a.charts.display import Chart
from a4a.charts.scope import By, Scope
from a4a.core.record import MAIN
from a4a.frames import Frames

_ARMS = ("land", "air", "sea")


def tuv(
    frames: Frames[Any],
    *,
    by: By = "side",
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart the total unit value on the board, facilities not counted, by side or power.

    Parameters
    ----------
    frames
        Of one game, or of several.
    by
        A line for each "side" or "power".
    line, game
        Which line of which game; by default the main line of the only game.
    where
        Which rows of the frame `units` to take.

    Returns
    -------
    altair.Chart
        To change further, show and save.

    Raises
    ------
    A4AError
        If there is no such line or game, or `where` names a column that is not there.
    """
    scope = Scope(frames, line=line, game=game, where=where, by=by)
    value = scope.summed(_fighting(scope), by, pl.col("tuv").sum())
    return scope.lines(
        value,
        by,
        alt.Y("tuv:Q", title=scope.currency),
        alt.Tooltip("tuv:Q", title="TUV"),
        title="Total unit value",
    )


def arms(
    frames: Frames[Any],
    *,
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart the total unit value of land, air and sea units, with a panel for each side.

    Parameters
    ----------
    frames, line, game, where
        As in `tuv`.

    Returns
    -------
    altair.Chart
    """
    scope = Scope(frames, line=line, game=game, where=where)
    fighting = _fighting(scope).filter(pl.col("category").is_in(_ARMS))
    value = _stacked(scope.summed(fighting, ["side", "category"], pl.col("tuv").sum()))
    present = value["side"].unique().sort().cast(pl.String).to_list()
    chart: alt.Chart = (
        Chart(scope.told(value), title="Total unit value by arm", width=270)
        .mark_area()
        .encode(
            scope.x(),
            alt.Y("from:Q", title=scope.currency),
            alt.Y2("to"),
            scope.colour("category", value["category"], lines=False),
            alt.Column("side:N", sort=present),
            tooltip=["side:N", "category:N", "when:N", alt.Tooltip("tuv:Q", title="TUV")],
        )
    )
    return chart


def _stacked(value: pl.DataFrame) -> pl.DataFrame:
    """Stack the arms of each side, land lowest, as the columns ``from`` and ``to``.

    Vega-Lite would stack them itself, but not in the version that JupyterLab has.
    """
    order = pl.col("category").replace_strict(list(_ARMS), [0, 1, 2], return_dtype=pl.Int8)
    at = ["turn", "round", "side"]
    return (
        value.with_columns(order.alias("order"))
        .sort("turn", "round", "side", "order", maintain_order=True)
        .with_columns(pl.col("tuv").cum_sum().over(at).alias("to"))
        .with_columns((pl.col("to") - pl.col("tuv")).alias("from"))
        .drop("order")
    )


def unit_counts(
    frames: Frames[Any],
    *,
    by: By = "power",
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart how many units stand on the board, facilities not counted, by power or side.

    Parameters
    ----------
    frames, by, line, game
        As in `tuv`.
    where
        Which rows of the frame `units` to take: ``pl.col("unit") == "infantry"``.

    Returns
    -------
    altair.Chart
    """
    scope = Scope(frames, line=line, game=game, where=where, by=by)
    counted = scope.summed(_fighting(scope), by, pl.col("count").sum())
    return scope.lines(counted, by, alt.Y("count:Q", title="Units"), "count:Q", title="Units")


def cities(
    frames: Frames[Any],
    *,
    by: By = "side",
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart the race for cities: how many each side or power holds.

    The title calls them victory cities, unless the board has cities that produce.

    Parameters
    ----------
    frames, by, line, game
        As in `tuv`.
    where
        Which rows of the frame `cities` to take.

    Returns
    -------
    altair.Chart
    """
    scope = Scope(frames, line=line, game=game, where=where, by=by)
    held = scope.moments("cities").filter(pl.col("side").is_not_null())
    count = scope.summed(held, by, pl.len().cast(pl.Int32).alias("cities"))
    produce = pl.col("features").list.contains("production").any()
    produced = scope.frames.frame("spaces").select(produce).item()
    return scope.lines(
        count,
        by,
        alt.Y("cities:Q", title="Cities", axis=alt.Axis(tickMinStep=1, format="d")),
        "cities:Q",
        title="Cities" if produced else "Victory cities",
        interpolate="step-after",
    )


def _fighting(scope: Scope) -> pl.DataFrame:
    """Units on the board that fight for a side."""
    return scope.moments("units").filter(
        pl.col("space").is_not_null(),
        pl.col("category") != "facility",
        pl.col("side").is_not_null(),
    )
