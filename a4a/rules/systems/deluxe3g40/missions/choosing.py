"""Questions that are answered by one of a few options, each a button."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import ClassVar

from a4a.core import events as ev
from a4a.core.english import either_of
from a4a.core.events import Asked
from a4a.core.state import State
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.orders import Choose


class Choosing(Question[System]):
    """A question with options, which `Asked` lists.

    Attributes
    ----------
    text
        What is asked, in words.
    passing
        The option that does nothing, if there is one.
    """

    order = "Choose"
    text: ClassVar[str]
    passing: ClassVar[str] = ""

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked."""
        return Decision(
            kind=self.kind, powers=asked.powers, orders=(self.order,), rule=asked.rule,
            text=self.text, options=asked.options,
            spaces=tuple(dict.fromkeys(chain(*self.places(state, asked.powers[0]).values()))),
        )  # fmt: skip

    def places(self, state: State, power: str) -> Mapping[str, tuple[str, ...]]:
        """Return the spaces that options are about, for the board to show."""
        return {}

    def passes(self, option: str) -> bool:
        """Whether an option does nothing."""
        return option == self.passing

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse what is not among the options."""
        assert isinstance(order, Choose)
        if order.option not in asked.options:
            raise self.system.book.violation(
                asked.rule, f"{order.option!r} is not offered", tried=f"choose {order.option}",
                allowed=either_of(asked.options),
            )  # fmt: skip

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Note the choice and do what follows from it."""
        assert isinstance(order, Choose)
        choice = "no" if order.option == self.passing else order.option
        run.emit(ev.Decided(asked.powers, self.kind, choice, decision=asked.decision))
        self.chosen(run, asked.powers[0], order.option)

    @abstractmethod
    def chosen(self, run: Run, power: str, option: str) -> None:
        """Do what follows from a choice."""


def ask(
    run: Run, kind: str, power: str, options: Iterable[str], *, rule: str, about: str = ""
) -> None:
    """Ask a power to choose; ``about`` tells questions of one kind and turn apart."""
    name = f"{run.state.turn}, {power}: {kind}{about and f', {about}'}"
    run.emit(ev.Asked(name, (power,), kind, tuple(options), rule))
