"""Phase V: units are bought and placed, ships put under repair, factories built and reduced.

Source: The War Game, "Phase V: Build and Recruit".
"""

from __future__ import annotations

from types import MappingProxyType

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.areas.politics import limits
from a4a.rules.decision import Decision
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.production import (
    building,
    decks,
    lending,
    reductions,
    repairs,
)
from a4a.rules.systems.wargame1942.production.capacity import TRAINED_HERE
from a4a.rules.systems.wargame1942.production.undertakings import ProductionPhase, Undertaking


class BuildAndRecruit(ProductionPhase):
    """Buy and place units with the money of Phase I; what is not spent is kept."""

    name = "Build and Recruit"
    undertakings = MappingProxyType({
        "Build": Undertaking("units are bought and placed", building.check, building.build),
        "Repair": Undertaking("repairs are paid for", repairs.check_repair, repairs.repair),
        "Assess": repairs.ASSESSMENT,
        "Reduce": Undertaking(
            "factories are reduced", reductions.check_reduction, reductions.reduce
        ),
        "Embark": Undertaking(
            "fighters are put on new carriers", decks.check_embarking, decks.embark
        ),
    })  # fmt: skip

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask as long as anything can be built, repaired, reduced, or put on new carriers."""
        system = self.system
        sites = building.builder_of(system, state, power).sites()
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

    def end(self, run: Run, power: str) -> None:
        """Begin to count anew what is lent for the next turn, and what factories train."""
        lending.forget(run, power, lending.RECEIVED)
        for (subject, marker), count in tuple(run.state.markers.items()):
            if marker == TRAINED_HERE and count and isinstance(subject, ev.OnSpace):
                run.emit(ev.MarkerChanged(subject, TRAINED_HERE, 0))
