"""What a student gets: one record with the brief, hints and questions, and none of the answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import msgspec

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId, Step
from a4a.lessons.ahead import packed, unpacked
from a4a.lessons.exercise import Exercise
from a4a.lessons.parts import copied
from a4a.lessons.plan import Data, Plan, Window
from a4a.rules import rules_of

EXERCISE: Final = "exercise"
"""The name of the attachment."""


class Handed(Data, frozen=True):
    """The public part of an exercise, as a record carries it.

    Parameters
    ----------
    plan
        What a student may see of the plan, without the windows after the first.
    later
        Those windows, packed (`a4a.lessons.ahead`).
    begins
        The nodes at which the windows begin.
    ahead
        The steps to them that are not in the record yet, packed.
    digest
        The SHA-256 of the file that the teacher has.
    """

    plan: Plan
    later: str = ""
    begins: tuple[NodeId, ...] = ()
    ahead: str = ""
    digest: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""


def handout(exercise: Exercise, *, feedback: bool = True) -> GameRecord:
    """Return what a student gets of an exercise, as a record to save as one `.a4a` file.

    It has the way to where the exercise begins, and carries brief, hints and questions; the
    author's line, rubrics, answers and debrief are not in it, nor scripts: what they cause is on
    the ways to later windows. Those, which may show how the author goes on, are put in once the
    windows are gone to; the file carries them until then where no view shows them, as it does what
    is asked in these windows, but not encrypted.

    Parameters
    ----------
    exercise
        The exercise.
    feedback
        Whether the goals go along, so that the student hears a verdict and may try again; without
        them only the teacher's file can judge.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.handout(a4a.exercise("europe-1940-france"))
    >>> a4a.attempt(record).window.ghost
    ()
    """
    way = frozenset(exercise.record.way_to(exercise.origin))
    record = copied(exercise.record, way)
    plan = exercise.plan.public(feedback=feedback)
    handed = Handed(
        plan=msgspec.structs.replace(plan, windows=plan.windows[:1]),
        later=packed(plan.windows[1:]),
        begins=exercise.begins,
        ahead=packed(s for s in exercise.record.steps.values() if s.id not in way),
        digest=exercise.digest,
    )
    record.attach(EXERCISE, msgspec.json.encode(handed, order="deterministic").decode())
    return record


def exercise_in(record: GameRecord, *, rules: str | Path | None = None) -> Exercise:
    """Return the exercise that a record carries.

    Parameters
    ----------
    record
        What was handed out, whatever has been played in it.
    rules
        The folder of the mod it is played by.

    Raises
    ------
    A4AError
        If it carries none, several, or one that is damaged or does not fit it.
    """
    handed = handed_in(record)
    whole = copied(record, record.steps)
    ahead = unpacked(handed.ahead, tuple[Step, ...])
    if missing := [step for step in ahead if record.steps.get(step.id) != step]:
        whole.put_back(missing)
    start = handed.plan.start.node
    ways = {node for end in (start, *handed.begins) for node in whole.way_to(end)}
    return Exercise(
        handed.plan,
        rules_of(record, rules=rules),
        copied(whole, ways),
        handed.begins,
        handed.digest,
    )


def handed_in(record: GameRecord) -> Handed:
    """Return the public part of the exercise that a record carries, with all windows.

    It is only read. What was handed out before windows were packed has them all in its plan.

    Raises
    ------
    A4AError
        If it carries none, several, or one that is damaged.

    Examples
    --------
    >>> import a4a
    >>> handed_in(a4a.handout(a4a.exercise("europe-1940-france"))).plan.title
    'Paris in one blow'
    """
    texts = record.attached(EXERCISE)
    if len(texts) != 1:
        what = "several exercises" if texts else "no exercise"
        raise A4AError(f"this record carries {what}; a4a.handout makes one that carries one")
    try:
        handed = msgspec.json.decode(texts[0], type=Handed)
    except (msgspec.MsgspecError, RecursionError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else str(error)[:300]
        raise A4AError(f"the exercise in the file is damaged: {said}") from None
    windows = (*handed.plan.windows, *unpacked(handed.later, tuple[Window, ...]))
    if len(handed.begins) != len(windows):
        raise A4AError("the exercise in the file is damaged: a window has no beginning")
    plan = msgspec.structs.replace(handed.plan, windows=windows)
    return msgspec.structs.replace(handed, plan=plan, later="")
