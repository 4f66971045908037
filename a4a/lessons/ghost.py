"""The author's line as a ghost: one way to solve a window, to be laid beside one's own."""

from __future__ import annotations

from typing import NamedTuple

from a4a.core.errors import A4AError
from a4a.core.steps import NodeId
from a4a.lessons.attempt import Attempt
from a4a.lessons.exercise import Exercise
from a4a.lessons.verdict import Verdict
from a4a.rules.order import Order


class Ghost(NamedTuple):
    """The author's line in a window.

    Parameters
    ----------
    orders
        Its orders.
    node
        Where it ends in the record of the attempt it was played in.
    verdict
        What is judged of it.
    """

    orders: tuple[Order, ...]
    node: NodeId
    verdict: Verdict


def ghost(exercise: Exercise, window: int = 0, *, within: Attempt | None = None) -> Ghost:
    """Play the author's line of a window.

    Parameters
    ----------
    exercise
        The exercise, as its author has it.
    window
        The number of the window, from 0.
    within
        The attempt in whose record it is played, as a line of its own: then both can be compared
        there. It is no try. One of its own if not given.

    Raises
    ------
    A4AError
        If there is no such window, it has no line, or that does not end the window.

    Examples
    --------
    >>> import a4a
    >>> ghost(a4a.exercise("warsaw-1939"), 1).verdict.result
    'passed'
    """
    attempt = Attempt(exercise)
    if not 0 <= window < len(exercise.windows):
        raise A4AError(f"there is no part {window + 1}")
    if not exercise.windows[window].ghost:
        raise A4AError("the author has left no line of this part")
    orders = tuple(exercise.order(given) for given in exercise.windows[window].ghost)
    game = (within or attempt).begin(window, line="the author")
    for number, order in enumerate(orders):
        if game.closed:
            raise A4AError(f"ghost[{number}]: the window has ended before it")
        try:
            game.do(order)
        except A4AError as error:
            raise A4AError(f"ghost[{number}]: {error}") from None
    if not game.closed:
        game.finish()
    return Ghost(orders, game.node, attempt.judge(window, game))
