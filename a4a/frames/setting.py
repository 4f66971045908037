"""The frames of what a game is played with: powers, unit types, the borders of its board."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from a4a.core.record import GameRecord
from a4a.frames.columns import Rows, assemble
from a4a.frames.names import Names


def powers_frame(records: Mapping[str, GameRecord], names: Names) -> pl.DataFrame:
    """Return the frame of powers."""
    rows = Rows(
        "game", "power", "side", "adjective", "called", "playable", "colour", "treasuries", "player"
    )
    for game, record in records.items():
        for p in record.catalog.powers:
            rows.add(
                0, game, names.power(p.name), names.side(p.side), p.adjective,
                record.catalog.called(p.name),
                p.playable, p.colour, p.treasuries, record.header.players.get(p.name),
            )  # fmt: skip
    return assemble("powers", names, rows.values()[1])


def borders_frame(records: Mapping[str, GameRecord], names: Names) -> pl.DataFrame:
    """Return the frame of borders."""
    rows = Rows(
        "game", "space_a", "space_b", "kind", "name", "theatre", "length_km", "cost", "line"
    )
    for game, record in records.items():
        board = record.board
        for b in board.borders:
            rows.add(
                0, game, names.space(b.a), names.space(b.b), b.kind, b.name,
                board.theatre_between(b.a, b.b), b.length_km or None, b.cost, b.line,
            )  # fmt: skip
    return assemble("borders", names, rows.values()[1])


def unit_types_frame(records: Mapping[str, GameRecord], names: Names) -> pl.DataFrame:
    """Return the frame of unit types."""
    rows = Rows("game", "unit", "category", "attack", "defense", "move", "cost", "hits", "upgrade")
    for game, record in records.items():
        for t in record.catalog.unit_types:
            rows.add(
                0, game, names.unit(t.name), t.category, t.attack, t.defense, t.move, t.cost,
                t.hits, t.upgrade,
            )  # fmt: skip
    return assemble("unit_types", names, rows.values()[1])
