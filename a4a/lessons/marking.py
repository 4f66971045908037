"""Marking: the files that students hand in, judged by the exercise that the teacher has.

Nothing that a file says of itself is believed: its start is compared with the exercise's, and its
orders are given again. Whatever dice somebody has written into it, nothing is judged by them.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import Step
from a4a.lessons.ahead import unpacked
from a4a.lessons.attempt import Attempt
from a4a.lessons.exercise import Exercise
from a4a.lessons.handout import handed_in
from a4a.lessons.predicate import Finding
from a4a.lessons.reading import exercise as opened
from a4a.lessons.told import Played, Told, told_in
from a4a.lessons.verdict import Result, Verdict
from a4a.store.reader import loads

MAX_BYTES: Final = 16 * 2**20
"""Most bytes of a file that is handed in."""
MAX_FILES: Final = 500
"""Most files that are marked at once."""
MAX_ORDERS: Final = 2_000
"""Most orders of all tries of a file."""
SECONDS: Final = 30.0
"""How long a file may take."""
MIN_WORDS: Final = 8
"""How many words two answers have at least, to be flagged if they are the same."""

Mark: TypeAlias = Result | Literal["refused"]
"""What is said of a file, or of a window: refused if it cannot be judged."""
_BETTER: Final[tuple[Result, ...]] = ("failed", "not yet", "passed")


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """What a student has done with a window.

    Parameters
    ----------
    window
        Its number, from 0.
    tries
        How often it was played to its end.
    hints
        How many hints were asked for.
    best
        The try that counts: the best, and of equally good ones the last. None if there is none.
    verdict
        What is judged of that.
    """

    window: int
    tries: int
    hints: int
    best: Played | None = None
    verdict: Verdict | None = None

    @property
    def result(self) -> Result:
        """What is said of the window."""
        return "not yet" if self.verdict is None else self.verdict.result


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """What is said of one file.

    Parameters
    ----------
    file
        Its path within the folder.
    name
        Whose it is, as the file says.
    windows
        What was done with each window.
    answers
        What was answered, by the ids of questions.
    asked
        What is judged of each answer, by the ids of questions.
    refused
        Why it cannot be judged, or "".
    same
        The files that say the same.
    """

    file: str
    name: str = ""
    windows: tuple[Tried, ...] = ()
    answers: dict[str, str | float | tuple[str, ...]] = {}
    asked: dict[str, Finding] = {}
    refused: str = ""
    same: tuple[str, ...] = ()

    @property
    def result(self) -> Mark:
        """What is said of the file: passed if all of it is, failed if something has."""
        if self.refused:
            return "refused"
        judged: list[bool | None] = [finding.met for finding in self.asked.values()]
        judged += [{"passed": True, "failed": False}.get(one.result) for one in self.windows]
        return "failed" if False in judged else "not yet" if None in judged else "passed"


def mark(
    folder: str | PathLike[str], exercise: Exercise | str | PathLike[str] | None = None
) -> tuple[Marked, ...]:
    """Mark what students have handed in.

    Parameters
    ----------
    folder
        Where their `.a4a` files are, in folders of their own or not. Nothing else is read, and no
        link is followed.
    exercise
        The exercise, as `a4a.exercise` takes it; if not given, the one whose TOML file lies in the
        folder.

    Returns
    -------
    tuple of Marked
        One for each file, in the order of their names. A file that is damaged, altered or too
        long is refused, and says why; the others are marked.

    Raises
    ------
    A4AError
        If there is no such folder, nothing in it to mark, or no such exercise.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise A4AError(f"{folder}: no such folder; give the folder of the files to mark")
    if not isinstance(exercise, Exercise):
        exercise = opened(folder if exercise is None else exercise)
    files = list(_files(folder))
    if not files:
        raise A4AError(f"{folder}: there is no .a4a file in it to mark")
    if len(files) > MAX_FILES:
        raise A4AError(f"{folder}: {len(files)} files; mark {MAX_FILES} at a time at most")
    marked = [_marked(file, folder, exercise) for file in sorted(files)]
    return tuple(_compared(marked))


def marked(record: GameRecord, exercise: Exercise, *, file: str = "") -> Marked:
    """Mark one record that was handed in.

    Parameters
    ----------
    record
        What was handed in.
    exercise
        The exercise, as the teacher has it.
    file
        What the mark calls it.

    Raises
    ------
    A4AError
        If it is of another exercise, was altered, or takes too long.

    Examples
    --------
    >>> import a4a
    >>> from a4a.lessons.told import attach
    >>> exercise = a4a.exercise("europe-1940-france")
    >>> attempt = a4a.attempt(a4a.handout(exercise), name="Ada")
    >>> _ = attempt.finish()
    >>> attach(attempt.record, attempt.told())
    >>> marked(attempt.record, exercise).result
    'failed'
    """
    told = _told(record, exercise)
    until = time.monotonic() + SECONDS
    windows = tuple(
        _tried(exercise, told, number, until) for number in range(len(exercise.windows))
    )
    last = next((one.best for one in reversed(windows) if one.best), None)
    attempt = _again(exercise, told, last)
    moment = attempt.moment()
    return Marked(
        file=file,
        name=told.name,
        windows=windows,
        answers=dict(attempt.answers),
        asked={question.id: question.judge(moment) for question in attempt.questions},
    )


