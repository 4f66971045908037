"""Where an exercise begins, and what its author does there: a node of a record, and a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.lessons.attempt import Attempt
from a4a.lessons.exercise import Exercise, opened, order_of
from a4a.lessons.foresight import leaving
from a4a.lessons.lines import given_of
from a4a.lessons.moment import Moment
from a4a.lessons.plan import Given, Plan, Start, Window
from a4a.rules.decision import Decision
from a4a.rules.ruleset import Ruleset


class Played(NamedTuple):
    """A line that was played from where an exercise begins, up to the first dice.

    Parameters
    ----------
    orders
        Its orders, without the enemy's.
    moment
        How things stand at its end; None if it does not end the window.
    fault
        Why it does not, or goes no further; or "".
    """

    orders: tuple[Given, ...] = ()
    moment: Moment | None = None
    fault: str = ""


@dataclass(frozen=True)
class Scene:
    """A node of a record at which something is decided, and the author's line from there.

    Parameters
    ----------
    record
        The record.
    rules
        The rules it is played by.
    node
        Where the exercise begins.
    end
        A node of the author's line, which leads through `node`; the line that follows if None.
    given
        The orders of the author's line, if they are written down; then the record is not asked.
    limits
        A window that says what may be decided; what is asked until the phase ends if None.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.game("war_in_europe_1939_1941")
    >>> scene = Scene(record, a4a.rules.rules_of(record), 23)
    >>> [given.order for given in scene.line.orders]
    ['Attack']
    """

    record: GameRecord
    rules: Ruleset
    node: NodeId
    end: NodeId | None = None
    given: tuple[Given, ...] | None = None
    limits: Window | None = None

    @property
    def asked(self) -> Decision | None:
        """What is to be decided where it begins; None if nothing is."""
        return self.rules.decision(self.record.state_at(self.node))

    @cached_property
    def closing(self) -> frozenset[str]:
        """The kinds of orders that end the phase where it begins, as every window lets them."""
        state = self.record.state_at(self.node)
        return frozenset(order.kind for order in leaving(self.rules, state))

    def window(self) -> Window:
        """Return what may be decided: within the limits, until the phase ends or dice fall."""
        if self.limits is not None:
            return self.limits
        asked = self.asked
        phase = self.record.state_at(self.node).phase
        return Window(who=asked.powers if asked else (), phases=(phase,) if phase else ())

    @cached_property
    def line(self) -> Played:
        """What the author does: the orders of the line, as far as the first dice."""
        try:
            way = self._way()
            game = (attempt := Attempt(self._exercise)).game
        except A4AError as error:
            return Played(fault=str(error))
        found = list[Given]()
        try:
            for given in self._recorded(way, game.who) if self.given is None else self.given:
                game.do(order_of(self.rules, given))
                found.append(Given(order=given.order, fields=given.fields))
                if game.closed:
                    break
            if not found:
                return Played(fault="nobody has played on from here")
            if not game.closed:
                game.finish()
        except A4AError as error:
            return Played(tuple(found), fault=str(error))
        return Played(tuple(found), attempt.moment())

    @cached_property
    def idle(self) -> Played:
        """What comes of deciding nothing."""
        try:
            attempt = Attempt(self._exercise)
            attempt.game.finish()
        except A4AError as error:
            return Played(fault=str(error))
        return Played((), attempt.moment())

    @cached_property
    def before(self) -> Moment:
        """How things stand where it begins, whether anything is decided there or not."""
        return Attempt(opened(self._plan(), self.record, rules=self.rules)).moment()

    def _way(self) -> tuple[NodeId, ...]:
        """The nodes of the author's line in the record."""
        record, end = self.record, self.end
        way = record.line_to(self.node) if end is None else record.way_to(end)
        if self.node not in way:
            raise A4AError(f"the line to node {self.end} does not go by node {self.node}")
        return tuple(way[way.index(self.node) + 1 :])

    def _recorded(self, way: Iterable[NodeId], who: tuple[str, ...]) -> Iterator[Given]:
        """The orders of the record; what the enemy is asked is answered by the window's policy."""
        for node in way:
            step = self.record.step(node)
            for given in given_of(self.record, step.parent, node):
                if set(step.actors) & set(who):
                    yield given

    @property
    def _exercise(self) -> Exercise:
        """The decision alone, without a goal."""
        return opened(self._plan(self.window()), self.record, rules=self.rules)

    def _plan(self, *windows: Window) -> Plan:
        start = Start(record="game.a4a", sha256="0" * 64, node=self.node)
        return Plan(id="draft", title="draft", start=start, windows=windows)
