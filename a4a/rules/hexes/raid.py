"""A raid on a chart: an exchange with whoever opposes it, and fire at what is raided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from a4a.odds.raided import Part, RaidModel, RaidOdds
from a4a.rules.hexes.battle import left_of, lost_of
from a4a.rules.hexes.charts import CombatChart
from a4a.rules.hexes.exchange import Force, Volley, reduced, strength, ways
from a4a.rules.hexes.odds import End, Stage, fight, keeping_most


@dataclass(frozen=True)
class ChartRaid(RaidModel):
    """A raid that is fought on a chart.

    Parameters
    ----------
    chart
        The combat chart.
    stage
        How raiders and defenders fire at each other.
    attacker, defender
        Who raids, and who opposes it.
    names
        What each piece is called, by its key.
    aim
        What raiders fire at the target.
    room
        The most damage there can be.
    first
        Whether the target is fired at before the defenders oppose it.
    raiding
        Who of the raiders is left to fire at it after that.
    beyond
        What can follow that is not in these odds, in words.
    """

    chart: CombatChart
    stage: Stage
    attacker: Force
    defender: Force
    names: Mapping[int, str]
    aim: Callable[[Force], Volley]
    room: int
    first: bool
    raiding: Callable[[End], Force]
    beyond: str = ""

    def solve(self) -> RaidOdds:
        """Return how it ends, exactly."""
        found: dict[tuple[tuple[int, ...], tuple[int, ...], int], float] = {}
        ends = fight(self.chart, (self.stage,), self.attacker, self.defender, owner=self._owner)
        for end, chance in ends.items():
            left = left_of(self.attacker, end.attacker), left_of(self.defender, end.defender)
            for damage, likely in enumerate(self._damage(end)):
                key = *left, damage
                found[key] = found.get(key, 0.0) + chance * likely
        return RaidOdds(self._parts(self.attacker), self._parts(self.defender), self.room, found)

    def _damage(self, end: End) -> list[float]:
        """How likely 0, 1, 2 ... points of damage are once the raid has been opposed."""
        volley = self.aim(self.attacker if self.first else self.raiding(end))
        found = [0.0] * (self.room + 1)
        chances = self.chart.chances(volley.line, volley.strength, shift=volley.shift)
        for loss, chance in enumerate(chances):
            found[min(loss, self.room)] += chance
        return found

    def _parts(self, force: Force) -> tuple[Part, ...]:
        return tuple(
            Part(self.names[p.key], [lost_of(p, p.steps - n) for n in range(p.steps + 1)])
            for p in force
        )

    def _owner(self, points: int, hit: Force) -> Mapping[int, int]:
        """Take losses where they cost the fewest factors, raiders so that most damage is done."""
        raiders = {piece.key for piece in self.attacker}
        if not any(piece.key in raiders for piece in hit):
            return keeping_most(points, hit)
        most = min(points, sum(piece.steps for piece in hit))
        return max(ways(most, hit), key=lambda way: self._worth(reduced(hit, way)))

    def _worth(self, left: Force) -> tuple[float, int, int]:
        volley = self.aim(left)
        damage = self.chart.expected(volley.line, volley.strength, shift=volley.shift)
        return damage, strength(left), len(left)
