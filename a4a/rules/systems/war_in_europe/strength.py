"""What a counter is worth where it stands: the side that is up, halved out of supply (11.2.4)."""

from __future__ import annotations

from a4a.core.counters import Face
from a4a.core.errors import A4AError
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.systems.war_in_europe.supply import FORT, supply_of
from a4a.rules.systems.war_in_europe.system import System


def factors(system: System, state: State, unit: Unit) -> Face:
    """Return the factors with which a unit moves and fights now.

    A land unit's supply is checked just before it moves or fights, so ask of the state as it is
    then. Fleets and air units always have all their factors.

    Parameters
    ----------
    system, state
        The game, and how the board stands.
    unit
        A counter on the board.

    Raises
    ------
    A4AError
        If it is no counter of the game.
    """
    face = system.catalog.face(unit)
    if face is None:
        raise A4AError(f"unit {unit.id} is no counter")
    if not needs_line(system, unit) or supply_of(system, state).is_supplied(unit):
        return face
    return halved(face)


def halved(face: Face) -> Face:
    """Return the factors of a side out of supply: half, fractions dropped."""
    return Face(face.combat // 2, face.asw // 2, face.move // 2)


def needs_line(system: System, unit: Unit) -> bool:
    """Whether a unit has to be in supply when it moves and fights: a land unit that is no fort."""
    kind = system.catalog.unit_type(unit.type)
    return kind.category == "land" and FORT not in kind.abilities
