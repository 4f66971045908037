"""Growths: what lines of a game have that another line, or a timeline sent earlier, has not.

The main line's timeline goes to the browser whole (the *base*). A variation is what follows its
branch point: the timeline of the line it leaves is cut there, and goes on with a `Growth`. A game
that is played grows the same way, its main line from the last node that the base has. Each growth
replaces the one before of its line, so none can be missed. `grown` in `static/timeline.js` is the
reader.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from a4a.core.controls import visible
from a4a.map.timeline import (
    BattleRow,
    CounterRow,
    HoldingRow,
    LogRow,
    Mark,
    Stop,
    Stops,
    Timeline,
    Track,
    TreasuryRow,
)
from a4a.map.tracks import tail


class Tail(msgspec.Struct, frozen=True, array_like=True):
    """The end of a list of stops: `stops` replace those from the index `begin` on."""

    begin: int
    stops: list[Stop]


class Growth(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What follows a position on a line.

    Parameters
    ----------
    since
        The position.
    nodes, log, marks
        Those of the positions after it.
    owner, stack, battle, value, leaning, fronts, joined, straits, money, held
        The ends of the tracks that change after it, by index.
    battles
        The stories in which anything happened after it, by index.
    stops
        The ends of the lists of rounds, turns and phases.
    """

    since: int
    nodes: list[int] = []
    log: list[LogRow] = []
    marks: dict[int, Mark] = {}
    owner: dict[int, Track] = {}
    stack: dict[int, Track] = {}
    battle: dict[int, Track] = {}
    value: dict[int, Track] = {}
    leaning: dict[int, Track] = {}
    fronts: dict[int, Track] = {}
    joined: dict[int, Track] = {}
    straits: dict[int, Track] = {}
    money: dict[int, Track] = {}
    held: dict[int, Track] = {}
    battles: dict[int, BattleRow] = {}
    stops: dict[str, Tail] = {}


class Tables(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was added to the tables that all lines refer to, since the base was sent."""

    conditions: list[str] = []
    counters: dict[int, CounterRow] = {}
    stacks: list[list[int]] = []
    leanings: list[str] = []
    treasuries: list[TreasuryRow] = []
    holdings: list[HoldingRow] = []


class Update(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What has become of the lines since the base was sent: of each that is another, its growth.

    Parameters
    ----------
    edition
        The edition of the base.
    tables
        What was added to the tables.
    lines
        Growths by the first node of the line; the main line's is 0.
    """

    edition: int
    tables: Tables
    lines: dict[int, Growth] = {}

    def pack(self) -> str:
        """Return the update as JSON."""
        return visible(msgspec.json.encode(self).decode())


class Base:
    """What a timeline was when it was sent whole.

    Parameters
    ----------
    timeline
        The timeline, before it goes on.
    edition
        Tells one base from the next.
    """

    def __init__(self, timeline: Timeline, edition: int) -> None:
        self.edition = edition
        self.nodes = tuple(timeline.nodes)
        self._conditions = len(timeline.conditions)
        self._stacks = len(timeline.stacks)
        self._leanings = len(timeline.leanings)
        self._treasuries = len(timeline.treasuries)
        self._holdings = len(timeline.holdings)

    def tables(self, timeline: Timeline) -> Tables:
        """Return what the tables have now that the base has not."""
        return Tables(
            conditions=timeline.conditions[self._conditions :],
            counters={i: row for i, row in timeline.counters.items() if i >= self._conditions},
            stacks=timeline.stacks[self._stacks :],
            leanings=timeline.leanings[self._leanings :],
            treasuries=timeline.treasuries[self._treasuries :],
            holdings=timeline.holdings[self._holdings :],
        )


def growth_of(timeline: Timeline, since: int, battles: Mapping[int, BattleRow]) -> Growth:
    """Return what follows a position of a timeline.

    Parameters
    ----------
    timeline
        The timeline; the growth shares nothing with it that changes when it goes on.
    since
        The position.
    battles
        The stories in which anything happened after it, by index.
    """
    straits = {i: strait.open for i, strait in enumerate(timeline.straits)}
    return Growth(
        since=since,
        nodes=timeline.nodes[since + 1 :],
        log=timeline.log[since + 1 :],
        marks={at: mark for at, mark in timeline.marks.items() if at > since},
        owner=_tails(dict(enumerate(timeline.owner)), since),
        stack=_tails(dict(enumerate(timeline.stack)), since),
        battle=_tails(timeline.battle, since),
        value=_tails(timeline.value, since),
        leaning=_tails(timeline.leaning, since),
        fronts=_tails(timeline.fronts, since),
        joined=_tails(timeline.joined, since),
        straits=_tails(straits, since),
        money=_tails(dict(enumerate(timeline.money)), since),
        held=_tails(dict(enumerate(timeline.held)), since),
        battles=dict(battles),
        stops={name: _stops(timeline.stops, name, since) for name in ("round", "turn", "phase")},
    )


def _tails(tracks: Mapping[int, Track], since: int) -> dict[int, Track]:
    """The ends of the tracks that change after a position."""
    return {i: tail(track, since) for i, track in tracks.items() if track[-2] > since}


def _stops(stops: Stops, name: str, since: int) -> Tail:
    """The stops after a position, and the one before, whose name a phase may have given later."""
    found: list[Stop] = getattr(stops, name)
    begin = sum(stop.at <= since for stop in found)
    begin = max(0, begin - 1)
    return Tail(begin, found[begin:])
