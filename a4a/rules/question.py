"""A question that interrupts a phase: it stays open in the state until it is answered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic

from a4a.core.events import Asked
from a4a.core.state import State
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import SystemT
from a4a.rules.run import Run


class Question(ABC, Generic[SystemT]):
    """A kind of question. Immutable: what is open is in the state (`State.decisions`).

    Any side may be asked, in the middle of a battle or of a move: the move runs to the first place
    where the other side may act (`UnitsMoved` with ``halted``), the question is asked there and
    answered as a step of its own, and then the mover goes on.

    Parameters
    ----------
    system
        What the game is made of.

    Attributes
    ----------
    kind
        As `Asked` and `Decision` have it.
    order
        Name of the order that answers it.
    """

    kind: str
    order: str

    def __init__(self, system: SystemT) -> None:
        self.system = system

    @abstractmethod
    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked."""

    @abstractmethod
    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse an answer that may not be given; RuleViolation says why."""

    @abstractmethod
    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Apply the direct effects of a verified answer."""

    def moot(self, state: State, asked: Asked) -> bool:
        """Whether nothing is left to choose, because of answers to other questions."""
        return False
