"""Phase II, Combat Orders: all that attacks goes to where it fights, and says what it does there.

Source: The War Game, "Phase II: Combat Orders".
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType

from a4a.core.state import State
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.declaring import moves
from a4a.rules.systems.wargame1942.declaring.view import view_of
from a4a.rules.systems.wargame1942.orders import Send


class CombatOrders(LockstepPhase):
    """All combat is declared before any of it begins; both nations of a force do so in step."""

    name = "Combat Orders"
    takes = MappingProxyType({"Send": "units move to fight"})

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask for combat orders."""
        return _asked(self.system, power)

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse a move that the rules do not allow."""
        if isinstance(order, Send):
            moves.verify(view_of(self.system, state, power, combat=True), order)

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Carry out a move."""
        if isinstance(order, Send):
            moves.carry_out(view_of(self.system, run.state, power, combat=True), run, order)


@lru_cache(maxsize=64)
def _asked(system: System, power: str) -> Decision:
    """The question for combat orders: no order changes it."""
    return Decision(
        kind="combat move",
        powers=(power,),
        orders=("Send", "EndPhase"),
        rule="WG-CMO-001",
        text=f"combat orders of {system.called(power)}, or the end of the phase",
    )
