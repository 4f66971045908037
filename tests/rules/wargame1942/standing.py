"""Phases of The War Game for tests, on a board that is set up by hand."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.errors import RuleViolation
from a4a.core.position import Balance
from a4a.core.state import State
from a4a.rules.areas.orders import EndPhase
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.run import Run
from tests.rules.golden import on_file
from tests.rules.wargame1942.empty import REFUSALS, Empty, rules

BUILD = "Build and Recruit"
PRODUCTION = "War Production"
END = "End of Game Turn"


class Board(Empty):
    """A position of a force's turn.

    Parameters
    ----------
    force
        Whose turn it is.
    control
        Land that is not held as in the set-up, by its controller.
    money
        What nations have; nothing where it is not said.
    at
        The game turn.
    """

    def __init__(
        self,
        *force: str,
        control: Mapping[str, str] | None = None,
        money: Mapping[str, int] | None = None,
        at: int = 6,
    ) -> None:
        super().__init__(*force, control=control)
        self.money, self.at = dict(money or {}), at

    def then(self, *events: ev.AnyEvent) -> None:
        """Let something happen after the turn began."""
        self.events += events

    def enter(self, phase: str, *dice: int) -> Turn:
        """Begin a phase, with dice that show these faces in order."""
        made, script = rules(), ScriptedDice(dice)
        balances = [Balance(power, "dollars", amount) for power, amount in self.money.items()]
        record = self.record(balances=balances, at=self.at)
        game = Game(made, record=record, dice=script)
        game.node = record.append([ev.TurnBegan(self.force), *self.events], cause="engine")
        run = Run(game.state, script)
        run.emit(ev.PhaseBegan(phase))
        next(p for p in made.phases if p.name == phase).enter(run)
        game.node = record.append(run.events, parent=game.node, cause="engine")
        return Turn(game)


class Turn:
    """A phase that is on."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def state(self) -> State:
        """How things stand."""
        return self.game.state

    def do(self, *orders: Order) -> Turn:
        """Give orders."""
        for order in orders:
            self.game.do(order)
        return self

    def end(self) -> Turn:
        """End the phase for all who have it."""
        return self.do(EndPhase())

    def refused(self, order: Order) -> str:
        """The rule that refuses an order, which changes nothing."""
        before = self.game.state, self.game.node
        with pytest.raises(RuleViolation) as error:
            self.game.do(order)
        assert (self.game.state, self.game.node) == before
        assert error.value.allowed
        return str(on_file(error.value, REFUSALS).rule)

    def has(self, power: str, restriction: str = "") -> int:
        """What money a nation has, with a restriction or without."""
        return self.state.balances.get((power, "dollars", restriction), 0)

    def count(self, space: str, kind: str) -> int:
        """How many units of a type stand in a space."""
        return sum(u.type == kind for u in self.state.at(space))
