"""Growth: what a timeline has become since it was sent whole, while its game is being played.

The browser keeps the timeline that was sent (the *base*), forgets what came after `since`, and
adds what is here; so each growth replaces the one before, and none can be missed.
`grown` in `static/timeline.js` is the reader.
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
    """What is new in a timeline. Lists hold what follows the base's, tracks what follows `since`.

    Parameters
    ----------
    edition
        The edition of the base.
    since
        The position up to which the base holds.
    nodes, log, marks
        Those of the positions after `since`.
    conditions, counters, stacks, leanings, treasuries, holdings
        What was added to the base's.
    owner, stack, battle, value, leaning, fronts, straits, money, held
        The ends of the tracks that changed, by index; tracks that the base does not have, whole.
    battles
        The stories in which anything happened after `since`, by index.
    stops
        The ends of the lists of rounds, turns and phases.
    """

    edition: int
    since: int
    nodes: list[int] = []
    log: list[LogRow] = []
    marks: dict[int, Mark] = {}
    conditions: list[str] = []
    counters: dict[int, CounterRow] = {}
    stacks: list[list[int]] = []
    leanings: list[str] = []
    treasuries: list[TreasuryRow] = []
    owner: dict[int, Track] = {}
    stack: dict[int, Track] = {}
    battle: dict[int, Track] = {}
    value: dict[int, Track] = {}
    leaning: dict[int, Track] = {}
    fronts: dict[int, Track] = {}
    straits: dict[int, Track] = {}
    money: dict[int, Track] = {}
    holdings: list[HoldingRow] = []
    held: dict[int, Track] = {}
    battles: dict[int, BattleRow] = {}
    stops: dict[str, Tail] = {}

    def pack(self) -> str:
        """Return the growth as JSON."""
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
        self.last = len(timeline.nodes) - 1
        self._lengths = (
            len(timeline.conditions),
            len(timeline.stacks),
            len(timeline.leanings),
            len(timeline.treasuries),
            len(timeline.holdings),
        )
        self._known = {
            "battle": set(timeline.battle),
            "value": set(timeline.value),
            "leaning": set(timeline.leaning),
            "fronts": set(timeline.fronts),
        }
        stops = timeline.stops
        self._stops = Stops(list(stops.round), list(stops.turn), list(stops.phase))

    def growth(self, timeline: Timeline, since: int, battles: Mapping[int, BattleRow]) -> Growth:
        """Return what a timeline has become.

        Parameters
        ----------
        timeline
            As it is now.
        since
            The position up to which it never changed after it was sent.
        battles
            The stories in which anything happened after that, by index.
        """
        conditions, stacks, leanings, treasuries, holdings = self._lengths
        straits = {i: strait.open for i, strait in enumerate(timeline.straits)}
        return Growth(
            edition=self.edition,
            since=since,
            nodes=timeline.nodes[since + 1 :],
            log=timeline.log[since + 1 :],
            marks={at: mark for at, mark in timeline.marks.items() if at > since},
            conditions=timeline.conditions[conditions:],
            counters={i: row for i, row in timeline.counters.items() if i >= conditions},
            stacks=timeline.stacks[stacks:],
            leanings=timeline.leanings[leanings:],
            treasuries=timeline.treasuries[treasuries:],
            owner=_tails(dict(enumerate(timeline.owner)), since),
            stack=_tails(dict(enumerate(timeline.stack)), since),
            battle=_tails(timeline.battle, since, self._known["battle"]),
            value=_tails(timeline.value, since, self._known["value"]),
            leaning=_tails(timeline.leaning, since, self._known["leaning"]),
            fronts=_tails(timeline.fronts, since, self._known["fronts"]),
            straits=_tails(straits, since),
            money=_ends(timeline.money, since, known=treasuries),
            holdings=timeline.holdings[holdings:],
            held=_ends(timeline.held, since, known=holdings),
            battles=dict(battles),
            stops={
                name: end
                for name in ("round", "turn", "phase")
                if (end := _stops(getattr(self._stops, name), getattr(timeline.stops, name)))
            },
        )


def _ends(tracks: list[Track], since: int, *, known: int) -> dict[int, Track]:
    """The ends of the changed tracks of a list that may have grown; new tracks whole."""
    return {
        i: track if i >= known else tail(track, since)
        for i, track in enumerate(tracks)
        if i >= known or track[-2] > since
    }


def _tails(
    tracks: Mapping[int, Track], since: int, known: set[int] | None = None
) -> dict[int, Track]:
    """The ends of the changed tracks; tracks that are not known whole."""
    found: dict[int, Track] = {}
    for index, track in tracks.items():
        if known is not None and index not in known:
            found[index] = track
        elif track[-2] > since:
            found[index] = tail(track, since)
    return found


def _stops(before: list[Stop], now: list[Stop]) -> Tail | None:
    """The end of a list of stops, from the first difference on; None if there is none."""
    same = 0
    for old, new in zip(before, now, strict=False):
        if old != new:
            break
        same += 1
    return None if same == len(before) == len(now) else Tail(same, now[same:])
