"""A game within a window: only what may be decided is, and it ends before any dice."""

from __future__ import annotations

from typing import Any

import msgspec

from a4a.core.board import Board
from a4a.core.english import either_of, list_of
from a4a.core.errors import A4AError, RuleViolation
from a4a.core.events import AnyEvent
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import NodeId, Step
from a4a.core.variations import Rename
from a4a.lessons.foresight import NO_DICE, Foreseen, answered, before_dice, leaves_phase, leaving
from a4a.lessons.plan import Window
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.rules.obeying import obeyed
from a4a.rules.order import Order, in_plain_words, written
from a4a.rules.ruleset import Ruleset
from a4a.rules.trial import Trial


class WindowedGame(Game):
    """A game in which only what a window leaves open may be decided.

    It is a `Game`, so whatever shows and plays games shows and plays it. No dice are rolled: the
    order that would lead to some, or out of the window, *closes* it and causes nothing.

    Parameters
    ----------
    ruleset, record, node
        As in `Game`; the window begins at the node.
    window
        What may be decided.
    who
        The powers that decide.
    line
        The name of the variation that begins where its orders leave what the record has already.

    Attributes
    ----------
    begun : NodeId
        Where the window begins.
    closing : Order or None
        The order that has closed the window; None while it is open.
    orders : tuple of Order
        The orders that have been given, without the enemy's answers.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        *,
        record: GameRecord,
        node: NodeId,
        window: Window,
        who: tuple[str, ...],
        line: str = "",
    ) -> None:
        super().__init__(ruleset, dice=NO_DICE, record=record, node=node)
        if self.opening:
            self.node = record.append(self.opening, parent=node, cause="engine")
            self._opening = None
        self.window, self.who, self.line = window, who, line
        self.begun = self.node
        self.closing: Order | None = None
        self._given: list[tuple[NodeId, Order]] = []
        self._made: set[NodeId] = set()
        self._turn = self.state.turn
        self._phases = window.phases or (self.state.phase,)

    # --- what may be decided --------------------------------------------------------------------

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that have been given, without the enemy's answers."""
        return tuple(order for _, order in self._given)

    @property
    def closed(self) -> bool:
        """Whether the window has ended."""
        return self.closing is not None

    @property
    def decision(self) -> Decision | None:
        """What is asked now, and of whom; None once the window has ended."""
        return None if self.closed else super().decision

    @property
    def ending(self) -> str:
        """Why nothing is asked, in words; "" while something is."""
        return "what is to be decided here has been decided" if self.closed else super().ending

    def verify(self, order: Order) -> None:
        """Refuse an order that breaks a rule, or is not to be decided here.

        Raises
        ------
        RuleViolation
            If it may not be given; without a rule's id where only the exercise forbids it.
        """
        if self.closed:
            raise RuleViolation(
                "this part has ended", tried=order.kind, allowed="take back, or try again"
            )
        super().verify(order)
        window = self.window
        if window.orders and order.kind not in window.orders and not self._goes_on(order):
            raise RuleViolation(
                "this is not to be decided in this exercise",
                tried=order.kind,
                allowed=either_of(map(in_plain_words, window.orders)),
            )
        if window.spaces:
            self._verify_spaces(order)
        if (
            window.budget.orders
            and len(self._given) >= window.budget.orders
            and not self._goes_on(order)
        ):
            raise RuleViolation(
                f"all {window.budget.orders} orders of this exercise have been given",
                tried=order.kind,
                allowed="take one back, or end the phase",
            )

    def _verify_spaces(self, order: Order) -> None:
        known = {self.record.board.space(name).name for name in self.window.spaces}
        strange = [space for space in spaces_of(order, self.record.board) if space not in known]
        if strange:
            raise RuleViolation(
                f"{list_of(strange)} is outside of this exercise",
                tried=order.kind,
                allowed=either_of(sorted(known)),
            )

    def _goes_on(self, order: Order) -> bool:
        """Whether an order leads out of the phase, as every window lets it."""
        return leaves_phase(self.ruleset, self.state, order)

    # --- deciding -------------------------------------------------------------------------------

    def do(self, order: Order, *, author: str = "") -> tuple[AnyEvent, ...]:
        """Give an order; one that would lead to dice, or out of the window, closes it instead.

        What the enemy is asked meanwhile is answered by the window's policy. Orders that an earlier
        try began with, too, go along its line: the record has them once.
        """
        self.verify(order)
        found = self.foreseen(order)
        if found.rolls or self._left(found.state):
            self.closing = order
            self._tell()
            return ()
        before = self.node
        events = self._give(order, author=author)
        while (asked := super().decision) is not None and not set(asked.powers) & set(self.who):
            events += self._give(answered(self.ruleset, self.state, self.window.enemy))
        self._given.append((before, order))
        self._tell()
        return events

    def _give(self, order: Order, *, author: str = "") -> tuple[AnyEvent, ...]:
        """Give an order: along the record where it has been given there, or as a new step."""
        caused = obeyed(self.ruleset, self.state, order, self.dice)
        (events,) = caused.steps  # a window ends with the turn
        said = written(order)
        for child in self.record.children(self.node):
            step = self.record.step(child)
            if step.order == said and step.events == events:
                self.node = child
                return events
        self.node = self.record.append(
            events,
            parent=self.node,
            actors=caused.actors,
            cause="order",
            order=said,
            author=author,
            after=caused.state,
        )
        self._made.add(self.node)
        named = Rename(first=self.node, name=self.line)
        if self.record.can(named):  # it is, where a variation begins
            self.record.do(named)
        return events

    def adopt(self, trial: Trial, *, author: str = "") -> None:
        """Give the orders that were tried, as far as the window goes."""
        for order, _, _ in trial.tried:
            if not self.closed:
                self.do(order, author=author)

    def foreseen(self, order: Order) -> Foreseen:
        """Return what an order leads to before any dice, the enemy's answers among it."""
        return before_dice(self.ruleset, self.state, order, policy=self.window.enemy, who=self.who)

    def finish(self) -> Order:
        """End the window with what has been decided; return the order that did.

        Raises
        ------
        A4AError
            If something else is to be decided first.
        """
        for order in leaving(self.ruleset, self.state):
            if self.can(order):
                self.do(order)
                return order if self.closed else self.finish()
        asked = self.decision
        raise A4AError(f"decide first: {asked.text if asked else self.ending}")

    def _left(self, state: State) -> bool:
        """Whether a state is outside of the window."""
        return state.turn != self._turn or state.phase not in self._phases

    # --- taking back ----------------------------------------------------------------------------

    def take_back(self) -> Step:
        """Take the last order back; if the window has ended, the order that ended it.

        Raises
        ------
        RuleViolation
            If there is none in this window.
        """
        if self.closed:
            self.closing = None
            self._tell()
            return self.record.step(self.node)
        if not self._given:
            raise RuleViolation("there is no order to take back", tried="take back")
        before, _ = self._given.pop()
        step = self.record.step(self.node)
        while self.node != before:
            step = self.record.step(self.node)
            if self.node in self._made and not self.record.children(self.node):
                self.record.withdraw(self.node)
                self._made.remove(self.node)
            self.node = step.parent
        self._tell()
        return step

    def last_order(self) -> Step:
        """Return the step of the last order, which `take_back` would take back.

        Raises
        ------
        RuleViolation
            If there is none in this window.
        """
        if not self._given:
            raise RuleViolation("there is no order to take back", tried="take back")
        node, (before, _) = self.node, self._given[-1]
        while (step := self.record.step(node)).parent != before:
            node = step.parent
        return step

    def keep(self) -> None:
        """Let what has been tried stay in the record, also where it is taken back."""
        self._made.clear()


def spaces_of(order: Order, board: Board) -> tuple[str, ...]:
    """Return the spaces an order is about: where a path ends, and all others that it names."""
    fields: dict[str, Any] = msgspec.to_builtins(order)
    found: dict[str, None] = {}
    for name, value in fields.items():
        texts = value if isinstance(value, list | tuple) else (value,)
        if name == "path" and texts:
            texts = texts[-1:]
        elif isinstance(value, dict):
            texts = tuple(value.values())
        found.update(dict.fromkeys(t for t in texts if isinstance(t, str) and t in board.index))
    return tuple(found)
