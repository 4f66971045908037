"""Solving an exercise, or guessing on in a game: its explorer, with the task above the decision."""

from __future__ import annotations

import os
from pathlib import Path
from typing import overload

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.lessons.attempt import Attempt, attempt
from a4a.lessons.exercise import Exercise
from a4a.lessons.guess import Guess
from a4a.map.layers import Choices
from a4a.rules.game import Game
from a4a.widgets.guessing import Guesser
from a4a.widgets.task_view import TaskView
from a4a.widgets.tasked import TaskExplorer


class Solver(TaskExplorer):
    """An exercise being solved: board, stepper, treasuries, the task, and what is to be decided.

    Parameters
    ----------
    attempt
        The attempt.
    projector
        Whether to begin in projector mode: the board large, the task and the decision beside it.
    view
        The map, theatre or space to show at first; the whole board if not given.
    layers
        Layers to switch from their defaults.

    Attributes
    ----------
    attempt : Attempt
    task_view : TaskView
        Task, hints, verdict and questions.
    """

    def __init__(
        self,
        attempt: Attempt,
        *,
        projector: bool = False,
        view: str | None = None,
        layers: Choices | None = None,
    ) -> None:
        self.attempt = attempt
        played = attempt.game if attempt.exercise.windows else attempt.record
        super().__init__(
            played,
            node=attempt.exercise.origin,  # of a game that is played, where that stands
            charts=(),
            projector=projector,
            view=view,
            layers=layers,
        )
        self.task_view = TaskView(attempt, self.cursor, painter=self.board.painter)
        self.add_task(self.task_view, tab="" if attempt.exercise.windows else "Questions")
        self._first_view, self._part = view, attempt.number
        self.task_view.on_begin(self._begin)

    def _begin(self, game: Game) -> None:
        """Let a part be decided; one that is not shown yet is seen where the first was at first."""
        self.play(game)
        if self.attempt.number != self._part:  # the choices of another have moved the board
            self._part = self.attempt.number
            self.board.look(self._first_view)

    def __repr__(self) -> str:
        return f"<Solver of {self.attempt!r}>"


@overload
def solve(
    exercise: Guess,
    *,
    projector: bool = False,
    view: str | None = None,
    layers: Choices | None = None,
) -> Guesser: ...
@overload
def solve(
    exercise: Exercise | Attempt | GameRecord | str | os.PathLike[str],
    *,
    name: str = "",
    rules: str | Path | None = None,
    projector: bool = False,
    view: str | None = None,
    layers: Choices | None = None,
) -> Solver: ...
def solve(
    exercise: Exercise | Attempt | Guess | GameRecord | str | os.PathLike[str],
    *,
    name: str = "",
    rules: str | Path | None = None,
    projector: bool = False,
    view: str | None = None,
    layers: Choices | None = None,
) -> Solver | Guesser:
    """Solve an exercise in one cell: read the task, decide on the board, have it judged.

    Or guess on in a recorded game: decide, compare with what was played, go on to the next.

    Parameters
    ----------
    exercise
        The exercise or an attempt at it; or where it is, as `a4a.attempt` takes it: the name of one
        that comes with a4a, its folder, or the `.a4a` file that was handed out, which keeps it.
        Or what `a4a.guess` gives, of which nothing is kept.
    name
        Whose attempt it is.
    rules
        The folder of the mod that it is played by.
    projector
        Whether to begin in projector mode.
    view
        The map, theatre or space to show at first; the whole board if not given.
    layers
        Layers to switch from their defaults: ``{"units": False}``.

    Raises
    ------
    A4AError
        If there is no such exercise, it is damaged, or there is no such view or layer; or if a name
        or rules are given for a guess.

    Examples
    --------
    >>> import a4a
    >>> solver = solve("europe-1940-france", view="Germany")
    >>> solver.task_view.hint()
    >>> solver.task_view.task["hints_left"]
    1
    >>> guesser = solve(a4a.guess(a4a.game("global1940_strong_computer"), round=1, power="Germany"))
    >>> guesser.guess_view.task["title"]
    'Germany, round 1, Combat Move'
    """
    if isinstance(exercise, Guess):
        if name or rules is not None:
            raise A4AError("a guess has its rules already, and keeps nobody's name")
        return Guesser(exercise, projector=projector, view=view, layers=layers)
    if not isinstance(exercise, Attempt):
        exercise = attempt(exercise, name=name, rules=rules)
    return Solver(exercise, projector=projector, view=view, layers=layers)
