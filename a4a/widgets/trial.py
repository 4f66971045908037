"""Trying an exercise that is being made: it is solved in the place of what it is made in."""

from __future__ import annotations

import anywidget
import ipywidgets

from a4a.lessons.attempt import Attempt
from a4a.lessons.exercise import Exercise
from a4a.map.assets import script, styles
from a4a.widgets.exercise_maker import ExerciseMaker
from a4a.widgets.explorer import Explorer
from a4a.widgets.solving import Solver


class TrialBar(anywidget.AnyWidget):
    """Says that an exercise is only being tried, and leads back."""

    _esm = script("widgets/trial.js")
    _css = styles("widgets/views.css", "widgets/trial.css")


class Trial(ipywidgets.Box):  # type: ignore[misc]
    """An exercise being tried in an explorer, which is there again afterwards.

    Parameters
    ----------
    app
        The explorer in which the exercise is made.
    exercise
        The exercise.
    maker
        The view that makes it, which hears whether it is being tried.

    Attributes
    ----------
    solver : Solver
        Where it is solved; nothing of it is kept.

    Examples
    --------
    >>> import a4a
    >>> app = a4a.make_exercise(a4a.game("war_in_europe_1939_1941"), node=23)
    >>> maker = app.make_exercise(23)
    >>> maker.add_goal({"goal": "committed"})
    >>> trial = Trial(app, maker.draft.exercise(), maker=maker)
    >>> maker.trying
    True
    >>> trial.end()
    >>> maker.trying
    False
    """

    def __init__(self, app: Explorer, exercise: Exercise, *, maker: ExerciseMaker) -> None:
        self._app, self._maker = app, maker
        self._bar = TrialBar()
        self._bar.on_msg(lambda *_: self.end())
        self.solver = Solver(Attempt(exercise))
        self.solver.board.show(app.board.seen)
        super().__init__([self._bar, self.solver])
        self.add_class("a4a-trial")
        app.children = (*app.children, self)
        app.add_class("a4a-trying")
        maker.trying = True

    def end(self) -> None:
        """Go back to where the exercise is made."""
        app = self._app
        app.children = tuple(one for one in app.children if one is not self)
        app.remove_class("a4a-trying")
        _close(self)
        self._maker.trying = False


def _close(view: ipywidgets.Widget) -> None:
    """End a view with all that is in it."""
    for one in getattr(view, "children", ()):
        _close(one)
    view.close()
