"""Columns that grow row by row during a walk, and the frames made from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from a4a.frames.calendar import Calendar, Ints
from a4a.frames.contract import KEYS, schemas
from a4a.frames.names import Coder, Names

KEY_NAMES = tuple(column.name for column in KEYS)


class Rows:
    """Rows for a frame, as tuples, each with the calendar's row it belongs to.

    Names of powers, sides, unit types and spaces stand in it as their codes.

    Parameters
    ----------
    columns
        Names of the values in a row, in order; the calendar's row comes first, unnamed.
    """

    def __init__(self, *columns: str) -> None:
        self.columns = columns
        self.rows: list[tuple[Any, ...]] = []

    def add(self, *row: Any) -> None:
        """Add a row: the calendar's row, then a value for each column."""
        self.rows.append(row)

    def __len__(self) -> int:
        return len(self.rows)

    def values(self) -> tuple[Ints, dict[str, Sequence[Any]]]:
        """Return the calendar's rows, and the values by column."""
        if not self.rows:
            return np.empty(0, dtype=np.int64), {name: [] for name in self.columns}
        first, *rest = zip(*self.rows, strict=True)
        return np.array(first, dtype=np.int64), dict(zip(self.columns, rest, strict=True))


def key_columns(calendar: Calendar) -> pl.DataFrame:
    """Return the six key columns for every row of the calendar."""
    times, stretches = calendar.times, calendar.stretches
    games, lines, phases = Coder(), Coder(), Coder()
    of = calendar.stretch_of
    game = np.array([games(s.game) for s in stretches], dtype=np.int64)[of]
    line = np.array([lines(s.line) for s in stretches], dtype=np.int64)[of]
    text = pl.String()
    return pl.DataFrame(
        {
            "game": games.series(game, dtype=text),
            "line": lines.series(line, dtype=text),
            "node": pl.Series([time.node for time in times], dtype=pl.Int32),
            "round": pl.Series(calendar.round, dtype=pl.Int32),
            "turn": pl.Series(calendar.turn, dtype=pl.Int32),
            "phase": phases.series([phases(time.phase) for time in times], dtype=text),
        }
    )


def assemble(
    name: str,
    names: Names,
    values: Mapping[str, pl.Series | Sequence[Any] | Ints],
    *,
    keys: pl.DataFrame | None = None,
) -> pl.DataFrame:
    """Put a frame together by its schema.

    Parameters
    ----------
    name
        Which frame.
    names
        Where its Enums come from.
    values
        Its columns. Series are taken as they are; other sequences hold codes for an Enum, values
        for other dtypes; "" becomes null.
    keys
        Its key columns, row by row, unless it has none.
    """
    coders: dict[str, Coder] = {
        "power": names.power, "side": names.side, "unit": names.unit, "space": names.space,
    }  # fmt: skip
    enums = names.enums
    columns: dict[str, pl.Series] = {}
    for column in schemas[name].columns:
        if keys is not None and column.name in KEY_NAMES:
            columns[column.name] = keys[column.name]
            continue
        value, dtype = values[column.name], column.polars(enums)
        if isinstance(value, pl.Series):
            series = value if value.dtype == dtype else value.cast(dtype)
        elif column.dtype in coders:
            series = coders[column.dtype].series(value)
        elif isinstance(dtype, pl.List):
            series = _lists(value, dtype, coders.get(column.dtype[5:-1]))
        else:
            if column.dtype == "String":
                value = [text or None for text in value]
            series = pl.Series(value, dtype=dtype)
        columns[column.name] = series.alias(column.name)
    return pl.DataFrame(columns)


def _lists(rows: Sequence[Any] | Ints, dtype: pl.List, coder: Coder | None) -> pl.Series:
    """Make a column of lists; None is null.

    Polars takes lists of Enums one by one, which is slow: so their values are first put into one
    long series, which is then cut.
    """
    flat = [item for row in rows if row is not None for item in row]
    if coder is None:
        values = pl.Series(flat, dtype=dtype.inner)
    else:
        values = coder.series([coder(name) for name in flat])
    lengths = [0 if row is None else len(row) for row in rows]
    cut = pl.DataFrame({"row": np.repeat(np.arange(len(lengths)), lengths), "value": values})
    lists = cut.group_by("row", maintain_order=True).agg("value")
    nulls = pl.Series([row is None for row in rows], dtype=pl.Boolean)
    everywhere = pl.DataFrame({"row": np.arange(len(lengths)), "null": nulls})
    empty = pl.when("null").then(None).otherwise(pl.lit([], dtype=dtype))
    return everywhere.join(lists, on="row", how="left", maintain_order="left").select(
        pl.coalesce("value", empty)
    )["value"]
