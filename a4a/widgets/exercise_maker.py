"""Making an exercise by clicks: what is asked, what is to be reached, what is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import ipywidgets
import traitlets

from a4a.core.errors import A4AError
from a4a.core.steps import NodeId
from a4a.lessons.asking import question_of
from a4a.lessons.drafting import Draft, Join, draft, proposed, with_number, write
from a4a.lessons.exercise import Exercise
from a4a.lessons.goals import Not
from a4a.lessons.plan import Deviation
from a4a.lessons.scene import Scene
from a4a.map.assets import script, styles
from a4a.map.board_map import Painter
from a4a.map.cursor import Cursor
from a4a.widgets.asked import Doing, fault_of
from a4a.widgets.exercise_rows import KINDS, draft_row
from a4a.widgets.keeping import folder_beside
from a4a.widgets.view import View


class ExerciseMaker(View):
    """An exercise being made from a node of the record shown, by clicks and sliders.

    The author's line is the one that follows in the record, or what is played on from the node in
    the explorer; its numbers are shown beside each goal.

    Parameters
    ----------
    cursor
        The cursor of the views beside it.
    node
        Where the exercise begins; the node shown if None.
    painter
        The painter of the board on which spaces are picked, if there is one.

    Attributes
    ----------
    draft : Draft
        The exercise as it stands; it may be set, too.

    Examples
    --------
    >>> import a4a
    >>> view = ExerciseMaker(a4a.Cursor(a4a.game("war_in_europe_1939_1941"), node=23))
    >>> view.add_goal({"goal": "committed"})
    >>> view.told["goals"][0]["asked"]
    'send units worth 13 at most'
    """

    _esm = script("widgets/exercise_maker.js")
    _css = styles("widgets/views.css", "widgets/exercise_maker.css")
    told: traitlets.Dict[str, Any] = traitlets.Dict(help="The draft, as `draft_row` gives it.").tag(
        sync=True
    )
    kinds: traitlets.List[dict[str, Any]] = traitlets.List(help="What goals there are.").tag(
        sync=True
    )
    powers: traitlets.List[str] = traitlets.List(help="The powers of the game.").tag(sync=True)
    saved = traitlets.Unicode("", help="The folder it is saved in.").tag(sync=True)
    trying = traitlets.Bool(False, help="Whether it is being tried.").tag(sync=True)
    painter = traitlets.Instance(Painter, allow_none=True).tag(
        sync=True, **ipywidgets.widget_serialization
    )

    def __init__(
        self, cursor: Cursor, *, node: NodeId | None = None, painter: Painter | None = None
    ) -> None:
        super().__init__(cursor)
        self.painter = painter
        self.kinds = [kind._asdict() for kind in KINDS]
        self.powers = [power.name for power in cursor.record.catalog.powers]
        self._try: Callable[[Exercise], object] = lambda exercise: None
        here = cursor.node if node is None else node
        self.draft = draft(cursor.record, here, rules=cursor.rules)
        self.on_msg(self._on_message)

    @property
    def draft(self) -> Draft:
        """The exercise as it stands."""
        return self._draft

    @draft.setter
    def draft(self, made: Draft) -> None:
        self._draft = made
        self.told = draft_row(made)

    def on_try(self, begin: Callable[[Exercise], object]) -> None:
        """Say where the exercise is tried; what begins it sets `trying`, and ends it."""
        self._try = begin

    # --- what can be done -----------------------------------------------------------------------

    def begin(self, node: NodeId) -> None:
        """Let it begin at another node; the line that follows is the author's."""
        self._at(node, None)

    def take_line(self, node: NodeId) -> None:
        """Let the line that leads to a node be the author's. A4AError if it passes by the start."""
        if self.draft.scene.node not in self.cursor.record.way_to(node):
            raise A4AError("this node does not follow on the one where the exercise begins")
        self._at(self.draft.scene.node, node)

    def add_goal(self, told: Mapping[str, Any]) -> None:
        """Add a goal; its number is what the author's line reaches. A4AError as `proposed`."""
        goal = proposed(self.draft, told)
        self.draft = replace(self.draft, goals=(*self.draft.goals, goal))

    def set_number(self, at: int, value: float) -> None:
        """Set the number that a goal asks for. A4AError if it has none, or cannot have this."""
        goals = list(self.draft.goals)
        goals[at] = with_number(goals[at], value)
        self.draft = replace(self.draft, goals=tuple(goals))

    def add_mistake(
        self, told: Mapping[str, Any], *, value: float | None, missed: bool, text: str
    ) -> None:
        """Add what is said of a typical mistake: when a goal is reached, or missed.

        Parameters
        ----------
        told
            The goal without its number.
        value
            Its number; None if it has none.
        missed
            Whether the mistake is to miss it, or to reach it.
        text
            What is said.
        """
        if not text.strip():
            raise A4AError("say what is said of it")
        goal = proposed(self.draft, told)
        goal = goal if value is None else with_number(goal, float(value))
        mistake = Deviation(when=Not(of=goal) if missed else goal, text=text.strip())
        self.draft = replace(self.draft, deviations=(*self.draft.deviations, mistake))

    def add_question(self, told: Mapping[str, Any]) -> None:
        """Add a question. A4AError as `question_of`."""
        asked = question_of(
            str(told["kind"]),
            str(told["text"]),
            str(told["answer"]),
            tolerance=abs(float(told["tolerance"] or 0)),
            unit=str(told["unit"]),
            taken=[one.id for one in self.draft.questions],
        )
        self.draft = replace(self.draft, questions=(*self.draft.questions, asked))

    def save(self, name: str, *, replace: bool = False) -> Path:
        """Write it to a folder beside the record, which is named; A4AError as `write`.

        What this view has saved it may save again.
        """
        folder = folder_beside(self.cursor.record, name)
        file = write(self.draft, folder, replace=replace or name == self.saved)
        self.saved = name
        return file

    def try_it(self) -> None:
        """Solve it as it stands; A4AError if there is nothing to solve yet."""
        exercise = self.draft.exercise()
        if not (exercise.windows or exercise.plan.questions):
            raise A4AError("there is nothing to solve yet: add a goal or a question")
        self._try(exercise)

    def _at(self, node: NodeId, end: NodeId | None) -> None:
        record = self.cursor.record
        record.state_at(node)
        self.draft = replace(self.draft, scene=Scene(record, self.draft.scene.rules, node, end))

    def _words(self, told: Mapping[str, Any]) -> None:
        join: Join = "any" if told["join"] == "any" else "all"
        self.draft = replace(
            self.draft, title=str(told["title"])[:200], brief=str(told["brief"]), join=join
        )

    def _hint(self, told: Mapping[str, Any]) -> None:
        if not (text := str(told["text"]).strip()):
            raise A4AError("write the hint first")
        self.draft = replace(self.draft, hints=(*self.draft.hints, text))

    def _drop(self, told: Mapping[str, Any]) -> None:
        what, at = told["what"], int(told["at"])
        if what not in ("goals", "hints", "deviations", "questions"):
            raise A4AError(f"a draft has no {what!r}")
        left = [one for number, one in enumerate(getattr(self.draft, what)) if number != at]
        changes: dict[str, Any] = {what: tuple(left)}
        self.draft = replace(self.draft, **changes)

    def _on_message(self, _: object, content: Mapping[str, Any], __: object) -> None:
        """Do what the page asks for, and answer whether it could be done."""
        doing: Doing = {
            "begin": lambda told: self.begin(int(told["node"])),
            "line": lambda told: self.take_line(int(told["node"])),
            "words": self._words,
            "goal": lambda told: self.add_goal(told["goal"]),
            "number": lambda told: self.set_number(int(told["at"]), float(told["value"])),
            "hint": self._hint,
            "mistake": lambda told: self.add_mistake(
                told["goal"], value=told["value"], missed=told["missed"], text=told["text"]
            ),
            "question": self.add_question,
            "drop": self._drop,
            "try": lambda told: self.try_it(),
            "save": lambda told: self.save(str(told["name"]), replace=told["replace"] is True),
        }
        self.send({"ticket": content.get("ticket"), "fault": fault_of(doing, content)})
