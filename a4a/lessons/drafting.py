"""A draft: an exercise being made from a node of a record, and what it still lacks."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args

import msgspec

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.lessons.exercise import Exercise, opened
from a4a.lessons.goals import All, Goal
from a4a.lessons.goals import Any as AnyOf
from a4a.lessons.moment import Moment
from a4a.lessons.parts import copied
from a4a.lessons.plan import Deviation, Plan, Start
from a4a.lessons.predicate import Finding
from a4a.lessons.questions import Question
from a4a.lessons.reading import FILE, plan_of
from a4a.lessons.scene import Scene
from a4a.lessons.writing import toml_of
from a4a.rules import rules_of
from a4a.rules.ruleset import Ruleset
from a4a.store.format import digest_of
from a4a.store.writer import dumps
from a4a.store.writing import writing

Join = Literal["all", "any"]
"""Whether all goals have to be reached, or one."""

NUMBERS: Final = ("chance", "most", "least")
"""Fields of goals that are numbers to be reached or kept to."""


@dataclass(frozen=True, kw_only=True)
class Draft:
    """An exercise being made: one decision, from a node of a record.

    Parameters
    ----------
    scene
        Where it begins, and the author's line.
    title, brief
        What it is called, and what is to be done.
    goals
        What is to be reached.
    join
        Whether "all" of them, or "any".
    hints, deviations, questions
        As in a window and a plan.

    See Also
    --------
    draft : makes one.
    """

    scene: Scene
    title: str = ""
    brief: str = ""
    goals: tuple[Goal, ...] = ()
    join: Join = "all"
    hints: tuple[str, ...] = ()
    deviations: tuple[Deviation, ...] = ()
    questions: tuple[Question, ...] = ()

    @property
    def goal(self) -> Goal | None:
        """The goals as one."""
        if len(self.goals) < 2:
            return next(iter(self.goals), None)
        return All(goals=self.goals) if self.join == "all" else AnyOf(goals=self.goals)

    def plan(self, name: str, *, record: str = "game.a4a", sha256: str = "") -> Plan:
        """Return the plan, with the name of its record and the hash of that."""
        window = msgspec.structs.replace(
            self.scene.window(),
            goal=self.goal,
            hints=self.hints,
            deviations=self.deviations,
            ghost=self.scene.line.orders,
        )
        return Plan(
            id=name,
            title=self.title.strip(),
            brief=self.brief.strip() and f"{self.brief.strip()}\n",
            start=Start(record=record, sha256=sha256, node=self.scene.node),
            windows=(window,) if self.goals else (),
            questions=self.questions,
        )

    def exercise(self) -> Exercise:
        """Return the exercise as it stands; A4AError if it names what is not there."""
        return opened(self.plan("draft"), self.scene.record, rules=self.scene.rules)


def draft(
    record: GameRecord,
    node: NodeId = ROOT,
    *,
    end: NodeId | None = None,
    rules: Ruleset | None = None,
) -> Draft:
    """Begin an exercise at a node of a record; the line that follows is the author's.

    Parameters
    ----------
    record
        The record.
    node
        Where the exercise begins.
    end
        A node of the author's line; the line that follows if None.
    rules
        The rules it is played by; those the record names if None.

    Raises
    ------
    A4AError
        If there is no such node, or the record cannot be played on.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.game("war_in_europe_1939_1941")
    >>> made = draft(record, 23)
    >>> [item.text for item in missing(made) if item.needed and not item.done]
    ['It has a title', 'It has a goal or a question']
    """
    record.state_at(node)
    return Draft(scene=Scene(record, rules or rules_of(record), node, end))


# --- goals --------------------------------------------------------------------------------------


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


def measured(made: Draft, goal: Goal) -> Measured:
    """Return what a goal finds of the author's line, and of deciding nothing."""
    line, idle = made.scene.line, made.scene.idle
    try:
        return Measured(_judged(goal, line.moment), _judged(goal, idle.moment), line.fault)
    except A4AError as error:
        return Measured(None, None, str(error))


def _judged(goal: Goal, moment: Moment | None) -> Finding | None:
    return None if moment is None else goal.judge(moment)


