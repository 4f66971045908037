"""The stages of a combat: in the air, at sea, on land (9). The kernel and the odds share them.

Support comes first, and is fought like any other combat of air units and fleets: air against air,
and only the winner's air units go on; then fleets against whatever is left to oppose them. A land
combat adds what its supporters won with to the strength of the land units.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from a4a.core.events import Role, Winner
from a4a.rules.hexes.charts import Line
from a4a.rules.hexes.exchange import Force, Piece, Volley, strength
from a4a.rules.hexes.odds import Stage

LAND: Final = "land"
IN_AIR: Final = "air"
SURFACE: Final = "surface"
SUBMARINE: Final = "submarine"
"""The kinds of pieces."""

_AFLOAT: Final = (SURFACE, SUBMARINE)
_Volleys = tuple[Volley | None, Volley | None] | None


def of_kind(force: Force, *kinds: str) -> Force:
    """Return the pieces of some kinds that still take part."""
    return tuple(piece for piece in force if piece.kind in kinds and not piece.out)


def _without(force: Force, *kinds: str) -> Force:
    """A force whose pieces of some kinds take no further part."""
    return tuple(replace(piece, out=True) if piece.kind in kinds else piece for piece in force)


def _beaten(attacker: Force, defender: Force, won: Winner, *kinds: str) -> tuple[Force, Force]:
    """Both sides, without the pieces of whoever did not win; of both if nobody did."""
    return (
        attacker if won == "attacker" else _without(attacker, *kinds),
        defender if won == "defender" else _without(defender, *kinds),
    )


@dataclass(frozen=True)
class Air:
    """Air units against air units; the winner's alone go on (9.2.3, 9.3.2)."""

    name: str = "air"

    def volleys(self, attacker: Force, defender: Force) -> _Volleys:
        """Return what the sides fire; None if one of them has no air units."""
        own, other = of_kind(attacker, IN_AIR), of_kind(defender, IN_AIR)
        if not own or not other:
            return None
        return Volley("Air vs. Air", strength(own)), Volley("Air vs. Air", strength(other))

    def targets(self, attacker: Force, defender: Force, role: Role) -> Force:
        """Return the air units of a side."""
        return of_kind(attacker if role == "attacker" else defender, IN_AIR)

    def after(self, attacker: Force, defender: Force, won: Winner) -> tuple[Force, Force]:
        """Return the sides without the air units that did not win."""
        return _beaten(attacker, defender, won, IN_AIR)


@dataclass(frozen=True)
class Sea:
    """Fleets and the air units with them, against fleets or air units."""

    name: str = "sea"

    def volleys(self, attacker: Force, defender: Force) -> _Volleys:
        """Return what the sides fire; None if no fleet is in it, or one side has nothing left."""
        own, other = of_kind(attacker, IN_AIR, *_AFLOAT), of_kind(defender, IN_AIR, *_AFLOAT)
        if not own or not other or not of_kind((*own, *other), *_AFLOAT):
            return None
        return _fire(own, other), _fire(other, own)

    def targets(self, attacker: Force, defender: Force, role: Role) -> Force:
        """Return the fleets and air units of a side."""
        return of_kind(attacker if role == "attacker" else defender, IN_AIR, *_AFLOAT)

    def after(self, attacker: Force, defender: Force, won: Winner) -> tuple[Force, Force]:
        """Return the sides without the fleets and air units that did not win."""
        return _beaten(attacker, defender, won, IN_AIR, *_AFLOAT)


@dataclass(frozen=True)
class Land:
    """Land units with the support that is left.

    Parameters
    ----------
    shift
        By how many columns the attacker's is shifted; to the left, so 0 or less.
    defense
        The defender's strength where no land unit holds the hex; None where they fight (8.1.4.3).
    """

    shift: int = 0
    defense: int | None = None
    name: str = "land"

    def volleys(self, attacker: Force, defender: Force) -> _Volleys:
        """Return what the sides fire; a fort counts for the defender alone."""
        own = tuple(piece for piece in attacker if not piece.absorbs)
        defense = _supported(defender) if self.defense is None else self.defense
        return (
            Volley("Land vs. Land", _supported(own), self.shift),
            Volley("Land vs. Land", defense),
        )

    def targets(self, attacker: Force, defender: Force, role: Role) -> Force:
        """Return the land units of a side: nobody else takes losses."""
        return of_kind(attacker if role == "attacker" else defender, LAND)

    def after(self, attacker: Force, defender: Force, won: Winner) -> tuple[Force, Force]:
        """Return the sides as they are."""
        return attacker, defender


AIR: Final[Stage] = Air()
SEA: Final[Stage] = Sea()


def _supported(force: Force) -> int:
    """The strength of land units with their support, which counts up to their own (9.1.2)."""
    own = strength(of_kind(force, LAND))
    return own + min(strength(of_kind(force, IN_AIR, *_AFLOAT)), own)


def _fire(own: Force, enemy: Force) -> Volley:
    """What fleets and air units fire at an enemy of fleets, or of air units alone."""
    targets = of_kind(enemy, *_AFLOAT)
    if not targets:
        return Volley("Sea vs. Air", strength(of_kind(own, SURFACE)))
    hunted = all(piece.kind == SUBMARINE for piece in targets)
    afloat = [piece for piece in of_kind(own, *_AFLOAT) if piece.fires]
    ships, planes = _worth(afloat, hunted), _worth(of_kind(own, IN_AIR), hunted)
    line: Line = "ASW" if hunted else "Sea vs. Sea" if afloat else "Air vs. Sea"
    return Volley(line, ships + min(planes, ships) if afloat else planes)


def _worth(pieces: Force | list[Piece], hunted: bool) -> int:
    if not hunted:
        return strength(pieces)
    return sum(piece.faces[0].asw for piece in pieces if piece.fires)
