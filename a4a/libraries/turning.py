"""The rows of power-turns: what each turn left its power with, its side, and the enemies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import polars as pl

from a4a.core.english import count_of
from a4a.frames.collection import Frames

_MONEY: Final = (
    "opening", "income", "objectives", "plunder", "convoy", "other", "purchases", "repairs",
    "technology", "closing", "spending", "production",
)  # fmt: skip
_CATEGORIES: Final = ("land", "sea", "air")
_OF_SIDES: Final = ("production", "money", "cities", "capitals")
_INTO_COMBAT: Final = ("combat", "amphibious")
_MINE: Final = ("turn", "power")
_OURS: Final = ("turn", "side")


def turn_rows(
    frames: Frames[pl.DataFrame], battles: pl.DataFrame, *, currency: str
) -> pl.DataFrame:
    """Return a row for each turn of each power that acts in it, without the names of the game.

    Parameters
    ----------
    frames
        The frames of a game's main line, sampled by turns.
    battles
        Its battles, as `battle_rows` gives them.
    currency
        The resource that is the game's money.
    """
    rows = _turns(frames)
    for part in (
        _money(frames, currency),
        _forces(frames),
        _bought(frames),
        _ground(frames, rows),
        _fought(battles),
        _thrown(frames),
        _moved(frames),
        _technologies(frames, rows),
    ):
        rows = rows.join(part, on=_MINE, how="left", maintain_order="left")
    sides = _sides(frames, currency)
    rows = rows.join(sides, on=_OURS, how="left", maintain_order="left")
    return rows.with_columns(pl.lit(currency).alias("currency"))


def figure_rows(frames: Frames[pl.DataFrame], *, currency: str) -> pl.DataFrame:
    """Return a row for each resource besides money that an acting power holds as a turn ends."""
    held = _texts(frames.economy.filter(pl.col("active") & (pl.col("resource") != currency)))
    return (
        held.filter(pl.col("turn") > 0)
        .group_by("turn", "power", "resource", maintain_order=True)
        .agg(pl.col("round").last(), pl.col("closing").sum().cast(pl.Float64).alias("value"))
        .rename({"resource": "figure"})
    )


def _texts(frame: pl.DataFrame) -> pl.DataFrame:
    """A frame with names as strings: tables of all boards are one table."""
    return frame.with_columns(pl.col(pl.Enum).cast(pl.String))


def _turns(frames: Frames[pl.DataFrame]) -> pl.DataFrame:
    """The power-turns: turn, power, the power's side then; and the turn before of that power.

    A turn that has only begun as the game ends is none.
    """
    played = frames.nodes.filter(pl.col("cause") != "engine")["turn"].max()
    nodes = frames.nodes.filter(
        pl.col("turn").is_between(1, played or 0) & (pl.col("active").list.len() > 0)
    )
    acting = (
        nodes.group_by("turn", maintain_order=True)
        .agg(pl.col("round").last(), pl.col("node").last(), pl.col("active").last())
        .explode("active", empty_as_null=False)
        .rename({"active": "power"})
    )
    sides = _texts(frames.economy).group_by(_MINE).agg(pl.col("side").last())
    at_first = _texts(frames.powers).select("power", pl.col("side").alias("its_side"))
    return (
        _texts(acting)
        .join(sides, on=_MINE, how="left", maintain_order="left")
        .join(at_first, on="power", how="left", maintain_order="left")
        .with_columns(pl.coalesce("side", "its_side"))
        .drop("its_side")
        .with_columns(pl.col("turn").shift(1, fill_value=0).over("power").alias("last_turn"))
    )


def _money(frames: Frames[pl.DataFrame], currency: str) -> pl.DataFrame:
    money = _texts(frames.economy.filter(pl.col("resource") == currency))
    return money.group_by(_MINE).agg(pl.col(_MONEY).sum())


def _forces(frames: Frames[pl.DataFrame]) -> pl.DataFrame:
    return _on_board(frames).group_by(_MINE).agg(
        *_by_category("units", "count"), *_by_category("tuv", "tuv")
    )  # fmt: skip


def _on_board(frames: Frames[pl.DataFrame]) -> pl.DataFrame:
    on_board = frames.units.filter(pl.col("space").is_not_null())
    return _texts(on_board.select(*_MINE, "side", "category", "count", "tuv"))


def _by_category(name: str, value: str) -> Iterable[pl.Expr]:
    for category in _CATEGORIES:
        yield (
            pl.col(value).filter(pl.col("category") == category).sum().alias(f"{name}_{category}")
        )


def _bought(frames: Frames[pl.DataFrame]) -> pl.DataFrame:
    bills = _texts(frames.purchases.sort("unit"))
    kind = (
        pl.when(pl.col("category").is_in(_CATEGORIES)).then("category").otherwise(pl.lit("other"))
    )
    sums = [
        pl.col(value).filter(kind == category).sum().alias(f"{name}_{category}")
        for category in (*_CATEGORIES, "other")
        for name, value in (("bought", "count"), ("cost", "cost"))
    ]
    lines = bills.group_by(*_MINE, "unit", maintain_order=True).agg(pl.col("count").sum())
    words = pl.Series(
        "bought",
        [count_of(number, unit) for unit, number in lines.select("unit", "count").iter_rows()],
        dtype=pl.String(),
    )
    listed = lines.with_columns(words).group_by(_MINE).agg(pl.col("bought").str.join(", "))
    return bills.group_by(_MINE).agg(sums).join(listed, on=_MINE)


def _ground(frames: Frames[pl.DataFrame], turns: pl.DataFrame) -> pl.DataFrame:
    """Land, cities and capitals held; land taken in the turn, and lost since the power's last."""
    of_powers = pl.col("power").is_not_null() & (pl.col("kind") != "sea")
    land = _texts(frames.spaces.filter(of_powers).select(*_MINE, "space", "capital"))
    held = land.select(*_MINE, "space")
    mine = turns.select(*_MINE, "last_turn", (pl.col("turn") - 1).alias("before"))
    now = mine.join(held, on=_MINE)
    at_first = held.rename({"turn": "before"})
    taken = now.join(at_first, on=["before", "power", "space"], how="anti")
    at_last = mine.join(held.rename({"turn": "last_turn"}), on=["last_turn", "power"])
    lost = at_last.join(held, on=[*_MINE, "space"], how="anti")
    cities = _texts(frames.cities).group_by(_MINE).agg(pl.len().alias("cities"))
    capitals = land.filter("capital").group_by(_MINE).agg(pl.len().alias("capitals"))
    found = mine.select(_MINE)
    for part in (
        held.group_by(_MINE).agg(pl.len().alias("spaces")),
        taken.group_by(_MINE).agg(pl.len().alias("taken")),
        lost.group_by(_MINE).agg(pl.len().alias("lost")),
        cities,
        capitals,
    ):
        found = found.join(part, on=_MINE, how="left")
    return found


