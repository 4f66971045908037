"""A draft: an exercise being made from nodes of a record, or one that is being changed."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.lessons.attempt import Attempt
from a4a.lessons.exercise import Exercise, opened
from a4a.lessons.ghost import ghost
from a4a.lessons.goals import All, Goal
from a4a.lessons.goals import Any as AnyOf
from a4a.lessons.plan import Deviation, Plan, Start, Window
from a4a.lessons.questions import Question
from a4a.lessons.scene import Scene
from a4a.rules import rules_of
from a4a.rules.ruleset import Ruleset

Join = Literal["all", "any"]
"""Whether all goals have to be reached, or one."""


@dataclass(frozen=True, kw_only=True)
class DraftWindow:
    """A window being made: what is decided at one node of a record.

    Parameters
    ----------
    scene
        Where it begins, and the author's line.
    title, brief, hints, deviations
        As in a window.
    goals
        What is to be reached.
    join
        Whether "all" of them, or "any".
    read
        The window as it was read, as long as it begins where that does; None for a new one.
    """

    scene: Scene
    title: str = ""
    brief: str = ""
    goals: tuple[Goal, ...] = ()
    join: Join = "all"
    hints: tuple[str, ...] = ()
    deviations: tuple[Deviation, ...] = ()
    read: Window | None = None

    @property
    def goal(self) -> Goal | None:
        """The goals as one."""
        if len(self.goals) < 2:
            return next(iter(self.goals), None)
        return All(goals=self.goals) if self.join == "all" else AnyOf(goals=self.goals)

    def begun_at(self, node: NodeId) -> DraftWindow:
        """Return it as it begins at another node, within the limits it has; the line follows."""
        scene = Scene(self.scene.record, self.scene.rules, node)
        if (limits := self.scene.limits) is not None:
            kept = {f: getattr(limits, f) for f in ("orders", "spaces", "enemy", "budget")}
            scene = replace(scene, limits=msgspec.structs.replace(scene.window(), **kept))
        return replace(self, scene=scene, read=None)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of orders that answer what is asked where it begins, and those allowed.

        What ends the phase is none of them: it may be ordered anyway.
        """
        asked, allowed = self.scene.asked, self.scene.window().orders
        kinds = dict.fromkeys((*(asked.orders if asked else ()), *allowed))
        return tuple(kind for kind in kinds if kind not in self.scene.closing)

    def limited(self, *, orders: int, tries: int, kinds: Collection[str]) -> DraftWindow:
        """Return it with so many orders and tries, 0 for any number, and some of its `kinds`.

        No kind, or all of them, sets no limit.

        Examples
        --------
        >>> import a4a
        >>> window = draft(a4a.game("war_in_europe_1939_1941"), 16).windows[0]
        >>> window.limited(orders=2, tries=0, kinds=["March"]).window().orders
        ('March',)
        >>> window.limited(orders=2, tries=0, kinds=window.kinds).window().orders
        ()
        """
        chosen = tuple(kind for kind in self.kinds if kind in kinds)
        now = self.scene.window()
        budget = msgspec.structs.replace(now.budget, orders=orders, tries=tries)
        limits = msgspec.structs.replace(
            now, orders=() if chosen == self.kinds else chosen, budget=budget
        )
        return replace(self, scene=replace(self.scene, limits=limits))

    def with_line(self, end: NodeId) -> DraftWindow:
        """Return it with the author's line that leads to a node."""
        return replace(self, scene=replace(self.scene, end=end, given=None))

    def window(self) -> Window:
        """Return the window, without where it begins."""
        line = self.scene.line.orders if self.scene.given is None else self.scene.given
        return msgspec.structs.replace(
            self.scene.window(),
            title=self.title,
            brief=self.brief,
            goal=self.goal,
            hints=self.hints,
            deviations=self.deviations,
            ghost=line,
        )


