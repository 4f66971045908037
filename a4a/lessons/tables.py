"""A predicate over a frame, in a closed form: filter, column, aggregate, comparison.

Nothing of it is evaluated as code: names are those of the frames' contract, values are values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.frames.contract import schemas
from a4a.frames.schema import FrameSchema
from a4a.lessons.moment import Moment
from a4a.lessons.predicate import Finding, Predicate, in_words

if TYPE_CHECKING:
    import polars as pl

Scalar: TypeAlias = str | int | float | bool
Aggregate: TypeAlias = Literal["sum", "mean", "min", "max", "first", "last", "rows"]


_STANDING: Final = frozenset({"spaces", "units", "control", "cities", "fronts", "economy"})
"""The frames that tell how things stand, one sample after the other."""


class Span(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Numbers from one to another, both included; None where there is no bound."""

    least: float | None = None
    most: float | None = None


class FrameValue(Predicate, frozen=True, tag="frame"):
    """A number out of a frame, and between which bounds it has to be.

    Parameters
    ----------
    frame
        One of the frames of `a4a.frames`: "economy", "units".
    where
        What rows have in columns: a value, one of several values, or numbers between bounds.
    column
        Of which numbers; it may be left out where `aggregate` counts "rows".
    aggregate
        What is made of them.
    at
        "now": of how things stand as the window ends, where the frame is of positions or
        treasuries; or how finely the game is sampled since the window began: at each "node",
        "phase", "turn" or "round". Frames of what happened (moves, purchases) have all of it.
    least, most
        What it has to be at least, and at most.
    text
        What is counted, as students are told it; how it is computed if not given.
    """

    frame: str
    where: dict[str, Scalar | tuple[Scalar, ...] | Span] = msgspec.field(default_factory=dict)
    column: str = ""
    aggregate: Aggregate = "sum"
    at: Literal["now", "node", "phase", "turn", "round"] = "now"
    least: float | None = None
    most: float | None = None
    text: str = ""

    def judge(self, moment: Moment) -> Finding:
        """Say what the number is."""
        reached = self._value(moment)
        low = -float("inf") if self.least is None else self.least
        high = float("inf") if self.most is None else self.most
        return Finding(
            goal=self.name,
            asked=self._asked(),
            met=None if reached is None else low - 1e-9 <= reached <= high + 1e-9,
            why=self._why(reached),
            reached=reached,
            wanted=self.least if self.least is not None else self.most,
            measure="count" if self.aggregate == "rows" else "",
        )

    def check(self, record: GameRecord) -> None:
        """Refuse a frame or column that there is not."""
        self.verify()

    def verify(self) -> None:
        """Refuse a frame or column that does not exist; A4AError."""
        self._schema()

    def rows(self, moment: Moment) -> pl.DataFrame:
        """Return the rows the number is made of."""
        import polars as pl

        frame = moment.frames("node" if self.at == "now" else self.at).frame(self.frame)
        if self.at == "now" and self.frame in _STANDING and frame.height:
            frame = frame.filter(pl.col("node") == frame["node"].max())
        for name, wanted in self.where.items():
            frame = frame.filter(_condition(name, wanted))
        return frame

    @property
    def words(self) -> str:
        """What is computed, in words."""
        if self.text:
            return self.text
        what = f"{self.aggregate} of {self.column}" if self.column else "number of rows"
        rows = ", ".join(f"{name} {_shown(value)}" for name, value in self.where.items())
        return f"{what} in {self.frame}{f' ({rows})' if rows else ''}"

    def _why(self, reached: float | None) -> str:
        if reached is None:
            return "no row is like that"
        return "" if self.text else f"of the frame {self.frame!r}"

    def _asked(self) -> str:
        bounds = [] if self.least is None else [f"{in_words(self.least, '')} at least"]
        bounds += [] if self.most is None else [f"{in_words(self.most, '')} at most"]
        return f"{self.words}: {' and '.join(bounds)}"

    def _value(self, moment: Moment) -> float | None:
        import polars as pl

        schema = self._schema()
        frame = self.rows(moment)
        if self.aggregate == "rows":
            return float(frame.height)
        column = frame[schema[self.column].name].drop_nulls().cast(pl.Float64)
        if not len(column):
            return 0.0 if self.aggregate == "sum" else None
        return float(getattr(column, self.aggregate)())

    def _schema(self) -> FrameSchema:
        """The frame's schema, once all names and kinds have been found to be right."""
        if self.frame not in schemas:
            raise A4AError(f"no frame {self.frame[:80]!r}: there are {', '.join(schemas)}")
        schema = schemas[self.frame]
        names = {column.name: column for column in schema.columns}
        for name in (*self.where, *([self.column] if self.aggregate != "rows" else [])):
            if name not in names:
                raise A4AError(
                    f"the frame {self.frame!r} has no column {name[:80]!r}; it has"
                    f" {', '.join(names)}"
                )
        if self.aggregate != "rows" and names[self.column].dtype not in ("Int32", "Float64"):
            raise A4AError(f"the column {self.column!r} of {self.frame!r} holds no numbers")
        return schema


def _condition(name: str, wanted: Scalar | tuple[Scalar, ...] | Span) -> pl.Expr:
    """The rows that have in a column what is wanted."""
    import polars as pl

    column = pl.col(name)
    if isinstance(wanted, Span):
        low = pl.lit(True) if wanted.least is None else column >= wanted.least
        return low if wanted.most is None else low & (column <= wanted.most)
    values = wanted if isinstance(wanted, tuple) else (wanted,)
    if any(isinstance(value, str) for value in values):
        return column.cast(pl.String).is_in([str(value) for value in values])
    return column.is_in(list(values))


def _shown(wanted: Scalar | tuple[Scalar, ...] | Span) -> str:
    if isinstance(wanted, Span):
        ends = [f"{end:g}" for end in (wanted.least, wanted.most) if end is not None]
        return " to ".join(ends)
    return " or ".join(map(str, wanted)) if isinstance(wanted, tuple) else str(wanted)
