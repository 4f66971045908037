"""Fields made on demand; the last one is remembered, since many questions are put to one state."""

from __future__ import annotations

from functools import lru_cache

from a4a.core.errors import A4AError
from a4a.core.state import State
from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.ground import Ground
from a4a.rules.areas.system import System


class Fields:
    """Makes the fields of a system.

    Parameters
    ----------
    system
        The game.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self._last: Field | None = None

    def of(self, state: State, *, combat: bool, power: str | None = None) -> Field:
        """Return the field of a state.

        Parameters
        ----------
        state
            How the board stands.
        combat
            Whether it is for combat moves; otherwise for noncombat moves.
        power
            Who moves; None for the active power.

        Raises
        ------
        A4AError
            If it is nobody's turn.
        """
        if power is None:
            if not state.active:
                raise A4AError("it is nobody's turn: nobody moves")
            power = state.active[0]
        last = self._last
        if last is not None and last.ground.holds_for(state, power):
            if last.state is state and last.combat == combat:
                return last
            ground = last.ground
        else:
            ground = Ground(self.system, state, power)
        self._last = Field(ground, state, combat=combat)
        return self._last


@lru_cache(maxsize=16)
def fields_of(system: System) -> Fields:
    """Return the shared fields of a system: what one caller has worked out, the next one has.

    The phases ask about the same states as callers that look for moves. A caller that goes through
    other states makes `Fields` of its own.
    """
    return Fields(system)
