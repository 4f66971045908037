"""Units as the exchanges of a battle see them: what they fire with, what they are worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from a4a.core.counters import Face
from a4a.core.events import Role
from a4a.core.units import Unit
from a4a.rules.fight import Band
from a4a.rules.hexes.exchange import Piece, Worth
from a4a.rules.systems.war_in_europe.combat.stages import IN_AIR, LAND, SUBMARINE, SURFACE
from a4a.rules.systems.war_in_europe.strength import halved
from a4a.rules.systems.war_in_europe.system import System

UNSUPPLIED: Final = "unsupplied"
"""The mark of land units out of supply: their factors are halved."""
SPENT: Final = "ops complete"
"""The mark of units that have acted: they are hit, and do not fire."""

_ABSORBS, _DIVES = "absorbs first", "submarine"


def piece(system: System, band: Band, key: int, *, role: Role = "attacker") -> Piece:
    """Return a unit of a band as the exchanges of a battle see it.

    Parameters
    ----------
    system
        The game.
    band
        The unit, by its counter; or one of its type, as strong as that usually is.
    key
        What tells it from the others.
    role
        On which side it is.
    """
    abilities, medium = system.types[band.unit].abilities, system.media[band.unit]
    afloat = SUBMARINE if _DIVES in abilities else SURFACE
    worth = (
        Worth(face.combat, face.asw, value)
        for face, value in zip(_faces(system, band, role), _values(system, band), strict=False)
    )
    return Piece(
        key,
        {"land": LAND, "air": IN_AIR, "sea": afloat}[medium],
        tuple(worth),
        fires=medium == "land" or SPENT not in band.marks,
        absorbs=_ABSORBS in abilities,
    )


def _faces(system: System, band: Band, role: Role) -> Iterator[Face]:
    """The sides that a unit has left, the one that is up first; a blank back has none (R-240)."""
    kind = system.types[band.unit]
    if band.name:
        faces = system.catalog.counter(band.power, band.name).faces
    else:
        worth = kind.attack if role == "attacker" else kind.defense
        faces = tuple(Face(worth // 2**lost) for lost in range(kind.hits))
    for face in faces[band.damaged :] or faces[-1:]:
        yield halved(face) if UNSUPPLIED in band.marks else face


def _values(system: System, band: Band) -> Iterator[int]:
    """What a unit is worth as it is, and after a loss."""
    for damage in (band.damaged, band.damaged + 1):
        unit = Unit(0, band.unit, band.power, "", damage, name=band.name)
        yield system.catalog.worth(unit)
