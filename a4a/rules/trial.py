"""A line tried before it is ordered: recorded nowhere, and taken back at will."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from a4a.core.dice import Dice
from a4a.core.events import AnyEvent, Rolled
from a4a.core.state import State
from a4a.rules.inplay import InPlay
from a4a.rules.obeying import Obeyed, obeyed
from a4a.rules.order import Order
from a4a.rules.ruleset import Ruleset


class Tried(NamedTuple):
    """An order that was tried.

    Parameters
    ----------
    order
        The order.
    before
        The state in which it was given.
    caused
        What it causes.
    """

    order: Order
    before: State
    caused: Obeyed


class Trial(InPlay):
    """Orders given on trial, from a state on.

    It is over once something else is asked than at first, or dice have been rolled: what comes
    then depends on others, or on luck. `Game.adopt` takes what was tried into the record.

    Parameters
    ----------
    ruleset
        The rules.
    state
        Where it begins.
    dice
        Where rolls come from.

    Examples
    --------
    >>> import a4a
    >>> from a4a.rules.areas.orders import Buy, EndPhase
    >>> game = a4a.new_game("europe1940")
    >>> trial = Trial(game.ruleset, game.state, game.dice)
    >>> trial.do(Buy("Germany", {"tank": 4}))
    >>> trial.do(EndPhase())
    >>> trial.over, len(game.record)
    (True, 1)
    >>> game.adopt(trial)
    >>> game.decision.kind, len(game.record)
    ('combat move', 3)
    """

    def __init__(self, ruleset: Ruleset, state: State, dice: Dice) -> None:
        super().__init__(ruleset)
        self.begun = state
        self.dice = dice
        self.tried: list[Tried] = []
        self._state = state
        self._asked = question_of(ruleset, state)
        self._rolled = False
        self._seen = state, False  # whether something else is asked in a state

    @property
    def state(self) -> State:
        """The state now."""
        return self._state

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that were given, and not taken back."""
        return tuple(tried.order for tried in self.tried)

    @property
    def over(self) -> bool:
        """Whether something else is asked than at first, or dice have been rolled."""
        if self._rolled:
            return True
        if self._seen[0] is not self._state:
            differs = question_of(self.ruleset, self._state) != self._asked
            self._seen = self._state, differs
        return self._seen[1]

    def do(self, order: Order) -> None:
        """Give an order.

        Raises
        ------
        RuleViolation
            If it may not be given; all stays as it is.
        """
        self.verify(order)
        caused = obeyed(self.ruleset, self._state, order, self.dice)
        self.tried.append(Tried(order, self._state, caused))
        self._state = caused.state
        self._rolled |= any(map(has_rolled, caused.steps))

    def take_back(self, number: int = 1) -> bool:
        """Take back the last orders, at most so many; whether there was one to take back.

        What was rolled stays: a trial with dice in it is as it is.
        """
        if self._rolled or not self.tried:
            return False
        kept = max(len(self.tried) - number, 0)
        self._state = self.tried[kept].before
        del self.tried[kept:]
        return True


def has_rolled(events: Iterable[AnyEvent]) -> bool:
    """Whether dice are among what happened."""
    return Rolled in map(type, events)


def question_of(rules: Ruleset, state: State) -> tuple[object, ...]:
    """Return what tells the question of a state from others; what orders change of it does not."""
    asked = rules.decision(state)
    if asked is None:
        return ()
    return state.turn, state.phase, asked.kind, asked.powers, asked.battle
