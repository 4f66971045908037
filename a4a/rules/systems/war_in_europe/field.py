"""The field: what stands where in a state, and whose zones of control hold which hexes (5.1).

`field_of` gives the field of a state; what it says is worked out when it is first asked for.
Movement, combat and supply ask it:

* ``field.zones.held("Axis", "land")``: the hexes in zones of Axis land units; also "sea", "air";
* ``field.zones.of(unit.id)``: the hexes in a unit's zone; ``field.zones.over(hex, side, medium)``:
  the ids of those whose zones hold a hex;
* ``field.units(hex, side, "land")``: the units of a side in a hex, without cargo;
* ``field.side_of(unit)``, ``field.category(unit)``, ``field.is_ready(unit)``, ``field.standing``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.hexes.zones import Exerting, Medium, Zones
from a4a.rules.remembered import remembered
from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE, OTHER, standing_of
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.tasks import AIRDROP, ASSAULT

IRAQ: Final = "Iraq"
ACTS_ABOARD: Final = "acts aboard fleets"
"""The ability of naval air units (3.3.3)."""


class Field:
    """What stands where in a state. It is made for one state and remembers answers.

    Parameters
    ----------
    system
        The game.
    state
        How the board stands.
    """

    def __init__(self, system: System, state: State) -> None:
        self.system = system
        self.state = state
        self.standing = standing_of(system, state)

    # --- units ----------------------------------------------------------------------------------

    def side_of(self, unit: Unit) -> str:
        """Return the side a unit fights on; "" while its power is neutral."""
        return self.standing.fights_for[unit.owner]

    def category(self, unit: Unit) -> Medium:
        """Return whether a unit is a land unit, a fleet ("sea") or an air unit."""
        return self.system.media[unit.type]

    def is_ready(self, unit: Unit) -> bool:
        """Whether a unit has no Ops Complete marker (3.4.3)."""
        return OPS_COMPLETE not in unit.flags

    def is_contesting(self, unit: Unit) -> bool:
        """Whether a land unit has dropped or landed in a hex that its side has not won yet.

        Until it has, it has no zone of control (R-283).
        """
        task, place = self.state.memory(unit.id).task, unit.place
        if task not in (AIRDROP, ASSAULT) or not isinstance(place, str):
            return False
        side = self.side_of(unit)
        shared = any(
            self.category(other) == "land" and self.side_of(other) != side
            for other in self.state.at(place)
        )
        return shared or (task == ASSAULT and self.standing.holder(place) != side)

    def units(self, space: str, side: str, *media: Medium) -> tuple[Unit, ...]:
        """Return the units of a side that stand in a hex, of these kinds or of all; no cargo."""
        return tuple(
            unit
            for unit in self.state.at(space)
            if self.side_of(unit) == side and (not media or self.category(unit) in media)
        )

    def occupied(self, side: str, medium: Medium) -> frozenset[str]:
        """Return the spaces in which land units, fleets or air units of a side stand; no cargo."""
        return self._occupied.get((side, medium), frozenset())

    @cached_property
    def _occupied(self) -> Mapping[tuple[str, Medium], frozenset[str]]:
        found: dict[tuple[str, Medium], set[str]] = {}
        for unit in self.state.units.values():
            if isinstance(unit.place, str) and (side := self.side_of(unit)):
                found.setdefault((side, self.category(unit)), set()).add(unit.place)
        return {key: frozenset(spaces) for key, spaces in found.items()}

    # --- zones ----------------------------------------------------------------------------------

    @cached_property
    def closed(self) -> frozenset[str]:
        """The hexes that no zone may hold: neutral land, and Iraq until it rebels (5.1.4, 12.5)."""
        standing = self.standing
        found = set(standing.neutral_ground)
        if standing.is_neutral(IRAQ):
            found.update(self.system.board.region(IRAQ))
        return frozenset(found)

    @cached_property
    def zones(self) -> Zones:
        """The zones of control of all units of powers that are in the war."""
        return Zones(self.system.zone_shapes, self._exerting(), closed=self.closed)

    def _exerting(self) -> Iterator[Exerting]:
        catalog, sea = self.system.catalog, self.system.numbers["fleet zone of control"]
        moved = self.state.memories
        for unit in self.state.units.values():
            side, medium, place = self.side_of(unit), self.category(unit), unit.place
            if not side or (unit.id in moved and self.is_contesting(unit)):
                continue
            if isinstance(place, int) and ACTS_ABOARD in catalog.unit_type(unit.type).abilities:
                place = self.state.unit(place).place
            if isinstance(place, str):
                face = catalog.face(unit) if medium == "air" else None
                reach = face.move if face else {"land": 1, "sea": sea, "air": 0}[medium]
                shut = self.shut_waters[side] if medium == "sea" else frozenset()
                yield Exerting(unit.id, side, medium, place, reach, shut)

    # --- waters ---------------------------------------------------------------------------------

    @cached_property
    def shut_waters(self) -> Mapping[str, frozenset[str]]:
        """The waters shut to a side's fleets until it controls the country beside them (8.3.2)."""
        found: dict[str, set[str]] = {side: set() for side in OTHER}
        for space, water in self.system.barriers.waters.items():
            capitals = self.system.countries.capitals.get(water.until, ())
            if not capitals or any(self.standing.holder(s) != water.side for s in capitals):
                found[water.side].add(space)
        return {side: frozenset(spaces) for side, spaces in found.items()}

    def blockaded(self, side: str) -> frozenset[str]:
        """Return the hexes that enemies keep a side's fleets out of (8.3.1).

        Those in which their fleets are, and straits with any unit of theirs (WE-FLT-004). In a box
        the sides pass each other.
        """
        enemy = OTHER[side]
        held = self.occupied(enemy, "land") | self.occupied(enemy, "air")
        fleets = self.occupied(enemy, "sea") - frozenset(self.system.boxes)
        return fleets | (held & self.system.straits)


field_of = remembered(Field)
"""The field of a state."""
