"""The field: the ground and where the units stand on it, in one state and one phase."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from a4a.core.events import MoveMode
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.rules.areas.movement.ground import Ground
from a4a.rules.areas.politics.limits import pinned

REST = "rest"
"""Task of units that have done all they may do in this turn."""
ASSAULT = "assault"
"""Task of cargo that will land in a hostile territory; the target is the territory."""
OFFLOAD = "offload"
"""Task of a transport whose cargo lands; the target is the one territory it may land in."""
SUPPORT = "support"
"""Task of ships and aircraft that came for an amphibious assault; the target is the sea zone."""
ENGAGE = "engage"
"""Task of units that attack enemy submarines and transports; the target is the sea zone."""
RAID = "raid"
"""Task of bombers on a bombing raid; the target is the territory."""
DROP = "drop"
"""Task of paratroopers; the target is the territory they drop into."""
ESCORT = "escort"
"""Task of fighters that go with a bombing raid; the target is the territory."""

LIFT = "lift"
"""Task of aircraft that dropped land units into a battle; the target is the territory."""
LANDED = "landed"
"""Task of aircraft that have landed with the land units they carried; the target is where."""
RAIL = "rail"
"""Task of land units that went by rail; the target is the territory where they got off."""

STAY = "stay as recorded"
"""Task of units that another program moved or loaded to no purpose, in a turn played on from."""

_ATTACKED = ("hostile", "unfriendly neutral", "strict neutral")


class Field:
    """Where units stand, who hinders whom, how far each may still go. Made for one state.

    Parameters
    ----------
    ground
        What stays while units move.
    state
        How the board stands.
    combat
        Whether it is for combat moves; otherwise for noncombat moves.

    Attributes
    ----------
    ground, state, combat, system, power
        As given.
    memo
        What modules of movement remember about this state, under names of their own.
    """

    def __init__(self, ground: Ground, state: State, *, combat: bool) -> None:
        self.ground = ground
        self.state = state
        self.combat = combat
        self.system = ground.system
        self.power = ground.power
        self.memo: dict[str, Any] = {}
        self._hostile: dict[str, bool] = {}
        self._prey: dict[str, bool] = {}
        self._attackable: dict[str, bool] = {}

    @property
    def who(self) -> str:
        """What the power that moves is called within a sentence."""
        return self.system.called(self.power)

    @property
    def mode(self) -> MoveMode:
        """What moves in this phase are called in events."""
        return "combat" if self.combat else "noncombat"

    def after(self, state: State) -> Field:
        """Return the field of another state on the same ground."""
        return Field(self.ground, state, combat=self.combat)

    # --- sea zones ------------------------------------------------------------------------------

    def hostile(self, zone: str) -> bool:
        """Whether a sea zone holds surface warships of an enemy."""
        found = self._hostile.get(zone)
        if found is None:
            found = self._hostile[zone] = self.has_enemy(zone, "surface warship")
        return found

    def has_enemy(self, space: str, ability: str) -> bool:
        """Whether an enemy unit with an ability stands in a space."""
        there = self.state.at(space)
        if not there:
            return False
        able, enemies = self.system.able(ability), self.ground.enemies
        return any(u.type in able and u.owner in enemies for u in there)

    def has_prey(self, zone: str) -> bool:
        """Whether a sea zone holds enemy units; in one that is not hostile these may be ignored."""
        found = self._prey.get(zone)
        if found is None:
            enemies = self.ground.enemies
            found = self._prey[zone] = any(u.owner in enemies for u in self.state.at(zone))
        return found

    def stops_submarines(self, zone: str) -> bool:
        """Whether a sea zone holds an enemy destroyer."""
        return self.has_enemy(zone, "anti-submarine")

    def attackers(self, zone: str) -> list[Unit]:
        """The power's units in a sea zone that can attack there."""
        types = self.system.types
        return [u for u in self.state.at(zone) if u.owner == self.power and types[u.type].attack]

    def cleared(self, zone: str) -> bool:
        """Whether a sea zone is not hostile, or will not be if the attack on it succeeds."""
        return not self.hostile(zone) or (self.combat and bool(self.attackers(zone)))

    # --- territories ----------------------------------------------------------------------------

    def defended(self, territory: str) -> bool:
        """Whether units not of the power's own side stand in a territory, facilities included."""
        comrades = self.ground.comrades_in(territory)
        return any(u.owner not in comrades for u in self.state.at(territory))

    def bystanders(self, space: str) -> tuple[str, ...]:
        """Powers of the other side with units in a space, with which the power is not at war."""
        strangers = self.ground.strangers
        if not strangers:
            return ()
        return tuple(dict.fromkeys(u.owner for u in self.state.at(space) if u.owner in strangers))

    def attackable(self, territory: str) -> bool:
        """Whether a territory may be attacked: hostile, or neutral and not friendly."""
        found = self._attackable.get(territory)
        if found is None:
            found = self._attackable[territory] = (
                self.ground.at_war
                and (stance := self.ground.stance(territory)) in _ATTACKED
                and (stance == "hostile" or self.ground.at_war_in(territory))
                and territory not in self.ground.barred
                and not self.bystanders(territory)
            )
        return found

    # --- units ----------------------------------------------------------------------------------

    def place(self, unit: Unit) -> str | None:
        """The space where a unit is, itself or as cargo; None if it is in a holding."""
        where = unit.place
        return where if isinstance(where, str) else self.state.space_of(unit.id)

    def left(self, unit: Unit) -> int:
        """How many more spaces a unit may move in this turn."""
        memory = self.state.memory(unit.id)
        origin = memory.origin or self.place(unit)
        if origin is None or (unit.flags and pinned(self.system, unit) is not None):
            return 0
        return self.ground.allowance(unit, origin) - int(memory.moved)

    def landed(self, unit: Unit) -> bool:
        """Whether an aircraft is down where it has carried land units to, and stays there."""
        return self.state.memory(unit.id).task == LANDED

    @cached_property
    def aircraft(self) -> tuple[Unit, ...]:
        """The power's aircraft on the board."""
        return tuple(
            [u for u in self.ground.own(self.state, "air") if not isinstance(u.place, Holding)]
        )

    @cached_property
    def ships(self) -> tuple[Unit, ...]:
        """The power's ships on the board."""
        return tuple(u for u in self.ground.own(self.state, "sea") if isinstance(u.place, str))

    @cached_property
    def troops(self) -> tuple[Unit, ...]:
        """The power's land units on the board, cargo included."""
        return tuple(
            [u for u in self.ground.own(self.state, "land") if not isinstance(u.place, Holding)]
        )
