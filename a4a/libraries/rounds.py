"""A figure of many games by round: its median and middle half, for all games or group by group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt
import polars as pl

from a4a.core.english import either_of
from a4a.core.errors import A4AError
from a4a.libraries.contract import TURNS

Groups: TypeAlias = str | Mapping[str, pl.Expr] | None
"""Which rows belong together: those equal in a column, or those of each condition; None: all."""
Within: TypeAlias = Literal["sum", "mean", "last"]
"""How the rows of one game in a round become one number."""

_ALL: Final = "all games"
_DRAWS: Final = 2_000  # samples of a bootstrap: the interval's ends are good to a hundredth or so
_AT_ONCE: Final = 1_000_000  # values that are drawn together
_SURE: Final = 0.95
_NUMBERS: Final = tuple(c.name for c in TURNS.columns if c.dtype in ("Int32", "Float64"))


def by_round(
    turns: pl.LazyFrame, figure: str, *, groups: Groups = None, within: Within = "sum"
) -> pl.DataFrame:
    """Return a figure of many games, round by round.

    Parameters
    ----------
    turns
        Power-turns, as ``Library.turns`` has them; filter them as you like.
    figure
        A column of numbers.
    groups
        A column ("side", "power", "system") whose values are told apart, or a condition for each
        group by name; all rows together if None.
    within
        How the power-turns of one game in a round become one number.

    Returns
    -------
    polars.DataFrame
        A row for each group and round: ``group``, ``round``, ``n`` (games), ``low``, ``median`` and
        ``high`` (quartiles).

    Raises
    ------
    A4AError
        If there is no such column of numbers, or no such `within`.

    Examples
    --------
    >>> one = {"game": ["a", "b"], "round": [1, 1], "production": [10, 30]}
    >>> by_round(pl.LazyFrame(one), "production").rows()
    [('all games', 1, 2, 15.0, 20.0, 25.0)]
    """
    values = _values(turns, figure, groups, within)
    number = pl.col("value")
    return (
        values.group_by("group", "round").agg(
            pl.len().cast(pl.Int32).alias("n"),
            number.quantile(0.25, "linear").alias("low"),
            number.median().alias("median"),
            number.quantile(0.75, "linear").alias("high"),
        )
        .sort("group", "round").collect()
    )  # fmt: skip


def differences(
    turns: pl.LazyFrame,
    figure: str,
    *,
    groups: Mapping[str, pl.Expr],
    within: Within = "sum",
    seed: int = 0,
) -> pl.DataFrame:
    """Return how much a figure differs between two groups of games, round by round.

    The interval is that of a bootstrap: 2,000 times, as many games as there are in each group are
    drawn from it with replacement; of the differences of their medians the middle 95 % is told.

    Parameters
    ----------
    turns, figure, within
        As for `by_round`.
    groups
        A condition for each of the two groups, by name.
    seed
        The seed of the draws.

    Returns
    -------
    polars.DataFrame
        A row a round in which both have games: ``round``, ``n_first``, ``n_second``,
        ``difference`` (the second's median less the first's), ``low`` and ``high``.

    Raises
    ------
    A4AError
        If there are not two groups; else as for `by_round`.
    """
    if not isinstance(groups, Mapping) or len(groups) != 2:
        raise A4AError("two groups are compared: give a condition for each, by name")
    values = _values(turns, figure, groups, within).collect()
    rng, rows = np.random.default_rng(seed), []
    for (number,), part in values.sort("round").group_by("round", maintain_order=True):
        first, second = (
            part.filter(pl.col("group") == name)["value"].drop_nulls().to_numpy() for name in groups
        )
        if not len(first) or not len(second):
            continue
        drawn = _medians(second, rng) - _medians(first, rng)
        low, high = np.quantile(drawn, [(1 - _SURE) / 2, (1 + _SURE) / 2])
        difference = float(np.median(second) - np.median(first))
        rows.append((number, len(first), len(second), difference, float(low), float(high)))
    schema = {
        "round": pl.Int32, "n_first": pl.Int32, "n_second": pl.Int32, "difference": pl.Float64,
        "low": pl.Float64, "high": pl.Float64,
    }  # fmt: skip
    return pl.DataFrame(rows, schema=schema, orient="row")


def titled(figure: str) -> str:
    """What a figure is, as the contract says it, and its column: the title of a chart.

    Examples
    --------
    >>> titled("production")
    'Yield of its land as the turn ended (production)'
    """
    return f"{TURNS[figure].text} ({figure})"


def _medians(values: npt.NDArray[np.float64], rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """The medians of samples drawn with replacement; some at a time, as there may be many games."""
    size, several = len(values), max(1, _AT_ONCE // len(values))
    counts = [min(several, _DRAWS - start) for start in range(0, _DRAWS, several)]
    return np.concatenate(
        [np.median(values[rng.integers(0, size, (count, size))], axis=1) for count in counts]
    )


def _values(turns: pl.LazyFrame, figure: str, groups: Groups, within: Within) -> pl.LazyFrame:
    """One number for each game, round and group."""
    known = turns.collect_schema()
    if figure not in known or not known[figure].is_numeric():
        raise A4AError(f"no figure {figure!r}: there are {', '.join(_NUMBERS)}")
    if within not in get_args(Within):
        ways = either_of(get_args(Within))
        raise A4AError(f"within={within!r}: rows of one game become their {ways}")
    number = pl.col(figure)
    value = {"sum": number.sum(), "mean": number.mean(), "last": number.last()}[within]
    return (
        pl.concat(list(_grouped(turns, groups)))
        .filter(number.is_not_null() & pl.col("group").is_not_null())
        .group_by("group", "game", "round", maintain_order=True)
        .agg(value.cast(pl.Float64).alias("value"))
    )


def _grouped(turns: pl.LazyFrame, groups: Groups) -> Sequence[pl.LazyFrame]:
    if groups is None:
        return [turns.with_columns(pl.lit(_ALL).alias("group"))]
    if isinstance(groups, Mapping):
        return [
            turns.filter(belongs).with_columns(pl.lit(name).alias("group"))
            for name, belongs in groups.items()
        ]
    if groups not in turns.collect_schema():
        raise A4AError(f"groups={groups!r}: there is no such column")
    return [turns.with_columns(pl.col(groups).cast(pl.String).alias("group"))]
