"""The debrief of a class: what all have decided, as variations of one record, and in frames."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from a4a.analysis.changes import changes
from a4a.core.annotations import MOST_TEXT, Comment
from a4a.core.events import Noted
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.core.variations import MOST_NAME, Rename
from a4a.frames.schema import Column, FrameSchema
from a4a.lessons.attempt import Attempt
from a4a.lessons.exercise import Exercise
from a4a.lessons.marking import Marked, Tried

if TYPE_CHECKING:
    import polars as pl

_WHO = Column("name", "String", "Whose decision it is")
_WINDOW = Column("window", "Int32", "The number of the window, from 1")

ODDS = FrameSchema(
    "odds",
    "One row for each student, window and predicate of its goal that is about a number.",
    (
        _WHO,
        _WINDOW,
        Column("result", "String", "What is said of the window: passed, not yet, failed"),
        Column("asked", "String", "What was asked"),
        Column("measure", "String", 'What its number counts: "chance", "money", "count"'),
        Column("reached", "Float64", "The number reached"),
        Column("wanted", "Float64", "The number wanted", nulls="where none is"),
        Column("met", "Boolean", "Whether it holds", nulls="while that is open"),
        Column(
            "happened",
            "Boolean",
            "Whether it came to pass as dice were rolled once: the result, which says little about"
            " the decision",
            nulls="of what is no chance",
        ),
    ),
)
"""The schema of `Debrief.odds`."""
FORCES = FrameSchema(
    "forces",
    "One row for each student, window, power, unit type and way: where forces went.",
    (
        _WHO,
        _WINDOW,
        Column("power", "power", "The power they belong to"),
        Column("unit", "unit", "The unit type"),
        Column("origin", "space", "Where they were"),
        Column("destination", "space", "Where they are"),
        Column("count", "Int32", "Number of units", "units"),
    ),
)
"""The schema of `Debrief.forces`."""


class Line(NamedTuple):
    """A line of the debrief: who played which window, from where to where."""

    name: str
    window: int
    begun: NodeId
    end: NodeId


@dataclass(frozen=True)
class Debrief:
    """What a class has decided.

    Parameters
    ----------
    record
        The exercise with the best try of each student as a variation; show it with `a4a.explore`.
    lines
        The variations.
    odds
        What was chosen, and what came of it when dice were rolled; see `ODDS`.
    forces
        Where forces went; see `FORCES`.
    """

    record: GameRecord
    lines: tuple[Line, ...]
    odds: pl.DataFrame
    forces: pl.DataFrame


def debrief(marks: Iterable[Marked], exercise: Exercise, *, seed: int = 0) -> Debrief:
    """Put what a class has decided side by side.

    Parameters
    ----------
    marks
        The marks of its files, by `a4a.mark`; what was refused is left out.
    exercise
        The exercise they are of.
    seed
        What the dice follow that are rolled once for each chance.

    Raises
    ------
    A4AError
        If a mark is not of this exercise.

    Examples
    --------
    >>> import a4a
    >>> from a4a.lessons.marking import marked
    >>> from a4a.lessons.told import attach
    >>> exercise = a4a.exercise("europe-1940-france")
    >>> attempt = a4a.attempt(exercise, name="Ada")
    >>> _ = attempt.finish()
    >>> attach(attempt.record, attempt.told())
    >>> found = debrief([marked(attempt.record, exercise)], exercise)
    >>> found.odds.select("name", "reached", "wanted").row(0)
    ('Ada', 0.0, 0.85)
    """
    import polars as pl

    record = exercise.fresh()
    names = _names(marks)
    lines = tuple(
        line for name, one in names.items() for line in _played(record, exercise, name, one.windows)
    )
    odds = [
        row
        for name, one in names.items()
        for tried in one.windows
        for row in _odds(name, tried, seed)
    ]
    enums = {
        "power": pl.Enum([power.name for power in record.catalog.powers]),
        "unit": pl.Enum([kind.name for kind in record.catalog.unit_types]),
        "space": pl.Enum([space.name for space in record.board.spaces]),
    }
    forces = [row for line in lines for row in _forces(record, line)]
    return Debrief(
        record,
        lines,
        pl.DataFrame(odds, schema=ODDS.polars(enums), orient="row"),
        pl.DataFrame(forces, schema=FORCES.polars(enums), orient="row"),
    )


def _names(marks: Iterable[Marked]) -> dict[str, Marked]:
    """Return marks by a name for each: the student's, or the file's; each is there once."""
    named: dict[str, Marked] = {}
    for one in marks:
        if one.refused:
            continue
        name = " ".join((one.name or PurePosixPath(one.file).stem).split())[: MOST_NAME - 20]
        tries = (name if n == 1 else f"{name} ({n})" for n in count(1))
        named[next(free for free in tries if free not in named)] = one
    return named


def _played(
    record: GameRecord, exercise: Exercise, name: str, windows: Iterable[Tried]
) -> Iterator[Line]:
    """Play the windows of a student in the record of all."""
    several = len(exercise.windows) > 1
    for tried in windows:
        if tried.best is None:
            continue
        begun = exercise.begins[tried.window]
        if not record.children(begun):  # the main line is nobody's
            record.append([Noted("what the exercise gives")], parent=begun)
        before = {ROOT, *record.steps}
        game = Attempt(exercise, record=record).given(tried.best)
        game.keep()
        line = f"{name}, part {tried.window + 1}" if several else name
        # So every line ends in a step of its own, also where somebody did the same, or went on.
        end = record.append([Noted(f"{line} decided so")], parent=game.node)
        first = min(node for node in record.way_to(end) if node not in before)
        record.do(Rename(first=first, name=line))
        record.annotate(Comment(node=end, text=f"{line}: {tried.verdict}"[:MOST_TEXT]))
        yield Line(name, tried.window + 1, begun, end)


def _odds(name: str, tried: Tried, seed: int) -> Iterator[tuple[object, ...]]:
    if tried.verdict is None or tried.verdict.finding is None:
        return
    for number, leaf in enumerate(tried.verdict.finding.leaves()):
        if leaf.reached is None:
            continue
        happened = None
        if leaf.measure == "chance":
            happened = _roll(seed, name, tried.window, number) < leaf.reached
        yield (
            name, tried.window + 1, tried.result, leaf.asked, leaf.measure, leaf.reached,
            leaf.wanted, leaf.met, happened,
        )  # fmt: skip


def _roll(seed: int, *about: object) -> float:
    """Return a number in [0, 1) that is the same whenever it is asked about the same thing."""
    found = hashlib.sha256("\0".join(map(str, (seed, *about))).encode()).digest()
    return int.from_bytes(found[:6]) / 2**48


def _forces(record: GameRecord, line: Line) -> Iterator[tuple[object, ...]]:
    moved = changes(record, at=(line.begun, line.end)).moved
    wanted = ("power", "unit", "origin", "destination", "count")
    for row in moved.select(wanted).iter_rows():
        yield (line.name, line.window, *row)
