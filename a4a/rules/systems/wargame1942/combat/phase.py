"""The Combat phase: all battles are open, and the attacker chooses whose round is fought next.

Source: The War Game, "Phase III: Combat", "F.E.R. - Round-By-Round Combat Location-By-Location".
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import either_of
from a4a.core.state import State
from a4a.rules.areas.orders import Fight
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.question import Interruptions, Question
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import course, groups, opening, sailed_by
from a4a.rules.systems.wargame1942.combat.batteries import BatteriesQuestion
from a4a.rules.systems.wargame1942.combat.casualties import CasualtiesQuestion
from a4a.rules.systems.wargame1942.combat.conquest import OwnerQuestion
from a4a.rules.systems.wargame1942.combat.decks import FlightsQuestion
from a4a.rules.systems.wargame1942.combat.declarations import GunneryQuestion, ScorchQuestion
from a4a.rules.systems.wargame1942.combat.retreats import RetreatsQuestion
from a4a.rules.systems.wargame1942.combat.sailed_by import LossesQuestion


class Combat(Phase[System]):
    """All battles of the nations whose turn it is, side by side, group by group, round by round."""

    name = "Combat"

    def __init__(self, system: System) -> None:
        super().__init__(system)
        kinds: tuple[type[Question[System]], ...] = (
            CasualtiesQuestion, RetreatsQuestion, GunneryQuestion, BatteriesQuestion,
            ScorchQuestion, FlightsQuestion, OwnerQuestion, LossesQuestion,
        )  # fmt: skip
        self._questions = Interruptions([kind(system) for kind in kinds])

    def enter(self, run: Run) -> None:
        """Open all battles, once ships have come to where they fight; a single group fights."""
        sailed_by.settle(self.system, run)
        if not run.state.decisions:
            opening.open_battles(self.system, run)
            self._go_on(run)

    def decision(self, state: State) -> Decision | None:
        """Return the open question, or the choice of what is fought next; None if all is over."""
        if (question := self._questions.open(state)) is not None:
            return question.decision(state)
        battles = tuple(state.battles.values())
        if not battles:
            return None
        spaces = tuple(x.space for x in battles)
        return Decision(
            kind="battle", powers=state.active, orders=("Fight",), rule="WG-FER-001",
            text="choose which battles fight a round next",
            options=tuple(x.id for x in battles), spaces=spaces,
        )  # fmt: skip

    def verify(self, state: State, order: Order) -> None:
        """Refuse an answer that may not be given."""
        if (question := self._questions.open(state)) is not None:
            question.verify(state, order)
        elif isinstance(order, Fight) and order.battle not in state.battles:
            raise self.system.book.violation(
                "WG-CMB-022", f"no battle {order.battle!r} is open", tried="fight",
                allowed=f"fight {either_of(map(repr, state.battles))}",
            )  # fmt: skip

    def execute(self, run: Run, order: Order) -> None:
        """Carry out an answer or a choice, and fight on until the next is asked for."""
        if (question := self._questions.open(run.state)) is not None:
            question.answer(run, order)
            if question.asked.kind == LossesQuestion.kind:
                self.enter(run)
                return
        elif isinstance(order, Fight):
            found = run.state.battles[order.battle]
            run.emit(
                ev.Decided(run.state.active, "battle", found.space, spaces=(found.space,),
                           battle=found.id)
            )  # fmt: skip
            course.begin(run, order.battle)
        self._go_on(run)

    def _go_on(self, run: Run) -> None:
        """Fight the round that is on, and those of the only group there is."""
        while not run.state.decisions:
            course.go_on(self.system, run)
            left = groups.groups(run.state)
            if run.state.decisions or len(left) != 1:
                return
            course.begin(run, left[0][0].id)
