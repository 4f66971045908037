"""A game as it stands in a library: its rows of each table, and its chain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
import polars as pl

from a4a._version import __version__
from a4a.core.record import MAIN, GameRecord
from a4a.frames.collection import Frames
from a4a.frames.tables import frames
from a4a.libraries.contract import SCHEMAS, Table
from a4a.libraries.ending import ending_of, played_on
from a4a.libraries.fighting import battle_rows
from a4a.libraries.identity import Link, chain_of
from a4a.libraries.turning import figure_rows, turn_rows


@dataclass(frozen=True)
class Origin:
    """Where a game comes from, besides what its record says.

    Parameters
    ----------
    source
        "saves", "played" or "records".
    file
        The name of the file it was read from, or "".
    date
        The day of that file, or "".
    seed
        The seed of its dice, or "".
    how
        How it ended, where whoever played it knows: "round", "stalled", "stuck"; or "".
    """

    source: str
    file: str = ""
    date: str = ""
    seed: str = ""
    how: str = ""


@dataclass(frozen=True)
class Entry:
    """A game as a library keeps it.

    Parameters
    ----------
    game
        Its id: the last link of its chain, in sixteen hexadecimal digits.
    chain
        Its links.
    tables
        Its rows of each table.
    """

    game: str
    chain: tuple[Link, ...]
    tables: Mapping[Table, pl.DataFrame]


def entry_of(record: GameRecord, origin: Origin) -> Entry:
    """Return what a library keeps of a game besides the game itself: of its main line.

    Parameters
    ----------
    record
        The game.
    origin
        Where it comes from.

    Raises
    ------
    RecordError
        If an event of it cannot have happened.

    Examples
    --------
    >>> import a4a
    >>> entry = entry_of(a4a.start("europe1940"), Origin("records"))
    >>> entry.tables["games"]["system"].to_list(), entry.tables["turns"].height
    (['europe1940'], 0)
    """
    whole = frames({"game": record}).along()
    catalog, system = record.catalog, record.header.system
    chain = chain_of(whole, record.header)
    game = f"{chain[-1]:016x}"
    battles = battle_rows(record, whole)
    turns = turn_rows(whole, battles, currency=catalog.currency)
    told: dict[Table, pl.DataFrame] = {
        "turns": turns,
        "battles": battles,
        "figures": figure_rows(whole, currency=catalog.currency),
        "games": _game_row(record, origin, turns, whole),
    }
    keys = {"game": game, "system": system, "source": origin.source}
    return Entry(game, chain, {name: _shaped(name, frame, keys) for name, frame in told.items()})


def _shaped(name: Table, frame: pl.DataFrame, keys: Mapping[str, str]) -> pl.DataFrame:
    """A table by its schema: what is missing counts as nothing, or is null where it may be."""
    schema = SCHEMAS[name]
    columns = []
    for column in schema.columns:
        dtype = column.polars({})
        if column.name in keys:
            value = pl.lit(keys[column.name], dtype=dtype)
        elif column.name in frame.columns:
            value = pl.col(column.name).cast(dtype)
        else:
            value = pl.lit(None, dtype=dtype)
        if column.nulls == "never" and column.dtype == "Int32":
            value = value.fill_null(0)
        columns.append(value.alias(column.name))
    return frame.select(columns)


def _game_row(
    record: GameRecord, origin: Origin, turns: pl.DataFrame, whole: Frames[pl.DataFrame]
) -> pl.DataFrame:
    header, catalog = record.header, record.catalog
    ending = ending_of(record)
    day, dated = played_on(origin.file, origin.date)
    leads, lead = _lead(whole, catalog.currency)
    players = "; ".join(f"{power}: {name}" for power, name in header.players.items())
    return pl.DataFrame(
        {
            "title": header.title or header.source.game or header.system,
            "map": record.board.name,
            "file": origin.file or None,
            "players": players or None,
            "date": day or None,
            "dated": dated or None,
            "rounds": turns["round"].max() or 0,
            "turns": turns["turn"].max() or 0,
            "steps": len(record.line(MAIN)) - 1,
            "winner": ending.winner or None,
            "how": ending.how or origin.how or None,
            "told": ending.told or None,
            "leads": leads,
            "lead": lead,
            "currency": catalog.currency,
            "options": msgspec.json.encode(header.options, order="sorted").decode(),
            "program": f"{header.source.program} {header.source.version}".strip(),
            "reader": __version__,
            "seed": origin.seed or None,
            "battles": whole.battles.height,
        }
    )


def _lead(whole: Frames[pl.DataFrame], currency: str) -> tuple[str | None, float | None]:
    """The side whose land yields most as the game ends, and its share; nothing where equal."""
    yields = (
        whole.economy.filter(pl.col("turn") == pl.col("turn").max())
        .filter((pl.col("resource") == currency) & pl.col("side").is_not_null())
        .group_by(pl.col("side").cast(pl.String)).agg(pl.col("production").sum())
        .sort("production", "side", descending=[True, False])
    )  # fmt: skip
    total, sums = yields["production"].sum(), yields["production"].to_list()
    if not total or (len(sums) > 1 and sums[0] == sums[1]):
        return None, 0.5 if total else None
    return yields["side"][0], sums[0] / total
