"""The sheet of marks: a row for each file, as a frame and as CSV."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from a4a.core.controls import visible
from a4a.lessons.exercise import Exercise
from a4a.lessons.marking import Marked, Tried
from a4a.lessons.predicate import Finding
from a4a.lessons.questions import Prose
from a4a.store.writing import writing

if TYPE_CHECKING:
    import polars as pl

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def marksheet(marks: Iterable[Marked], exercise: Exercise) -> pl.DataFrame:
    """Return marks as a frame of text: a row for each file.

    Parameters
    ----------
    marks
        The marks.
    exercise
        The exercise they are of.

    Returns
    -------
    polars.DataFrame
        Columns `file`, `name`, `result`; for each window `1`, `1 tries`, `1 hints`, `1 why`; for
        each question its id with the answer, and `ID right` ("yes", "no", "read it"), and for prose
        an empty column for each point of its rubric; `same as`, `refused because`.
    """
    import polars as pl

    rows = [_row(one, exercise) for one in marks]
    names = list(rows[0]) if rows else list(_row(Marked(file=""), exercise))
    return pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String))


def write_marks(marks: Iterable[Marked], exercise: Exercise, path: Path) -> None:
    """Write marks as CSV, whole or not at all; no cell is taken for a formula.

    Raises
    ------
    A4AError
        If it cannot be written there.
    """
    import polars as pl

    sheet = marksheet(marks, exercise).select(
        pl.all().map_elements(cell, return_dtype=pl.String, skip_nulls=True)
    )
    with writing(path) as file:
        file.write(b"\xef\xbb\xbf")  # spreadsheets take it for UTF-8 then
        file.write(sheet.rename(cell).write_csv().encode())


def cell(text: str) -> str:
    """Return text as a cell that spreadsheets show and do not compute.

    Examples
    --------
    >>> cell("=HYPERLINK(1)"), cell("-5"), cell("Ada")
    ("'=HYPERLINK(1)", "'-5", 'Ada')
    """
    shown = visible(text)
    return f"'{shown}" if shown.lstrip().startswith(_FORMULA) else shown


def _row(one: Marked, exercise: Exercise) -> dict[str, str | None]:
    row: dict[str, str | None] = {"file": one.file, "name": one.name, "result": one.result}
    for number in range(len(exercise.windows)):
        row |= _window(str(number + 1), next((w for w in one.windows if w.window == number), None))
    for question in exercise.plan.questions:
        answer = one.answers.get(question.id)
        row[question.id] = None if answer is None else _said(answer)
        row[f"{question.id} right"] = _right(one.asked.get(question.id))
        if isinstance(question, Prose):
            for criterion in question.rubric:
                row[f"{question.id}: {criterion.text} (of {criterion.points})"] = None
    row["same as"] = ", ".join(one.same) or None
    row["refused because"] = one.refused or None
    return row


def _window(head: str, tried: Tried | None) -> dict[str, str | None]:
    names = (head, f"{head} tries", f"{head} hints", f"{head} why")
    if tried is None:
        return dict.fromkeys(names)
    verdict = tried.verdict
    why = "; ".join(verdict.lines) if verdict else "it was not played to its end"
    said = (tried.result, str(tried.tries), str(tried.hints), why)
    return dict(zip(names, said, strict=True))


def _said(answer: str | float | tuple[str, ...]) -> str:
    if isinstance(answer, tuple | list):
        return " > ".join(answer)
    return f"{answer:g}" if isinstance(answer, float | int) else answer


def _right(finding: Finding | None) -> str | None:
    if finding is None:
        return None
    return {True: "yes", False: "no", None: "read it"}[finding.met]
