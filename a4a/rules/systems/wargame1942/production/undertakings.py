"""What nations undertake in phases of production: an order, how it is refused, what it causes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from a4a.core.state import State
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.areas.system import System
from a4a.rules.order import Order
from a4a.rules.run import Run


class Undertaking(NamedTuple):
    """What a nation does by one kind of order.

    Parameters
    ----------
    words
        What is done: "money is lent".
    check
        Refuses an order of a power that may not be given; RuleViolation says why.
    carry_out
        Carries out one that may.
    """

    words: str
    check: Callable[[System, State, str, Any], None]
    carry_out: Callable[[System, Run, str, Any], None]


class ProductionPhase(LockstepPhase):
    """A phase in which a nation does what it can with its money and its works.

    Attributes
    ----------
    undertakings
        What is done in it, by the kind of order.
    """

    undertakings: ClassVar[Mapping[str, Undertaking]]

    def __init_subclass__(cls) -> None:
        words = {kind: found.words for kind, found in cls.undertakings.items()}
        cls.takes = MappingProxyType(words)

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse what a nation may not do; RuleViolation says why."""
        if (found := self.undertakings.get(order.kind)) is not None:
            found.check(self.system, state, power, order)

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Do what was ordered."""
        if (found := self.undertakings.get(order.kind)) is not None:
            found.carry_out(self.system, run, power, order)
