"""Step 3: units are bought, instalments are paid; China takes back what nobody holds.

Source: "Each Turn Sequence", step 3.
"""

from __future__ import annotations

from types import MappingProxyType

from msgspec.structs import replace

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.orders import Buy
from a4a.rules.areas.phases.purchase import PurchaseAndRepair
from a4a.rules.areas.politics.situation import situation_of
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.orders import Rent
from a4a.rules.systems.deluxe3g40.turn import renting
from a4a.rules.systems.deluxe3g40.turn.reclaiming import reclaim


class PurchaseUnits(PurchaseAndRepair):
    """Buy units, and pay for those in the build queue."""

    name = "Purchase Units"
    takes = MappingProxyType({**PurchaseAndRepair.takes, "Pay": "instalments are paid"})
    asks = "buy units and pay instalments, or end the phase"

    def begin(self, run: Run, power: str) -> None:
        """Take back the land that a power reclaims."""
        reclaim(self.system, run, power)

    def damaged(self, state: State, power: str, treasury: str | None = None) -> tuple[Unit, ...]:
        """Return nothing: facilities are repaired in the phase before."""
        return ()

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask for purchases, and for the rent of naval bases."""
        asked, here = super().ask(state, power), situation_of(self.system, state, power)
        if asked is not None:
            return replace(asked, orders=("Rent", *asked.orders)) if renting.ships(here) else asked
        if not renting.rentable(here):
            return None
        return Decision(
            kind="rent", powers=(power,), orders=("Rent", "EndPhase"), rule="DX-NEU-006",
            text="rent a naval base, or end the phase",
        )  # fmt: skip

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse what cannot be bought or paid; RuleViolation says why."""
        if isinstance(order, Buy) and order.repairs:
            raise self.system.book.violation(
                "DX-TRN-004",
                "facilities are repaired in the Repair and Assign Aircraft phase",
                tried="buy repairs",
                allowed="units and instalments",
            )
        if isinstance(order, Rent):
            renting.check(self.system, state, power, order)
        else:
            super().check(state, power, order)

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Pay for what is bought, or for berths."""
        if isinstance(order, Rent):
            renting.rent(self.system, run, power, order)
        else:
            super().carry_out(run, power, order)

    def end(self, run: Run, power: str) -> None:
        """Do nothing: ships are repaired in a phase of their own."""
