"""The view of a guess: what is to be decided, how it compares with what was played, the score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import traitlets

from a4a.core.errors import A4AError
from a4a.core.steps import NodeId
from a4a.lessons.compared import Comparison
from a4a.lessons.guess import Guess
from a4a.lessons.predicate import in_words
from a4a.lessons.windowed import WindowedGame
from a4a.lessons.worth import Worth
from a4a.map.assets import script, styles
from a4a.map.cursor import Cursor
from a4a.widgets.asked import Doing, fault_of
from a4a.widgets.window_view import WindowView


class GuessView(WindowView):
    """A guess: decide, compare with what was played, see both on the board, go on to the next.

    Parameters
    ----------
    guess
        The guess.
    cursor
        The cursor of the views beside it.

    Attributes
    ----------
    guess : Guess

    Examples
    --------
    >>> import a4a
    >>> record = a4a.game("war_in_europe_1939_1941")
    >>> guess = a4a.guess(record, round=1, power="Germany", phase="Axis Combat")
    >>> view = GuessView(guess, a4a.Cursor(guess.game.record))
    >>> view.finish()
    >>> view.compared["said"]
    'Yours is worth 0.7 less.'
    """

    _esm = script("widgets/guess.js")
    _css = styles("widgets/views.css", "widgets/task.css")
    task: traitlets.Dict[str, Any] = traitlets.Dict(
        help="What is guessed, whether it has been, what comes then, and the score."
    ).tag(sync=True)
    compared: traitlets.Dict[str, Any] = traitlets.Dict(
        help="The guess beside what was played, as `compared_row` gives it; empty before."
    ).tag(sync=True)

    def __init__(self, guess: Guess, cursor: Cursor) -> None:
        super().__init__(cursor)
        self.guess = guess
        self._hear()
        self._tell()
        self.on_msg(self._on_message)

    def finish(self) -> None:
        """End what is decided, and compare it with what was played.

        Raises
        ------
        A4AError
            If something else is to be decided first.
        """
        self.compared = compared_row(self.guess.finish())
        self._tell()

    def next(self) -> None:
        """Show the game as it was played up to the next guess, and begin that.

        Raises
        ------
        A4AError
            If nothing has been guessed yet, or the game has no more.
        """
        self.guess.next()
        self._begin()
        self._tell()

    @property
    def _game(self) -> WindowedGame:
        return self.guess.game

    def _ghost(self) -> NodeId:
        return self.guess.reveal()

    def _on_order(self) -> None:
        if not self.guess.game.closed:
            self._tell()
            return
        try:
            self.finish()
        except A4AError as error:
            self.compared = {"rows": [], "said": str(error)}

    def _tell(self) -> None:
        guess, closed = self.guess, self.guess.game.closed
        if not closed:
            self.compared = {}
        self.task = {
            "title": guess.title,
            "closed": closed,
            "more": closed and guess.following is not None,
            "score": str(guess.score) if guess.score.compared else "",
        }

    def _on_message(self, _: object, content: Mapping[str, Any], __: object) -> None:
        """Do what the page asks for, and answer whether it could be done."""
        doing: Doing = {
            "finish": lambda told: self.finish(),
            "next": lambda told: self.next(),
            "ghost": lambda told: self.show_ghost(),
            "own": lambda told: self.show_own(),
        }
        self.send({"ticket": content.get("ticket"), "fault": fault_of(doing, content)})


def compared_row(compared: Comparison) -> dict[str, Any]:
    """Return a guess beside what was played, space by space, the last row what all are worth.

    Examples
    --------
    >>> compared_row(Comparison(yours=(), played=()))["rows"][-1]["yours"]
    {'value': '+0.0', 'why': []}
    """
    yours, played = ({one.space: one for one in s} for s in (compared.yours, compared.played))
    rows = [
        {"space": space, "yours": _worth(yours.get(space)), "played": _worth(played.get(space))}
        for space in dict.fromkeys((*played, *yours))
    ]
    whole = {"space": "in all", "yours": _sum(compared.yours), "played": _sum(compared.played)}
    return {"rows": [*rows, whole], "said": compared.lines[-1]}


def _worth(one: Worth | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {
        "value": f"{one.value:+.1f}",
        "why": [
            f"{in_words(one.chance, 'chance')}, {in_words(one.committed, 'money')} at risk",
            f"swing {one.swing:+.1f}, income {abs(one.income):.1f}",
        ],
    }


def _sum(worths: Iterable[Worth]) -> dict[str, Any]:
    return {"value": f"{sum(one.value for one in worths):+.1f}", "why": []}
