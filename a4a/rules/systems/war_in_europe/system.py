"""What the game is made of, besides what every game is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final, get_args

from a4a.boards.counters import Deployment
from a4a.core.errors import DatasetError
from a4a.rules import system
from a4a.rules.hexes.charts import CombatChart
from a4a.rules.hexes.ground import Ground
from a4a.rules.hexes.numbers import Numbers
from a4a.rules.hexes.stacking import Stacking
from a4a.rules.hexes.terrain import TerrainChart
from a4a.rules.hexes.zones import Medium, ZoneShapes
from a4a.rules.systems.war_in_europe.areas import (
    Area,
    Deployers,
    Deployments,
    hexes_of,
    read_deployments,
)
from a4a.rules.systems.war_in_europe.countries import Countries
from a4a.rules.systems.war_in_europe.levels import Level, levels_of
from a4a.rules.systems.war_in_europe.waters import Barriers

PORT: Final = "port"
"""The feature of spaces with a port."""
STRAIT: Final = "strait"
"""The feature of straits hexes."""
ROADLESS: Final = "no rail"
"""The feature of land without railways."""
PRODUCTION: Final = "production"
"""The feature of production cities."""


class System(system.System):
    """The game as its dataset has it. Immutable."""

    @cached_property
    def boxes(self) -> tuple[str, ...]:
        """Names of the spaces off the map."""
        return tuple(space.name for space in self.board if space.kind == "box")

    @cached_property
    def numbers(self) -> Numbers:
        """The numbers of the rules."""
        return Numbers.of(self.dataset)

    @cached_property
    def chart(self) -> CombatChart:
        """The combat chart."""
        return CombatChart.of(self.dataset)

    @cached_property
    def terrain(self) -> TerrainChart:
        """The terrain chart."""
        return TerrainChart.of(self.dataset)

    @cached_property
    def ground(self) -> Ground:
        """The board as units move on it."""
        return Ground(self.board, self.terrain)

    @cached_property
    def zone_shapes(self) -> ZoneShapes:
        """The shapes of zones of control; those of air units reach across closed land (3.4.2)."""
        return ZoneShapes(self.ground, gaps=[s.name for s in self.board if s.impassable])

    @cached_property
    def media(self) -> Mapping[str, Medium]:
        """Where units of each type move."""
        found: dict[str, Medium] = {}
        for kind in self.catalog.unit_types:
            if kind.category not in get_args(Medium):
                raise DatasetError(f"units.csv: {kind.name!r} is no land, sea or air unit")
            found[kind.name] = kind.category  # type: ignore[assignment]  # one of them: checked
        return found

    @cached_property
    def ports(self) -> tuple[str, ...]:
        """The spaces with a port."""
        return tuple(space.name for space in self.board if PORT in space.features)

    @cached_property
    def straits(self) -> frozenset[str]:
        """The straits hexes (8.1)."""
        return frozenset(space.name for space in self.board if STRAIT in space.features)

    @cached_property
    def railway(self) -> frozenset[str]:
        """The hexes of land that has railways."""
        return frozenset(
            space.name
            for space in self.board
            if space.kind not in ("sea", "box") and ROADLESS not in space.features
        )

    @cached_property
    def cities(self) -> tuple[str, ...]:
        """The spaces that are production cities, or can become one: the seats of rumps."""
        seats = {rump.seat for rump in self.countries.rumps.values()}
        return tuple(s.name for s in self.board if PRODUCTION in s.features or s.name in seats)

    @cached_property
    def stacking(self) -> Stacking:
        """The stacking limits."""
        return Stacking.of(self.dataset)

    @cached_property
    def countries(self) -> Countries:
        """What only some countries do, and whose land is whose."""
        return Countries.of(self.dataset)

    @cached_property
    def victory(self) -> tuple[Level, ...]:
        """The levels of victory, the best of each side first."""
        return levels_of(self.dataset)

    @cached_property
    def barriers(self) -> Barriers:
        """Where movement is barred besides by terrain."""
        return Barriers.of(self.dataset)

    @cached_property
    def areas(self) -> Mapping[str, Area]:
        """The areas by name."""
        return {area.name: area for area in self._deployments.areas}

    @cached_property
    def hexes(self) -> Mapping[str, frozenset[str]]:
        """The hexes of each area by its name."""
        return hexes_of(self._deployments.areas, self.board)

    @cached_property
    def order(self) -> tuple[Deployers, ...]:
        """Who deploys, in order."""
        return self._deployments.order

    @cached_property
    def begins(self) -> Mapping[tuple[str, str], Deployment]:
        """Where each counter begins, by its power and name."""
        return {(d.power, d.counter): d for d in self.dataset.deployments}

    def area_of(self, begins: Deployment) -> Area:
        """Return the area in which a counter may be deployed.

        Raises
        ------
        DatasetError
            If there is no such area.
        """
        area = self.areas.get(begins.area)
        if area is None:
            known = ", ".join(self.areas) or "none"
            what = f"{begins.power} {begins.counter}: there is no area {begins.area!r}"
            raise DatasetError(f"deployment.csv: {what}; deployment.toml has {known}")
        return area

    @cached_property
    def _deployments(self) -> Deployments:
        return read_deployments(self.dataset)
