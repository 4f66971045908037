"""What the game can tell of battles in advance."""

from __future__ import annotations

from a4a.core.state import State
from a4a.odds.steps import Role
from a4a.rules.fight import Army, Band, Battles, Engagement, Fight, FightKind
from a4a.rules.hexes.battle import ChartBattle
from a4a.rules.systems.war_in_europe.combat import odds
from a4a.rules.systems.war_in_europe.combat.battles import STRATEGIC
from a4a.rules.systems.war_in_europe.system import System


class WarInEuropeBattles(Battles):
    """The battles of the game.

    Parameters
    ----------
    system
        The game.
    """

    kinds = odds.KINDS

    def __init__(self, system: System) -> None:
        self._system = system

    def fight(self, fight: Fight) -> ChartBattle:
        """Return what a fight means on the chart: pieces, stages, what follows the last fire."""
        return odds.battle(self._system, fight)

    def kind(self, attacker: Army, defenders: tuple[Army, ...]) -> FightKind:
        """Return what units fight for: land, the sea, or just the air."""
        return odds.kind_of(self._system, attacker, defenders)

    def engagement(self, state: State, space: str, attacker: str) -> Engagement:
        """Return who could fight for a hex if a power attacked it from where its units stand."""
        from a4a.rules.systems.war_in_europe.combat.engaging import engagement

        return engagement(self._system, state, space, attacker)

    def recorded(self, state: State, battle: str) -> Fight | None:
        """Return the fight of a battle that is open in a state."""
        from a4a.rules.systems.war_in_europe.combat.reading import fight_of
        from a4a.rules.systems.war_in_europe.strategic.reading import raid_of

        found = state.battles.get(battle)
        if found is None:
            return None
        return (raid_of if found.kind in STRATEGIC else fight_of)(self._system, state, found)

    def aim(self, state: State, battle: str) -> tuple[str, int] | None:
        """Return what a raid is on, and how many of its points are lost already."""
        from a4a.rules.systems.war_in_europe.strategic.reading import aim_of

        found = state.battles.get(battle)
        return aim_of(self._system, state, found) if found and found.kind in STRATEGIC else None

    def sent(self, fight: Fight, role: Role) -> tuple[Band, ...]:
        """Return the units that a side sends in support, and need not."""
        return odds.sent(self._system, fight, role)

    @property
    def terrain(self) -> tuple[str, ...]:
        """The terrain of the chart, that of hexsides too."""
        return self._system.terrain.names
