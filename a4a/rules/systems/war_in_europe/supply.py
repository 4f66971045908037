"""Supply: which units and cities trace a line to a capital of theirs, and along which hexes (11).

`supply_of` gives the supply of a state. Others ask it:

* ``supply.is_supplied(unit)``, ``supply.line(unit)``: whether a unit has a line, and its hexes;
* ``supply.sources(power)``: the capitals to which a power's units trace now;
* ``supply.traces(side, hex, sources)``: whether a side has a line from a hex to some others;
* ``supply.capital_lines(power)``: the lines that cities trace to the capitals of a power;
* ``supply.friendly_lines(side)``: those of a side to all capitals of powers that fight on it.
"""

from __future__ import annotations

from typing import Final

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.hexes.supply import Lines, trace
from a4a.rules.remembered import remembered
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.standing import ALLIES, OTHER
from a4a.rules.systems.war_in_europe.system import System

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
        self._lines: dict[tuple[str, tuple[str, ...]], Lines] = {}
        self._friendly_lines: dict[str, Lines] = {}

    # --- sources --------------------------------------------------------------------------------

    def capitals(self, power: str) -> tuple[str, ...]:
        """Return the capitals in a power's home country that it, or its side, controls (11)."""
        return tuple(
            s for s in self.system.countries.capitals.get(power, ()) if self._is_friendly(s, power)
        )

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

    def lines(self, power: str, sources: tuple[str, ...]) -> Lines:
        """Return the lines of a power's units, or its side's, to some hexes."""
        neutral = self.standing.is_neutral(power)
        key = power if neutral else self.standing.side_of(power), sources
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = self._trace(power, sources, neutral=neutral)
        return found

    def _trace(self, power: str, sources: tuple[str, ...], *, neutral: bool) -> Lines:
        system, closed = self.system, self.field.closed
        side = "" if neutral else self.standing.side_of(power)
        if neutral:  # a neutral's lines stay in its own land
            control = self.state.control
            closed = frozenset([s for s, holder in control.items() if holder != power])
        return trace(
            system.ground,
            sources,
            ports=frozenset(s for s in system.ports if self._is_friendly(s, power)),
            barred=self._barred(side),
            closed_land=closed,
            closed_water=frozenset() if side == ALLIES else frozenset(system.boxes),
        )

    def _barred(self, side: str) -> frozenset[str]:
        """The hexes that lines of a side may leave but not enter (11.2.2)."""
        enemy = OTHER.get(side)
        if enemy is None:
            return frozenset()
        field = self.field
        found: frozenset[str] = frozenset()
        for medium in ("land", "sea"):
            theirs = field.zones.held(enemy, medium) | field.occupied(enemy, medium)
            found |= theirs - field.occupied(side, medium)
        return found - frozenset(self.system.boxes)

    def traces(self, side: str, space: str, sources: frozenset[str]) -> bool:
        """Whether a line of a side reaches one of some hexes from the land of a hex."""
        power = next(iter(sorted(self.standing.fighting.get(side, ()))), None)
        if power is None:
            return False
        return self.lines(power, tuple(sorted(sources))).reach_from_land(space)

    def capital_lines(self, power: str) -> Lines:
        """Return the lines to a major power's capitals that its side controls."""
        return self.lines(power, self.capitals(power))

    def friendly_lines(self, side: str) -> Lines:
        """Return the lines of a side to the capitals of all powers that fight on it."""
        found = self._friendly_lines.get(side)
        if found is None:
            powers = sorted(self.standing.fighting[side])
            capitals = tuple(city for power in powers for city in self.capitals(power))
            found = self._friendly_lines[side] = self.lines(powers[0], capitals)
        return found

    # --- units ----------------------------------------------------------------------------------

    def is_supplied(self, unit: Unit) -> bool:
        """Whether a unit on the board, or aboard a fleet, traces a line to a source of its own."""
        return bool(self.line(unit))

    def line(self, unit: Unit) -> tuple[str, ...]:
        """Return the hexes of a shortest line from a unit to its source; none if it has none."""
        space = self.state.space_of(unit.id)
        if space is None:
            return ()
        lines = self.lines(unit.owner, self.sources(unit.owner))
        afloat = isinstance(unit.place, int) or self.field.category(unit) == "sea"
        return lines.line(space, afloat=afloat)


supply_of = remembered(Supply)
"""The supply of a state."""
