"""The audit of a recorded game: where it departs from the rules."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Literal, get_args

import msgspec
import polars as pl

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.frames.schema import Column, FrameSchema
from a4a.rules import rules_of
from a4a.rules.judgement import Judgement, Topic
from a4a.rules.replaying import ReplayJudge
from a4a.rules.ruleset import Ruleset
from a4a.rules.systems import book

FINDINGS = FrameSchema(
    "findings",
    "One row for each finding, in the order of play.",
    (
        Column("node", "Int32", "The step it is about"),
        Column("round", "Int32", "Its round"),
        Column("power", "power", "Who did it", nulls="where the program itself did"),
        Column("phase", "String", "The phase it was done in"),
        Column("topic", "String", 'What was judged: "move", "purchase", "casualty" ...'),
        Column("severity", "String", '"illegal", "dubious", "engine option" or "unknown"'),
        Column("rule", "String", "Id of the rule", nulls="where what was done makes no sense"),
        Column("section", "String", "Where the rulebook says it", nulls="without a rule"),
        Column("space", "space", "Where", nulls="where it is about no one space"),
        Column("what", "String", "What was done"),
        Column("says", "String", "What the rule says of it"),
        Column(
            "difference", "Int32", "What the power has more than the rules give it", "money",
            nulls="where no money is at stake",
        ),
        Column("cites", "String", "The ruling or deviation that explains it", nulls="for none"),
    ),
)  # fmt: skip
"""The schema of the frame of findings."""

JUDGED = FrameSchema(
    "judged",
    "One row for each topic that was judged.",
    (
        Column("topic", "String", "What was judged"),
        Column("judged", "Int32", "How many of them"),
        Column("findings", "Int32", "How many findings they gave"),
        Column("illegal", "Int32", "How many of these say that a rule was broken for sure"),
        Column("agree", "Float64", "The share of them without a finding, 0 to 1"),
        Column("lawful", "Float64", "The share of them without an illegal one, 0 to 1"),
    ),
)
"""The schema of the frame of what was judged."""

Progress = Callable[[int, int], None]
"""Called with the number of steps judged so far, and of all steps."""


class Report(msgspec.Struct, frozen=True):
    """What an audit found, and how much it looked at.

    Parameters
    ----------
    findings
        Where the game departs from the rules; schema ``FINDINGS``.
    judged
        How many moves, purchases and so on were judged; schema ``JUDGED``.
    """

    findings: pl.DataFrame
    judged: pl.DataFrame

    @property
    def agree(self) -> float:
        """The share of everything judged that has no finding, 0 to 1."""
        return self._share("findings")

    @property
    def lawful(self) -> float:
        """The share of everything judged that has no finding called "illegal", 0 to 1."""
        return self._share("illegal")

    def _share(self, found: str) -> float:
        return _share(int(self.judged[found].sum()), int(self.judged["judged"].sum()))


def _share(found: int, judged: int) -> float:
    """The share of things judged that have no finding; one thing can have several findings."""
    return max(0.0, 1 - found / judged) if judged else 1.0


_PATIENCE = 3.0
"""Seconds after which the progress is shown."""
_WIDE = 30


class ProgressBar:
    """A progress bar of text for judging a long game, in a terminal or a notebook.

    It appears only after some seconds, and disappears when all is done.
    """

    def __init__(self) -> None:
        notebook = type(sys.stdout).__module__.startswith("ipykernel")
        self._stream = sys.stdout if notebook else sys.stderr  # notebooks show stderr in red
        self._watched = notebook or self._stream.isatty()
        self._due = time.monotonic() + _PATIENCE
        self._drawn = ""

    def __call__(self, done: int, steps: int) -> None:
        """Draw the progress so far; at the end, erase it."""
        if not self._watched or (done < steps and time.monotonic() < self._due):
            return
        if done < steps:
            filled = _WIDE * done // steps
            bar = f"[{'#' * filled}{'.' * (_WIDE - filled)}] {done} of {steps} steps judged"
            self._stream.write(f"\r{bar}")
            self._drawn = bar
            self._due = time.monotonic() + 0.1
        elif self._drawn:
            self._stream.write(f"\r{' ' * len(self._drawn)}\r")
        self._stream.flush()


def audit(
    record: GameRecord,
    *,
    line: str = "main",
    rules: str | Path | None = None,
    progress: Progress | Literal["bar"] | None = "bar",
) -> pl.DataFrame:
    """Judge a recorded game by its rules, step by step.

    Moves, purchases, placements, battles and income go through the rules. The record is the
    truth: a finding stops nothing, and each step is judged from the position recorded before it.

    Parameters
    ----------
    record
        The game; its system must be one that can be played (``"europe1940"``, ``"global1940"``).
    line
        The line: "main", or the name of a variation, which is judged from the start of the game on.
    rules
        The folder of the mod it is played by; None for a system that comes with a4a.
    progress
        Called with the steps judged so far and their number. "bar" draws a bar in terminals and
        notebooks if it takes some seconds; None draws nothing.

    Returns
    -------
    polars.DataFrame
        One row for each finding; schema ``FINDINGS``. An empty frame means that rules and
        record agree.

    Raises
    ------
    A4AError
        If `record` is not a record, its system cannot be played, its board, powers or unit types
        are not the system's, or there is no such line.

    Examples
    --------
    >>> import a4a
    >>> audit(a4a.start("global1940")).height
    0
    """
    return report(record, line=line, rules=rules, progress=progress).findings


def report(
    record: GameRecord,
    *,
    line: str = "main",
    rules: str | Path | None = None,
    progress: Progress | Literal["bar"] | None = "bar",
) -> Report:
    """Judge a recorded game as `audit` does; return also how much was judged.

    Parameters
    ----------
    record, line, rules, progress
        As for `audit`.

    Raises
    ------
    A4AError
        As for `audit`.

    Examples
    --------
    >>> import a4a
    >>> report(a4a.start("global1940")).judged.height  # nobody has done anything yet
    0
    """
    if not isinstance(record, GameRecord):
        raise A4AError(f"give a record, as a4a.open returns it, not a {type(record).__name__}")
    ruleset = rules_of(record, rules=rules)
    _check_catalog(record, ruleset)
    header = record.header
    judge = ruleset.judge(header.options, header.source.program) or ReplayJudge(ruleset)
    nodes = record.way_to(record.line(line)[-1])
    tell = ProgressBar() if progress == "bar" else progress
    found: list[tuple[NodeId, Judgement]] = []
    before = record.state_at(nodes[0])
    for number, (node, after) in enumerate(record.states(nodes)):
        step = record.steps.get(node)
        if step is not None:
            found += [(j.node or node, j) for j in judge.judge(before, step, after)]
        before = after
        if tell is not None:
            tell(number + 1, len(nodes))
    found += [(j.node or nodes[-1], j) for j in judge.close()]
    place = {node: number for number, node in enumerate(nodes)}
    found.sort(key=lambda pair: place[pair[0]])
    system: str | Path = record.header.system if rules is None else Path(rules)
    sections = {rule.id: rule.section for rule in book(system)} if found else {}
    findings = findings_frame(record, found, sections)
    return Report(findings, _judged(judge.judged, findings))


def _check_catalog(record: GameRecord, rules: Ruleset) -> None:
    """Refuse a record with powers or unit types that the rules do not know."""
    known = rules.start().catalog
    for what, names, others in [
        ("power", record.catalog.power_order, known.power_order),
        ("unit type", record.catalog.type_order, known.type_order),
    ]:
        strange = next((name for name in names if name not in others), None)
        if strange is not None:
            raise A4AError(
                f"this game has a {what} {strange!r}, which the rules of {record.header.system} "
                f"do not know; they know {', '.join(others)}"
            )


def findings_frame(
    record: GameRecord, found: Iterable[tuple[NodeId, Judgement]], sections: Mapping[str, str]
) -> pl.DataFrame:
    """Return judgements of a record's nodes as a frame; schema ``FINDINGS``.

    Parameters
    ----------
    record
        The record.
    found
        The judgements, each with its node.
    sections
        Where the rulebook says its rules, by id.
    """
    enums = {
        "power": pl.Enum([p.name for p in record.catalog.powers]),
        "space": pl.Enum([s.name for s in record.board.spaces]),
    }
    rows = []
    for node, judgement in found:
        when = record.time(node)
        rows.append(
            (
                node, when.round, judgement.power or None, when.phase, judgement.topic,
                judgement.severity, judgement.rule or None, sections.get(judgement.rule),
                judgement.spaces[-1] if judgement.spaces else None, judgement.what,
                judgement.says, judgement.difference, judgement.cites or None,
            )
        )  # fmt: skip
    return pl.DataFrame(rows, schema=FINDINGS.polars(enums), orient="row")


def _judged(counted: Mapping[Topic, int], findings: pl.DataFrame) -> pl.DataFrame:
    rows = []
    for topic in get_args(Topic):
        if number := counted.get(topic, 0):
            severities = findings.filter(pl.col("topic") == topic)["severity"]
            found, illegal = len(severities), int((severities == "illegal").sum())
            shares = _share(found, number), _share(illegal, number)
            rows.append((topic, number, found, illegal, *shares))
    return pl.DataFrame(rows, schema=JUDGED.polars({}), orient="row")
