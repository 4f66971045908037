"""Supply: which units and cities trace a line to a capital of theirs, and along which hexes (11).

`supply_of` gives the supply of a state. Others ask it:

* ``supply.is_supplied(unit)``, ``supply.line(unit)``: whether a unit has a line, and its hexes;
* ``supply.sources(power)``: the capitals to which a power's units trace now;
* ``supply.traces(side, hex, sources)``: whether a side has a line from a hex to some others;
* ``supply.lines(power).line(hex, sources)``: the line of a power's side from a hex to some others;
* ``supply.capitals(power)``, ``supply.friendly_capitals(side)``: those that its side controls.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.hexes.supply import Lines, Network
from a4a.rules.remembered import remembered
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.standing import ALLIES, OTHER
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.tasks import ASSAULT

AMERICAN: Final = ("London", "Paris", "Algiers", "Rome")
"""Where units of the United States trace to (11.2.3)."""

VICHY_SOURCES: Final = ("Toulon", "Algiers")
"""Where French units trace to once Paris is lost (R-294)."""

FORT: Final = "stands"
"""The ability of forts, which need no supply."""


class Supply:
    """Supply in a state. It is made for one state and remembers answers.

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
        self.field = field_of(system, state)
        self.standing = self.field.standing
        self._lines: dict[str, Lines] = {}
        self._capitals: dict[str, tuple[str, ...]] = {}
        self._friendly_capitals: dict[str, tuple[str, ...]] = {}

    # --- sources --------------------------------------------------------------------------------

    def capitals(self, power: str) -> tuple[str, ...]:
        """Return the capitals in a power's home country that it, or its side, controls (11)."""
        found = self._capitals.get(power)
        if found is None:
            own = self.system.countries.capitals.get(power, ())
            found = self._capitals[power] = tuple(s for s in own if self._is_friendly(s, power))
        return found

    def sources(self, power: str) -> tuple[str, ...]:
        """Return the hexes to which a power's units trace supply now."""
        if power == "United States":
            return self._friendly(AMERICAN, power)
        own = self.capitals(power)
        if power == "France" and not own:
            return self._friendly(VICHY_SOURCES, power)
        return own

    def _friendly(self, places: tuple[str, ...], power: str) -> tuple[str, ...]:
        hexes = (self.system.board.space(place).name for place in places)
        return tuple(s for s in hexes if self._is_friendly(s, power))

    def _is_friendly(self, space: str, power: str) -> bool:
        """Whether a city or port is a power's, or held by the side for which it fights."""
        if self.standing.is_neutral(power):
            return self.state.control.get(space) == power
        return self.standing.holder(space) == self.standing.side_of(power) != ""

    # --- lines ----------------------------------------------------------------------------------

    def lines(self, power: str) -> Lines:
        """Return the lines of a power: those of its side, or its own while it is neutral."""
        neutral = self.standing.is_neutral(power)
        key = power if neutral else self.standing.side_of(power)
        found = self._lines.get(key)
        if found is None:
            network = self._neutrals(power) if neutral else self._sides(key)
            found = self._lines[key] = lines_in(network)
        return found

    def _sides(self, side: str) -> Network:
        system = self.system
        return Network(
            system.ground,
            ports=self.standing.held[side].intersection(system.ports),
            barred=self._barred(side),
            closed_land=self.field.closed,
            closed_water=self.field.shut_waters[side]
            | (frozenset() if side == ALLIES else frozenset(system.boxes)),
        )

    def _neutrals(self, power: str) -> Network:
        """A neutral's lines stay in its own land, and nobody bars them."""
        control = self.state.control
        own = frozenset(space for space, holder in control.items() if holder == power)
        return Network(
            self.system.ground,
            ports=own.intersection(self.system.ports),
            closed_land=frozenset(control) - own,
            closed_water=frozenset(self.system.boxes),
        )

    def _barred(self, side: str) -> frozenset[str]:
        """The hexes that lines of a side may leave but not enter (11.2.2)."""
        enemy = OTHER[side]
        field = self.field
        found: frozenset[str] = frozenset()
        for medium in ("land", "sea"):
            theirs = field.zones.held(enemy, medium) | field.occupied(enemy, medium)
            found |= theirs - field.occupied(side, medium)
        return found - frozenset(self.system.boxes)

    def traces(self, side: str, space: str, sources: frozenset[str]) -> bool:
        """Whether a line of a side reaches one of some hexes from the land of a hex."""
        powers = self.standing.fighting.get(side, ())
        return any(self.lines(power).reach(space, sources) for power in powers)

    def friendly_capitals(self, side: str) -> tuple[str, ...]:
        """Return the capitals of all powers that fight on a side, and that it controls."""
        found = self._friendly_capitals.get(side)
        if found is None:
            powers = sorted(self.standing.fighting[side])
            found = tuple(city for power in powers for city in self.capitals(power))
            self._friendly_capitals[side] = found
        return found

    # --- units ----------------------------------------------------------------------------------

    def is_supplied(self, unit: Unit) -> bool:
        """Whether a unit on the board, or aboard a fleet, traces a line to a source of its own."""
        space, sources = self.state.space_of(unit.id), self.sources(unit.owner)
        if space is None:
            return False
        if space in self.system.boxes and self.standing.side_of(unit.owner) == ALLIES:
            return True  # as Allied fleets are there (11), and whoever is with them
        return self.lines(unit.owner).reach(space, sources, afloat=self._is_afloat(unit))

    def line(self, unit: Unit) -> tuple[str, ...]:
        """Return the hexes of a shortest line from a unit to its source; none if it has none."""
        space, sources = self.state.space_of(unit.id), self.sources(unit.owner)
        if space is None:
            return ()
        return self.lines(unit.owner).line(space, sources, afloat=self._is_afloat(unit))

    def _is_afloat(self, unit: Unit) -> bool:
        """Whether a unit's line begins on water; so does that of one that assaults (R-304)."""
        if isinstance(unit.place, int) or self.field.category(unit) == "sea":
            return True
        return self.state.memory(unit.id).task == ASSAULT


lines_in = lru_cache(maxsize=64)(Lines)
"""The lines in a network: those of the last ones are kept, for many orders move no zone."""

supply_of = remembered(Supply)
"""The supply of a state."""
