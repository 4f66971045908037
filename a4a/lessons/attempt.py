"""An attempt: an exercise being solved, window by window, with hints, answers and new tries."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from types import MappingProxyType

import msgspec

from a4a.core.errors import A4AError
from a4a.core.steps import NodeId, WrittenOrder
from a4a.lessons.exercise import Exercise
from a4a.lessons.foresight import battles_ahead
from a4a.lessons.moment import Moment
from a4a.lessons.plan import Window
from a4a.lessons.questions import Question, Value
from a4a.lessons.reading import exercise as opened_exercise
from a4a.lessons.verdict import Verdict, judged
from a4a.lessons.windowed import WindowedGame
from a4a.rules.order import written


def attempt(exercise: Exercise | str | PathLike[str]) -> Attempt:
    """Begin to solve an exercise.

    Parameters
    ----------
    exercise
        The exercise, or where it is, as `a4a.exercise` takes it.

    Examples
    --------
    >>> import a4a
    >>> a4a.attempt("europe-1940-france").window.title
    'Send what it takes'
    """
    if not isinstance(exercise, Exercise):
        exercise = opened_exercise(exercise)
    return Attempt(exercise)


class Try(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A window that was played to its end.

    Parameters
    ----------
    window
        Its number, from 0.
    node
        Where it ended: the orders are on the way from its beginning.
    closing
        The order that ended it.
    """

    window: int
    node: NodeId
    closing: WrittenOrder


class Attempt:
    """An exercise being solved.

    Parameters
    ----------
    exercise
        The exercise, or the public part of one.

    Attributes
    ----------
    exercise : Exercise
    record : GameRecord
        All that was tried, each try a line of its own.

    Examples
    --------
    >>> import a4a
    >>> attempt = Attempt(a4a.exercise("europe-1940-france"))
    >>> attempt.game.decision.kind
    'combat move'
    >>> attempt.finish().result
    'failed'
    """

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.record = exercise.fresh()
        self._window = 0
        self._games: dict[int, WindowedGame] = {}
        self._tries: list[Try] = []
        self._hints: dict[int, int] = {}
        self._answers: dict[str, Value] = {}

    # --- where it stands ------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the window that is being played, from 0."""
        return self._window

    @property
    def window(self) -> Window:
        """The window that is being played."""
        return self.exercise.windows[self._window]

    @property
    def game(self) -> WindowedGame:
        """The game of the window that is being played."""
        if not self.exercise.windows:
            raise A4AError("nothing is played in this exercise: it only asks questions")
        if self._window not in self._games:
            self._games[self._window] = self._begin(self._window)
        return self._games[self._window]

    @property
    def closed(self) -> bool:
        """Whether the window has ended."""
        return self.game.closed

    @property
    def tries(self) -> tuple[Try, ...]:
        """The windows that were played to their ends, in the order in which they were."""
        return tuple(self._tries)

    def _begin(self, window: int) -> WindowedGame:
        return WindowedGame(
            self.exercise.rules,
            record=self.record,
            node=self.exercise.begins[window],
            window=self.exercise.windows[window],
            who=self.exercise.who(window),
        )

    # --- going on -------------------------------------------------------------------------------

    def finish(self) -> Verdict:
        """End the window with what has been decided, and judge it.

        Raises
        ------
        A4AError
            If something else is to be decided first, or no try is left.
        """
        if not self.closed:
            self.game.finish()
        return self.close()

    def close(self) -> Verdict:
        """Judge the window once it has ended; each try that has is remembered.

        Raises
        ------
        A4AError
            If it has not ended, or no try is left.
        """
        game = self.game
        if game.closing is None:
            raise A4AError("the window has not ended: end the phase")
        made = Try(window=self._window, node=game.node, closing=written(game.closing))
        if made not in self._tries:
            self._verify_tries()
            self._tries.append(made)
        return self.verdict()

    def _verify_tries(self) -> None:
        most = self.window.budget.tries
        if most and sum(t.window == self._window for t in self._tries) >= most:
            raise A4AError(f"all {most} tries have been made")

    def try_again(self) -> WindowedGame:
        """Begin the window anew; what was tried stays in the record as a line of its own.

        Raises
        ------
        A4AError
            If no try is left.
        """
        self._verify_tries()
        self._games[self._window] = self._begin(self._window)
        return self.game

    def go_to(self, window: int) -> WindowedGame:
        """Go to another window: the one after this once it has ended, or an earlier one.

        Raises
        ------
        A4AError
            If there is none, or the windows before it have not been played.
        """
        if not 0 <= window < len(self.exercise.windows):
            raise A4AError(f"there is no window {window}; there are {len(self.exercise.windows)}")
        played = {made.window for made in self._tries}
        if missing := set(range(window)) - played:
            raise A4AError(f"window {min(missing)} comes first")
        self._window = window
        return self.game

    # --- hints and answers ----------------------------------------------------------------------

    def hint(self) -> str:
        """Return the next hint of the window; the last again once all were given, "" if none."""
        hints = self.window.hints
        used = min(self._hints.get(self._window, 0) + 1, len(hints))
        self._hints[self._window] = used
        return hints[used - 1] if used else ""

    @property
    def hints_used(self) -> Mapping[int, int]:
        """How many hints were asked for, by the number of the window."""
        return MappingProxyType({n: used for n, used in self._hints.items() if used})

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions of the exercise."""
        return self.exercise.plan.questions

    @property
    def answers(self) -> Mapping[str, Value]:
        """What was answered, by the ids of questions."""
        return MappingProxyType(self._answers)

    def answer(self, question: str, value: object) -> None:
        """Answer a question, or answer it anew.

        Raises
        ------
        A4AError
            If there is no such question, or this is no answer to it.
        """
        known = {one.id: one for one in self.questions}
        if question not in known:
            there = ", ".join(known) or "none"
            raise A4AError(f"there is no question {question[:80]!r}; there are {there}")
        self._answers[question] = known[question].checked(value, self.moment())

    # --- the verdict ----------------------------------------------------------------------------

    def moment(self) -> Moment:
        """Return how things stand in the window, before any dice."""
        exercise = self.exercise
        if not exercise.windows:
            node = exercise.plan.start.node
            return self._moment(node, node, ())
        game = self.game
        if game.closing is None:
            return self._moment(game.begun, game.node, game.who)
        found = game.foreseen(game.closing)
        return Moment(
            rules=exercise.rules, record=self.record, begun=game.begun, node=game.node,
            state=found.state, who=game.who, answers=self._answers, questions=self.questions,
            fought=battles_ahead(exercise.rules, game.state, found),
        )  # fmt: skip

    def _moment(self, begun: NodeId, node: NodeId, who: tuple[str, ...]) -> Moment:
        return Moment(
            rules=self.exercise.rules, record=self.record, begun=begun, node=node,
            state=self.record.state_at(node), fought=(), who=who, answers=self._answers,
            questions=self.questions, closed=not who,
        )  # fmt: skip

    def verdict(self) -> Verdict:
        """Judge the window as it stands: "not yet" until it has ended."""
        if not self.exercise.windows:
            raise A4AError("nothing is played in this exercise: ask for `asked`")
        return judged(self.window, self.moment())

    def __repr__(self) -> str:
        return f"<Attempt at {self.exercise.id!r}: window {self._window}, {len(self._tries)} tries>"
