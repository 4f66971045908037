"""Odds of raids between forces that somebody names, as for other games (`Ruleset.raids`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from a4a.core.english import either_of
from a4a.core.errors import BattleError
from a4a.core.names import one
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.rules.areas.odds.battles import AreasBattles
from a4a.rules.fight import Army, Fight
from a4a.rules.systems.deluxe3g40.missions import odds
from a4a.rules.systems.deluxe3g40.missions.targets import may_strike

if TYPE_CHECKING:
    from a4a.odds.raid import Raid


class MissionRaids(AreasBattles):
    """What can be told of raids of the missions phase in advance; no radar tower aids the guns."""

    def raid(self, fight: Fight, target: str, damage: int) -> Raid:
        """Return what a raid means for the odds.

        Raises
        ------
        BattleError
            If units cannot be in this raid, or the target is no facility that can be damaged.

        Examples
        --------
        >>> import a4a
        >>> from a4a.rules.fight import Band
        >>> raids = a4a.new_game("deluxe3g40").ruleset.raids
        >>> bombers = Army((Band("strategic bomber", 1),))
        >>> raids.raid(Fight("raid", bombers, ()), "naval base", 0).solve().expected_damage
        3.5
        """
        system = self._system
        kind = system.types.get(target)
        most = int(kind.numbers.get("max damage", 0)) if kind else 0
        if not most or not 0 <= damage <= most:
            raise BattleError(f"{target!r} is no facility that can have {damage} points of damage")
        raiders = {name for name in system.types if may_strike(system, name, target)}
        ships = {u for u in raiders if system.types[u].category == "sea"}
        attackers = _units(fight.attacker, raiders | system.able("escort"), f"raid {one(target)}")
        defenders = [
            unit
            for army in fight.defenders
            for unit in _units(army, system.able("intercept"), "intercept")
        ]
        if not any(unit.type in raiders for unit in attackers):
            raise BattleError(f"a raid on {one(target)} needs {either_of(sorted(raiders))}")
        flown = not any(unit.type in ships for unit in attackers)
        gun = int(system.types[target].numbers.get("antiaircraft", 0)) if flown else 0
        return odds.raid(system, attackers, defenders, gun=gun, room=most - damage)


def _units(army: Army, able: set[str] | frozenset[str], what: str) -> list[Unit]:
    """Return an army's units, made up for the odds; BattleError for those that cannot do it."""
    found: list[Unit] = []
    for band in army.bands:
        if band.unit not in able or band.damaged or band.duty:
            raise BattleError(f"{band.unit}: it does not {what}; {list_of(sorted(able))} do")
        found += [Unit(0, band.unit, army.power, "")] * band.count
    return found
