"""Which game a record is: a chain of hashes, one for each of its power-turns.

A link is the hash of the link before and of the position as the turn ended, with the dice rolled in
it. So two games with a link in common have everything before it in common, whatever file each was
read from; a save of an earlier turn is the beginning of a later one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final, Literal

import msgspec
import polars as pl

from a4a.core.record import MAIN, GameRecord
from a4a.core.steps import Header
from a4a.frames.collection import Frames
from a4a.frames.tables import frames_at

Link = int
"""A link: 63 bits of a SHA-256, so that it is a whole number for Parquet and every reader."""

_PLACED: Final = ("space", "holding", "power", "unit", "condition", "counter", "count")
_HELD: Final = ("space", "power")
_AT_ONCE: Final = 16  # turns or nodes whose texts are made together


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
    for turn, position in _positions(frames, "turn"):
        link = _link(link, position, dice.get(turn, ""))
        chain.append(link)
    return tuple(chain)


def passes(record: GameRecord, *, before: Link, link: Link, turn: int) -> bool:
    """Whether a game's main line comes through a link in the middle of a turn.

    Parameters
    ----------
    record
        The game.
    before
        The link with which the turn before ended.
    link
        The last link of another game, which has all turns before that one in common with it.
    turn
        The number of the turn in the chain; 1 is the first.
    """
    times = [record.time(node) for node in record.line(MAIN)]
    turns = sorted({time.turn for time in times})
    if turn >= len(turns):
        return False
    within = frozenset(time.node for time in times if time.turn == turns[turn])
    nodes = frames_at(record, within)
    rolls, rolled = dict(_dice(nodes, "node", within=turns[turn]).iter_rows()), ""
    for node, position in _positions(nodes, "node"):
        rolled += rolls.get(node, "")
        if _link(before, position, rolled) == link:
            return True
    return False


def named(start: bytes) -> str:
    """Return the name by which a library keeps a record that games began from; "" for none.

    Examples
    --------
    >>> named(b""), len(named(b"any record"))
    ('', 64)
    """
    return hashlib.sha256(start).hexdigest() if start else ""


def _positions(
    frames: Frames[pl.DataFrame], by: Literal["turn", "node"]
) -> Iterator[tuple[int, str]]:
    """What stands where and who holds what, as one text for each turn or node, in order.

    They are made a few at a time: all texts of a long game are larger than all its frames.
    """
    told = ((frames.units, _PLACED), (frames.control, _HELD))
    times = pl.concat([frame[by] for frame, _ in told]).unique().sort()
    for start in range(0, len(times), _AT_ONCE):
        some = times[start : start + _AT_ONCE]
        within = pl.col(by).is_between(some[0], some[-1])
        parts = [
            frame.filter(within).select(
                by, pl.concat_str([_told(name) for name in columns], separator="|").alias("text")
            )
            for frame, columns in told
        ]
        yield from (
            pl.concat(parts).sort(by, "text").group_by(by, maintain_order=True)
            .agg(pl.col("text").str.join("\n")).iter_rows()
        )  # fmt: skip


def _dice(
    frames: Frames[pl.DataFrame], by: Literal["turn", "node"], *, within: int | None = None
) -> pl.DataFrame:
    """The faces that were rolled, as one text for each turn or node."""
    rolls = frames.rolls if within is None else frames.rolls.filter(pl.col("turn") == within)
    faces = pl.col("faces").list.eval(pl.element().cast(pl.String)).list.join(",")
    return (
        rolls.sort("node", "event").group_by(by, maintain_order=True)
        .agg(faces.str.join("").alias("text"))
    )  # fmt: skip


def _told(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.String).fill_null("")


def _begun(header: Header) -> Link:
    options = msgspec.json.encode(header.options, order="sorted").decode()
    return _link(0, header.system, options)


def _link(before: Link, position: str, rolled: str) -> Link:
    text = f"{before}\n{position}\n{rolled}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
