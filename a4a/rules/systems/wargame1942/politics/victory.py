"""The end of a game turn: it is seen whether a side has won.

Source: The War Game, "Victory Conditions"; ``victory.toml``.
"""

from __future__ import annotations

from a4a.core.state import State
from a4a.rules.areas.control.victory import check_phase
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.run import Run


class EndOfGameTurn(Phase[System]):
    """All nations have had their turns; nothing is asked."""

    name = "End of Game Turn"

    def enter(self, run: Run) -> None:
        """See whether a side has won."""
        check_phase(self.system, run, self.name)

    def decision(self, state: State) -> Decision | None:
        """Ask nothing."""
        return None

    def verify(self, state: State, order: Order) -> None:
        """Refuse nothing: nothing is asked."""

    def execute(self, run: Run, order: Order) -> None:
        """Do nothing: nothing is asked."""