def _files(folder: Path) -> Iterator[Path]:
    """Find the files that were handed in; links are not followed."""
    for where, folders, names in os.walk(folder, followlinks=False):
        folders.sort()
        for name in names:
            file = Path(where, name)
            if file.suffix.lower() == ".a4a" and not file.is_symlink() and file.is_file():
                yield file


def _marked(file: Path, folder: Path, exercise: Exercise) -> Marked:
    """Mark a file, or say why it is refused."""
    name = file.relative_to(folder).as_posix()
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise A4AError(f"more than {MAX_BYTES} bytes")
        return marked(loads(data, name=file.name), exercise, file=name)
    except OSError as error:
        return Marked(file=name, refused=str(error.strerror or error))
    except A4AError as error:
        return Marked(file=name, refused=str(error))


def _told(record: GameRecord, exercise: Exercise) -> Told:
    """Return what a record tells of an attempt, once it has been found to begin as it should."""
    tells = told_in(record)
    if len(tells) != 1:
        what = "several attempts" if tells else "no attempt"
        raise A4AError(f"it tells of {what}; one that a student has saved is wanted")
    told = tells[0]
    if told.exercise != exercise.id:
        raise A4AError(f"it is an attempt at {told.exercise!r}, not at {exercise.id!r}")
    if {told.digest, handed_in(record).digest} != {exercise.digest}:
        raise A4AError("it was handed out from another version of the exercise")
    if not _begins_alike(record, exercise.record):
        raise A4AError("its start was altered: it is not the one that was handed out")
    if (number := sum(len(one.orders) for one in told.tries)) > MAX_ORDERS:
        raise A4AError(f"it has {number} orders; {MAX_ORDERS} are marked at most")
    return told


def _begins_alike(record: GameRecord, given: GameRecord) -> bool:
    """Whether a record has, or carries, the start of the given one, and the ways to its windows."""
    theirs, ours = record.header, given.header
    ahead = unpacked(handed_in(record).ahead, tuple[Step, ...])
    steps = {step.id: step for step in ahead} | dict(record.steps)
    return (
        (theirs.system, theirs.options) == (ours.system, ours.options)
        and (record.board, record.catalog) == (given.board, given.catalog)
        and record.start == given.start
        and all(steps.get(node) == step for node, step in given.steps.items())
    )


def _tried(exercise: Exercise, told: Told, window: int, until: float) -> Tried:
    """Judge the tries of a window, and keep the best."""
    tries = [one for one in told.tries if one.window == window and one.closing is not None]
    most = exercise.windows[window].budget.tries
    if most and len(tries) > most:
        raise A4AError(f"part {window + 1}: {len(tries)} tries, where {most} may be made")
    best: Played | None = None
    verdict: Verdict | None = None
    for number, one in enumerate(tries):
        if time.monotonic() > until:
            raise A4AError(f"it takes more than {SECONDS:.0f} seconds to mark")
        try:
            found = _again(exercise, told, one).verdict()
        except A4AError as error:
            raise A4AError(f"part {window + 1}, try {number + 1}: {error}") from None
        if verdict is None or _BETTER.index(found.result) >= _BETTER.index(verdict.result):
            best, verdict = one, found
    return Tried(
        window=window,
        tries=len(tries),
        hints=told.hints[window] if window < len(told.hints) else 0,
        best=best,
        verdict=verdict,
    )


def _again(exercise: Exercise, told: Told, one: Played | None) -> Attempt:
    """Give the orders of a try again, in the teacher's exercise."""
    attempt = Attempt(exercise, name=told.name)
    attempt.take_up(msgspec.structs.replace(told, tries=() if one is None else (one,)))
    return attempt


# --- who says the same --------------------------------------------------------------------------


def _compared(marks: list[Marked]) -> Iterator[Marked]:
    """Say of each file which others say the same as it does: orders, or what is written."""
    alike: dict[object, list[str]] = defaultdict(list)
    for one in marks:
        for key in _said(one):
            alike[key].append(one.file)
    for one in marks:
        others = {file for key in _said(one) for file in alike[key]} - {one.file}
        yield msgspec.structs.replace(one, same=tuple(sorted(others)))


def _said(one: Marked) -> Iterator[object]:
    """What would hardly be the same twice: the orders of all windows, and longer prose."""
    orders = tuple(
        tuple(sorted(msgspec.json.encode(order, order="deterministic") for order in best.orders))
        for best in (tried.best for tried in one.windows)
        if best is not None
    )
    if any(orders):
        yield "orders", orders
    for name, answer in one.answers.items():
        words = answer.casefold().split() if isinstance(answer, str) else ()
        if len(words) >= MIN_WORDS:
            yield "prose", name, tuple(words)
