"""Guess the move: decide in a recorded game, what followed hidden; then hear what was played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from a4a.analysis.fought import Fought, battles_of
from a4a.analysis.luck import battles_known
from a4a.core.errors import A4AError
from a4a.core.events import Rolled
from a4a.core.record import MAIN, GameRecord
from a4a.core.steps import NodeId, WrittenOrder
from a4a.lessons.foresight import battles_ahead
from a4a.lessons.moment import Moment
from a4a.lessons.parts import copied
from a4a.lessons.plan import Window
from a4a.lessons.windowed import WindowedGame
from a4a.lessons.worth import Worth, worths
from a4a.rules import rules_of
from a4a.rules.order import read
from a4a.rules.ruleset import Ruleset


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be guessed: what was decided in a phase before dice were rolled.

    Parameters
    ----------
    begin, end
        Where it begins, and where it stood before the dice or the end of the phase.
    closing
        The order that came next; None where no order is recorded.
    """

    begin: NodeId
    end: NodeId
    closing: WrittenOrder | None = None


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What was guessed beside what was played, both judged before any dice.

    Parameters
    ----------
    yours, played
        What each attack is worth, the best first.
    """

    yours: tuple[Worth, ...]
    played: tuple[Worth, ...]

    @property
    def difference(self) -> float:
        """How much more (or less, below zero) the guess is worth than what was played."""
        return sum(one.value for one in self.yours) - sum(one.value for one in self.played)

    @property
    def alike(self) -> tuple[str, ...]:
        """The spaces that both attack."""
        theirs = {one.space for one in self.played}
        return tuple(one.space for one in self.yours if one.space in theirs)

    @property
    def lines(self) -> tuple[str, ...]:
        """It in words, line by line."""
        told = ["You:", *(f"  {one}" for one in self.yours or ["no attack"])]
        told += ["Played:", *(f"  {one}" for one in self.played or ["no attack"])]
        better = "more" if self.difference > 0 else "less"
        worth = "as much" if abs(self.difference) < 0.05 else f"{abs(self.difference):.1f} {better}"
        return (*told, f"Yours is worth {worth}.")

    def __str__(self) -> str:
        return "\n".join(self.lines)


class Guess:
    """A stretch of a recorded game that is decided anew, what followed hidden.

    Parameters
    ----------
    record
        The game.
    stretch
        Which part of it.
    rules
        The rules it is played by.

    Attributes
    ----------
    game : WindowedGame
        To decide in; its record ends where the stretch begins.
    """

    def __init__(self, record: GameRecord, stretch: Stretch, rules: Ruleset) -> None:
        self._hidden, self._stretch, self._rules = record, stretch, rules
        phase = record.state_at(stretch.begin).phase
        self._window = Window(phases=(phase,))
        self.game = self._game(stretch.begin)

    def _game(self, node: NodeId) -> WindowedGame:
        return WindowedGame(
            self._rules,
            record=copied(self._hidden, self._hidden.way_to(node)),
            node=node,
            window=self._window,
            who=self._who(),
        )

    def _who(self) -> tuple[str, ...]:
        state = self._hidden.state_at(self._stretch.begin)
        asked = self._rules.decision(state)
        return asked.powers if asked else state.active

    def finish(self) -> Comparison:
        """End what is decided, if it has not ended, and compare it with what was played.

        Raises
        ------
        A4AError
            If something else is to be decided first.
        """
        if not self.game.closed:
            self.game.finish()
        return Comparison(yours=worths(self._moment(self.game)), played=self._played())

    def _played(self) -> tuple[Worth, ...]:
        game = self._game(self._stretch.end)
        if self._stretch.closing is not None:
            game.do(read(self._stretch.closing, dict(self._rules.orders)))
        if not game.closed:
            game.finish()
        moment = self._moment(game)
        if self._stretch.closing is None:
            recorded = self._recorded()
            walked = [one for one in moment.fought if one.space in moment.walked]
            moment = replace(moment, fought=(*recorded, *walked))
        return worths(moment)

    def _recorded(self) -> tuple[Fought, ...]:
        """The battles that followed in the turn, where another program does not tell before.

        It says who raids only as the raid begins.
        """
        record, end = self._hidden, self._stretch.end
        way = record.line_to(end)
        turn = record.time(end).turn
        after = [node for node in way[way.index(end) + 1 :] if record.time(node).turn == turn]
        return tuple(battles_of(record, after, battles_known(self._rules)))

    def _moment(self, game: WindowedGame) -> Moment:
        if game.closing is None:
            raise A4AError("what is decided has not ended: end the phase")
        found = game.foreseen(game.closing)
        return Moment(
            rules=self._rules,
            record=game.record,
            begun=game.begun,
            node=game.node,
            state=found.state,
            fought=battles_ahead(self._rules, game.state, found),
            who=game.who,
        )


def guess(
    record: GameRecord,
    *,
    round: int,
    power: str,
    phase: str = "Combat Move",
    line: str = MAIN,
    rules: str | Path | None = None,
) -> Guess:
    """Decide anew what was decided in a phase of a recorded game, and compare.

    Both are judged as the shooting would begin: by the odds, and by what the attacks are worth,
    which is the expected swing after the strongest counter-attack, and the income of what is held.

    Parameters
    ----------
    record
        The game.
    round, power, phase, line
        The phase, as `GameRecord.node_at` takes them.
    rules
        The folder of the mod it is played by.

    Raises
    ------
    A4AError
        If there is no such phase, or nothing can be decided there.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.game("global1940_strong_computer")
    >>> guessed = a4a.guess(record, round=1, power="Germany")
    >>> guessed.game.record.line()[-1] < record.line()[-1]
    True
    >>> compared = guessed.finish()  # without an order
    >>> compared.yours, "France" in [one.space for one in compared.played]
    ((), True)
    """
    begin = record.node_at(round=round, power=power, phase=phase, line=line)
    return Guess(record, stretch_at(record, begin, line=line), rules_of(record, rules=rules))


def stretch_at(record: GameRecord, begin: NodeId, *, line: str = MAIN) -> Stretch:
    """Return what was decided from a node to the first dice, or to the end of its phase."""
    way = record.line(line)
    if begin not in way:
        raise A4AError(f"node {begin} is not on the line {line!r}")
    here, end = record.time(begin), begin
    for node in way[way.index(begin) + 1 :]:
        step, time = record.step(node), record.time(node)
        rolls = any(isinstance(event, Rolled) for event in step.events)
        if rolls or (time.turn, time.phase) != (here.turn, here.phase):
            return Stretch(begin=begin, end=end, closing=step.order)
        end = node
    return Stretch(begin=begin, end=end)
