"""The chart of the ground that changed hands: what each side gained and lost, round by round."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import altair as alt
import polars as pl

from a4a.charts.display import Chart, LayerChart, VConcatChart
from a4a.charts.scope import Scope, labels
from a4a.charts.theatres import PANEL, by_theatre, panel_title, placed, titled
from a4a.core.errors import A4AError
from a4a.core.record import MAIN
from a4a.frames import Frames

Measure: TypeAlias = Literal["km2", "value"]


def ground(
    frames: Frames[Any],
    *,
    measure: Measure | None = None,
    theatre: str | None = None,
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.VConcatChart:
    """Chart the ground that each side gained and lost in every round, by theatre.

    If there is only one theatre, the bars have the colours of the sides.

    A side gains (up) what it holds at the end of a round but did not hold at the end of the round
    before, and loses (down) what it no longer holds. Ground taken and lost again within a round is
    neither.

    Parameters
    ----------
    frames, theatre, line, game
        As in `front_length`.
    measure
        "km2" for area, or "value" for what the ground yields a turn. By default "km2" on boards
        whose areas are known, else "value".
    where
        Which rows of the frame `spaces` to take.

    Returns
    -------
    altair.VConcatChart
        A panel for each side.

    Raises
    ------
    A4AError
        As `front_length`; also if the areas of a board's spaces are not known.

    Examples
    --------
    >>> import a4a
    >>> chart = ground(a4a.frames(a4a.start("global1940")), measure="value")
    >>> [panel.title.text for panel in chart.vconcat]
    ['Axis', 'Allies']
    """
    if measure is not None and measure not in get_args(Measure):
        raise A4AError(
            f"measure={measure!r}: ground is measured in {' or '.join(get_args(Measure))}"
        )
    scope = Scope(frames, line=line, game=game, where=where)
    spaces = placed(scope, "spaces", theatre).filter(pl.col("kind") != "sea")
    areas = spaces["area_km2"].is_not_null().any()
    if measure == "km2" and not areas and len(spaces):
        raise A4AError("the areas of this board's spaces are not known: try measure='value'")
    size = "area_km2" if measure == "km2" or (measure is None and areas) else "value"
    unit = "km²" if size == "area_km2" else scope.currency
    changed = _changed(spaces, size, scope)
    charts = [
        _ground(
            scope,
            changed.filter(pl.col("side") == side),
            side,
            _colour(scope, changed),
            unit,
            last=side == scope.sides[-1],
        )
        for side in scope.sides
    ]
    chart: alt.VConcatChart = VConcatChart(
        vconcat=charts,
        title=alt.TitleParams(
            titled(f"Ground gained and lost, {unit}", theatre),
            subtitle="Up: held as the round ended, not as the one before had. Down: no longer held",
            offset=8,
        ),
        spacing=18,
    ).resolve_scale(x="shared", y="shared", color="shared")
    return chart


# --- what the chart is made of --------------------------------------------------------------------


def _changed(spaces: pl.DataFrame, size: str, scope: Scope) -> pl.DataFrame:
    """Ground that changed sides between the ends of rounds: gained (+) and lost (-), by theatre."""
    ends = _by_round_of_turn(scope, spaces)
    last = ends.group_by("round").agg(pl.col("node").last())
    held = (
        ends.join(last, on=["round", "node"], how="semi", maintain_order="left")
        .with_columns(pl.col("side").cast(pl.String).fill_null(""), pl.col("space").cast(pl.String))
        .with_columns(pl.col("side").shift(1).over("space").alias("before"))
        .filter(pl.col("before").is_not_null(), pl.col("side") != pl.col("before"))
        .with_columns(pl.col(size).fill_null(0).cast(pl.Float64).alias("ground"))
    )
    gained = held.select("round", "side", "theatre", "ground", "space")
    lost = held.select(
        "round", pl.col("before").alias("side"), "theatre", -pl.col("ground"), "space"
    )
    return (
        pl.concat([gained, lost])
        .filter(pl.col("side") != "", pl.col("ground") != 0)
        .group_by("round", "side", "theatre", (pl.col("ground") > 0).alias("gained"))
        .agg(pl.col("ground").sum(), pl.col("space").sort().str.join(", ").alias("spaces"))
        .sort("round", "side", "theatre", "gained")
    )


def _by_round_of_turn(scope: Scope, frame: pl.DataFrame) -> pl.DataFrame:
    """Give each row the round of its turn; 0 before the first turn.

    A round may begin before its first turn, or without any turn.
    """
    if scope.time == "round":
        return frame
    rounds = scope.turns.select("turn", "round")
    return (
        frame.drop("round")
        .join(rounds, on="turn", how="left", maintain_order="left")
        .with_columns(pl.col("round").fill_null(0))
    )


def _colour(scope: Scope, changed: pl.DataFrame) -> alt.Color:
    """Colour by theatre; if there is only one, by side, as the panels' titles tell."""
    if changed["theatre"].n_unique() > 1:
        return by_theatre(scope, changed["theatre"], lines=False)
    colour = scope.colour("side", changed["side"], lines=False)
    colour["legend"] = None
    return colour


def _ground(
    scope: Scope, changed: pl.DataFrame, side: str, colour: alt.Color, unit: str, *, last: bool
) -> alt.LayerChart:
    """The panel of one side."""
    times = _by_round_of_turn(scope, scope.times()).select("round").unique().sort("round")
    times = times.filter(pl.col("round") > 0)
    rounds = times["round"].to_list()
    shown = dict(scope.nodes.select("round", "label").rows())
    names = [shown.get(number) or str(number) for number in rounds]
    axis = alt.Axis(
        labels=last,
        ticks=last,
        labelAngle=-40 if any(shown.values()) else 0,  # seasons are long
        labelExpr=labels(rounds, names),
        grid=False,
        domain=False,
    )
    y = scope.signed("ground:Q", title=None)
    y["axis"]["format"] = "~s"
    y["axis"]["labelExpr"] = "datum.value === 0 ? '0' : datum.label"
    bars = (
        Chart(changed.with_columns(pl.col("ground").abs().alias("size")))
        .mark_bar()
        .encode(
            alt.X("round:O", title="Round" if last else None, axis=axis,
                  scale=alt.Scale(domain=rounds)),
            y,
            colour,
            tooltip=[
                alt.Tooltip("theatre:N"),
                alt.Tooltip("round:O"),
                alt.Tooltip("ground:Q", title=unit, format="+,.0f"),
                alt.Tooltip("spaces:N"),
            ],
        )
    )  # fmt: skip
    panel: alt.LayerChart = LayerChart(
        data=times,
        layer=[bars],
        title=panel_title(side),
        height=2 * PANEL,
        width=alt.Step(max(24, min(42, 560 // max(1, len(rounds))))),
    )
    return panel
