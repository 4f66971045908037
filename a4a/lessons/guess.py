"""Guess the move: decide in a recorded game, what follows hidden; then see what was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from a4a.analysis.fought import Fought, battles_of
from a4a.analysis.luck import battles_known
from a4a.core.errors import A4AError
from a4a.core.events import Rolled
from a4a.core.record import MAIN, GameRecord
from a4a.core.steps import NodeId, WrittenOrder
from a4a.lessons.compared import Comparison, Score
from a4a.lessons.foresight import battles_ahead
from a4a.lessons.moment import Moment
from a4a.lessons.parts import copied
from a4a.lessons.plan import Window
from a4a.lessons.unfolding import Unfolding
from a4a.lessons.windowed import WindowedGame
from a4a.lessons.worth import Worth, worths
from a4a.rules import rules_of
from a4a.rules.order import read
from a4a.rules.ruleset import Ruleset

_ATTACKS = ("combat move", "attack")
"""The kinds of decisions in which attacks are decided."""


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


class Guess:
    """A recorded game whose decisions are guessed one after another, what follows hidden.

    Parameters
    ----------
    record
        The game.
    stretch
        What is decided first.
    rules
        The rules it is played by.
    way
        The nodes of the line that is guessed; those of the main line if not given.
    until
        The node from which on nothing more is guessed; the end of the line if not given.

    Attributes
    ----------
    game : WindowedGame
        To decide in; its record ends where what is guessed begins.
    score : Score
        What was guessed so far. Of each stretch the first guess counts: then what was played is
        known.

    Examples
    --------
    >>> import a4a
    >>> guess = a4a.guess(a4a.game("war_in_europe_1939_1941"), round=1, power="Germany",
    ...                   phase="Axis Combat")
    >>> _ = guess.finish()
    >>> guess.next().decision.kind
    'attack'
    """

    def __init__(
        self,
        record: GameRecord,
        stretch: Stretch,
        rules: Ruleset,
        *,
        way: tuple[NodeId, ...] | None = None,
        until: NodeId | None = None,
    ) -> None:
        self._hidden, self._rules = record, rules
        self._way = record.line() if way is None else way
        self._last = len(self._way) if until is None else self._way.index(until)
        self._shown = Unfolding(record, stretch.begin)
        self.score = Score()
        self._begin(stretch)

    def _begin(self, stretch: Stretch) -> None:
        self._stretch = stretch
        self._judged: tuple[Worth, ...] | None = None
        self._counted = False
        state = self._hidden.state_at(stretch.begin)
        asked = self._rules.decision(state)
        self._who = asked.powers if asked else state.active
        self._window = Window(phases=(state.phase,))
        self.game = self._game(self._shown.record, self._shown.reveal(stretch.begin))

    def _game(self, record: GameRecord, node: NodeId) -> WindowedGame:
        return WindowedGame(
            self._rules, record=record, node=node, window=self._window, who=self._who
        )

    @property
    def title(self) -> str:
        """What is guessed: round, powers and phase."""
        time = self._hidden.time(self._stretch.begin)
        return f"{', '.join(self._who)}, round {time.round}, {time.phase}"

    def finish(self) -> Comparison:
        """End what is decided, if it has not ended, and compare it with what was played.

        Raises
        ------
        A4AError
            If something else is to be decided first.
        """
        if not self.game.closed:
            self.game.finish()
        compared = Comparison(yours=worths(self._moment(self.game)), played=self._played)
        if not self._counted:
            self._counted = True
            self.score = Score(compared=(*self.score.compared, compared))
        return compared

    def reveal(self) -> NodeId:
        """Put what was played into the record that is shown; return the node where it ends.

        Raises
        ------
        A4AError
            If nothing has been guessed yet.
        """
        if not self._counted:
            raise A4AError("what was played is shown once you have guessed")
        self.game.keep()
        return self._shown.reveal(self._stretch.end)

    @property
    def following(self) -> Stretch | None:
        """What is guessed next, when the same powers are asked the same again; None at the end."""
        record, before = self._hidden, self._stretch
        here = self._asked(before.begin)
        for node in self._way[self._way.index(before.end) + 1 : self._last]:
            if record.time(node).phase == self._window.phases[0] and self._asked(node) == here:
                return stretch_at(record, node, way=self._way)
        return None

    def next(self) -> WindowedGame:
        """Show the game as it was played up to the next guess, and begin that.

        Raises
        ------
        A4AError
            If nothing has been guessed yet, or the game has no more.
        """
        self.reveal()
        following = self.following
        if following is None:
            raise A4AError("the game has nothing more of this kind to guess")
        self._shown.lead(following.begin)
        self._begin(following)
        return self.game

    def _asked(self, node: NodeId) -> tuple[str, tuple[str, ...]] | None:
        asked = self._rules.decision(self._hidden.state_at(node))
        return (asked.kind, asked.powers) if asked else None

    @property
    def _played(self) -> tuple[Worth, ...]:
        if self._judged is None:
            self._judged = self._judge()
        return self._judged

    def _judge(self) -> tuple[Worth, ...]:
        """What was played, judged in a record of its own: nothing of it is shown."""
        hidden, end = self._hidden, self._stretch.end
        game = self._game(copied(hidden, hidden.way_to(end)), end)
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
    phase: str | None = None,
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
        The phase, as `GameRecord.node_at` takes them; by default the first of the power in that
        round in which attacks are decided.
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
    way, played = record.line(line), rules_of(record, rules=rules)
    if phase is None:
        turn = record.node_at(round=round, power=power, line=line)
        phase = _attacking(record, played, way[way.index(turn) :], power)
    begin = record.node_at(round=round, power=power, phase=phase, line=line)
    return Guess(record, stretch_at(record, begin, way=way), played, way=way)


def _attacking(record: GameRecord, rules: Ruleset, nodes: Sequence[NodeId], power: str) -> str:
    """Return the first phase of a power in which attacks are decided, in the round nodes begin."""
    round_, who = record.time(nodes[0]).round, record.catalog.power(power).name
    for node in nodes:
        time = record.time(node)
        if time.round != round_:
            break
        asked = rules.decision(record.state_at(node)) if who in time.powers else None
        if asked is not None and asked.kind in _ATTACKS:
            return time.phase
    raise A4AError(f"no attacks of {who} are decided in round {round_}")


def guess_within(record: GameRecord, nodes: Sequence[NodeId]) -> Guess:
    """Decide anew what was decided in a stretch of a recorded game, and compare.

    What is guessed is what is asked first there, and whatever the same powers are asked the same
    again before its end.

    Parameters
    ----------
    record
        The game.
    nodes
        The nodes of the stretch in order, each on the way to the next.

    Raises
    ------
    A4AError
        If nothing is decided there.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.game("war_in_europe_1939_1941")
    >>> guess_within(record, record.line()[23:60]).title
    'Italy, Germany, round 1, Axis Combat'
    """
    rules, (*begins, until) = rules_of(record), nodes
    for begin in begins:
        if rules.decision(record.state_at(begin)) is not None:
            way = record.line_to(until)
            return Guess(record, stretch_at(record, begin, way=way), rules, way=way, until=until)
    raise A4AError(
        "nothing is decided in this stretch of the game: let it begin where something is"
    )


def stretch_at(record: GameRecord, begin: NodeId, *, way: tuple[NodeId, ...]) -> Stretch:
    """Return what was decided from a node of a line to the first dice, or the end of its phase."""
    here, end = record.time(begin), begin
    for node in way[way.index(begin) + 1 :]:
        step, time = record.step(node), record.time(node)
        rolls = any(isinstance(event, Rolled) for event in step.events)
        if rolls or (time.turn, time.phase) != (here.turn, here.phase):
            return Stretch(begin=begin, end=end, closing=step.order)
        end = node
    return Stretch(begin=begin, end=end)