def proposed(made: Draft, told: Mapping[str, Any]) -> Goal:
    """Return a goal of which all but the number is told: what the author's line reaches, rounded.

    Parameters
    ----------
    made
        The draft it is for.
    told
        Its fields: ``{"goal": "takes", "space": "France"}``.

    Raises
    ------
    A4AError
        If there is no such goal, or it names what the game does not have.
    """
    number = _number(str(told.get("goal")))
    goal: Goal = _converted({**told, **({number: 0} if number else {})}, Goal)
    goal.check(made.scene.record)
    found = measured(made, goal)
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


# --- what is missing ----------------------------------------------------------------------------


class Item(NamedTuple):
    """A line of the checklist.

    Parameters
    ----------
    text
        What there should be.
    done
        Whether there is.
    needed
        Whether it cannot be written without.
    why
        What is found instead.
    """

    text: str
    done: bool
    needed: bool = False
    why: str = ""


def missing(made: Draft) -> tuple[Item, ...]:
    """Return the checklist of a draft: what an exercise needs, and what makes it a good one."""
    asked, line = made.scene.asked, made.scene.line
    items = [
        Item("It has a title", bool(made.title.strip()), True),
        Item("It has a brief: what is to be done", bool(made.brief.strip())),
        Item("It has a goal or a question", bool(made.goals or made.questions), True),
    ]
    if not made.goals:
        return tuple(items)
    here = made.scene.record.state_at(made.scene.node)
    ending = "" if asked else made.scene.rules.ending(here)
    whole = measured(made, made.goal) if made.goal else Measured(None, None)
    passes = whole.line is not None and whole.line.met is True
    fails = whole.idle is not None and whole.idle.met is False
    return (
        *items,
        Item("Something is decided where it begins", asked is not None, True, ending),
        Item("There is an author's line", bool(line.orders), why=line.fault),
        Item("The author's line passes", passes, why="" if passes else _why(whole)),
        Item("Deciding nothing does not pass", fails or whole.idle is None),
        Item("There is a hint", bool(made.hints)),
        Item("A typical mistake is answered", bool(made.deviations)),
        _unsaid(made),
    )


def _unsaid(made: Draft) -> Item:
    """Whether the author's own line would be told that it is a mistake."""
    found = list[str]()
    for deviation in made.deviations:
        with suppress(A4AError):
            finding = _judged(deviation.when, made.scene.line.moment)
            if finding is not None and finding.met:
                found.append(deviation.text)
    return Item("No mistake is found in the author's line", not found, why="; ".join(found))


def _why(found: Measured) -> str:
    if found.line is None:
        return found.fault
    open_leaves = [leaf for leaf in found.line.leaves() if leaf.met is not True]
    return "; ".join(f"{leaf.asked}: {leaf.said}" for leaf in open_leaves)


# --- writing it ---------------------------------------------------------------------------------

_OURS: Final = re.compile("game-[0-9a-f]{8}[.]a4a")


def write(made: Draft, folder: str | Path, *, replace: bool = False) -> Path:
    """Write a draft as an exercise: a folder with its TOML and the record it begins in.

    The record goes only as far as where the exercise begins, and is named by what is in it; so the
    TOML, which is put in its place last and whole, always names a record that is there.

    Parameters
    ----------
    made
        The draft.
    folder
        The folder, which is made if there is none; its name is the exercise's id.
    replace
        Whether another exercise that is there is replaced.

    Returns
    -------
    Path
        The TOML file.

    Raises
    ------
    A4AError
        If something is missing that an exercise needs, another exercise is there already, or it
        cannot be written.
    """
    folder = Path(folder)
    if lacking := [item for item in missing(made) if item.needed and not item.done]:
        raise A4AError(f"not yet: {'; '.join(item.text for item in lacking)}")
    file = folder / FILE
    if file.exists() and not replace:
        raise A4AError(f"there is an exercise in {folder.name!r} already: replace it, or rename")
    record = copied(made.scene.record, set(made.scene.record.way_to(made.scene.node)) - {ROOT})
    data = dumps(record)
    digest = digest_of(data)
    name = f"game-{digest[:8]}.a4a"
    text = toml_of(made.plan(folder.name, record=name, sha256=digest))
    opened(plan_of(text), record, rules=made.scene.rules)
    try:
        folder.mkdir(exist_ok=True)
        with writing(folder / name) as stream:
            stream.write(data)
        with writing(file) as stream:
            stream.write(text.encode())
        for old in folder.glob("game-*.a4a"):
            if old.name != name and _OURS.fullmatch(old.name):
                old.unlink()
    except OSError as error:
        raise A4AError(f"it could not be written: {error.strerror or error}") from error
    return file
