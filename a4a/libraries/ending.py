"""How and when a game was played, as far as it can be told, and what tells it.

Saves hold no dates, and hardly ever who gave up: people write both where people read, in the names
of files and in comments. What is found there is told with its words, so that it can be judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from typing import Final, NamedTuple

from a4a.core import events as ev
from a4a.core.annotations import Comment
from a4a.core.record import MAIN, GameRecord

UNFINISHED: Final = ("round", "stalled", "stuck")
"""How games end by no rule that programs play."""

_DAY: Final = re.compile(r"(?<!\d)(20\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)")
_SAID: Final = "COMMENT: "
_LONGEST: Final = 300  # characters of a comment that may concede
_CONCEDES: Final = (
    r"(?:the |will |must |have to |has to |hereby )*(?:concedes?|surrenders?|resigns?|forfeits?|"
    r"gives? up|conceded|surrendered|resigned|forfeited|gave up)"
    r"(?: the game| this game| this one| defeat| now| here)*(?=\s*(?:[.,;:!)]|$)| (?:gg|good game))"
)


class Ending(NamedTuple):
    """How a game ended: by whose victory, how, and the words that say so; "" where unknown."""

    winner: str = ""
    how: str = ""
    told: str = ""


def ending_of(record: GameRecord) -> Ending:
    """Return how the main line of a game ended.

    "victory" is one by the rules, as an event says. "conceded" is what a comment of the last two
    turns says in English, in the logs of saves or in notes: "Axis concede", "Germany surrenders";
    "I resign" counts for the side whose turn it is. The other side has won, if there is but one.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.events import Noted
    >>> record = a4a.start("europe1940")
    >>> node = record.append([Noted("COMMENT: The Axis concede. Good game!", "comment")])
    >>> ending_of(record)
    Ending(winner='Allies', how='conceded', told='The Axis concede. Good game!')
    """
    catalog = record.catalog
    if (won := _victory(record)) is not None:
        sides = {side for power in won.winners if (side := catalog.side_of(power))}
        if sides:
            return Ending("; ".join(sorted(sides)), "victory", won.reason)
    names = {side.lower(): side for side in catalog.sides}
    names |= {p.name.lower(): p.side for p in catalog.powers if p.side}
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    concedes = re.compile(rf"(?:the )?\b(i|we|{known}) {_CONCEDES}", re.IGNORECASE)
    for text, speaker in _said_at_last(record):
        if found := concedes.search(text):
            loser = names.get(found[1].lower(), speaker)
            others = [side for side in catalog.sides if side != loser]
            if loser:
                return Ending(others[0] if len(others) == 1 else "", "conceded", text)
    return Ending()


def played_on(file: str, day: str) -> tuple[str, str]:
    """Return the day a game was played, and what says so: the name of its file, or the file.

    Parameters
    ----------
    file
        The name of the file.
    day
        The file's own day.

    Examples
    --------
    >>> played_on("league_2023-11-04_round7.tsvg", "2026-01-31")
    ('2023-11-04', 'name')
    >>> played_on("final.tsvg", "2026-01-31"), played_on("", "")
    (('2026-01-31', 'file'), ('', ''))
    """
    for year, _, month, number in _DAY.findall(file):
        with suppress(ValueError):  # the 31st of February
            return date(int(year), int(month), int(number)).isoformat(), "name"
    return day, "file" if day else ""


def _victory(record: GameRecord) -> ev.VictoryWon | None:
    """Who won the game last, by its events: a state would cost 100 MB of snapshots."""
    steps = (record.steps[node] for node in reversed(record.line(MAIN)) if node in record.steps)
    events = (event for step in steps for event in reversed(step.events))
    return next((event for event in events if isinstance(event, ev.VictoryWon)), None)


def _said_at_last(record: GameRecord) -> Iterator[tuple[str, str]]:
    """What was said in the last two turns, the last words first; and the side whose turn it was."""
    line = record.line(MAIN)
    last = record.time(line[-1]).turn
    for node in reversed(line):
        time = record.time(node)
        if time.turn < last - 1:
            return
        sides = {record.catalog.side_of(power) for power in time.powers}
        speaker = next(iter(sides)) or "" if len(sides) == 1 else ""
        for note in record.annotations_at(node):
            if isinstance(note, Comment):
                yield note.text[:_LONGEST], ""
        for event in reversed(record.steps[node].events if node in record.steps else ()):
            if isinstance(event, ev.Noted) and event.kind == "comment":
                yield event.text.removeprefix(_SAID)[:_LONGEST], speaker
