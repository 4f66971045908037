"""Charts of the points that conditions of units tell: paid in build queues, damage."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from a4a.charts.scope import By, Scope
from a4a.core.record import MAIN
from a4a.frames import Frames


def queue(
    frames: Frames[Any],
    *,
    by: By = "power",
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart what has been paid of the units that wait in build queues, by power or side.

    Parameters
    ----------
    frames
        Of one game, or of several.
    by
        A line for each "power" or "side" that has begun to pay for a unit.
    line, game
        Which line of which game; by default the main line of the only game.
    where
        Which rows of the frame `units` to take: ``pl.col("category") == "sea"``.

    Returns
    -------
    altair.Chart
        To change further, show and save.

    Raises
    ------
    A4AError
        If there is no such line or game.

    Examples
    --------
    >>> import a4a
    >>> chart = a4a.charts.queue(a4a.frames(a4a.start("deluxe3g40")))
    >>> chart.title, chart.data["power"].to_list(), chart.data["points"].to_list()
    ('Paid in the build queue', ['Germany'], [12])
    """
    scope = Scope(frames, line=line, game=game, where=where, by=by)
    paid = _points(scope, by, r"\bpaid (\d+)")
    y = alt.Y("points:Q", title=scope.currency)
    told = alt.Tooltip("points:Q", title="paid")
    return scope.lines(
        paid, by, y, told, title="Paid in the build queue", interpolate="step-after"
    )  # fmt: skip


def damage(
    frames: Frames[Any],
    *,
    by: By = "power",
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart the points of damage that facilities have, by power or side, as every turn ended.

    Parameters
    ----------
    frames, line, game
        As in `queue`.
    by
        A line for each "power" or "side" that has had a damaged facility.
    where
        Which rows of the frame `units` to take: ``pl.col("unit") == "air base"``.

    Returns
    -------
    altair.Chart

    Examples
    --------
    >>> import a4a
    >>> a4a.charts.damage(a4a.frames(a4a.start("deluxe3g40"))).title
    'Damage of facilities'
    """
    scope = Scope(frames, line=line, game=game, where=where, by=by)
    hurt = _points(scope, by, r"\bdamaged (\d+)", category="facility")
    return scope.lines(
        hurt, by, alt.Y("points:Q", title="Points of damage"), "points:Q",
        title="Damage of facilities", interpolate="step-after",
    )  # fmt: skip


def _points(scope: Scope, by: By, condition: str, *, category: str = "") -> pl.DataFrame:
    """Add up the number that the condition of units tells, for those that ever have one."""
    each = pl.col("condition").cast(pl.String).str.extract(condition, 1).cast(pl.Int64)
    counted = pl.lit(1) if not category else (pl.col("category") == category).cast(pl.Int64)
    points = each.fill_null(0) * pl.col("count") * counted
    stacks = scope.moments("units").with_columns(points.alias("points"))
    summed = scope.summed(stacks, by, pl.col("points").sum())
    return summed.filter(pl.col("points").max().over(by) > 0)
