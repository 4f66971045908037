"""What the charts share: which game and line they show, its time axis, its colours."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias, get_args

import altair as alt
import polars as pl

from a4a.charts import palette, theme
from a4a.charts.display import Chart
from a4a.core.catalog import Power
from a4a.core.errors import A4AError
from a4a.core.record import MAIN
from a4a.frames import Frames

By: TypeAlias = Literal["power", "side"]


def one_line(frames: Frames[Any], *, line: str, game: str | None) -> Frames[Any]:
    """Return the frames of one line of one game; A4AError if these are no frames or lack it."""
    if not isinstance(frames, Frames):
        raise A4AError(
            f"a chart is made of frames, as a4a.frames(record) gives them, "
            f"not of a {type(frames).__name__}"
        )
    return frames.along(line, game=game)


_BEYOND: Final = 12.0
"""Pixels by which the name of a round may stand out over the end of the axis."""


def labels(values: list[int], names: list[str]) -> str:
    """Return a Vega expression that names the values of an axis; the names stay text in it.

    Examples
    --------
    >>> labels([0, 9], ["1", "2"])
    '["1", "2"][indexof([0, 9], datum.value)]'
    """
    return f"{json.dumps(names)}[indexof({values}, datum.value)]"


def rows_of(frame: pl.DataFrame) -> alt.Step | int:
    """Return the height of a chart with a bar for each row; some height even without rows."""
    return alt.Step(20) if len(frame) else 40


class Scope:
    """One line of one game, as the charts see it.

    Parameters
    ----------
    frames
        The frames.
    line
        The line to follow: "main", or a variation's name.
    game
        Which game; may be left out if there is only one.
    where
        Which rows of the charted frame to take, as a Polars expression; all if None.
    by
        What the chart tells apart: "power" or "side".

    Raises
    ------
    A4AError
        If there is no such game or line, or `by` is neither "power" nor "side".
    """

    def __init__(
        self,
        frames: Frames[Any],
        *,
        line: str = MAIN,
        game: str | None = None,
        where: pl.Expr | None = None,
        by: By = "power",
    ) -> None:
        if by not in get_args(By):
            raise A4AError(f"by={by!r}: a chart tells apart by {' or '.join(get_args(By))}")
        self.frames = one_line(frames, line=line, game=game)
        self._where = where
        self.nodes = self.frames.frame("nodes")
        self.time = "turn" if self.last_turn else "round"

    def rows(self, name: str) -> pl.DataFrame:
        """Return the rows of a frame that are to be charted."""
        frame = self.frames.frame(name)
        if self._where is None:
            return frame
        try:
            return frame.filter(self._where)
        except pl.exceptions.ColumnNotFoundError as error:
            columns = ", ".join(frame.columns)
            raise A4AError(f"where={self._where}: the frame {name!r} has {columns}") from error

    def moments(self, name: str) -> pl.DataFrame:
        """Return a frame of positions at most once a turn, however finely it samples the game."""
        return self._once_a_turn(self.rows(name))

    def times(self) -> pl.DataFrame:
        """Return the rounds and turns that frames of positions show, at most once a turn."""
        nodes = self.frames.frame("spaces").select("round", "turn", "node").unique()
        return self._once_a_turn(nodes.sort("turn", "node")).select("round", "turn")

    def _once_a_turn(self, frame: pl.DataFrame) -> pl.DataFrame:
        # The economy has a row where each turn ended.
        ends = self.frames.frame("economy").select("node").unique()
        if len(ends):
            frame = frame.join(ends, on="node", how="semi", maintain_order="left")
        last = frame.group_by(self.time).agg(pl.col("node").last())
        return frame.join(last, on=[self.time, "node"], how="semi", maintain_order="left")

    def summed(self, frame: pl.DataFrame, by: str | list[str], sums: pl.Expr) -> pl.DataFrame:
        """Add up a frame of positions at each of its times, with 0 for keys without rows then."""
        keys = [by] if isinstance(by, str) else by
        times = frame.select("round", "turn").unique(maintain_order=True)
        everyone = frame.select(keys).unique().sort(keys)
        added = frame.group_by("round", "turn", *keys).agg(sums)
        return (
            times.join(everyone, how="cross", maintain_order="left_right")
            .join(added, on=["round", "turn", *keys], how="left", maintain_order="left")
            .with_columns(pl.exclude("round", "turn", *keys).fill_null(0))
        )

    def accrued(self, frame: pl.DataFrame, by: str) -> pl.DataFrame:
        """Add up what has happened by each time of the game, for each value of the column `by`."""
        times = self.nodes.select("round", "turn").unique(self.time, keep="last").sort("turn")
        everyone = frame.select(by).unique().sort(by)
        return (
            times.join(everyone, how="cross", maintain_order="left_right")
            .join(frame, on=[self.time, by], how="left", maintain_order="left")
            .with_columns(pl.exclude("round", "turn", by).fill_null(0).cum_sum().over(by))
        )

    def told(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Add the column ``when``: the round and whose turn it is, in words."""
        season = pl.when(pl.col("label").is_null()).then(pl.lit("")).otherwise(
            pl.format(" ({})", pl.col("label"))
        )  # fmt: skip
        round_ = pl.concat_str(pl.format("round {}", pl.col("round")), season)
        if self.time == "round":
            rounds = self.nodes.group_by("round").agg(pl.col("label").last())
            when = rounds.select("round", round_.alias("when"))
        else:
            names = pl.col("active").cast(pl.List(pl.String)).list.join(" and ")
            when = self.turns.select("turn", pl.format("{}, {}", round_, names).alias("when"))
        told = frame.join(when, on=self.time, how="left", maintain_order="left")
        return told.with_columns(pl.col("when").fill_null("the start"))

    @cached_property
    def turns(self) -> pl.DataFrame:
        """The turns in order: their round, its label, whose they are."""
        return (
            self.nodes.filter(pl.col("turn") > 0, pl.col("active").list.len() > 0)
            .group_by("turn", maintain_order=True)
            .agg(pl.col("round", "label", "active").first())
        )

    @property
    def last_turn(self) -> int:
        """The last turn that has begun."""
        return int(self.nodes["turn"].to_numpy().max())

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides of the game's powers, in order of play."""
        present = set(self.frames.frame("powers")["side"].cast(pl.String))
        return tuple(side for side in self.frames.enums["side"].categories if side in present)

    @property
    def sparse(self) -> bool:
        """Whether there is so little to show that lines need points to be seen."""
        return len(self.turns) < 2

    @property
    def complete_rounds(self) -> pl.Series:
        """The rounds that have been played to their end, as far as can be seen."""
        rounds = self.turns.group_by("round", maintain_order=True).len()
        open_end = len(rounds) > 1 and rounds["len"][-1] < rounds["len"][-2]
        return rounds["round"].head(len(rounds) - 1 if open_end else len(rounds))

    @property
    def currency(self) -> str:
        """What money is called."""
        money = self.frames.frame("economy").filter(pl.col("production").is_not_null())
        return str(money["resource"][0]) if len(money) else "Money"

    def lines(
        self,
        frame: pl.DataFrame,
        by: By,
        y: alt.Y,
        *told: str | alt.Tooltip,
        title: str,
        **mark: Any,
    ) -> alt.Chart:
        """Return a chart with a line for each power or side.

        Parameters
        ----------
        frame
            A row for each power or side and each time.
        by
            "power" or "side".
        y
            What is shown.
        told
            Columns for the tooltip, beside the power or side and the time.
        title
            The chart's title.
        mark
            Properties of the lines; they have points if there is little to show.
        """
        chart: alt.Chart = (
            Chart(self.told(frame), title=title)
            .mark_line(**{"point": self.sparse, **mark})
            .encode(self.x(), y, self.colour(by, frame[by]), tooltip=[f"{by}:N", "when:N", *told])
        )
        return chart

    def x(self) -> alt.X:
        """Return the time axis: turns in order, with a tick where each round begins."""
        if self.time == "round":
            return alt.X("round:Q", title="Round", axis=alt.Axis(format="d", tickMinStep=1))
        rounds = self.turns.group_by("round", maintain_order=True).agg(
            pl.col("turn").first() - 1, pl.col("label").first()
        )
        starts = rounds["turn"].to_list()
        # What comes before the first round needs no name.
        names = [label or str(n or "") for n, label in rounds.select("round", "label").rows()]
        axis = alt.Axis(
            values=starts,
            labelExpr=labels(starts, names),
            labelAlign="left",
            labelOverlap="greedy",
            labelSeparation=6,
            labelBound=_BEYOND,  # longer names would be cut off at the end of the axis
            labelPadding=3,
            grid=True,
            tickSize=8,
        )
        # A game in its first turns is shown with room for its first round.
        a_round = int(self.frames.frame("powers")["playable"].sum())
        scale = alt.Scale(domain=[0, max(self.last_turn, a_round)], nice=False)
        return alt.X("turn:Q", title="Round", axis=axis, scale=scale)

    def colour(self, by: str, present: pl.Series, *, lines: bool = True) -> alt.Color:
        """Return the colours of powers or sides that are present, in order of play.

        Parameters
        ----------
        by
            "power", "side", "category" or "theatre": a column, and what its values are.
        present
            Values of that column.
        lines
            Whether the legend shows lines; if not, squares.
        """
        seen = set(present.cast(pl.String))
        known = {
            "power": self._powers(),
            "side": self._sides(),
            "category": palette.ARMS,
            "theatre": palette.theatre_colours(sorted(seen)),
        }
        colours = {name: colour for name, colour in known[by].items() if name in seen}
        scale = alt.Scale(domain=list(colours), range=list(colours.values()))
        legend: alt.Legend | None = alt.Legend()
        if lines:
            legend = alt.Legend(symbolType="stroke", symbolStrokeWidth=4)
        if not colours:
            legend = None  # Vega gives an empty legend no finite size
        return alt.Color(f"{by}:N", title=None, scale=scale, legend=legend)

    def signed(self, field: str, *, title: str | None) -> alt.Y:
        """Return the axis of something that can be above or below zero, with a line at zero."""
        strong = {"condition": {"test": "datum.value === 0", "value": theme.SOFT}}
        return alt.Y(field, title=title, axis=alt.Axis(gridColor={**strong, "value": theme.GRID}))

    @cached_property
    def called(self) -> dict[str, str]:
        """What a sentence calls each power: "the United States"."""
        rows = self.frames.frame("powers").select(pl.col("power").cast(pl.String), "called").rows()
        return dict(rows)

    def _powers(self) -> dict[str, str]:
        rows = self.frames.frame("powers").select("power", "colour", "playable").rows()
        return palette.power_colours(
            Power(name=name, colour=colour or "", playable=playable)
            for name, colour, playable in rows
        )

    def _sides(self) -> dict[str, str]:
        return palette.side_colours(self.frames.enums["side"].categories)
