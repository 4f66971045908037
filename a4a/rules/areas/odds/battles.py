"""What the family can tell of battles and raids in advance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.odds.battle import Battle
from a4a.rules.areas.combat.listing import combat, types_of
from a4a.rules.areas.odds import fights as odds
from a4a.rules.areas.odds.advances import technologies
from a4a.rules.areas.system import System
from a4a.rules.fight import Band, Battles, Engagement, Fight, Raids

if TYPE_CHECKING:
    from a4a.odds.raid import Raid
    from a4a.odds.steps import Role


class AreasBattles(Battles, Raids):
    """The battles and raids of a game of the family.

    Parameters
    ----------
    system
        Data and options.
    """

    terms = frozenset(
        {
            "attacker_loses", "defender_loses", "rounds", "retreat", "keep_land", "submerge",
            "attacker_keeps", "defender_keeps", "dice", "allocation",
        }
    )  # fmt: skip

    def __init__(self, system: System) -> None:
        self._system = system

    def fight(self, fight: Fight) -> Battle:
        """Return what a fight means for the odds: kinds of units, combined arms, steps, dice."""
        return odds.battle(self._system, fight)

    def members(self, fight: Fight) -> Mapping[str, tuple[int, ...]]:
        """Return which of the attacker's bands each kind of its units consists of."""
        return odds.members(self._system, fight)

    def engagement(self, state: State, space: str, attacker: str) -> Engagement:
        """Return who could fight for a space if a power attacked it."""
        from a4a.rules.areas.odds.engagement import engagement

        return engagement(self._system, state, space, attacker)

    def works(self, state: State, battle: str) -> Mapping[str, tuple[Band, ...]]:
        """Return the facilities that take part in a battle on land that is open, by power."""
        from a4a.rules.areas.odds.engagement import works_in

        return works_in(self._system, state, state.battles[battle].space)

    def marks(self, state: State, unit: Unit) -> tuple[str, ...]:
        """Return what a unit is in a battle besides its type, in a state."""
        from a4a.rules.areas.combat.marks import marks_of

        return tuple(sorted(marks_of(self._system, state, unit)))

    @property
    def crossings(self) -> tuple[str, ...]:
        """The kinds of borders that can be the end of units that attack across them."""
        return tuple(dict.fromkeys(x.name for x in combat(self._system).crossings))

    def declarations(self, role: Role) -> Mapping[str, frozenset[str]]:
        """Return what a side can declare for units of a battle, with their types."""
        listed = combat(self._system)
        fired = [
            word
            for step in (*listed.land, *listed.sea)
            if step.side == role
            for volley in step.volleys
            for word in (*volley.by, *volley.but)
        ]
        return {
            mark.name: frozenset(name for word in mark.of for name in types_of(self._system, word))
            for mark in listed.marks
            if mark.declared and mark.name in fired
        }

    def technologies(self) -> tuple[str, ...]:
        """Return the technologies that change fights or raids, by name."""
        return technologies(self._system)

    def raid(self, fight: Fight, target: str, damage: int) -> Raid:
        """Return what a bombing raid means for the odds."""
        from a4a.rules.areas.odds.raids import raid

        return raid(self._system, fight, target, damage)