@dataclass(frozen=True, kw_only=True)
class Draft:
    """An exercise being made: what is decided, from nodes of a record, and what is asked.

    Parameters
    ----------
    windows
        What is decided, in order; the first says where an exercise that only asks begins.
    title, brief
        What it is called, and what is to be done.
    questions
        As in a plan.
    read
        The exercise that is being changed; None for a new one.

    See Also
    --------
    draft : makes one.
    redraft : makes one of an exercise.
    """

    windows: tuple[DraftWindow, ...]
    title: str = ""
    brief: str = ""
    questions: tuple[Question, ...] = ()
    read: Exercise | None = None

    @property
    def record(self) -> GameRecord:
        """The record it is made from."""
        return self.windows[0].scene.record

    @property
    def rules(self) -> Ruleset:
        """The rules it is played by."""
        return self.windows[0].scene.rules

    @property
    def decided(self) -> tuple[DraftWindow, ...]:
        """The windows in which something is to be reached; none where it only asks."""
        (first, *others) = self.windows
        only_asks = not others and not first.goals and (first.read is None or first.read is ASKING)
        return () if only_asks else self.windows

    @property
    def stays(self) -> bool:
        """Whether it begins in the very game it was read with, and nowhere new in that."""
        known = self.read is not None and self.read.file is not None
        return known and all(one.read is not None for one in self.windows)

    def plan(self, name: str, *, record: str = "game.a4a", sha256: str = "") -> Plan:
        """Return the plan, with the name of its record and the hash of that.

        An exercise that `stays` keeps the game it begins in.
        """
        node = self.windows[0].scene.node
        start = Start(record=record, sha256=sha256, node=node)
        old = Plan(id=name, title="", start=start)
        if self.read is not None:
            old = self.read.plan
            start = old.start if self.stays else start
        windows = []
        for one in self.decided:
            new = None if one.scene.node == start.node else one.scene.node
            place = one.read if self.stays and one.read is not None else Window(node=new)
            windows.append(
                msgspec.structs.replace(one.window(), node=place.node, script=place.script)
            )
        return msgspec.structs.replace(
            old,
            id=name,
            title=self.title if self.title == old.title else self.title.strip(),
            brief=self.brief if self.brief == old.brief else _lines(self.brief),
            start=start,
            windows=tuple(windows),
            questions=self.questions,
        )

    def exercise(self) -> Exercise:
        """Return the exercise as it stands; A4AError if it names what is not there."""
        return opened(self.plan("draft"), self.record, rules=self.rules)


ASKING = Window()
"""Where an exercise that only asks begins."""


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
    >>> draft(a4a.game("war_in_europe_1939_1941"), 23).windows[0].scene.line.orders[0].order
    'Attack'
    """
    record.state_at(node)
    scene = Scene(record, rules or rules_of(record), node, end)
    return Draft(windows=(DraftWindow(scene=scene),))


def redraft(exercise: Exercise) -> Draft:
    """Return an exercise as a draft, to be changed; what a draft has no field for is kept in it.

    The draft's record has the author's lines.

    Parameters
    ----------
    exercise
        The exercise, as its author has it.

    Examples
    --------
    >>> import a4a
    >>> made = redraft(a4a.exercise("warsaw-1939"))
    >>> made.plan("warsaw-1939") == made.read.plan
    True
    """
    record, rules, plan = exercise.fresh(), exercise.rules, exercise.plan
    attempt = Attempt(exercise, record=record)
    for number in range(len(plan.windows)):
        with suppress(A4AError):  # that line is there only in its orders, with what is wrong
            ghost(exercise, number, within=attempt)
    windows = [
        _redrafted(window, Scene(record, rules, node, given=window.ghost, limits=_limits(window)))
        for window, node in zip(plan.windows, exercise.begins, strict=True)
    ]
    asking = DraftWindow(scene=Scene(record, rules, exercise.origin), read=ASKING)
    return Draft(
        windows=tuple(windows) or (asking,),
        title=plan.title,
        brief=plan.brief,
        questions=plan.questions,
        read=exercise,
    )


def _redrafted(window: Window, scene: Scene) -> DraftWindow:
    match window.goal:
        case All(goals=goals) if len(goals) > 1:
            join: Join = "all"
        case AnyOf(goals=goals) if len(goals) > 1:
            join = "any"
        case one:
            join, goals = "all", () if one is None else (one,)
    return DraftWindow(
        scene=scene,
        title=window.title,
        brief=window.brief,
        goals=goals,
        join=join,
        hints=window.hints,
        deviations=window.deviations,
        read=window,
    )


def _limits(window: Window) -> Window:
    """What may be decided in a window."""
    kept = {f: getattr(window, f) for f in ("who", "phases", "orders", "spaces", "enemy", "budget")}
    return Window(**kept)


def _lines(text: str) -> str:
    """A text as TOML has it: it ends with its last line."""
    return text.strip() and f"{text.strip()}\n"
