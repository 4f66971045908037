"""The ground: what stays the same while units move, and so is worked out once a phase."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping
from functools import cached_property, lru_cache
from typing import Any

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas import technology
from a4a.rules.areas.bases.berths import berths, served
from a4a.rules.areas.bases.divided import at_odds
from a4a.rules.areas.bases.facilities import capacity, operative, usable_complexes
from a4a.rules.areas.movement.carriage import Carriage, Express, carriage
from a4a.rules.areas.politics.limits import SaleBar, barred
from a4a.rules.areas.politics.sea_limits import SeaZones, sea_limits
from a4a.rules.areas.politics.situation import Situation, Stance, situation_of
from a4a.rules.areas.politics.wards import wards
from a4a.rules.areas.system import System
from a4a.rules.conditions import all_hold
from a4a.rules.remembered import remembered_each

FARTHEST = 9
"""More borders than any aircraft can cross in one turn."""

_OPEN = ("own", "friendly")
_FLOWN_OVER = ("own", "friendly", "hostile")


class Ground:
    """Who is at war, which territory is what, where aircraft may fly and land, which bases work.

    It holds for every state of the same turn with the same control, relations and values, however
    the units stand.

    Parameters
    ----------
    system
        The game.
    state
        A state of the turn, after purchase and repair.
    power
        Who moves.

    Attributes
    ----------
    system, power, situation
        As given; how things stand for the power.
    at_war, at_war_in
        Whether the power is at war with anyone, and whether it is free of a neutral's limits in a
        space.
    enemies, comrades, comrades_in
        As `Situation` has them.
    stance
        What a territory is to the power, as `Situation` has it.
    memo
        What modules of movement remember about it, under names of their own.
    """

    def __init__(self, system: System, state: State, power: str) -> None:
        self.system = system
        self.power = power
        self.situation = situation = situation_of(system, state, power)
        self.enemies = situation.enemies
        self.comrades = situation.comrades
        self.comrades_in = situation.comrades_in
        self.at_war = situation.is_at_war
        self.at_war_in = situation.is_at_war_in
        self.stance: Callable[[str], Stance] = situation.stance
        self._state = state
        self.memo: dict[str, Any] = {}
        self._flights: dict[str, Mapping[str, int]] = {}
        self._based: dict[tuple[str, str], bool] = {}
        self._served: dict[str, bool] = {}
        self._moves: dict[str, int] = {}
        self._held: dict[str, bool] = {}
        self._taken: dict[str, bool] = {}

    def holds_for(self, state: State, power: str) -> bool:
        """Whether what is known here holds in another state too."""
        mine = self._state
        return power == self.power and (
            state is mine
            or (
                state.turn_start is mine.turn_start
                and state.phase == mine.phase
                and state.same_ground(mine)
            )
        )

    # --- territories ----------------------------------------------------------------------------

    def taken(self, territory: str) -> bool:
        """Whether a territory came to its side in this turn.

        A territory that friends give back when a capital is freed was their side's before.
        """
        found = self._taken.get(territory)
        if found is None:
            found = self._taken[territory] = self._was_taken(territory)
        return found

    def _was_taken(self, territory: str) -> bool:
        start = self._state.turn_start
        if start is None:
            return False
        old = start.control.get(territory)
        return (
            old != self._state.control.get(territory)
            and old not in self.comrades
            and old not in wards(self.system)
            and self.stance(territory) in _OPEN
        )

    def held(self, territory: str) -> bool:
        """Whether units may stay in a territory: friendly now, and as the turn began (R-102)."""
        found = self._held.get(territory)
        if found is None:
            found = self._held[territory] = (
                self.stance(territory) in _OPEN
                and territory not in self.barred
                and not self.taken(territory)
            )
        return found

    @cached_property
    def barred(self) -> Mapping[str, SaleBar]:
        """Spaces that the power may not enter or cross, whatever else holds, with the reasons."""
        return barred(self.system, self._state, self.power)

    @cached_property
    def strangers(self) -> frozenset[str]:
        """Powers of the other side with which this one is not (yet) at war."""
        return frozenset(
            p.name
            for p in self.system.catalog.powers
            if p.side and p.side != self.situation.side and p.name not in self.enemies
        )

    # --- sea zones ------------------------------------------------------------------------------

    def may_end(self, zone: str, unit_type: str) -> bool:
        """Whether a ship may end its move in a sea zone, as far as politics goes."""
        return self.kept_from(zone, unit_type) is None

    def kept_from(self, zone: str, unit_type: str) -> SeaZones | None:
        """The political limit that keeps a ship from ending its move in a zone, or None."""
        for limit in self.limits:
            patrols = zone in limit.patrol and unit_type in self._warships
            if zone not in limit.all and not patrols:
                return limit
        return None

    @cached_property
    def limits(self) -> tuple[SeaZones, ...]:
        """Where the power's ships may end moves, given the powers it is at peace with."""
        return sea_limits(self.system, self._state, self.power)

    @cached_property
    def _warships(self) -> frozenset[str]:
        return self.system.able("surface warship") | self.system.able("warship")

    # --- aircraft -------------------------------------------------------------------------------

    def may_fly_over(self, space: str) -> bool:
        """Whether aircraft may fly across a space: a sea zone, or a land that is not neutral.

        Limits of the power may keep it from a space of either kind.
        """
        return space in self._sky

    @cached_property
    def _sky(self) -> frozenset[str]:
        return _open_sky(self.system, self._state, self.power).difference(self.barred)

    def flights(self, space: str) -> Mapping[str, int]:
        """Distances by air from a space, as far as carrier aircraft fly in a turn.

        Territories that may not be flown over are included: a flight may end there in an attack.
        """
        found = self._flights.get(space)
        if found is None:
            found = self._flights[space] = self._fly(frozenset({space}), self._carrier_range)
        return found

    @cached_property
    def _carrier_range(self) -> int:
        """How far an aircraft that lands on carriers flies at most, from an air base."""
        kinds = [t.name for t in self.system.types.values() if t.carrier_cost]
        return 1 + max(map(self._move_of, kinds), default=0)

    def _move_of(self, kind: str) -> int:
        move = self._moves.get(kind)
        if move is None:
            move = self._moves[kind] = technology.number(
                self.system, self._state, self.power, kind, "move"
            )
        return move

    @cached_property
    def home(self) -> Mapping[str, int]:
        """Distance by air from every space to the nearest territory where aircraft may land."""
        graph = self.system.graph
        lands = frozenset(s for s in graph.air if not graph.is_sea[s] and self.held(s))
        return self._fly(lands, FARTHEST)

    def _fly(self, starts: frozenset[str], limit: int) -> Mapping[str, int]:
        return _distances(self.system, starts, self._sky, limit)

    # --- bases ----------------------------------------------------------------------------------

    def has_base(self, territory: str, ability: str) -> bool:
        """Whether an operative base stands in a territory that its side held as the turn began."""
        key = (territory, ability)
        found = self._based.get(key)
        if found is None:
            found = self._based[key] = self.has_facility(territory, self.system.able(ability))
        return found

    def has_facility(self, territory: str, kinds: Collection[str]) -> bool:
        """Whether an operative facility of some types stands in a territory held as by `held`."""
        return self.held(territory) and any(
            u.type in kinds and self.operative(u) for u in self._state.at(territory)
        )

    def operative(self, base: Unit) -> bool:
        """Whether a base is finished, not too damaged, and not in a territory two sides share."""
        ours = not at_odds(self.system, self._state, str(base.place))
        return ours and operative(self.system, base)

    def served(self, zone: str) -> bool:
        """Whether a sea zone is served by an operative naval base of its side."""
        found = self._served.get(zone)
        if found is None:
            found = self._served[zone] = any(
                self.has_base(t, "extends sea range") for t in self.system.graph.coast[zone]
            )
        return found

    @cached_property
    def _berthed(self) -> frozenset[int]:
        """The power's ships that bases serve where they lay as the turn began."""
        start = self._state.turn_start or self._state
        seas = self.system.of_category("sea")
        lay = [u for u in start.units.values() if u.owner == self.power and u.type in seas]
        there = [u for u in lay if u.id in self._state.units]
        return served(self.situation, there, "extends sea range")

    def allowance(self, unit: Unit, origin: str) -> int:
        """How far a unit may move in this turn, in spaces, when it began it in ``origin``.

        Aircraft that take off from a territory with an air base, and ships that start in a sea
        zone served by a naval base, go one space farther.
        """
        move = self._move_of(unit.type)
        category = self.system.types[unit.type].category
        if category == "sea":
            if berths(self.system):
                return move + (unit.id in self._berthed)
            return move + self.served(origin)
        if category == "air" and not self.system.graph.is_sea[origin]:
            return move + self.has_base(origin, "extends air range")
        return move

    @cached_property
    def blitzes_alone(self) -> frozenset[str]:
        """Unit types that blitz by themselves."""
        able = self.system.able("blitz")
        if "Improved Mechanized Infantry" in self._state.technologies(self.power):
            able |= self.system.able("blitz with tank")
        return able

    # --- what carries land units ----------------------------------------------------------------

    @cached_property
    def carriage(self) -> Carriage:
        """How land units are carried, besides on transports with room for them."""
        return carriage(self.system)

    @cached_property
    def lifters(self) -> frozenset[str]:
        """Types of aircraft that carry land units."""
        return frozenset(kind for entry in self.carriage.lifts for kind in entry.by)

    def room_aboard(self, ship: Unit) -> int:
        """For how much transport cost a ship has room when it is empty; 0 if it carries nothing."""
        capacity = self.system.types[ship.type].transport_capacity
        if capacity or not self._express:
            return capacity
        found = self.express(ship)
        return found.most if found is not None else 0

    def takes(self, ship: Unit, kind: str) -> bool:
        """Whether a ship that carries land units carries those of a type."""
        found = self.express(ship)
        return found is None or kind in found.units

    def express(self, ship: Unit) -> Express | None:
        """By which entry a ship that is no transport carries land units now, or None."""
        return self._express.get((ship.owner, ship.type)) if self._express else None

    @cached_property
    def _express(self) -> Mapping[tuple[str, str], Express]:
        """Ships that are no transports and carry land units now, by power and type."""
        return {
            (entry.power, kind): entry
            for entry in self.carriage.express
            if all_hold(entry.when, Situation(self.system, self._state, entry.power))
            for kind in entry.by
        }

    # --- units ----------------------------------------------------------------------------------

    @cached_property
    def _own_at_start(self) -> Mapping[str, tuple[int, ...]]:
        """Ids of the power's units by category as the turn began."""
        start = self._state.turn_start or self._state
        found: dict[str, list[int]] = {"land": [], "sea": [], "air": [], "facility": []}
        types = self.system.types
        for unit in start.units.values():
            if unit.owner == self.power:
                found.setdefault(types[unit.type].category, []).append(unit.id)
        return {category: tuple(ids) for category, ids in found.items()}

    def own(self, state: State, category: str) -> list[Unit]:
        """The power's units of a category in a state, on the board or in a holding."""
        units = state.units
        found = [units[i] for i in self._own_at_start[category] if i in units]
        start = self._state.turn_start or self._state
        types = self.system.types
        for i in range(start.last_unit + 1, state.last_unit + 1):
            unit = units.get(i)
            if unit and unit.owner == self.power and types[unit.type].category == category:
                found.append(unit)
        return found

    @cached_property
    def comrades_carriers(self) -> Mapping[str, None]:
        """Sea zones where comrades' carriers were as the turn began: they do not move in it."""
        friends = self.comrades - {self.power}
        types = self.system.types
        start = self._state.turn_start or self._state
        return {
            u.place: None
            for u in start.units.values()
            if u.owner in friends and isinstance(u.place, str) and types[u.type].carrier_capacity
            and u.place not in self.barred
        }  # fmt: skip

    @cached_property
    def mobilization_zones(self) -> Mapping[str, tuple[str, ...]]:
        """Sea zones along complexes that can mobilize a ship in this turn, by paying treasury."""
        system, state = self.system, self._state
        zones: dict[str, dict[str, None]] = {}
        for complex_ in usable_complexes(system, state, self.power):
            if capacity(system, state, complex_) > 0:
                place = str(complex_.place)
                payer = money.treasury_of(system, place, self.power)
                zones.setdefault(payer, {}).update(dict.fromkeys(system.graph.coast[place]))
        return {treasury: tuple(found) for treasury, found in zones.items()}


def _sky_of(system: System, state: State, power: str) -> frozenset[str]:
    """The spaces that politics lets aircraft of a power fly across."""
    here = situation_of(system, state, power)
    stance, peacefully = here.stance, here.may_cross_peacefully
    is_sea = system.graph.is_sea.items()
    return frozenset([s for s, sea in is_sea if sea or stance(s) in _FLOWN_OVER or peacefully(s)])


_open_sky = remembered_each(_sky_of, same=State.same_ground)


@lru_cache(maxsize=256)
def _distances(
    system: System, starts: frozenset[str], sky: frozenset[str], limit: int
) -> Mapping[str, int]:
    """Distances by air from the nearest of some spaces, across those that may be flown over."""
    air = system.graph.air
    distances = dict.fromkeys(starts, 0)
    queue = deque(distances)
    while queue:
        here = queue.popleft()
        far = distances[here] + 1
        if far > limit:
            break
        for there in air[here]:
            if there not in distances:
                distances[there] = far
                if there in sky:
                    queue.append(there)
    return distances
