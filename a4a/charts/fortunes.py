"""Charts of battles and dice: swings, decisive battles, luck."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from a4a.charts.display import Chart
from a4a.charts.scope import By, Scope, labels, rows_of
from a4a.core.record import MAIN
from a4a.frames import Frames


def swings(
    frames: Frames[Any],
    *,
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart what battles did to the balance of TUV: up if the attacker gained, down if not.

    There is a bar for each battle, stacked by turn, in the colour of the first attacker.

    Parameters
    ----------
    frames
        Of one game, or of several.
    line, game
        Which line of which game; by default the main line of the only game.
    where
        Which rows of the frame `battles` to take.

    Returns
    -------
    altair.Chart
        To change further, show and save.

    Raises
    ------
    A4AError
        If there is no such line or game, or `where` names a column that is not there.
    """
    scope = Scope(frames, line=line, game=game, where=where)
    fought = scope.told(_fought(scope))
    chart: alt.Chart = (
        Chart(fought, title="Battle swings")
        .mark_bar()
        .encode(
            scope.x(),
            alt.X2("before"),
            scope.signed("to:Q", title=f"TUV gained by the attacker, {scope.currency}"),
            alt.Y2("from"),
            scope.colour("power", fought["power"], lines=False),
            tooltip=_ABOUT_BATTLES,
        )
    )
    return chart


def decisive_battles(
    frames: Frames[Any],
    *,
    top: int = 15,
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart the battles with the greatest swings of TUV, in the order in which they were fought.

    Parameters
    ----------
    frames, line, game, where
        As in `swings`.
    top
        How many battles.

    Returns
    -------
    altair.Chart
    """
    scope = Scope(frames, line=line, game=game, where=where)
    greatest = (
        scope.told(_fought(scope))
        .sort(pl.col("swing").abs(), "number", descending=[True, False])
        .head(top)
        .sort("number")
    )
    chart: alt.Chart = (
        Chart(greatest, title="Decisive battles", height=rows_of(greatest))
        .mark_bar()
        .encode(
            alt.X("swing:Q", title=f"TUV gained by the attacker, {scope.currency}"),
            alt.Y(
                "number:O", title=None, axis=alt.Axis(labelExpr=labels(*_names(scope, greatest)))
            ),
            scope.colour("power", greatest["power"], lines=False),
            tooltip=_ABOUT_BATTLES,
        )
    )
    return chart


def luck(
    frames: Frames[Any],
    *,
    by: By = "power",
    line: str = MAIN,
    game: str | None = None,
    where: pl.Expr | None = None,
) -> alt.Chart:
    """Chart the luck of the dice: hits above what could be expected, added up over the game.

    Where dice are read on a chart they are loss points.

    Parameters
    ----------
    frames, line, game
        As in `swings`.
    by
        A line for each "power" or "side".
    where
        Which rows of the frame `rolls` to take: ``pl.col("role") == "attacker"``.

    Returns
    -------
    altair.Chart
    """
    scope = Scope(frames, line=line, game=game, where=where, by=by)
    rolls = scope.rows("rolls").filter(pl.col("luck").is_not_null(), pl.col("side").is_not_null())
    read = len(rolls) > 0 and rolls["line_of_chart"].null_count() == 0
    what = "Loss points" if read else "Hits"
    rolled = rolls.group_by(scope.time, by, maintain_order=True).agg(
        pl.col("dice", "hits", "expected", "luck").sum()
    )
    rolled = scope.accrued(rolled, by)
    return scope.lines(
        rolled,
        by,
        scope.signed("luck:Q", title=what),
        "dice:Q",
        "hits:Q",
        alt.Tooltip("expected:Q", format=".1f"),
        alt.Tooltip("luck:Q", format="+.1f"),
        title=f"{what} above expectation",
        interpolate="step-after",
    )


def _fought(scope: Scope) -> pl.DataFrame:
    """Battles that changed the balance, numbered in order."""
    return (
        scope.rows("battles")
        .filter(pl.col("power").is_not_null(), pl.col("swing") != 0)
        .select(
            "round", "turn", "power", "space", "kind", "swing", "attacker_loss", "defender_loss",
            "result",
        )
        .with_row_index("number")
        .with_columns(
            (pl.col(scope.time) - 1).alias("before"),
            pl.col("swing").cum_sum().over(scope.time, pl.col("swing") > 0).alias("to"),
        )
        .with_columns((pl.col("to") - pl.col("swing")).alias("from"))
    )  # fmt: skip


def _names(scope: Scope, battles: pl.DataFrame) -> tuple[list[int], list[str]]:
    """The numbers of battles, and what they are called: by round, space and what place it is."""
    known = scope.frames.frame("spaces").select("space", "place").unique()
    places = {str(space): place for space, place in known.rows()}
    rows = battles.select("number", "round", pl.col("space").cast(pl.String)).rows()
    names = [" ".join(filter(None, (f"R{r}", space, places.get(space)))) for _, r, space in rows]
    return [number for number, *_ in rows], names


_ABOUT_BATTLES = [
    alt.Tooltip("space:N", title="battle"), "kind:N", "when:N",
    alt.Tooltip("power:N", title="attacker"), "result:N", "swing:Q",
    alt.Tooltip("attacker_loss:Q", title="lost by the attacker"),
    alt.Tooltip("defender_loss:Q", title="lost by the defender"),
]  # fmt: skip
