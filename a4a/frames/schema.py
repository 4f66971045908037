"""What a frame's columns are: names, dtypes, units and null rules, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    import polars as pl

Dtype: TypeAlias = Literal[
    "Boolean", "Float64", "Int32", "String",
    "power", "side", "unit", "space",
    "list[Int32]", "list[String]", "list[power]", "list[space]",
]  # fmt: skip
"""A Polars dtype by name. ``power``, ``side``, ``unit`` and ``space`` are Enums, whose categories
are the names of the catalogs and boards at hand, in their order."""

_PLAIN = frozenset({"Boolean", "Float64", "Int32", "String"})


@dataclass(frozen=True)
class Column:
    """One column of a frame.

    Parameters
    ----------
    name
        Its name.
    dtype
        Its dtype; see `Dtype`.
    text
        What it says.
    unit
        What its numbers count (``"units"``, ``"money"``), or "".
    nulls
        When it is null, or "never".
    """

    name: str
    dtype: Dtype
    text: str
    unit: str = ""
    nulls: str = "never"

    @property
    def shown_dtype(self) -> str:
        """The dtype in words: ``Enum of spaces``, ``List of Int32``."""
        inner = self.dtype.removeprefix("list[").removesuffix("]")
        shown = inner if inner in _PLAIN else f"Enum of {inner}s"
        return shown if inner == self.dtype else f"List of {shown}"

    def polars(self, enums: Mapping[str, pl.Enum]) -> pl.DataType:
        """Return the Polars dtype, given the Enums of the records at hand."""
        import polars as pl

        inner = self.dtype.removeprefix("list[").removesuffix("]")
        dtype: pl.DataType = enums[inner] if inner in enums else getattr(pl, inner)()
        return dtype if inner == self.dtype else pl.List(dtype)


@dataclass(frozen=True)
class FrameSchema:
    """What one frame is: a sentence on its rows, and its columns in order.

    Examples
    --------
    >>> from a4a.frames import schemas
    >>> schemas["units"]["tuv"].unit
    'money'
    """

    name: str
    text: str
    columns: tuple[Column, ...]

    def __getitem__(self, name: str) -> Column:
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(f"frame {self.name!r} has no column {name!r}: it has {list(self)}")

    def __iter__(self):  # type: ignore[no-untyped-def]
        return (column.name for column in self.columns)

    def polars(self, enums: Mapping[str, pl.Enum]) -> pl.Schema:
        """Return the Polars schema, given the Enums of the records at hand."""
        import polars as pl

        return pl.Schema({column.name: column.polars(enums) for column in self.columns})

    def __str__(self) -> str:
        """Return the frame's documentation as plain text, one line for each column."""
        wide = max(len(column.name) for column in self.columns)
        dtype = max(len(column.shown_dtype) for column in self.columns)
        lines = [self.text, ""]
        for c in self.columns:
            text = f"{c.text} [{c.unit}]" if c.unit else c.text
            null = "" if c.nulls == "never" else f" Null {c.nulls}."
            stop = "" if text.endswith(".") else "."
            lines.append(f"{c.name:<{wide}}  {c.shown_dtype:<{dtype}}  {text}{stop}{null}")
        return "\n".join(lines)
