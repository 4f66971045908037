"""What a counter is worth where it stands: the numbers on the side that is up."""

from __future__ import annotations

from a4a.core.counters import Face
from a4a.core.errors import A4AError
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.systems.war_in_europe.system import System


def factors(system: System, state: State, unit: Unit) -> Face:
    """Return the factors with which a unit moves and fights now.

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
    del state  # the first version: supply comes with zones of control
    face = system.catalog.face(unit)
    if face is None:
        raise A4AError(f"unit {unit.id} is no counter")
    return face