def _fought(battles: pl.DataFrame) -> pl.DataFrame:
    judged = pl.col("expected").is_not_null()
    return battles.group_by(_MINE).agg(
        pl.len().alias("battles"),
        (pl.col("winner") == "attacker").sum().alias("won"),
        (pl.col("winner") == "defender").sum().alias("beaten"),
        pl.col("attacker_loss", "defender_loss", "swing").sum(),
        judged.sum().alias("judged"),
        pl.when(judged.any()).then(pl.col("expected", "luck").sum()),
    )


def _thrown(frames: Frames[pl.DataFrame]) -> pl.DataFrame:
    rolls = _texts(frames.rolls.filter(pl.col("battle").is_not_null()))
    return rolls.group_by(_MINE).agg(pl.col("dice", "hits").sum())


def _moved(frames: Frames[pl.DataFrame]) -> pl.DataFrame:
    into = pl.col("mode").is_in(_INTO_COMBAT)
    return _texts(frames.moves).group_by(_MINE).agg(
        pl.col("count").filter(into).sum().alias("moves"),
        pl.col("count").filter(~into).sum().alias("shifts"),
    )  # fmt: skip


def _technologies(frames: Frames[pl.DataFrame], turns: pl.DataFrame) -> pl.DataFrame:
    gained = _texts(frames.technology).select(
        "power", pl.col("turn").alias("then"), (2 * pl.col("gained").cast(pl.Int32) - 1).alias("n")
    )
    so_far = turns.select(_MINE).join(gained, on="power").filter(pl.col("then") <= pl.col("turn"))
    return so_far.group_by(_MINE).agg(pl.col("n").sum().alias("technologies"))


def _sides(frames: Frames[pl.DataFrame], currency: str) -> pl.DataFrame:
    """What each side has, and all others together, as each turn ended."""
    money = _texts(frames.economy.filter(pl.col("resource") == currency))
    cities = _texts(frames.cities)
    capitals = _texts(frames.spaces.filter("capital").select(_OURS))
    parts = [
        money.group_by(_OURS).agg(
            pl.col("production").sum(), pl.col("closing").sum().alias("money")
        ),
        cities.group_by(_OURS).agg(pl.len().alias("cities")),
        capitals.group_by(_OURS).agg(pl.len().alias("capitals")),
        _on_board(frames).group_by(_OURS).agg(_by_category("tuv", "tuv")),
    ]
    sides = pl.concat([part.select(_OURS) for part in parts]).unique().filter(
        pl.col("side").is_not_null()
    )  # fmt: skip
    for part in parts:
        sides = sides.join(part, on=_OURS, how="left")
    figures = pl.all().exclude(_OURS)
    sides = sides.with_columns(figures.fill_null(0))
    told = sides.select(
        *_OURS,
        *(
            pl.col(name).alias(f"{name}_side")
            for name in ("production", "money", "cities", "capitals")
        ),
        *(
            _others(name).alias(f"{name}_enemies")
            for name in ("production", "money", "cities", "capitals")
        ),
        *(pl.col(f"tuv_{c}").alias(f"side_{c}") for c in _CATEGORIES),
        *(_others(f"tuv_{c}").alias(f"enemies_{c}") for c in _CATEGORIES),
    )
    return told.join(_fronts(frames), on=_OURS, how="left")


def _others(name: str) -> pl.Expr:
    return pl.col(name).sum().over("turn") - pl.col(name)


def _fronts(frames: Frames[pl.DataFrame]) -> pl.DataFrame:
    """The fronts of each side: how many borders, how long, what stands near them."""
    fronts = _texts(frames.fronts)
    ends = [
        fronts.select(
            "turn", pl.col(f"side_{here}").alias("side"), "length_km",
            pl.col(f"share_{here}").alias("ours"), pl.col(f"share_{there}").alias("theirs"),
        )
        for here, there in (("a", "b"), ("b", "a"))
    ]  # fmt: skip
    return pl.concat(ends).group_by(_OURS).agg(
        pl.len().alias("fronts"),
        pl.when(pl.col("length_km").is_not_null().any()).then(pl.col("length_km").sum())
        .alias("front_km"),
        pl.col("ours").sum().round().alias("front_side"),
        pl.col("theirs").sum().round().alias("front_enemies"),
    )  # fmt: skip
