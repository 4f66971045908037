"""Charts of fronts: their length, the balance of forces along them, the ground that changed hands.

A front is where spaces of hostile powers meet; see the frame `fronts`.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import altair as alt
import polars as pl

from a4a.charts import theme
from a4a.charts.display import Chart, LayerChart, VConcatChart
from a4a.charts.ribbon import front_ribbon
from a4a.charts.scope import Scope, labels
from a4a.charts.theatres import ELSEWHERE, everywhere, placed, spread_out, theatres_of
from a4a.core.errors import A4AError
from a4a.core.record import MAIN
from a4a.frames import Frames

Measure: TypeAlias = Literal["km2", "value"]

_PANEL = 64  # pixels high


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
        Which line of which game; the main one, and the only one, if nothing is said.
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
        Chart(scope.told(long), title=_titled("Length of the front", theatre))
        .mark_line(interpolate="step-after", point=scope.sparse)
        .encode(
            scope.x(),
            alt.Y("length:Q", title="km" if known else "Borders"),
            _by_theatre(scope, long["theatre"]),
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
    """Chart each side's share of the forces along the fronts, a panel a theatre.

    Forces are the TUV of what stands at a front or one space behind it, each unit counted once
    (the columns ``share_a`` and ``share_b`` of the frame `fronts`). Where the colours meet above
    the line at 50 %, the lower side is the stronger one. Turns without a front stay empty.

    Parameters
    ----------
    frames, theatre, line, game
        As of `front_length`.
    where
        Which rows of the frame `fronts` to take: ``pl.col("kind") == "land"`` leaves fleets out.

    Returns
    -------
    altair.VConcatChart
        A panel a theatre that ever has a front.

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

    What a side holds as a round ends and did not hold as the round before ended is gained (up);
    what it no longer holds is lost (down). Ground taken and lost again within a round is neither.

    Parameters
    ----------
    frames, theatre, line, game
        As of `front_length`.
    measure
        Ground in "km2", or by the "value" it yields a turn. If nothing is said, in km2 on
        boards whose areas are known.
    where
        Which rows of the frame `spaces` to take.

    Returns
    -------
    altair.VConcatChart
        A panel a side.

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
            changed["theatre"],
            unit,
            last=side == scope.sides[-1],
        )
        for side in scope.sides
    ]
    chart: alt.VConcatChart = VConcatChart(
        vconcat=charts,
        title=alt.TitleParams(
            _titled(f"Ground gained and lost, {unit}", theatre),
            subtitle="Up: held as the round ended, not as the one before had. Down: no longer held",
            offset=8,
        ),
        spacing=18,
    ).resolve_scale(x="shared", y="shared", color="shared")
    return chart


def fronts(
    frames: Frames[Any],
    *,
    theatre: str | None = None,
    line: str = MAIN,
    game: str | None = None,
) -> alt.VConcatChart:
    """Chart all there is to say of fronts: length, balance of forces and ground, one above another.

    Parameters
    ----------
    frames, line, game
        As of `front_length`.
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


def _titled(title: str, theatre: str | None) -> str:
    return title if theatre is None else f"{title}: {theatre}"


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
        data=scope.times(), layer=[bars, half], title=_panel_title(theatre), height=_PANEL
    )
    return panel


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
    """Count what stood before the first turn for round 0, and what a turn left for its round.

    A round may have begun before its first turn has, or without any.
    """
    if scope.time == "round":
        return frame
    rounds = scope.turns.select("turn", "round")
    return (
        frame.drop("round")
        .join(rounds, on="turn", how="left", maintain_order="left")
        .with_columns(pl.col("round").fill_null(0))
    )


def _ground(
    scope: Scope, changed: pl.DataFrame, side: str, theatres: pl.Series, unit: str, *, last: bool
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
        labelAngle=0,
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
            _by_theatre(scope, theatres, lines=False),
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
        title=_panel_title(side),
        height=2 * _PANEL,
        width=alt.Step(max(24, min(42, 560 // max(1, len(rounds))))),
    )
    return panel


def _by_theatre(scope: Scope, present: pl.Series, *, lines: bool = True) -> alt.Color:
    """The colours of theatres; one alone is named in the title already."""
    colour = scope.colour("theatre", present, lines=lines)
    if present.n_unique() < 2:
        colour["legend"] = None
    return colour


def _panel_title(text: str) -> alt.TitleParams:
    return alt.TitleParams(text, fontSize=12, fontWeight="normal", offset=6)
