"""Charts of fronts: their length, and the balance of forces along them.

A front is where spaces of hostile powers meet; see the frame `fronts`.
"""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from a4a.charts import theme
from a4a.charts.conquests import ground
from a4a.charts.display import Chart, LayerChart, VConcatChart
from a4a.charts.ribbon import front_ribbon
from a4a.charts.scope import Scope
from a4a.charts.theatres import (
    ELSEWHERE,
    PANEL,
    by_theatre,
    everywhere,
    panel_title,
    placed,
    spread_out,
    theatres_of,
    titled,
)
from a4a.core.record import MAIN
from a4a.frames import Frames


def front_length(
    frames: Frames[Any],
    *,
    theatre: str | None = None,
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart how long the land fronts were, as every turn ended, by theatre.

    Parameters
    ----------
    frames
        Of one game, or of several.
    theatre
        Only the front of this theatre.
    line, game
        Which line of which game; by default the main line of the only game.
    where
        Which rows of the frame `fronts` to take.

    Returns
    -------
    altair.Chart
        In km; on boards whose borders have no lengths the number of borders. To change further,
        show and save.

    Raises
    ------
    A4AError
        If there is no such line, game or theatre, or `where` names a column that is not there.

    Examples
    --------
    >>> import a4a
    >>> f = a4a.frames(a4a.start("global1940"))
    >>> chart = front_length(f, theatre="Western Europe")
    >>> chart.data["length"].to_list()
    [1119.0]
    """
    scope = Scope(frames, line=line, game=game, where=where)
    rows = placed(scope, "fronts", theatre).filter(pl.col("kind") == "land")
    known = rows["length_km"].is_not_null().any() or not len(rows)
    length = pl.col("length_km").fill_null(0).sum() if known else pl.len().cast(pl.Float64)
    long = everywhere(scope, rows.group_by("round", "turn", "theatre").agg(length.alias("length")))
    chart: alt.Chart = (
        Chart(scope.told(long), title=titled("Length of the front", theatre))
        .mark_line(interpolate="step-after", point=scope.sparse)
        .encode(
            scope.x(),
            alt.Y("length:Q", title="km" if known else "Borders"),
            by_theatre(scope, long["theatre"]),
            tooltip=[
                "theatre:N",
                "when:N",
                alt.Tooltip("length:Q", title="km" if known else "borders", format=",.0f"),
            ],
        )
    )
    return chart


def front_balance(
    frames: Frames[Any],
    *,
    theatre: str | None = None,
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.VConcatChart:
    """Chart each side's share of the forces along the fronts, with a panel for each theatre.

    Forces are the TUV of what stands at a front or one space behind it, each unit counted once
    (the columns ``share_a`` and ``share_b`` of the frame `fronts`). Where the colours meet above
    the line at 50 %, the lower side is the stronger one. Turns without a front stay empty.

    Parameters
    ----------
    frames, theatre, line, game
        As in `front_length`.
    where
        Which rows of the frame `fronts` to take: ``pl.col("kind") == "land"`` leaves fleets out.

    Returns
    -------
    altair.VConcatChart
        A panel for each theatre that ever has a front.

    Raises
    ------
    A4AError
        As `front_length`.

    Examples
    --------
    >>> import a4a
    >>> chart = front_balance(a4a.frames(a4a.start("global1940")), theatre="China")
    >>> [panel.title.text for panel in chart.vconcat]
    ['China']
    """
    scope = Scope(frames, line=line, game=game, where=where)
    rows = placed(scope, "fronts", theatre)
    force = scope.told(_shares(rows, scope))
    panels = theatres_of(force) or [theatre or ELSEWHERE]
    charts = [
        _balance(
            scope,
            force.filter(pl.col("theatre") == name),
            name,
            force["side"],
            last=name == panels[-1],
        )
        for name in panels
    ]
    chart: alt.VConcatChart = VConcatChart(
        vconcat=charts,
        title=alt.TitleParams(
            "Balance of forces along the front",
            subtitle="Shares of the TUV that stands at a front or one space behind it",
            offset=8,
        ),
        spacing=14,
    ).resolve_scale(x="shared")
    return chart


def fronts(
    frames: Frames[Any],
    *,
    theatre: str | None = None,
    line: str = MAIN,
    game: str | None = None,
) -> alt.VConcatChart:
    """Chart everything about fronts: length, balance of forces and ground, one above another.

    Parameters
    ----------
    frames, line, game
        As in `front_length`.
    theatre
        Only this theatre; then its ribbon comes first.

    Returns
    -------
    altair.VConcatChart

    Raises
    ------
    A4AError
        As `front_length`.

    Examples
    --------
    >>> import a4a
    >>> chart = fronts(a4a.frames(a4a.start("global1940")), theatre="China")
    >>> len(chart.vconcat)
    4
    """
    which: dict[str, Any] = {"theatre": theatre, "line": line, "game": game}
    charts: list[Any] = [front_ribbon(frames, **which)] if theatre is not None else []
    charts += [make(frames, **which) for make in (front_length, front_balance, ground)]
    chart: alt.VConcatChart = VConcatChart(vconcat=charts, spacing=28).resolve_scale(
        x="independent", y="independent", color="independent"
    )
    return chart


# --- what the charts are made of ------------------------------------------------------------------


def _shares(rows: pl.DataFrame, scope: Scope) -> pl.DataFrame:
    """Each side's part of the forces by theatre and time, stacked in order of play."""
    ends = [
        rows.select(
            "round", "turn", "theatre",
            pl.col(f"side_{end}").alias("side"), pl.col(f"share_{end}").alias("force"),
        )
        for end in "ab"
    ]  # fmt: skip
    at = ["round", "turn", "theatre"]
    return (
        pl.concat(ends)
        .group_by(*at, "side")
        .agg(pl.col("force").sum())
        .sort(*at, "side")
        .with_columns(pl.col("force").sum().over(at).alias("all"))
        .filter(pl.col("all") > 0)
        .with_columns((pl.col("force") / pl.col("all")).alias("share"))
        .with_columns(pl.col("share").cum_sum().over(at).alias("to"))
        .with_columns(
            (pl.col("to") - pl.col("share")).alias("from"),
            (pl.col(scope.time) + 1).alias("until"),
        )
    )


def _balance(
    scope: Scope, force: pl.DataFrame, theatre: str, sides: pl.Series, *, last: bool
) -> alt.LayerChart:
    """The panel of one theatre."""
    percent = alt.Axis(format="%", values=[0, 0.5, 1], labelOverlap=False)
    colour = scope.colour("side", sides, lines=False)
    bars = (
        Chart(force)
        .mark_rect(strokeWidth=0.8)  # in the fill's colour: no seams between turns
        .encode(
            spread_out(scope, axis=last),
            alt.X2("until"),
            alt.Y("from:Q", title=None, axis=percent, scale=alt.Scale(domain=[0, 1])),
            alt.Y2("to"),
            colour,
            alt.Stroke("side:N", scale=colour["scale"], legend=None),
            tooltip=[
                "theatre:N",
                "when:N",
                "side:N",
                alt.Tooltip("share:Q", title="share", format=".0%"),
                alt.Tooltip("force:Q", title=f"TUV, {scope.currency}", format=".0f"),
            ],
        )
    )
    half = (
        Chart(pl.DataFrame({"half": [0.5]}))
        .mark_rule(color=theme.INK)
        .encode(alt.Y("half:Q", title=None, axis=percent))
    )
    panel: alt.LayerChart = LayerChart(
        data=scope.times(), layer=[bars, half], title=panel_title(theatre), height=PANEL
    )
    return panel
