"""The chart of land values against the lines of victory."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from a4a.charts import theme
from a4a.charts.display import Chart, LayerChart
from a4a.charts.scope import Scope
from a4a.core.errors import A4AError
from a4a.core.record import MAIN
from a4a.frames import Frames

_COLUMNS = (
    "round", "turn", "winner", "reason", "by", "worth", "against", "needed", "met", "others",
)  # fmt: skip


def land_values(
    frames: Frames[Any], weighed: pl.DataFrame, *, line: str = MAIN, game: str | None = None
) -> alt.LayerChart:
    """Chart what the land of each side is worth, against the lines at which a side wins.

    Lines that are numbers are dashed; where one side must exceed the other, their lines cross. A
    mark on a side's line as a round ends is filled if all else holds that it needs to win, such as
    its home territories, and hollow if not.

    Parameters
    ----------
    frames
        Of one game, or of several.
    weighed
        What victory weighs, as `a4a.analysis.weighing.weighed` gives it.
    line, game
        Which line of which game; by default the main line of the only game.

    Returns
    -------
    altair.LayerChart
        To change further, show and save.

    Raises
    ------
    A4AError
        If there is no such line or game, victory weighs no land in it, or `weighed` is no such
        frame.

    Examples
    --------
    >>> import a4a
    >>> from a4a.analysis.weighing import weighed
    >>> record = a4a.start("global1940")
    >>> a4a.charts.land_values(a4a.frames(record), weighed(record))
    Traceback (most recent call last):
    ...
    a4a.core.errors.A4AError: victory weighs no land in this game
    """
    scope = Scope(frames, line=line, game=game, by="side")
    if not isinstance(weighed, pl.DataFrame) or not set(_COLUMNS) <= set(weighed.columns):
        raise A4AError("weighed is the frame that a4a.analysis.weighing.weighed returns")
    if not len(weighed):
        raise A4AError("victory weighs no land in this game")
    values = _values(weighed)
    y = alt.Y("worth:Q", title=f"{scope.currency} a turn")
    lines = scope.lines(values, "side", y, "worth:Q", title="", interpolate="step-after")
    layers = [lines, *_limits(weighed), *_marks(scope, weighed, values)]
    title = alt.TitleParams(
        "Land values and victory",
        subtitle="A mark as a round ends is filled if all else holds that the side needs to win",
    )
    return LayerChart(layer=layers, title=title)


def _values(weighed: pl.DataFrame) -> pl.DataFrame:
    """What the land of each side is worth at each time."""
    own = weighed.select("round", "turn", pl.col("by").alias("side"), "worth")
    theirs = weighed.filter(pl.col("against") != "").select(
        "round", "turn", pl.col("against").alias("side"), pl.col("needed").alias("worth")
    )
    return pl.concat([own, theirs]).unique(["turn", "side"], maintain_order=True)


def _limits(weighed: pl.DataFrame) -> list[alt.Chart]:
    """A dashed line for each number that land is weighed against, and who wins beyond it."""
    beyond = (
        pl.when(pl.col("winner") == pl.col("by")).then(pl.lit("above")).otherwise(pl.lit("below"))
    )
    numbers = (
        weighed.filter(pl.col("against") == "")
        .unique(["by", "needed"], maintain_order=True)
        .select(
            "needed", "reason", pl.format("{} win {} {}", "winner", beyond, "needed").alias("name")
        )
    )
    base = Chart(numbers).encode(alt.Y("needed:Q"), tooltip=["reason:N"])
    rule = base.mark_rule(color=theme.INK, strokeDash=[5, 4])
    name = base.mark_text(align="left", baseline="top", dx=4, dy=4, color=theme.INK).encode(
        x=alt.value(0), text="name:N"
    )
    return [rule, name]


def _marks(scope: Scope, weighed: pl.DataFrame, values: pl.DataFrame) -> list[alt.Chart]:
    """Mark on the winner's line, as rounds end, whether all else holds that it needs."""
    ends = weighed.filter(pl.col("turn") == pl.col("turn").max().over("round"))
    marks = scope.told(
        ends.select(
            "round", "turn", "reason", "met", "others", pl.col("winner").alias("side")
        ).join(values.select("turn", "side", "worth"), on=["turn", "side"], how="inner")
    )
    return [
        Chart(marks.filter(chosen))
        .mark_point(size=45, opacity=1, **look)
        .encode(
            scope.x(), alt.Y("worth:Q"), scope.colour("side", values["side"]),
            tooltip=["side:N", "when:N", "worth:Q", "reason:N", "met:N", "others:N"],
        )
        for chosen, look in (
            (pl.col("others"), {"filled": True}),
            (~pl.col("others"), {"filled": False, "fill": theme.PAPER}),
        )
    ]  # fmt: skip
