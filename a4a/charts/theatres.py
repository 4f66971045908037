"""What the charts of fronts share: theatres and the time over which something is held."""

from __future__ import annotations

import altair as alt
import polars as pl

from a4a.charts import palette
from a4a.charts.scope import Scope
from a4a.core.errors import A4AError

ELSEWHERE = "no theatre"
"""Where fronts are on boards that have no theatres."""

PANEL = 64
"""How many pixels high a panel of one theatre is."""


def placed(scope: Scope, name: str, theatre: str | None) -> pl.DataFrame:
    """Return a frame of positions once a turn, of one theatre or all.

    Rows without a theatre get the theatre `ELSEWHERE`.

    Raises
    ------
    A4AError
        If there is no such theatre.
    """
    rows = scope.moments(name).with_columns(pl.col("theatre").fill_null(ELSEWHERE))
    if theatre is None:
        return rows
    known = theatres_of(scope.frames.frame("spaces"))
    if theatre not in known:
        there = ", ".join(known) or "none on this board"
        raise A4AError(f"no theatre {theatre!r}: there are {there}")
    return rows.filter(pl.col("theatre") == theatre)


def theatres_of(frame: pl.DataFrame) -> list[str]:
    """Return the theatres that a frame has, in the palette's order."""
    return list(palette.theatre_colours(frame["theatre"].drop_nulls().unique().sort()))


def everywhere(scope: Scope, sums: pl.DataFrame) -> pl.DataFrame:
    """Spread sums by theatre over all times: 0 where a theatre has none."""
    theatres = sums.select("theatre").unique().sort("theatre")
    return (
        scope.times()
        .join(theatres, how="cross", maintain_order="left_right")
        .join(sums, on=["round", "turn", "theatre"], how="left", maintain_order="left")
        .with_columns(pl.exclude("round", "turn", "theatre").fill_null(0))
    )


def spread_out(scope: Scope, *, axis: bool = True) -> alt.X:
    """Return the time axis for what holds from one turn to the next, with room for the last.

    Parameters
    ----------
    axis
        Whether it is labelled; in panels one above another the lowest one is.
    """
    x = scope.x()
    if scope.time == "turn":
        first, last = x["scale"]["domain"]
        x["scale"]["domain"] = [first, last + 1]
    if not axis:
        x["title"] = None
        x["axis"]["labels"] = x["axis"]["ticks"] = False
    return x


def titled(title: str, theatre: str | None) -> str:
    """A title that names the theatre, if only one is shown."""
    return title if theatre is None else f"{title}: {theatre}"


def by_theatre(scope: Scope, present: pl.Series, *, lines: bool = True) -> alt.Color:
    """The colours of theatres; one alone is named in the title already."""
    colour = scope.colour("theatre", present, lines=lines)
    if present.n_unique() < 2:
        colour["legend"] = None
    return colour


def panel_title(text: str) -> alt.TitleParams:
    """The title of one panel, smaller than that of the chart."""
    return alt.TitleParams(text, fontSize=12, fontWeight="normal", offset=6)
