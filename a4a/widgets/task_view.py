"""The task view: what an exercise asks, its hints, the verdict and its questions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import ipywidgets
import traitlets

from a4a.core.errors import A4AError
from a4a.core.steps import NodeId
from a4a.lessons.attempt import Attempt
from a4a.lessons.ghost import Ghost, ghost
from a4a.lessons.questions import Question
from a4a.lessons.told import attach
from a4a.lessons.windowed import WindowedGame
from a4a.map.assets import script, styles
from a4a.map.board_map import Painter
from a4a.map.cursor import Cursor
from a4a.store import free_name
from a4a.widgets.asked import Doing, fault_of
from a4a.widgets.keeping import keep, kept
from a4a.widgets.task_rows import question_row, task_row, verdict_row
from a4a.widgets.window_view import WindowView

_MOST_NAME: Final = 80


class TaskView(WindowView):
    """The task of an exercise: read it, ask for hints, have it judged, try again, answer.

    The verdict is on the decision: whatever the dice would do, it is the same. What is done is
    saved at once, if the attempt has a file.

    Parameters
    ----------
    attempt
        The attempt.
    cursor
        The cursor of the views beside it.
    painter
        The painter of the board on which spaces are picked, if there is one.

    Attributes
    ----------
    attempt : Attempt

    Examples
    --------
    >>> import a4a
    >>> attempt = a4a.attempt("europe-1940-france")
    >>> view = TaskView(attempt, a4a.Cursor(attempt.record))
    >>> view.finish()
    >>> view.verdict["result"]
    'failed'
    """

    _esm = script("widgets/task.js")
    _css = styles("widgets/views.css", "widgets/task.css")
    task: traitlets.Dict[str, Any] = traitlets.Dict(help="The task, as `task_row` gives it.").tag(
        sync=True
    )
    verdict: traitlets.Dict[str, Any] = traitlets.Dict(
        help="The verdict, as `verdict_row` gives it; empty while there is none."
    ).tag(sync=True)
    authors: traitlets.Dict[str, Any] = traitlets.Dict(
        help="The verdict on the author's line, to stand beside one's own while that is shown."
    ).tag(sync=True)
    questions: traitlets.List[dict[str, Any]] = traitlets.List(
        help="The questions, as `question_row` gives them."
    ).tag(sync=True)
    unsaved = traitlets.Unicode("", help="Why it could not be saved.").tag(sync=True)

    painter = traitlets.Instance(Painter, allow_none=True).tag(
        sync=True, **ipywidgets.widget_serialization
    )

    def __init__(self, attempt: Attempt, cursor: Cursor, *, painter: Painter | None = None) -> None:
        super().__init__(cursor)
        self.attempt = attempt
        self.painter = painter
        self._ghosts: dict[int, Ghost] = {}
        if attempt.exercise.windows:
            self._hear()
        self._tell()
        self.on_msg(self._on_message)

    # --- what can be done -----------------------------------------------------------------------

    def hint(self) -> None:
        """Ask for the next hint of the window."""
        self.attempt.hint()
        self._tell()

    def finish(self) -> None:
        """End the window with what has been decided, and have it judged.

        Raises
        ------
        A4AError
            If something else is to be decided first, or no try is left.
        """
        self.verdict = verdict_row(self.attempt.finish())
        self._tell()

    def try_again(self) -> None:
        """Begin the window anew. A4AError if no try is left."""
        self.attempt.try_again()
        self._begin()

    def go_to(self, window: int) -> None:
        """Go to another window, by its number from 0. A4AError as `Attempt.go_to`."""
        self.attempt.go_to(window)
        self._begin()

    def answer(self, question: str, value: object) -> None:
        """Answer a question. A4AError if there is none, or this is no answer to it."""
        self.attempt.answer(question, value)
        self._tell()

    def hand_in(self, name: str) -> Path:
        """Save the attempt as the file to hand in; what is done later is kept in it, too.

        Parameters
        ----------
        name
            Whose attempt it is. A new file is named after the exercise and this.

        Raises
        ------
        A4AError
            If that is no name, or the file cannot be written.

        Examples
        --------
        >>> import a4a
        >>> attempt = a4a.attempt("europe-1940-france")
        >>> TaskView(attempt, a4a.Cursor(attempt.record)).hand_in(" ")
        Traceback (most recent call last):
        a4a.core.errors.A4AError: write your name first, in at most 80 characters
        """
        name = " ".join(name.split())
        if not 0 < len(name) <= _MOST_NAME:
            raise A4AError(f"write your name first, in at most {_MOST_NAME} characters")
        record = self.attempt.record
        self.attempt.name = name
        attach(record, self.attempt.told())
        title = f"{self.attempt.exercise.id} {name}"
        file = keep(record, record.file or Path(free_name(record, title=title)))
        self.cursor.saves += 1
        self._tell()
        return file

    # --- what happens ---------------------------------------------------------------------------

    @property
    def _game(self) -> WindowedGame:
        return self.attempt.game

    def _ghost(self) -> NodeId:
        """Where the author's line ends."""
        number = self.attempt.number
        if not self.attempt.closed:
            raise A4AError("the author's line is shown once yours has been judged")
        if number not in self._ghosts:
            self._ghosts[number] = ghost(self.attempt.exercise, number, within=self.attempt)
        found = self._ghosts[number]
        self.authors = verdict_row(found.verdict)
        return found.node

    def _begin(self) -> None:
        super()._begin()
        self._tell()

    def _on_order(self) -> None:
        if self.attempt.closed:
            try:
                self.verdict = verdict_row(self.attempt.close())
            except A4AError as error:
                self.verdict = {"result": "not yet", "lines": [], "said": str(error)}
        self._tell()

    def _tell(self) -> None:
        attempt = self.attempt
        if attempt.exercise.windows and not attempt.closed:
            self.verdict = {}
        self.questions = [self._question(one) for one in attempt.questions]
        self._keep()
        self.task = task_row(attempt)  # last: what the page counts is in the file

    def _question(self, question: Question) -> dict[str, Any]:
        answer = self.attempt.answers.get(question.id)
        found = None if answer is None else question.judge(self.attempt.moment())
        return question_row(question, answer, found)

    def _keep(self) -> None:
        record = self.attempt.record
        attach(record, self.attempt.told())
        fault = kept(self.cursor)
        if fault is not None:
            self.unsaved = fault

    def _on_message(self, _: object, content: Mapping[str, Any], __: object) -> None:
        """Do what the page asks for, and answer whether it could be done."""
        doing: Doing = {
            "hint": lambda told: self.hint(),
            "finish": lambda told: self.finish(),
            "again": lambda told: self.try_again(),
            "go": lambda told: self.go_to(int(told["window"])),
            "answer": lambda told: self.answer(str(told["question"]), told["value"]),
            "ghost": lambda told: self.show_ghost(),
            "own": lambda told: self.show_own(),
            "hand in": lambda told: self.hand_in(str(told["name"])),
        }
        self.send({"ticket": content.get("ticket"), "fault": fault_of(doing, content)})
