"""Phase V: units are bought and placed, ships put under repair, factories built and reduced.

Source: The War Game, "Phase V: Build and Recruit".
"""

from __future__ import annotations

from types import MappingProxyType

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.areas.politics import limits
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.orders import Assess, Build, Embark, Reduce, Repair
from a4a.rules.systems.wargame1942.production import decks, lending, reductions, repairs
from a4a.rules.systems.wargame1942.production.building import builder_of
from a4a.rules.systems.wargame1942.production.capacity import TRAINED_HERE


class BuildAndRecruit(LockstepPhase):
    """Buy and place units with the money of Phase I; what is not spent is kept."""

    name = "Build and Recruit"
    takes = MappingProxyType({
        "Build": "units are bought and placed", "Repair": "repairs are paid for",
        "Assess": "prices of repairs are rolled", "Reduce": "factories are reduced",
        "Embark": "fighters are put on new carriers",
    })  # fmt: skip

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask as long as anything can be built, repaired, reduced, or put on new carriers."""
        system = self.system
        sites = builder_of(system, state, power).sites()
        if not (
            sites
            or repairs.unassessed(system, state, power)
            or repairs.repairable(system, state, power)
            or decks.decks(system, state, power)
            or reductions.reducible(system, state, power)
        ):
            return None
        return Decision(
            kind="build", powers=(power,), orders=(*self.takes, "EndPhase"), rule="WG-BLD-001",
            text="build and recruit, or end the phase",
            options=limits.for_sale(system, state, power),
            spaces=sites,
        )  # fmt: skip

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse what may not be built, repaired or reduced; RuleViolation says why."""
        if isinstance(order, Build):
            builder_of(self.system, state, power).check(order)
        elif isinstance(order, Repair):
            repairs.check_repair(self.system, state, power, order)
        elif isinstance(order, Assess):
            repairs.check_assessment(self.system, state, power, order)
        elif isinstance(order, Reduce):
            reductions.check_reduction(self.system, state, power, order)
        elif isinstance(order, Embark):
            decks.check_embarking(self.system, state, power, order)

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Build, repair, reduce, or put fighters aboard."""
        if isinstance(order, Build):
            builder_of(self.system, run.state, power).build(run, order)
        elif isinstance(order, Repair):
            repairs.repair(self.system, run, power, order)
        elif isinstance(order, Assess):
            repairs.assess(self.system, run, power, order)
        elif isinstance(order, Reduce):
            reductions.reduce(run, order)
        elif isinstance(order, Embark):
            decks.embark(run, order)

    def end(self, run: Run, power: str) -> None:
        """Begin to count anew what is lent for the next turn, and what factories train."""
        lending.forget(run, power, lending.RECEIVED)
        for (subject, marker), count in tuple(run.state.markers.items()):
            if marker == TRAINED_HERE and count and isinstance(subject, ev.OnSpace):
                run.emit(ev.MarkerChanged(subject, TRAINED_HERE, 0))
