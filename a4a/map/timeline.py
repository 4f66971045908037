"""The timeline: one line of a record as the browser needs it, sent once.

Every value that changes is a *track*: a flat list ``[position, value, position, value, ...]``
sorted by position, whose value holds until the next one. Position 0 is the start, position k is
after the k-th step of the line. Any position is read by binary search, so a view can go to any
node, in either direction, without the kernel. `static/timeline.js` is the reader.
"""

from __future__ import annotations

import gzip
from typing import TypeAlias

import msgspec

Track: TypeAlias = list[int]
"""``[position, value, position, value, ...]``, positions ascending from 0."""


class SpaceRow(msgspec.Struct, frozen=True):
    """A space: its name, kind, short name for the map, and facts to print (value, city)."""

    name: str
    kind: str
    label: str
    facts: tuple[str, ...] = ()


class PowerRow(msgspec.Struct, frozen=True):
    """A power: its name, side, colour, and the ink (black or white) that reads on it."""

    name: str
    side: str
    colour: str
    ink: str


class TypeRow(msgspec.Struct, frozen=True):
    """A unit type: its name, category, and the symbol it is drawn with."""

    name: str
    category: str
    symbol: str


class TreasuryRow(msgspec.Struct, frozen=True):
    """A treasury's resource: what it is called, whose it is (index of the power, or -1)."""

    name: str
    resource: str
    power: int


class Stop(msgspec.Struct, frozen=True):
    """Where a round, turn or phase begins: the position, its name, the power (or -1), a number.

    The number is the round's number, the turn's count in the game, or the phase's.
    """

    at: int
    name: str
    power: int = -1
    number: int = 0


class Stops(msgspec.Struct, frozen=True):
    """The rounds, turns and phases of the line; each list begins at position 0."""

    round: list[Stop]
    turn: list[Stop]
    phase: list[Stop]


class LogRow(msgspec.Struct, frozen=True, array_like=True):
    """What one step says in the log: text, kind of step, power (or -1)."""

    text: str
    kind: str = ""
    power: int = -1


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a step did on the map: spaces it touched, ways that units went (indices of spaces)."""

    spaces: tuple[int, ...] = ()
    paths: tuple[tuple[int, ...], ...] = ()


class Timeline(msgspec.Struct, frozen=True, kw_only=True):
    """The payload of a cursor.

    Parameters
    ----------
    title
        What game it is.
    nodes
        The node at each position.
    spaces, powers, types, treasuries
        In board and catalog order; everything else refers to them by index.
    conditions
        Words for the condition of units; index 0 is "" (intact).
    stacks
        Every different content that a space ever has, as flat quadruples
        ``power, type, condition, count``; index 0 is the empty one.
    owner
        For each space the track of its controller: index of the power, or -1.
    stack
        For each space the track of its content: index into `stacks`.
    battle
        For each space that sees a battle the track of it: 1 while one is open, else 0.
    money
        For each treasury the track of its amount.
    stops
        Where rounds, turns and phases begin.
    log
        A row for each position, the start included.
    marks
        Marks by position; positions without any are absent.
    """

    title: str
    nodes: list[int]
    spaces: list[SpaceRow]
    powers: list[PowerRow]
    types: list[TypeRow]
    treasuries: list[TreasuryRow]
    conditions: list[str]
    stacks: list[list[int]]
    owner: list[Track]
    stack: list[Track]
    battle: dict[int, Track]
    money: list[Track]
    stops: Stops
    log: list[LogRow]
    marks: dict[int, Mark]

    def pack(self) -> bytes:
        """Return the timeline as gzipped JSON, as the browser unpacks it."""
        return gzip.compress(msgspec.json.encode(self), compresslevel=5, mtime=0)
