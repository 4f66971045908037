"""Goals of an exercise being made: what they find of the author's line, and their numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, get_args

import msgspec

from a4a.core.errors import A4AError
from a4a.lessons.checking import leaves_of
from a4a.lessons.goals import Goal
from a4a.lessons.moment import Moment
from a4a.lessons.predicate import Finding
from a4a.lessons.questions import Question
from a4a.lessons.scene import Scene
from a4a.lessons.written import Answered, Written

NUMBERS: Final = ("chance", "most", "least")
"""Fields of goals that are numbers to be reached or kept to."""


class Measured(NamedTuple):
    """What a goal finds.

    Parameters
    ----------
    line, idle
        What it finds of the author's line, and of deciding nothing; None where that is not known.
    fault
        Why it is not known, or "".
    """

    line: Finding | None
    idle: Finding | None
    fault: str = ""


def measured(scene: Scene, goal: Goal, *, questions: tuple[Question, ...] = ()) -> Measured:
    """Return what a goal finds of the author's line, and of deciding nothing.

    Parameters
    ----------
    scene
        Where the window begins, and the author's line.
    goal
        The goal.
    questions
        The questions of the exercise, which some goals are about; nobody has answered them yet.

    Examples
    --------
    >>> import a4a
    >>> from a4a.lessons.attacks import Committed
    >>> record = a4a.game("war_in_europe_1939_1941")
    >>> scene = Scene(record, a4a.rules.rules_of(record), 23)
    >>> measured(scene, Committed(most=20)).line.met
    True
    """
    line, idle = scene.line, scene.idle
    try:
        of_line, of_idle = (judged(goal, one.moment, questions) for one in (line, idle))
        return Measured(of_line, of_idle, line.fault)
    except A4AError as error:
        return Measured(None, None, str(error))


def judged(
    goal: Goal, moment: Moment | None, questions: tuple[Question, ...] = ()
) -> Finding | None:
    """Return what a goal finds of a moment; None where there is none."""
    if moment is None:
        return None
    asks = any(isinstance(leaf, Answered | Written) for leaf in leaves_of(goal))
    return goal.judge(replace(moment, questions=questions) if asks else moment)


def proposed(scene: Scene, told: Mapping[str, Any]) -> Goal:
    """Return a goal given without its number: that is what the author's line reaches, rounded.

    Parameters
    ----------
    scene
        Where its window begins, and the author's line.
    told
        Its fields: ``{"goal": "takes", "space": "France"}``.

    Raises
    ------
    A4AError
        If there is no such goal, or it names what the game does not have.
    """
    number = _number(str(told.get("goal")))
    goal: Goal = _converted({**told, **({number: 0} if number else {})}, Goal)
    goal.check(scene.record)
    found = measured(scene, goal)
    reached = None if found.line is None else found.line.reached
    if not number or reached is None:
        return _with(goal, number, 0.5) if number == "chance" else goal
    if number == "chance":
        return _with(goal, number, math.floor(reached * 20) / 20)
    return _with(goal, number, math.ceil(reached) if number == "most" else math.floor(reached))


def with_number(goal: Goal, value: float) -> Goal:
    """Return a goal with another number to be reached; A4AError if it cannot be that."""
    number = number_of(goal)
    if not number:
        raise A4AError(f"{goal.name}: it has no number")
    table: dict[str, Any] = msgspec.to_builtins(goal)
    whole = int(value) if float(value).is_integer() else value
    found: Goal = _converted({**table, number: whole}, Goal)
    return found


def number_of(goal: Goal) -> str:
    """Return which field of a goal is the number to be reached, or ""."""
    return _number(goal.name)


def _number(name: str) -> str:
    kinds = {str(kind.__struct_config__.tag): kind for kind in get_args(Goal)}
    if name not in kinds:
        raise A4AError(f"there is no goal {name[:80]!r}")
    return next((field for field in NUMBERS if field in kinds[name].__struct_fields__), "")


def _with(goal: Goal, field: str, value: float) -> Goal:
    return msgspec.structs.replace(goal, **{field: value})


def _converted(table: Mapping[str, Any], kind: Any) -> Any:
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise A4AError(f"the goal is not understood: {error}") from None
