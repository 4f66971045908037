"""Trying an exercise that is being made, as a student solves it, in the place where it is made."""

from __future__ import annotations

from a4a.lessons.attempt import Attempt
from a4a.lessons.exercise import Exercise
from a4a.widgets.exercise_maker import ExerciseMaker
from a4a.widgets.explorer import Explorer
from a4a.widgets.solving import Solver
from a4a.widgets.trial import Trial


def try_exercise(app: Explorer, exercise: Exercise, *, maker: ExerciseMaker) -> Trial:
    """Try an exercise that is being made, as a student solves it.

    Parameters
    ----------
    app
        The explorer in which the exercise is made.
    exercise
        The exercise.
    maker
        The view that makes it, which hears whether it is being tried.

    Examples
    --------
    >>> import a4a
    >>> app = a4a.make_exercise(a4a.game("war_in_europe_1939_1941"), node=23)
    >>> maker = app.make_exercise(23)
    >>> maker.add_goal({"goal": "committed"})
    >>> trial = try_exercise(app, maker.draft.exercise(), maker=maker)
    >>> maker.trying
    True
    >>> trial.end()
    >>> maker.trying
    False
    """
    trial = Trial(
        app,
        Solver(Attempt(exercise)),
        told="You try your exercise as a student does. Nothing of this is kept.",
        back="Back to making it",
        ended=lambda: setattr(maker, "trying", False),
    )
    maker.trying = True
    return trial
