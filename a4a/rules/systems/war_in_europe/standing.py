"""How powers and hexes stand in a state: sides, neutrality, conquest, who holds what.

What changes is in the statuses of powers and the control of hexes. A neutral that is invaded loses
its neutrality and joins the side that did not invade it (5.3.1): it gets the status of that side
(`WITH`). Relations follow: enemies are at war.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final

from a4a.core.state import State
from a4a.rules.remembered import remembered
from a4a.rules.systems.war_in_europe.system import System

AXIS: Final = "Axis"
ALLIES: Final = "Allies"
OTHER: Final[Mapping[str, str]] = MappingProxyType({AXIS: ALLIES, ALLIES: AXIS})
"""The other side by side."""

NEUTRAL: Final = "neutral"
CONQUERED: Final = "conquered"
WITH: Final[Mapping[str, str]] = MappingProxyType({s: f"with the {s}" for s in OTHER})
"""The statuses of powers that have joined a side in play."""

OPS_COMPLETE: Final = "ops complete"
"""The flag of units that have acted and may not again until their side's next turn (3.3.2)."""


class Standing:
    """How things stand in a state, and in all with these statuses and controllers of hexes.

    `standing_of` gives that of a state. It remembers its answers.

    Parameters
    ----------
    system
        The game.
    state
        One of those states.
    """

    def __init__(self, system: System, state: State) -> None:
        self.system = system
        self.state = state
        self._sides: dict[str, str] = {}

    # --- powers ---------------------------------------------------------------------------------

    def side_of(self, power: str) -> str:
        """Return the side a power is on, whether it fights yet or not; "" if it is on none.

        A neutral that was invaded is on the side that did not invade it; others are on the side
        that the rulebook gives them from the beginning.
        """
        found = self._sides.get(power)
        if found is None:
            statuses = self.state.statuses(power)
            joined = (side for side, status in WITH.items() if status in statuses)
            found = next(joined, self.system.catalog.side_of(power))
            self._sides[power] = found
        return found

    @cached_property
    def fights_for(self) -> Mapping[str, str]:
        """The side that each power fights on now; "" for those that are neutral."""
        powers = (p.name for p in self.system.catalog.powers)
        return {p: "" if self.is_neutral(p) else self.side_of(p) for p in powers}

    def is_neutral(self, power: str) -> bool:
        """Whether a power keeps out of the war."""
        return power in self._neutral

    @cached_property
    def _neutral(self) -> frozenset[str]:
        powers = (p.name for p in self.system.catalog.powers)
        return frozenset(p for p in powers if NEUTRAL in self.state.statuses(p))

    def is_conquered(self, power: str) -> bool:
        """Whether a power has been conquered and not been liberated since (5.3.2, 5.3.3)."""
        return CONQUERED in self.state.statuses(power)

    def controller(self, power: str) -> str:
        """Return the side that controls a country: its own, or the one that has conquered it.

        The Axis controls its minor powers and Italy while they are neutral, too (12.1); "" for
        other neutrals.
        """
        side = self.side_of(power)
        if self.is_conquered(power):
            return OTHER.get(side, "")
        return "" if self.is_neutral(power) and side != AXIS else side

    @cached_property
    def fighting(self) -> Mapping[str, frozenset[str]]:
        """The powers of each side that are in the war."""
        return {
            side: frozenset(
                p.name
                for p in self.system.catalog.powers
                if self.side_of(p.name) == side and not self.is_neutral(p.name)
            )
            for side in OTHER
        }

    def are_enemies(self, power: str, other: str) -> bool:
        """Whether two powers fight on different sides."""
        sides = {self.side_of(power), self.side_of(other)}
        return sides == set(OTHER) and not (self.is_neutral(power) or self.is_neutral(other))

    # --- hexes ----------------------------------------------------------------------------------

    def country(self, space: str) -> str | None:
        """Return the power to whose land a hex belongs, overseas territories too; None at sea."""
        return self.system.board.space(space).original

    def holder(self, space: str) -> str:
        """Return the side that holds a hex: its city or port is that side's (3.4.7).

        "" if nobody does, or if a neutral.
        """
        power = self.state.control.get(space)
        return "" if power is None else self.fights_for[power]

    @cached_property
    def held(self) -> Mapping[str, frozenset[str]]:
        """The hexes that each side holds."""
        found: dict[str, set[str]] = {side: set() for side in OTHER}
        for space, power in self.state.control.items():
            if self.fights_for[power] in OTHER:
                found[self.fights_for[power]].add(space)
        return {side: frozenset(spaces) for side, spaces in found.items()}

    @cached_property
    def neutral_ground(self) -> frozenset[str]:
        """The hexes of land of countries that are neutral now."""
        return frozenset(s for s, p in self.state.control.items() if p in self._neutral)

    def is_neutral_ground(self, space: str) -> bool:
        """Whether a hex is land of a country that is neutral now."""
        return space in self.neutral_ground


standing_of = remembered(Standing, same=State.same_powers)
"""How things stand in a state."""


def side_of_players(system: System, players: Sequence[str]) -> str:
    """Return the side that such powers decide for, even if one has joined the other in play."""
    return system.catalog.side_of(players[0])
