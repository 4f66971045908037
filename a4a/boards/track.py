"""The turn record track: the season of each turn, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from a4a.boards.fault import Fault
from a4a.boards.tables import Tables


class TrackTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A turn on the track.

    Parameters
    ----------
    turn
        Its number, from 1.
    season, year
        When it is.
    lend_lease
        Most production points that may be lent in the turn.
    note
        What else is printed on it.

    Examples
    --------
    >>> TrackTurn(turn=1, season="Autumn", year=1939).label
    'Autumn 1939'
    """

    turn: int
    season: str
    year: int
    lend_lease: int = 0
    note: str = ""

    @property
    def label(self) -> str:
        """What the turn is called."""
        return f"{self.season} {self.year}"


def track_of(tables: Tables) -> tuple[TrackTurn, ...]:
    """Make the track from its rows, in the order of its turns."""
    turns = (
        TrackTurn(
            turn=row.number("turn"),
            season=row["season"],
            year=row.number("year"),
            lend_lease=row.number("lend_lease"),
            note=row.text("note"),
        )
        for row in tables["track"]
    )
    return tuple(sorted(turns, key=lambda turn: turn.turn))


def track_faults(tables: Tables) -> Iterator[Fault]:
    """Missing turns, seasons that come twice, counters that arrive in a turn not on the track."""
    rows = sorted(tables["track"], key=lambda row: row.number("turn"))
    for row, number in zip(rows, range(1, len(rows) + 1), strict=True):
        if row.number("turn") != number:
            yield row.fault(f"turn {row['turn']}, where turn {number} is missing")
            break
    seasons: dict[tuple[str, str], str] = {}
    for row in rows:
        when = row.text("season"), row.text("year")
        first = seasons.setdefault(when, row["turn"])
        if first != row["turn"]:
            yield row.fault(f"{' '.join(when)} is turn {first} already")
    for row, following in pairwise(rows):
        if following.number("year") not in (row.number("year"), row.number("year") + 1):
            yield following.fault(f"{following['year']} follows upon {row['year']}")
    turns = {row.number("turn") for row in rows}
    for row in tables["deployment"]:
        if (turn := row.number("turn")) and turn not in turns:
            yield row.fault(f"arrives in turn {turn}, which is not on the track")
