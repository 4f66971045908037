"""Deploy Defending Aircraft: a phase in which aircraft rise before battles, where a game has one.

Others ask it as battles begin (`conduct_combat`).
"""

from __future__ import annotations

from types import MappingProxyType

from a4a.core import events as ev
from a4a.core.events import Asked
from a4a.core.state import State
from a4a.rules.areas.combat import scramble
from a4a.rules.areas.combat.scramble import ScrambleQuestion
from a4a.rules.areas.politics.situation import situation_of
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.run import Run


class DeployDefendingAircraft(Phase[System]):
    """The enemies of those who have moved say which aircraft they send, and where."""

    name = "Deploy Defending Aircraft"
    takes = MappingProxyType({"Scramble": "aircraft scramble"})

    def __init__(self, system: System) -> None:
        super().__init__(system)
        self._question = ScrambleQuestion(system)

    def applies(self, state: State) -> bool:
        """Whether an enemy of a power whose turn it is could send any."""
        return any(True for _ in self._asked(state))

    def enter(self, run: Run) -> None:
        """Ask each power that may send aircraft."""
        run.emit_all(self._asked(run.state))

    def _asked(self, state: State) -> list[Asked]:
        here = (situation_of(self.system, state, power) for power in state.active)
        return [asked for one in here for asked in scramble.questions(one)]

    def decision(self, state: State) -> Decision | None:
        """Return the question of the next power; None if all have answered."""
        asked = next(iter(state.decisions.values()), None)
        return None if asked is None else self._question.decision(state, asked)

    def verify(self, state: State, order: Order) -> None:
        """Refuse aircraft that may not be sent."""
        for asked in state.decisions.values():
            self._question.verify(state, asked, order)
            return

    def execute(self, run: Run, order: Order) -> None:
        """Send the aircraft; who has none left to send is not asked."""
        for asked in run.state.decisions.values():
            self._question.answer(run, asked, order)
            break
        for asked in list(run.state.decisions.values()):
            if not self._question.moot(run.state, asked):
                return
            run.emit(ev.Decided(asked.powers, asked.kind, "no", asked.decision))
