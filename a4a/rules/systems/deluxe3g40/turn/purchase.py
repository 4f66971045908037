"""Step 3: units are bought, instalments are paid; China takes back what nobody holds.

Source: "Each Turn Sequence", step 3.
"""

from __future__ import annotations

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.orders import Buy
from a4a.rules.areas.phases.purchase import PurchaseAndRepair
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.turn.reclaiming import reclaim


class PurchaseUnits(PurchaseAndRepair):
    """Buy units, and pay for those in the build queue."""

    name = "Purchase Units"
    asks = "buy units and pay instalments, or end the phase"

    def begin(self, run: Run, power: str) -> None:
        """Take back the land that a power reclaims."""
        reclaim(self.system, run, power)

    def damaged(self, state: State, power: str, treasury: str | None = None) -> tuple[Unit, ...]:
        """Return nothing: facilities are repaired in the phase before."""
        return ()

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse what cannot be bought or paid; RuleViolation says why."""
        if isinstance(order, Buy) and order.repairs:
            raise self.system.book.violation(
                "DX-TRN-004",
                "facilities are repaired in the Repair and Assign Aircraft phase",
                tried="buy repairs",
                allowed="units and instalments",
            )
        super().check(state, power, order)

    def end(self, run: Run, power: str) -> None:
        """Do nothing: ships are repaired in a phase of their own."""
