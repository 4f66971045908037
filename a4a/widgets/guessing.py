"""Guessing the move in one cell: the explorer of a game that goes on as it is guessed."""

from __future__ import annotations

from a4a.lessons.guess import Guess
from a4a.map.layers import Choices
from a4a.widgets.guess_view import GuessView
from a4a.widgets.tasked import TaskExplorer


class Guesser(TaskExplorer):
    """A recorded game that is guessed: board, stepper, treasuries, the guess, and the decision.

    Parameters
    ----------
    guess
        The guess.
    projector
        Whether to begin in projector mode: the board large, the guess and the decision beside it.
    view
        The map, theatre or space to show at first; if not given, what a note of the first node
        shows of the board, or else all of it.
    layers
        Layers to switch from their defaults.

    Attributes
    ----------
    guess : Guess
    guess_view : GuessView
        What is guessed, how it compares with what was played, and the score.
    """

    def __init__(
        self,
        guess: Guess,
        *,
        projector: bool = False,
        view: str | None = None,
        layers: Choices | None = None,
    ) -> None:
        self.guess = guess
        super().__init__(guess.game, charts=(), projector=projector, view=view, layers=layers)
        self.guess_view = GuessView(guess, self.cursor)
        self.add_task(self.guess_view)

    def __repr__(self) -> str:
        return f"<Guesser of {self.guess.title}>"
