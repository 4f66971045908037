"""What is fired in Strategic Warfare, by whom (6). The kernel and the odds share it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from a4a.core.events import Role, Winner
from a4a.rules.hexes.exchange import Force, Volley, strength
from a4a.rules.systems.war_in_europe.combat.stages import (
    SEA,
    SUBMARINE,
    SURFACE,
    of_kind,
)
from a4a.rules.systems.war_in_europe.system import System

SHIFTS: Final = "shifts bombing"
"""The ability of strategic air units."""

_Volleys = tuple[Volley | None, Volley | None] | None


@dataclass(frozen=True)
class Interception:
    """Bombers against interceptors (6.1.3).

    Parameters
    ----------
    divisor
        By what the bombers' strength is divided.
    """

    divisor: int
    name: str = "air"

    def volleys(self, attacker: Force, defender: Force) -> _Volleys:
        """Return what the sides fire; None if nobody intercepts."""
        if not defender:
            return None
        ours = Volley("Air vs. Air", strength(attacker) // self.divisor)
        return ours, Volley("Air vs. Air", strength(defender))

    def targets(self, attacker: Force, defender: Force, role: Role) -> Force:
        """Return the air units of a side."""
        return attacker if role == "attacker" else defender

    def after(self, attacker: Force, defender: Force, won: Winner) -> tuple[Force, Force]:
        """Return the sides as they are: who loses in the air bombs all the same (R-298)."""
        return attacker, defender


def interception(system: System) -> Interception:
    """Return the air battle over a city."""
    return Interception(system.numbers["strength against interceptors divided by"])


@dataclass(frozen=True)
class Escort:
    """Raiders against the fleets that escort a convoy, if both sides have any (6.2)."""

    name: str = "sea"

    def volleys(self, attacker: Force, defender: Force) -> _Volleys:
        """Return what the sides fire; None if one of them has no fleets."""
        fleets = (of_kind(side, SURFACE, SUBMARINE) for side in (attacker, defender))
        return SEA.volleys(attacker, defender) if all(fleets) else None

    def targets(self, attacker: Force, defender: Force, role: Role) -> Force:
        """Return the fleets and air units of a side."""
        return SEA.targets(attacker, defender, role)

    def after(self, attacker: Force, defender: Force, won: Winner) -> tuple[Force, Force]:
        """Return the sides as they are."""
        return attacker, defender


ESCORT: Final = Escort()


def bombing(system: System, force: Force, types: Iterable[str]) -> Volley:
    """Return what bombers of these types fire at a city: a column more with range 6 (6.1.4)."""
    far = any(SHIFTS in system.types[name].abilities for name in types)
    shift = system.numbers["long-range bombing shift"] if far else 0
    return Volley("Bombing", strength(force), shift)


def convoy_attack(force: Force) -> Volley:
    """Return what raiders fire at a convoy (6.2.3)."""
    return Volley("Convoy Attack", strength(force))
