"""What a game and a line that is only tried have in common: a state, and what it asks."""

from __future__ import annotations

from abc import ABC, abstractmethod

from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.rules.decision import Decision
from a4a.rules.obeying import verify
from a4a.rules.order import Order
from a4a.rules.ruleset import Ruleset


class InPlay(ABC):
    """A state that goes on by orders.

    Parameters
    ----------
    ruleset
        The rules.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    @property
    @abstractmethod
    def state(self) -> State:
        """The state now."""

    @property
    def decision(self) -> Decision | None:
        """What is asked now, and of whom; None when the game is over."""
        return self.ruleset.decision(self.state)

    @property
    def ending(self) -> str:
        """Why nothing is asked, in words; "" while something is."""
        return self.ruleset.ending(self.state) if self.decision is None else ""

    def verify(self, order: Order) -> None:
        """Refuse an order that may not be given now; the game stays as it is.

        Raises
        ------
        RuleViolation
            If the order makes no sense, is not what is asked, or breaks a rule.
        """
        verify(self.ruleset, self.state, order)

    def can(self, order: Order) -> bool:
        """Whether an order may be given now."""
        try:
            self.verify(order)
        except RuleViolation:
            return False
        return True
