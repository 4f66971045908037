"""Fields made on demand; the last are remembered, since many questions are put to one state."""

from __future__ import annotations

from functools import lru_cache

from a4a.core.errors import A4AError
from a4a.core.state import State
from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.ground import Ground
from a4a.rules.areas.system import System

_FIELDS = 4
"""How many are remembered: powers that move at the same time are asked in turn."""


class Fields:
    """Makes the fields of a system.

    Parameters
    ----------
    system
        The game.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self._grounds: dict[str, Ground] = {}
        self._last: tuple[Field, ...] = ()

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
        for known in self._last:
            if known.state is state and known.combat == combat and known.power == power:
                return known
        ground = self._grounds.get(power)
        if ground is None or not ground.holds_for(state, power):
            ground = self._grounds[power] = Ground(self.system, state, power)
        made = Field(ground, state, combat=combat)
        self._last = (made, *self._last[: _FIELDS - 1])
        return made


@lru_cache(maxsize=16)
def fields_of(system: System) -> Fields:
    """Return the shared fields of a system: what one caller has worked out, the next one has.

    The phases ask about the same states as callers that look for moves. A caller that goes through
    other states makes `Fields` of its own.
    """
    return Fields(system)
