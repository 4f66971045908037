"""What powers begin with, over many games: what they buy, where they attack, what came of it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

import polars as pl

from a4a.core.english import either_of
from a4a.core.errors import A4AError

Outcome: TypeAlias = Literal["leads", "winner"]
"""What a game's outcome is: whose land yields more as it ends, or who won by the rules."""

_Z: Final = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


def shares(count: pl.Expr, of: pl.Expr, name: str) -> list[pl.Expr]:
    """Return a share, and the ends of its 95 % interval after Wilson; null of nothing.

    Parameters
    ----------
    count, of
        How many, of how many.
    name
        The name of the share; the ends are called after it.

    Examples
    --------
    >>> row = pl.select(shares(pl.lit(8), pl.lit(10), "won"))
    >>> [round(value, 3) for value in row.row(0)]
    [0.8, 0.49, 0.943]
    """
    n = pl.when(of > 0).then(of.cast(pl.Float64))
    share = count / n
    none, every = count == 0, count == of
    middle = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z / (1 + _Z**2 / n) * (share * (1 - share) / n + _Z**2 / (4 * n**2)).sqrt()
    return [
        share.alias(name),
        pl.when(none).then(share).otherwise(middle - half).alias(f"{name}_low"),
        pl.when(every).then(share).otherwise(middle + half).alias(f"{name}_high"),
    ]


def purchases(
    turns: pl.LazyFrame,
    games: pl.LazyFrame,
    *,
    power: str,
    round: int = 1,
    outcome: Outcome = "leads",
) -> pl.DataFrame:
    """Return what a power bought in a round, how often, and how such games ended.

    Parameters
    ----------
    turns, games
        Tables of a library; filter them as you like.
    power
        The power.
    round
        The round.
    outcome
        What counts as success of the power's side.

    Returns
    -------
    polars.DataFrame
        A row for each purchase, the commonest first: ``bought`` (null: nothing), ``n`` games,
        their ``share`` of all, ``known`` games whose outcome is known, the share of these that
        are ``successes``; each share with the ends of its 95 % interval (Wilson).

    Raises
    ------
    A4AError
        If no game has such a turn, or there is no such `outcome`.
    """
    chosen = _in_round(turns, power, round).join(games, on="game", how="semi")
    chosen = chosen.select("game", "side", "bought")
    return _table(chosen, games, "bought", outcome, f"{power} has no turn in round {round}")


def attacks(
    battles: pl.LazyFrame,
    turns: pl.LazyFrame,
    games: pl.LazyFrame,
    *,
    power: str,
    round: int = 1,
    outcome: Outcome = "leads",
) -> pl.DataFrame:
    """Return where a power attacked in a round, how often, how it went, and how such games ended.

    Parameters
    ----------
    battles, turns, games
        Tables of a library; filter them as you like.
    power, round, outcome
        As for `purchases`.

    Returns
    -------
    polars.DataFrame
        A row for each space attacked, the commonest first: ``space``, ``n`` games in which it was,
        their ``share`` of the games in which the power had that turn, the share in which the
        attacker ``won``, the mean ``swing`` and ``luck``, ``known`` and ``successes`` as for
        `purchases`; each share with the ends of its 95 % interval (Wilson).

    Raises
    ------
    A4AError
        As for `purchases`.
    """
    acting = _in_round(turns, power, round).join(games, on="game", how="semi")
    acting = acting.select("game", "side").unique()
    fought = (
        _in_round(battles, power, round)
        .join(acting, on="game", how="semi")
        .group_by("game", "space")
        .agg(
            (pl.col("winner") == "attacker").any().alias("won"),
            pl.col("swing").sum(),
            pl.when(pl.col("luck").is_not_null().any()).then(pl.col("luck").sum()),
        )
    )
    went = fought.group_by("space").agg(
        pl.len().alias("n"), pl.col("won").sum(), pl.col("swing", "luck").mean()
    )
    told = went.select("space", "swing", "luck", *shares(pl.col("won"), pl.col("n"), "won"))
    table = _table(
        fought.join(acting, on="game"), games, "space", outcome,
        f"{power} attacked nowhere in round {round}", of=acting,
    )  # fmt: skip
    return table.join(told.collect(), on="space", how="left", maintain_order="left")


def _in_round(frame: pl.LazyFrame, power: str, round: int) -> pl.LazyFrame:
    return frame.filter((pl.col("power") == power) & (pl.col("round") == round))


def _table(
    chosen: pl.LazyFrame,
    games: pl.LazyFrame,
    what: str,
    outcome: Outcome,
    nothing: str,
    *,
    of: pl.LazyFrame | None = None,
) -> pl.DataFrame:
    """Count choices, and how the games ended in which each was made."""
    if outcome not in get_args(Outcome):
        raise A4AError(f"outcome={outcome!r}: a game is judged by {either_of(get_args(Outcome))}")
    ended = games.select("game", pl.col(outcome).alias("ended"))
    success = pl.col("ended") == pl.col("side")
    all_games = (chosen if of is None else of).select(pl.col("game").n_unique()).collect().item()
    found = (
        chosen.join(ended, on="game")
        .group_by(what)
        .agg(
            pl.len().cast(pl.Int32).alias("n"),
            pl.col("ended").is_not_null().sum().cast(pl.Int32).alias("known"),
            success.sum().alias("successes"),
        )
        .sort("n", what, descending=[True, False], nulls_last=True)
        .collect()
    )
    if not found.height:
        raise A4AError(f"{nothing} of these games: is the name as in the column power?")
    return found.select(
        what, "n", *shares(pl.col("n"), pl.lit(all_games), "share"),
        "known", *shares(pl.col("successes"), pl.col("known"), "successes"),
    )  # fmt: skip
