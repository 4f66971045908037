"""Which game a record is: a chain of hashes, one for each of its power-turns.

A link is the hash of the link before and of the position as the turn ended, with the dice rolled in
it. So two games with a link in common have everything before it in common, whatever file each was
read from; a save of an earlier turn is the beginning of a later one.
"""

from __future__ import annotations

import hashlib
from typing import Final, Literal

import msgspec
import polars as pl

from a4a.core.record import GameRecord
from a4a.core.steps import Header
from a4a.frames.collection import Frames
from a4a.frames.tables import frames

Link = int
"""A link: 63 bits of a SHA-256, so that it is a whole number for Parquet and every reader."""

_PLACED: Final = ("space", "holding", "power", "unit", "condition", "counter", "count")
_HELD: Final = ("space", "power")


def chain_of(frames: Frames[pl.DataFrame], header: Header) -> tuple[Link, ...]:
    """Return a game's links: of its start, then of each turn; the last may still go on.

    Parameters
    ----------
    frames
        The frames of its main line, sampled by turns.
    header
        What its record says of itself: games of other systems or options are other games.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.start("europe1940")
    >>> len(chain_of(a4a.frames(record), record.header))
    1
    """
    chain, link = [], _begun(header)
    dice = dict(_dice(frames, "turn").iter_rows())
    for turn, position in _positions(frames, "turn").iter_rows():
        link = _link(link, position, dice.get(turn, ""))
        chain.append(link)
    return tuple(chain)


def passes(record: GameRecord, *, link: Link, turn: int) -> bool:
    """Whether a game's main line comes through a link in the middle of a turn.

    Parameters
    ----------
    record
        The game.
    link
        The last link of another game, which has all turns before that one in common with it.
    turn
        The number of the turn in the chain; 0 is the start.
    """
    whole = frames({"game": record}, "turn").along()
    chain = chain_of(whole, record.header)
    if turn >= len(chain):
        return False
    before = chain[turn - 1] if turn else _begun(record.header)
    number = _positions(whole, "turn")["turn"][turn]
    nodes = frames({"game": record}, "node").along()
    rolls, rolled = dict(_dice(nodes, "node", within=number).iter_rows()), ""
    for node, position in _positions(nodes, "node", within=number).iter_rows():
        rolled += rolls.get(node, "")
        if _link(before, position, rolled) == link:
            return True
    return False


def _positions(
    frames: Frames[pl.DataFrame], by: Literal["turn", "node"], *, within: int | None = None
) -> pl.DataFrame:
    """What stands where and who holds what, as one text for each turn or node, in order."""
    parts = [
        _of_turn(frame, within).select(
            by, pl.concat_str([_told(column) for column in columns], separator="|").alias("text")
        )
        for frame, columns in ((frames.units, _PLACED), (frames.control, _HELD))
    ]
    return (
        pl.concat(parts).sort(by, "text").group_by(by, maintain_order=True)
        .agg(pl.col("text").str.join("\n"))
    )  # fmt: skip


def _dice(
    frames: Frames[pl.DataFrame], by: Literal["turn", "node"], *, within: int | None = None
) -> pl.DataFrame:
    """The faces that were rolled, as one text for each turn or node."""
    faces = pl.col("faces").list.eval(pl.element().cast(pl.String)).list.join(",")
    return (
        _of_turn(frames.rolls, within).sort("node", "event").group_by(by, maintain_order=True)
        .agg(faces.str.join("").alias("text"))
    )  # fmt: skip


def _of_turn(frame: pl.DataFrame, turn: int | None) -> pl.DataFrame:
    return frame if turn is None else frame.filter(pl.col("turn") == turn)


def _told(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.String).fill_null("")


def _begun(header: Header) -> Link:
    options = msgspec.json.encode(header.options, order="sorted").decode()
    return _link(0, header.system, options)


def _link(before: Link, position: str, rolled: str) -> Link:
    text = f"{before}\n{position}\n{rolled}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
