"""Making an exercise by clicks: what is asked, what is to be reached, what is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import ipywidgets
import traitlets

from a4a.core.errors import A4AError
from a4a.core.steps import NodeId
from a4a.lessons.asking import question_of
from a4a.lessons.computing import computed, value_of, values_in
from a4a.lessons.drafting import Draft, DraftWindow, Join, draft
from a4a.lessons.exercise import Exercise
from a4a.lessons.goals import Not
from a4a.lessons.plan import MOST, Deviation
from a4a.lessons.proposing import proposed, with_number
from a4a.lessons.publishing import write
from a4a.lessons.scene import Scene
from a4a.map.assets import script, styles
from a4a.map.board_map import Painter
from a4a.map.cursor import Cursor
from a4a.widgets.asked import Doing, done
from a4a.widgets.exercise_kept import home_of, lost_of, saved_of
from a4a.widgets.exercise_rows import KINDS, draft_row, frame_rows
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
    made
        An exercise of the cursor's record that is being made; or the node where a new one begins,
        the node shown if None.
    painter
        The painter of the board on which spaces are picked, if there is one.

    Attributes
    ----------
    draft : Draft
        The exercise as it stands; it may be set, too.

    Examples
    --------
    >>> import a4a
    >>> view = ExerciseMaker(a4a.Cursor(a4a.game("war_in_europe_1939_1941")), 23)
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
    frames: traitlets.List[dict[str, Any]] = traitlets.List(
        help="The frames that numbers are computed from, as `frame_rows` gives them."
    ).tag(sync=True)
    powers: traitlets.List[str] = traitlets.List(help="The powers of the game.").tag(sync=True)
    saved = traitlets.Unicode("", help="The folder it is saved in.").tag(sync=True)
    trying = traitlets.Bool(False, help="Whether it is being tried.").tag(sync=True)
    painter = traitlets.Instance(Painter, allow_none=True).tag(
        sync=True, **ipywidgets.widget_serialization
    )

    def __init__(
        self, cursor: Cursor, made: Draft | NodeId | None = None, *, painter: Painter | None = None
    ) -> None:
        super().__init__(cursor)
        self.painter = painter
        self.kinds = [kind._asdict() for kind in KINDS]
        self.frames = frame_rows()
        self.powers = [power.name for power in cursor.record.catalog.powers]
        self._try: Callable[[Exercise], object] = lambda exercise: None
        self._at = 0
        if not isinstance(made, Draft):
            here = cursor.node if made is None else made
            made = draft(cursor.record, here, rules=cursor.rules)
        if made.record is not cursor.record:
            raise A4AError("the cursor is one of another record than the exercise's")
        self._home, self._lost = home_of(made), lost_of(made)
        self.saved = saved_of(made)
        self.draft = made
        self.on_msg(self._on_message)

    @property
    def draft(self) -> Draft:
        """The exercise as it stands."""
        return self._draft

    @draft.setter
    def draft(self, made: Draft) -> None:
        self._draft = made
        self._at = min(self._at, len(made.windows) - 1)
        self.told = {**draft_row(made, self._at), "lost": self._lost}

    @property
    def window(self) -> DraftWindow:
        """The window that is shown."""
        return self._draft.windows[self._at]

    def _change(self, window: DraftWindow) -> None:
        """Let the window that is shown be another one."""
        windows = list(self._draft.windows)
        windows[self._at] = window
        self.draft = replace(self._draft, windows=tuple(windows))

    def on_try(self, begin: Callable[[Exercise], object]) -> None:
        """Say where the exercise is tried; what begins it sets `trying`, and ends it."""
        self._try = begin

    # --- its windows ----------------------------------------------------------------------------

    def begin(self, node: NodeId) -> None:
        """Let the window begin at another node; the line that follows is the author's."""
        self.cursor.record.state_at(node)
        self._change(self.window.begun_at(node))

    def take_line(self, node: NodeId) -> None:
        """Let the line that leads to a node be the author's. A4AError if it passes by the start."""
        if self.window.scene.node not in self.cursor.record.way_to(node):
            raise A4AError("this node does not follow on the one where the exercise begins")
        self._change(self.window.with_line(node))

    def go_on_from(self, node: NodeId) -> None:
        """Add a window that begins at a node: an outcome that is fixed, alike for everyone.

        Raises
        ------
        A4AError
            If a window begins there already, or nothing is decided there.
        """
        windows = self.draft.windows
        if any(one.scene.node == node for one in windows):
            raise A4AError(
                "a part begins at this step already: go to the step where the next one begins"
            )
        (added,) = draft(self.cursor.record, node, rules=self.draft.rules).windows
        if added.scene.asked is None:
            ending = added.scene.rules.ending(self.cursor.record.state_at(node))
            raise A4AError(f"nothing is decided at this step: {ending}")
        self._at += 1
        self.draft = replace(
            self.draft, windows=(*windows[: self._at], added, *windows[self._at :])
        )

    def go_to(self, window: int) -> None:
        """Show another window, by its number from 0, and where it begins. A4AError if none is."""
        if not 0 <= window < len(self.draft.windows):
            raise A4AError(f"there is no part {window + 1}")
        self._at = window
        self.draft = self._draft
        self.cursor.refresh(self.window.scene.node)

    def shift(self, by: int) -> None:
        """Let the window that is shown come so much later. A4AError if it cannot."""
        windows = list(self.draft.windows)
        to = self._at + by
        if not 0 <= to < len(windows):
            raise A4AError("it is the first part" if by < 0 else "it is the last part")
        windows.insert(to, windows.pop(self._at))
        self._at = to
        self.draft = replace(self.draft, windows=tuple(windows))

    def remove_window(self) -> None:
        """Remove the window that is shown. A4AError if it is the only one."""
        windows = list(self.draft.windows)
        if len(windows) == 1:
            raise A4AError("it is the only part: let it begin elsewhere instead")
        del windows[self._at]
        self.draft = replace(self.draft, windows=tuple(windows))

    # --- what is asked --------------------------------------------------------------------------

    def add_goal(self, told: Mapping[str, Any]) -> None:
        """Add a goal; its number is what the author's line reaches. A4AError as `proposed`."""
        goal = proposed(self.window.scene, told)
        self._change(replace(self.window, goals=(*self.window.goals, goal)))

    def set_number(self, at: int, value: float) -> None:
        """Set the number that a goal asks for. A4AError if it has none, or cannot have this."""
        goals = list(self.window.goals)
        goals[at] = with_number(goals[at], value)
        self._change(replace(self.window, goals=tuple(goals)))

    def limit(self, *, orders: int, tries: int, kinds: Sequence[str]) -> None:
        """Limit the orders and tries of the window, and its kinds of orders: `DraftWindow.limited`.

        Raises
        ------
        A4AError
            If there cannot be so many.
        """
        if not (0 <= orders <= MOST and 0 <= tries <= MOST):
            raise A4AError(f"orders and tries are 0, for any number, to {MOST}")
        self._change(self.window.limited(orders=orders, tries=tries, kinds=kinds))

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
        goal = proposed(self.window.scene, told)
        goal = goal if value is None else with_number(goal, float(value))
        mistake = Deviation(when=Not(of=goal) if missed else goal, text=text.strip())
        self._change(replace(self.window, deviations=(*self.window.deviations, mistake)))

    def add_question(self, told: Mapping[str, Any]) -> None:
        """Add a question. A4AError as `question_of`, or where its number cannot be computed."""
        of, when = told.get("of"), str(told.get("when", "start"))
        if of is not None:
            of = value_of(of)
            computed(self._scene(when), of, when)
        asked = question_of(
            str(told["kind"]),
            str(told["text"]),
            str(told["answer"]),
            tolerance=abs(float(told["tolerance"] or 0)),
            unit=str(told["unit"]),
            of=of,
            when=when,
            taken=[one.id for one in self.draft.questions],
        )
        self.draft = replace(self.draft, questions=(*self.draft.questions, asked))

    def compute(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a number out of a frame is. A4AError as `computed`."""
        when = str(told["when"])
        return {"number": computed(self._scene(when), value_of(told["of"]), when).said}

    def values(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Return what can be chosen in a column of a frame. A4AError as `values_in`."""
        scene = self._scene("start")
        return {"values": values_in(scene, str(told["frame"]), str(told["column"]))}

    def _scene(self, when: str) -> Scene:
        """Where a number is computed: as the exercise begins, or as the part that is shown ends."""
        return (self.draft.windows[0] if when == "start" else self.window).scene

    # --- trying and keeping it ------------------------------------------------------------------

    def try_it(self) -> None:
        """Solve it as it stands; A4AError if there is nothing to solve yet."""
        exercise = self.draft.exercise()
        if not (exercise.windows or exercise.plan.questions):
            raise A4AError("there is nothing to solve yet: add a goal or a question")
        self._try(exercise)

    def save(self, name: str, *, replace: bool = False) -> Path:
        """Write it to a folder beside the record, which is named; A4AError as `write`.

        What this view has saved or read it may save again.
        """
        folder = folder_beside(self.cursor.record, name)
        folder = folder if self._home is None else self._home / name
        file = write(self.draft, folder, replace=replace or name == self.saved)
        self.saved = name
        return file

    def _words(self, told: Mapping[str, Any]) -> None:
        made = replace(self.draft, title=str(told["title"])[:200], brief=str(told["brief"]))
        join: Join = "any" if told["join"] == "any" else "all"
        title, brief = str(told.get("part_title", "")), str(told.get("part_brief", ""))
        windows = list(made.windows)
        windows[self._at] = replace(self.window, join=join, title=title[:200], brief=brief)
        self.draft = replace(made, windows=tuple(windows))

    def _hint(self, told: Mapping[str, Any]) -> None:
        if not (text := str(told["text"]).strip()):
            raise A4AError("write the hint first")
        self._change(replace(self.window, hints=(*self.window.hints, text)))

    def _drop(self, told: Mapping[str, Any]) -> None:
        what, at = told["what"], int(told["at"])
        owner = self.draft if what == "questions" else self.window
        if what not in ("goals", "hints", "deviations", "questions"):
            raise A4AError(f"a draft has no {what!r}")
        left = [one for number, one in enumerate(getattr(owner, what)) if number != at]
        changes: dict[str, Any] = {what: tuple(left)}
        if isinstance(owner, Draft):
            self.draft = replace(owner, **changes)
        else:
            self._change(replace(owner, **changes))

    def _on_message(self, _: object, content: Mapping[str, Any], __: object) -> None:
        """Do what the page asks for, and answer: what was wanted, or why it could not be done."""
        doing: Doing = {
            "begin": lambda told: self.begin(int(told["node"])),
            "line": lambda told: self.take_line(int(told["node"])),
            "and then": lambda told: self.go_on_from(int(told["node"])),
            "part": lambda told: self.go_to(int(told["part"])),
            "shift": lambda told: self.shift(int(told["by"])),
            "remove": lambda told: self.remove_window(),
            "words": self._words,
            "goal": lambda told: self.add_goal(told["goal"]),
            "number": lambda told: self.set_number(int(told["at"]), float(told["value"])),
            "limits": lambda told: self.limit(
                orders=int(told["orders"]), tries=int(told["tries"]), kinds=told["kinds"]
            ),
            "hint": self._hint,
            "mistake": lambda told: self.add_mistake(
                told["goal"], value=told["value"], missed=told["missed"], text=told["text"]
            ),
            "question": self.add_question,
            "compute": self.compute,
            "values": self.values,
            "drop": self._drop,
            "try": lambda told: self.try_it(),
            "save": lambda told: self.save(str(told["name"]), replace=told["replace"] is True),
        }
        value, fault, _refusal = done(doing, content)
        found = value if isinstance(value, dict) else {}
        self.send({"ticket": content.get("ticket"), "fault": fault, **found})
