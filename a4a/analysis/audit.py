"""The audit of a recorded game: where what was played and the rules part."""

from __future__ import annotations

import sys
from collections.abc import Callable

import msgspec
import polars as pl

from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.frames.schema import Column, FrameSchema
from a4a.rules import rules_of
from a4a.rules.judgement import Judgement, Topic

FINDINGS = FrameSchema(
    "findings",
    "A row a finding, in the order of play.",
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
    "A row a topic that was judged.",
    (
        Column("topic", "String", "What was judged"),
        Column("judged", "Int32", "How many of them"),
        Column("findings", "Int32", "How many findings they gave"),
        Column("agree", "Float64", "The share of them without a finding, 0 to 1"),
    ),
)
"""The schema of the frame of what was judged."""

Progress = Callable[[int, int], None]
"""Told how many steps have been judged, and of how many."""


class Report(msgspec.Struct, frozen=True):
    """What an audit found, and how much it looked at.

    Parameters
    ----------
    findings
        Where the game and the rules part; schema ``FINDINGS``.
    judged
        How many moves, purchases and so on were judged; schema ``JUDGED``.
    """

    findings: pl.DataFrame
    judged: pl.DataFrame


def audit(
    record: GameRecord, *, line: str = "main", progress: Progress | None = None
) -> pl.DataFrame:
    """Judge a recorded game by its rules, step by step.

    Moves, purchases, placements, battles and income go through the rules. The record is the
    truth: a finding stops nothing, and each step is judged from the position recorded before it.

    Parameters
    ----------
    record
        The game; its system must be one that can be played (``"europe1940"``, ``"global1940"``).
    line
        Which line of it.
    progress
        Called now and then with the steps judged so far and their number.

    Returns
    -------
    polars.DataFrame
        A row a finding; schema ``FINDINGS``. An empty frame means that rules and record agree.

    Raises
    ------
    A4AError
        If the record's system cannot be played, its board is another, or there is no such line.

    Examples
    --------
    >>> import a4a
    >>> audit(a4a.start("global1940")).height
    0
    """
    return report(record, line=line, progress=progress).findings


def report(record: GameRecord, *, line: str = "main", progress: Progress | None = None) -> Report:
    """Judge a recorded game as `audit` does; return also how much was judged.

    Parameters
    ----------
    record, line, progress
        As for `audit`.

    Raises
    ------
    A4AError
        As for `audit`.
    """
    header = record.header
    judge = rules_of(record).judge(header.options, header.source.program)
    nodes = record.line(line)
    found: list[tuple[NodeId, Judgement]] = []
    before = record.state_at(nodes[0])
    for number, (node, after) in enumerate(record.states(nodes)):
        step = record.steps.get(node)
        if step is not None:
            found += [(j.node or node, j) for j in judge.judge(before, step, after)]
        before = after
        if progress is not None:
            progress(number + 1, len(nodes))
    found += [(j.node or nodes[-1], j) for j in judge.close()]
    place = {node: number for number, node in enumerate(nodes)}
    found.sort(key=lambda pair: place[pair[0]])
    findings = _findings(record, found)
    return Report(findings, _judged(judge.judged, findings))


def show_progress(done: int, steps: int) -> None:
    """Draw a progress bar on the error stream, where it is a terminal."""
    if not sys.stderr.isatty() or (done % 50 and done < steps):
        return
    filled = 30 * done // max(steps, 1)
    end = "\n" if done == steps else ""
    bar = "#" * filled + "." * (30 - filled)
    sys.stderr.write(f"\r[{bar}] {done} of {steps} steps{end}")
    sys.stderr.flush()


def _findings(record: GameRecord, found: list[tuple[NodeId, Judgement]]) -> pl.DataFrame:
    enums = {
        "power": pl.Enum([p.name for p in record.catalog.powers]),
        "space": pl.Enum([s.name for s in record.board.spaces]),
    }
    book = _sections(record) if found else {}
    rows = []
    for node, judgement in found:
        time = record.time(node)
        rows.append(
            (
                node, time.round, judgement.power or None, time.phase, judgement.topic,
                judgement.severity, judgement.rule or None, book.get(judgement.rule),
                judgement.spaces[-1] if judgement.spaces else None, judgement.what,
                judgement.says, judgement.difference, judgement.cites or None,
            )
        )  # fmt: skip
    return pl.DataFrame(rows, schema=FINDINGS.polars(enums), orient="row")


def _sections(record: GameRecord) -> dict[str, str]:
    from a4a.rules.systems import book

    return {rule.id: rule.section for rule in book(record.header.system)}


def _judged(counted: dict[Topic, int], findings: pl.DataFrame) -> pl.DataFrame:
    rows = []
    for topic, number in counted.items():
        wrong = findings.filter(pl.col("topic") == topic).height
        rows.append((topic, number, wrong, max(0.0, 1 - wrong / number) if number else 1.0))
    return pl.DataFrame(rows, schema=JUDGED.polars({}), orient="row")
