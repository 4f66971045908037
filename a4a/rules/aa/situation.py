"""How things stand for one power in a state: who is enemy, what is hostile, what is friendly.

Sources: AA rulebook, "Spaces On The Game Board" (p. 8), "The Political Situation" (p. 9),
"Powers Not at War with One Another" (p. 15).
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.aa.system import System

Stance = Literal[
    "own", "friendly", "hostile", "not at war", "friendly neutral", "unfriendly neutral",
    "strict neutral", "impassable",
]  # fmt: skip
"""What a territory is to a power. "not at war": controlled by a power of the other side with which
it is not (yet) at war, or by a neutral power."""

WAR = "war"


class Situation:
    """How things stand for a power in a state. It is made for one state and remembers answers.

    Parameters
    ----------
    system
        The game.
    state
        How the board stands.
    power
        For whom.
    """

    def __init__(self, system: System, state: State, power: str) -> None:
        self.system = system
        self.state = state
        self.power = power
        self.side = system.catalog.side_of(power)
        self._stances: dict[str, Stance] = {}
        self._hostile_seas: dict[str, bool] = {}

    # --- powers ---------------------------------------------------------------------------------

    @cached_property
    def enemies(self) -> frozenset[str]:
        """Powers with which this one is at war."""
        return self.at_war_with(self.power)

    @cached_property
    def friends(self) -> frozenset[str]:
        """The power itself and the others of its side."""
        return frozenset(
            p.name for p in self.system.catalog.powers if p.side == self.side and self.side
        ) | {self.power}

    @cached_property
    def comrades(self) -> frozenset[str]:
        """The power itself and those of its side with which it may share spaces, ships and bases.

        Both must be at war (p. 13, p. 15): a neutral power shares nothing.
        """
        if not self.enemies:
            return frozenset({self.power})
        return frozenset(p for p in self.friends if self.at_war_with(p)) | {self.power}

    def at_war_with(self, power: str) -> frozenset[str]:
        """Return the powers with which a power is at war."""
        state = self.state
        return frozenset(
            p.name
            for p in self.system.catalog.powers
            if p.name != power and state.relation(power, p.name) == WAR
        )

    @property
    def is_at_war(self) -> bool:
        """Whether the power is at war with anyone; if not, it is a neutral power."""
        return any(self.system.catalog.side_of(p) for p in self.enemies)

    # --- spaces ---------------------------------------------------------------------------------

    def stance(self, territory: str) -> Stance:
        """What a territory is to the power (p. 8, p. 10)."""
        found = self._stances.get(territory)
        if found is None:
            found = self._stances[territory] = self._stance_of(territory)
        return found

    def _stance_of(self, territory: str) -> Stance:
        if self.system.board.space(territory).impassable:
            return "impassable"
        owner = self.state.control.get(territory)
        if owner == self.power:
            return "own"
        side = self.system.catalog.side_of(owner)
        if owner is None or not side:
            leaning = self.state.value(territory, "leaning")
            if leaning == f"pro-{self.side}":
                return "friendly neutral"
            if isinstance(leaning, str) and leaning.startswith("pro-"):
                return "unfriendly neutral"
            return "strict neutral"
        if owner in self.enemies:
            return "hostile"
        return "friendly" if owner in self.comrades else "not at war"

    def is_friendly(self, territory: str) -> bool:
        """Whether the power, or a comrade, controls a territory."""
        return self.stance(territory) in ("own", "friendly")

    def was_friendly(self, territory: str) -> bool:
        """Whether a territory was friendly as the turn began (to land, to use bases)."""
        start = self.at_start
        return start.is_friendly(territory)

    @cached_property
    def at_start(self) -> Situation:
        """How things stood for the power as the turn began."""
        start = self.state.turn_start
        return Situation(self.system, start, self.power) if start is not None else self

    def hostile_sea(self, zone: str) -> bool:
        """Whether a sea zone holds surface warships of an enemy (p. 8)."""
        found = self._hostile_seas.get(zone)
        if found is None:
            warships = self.system.able("surface warship")
            found = any(u.type in warships for u in self.enemies_in(zone))
            self._hostile_seas[zone] = found
        return found

    def enemies_in(self, space: str) -> list[Unit]:
        """Enemy units standing in a space (cargo left out), facilities too."""
        enemies = self.enemies
        return [u for u in self.state.at(space) if u.owner in enemies]

    def own_in(self, space: str) -> list[Unit]:
        """The power's own units standing in a space (cargo left out)."""
        return [u for u in self.state.at(space) if u.owner == self.power]
