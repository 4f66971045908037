"""Phase I: income, then Lend/Lease, training of paratroopers, prices of repairs.

Source: The War Game, "Phase I: Determine War Production".
"""

from __future__ import annotations

from types import MappingProxyType

from a4a.core.state import State
from a4a.rules import money
from a4a.rules.areas.economy import economies
from a4a.rules.decision import Decision
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.production import lending, repairs, training
from a4a.rules.systems.wargame1942.production.numbers import numbers
from a4a.rules.systems.wargame1942.production.undertakings import ProductionPhase, Undertaking


class WarProduction(ProductionPhase):
    """Income of the land that a nation controls; it may lend, train, and roll prices of repairs.

    A nation that has lost its capital has this phase as others do (WG-FER-012).
    """

    name = "War Production"
    undertakings = MappingProxyType({
        "Lend": Undertaking("money is lent", lending.check, lending.lend),
        "Train": Undertaking("paratroopers are trained", training.check, training.train),
        "Assess": repairs.ASSESSMENT,
    })  # fmt: skip

    def begin(self, run: Run, power: str) -> None:
        """Make ships whole that were under repair; collect income."""
        repairs.finish(self.system, run, power)
        (treasury,) = money.treasuries(self.system, power)
        produced = economies.production(self.system, run.state, power, treasury)
        run.emit(money.paid(self.system, treasury, produced, "income"))
        lending.pregame(self.system, run, power)

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask for loans, training and rolls, as long as there are any to choose."""
        system = self.system
        ships = repairs.unassessed(system, state, power)
        if not (lending.left(system, state, power) or self._trains(state, power) or ships):
            return None
        return Decision(
            kind="war production", powers=(power,), orders=(*self.takes, "EndPhase"),
            rule="WG-INC-020",
            text="lend, train paratroopers, roll prices of repairs, or end the phase",
            units=tuple(u.id for u in ships),
        )  # fmt: skip

    def _trains(self, state: State, power: str) -> bool:
        """Whether a power can train anybody, and pay for it."""
        (treasury,) = money.treasuries(self.system, power)
        has = money.balance(self.system, state, treasury)
        affordable = has >= numbers(self.system).training[0].price
        return affordable and bool(training.trainable(self.system, state, power))

    def end(self, run: Run, power: str) -> None:
        """Forget what was lent: the limit is for one turn."""
        lending.forget(run, power, lending.LENT)
