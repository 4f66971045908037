"""How the board looks to a nation that moves: whose land is what, who bars the way, who is free.

Sources: The War Game, "Occupation versus Control", "Phase II: Combat Orders", "Phase IV:
Non-Combat Movement", "Land and Canals".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, Literal

from a4a.core.english import the
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.areas.politics.separations import Domain, apart_from, domain_of
from a4a.rules.areas.system import System
from a4a.rules.remembered import remembered, remembered_each
from a4a.rules.systems.wargame1942.combat import sides
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.combat.opening import foes
from a4a.rules.systems.wargame1942.declaring import ranges
from a4a.rules.systems.wargame1942.declaring.opponents import Opponents, opponents_of
from a4a.rules.systems.wargame1942.owned import owned

Stance = Literal["own", "friendly", "apart", "enemy", "neutral"]
"""What land is to a nation. "apart": of an ally with which it shares no land."""

OPEN = ("own", "friendly")
ONWARD = (w.PASS, w.PASS_TO_BOMBARD, w.PASS_TO_OFFLOAD, w.CLEAR)
"""Tasks of units that go on from where they stand."""


class View:
    """The board in one state, as a nation sees it that moves.

    Parameters
    ----------
    system, state, power
        The game, how it stands, and who moves.
    combat
        Whether combat is ordered; otherwise units move after it.

    Attributes
    ----------
    system, state, power, combat
        As given.
    memo
        What is worked out once for the state, under the names of who keeps it there.
    """

    def __init__(self, system: System, state: State, power: str, *, combat: bool) -> None:
        self.system = system
        self.state = state
        self.power = power
        self.combat = combat
        self.memo: dict[str, Any] = {}
        self._foes = foes(system, power)
        self._apart = apart_from(system, power)
        self._stances = stances_of(system, state, power)
        self._fighters = sides.fighters(system)
        self._own: dict[str, list[Unit]] = {}

    @cached_property
    def _stances_before(self) -> Mapping[str, Stance]:
        return stances_of(self.system, self.state.turn_start or self.state, self.power)

    @property
    def who(self) -> str:
        """What the nation is called within a sentence."""
        return self.system.called(self.power)

    # --- nations and land -----------------------------------------------------------------------

    def is_enemy(self, power: str | None) -> bool:
        """Whether a power is of the other side."""
        return power in self._foes

    def stance(self, territory: str, *, at_start: bool = False) -> Stance:
        """What land is to the nation, now or as the turn began."""
        stances = self._stances_before if at_start else self._stances
        return stances.get(territory, "neutral")

    def is_open(self, territory: str) -> bool:
        """Whether the nation's units may be in a territory without a fight."""
        return self.stance(territory) in OPEN and not self.strangers_in(territory)

    def strangers_in(self, territory: str) -> bool:
        """Whether units of an ally stand in a territory with which the nation shares no land."""
        return territory in self._with_strangers

    @cached_property
    def _with_strangers(self) -> frozenset[str]:
        strangers, fighters = self._apart["land"].keys() - self._foes, self._fighters
        if not strangers:
            return frozenset()
        units = chain.from_iterable(owned(self.system, self.state, power) for power in strangers)
        return frozenset(
            [u.place for u in units if u.type in fighters and isinstance(u.place, str)]
        )

    def is_held(self, territory: str) -> bool:
        """Whether aircraft may land in a territory: open, and friendly as the turn began."""
        return territory in self.held

    @cached_property
    def held(self) -> frozenset[str]:
        """All territories in which aircraft may land."""
        found = _held_of(self.system, self.state, self.power)
        return found if found.isdisjoint(self._with_strangers) else found - self._with_strangers

    def kept_out(self, territory: str) -> Refusal | None:
        """Return why land that is not an enemy's may not be entered, or None if it may."""
        stance = self.stance(territory)
        if stance == "neutral":
            why = f"{the(territory)} is neutral, and nobody's to cross"
            return Refusal("WG-NEU-007", why, "land that a side controls")
        if stance == "apart" or (stance in OPEN and self.strangers_in(territory)):
            why = f"{self.who} shares no land with who is in {the(territory)}"
            return Refusal("WG-SET-021", why, "land of its own, or of allies that share theirs")
        return None

    # --- who is where ---------------------------------------------------------------------------

    @cached_property
    def opponents(self) -> Opponents:
        """The units of the other side."""
        return opponents_of(self.system, self.state, self.power)

    def enemies_in(self, space: str) -> tuple[Unit, ...]:
        """Enemy units that would defend a space: no factories, no Generals."""
        return self.opponents.at.get(space, ())

    def is_barred(self, zone: str) -> bool:
        """Whether enemy combat ships are in a zone: they stop a fleet, transports do not."""
        return zone in self.opponents.barring

    def force_in(self, space: str) -> list[Unit]:
        """Units that stand in a space of the nations whose turn it is."""
        return [
            u
            for u in self.state.at(space)
            if u.type in self._fighters and u.owner in self.state.active
        ]

    @cached_property
    def landing(self) -> Mapping[tuple[str, str], tuple[Unit, ...]]:
        """Units that are declared to land: by the zone from which, and the territory."""
        found: dict[tuple[str, str], list[Unit]] = {}
        declared = (i for i, memory in self.state.memories.items() if memory.task == w.ASSAULT)
        for i in declared:
            unit, memory = self.state.units.get(i), self.state.memory(i)
            if unit is None or not isinstance(unit.place, int):
                continue
            ship = self.state.unit(unit.place)
            found.setdefault((self.final(ship), str(memory.target)), []).append(unit)
        return {key: tuple(units) for key, units in found.items()}

    def is_landed_on(self, territory: str) -> bool:
        """Whether units are declared to land in a territory."""
        return any(to == territory for _, to in self.landing)

    def final(self, unit: Unit) -> str:
        """Where a unit is to be when all that it has been ordered has succeeded."""
        memory = self.state.memory(unit.id)
        if memory.task in ONWARD and memory.target is not None:
            return memory.target
        return self.place(unit) or ""

    # --- units of the nation --------------------------------------------------------------------

    def place(self, unit: Unit) -> str | None:
        """The space where a unit is, itself or as cargo; None if it is in a holding."""
        where = unit.place
        return where if isinstance(where, str) else self.state.space_of(unit.id)

    def category(self, unit: Unit) -> str:
        """What kind of unit it is: land, sea, air, facility or other."""
        return self.system.types[unit.type].category

    def own(self, category: str) -> list[Unit]:
        """The nation's units of a category on the board, those aboard among them."""
        found = self._own.get(category)
        if found is None:
            kinds = self.system.of_category(category)
            units = owned(self.system, self.state, self.power)
            found = [u for u in units if u.type in kinds and not isinstance(u.place, Holding)]
            self._own[category] = found
        return found

    def left(self, unit: Unit) -> int:
        """How many more spaces a unit may move in this turn."""
        memory = self.state.memory(unit.id)
        move = self.system.types[unit.type].move - int(memory.moved)
        return move if memory.task not in ONWARD else move - 1

    def is_spent(self, unit: Unit) -> bool:
        """Whether a unit was in combat orders or combat, so that it no longer moves freely."""
        memory = self.state.memory(unit.id)
        return bool(memory.task or memory.battles)

    def room(self, ship: Unit) -> int:
        """How much more a transport takes."""
        types = self.system.types
        aboard = sum(types[u.type].transport_cost for u in self.state.at(ship.id))
        return types[ship.type].transport_capacity - aboard

    # --- the board ------------------------------------------------------------------------------

    def shut(self, here: str, there: str) -> Refusal | None:
        """Return why ships may not pass a canal or strait, or None if they may, or none is there.

        While its land is neutral all pass. Land that was taken counts from noncombat moves on.
        """
        gate = self.system.graph.gates.get((here, there))
        if gate is None:
            return None
        when = (self.state.turn_start or self.state) if self.combat else self.state
        owners = [when.control.get(territory) for territory in gate.controllers]
        foes = [owner for owner in owners if self.is_enemy(owner)]
        if not foes:
            return None
        if len(foes) < len(owners):
            why = f"both sides hold land of the {gate.name}: no ship passes"
            return Refusal("WG-MAP-012", why, "the way around, or its land taken first")
        rule = self.system.book.cite("gate.enemy", of=gate.name)
        why = f"{self.system.called(str(foes[0]))} holds the {gate.name}"
        return Refusal(rule, why, "the way around, or its land taken first")

    def reach_by_sea(self, here: str, left: int) -> Mapping[str, tuple[str, ...]]:
        """The shortest ways by sea that nothing stops, to each zone in which ships could end.

        Enemy transports stop nobody while combat is ordered; in noncombat moves no enemy ship may
        be on the way, or at its end.
        """
        memo, key = self.opponents.memo, ("by sea", self.combat, here, left)
        found: Mapping[str, tuple[str, ...]] | None = memo.get(key)
        if found is None:
            if self.combat:
                found = self._ways_by_sea(here, left, ends=lambda _: True, stops=self.is_barred)
            else:
                found = self._ways_by_sea(here, left, ends=lambda zone: not self.enemies_in(zone))
            memo[key] = found
        return found

    def reach_after(self, here: str, left: int, fought: str = "") -> tuple[str, ...]:
        """The zones that ships could reach after combat, if the attacks ordered succeed (R-593).

        Parameters
        ----------
        here, left
            Where they are, and how far they sail.
        fought
            A zone where an attack is about to be ordered too, or "".
        """
        if not (self.opens(fought) and fought in ranges.zones(self.system, here, left)):
            fought = ""

        attacked = self._attacked if self.combat else frozenset()

        def clear(zone: str) -> bool:
            return not self.enemies_in(zone) or zone in attacked or (self.combat and zone == fought)

        memo, key = self.opponents.memo, ("after combat", self.combat, here, left, fought, attacked)
        found: tuple[str, ...] | None = memo.get(key)
        if found is None:
            found = memo[key] = tuple(self._ways_by_sea(here, left, ends=clear))
        return found

    @cached_property
    def _attacked(self) -> frozenset[str]:
        """The zones with enemies where units of the nations whose turn it is are, too."""
        sea = self.system.graph.is_sea
        return frozenset([s for s in self.opponents.at if sea[s] and self.force_in(s)])

    def opens(self, fought: str) -> bool:
        """Whether an attack on a zone would let ships go there after combat that else could not."""
        if not (self.combat and self.system.graph.is_sea.get(fought)):
            return False
        return bool(self.enemies_in(fought)) and not self.force_in(fought)

    def _ways_by_sea(
        self,
        here: str,
        left: int,
        *,
        ends: Callable[[str], bool],
        stops: Callable[[str], bool] = lambda zone: False,
    ) -> dict[str, tuple[str, ...]]:
        """The shortest ways to zones in which ships may end, through those that do not stop."""
        ways: dict[str, tuple[str, ...]] = {here: (here,)}
        layer, graph = [here], self.system.graph
        for _ in range(left):
            following: list[str] = []
            for zone in layer:
                if zone != here and stops(zone):
                    continue
                for there in graph.sea[zone]:
                    if there in ways or not ends(there):
                        continue
                    if (zone, there) in graph.gates and self.shut(zone, there) is not None:
                        continue
                    ways[there] = (*ways[zone], there)
                    following.append(there)
            layer = following
        return ways

    def flights(self, here: str, left: int) -> Mapping[str, tuple[str, ...]]:
        """The shortest ways by air to each space in range: nothing on the way hinders aircraft."""
        return ranges.flights(self.system, here, left)


