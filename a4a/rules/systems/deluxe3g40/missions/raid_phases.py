"""The parts of the missions phase in which facilities are raided: from the air, and from the sea.

One side's powers make all their raids, then the other's, each power in the order of play. What a
power raids is asked until it stands down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from a4a.core.events import Asked
from a4a.core.state import State
from a4a.rules.areas.combat.casualties import CasualtiesQuestion
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions import strikes
from a4a.rules.systems.deluxe3g40.missions.initiative import InitiativeQuestion
from a4a.rules.systems.deluxe3g40.missions.mission import Mission
from a4a.rules.systems.deluxe3g40.missions.raiding import (
    BombardmentQuestion,
    BombingQuestion,
    InterceptionQuestion,
    RaidQuestion,
    TargetQuestion,
)


class _Initiative(InitiativeQuestion):
    """Which side raids first."""

    raid: ClassVar[type[RaidQuestion]]

    def queue(self, state: State, sides: Sequence[str]) -> list[Asked]:
        """Return the question that is put to each power that can raid, side by side."""
        raid = self.raid(self.system)
        return [raid.asked_of(state, power) for side in sides for power in raid.powers(state, side)]


class BombingInitiative(_Initiative):
    """Which side makes its bombing raids first."""

    rule = "DX-SMP-092"
    what = "bombing raid"
    raid = BombingQuestion


class BombardmentInitiative(_Initiative):
    """Which side makes its shore bombardments first."""

    rule = "DX-SMP-111"
    what = "shore bombardment"
    raid = BombardmentQuestion


class RaidPhase(Mission):
    """All raids of one kind.

    Attributes
    ----------
    initiative
        How it is settled which side is first.
    """

    initiative: ClassVar[type[_Initiative]]

    def _able(self, state: State) -> dict[str, list[str]]:
        """The powers that can raid, by side."""
        raid = self.initiative.raid(self.system)
        sides = dict.fromkeys(self.system.catalog.side_of(p) for p in self.system.order_of_play)
        return {side: found for side in sides if side and (found := raid.powers(state, side))}

    def applies(self, state: State) -> bool:
        """Whether anybody can raid."""
        return bool(self._able(state))

    def enter(self, run: Run) -> None:
        """Settle who is first."""
        self.initiative(self.system).begin(run, self._able(run.state))
        self.go_on(run)

    def proceed(self, run: Run) -> None:
        """Go on with the raid that is under way."""
        for battle in tuple(run.state.battles):
            strikes.go_on(self.system, run, battle)


class BombingRaids(RaidPhase):
    """Assigned bombers raid facilities."""

    name = "Bombing Raids"
    initiative = BombingInitiative
    kinds = (
        BombingInitiative, BombingQuestion, InterceptionQuestion, CasualtiesQuestion,
        TargetQuestion,
    )  # fmt: skip


class ShoreBombardments(RaidPhase):
    """Assigned fleets bombard facilities on the coast."""

    name = "Shore Bombardments"
    initiative = BombardmentInitiative
    kinds = (
        BombardmentInitiative, BombardmentQuestion, InterceptionQuestion, CasualtiesQuestion,
        TargetQuestion,
    )  # fmt: skip
