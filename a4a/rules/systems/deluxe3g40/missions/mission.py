"""A part of the strategic missions phase: questions that are put in a row, to whoever they are for.

All powers have the turn together, so who is asked next is no matter of whose turn it is: questions
stand open in the state, in the order in which they are answered. What is asked in a battle comes
before all others.
"""

from __future__ import annotations

from typing import ClassVar

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.question import OpenQuestion, Question
from a4a.rules.run import Run


class Mission(Phase[System]):
    """A part of the missions phase.

    Attributes
    ----------
    kinds
        The kinds of question that are asked in it.
    """

    kinds: ClassVar[tuple[type[Question[System]], ...]] = ()

    def __init__(self, system: System) -> None:
        super().__init__(system)
        self._kinds = {kind.kind: kind(system) for kind in self.kinds}

    def proceed(self, run: Run) -> None:
        """Do what happens by itself while nothing is asked: go on with a battle, ask anew."""

    def decision(self, state: State) -> Decision | None:
        """Return what is asked, or None when the part is over."""
        question = self._open(state)
        return None if question is None else question.decision(state)

    def verify(self, state: State, order: Order) -> None:
        """Refuse an answer that may not be given."""
        if (question := self._open(state)) is not None:
            question.verify(state, order)

    def execute(self, run: Run, order: Order) -> None:
        """Carry out an answer, and go on to the next question."""
        if (question := self._open(run.state)) is not None:
            question.answer(run, order)
            self.go_on(run)

    def go_on(self, run: Run) -> None:
        """Go on until somebody has something to choose, or nothing is left to do."""
        while True:
            before = len(run.events)
            self.proceed(run)
            question = self._open(run.state)
            if question is not None and question.question.moot(run.state, question.asked):
                asked = question.asked
                run.emit(ev.Decided(asked.powers, asked.kind, "no", asked.decision))
            if len(run.events) == before:
                return

    def _open(self, state: State) -> OpenQuestion[System] | None:
        """The question that is answered next: the last of a battle, or else the first of all."""
        found = [asked for asked in state.decisions.values() if asked.kind in self._kinds]
        if not found:
            return None
        asked = next((asked for asked in reversed(found) if asked.battle), found[0])
        return OpenQuestion(self._kinds[asked.kind], asked)
