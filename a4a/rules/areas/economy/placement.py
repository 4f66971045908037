"""Where new units may be placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from a4a.core.english import count_of, places_of, plural, possessive, the
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.rules import money
from a4a.rules.areas.bases.carriers import carriers_needed, is_carrier, spare_places
from a4a.rules.areas.bases.facilities import capacity, facilities_in, sort_of, usable_complexes
from a4a.rules.areas.economy.allotment import all_served
from a4a.rules.areas.politics import limits
from a4a.rules.areas.system import System

_FALLS = "falls to "


class PlacementFault(NamedTuple):
    """Why something may not stand somewhere: the rule, by key or id, and the reason in words."""

    rule: str
    why: str


def falls_to(system: System, kind: str) -> str | None:
    """What a complex becomes when it is captured, or None: also what an upgrade is made of."""
    for ability in system.types[kind].abilities:
        if ability.startswith(_FALLS):
            return ability.removeprefix(_FALLS)
    return None


# --- facilities -----------------------------------------------------------------------------------


def site_fault(
    system: System,
    state: State,
    power: str,
    kind: str,
    territory: str,
    *,
    treasury: str | None = None,
    damage: Mapping[int, int] | None = None,
) -> PlacementFault | None:
    """Say why a facility may not be built in a territory, or None if it may.

    Parameters
    ----------
    system, state, power
        Who builds.
    kind
        The type of facility.
    territory
        Where.
    treasury
        Which of the power's treasuries pays; None for any.
    damage
        Damage of facilities by id, where it differs from that in the state.
    """
    if (fault := _held_fault(system, state, power, territory)) is not None:
        return fault
    if treasury not in (None, economy := money.treasury_of(system, territory, power)):
        return PlacementFault(
            "treasury.facility",
            f"{the(territory)} belongs to {economy}, and {treasury} paid for the {kind}",
        )
    type_ = system.types[kind]
    least = type_.numbers.get("least value", 0)
    upgrade = "upgrade" in type_.abilities
    if state.income_value(territory) < least:
        rule = "facility.site.major" if falls_to(system, kind) else "facility.site.minor"
        rule = "facility.upgrade.site" if upgrade else rule
        value = state.income_value(territory)
        why = f"{the(territory)} is worth {value}, and {one(kind)} needs {least:g}"
        return PlacementFault(rule, why)
    if (fault := unfit(system, power, kind, territory)) is not None:
        return fault
    sort = sort_of(system, kind)
    there = [u for u in facilities_in(system, state, territory) if sort_of(system, u.type) == sort]
    if upgrade:
        old = next((u for u in there if u.type == falls_to(system, kind)), None)
        if old is None or old.owner != power:
            who, small = system.called(power), falls_to(system, kind)
            return PlacementFault("facility.upgrade", f"{who} has no {small} in {the(territory)}")
        if (damage or {}).get(old.id, old.damage):
            return PlacementFault(
                "facility.upgrade.damage", f"the {old.type} in {the(territory)} is damaged"
            )
        return None
    if there:
        rule = system.book.cite("facility.single", of=kind)
        return PlacementFault(rule, f"{the(territory)} has its {there[0].type} already")
    return None


def upgraded_from(system: System, state: State, kind: str, territory: str) -> Unit:
    """Return the complex in a territory that an upgrade replaces."""
    small = falls_to(system, kind)
    return next(u for u in facilities_in(system, state, territory) if u.type == small)


@lru_cache(maxsize=1 << 14)
def unfit(system: System, power: str, kind: str, territory: str) -> PlacementFault | None:
    """Say why a power never builds a facility of a type in a territory, as the map is drawn."""
    abilities, space = system.types[kind].abilities, system.board.space(territory)
    if "original territory only" in abilities and space.original != power:
        rule = "facility.upgrade.site" if "upgrade" in abilities else "facility.site.major"
        rule = "facility.site.neutral" if space.original is None else rule
        theirs = possessive(system.called(power))
        return PlacementFault(rule, f"{the(territory)} was not {theirs} originally")
    if "not on islands" in abilities and "island" in space.features:
        return PlacementFault("facility.island", f"{the(territory)} is an island")
    if "on coasts" in abilities and not system.graph.coast[territory]:
        return PlacementFault("facility.coast", f"{the(territory)} has no coast")
    return None


def _held_fault(system: System, state: State, power: str, territory: str) -> PlacementFault | None:
    start = state.turn_start or state
    if system.graph.is_sea[territory]:
        return PlacementFault("facility.site", f"{the(territory)} is no territory")
    if state.control.get(territory) != power:
        return PlacementFault(
            "placement.space", f"{system.called(power)} does not control {the(territory)}"
        )
    if start.control.get(territory) != power:
        who = system.called(power)
        return PlacementFault(
            "placement.space", f"{who} has not controlled {the(territory)} since the turn began"
        )
    return None


# --- combat units ---------------------------------------------------------------------------------


class Yard:
    """What a power's complexes can still mobilize in this turn.

    What an economy of the power has bought is built by complexes of that economy only. No
    sea zone borders territories of two, so a space tells which may build there.
    Territories where the power musters units without a complex count as complexes do.

    Parameters
    ----------
    system, state, power
        Whose turn.

    Attributes
    ----------
    complexes
        The complexes that may be used, by territory.
    musters
        Territories where it mobilizes without one, with their entries.
    supply
        How many units each of them mobilizes in this turn.
    ways
        Which of them serve a space, by space.
    economies
        The treasury that each of them belongs to.
    """

    def __init__(self, system: System, state: State, power: str) -> None:
        self.system, self.state, self.power = system, state, power
        self.complexes = {str(u.place): u for u in usable_complexes(system, state, power)}
        self.musters = limits.musters(system, state, power)
        self.supply = {
            place: muster.most or limits.UNLIMITED for place, muster in self.musters.items()
        } | {place: capacity(system, state, unit) for place, unit in self.complexes.items()}
        self.economies = {place: money.treasury_of(system, place, power) for place in self.supply}
        self.ways: dict[str, list[str]] = {place: [place] for place in self.supply}
        for place in self.complexes:
            for zone in system.graph.coast[place]:
                self.ways.setdefault(zone, []).append(place)
        self._placed = self._placed_so_far()
        self._sites: dict[tuple[object, ...], tuple[str, ...]] = {}

    def _placed_so_far(self) -> dict[str, int]:
        """Combat units mobilized so far, by space: those that were not on the board before.

        Ids do not tell: other programs give them as they like, and units may wait for a turn.
        """
        start = self.state.turn_start
        if start is None:
            return {}
        before, facilities = start.units, self.system.of_category("facility")
        counts: dict[str, int] = {}
        for space in self.ways:
            for unit in self.state.at(space):
                if unit.owner != self.power or unit.type in facilities:
                    continue
                old = before.get(unit.id)
                if old is None or isinstance(old.place, Holding):
                    counts[space] = counts.get(space, 0) + 1
        return counts

    def fits(self, space: str, count: int) -> bool:
        """Whether the complexes can mobilize so many more units in a space.

        Where several complexes border a zone, it does not matter which of them builds a ship as
        long as all that is placed can be shared out among them (R-026).
        """
        if self._on_land:
            return count <= self._left(space)
        return self._all_served(self._with({space: count}))

    @property
    def _on_land(self) -> bool:
        """Whether nothing stands at sea that several complexes could have built: just count."""
        return all(place in self.supply for place in self._placed)

    def _left(self, space: str) -> int:
        placed = self._placed
        return sum(max(0, self.supply[p] - placed.get(p, 0)) for p in self.ways.get(space, ()))

    def _with(self, more: Mapping[str, int]) -> dict[str, int]:
        demand = Counter(self._placed)
        demand.update(more)
        return demand

    def _all_served(self, demand: Mapping[str, int]) -> bool:
        return all_served(self.supply, demand, self.ways)

    def room(self, space: str) -> int:
        """How many more units can be mobilized in a space."""
        if self._on_land:
            return self._left(space)
        most = sum(self.supply[place] for place in self.ways.get(space, ()))
        count = 0
        while count < most and self.fits(space, count + 1):
            count += 1
        return count

    def sites(self, unit: Unit) -> tuple[str, ...]:
        """Return the spaces where a purchased combat unit may be placed alone."""
        kind = self.system.types[unit.type]
        alike = kind.category, kind.carrier_cost > 0, kind.carrier_capacity, unit.place
        found = self._sites.get(alike)
        if found is None:
            found = tuple(space for space in self.ways if self.fault([unit], space) is None)
            self._sites[alike] = found
        return found

    def fault(self, units: Iterable[Unit], space: str) -> PlacementFault | None:
        """Say why some purchased combat units may not all be placed in a space, or None."""
        system, state = self.system, self.state
        placing = list(units)
        is_sea = system.graph.is_sea[space]
        for unit in placing:
            if (fault := self._kind_fault(unit, space, is_sea=is_sea)) is not None:
                return fault
        if space not in self.ways:
            return self._no_complex(placing, space, is_sea=is_sea)
        economy = self.economies[self.ways[space][0]]
        for unit in placing:
            if (payer := money.payer(system, unit)) != economy:
                return PlacementFault(
                    "treasury.units",
                    f"{payer} paid for the {unit.type}, and only complexes of {economy} place "
                    f"units in {the(space)}",
                )
        if not self.fits(space, len(placing)):
            return self._too_many(space, len(placing))
        if is_sea:
            new = [u for u in placing if is_carrier(system, u)]
            aircraft = sum(u.type in system.of_category("air") for u in placing)
            places = sum(system.types[u.type].carrier_capacity for u in new)
            spare = spare_places(system, state, self.power, space) + places
            if aircraft > max(spare, 0):
                return PlacementFault(
                    "placement.air.room", self._no_deck(space, max(spare, 0), aircraft)
                )
        return self._promise_fault(placing, space)

    def _no_deck(self, zone: str, room: int, aircraft: int) -> str:
        """Why a power's carriers in a sea zone do not take so many new aircraft."""
        system, state, who = self.system, self.state, self.system.called(self.power)
        carriers = [u for u in state.at(zone) if is_carrier(system, u)]
        own = [u for u in carriers if u.owner == self.power]
        if room:
            return f"the carriers of {who} in {zone} have room for {room} aircraft, not {aircraft}"
        if not own:
            others = "" if not carriers else ", and new aircraft do not join those of others"
            return f"{who} has no carrier in {zone}{others}"
        if all(u.damage for u in own):
            return f"nothing lands on the carriers of {who} in {zone}: they are damaged"
        return f"the carriers of {who} in {zone} have no more room"

    def _kind_fault(self, unit: Unit, space: str, *, is_sea: bool) -> PlacementFault | None:
        kind = self.system.types[unit.type]
        if kind.category == "land" and is_sea:
            return PlacementFault(
                "placement.aboard",
                f"{plural(unit.type)} are placed on land, not at sea or on transports",
            )
        if kind.category == "sea" and not is_sea:
            return PlacementFault("placement.sea", f"{one(unit.type)} is placed in a sea zone")
        if kind.category == "air" and is_sea and not kind.carrier_cost:
            return PlacementFault("placement.land", f"{one(unit.type)} is placed on land")
        return None

    def _no_complex(self, placing: list[Unit], space: str, *, is_sea: bool) -> PlacementFault:
        who = self.system.called(self.power)
        for muster in limits.musters_by(self.system, self.power):
            return PlacementFault(muster.rule, f"{self.system.called(self.power)} {muster.why}")
        by_carrier = self.system.types[placing[0].type].carrier_cost > 0
        if is_sea:
            rule = "placement.air.carrier" if by_carrier else "placement.sea"
            return PlacementFault(
                rule, f"{the(space)} borders no industrial complex that {who} may use"
            )
        complexes = self.system.able("industrial complex")
        there = [u for u in self.state.at(space) if u.type in complexes]
        if there and there[0].owner != self.power:
            theirs = possessive(self.system.called(there[0].owner))
            return PlacementFault(
                "placement.complex.foreign", f"the {there[0].type} in {the(space)} is {theirs}"
            )
        if there:
            return PlacementFault(
                "placement.complex.new",
                f"the {there[0].type} in {the(space)} was captured or built in this turn",
            )
        rule = "placement.air" if by_carrier else "placement.land"
        return PlacementFault(rule, f"there is no industrial complex in {the(space)}")

    def _too_many(self, space: str, count: int) -> PlacementFault:
        places = self.ways[space]
        more = self.room(space)
        why = (
            f"{count_of(more, 'more unit')} can be mobilized in {the(space)}, not {count}"
            if more
            else f"no more units can be mobilized in {the(space)}"
        )
        if places[0] not in self.complexes:
            return PlacementFault(self.musters[places[0]].rule, why)
        unit = self.complexes[places[0]]
        now = self.state.units  # a program may have put another complex in place of one
        damage = sum(now[c.id].damage for p in places if (c := self.complexes[p]).id in now)
        if damage:
            rule = (
                "placement.damage"
                if any(self.supply[p] for p in places)
                else "placement.damage.full"
            )
        else:
            rule = (
                "placement.limit.major"
                if falls_to(self.system, unit.type)
                else "placement.limit.minor"
            )
        return PlacementFault(rule, why)

    def _promise_fault(self, placing: list[Unit], space: str) -> PlacementFault | None:
        """Carriers that aircraft wait for must be mobilized where they wait."""
        system, state = self.system, self.state
        needed = carriers_needed(system, state, self.power)
        if not needed:
            return None
        going = sum(is_carrier(system, u) for u in placing)
        if going:
            economy = self.economies[self.ways[space][0]]
            waiting = state.at(system.catalog.purchases(economy))
            carriers = sum(is_carrier(system, u) for u in waiting)
            elsewhere = {
                zone: count
                for zone, count in needed.items()
                if zone != space and self.economies[self.ways[zone][0]] == economy
            }
            if carriers - going < sum(elsewhere.values()):
                return PlacementFault(
                    "carrier.promised.new", f"aircraft wait for a carrier in {places_of(elsewhere)}"
                )
        demand = Counter(needed)
        demand[space] += len(placing) - min(going, needed.get(space, 0))
        if not self._all_served(self._placed) or self._all_served(self._with(demand)):
            return None
        if not self._all_served(self._with(needed)):
            return None
        # Without the others there would be room for the carriers the aircraft wait for.
        return PlacementFault(
            "carrier.promised.new", f"aircraft wait for a carrier in {places_of(needed)}"
        )
