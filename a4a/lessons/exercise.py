"""An exercise that is open: a plan, with the game it begins in and the rules of that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from a4a.core.dice import ScriptedDice
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId, WrittenOrder
from a4a.core.variations import Rename
from a4a.lessons.checking import check
from a4a.lessons.parts import copied
from a4a.lessons.plan import Given, Plan, Window
from a4a.rules.game import Game
from a4a.rules.order import Order, read
from a4a.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Exercise:
    """An exercise that can be attempted.

    Parameters
    ----------
    plan
        What it says.
    rules
        The rules it is played by.
    record
        The game it begins in: the ways to where its windows begin, and nothing that follows.
    begins
        The node at which each window begins, scripts played.
    digest
        The SHA-256 of what the plan says.
    file
        The file it was read from, or None.

    See Also
    --------
    a4a.exercise : opens one.
    """

    plan: Plan
    rules: Ruleset
    record: GameRecord
    begins: tuple[NodeId, ...]
    digest: str = ""
    file: Path | None = None

    @property
    def id(self) -> str:
        """What files and marks call it."""
        return self.plan.id

    @property
    def title(self) -> str:
        """What it is called."""
        return self.plan.title

    @property
    def brief(self) -> str:
        """What is to be done, in Markdown."""
        return self.plan.brief

    @property
    def windows(self) -> tuple[Window, ...]:
        """What is decided, in order."""
        return self.plan.windows

    @property
    def origin(self) -> NodeId:
        """The node at which the exercise begins: its first window, or what it asks about."""
        return self.begins[0] if self.begins else self.plan.start.node

    def who(self, window: int) -> tuple[str, ...]:
        """Return the powers that decide in a window, by its number from 0."""
        named = self.windows[window].who
        if named:
            return tuple(self.record.catalog.power(name).name for name in named)
        asked = self.rules.decision(self.record.state_at(self.begins[window]))
        return asked.powers if asked else ()

    def order(self, given: Given) -> Order:
        """Return the order that is meant by one that is written."""
        return order_of(self.rules, given)

    def fresh(self) -> GameRecord:
        """Return a record of its own to play in; the lines that parts begin have their names."""
        record = copied(self.record, self.record.steps)
        for number, node in enumerate(self.begins, 1):
            first = record.first_of(node)
            named = Rename(first=first, name=f"part {number}")
            if record.can(named) and not record.variation(first).name:
                record.do(named)
        return record

    def __repr__(self) -> str:
        return f"<Exercise {self.id!r}: {self.title}>"


def opened(
    plan: Plan,
    record: GameRecord | None = None,
    *,
    rules: Ruleset,
    digest: str = "",
    file: Path | None = None,
) -> Exercise:
    """Open a plan.

    Parameters
    ----------
    plan
        The plan.
    record
        The record it begins in; None for a new game.
    rules
        The rules it is played by.
    digest, file
        As in `Exercise`.

    Raises
    ------
    A4AError
        If a window cannot begin where it should, its script cannot be played, or something is named
        that is not there.
    """
    game = rules.start() if record is None else record
    nodes = [plan.start.node if w.node is None else w.node for w in plan.windows]
    ways = {node for end in (plan.start.node, *nodes) for node in game.way_to(end)}
    own = copied(game, ways)
    begins = []
    for number, (window, node) in enumerate(zip(plan.windows, nodes, strict=True)):
        try:
            begins.append(_begun(own, rules, node, window.script))
        except A4AError as error:
            raise A4AError(f"windows[{number}]: {error}") from None
    check(plan, own, rules, tuple(begins))
    return Exercise(plan, rules, own, tuple(begins), digest, file)


def _begun(record: GameRecord, rules: Ruleset, node: NodeId, script: Iterable[Given]) -> NodeId:
    """Play a script from a node, and return where it ends."""
    for number, given in enumerate(script):
        dice = ScriptedDice(given.faces)
        game = Game(rules, dice=dice, record=record, node=node)
        try:
            game.do(order_of(rules, given))
        except A4AError as error:
            raise A4AError(f"script[{number}]: {error}") from None
        if dice.left:
            raise A4AError(f"script[{number}]: {dice.left} of its faces are not rolled")
        node = game.node
    game = Game(rules, dice=ScriptedDice(()), record=record, node=node)
    return record.append(game.opening, parent=node, cause="engine") if game.opening else game.node


def order_of(rules: Ruleset, given: Given) -> Order:
    """Return the order that is meant by one that is written; A4AError if there is none."""
    return read(WrittenOrder(given.order, given.fields), dict(rules.orders))
