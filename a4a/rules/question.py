"""A question that interrupts a phase: it stays open in the state until it is answered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Generic, NamedTuple

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


class OpenQuestion(NamedTuple, Generic[SystemT]):
    """A question that is open, with its kind, which knows what may be answered.

    Parameters
    ----------
    question
        Its kind.
    asked
        As it was asked.
    """

    question: Question[SystemT]
    asked: Asked

    def decision(self, state: State) -> Decision:
        """Return what is asked."""
        return self.question.decision(state, self.asked)

    def verify(self, state: State, order: Order) -> None:
        """Refuse an answer that may not be given; RuleViolation says why."""
        self.question.verify(state, self.asked, order)

    def answer(self, run: Run, order: Order) -> None:
        """Apply the direct effects of a verified answer."""
        self.question.answer(run, self.asked, order)


class Interruptions(Generic[SystemT]):
    """The kinds of questions that can interrupt a phase. Immutable.

    Parameters
    ----------
    kinds
        The kinds.

    Examples
    --------
    >>> import a4a
    >>> Interruptions(()).open(a4a.new_game("war_in_europe").state) is None
    True
    """

    def __init__(self, kinds: Iterable[Question[SystemT]]) -> None:
        self._kinds = {question.kind: question for question in kinds}

    def open(self, state: State) -> OpenQuestion[SystemT] | None:
        """Return the question of these kinds that is to be answered: the last that was asked."""
        for asked in reversed(tuple(state.decisions.values())):
            if (question := self._kinds.get(asked.kind)) is not None:
                return OpenQuestion(question, asked)
        return None
