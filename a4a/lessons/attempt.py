"""An attempt: an exercise being solved, window by window, with hints, answers and new tries."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from types import MappingProxyType

from a4a.analysis.fought import Fought
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.lessons.ahead import revealed
from a4a.lessons.exercise import Exercise
from a4a.lessons.foresight import battles_ahead
from a4a.lessons.handout import exercise_in, handout
from a4a.lessons.moment import Moment
from a4a.lessons.plan import Window
from a4a.lessons.predicate import Finding
from a4a.lessons.questions import Question, Value
from a4a.lessons.reading import exercise as read_exercise
from a4a.lessons.told import MOST_TRIES, Played, Told, attach, played, told_in
from a4a.lessons.verdict import Verdict, judged
from a4a.lessons.windowed import WindowedGame
from a4a.rules.order import read


def attempt(
    exercise: Exercise | GameRecord | str | PathLike[str],
    *,
    name: str = "",
    rules: str | Path | None = None,
) -> Attempt:
    """Begin to solve an exercise, or go on with one that was begun.

    Parameters
    ----------
    exercise
        The exercise, or where it is, as `a4a.exercise` takes it; or what was handed out: a record,
        or the path of its `.a4a` file. What has been tried in that goes on.
    name
        Whose attempt it is.
    rules
        The folder of the mod that a record is played by.

    Raises
    ------
    A4AError
        If there is no such exercise, or it is damaged.

    Examples
    --------
    >>> import a4a
    >>> attempt = a4a.attempt("europe-1940-france", name="Ada")
    >>> attempt.window.title
    'Send what it takes'
    """
    if isinstance(exercise, Exercise):
        return Attempt(exercise, name=name)
    if isinstance(exercise, str | PathLike) and Path(exercise).suffix.lower() == ".a4a":
        from a4a.store.reader import load

        exercise = load(exercise)
    if not isinstance(exercise, GameRecord):
        return Attempt(read_exercise(exercise, rules=rules), name=name)
    told = told_in(exercise)
    if len(told) > 1:
        raise A4AError("this record tells of several attempts: it was merged of several people's")
    found = exercise_in(exercise, rules=rules)
    made = Attempt(found, record=exercise, name=name or (told[0].name if told else ""))
    for one in told:
        made.take_up(one)
    return made


class Attempt:
    """An exercise being solved.

    Parameters
    ----------
    exercise
        The exercise, or the public part of one.
    record
        The record that it is played in, if there is one already.
    name
        Whose attempt it is.

    Attributes
    ----------
    exercise : Exercise
    record : GameRecord
        All that was tried, each try a line of its own.
    name : str

    Examples
    --------
    >>> import a4a
    >>> attempt = Attempt(a4a.exercise("europe-1940-france"))
    >>> attempt.game.decision.kind
    'combat move'
    >>> attempt.finish().result
    'failed'
    """

    def __init__(
        self, exercise: Exercise, *, record: GameRecord | None = None, name: str = ""
    ) -> None:
        self.exercise = exercise
        self.record = handout(exercise) if record is None else record
        self.name = name
        self._window = 0
        self._games: dict[int, WindowedGame] = {}
        self._tries: list[Played] = []
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
            self._games[self._window] = self.begin(self._window)
        return self._games[self._window]

    @property
    def closed(self) -> bool:
        """Whether the window has ended."""
        return self.game.closed

    @property
    def tries(self) -> tuple[Played, ...]:
        """The windows that were played to their ends, in the order in which they were."""
        return tuple(self._tries)

    def begin(self, window: int, *, line: str = "") -> WindowedGame:
        """Return a game of a window from its beginning, in this record; ``line`` names its line."""
        return WindowedGame(
            self.exercise.rules,
            record=self.record,
            node=revealed(self.record, self.exercise, window),
            window=self.exercise.windows[window],
            who=self.exercise.who(window),
            line=self.part(window, line or f"try {self.tries_of(window) + 1}"),
        )

    def part(self, window: int, text: str) -> str:
        """Return a text of a window, with its number where there are several.

        Examples
        --------
        >>> attempt("warsaw-1939").part(1, "try 3"), attempt("two-fronts").part(0, "try 3")
        ('part 2, try 3', 'try 3')
        """
        return f"part {window + 1}, {text}" if len(self.exercise.windows) > 1 else text

    # --- going on -------------------------------------------------------------------------------

    def finish(self) -> Verdict:
        """End the window with what has been decided, and judge it.

        Raises
        ------
        A4AError
            If something else is to be decided first, or no try is left.
        """
        if not self.closed:
            self.verify_try()
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
            raise A4AError("this part has not ended: end the phase")
        made = played(self._window, game)
        if made not in self._tries:
            self.verify_try()
            self._tries = [*self._tries, made][-MOST_TRIES:]
            game.keep()
        return self.verdict()

    @property
    def tries_left(self) -> int | None:
        """How many tries of the window are left; None where they are not counted."""
        most = self.window.budget.tries
        return max(0, most - self.tries_of(self._window)) if most else None

    def tries_of(self, window: int) -> int:
        """How many tries of a window were played to their ends."""
        return sum(one.window == window for one in self._tries)

    def verify_try(self) -> None:
        """Refuse another try where all have been made; A4AError."""
        if self.tries_left == 0:
            raise A4AError(f"all {self.window.budget.tries} tries have been made")

    def try_again(self) -> WindowedGame:
        """Begin the window anew; what was tried stays in the record as a line of its own.

        Raises
        ------
        A4AError
            If no try is left.
        """
        self.verify_try()
        self._games[self._window] = self.begin(self._window)
        return self.game

    def go_to(self, window: int) -> WindowedGame:
        """Go to another window: the one after this once it has ended, or an earlier one.

        Raises
        ------
        A4AError
            If there is none, or a window before it has not been played.
        """
        if not 0 <= window < len(self.exercise.windows):
            raise A4AError(f"there is no part {window + 1}; there are {len(self.exercise.windows)}")
        if missing := set(range(window)) - {one.window for one in self._tries}:
            raise A4AError(f"part {min(missing) + 1} comes first")
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

    def answer(self, question: str, value: object) -> Finding:
        """Answer a question, or answer it anew; return whether it is right.

        Raises
        ------
        A4AError
            If there is no such question, or this is no answer to it.
        """
        found = self._question(question)
        self._answers[question] = found.checked(value, self.moment())
        return found.judge(self.moment())

    def _question(self, name: str) -> Question:
        known = {one.id: one for one in self.questions}
        if name not in known:
            there = ", ".join(known) or "none"
            raise A4AError(f"there is no question {str(name)[:80]!r}; there are {there}")
        return known[name]

    # --- the verdict ----------------------------------------------------------------------------

    def moment(self) -> Moment:
        """Return how things stand in the window, before any dice."""
        return self._moment(self.game if self.exercise.windows else None)

    def _moment(self, game: WindowedGame | None) -> Moment:
        """How things stand in a game; without one, where the exercise begins."""
        origin = self.exercise.origin
        begun, node = (origin, origin) if game is None else (game.begun, game.node)
        record = self.record if game is None else game.record
        state, fought = record.state_at(node), tuple[Fought, ...]()
        if game is not None and game.closing is not None:
            found = game.foreseen(game.closing)
            state, fought = found.state, battles_ahead(game.ruleset, game.state, found)
        return Moment(
            rules=self.exercise.rules,
            record=record,
            begun=begun,
            node=node,
            state=state,
            fought=fought,
            who=() if game is None else game.who,
            answers=self._answers,
            questions=self.questions,
            origin=origin,
            closed=game is None or game.closed,
        )

    def verdict(self) -> Verdict:
        """Judge the window as it stands: "not yet" until it has ended.

        Of an exercise that only asks questions, they are judged.
        """
        if not self.exercise.windows:
            return judged(None, self.moment())
        return self.judge(self._window, self.game)

    def judge(self, window: int, game: WindowedGame) -> Verdict:
        """Judge a game of a window, with what has been answered so far."""
        return judged(self.exercise.windows[window], self._moment(game))

    # --- keeping it -----------------------------------------------------------------------------

    def told(self) -> Told:
        """Return what is told of this attempt: orders, answers, hints used."""
        played_on = [played(number, game) for number, game in sorted(self._games.items())]
        going = [one for one in played_on if one.orders and one not in self._tries]
        return Told(
            exercise=self.exercise.id,
            digest=self.exercise.digest,
            name=self.name,
            tries=tuple([*self._tries, *going][-MOST_TRIES:]),
            answers=dict(self._answers),
            hints=tuple(self._hints.get(n, 0) for n in range(max(self._hints, default=-1) + 1)),
        )

    def take_up(self, told: Told) -> None:
        """Go on from what is told of an attempt: its orders are given again.

        Raises
        ------
        A4AError
            If it is of another exercise, or does not fit it.
        """
        if told.exercise != self.exercise.id:
            raise A4AError(f"this is an attempt at {told.exercise!r}, not at {self.exercise.id!r}")
        for number, one in enumerate(told.tries):
            try:
                game = self.given(one)
            except A4AError as error:
                raise A4AError(f"try {number + 1}: {error}") from None
            self._games[one.window], self._window = game, one.window
            if one.closing is not None:
                self._tries.append(one)
                game.keep()
        for name, value in told.answers.items():
            try:
                self._answers[name] = self._question(name).checked(value, self.moment())
            except A4AError as error:
                raise A4AError(f"the answer to {str(name)[:80]!r}: {error}") from None
        self._hints = {
            n: min(used, len(w.hints))
            for n, (used, w) in enumerate(zip(told.hints, self.exercise.windows, strict=False))
        }

    def given(self, one: Played) -> WindowedGame:
        """Return a window as it was played, its orders given again.

        Raises
        ------
        A4AError
            If there is no such window, or an order may not be given.
        """
        if not 0 <= one.window < len(self.exercise.windows):
            raise A4AError(f"there is no part {one.window + 1}")
        game = self.begin(one.window)
        for order in (*one.orders, *([one.closing] if one.closing else [])):
            game.do(read(order, dict(game.ruleset.orders)))
        if game.closed != (one.closing is not None):
            raise A4AError("it does not end where it says")
        return game

    def save(self, path: str | PathLike[str] | None = None) -> None:
        """Save it as one `.a4a` file, to go on later or to hand in; see `a4a.save`."""
        from a4a.store import save

        attach(self.record, self.told())
        save(self.record, path)

    def __repr__(self) -> str:
        tries = f"{len(self._tries)} tries"
        return f"<Attempt at {self.exercise.id!r}: {self.part(self._window, tries)}>"