def _stances(system: System, state: State, power: str) -> Mapping[str, Stance]:
    """What land that anybody controls is to a nation."""
    return {
        territory: _stance(system, power, owner, domain_of(system, territory))
        for territory, owner in state.control.items()
    }


@lru_cache(maxsize=512)
def _stance(system: System, power: str, owner: str, domain: Domain) -> Stance:
    if owner == power:
        return "own"
    side = system.catalog.side_of(owner)
    if not side:
        return "neutral"
    if side != system.catalog.side_of(power):
        return "enemy"
    return "apart" if owner in apart_from(system, power)[domain] else "friendly"


stances_of = remembered_each(_stances, same=State.same_control)
"""What land is to a nation, while nobody takes any."""


def _held(system: System, state: State, power: str) -> frozenset[str]:
    now = stances_of(system, state, power)
    before = stances_of(system, state.turn_start or state, power)
    return frozenset(t for t in now if now[t] in OPEN and before.get(t) in OPEN)


def _same_turn(one: State, other: State) -> bool:
    return one.turn_start is other.turn_start and one.same_control(other)


_held_of = remembered_each(_held, same=_same_turn)
"""Land that is open to a nation, and was as the turn began, whoever stands in it."""


def _none(system: System, state: State) -> dict[tuple[str, bool], View]:
    return {}


_known = remembered(_none)


def view_of(system: System, state: State, power: str, *, combat: bool) -> View:
    """Return how a state looks to a nation, made once however often it is asked for."""
    known = _known(system, state)
    if (power, combat) not in known:
        known[power, combat] = View(system, state, power, combat=combat)
    return known[power, combat]


def rests(view: View) -> tuple[int, ...]:
    """Return the units that have moved, loaded or fought, and that nothing else says it of."""
    memories = view.state.memories
    return tuple(
        u.id
        for category in ("land", "sea")
        for u in view.own(category)
        if u.id in memories
        and not memories[u.id].task
        and (memories[u.id].moved or memories[u.id].battles or memories[u.id].unloaded)
        and not isinstance(u.place, int)
    )
