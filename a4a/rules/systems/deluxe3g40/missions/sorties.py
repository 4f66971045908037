"""Who can raid what: bombers over land, fleets off a coast, and the fighters that go with them.

Sources: book, The Strategic Missions Phase, #5 and #6 (DX-SMP-095 to 098, 108, 113 to 116), unit
profiles (DX-SEA-065, 087, DX-SPC-011); R-444 to R-446.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar

from a4a.core.events import BattleKind
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.bases.carriers import is_carrier
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.systems.deluxe3g40.missions.flights import (
    ground_of,
    is_free,
    is_ready,
    radius,
    reaches,
    within,
)
from a4a.rules.systems.deluxe3g40.missions.targets import damage_of, targets


class Sortie(ABC):
    """A way to raid facilities in the missions phase.

    Attributes
    ----------
    kind
        What its battles are.
    category
        The category of unit that raids.
    """

    kind: ClassVar[BattleKind]
    category: ClassVar[str]

    def raiders(self, here: Situation) -> Mapping[int, tuple[str, ...]]:
        """Return the territories that each unit of a power can raid now."""
        if not here.enemies:
            return {}
        found = {}
        for unit in here.state.units.values():
            if unit.owner == here.power and self.may_raid(here, unit):
                spaces = tuple(
                    t for t in self.near(here, unit) if targets(here, unit.type, t)
                )  # fmt: skip
                if spaces:
                    found[unit.id] = spaces
        return found

    def may_raid(self, here: Situation, unit: Unit) -> bool:
        """Whether a unit is one that raids, assigned, and not used yet."""
        return (
            here.system.types[unit.type].category == self.category
            and damage_of(here.system, unit.type) > 0
            and is_ready(here.state, unit)
        )

    @abstractmethod
    def near(self, here: Situation, unit: Unit) -> Iterable[str]:
        """Return the spaces that are near enough to a unit."""

    @abstractmethod
    def meeting(self, state: State, raiders: Iterable[Unit], territory: str) -> str:
        """Return the space in which escorts and interceptors meet the raiders."""

    def escorts(self, here: Situation, meeting: str) -> list[Unit]:
        """Return the units that can go with raiders which are met in a space."""
        able = here.system.able("escort")
        ground = ground_of(here.system, here.state, here.power)
        return [
            unit
            for unit in here.state.units.values()
            if unit.owner == here.power
            and unit.type in able
            and is_ready(here.state, unit)
            and reaches(ground, here.state, unit, meeting)
        ]


class Bombing(Sortie):
    """Bombers raid what lies within half of their range."""

    kind = "bombing raid"
    category = "air"

    def near(self, here: Situation, unit: Unit) -> Iterable[str]:
        """Return the spaces that a bomber can reach and return from."""
        origin = here.state.space_of(unit.id)
        if origin is None:
            return ()
        ground = ground_of(here.system, here.state, here.power)
        return within(ground, origin, radius(ground, unit, origin))

    def meeting(self, state: State, raiders: Iterable[Unit], territory: str) -> str:
        """Return the territory itself."""
        return territory


class Bombarding(Sortie):
    """Undamaged ships of assigned fleets bombard the coast."""

    kind = "bombardment"
    category = "sea"

    def may_raid(self, here: Situation, unit: Unit) -> bool:
        """Whether a ship is one that bombards, assigned, undamaged, and not used yet."""
        return not unit.damage and super().may_raid(here, unit)

    def near(self, here: Situation, unit: Unit) -> Iterable[str]:
        """Return the territories beside a ship."""
        return here.system.graph.coast[unit.place] if isinstance(unit.place, str) else ()

    def meeting(self, state: State, raiders: Iterable[Unit], territory: str) -> str:
        """Return the sea zone of the fleet."""
        return str(next(iter(raiders)).place)

    def escorts(self, here: Situation, meeting: str) -> list[Unit]:
        """Add the fleet's carriers, and their fighters, which need no marker."""
        found = super().escorts(here, meeting)
        fleet = [u for u in here.own_in(meeting) if is_free(here.state, u)]
        decks = [u for u in fleet if is_carrier(here.system, u) and is_ready(here.state, u)]
        able = here.system.able("escort") if decks else frozenset()
        known = {unit.id for unit in found}
        return [*found, *decks, *(u for u in fleet if u.type in able and u.id not in known)]


BOMBING = Bombing()
BOMBARDING = Bombarding()


def interceptors(here: Situation, power: str, territory: str, meeting: str) -> list[Unit]:
    """Return the fighters of an enemy that can intercept a raid: assigned, or grounded there.

    Parameters
    ----------
    here
        How things stand for the raiding power.
    power
        The enemy.
    territory
        What is raided.
    meeting
        Where the raiders are met.
    """
    system, state = here.system, here.state
    able = system.able("intercept")
    ground = ground_of(system, state, power)
    return [
        unit
        for unit in state.units.values()
        if unit.owner == power
        and unit.type in able
        and is_free(state, unit)
        and (
            unit.place == territory
            or (is_ready(state, unit) and reaches(ground, state, unit, meeting))
        )
    ]
