"""Solving an exercise in one cell: the explorer of its game, with the task above the decision."""

from __future__ import annotations

import os
from pathlib import Path

from a4a.core.record import GameRecord
from a4a.lessons.attempt import Attempt, attempt
from a4a.lessons.exercise import Exercise
from a4a.map.layers import Choices
from a4a.rules.game import Game
from a4a.widgets.decision_view import DecisionView
from a4a.widgets.explorer import Explorer
from a4a.widgets.task_view import TaskView


class Solver(Explorer):
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
        self.variations_view.branching = False  # what is decided here is what the exercise asks
        self.variations_view.teaching = False
        self.task_view = TaskView(attempt, self.cursor, painter=self.board.painter)
        self.task_view.on_begin(self.play)
        if attempt.exercise.windows:
            self.add_above(self.task_view)
        else:
            self.add_pane("a4a-task", "Questions", self.task_view)

    def decide(self, game: Game) -> DecisionView:
        """Return a view in which a part is decided: by people, whom an exercise is for."""
        return DecisionView(game, cursor=self.cursor, painter=self.board.painter, computer=False)

    def __repr__(self) -> str:
        return f"<Solver of {self.attempt!r}>"


def solve(
    exercise: Exercise | Attempt | GameRecord | str | os.PathLike[str],
    *,
    name: str = "",
    rules: str | Path | None = None,
    projector: bool = False,
    view: str | None = None,
    layers: Choices | None = None,
) -> Solver:
    """Solve an exercise in one cell: read the task, decide on the board, have it judged.

    Parameters
    ----------
    exercise
        The exercise or an attempt at it; or where it is, as `a4a.attempt` takes it: the name of one
        that comes with a4a, its folder, or the `.a4a` file that was handed out, which keeps it.
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
        If there is no such exercise, it is damaged, or there is no such view or layer.

    Examples
    --------
    >>> solver = solve("europe-1940-france", view="Germany")
    >>> solver.task_view.hint()
    >>> solver.task_view.task["hints_left"]
    1
    """
    if not isinstance(exercise, Attempt):
        exercise = attempt(exercise, name=name, rules=rules)
    return Solver(exercise, projector=projector, view=view, layers=layers)
