"""Units that are bought and placed, factories that rise and fall, fighters put on new carriers.

Source: The War Game, "Phase V: Build and Recruit", "Factories".
"""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.english import count_of, list_of, places_of, plural, the
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas import technology
from a4a.rules.areas.bases.carriers import spare_places
from a4a.rules.areas.economy import economies, funds
from a4a.rules.areas.economy.placement import PlacementFault
from a4a.rules.areas.politics import limits
from a4a.rules.areas.politics.separations import apart_from
from a4a.rules.areas.system import System
from a4a.rules.remembered import remembered_each, remembered_while
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.orders import Build
from a4a.rules.systems.wargame1942.production.capacity import (
    Sink,
    factory_in,
    held_since_start,
    is_occupied,
    stands,
    works_of,
)
from a4a.rules.systems.wargame1942.production.numbers import numbers

_MOST = 1000
"""More units than a nation can build in one space."""


def _none(system: System, state: State, power: str) -> dict[str, PlacementFault | None]:
    return {}


def _others_stay(system: System, power: str, one: State, other: State) -> bool:
    """Whether land and all units but a power's own are as they were in the same turn."""
    others = (p for p in system.catalog.power_order if p != power)
    return (
        one.turn_start is other.turn_start
        and one.same_control(other)
        and one.same_units(other, others)
    )


_place_faults_of = remembered_while(_none, same=_others_stay)
"""Why nothing at all may be built in spaces, which what a power itself builds does not change."""


class Builder:
    """What a power may build in a state, and why not.

    Parameters
    ----------
    system, state, power
        Whose Build and Recruit phase.
    """

    def __init__(self, system: System, state: State, power: str) -> None:
        self.system, self.state, self.power = system, state, power
        self.works = works_of(system, state, power)
        self._factories = numbers(system).by_unit.get
        (self.treasury,) = money.treasuries(system, power)
        self.who = system.called(power)
        self._free = money.balance(system, state, self.treasury)
        self._held = funds.restricted(system, state, self.treasury)
        self._prices: dict[str, int] = {}
        self._rooms: dict[tuple[str, str], int] = {}
        self._place_faults = _place_faults_of(system, state, power)

    def price(self, kind: str, space: str) -> int:
        """Return what a unit costs in a space: an upgraded factory only the difference."""
        old = self._upgraded(kind, space)
        return self._price(kind) - (self._price(old.type) if old is not None else 0)

    def _price(self, kind: str) -> int:
        if kind not in self._prices:
            found = technology.price(self.system, self.state, self.power, kind)
            self._prices[kind] = found
        return self._prices[kind]

    def _upgraded(self, kind: str, space: str) -> Unit | None:
        """The factory that a new one would be made of, or None."""
        entry = self._factories(kind)
        if entry is None or not entry.falls_to:
            return None
        old = factory_in(self.system, self.state, space)
        return old if old is not None and old.type == entry.falls_to else None

    def fault(self, order: Build) -> PlacementFault | None:
        """Say why units may not be built, whatever they cost, or None if they may."""
        system, space = self.system, order.space
        if space not in system.board.index:
            return PlacementFault("WG-BLD-008", f"there is no space {space!r}")
        if not order.units or not all(0 < n <= _MOST for n in order.units.values()):
            return PlacementFault(
                "WG-BLD-001", "each type that is built needs a number of one or more"
            )
        for kind in order.units:
            if kind not in limits.for_sale(system, self.state, self.power):
                bar = limits.not_for_sale(system, self.state, self.power, kind)
                return PlacementFault(*(bar or ("WG-BLD-001", f"no {kind} can be bought")))
        return self._place_fault(space) or self._units_fault(order)

    def _place_fault(self, space: str) -> PlacementFault | None:
        """Why nothing at all may be built in a space."""
        if space not in self._place_faults:
            self._place_faults[space] = self._found_place_fault(space)
        return self._place_faults[space]

    def _found_place_fault(self, space: str) -> PlacementFault | None:
        system, state = self.system, self.state
        if system.graph.is_sea[space]:
            ships = system.of_category("sea")
            side = system.catalog.side_of(self.power)
            there = (u for u in state.at(space) if u.type in ships)
            if any(system.catalog.side_of(u.owner) != side for u in there):
                return PlacementFault("WG-FAC-005", f"enemy ships are in {the(space)}")
            return None
        if state.control.get(space) != self.power:
            return PlacementFault("WG-BLD-010", f"{self.who} does not control {the(space)}")
        if not held_since_start(state, self.power, space):
            why = f"{self.who} has not controlled {the(space)} since the turn began"
            return PlacementFault("WG-BLD-009", why)
        if self._shared(space):
            return PlacementFault("WG-POL-009", f"units of allies are in {the(space)}")
        return None

    def _shared(self, space: str) -> bool:
        """Whether units of an ally stand in land of a power that shares none."""
        apart = apart_from(self.system, self.power)["land"]
        return not apart.keys().isdisjoint([u.owner for u in self.state.at(space)])

    def _units_fault(self, order: Build) -> PlacementFault | None:
        """Why these units may not be built in a space where something may."""
        space = order.space
        factories = [kind for kind in order.units if self._factories(kind)]
        for kind in factories:
            if (fault := self._site_fault(kind, space)) is not None:
                return fault
        if len(factories) > 1 or any(order.units[kind] > 1 for kind in factories):
            return PlacementFault("WG-FAC-018", "a territory has one factory")
        wanted = {kind: n for kind, n in order.units.items() if kind not in factories}
        for kind, count in wanted.items():
            if (fault := self._kind_fault(kind, count, space)) is not None:
                return fault
        together = len(wanted) > 1  # one type alone has room, as has been seen
        if together and not self.works.fits({Sink(k, space): n for k, n in wanted.items()}):
            return PlacementFault("WG-FAC-010", f"so many cannot be made in {the(space)} together")
        return self._deck_fault(order)

    def _site_fault(self, kind: str, space: str) -> PlacementFault | None:
        """Why a factory may not be built in a space."""
        system = self.system
        if system.graph.is_sea[space]:
            return PlacementFault("WG-FAC-020", f"{one(kind)} is built on land")
        occupied = is_occupied(system, self.power, space)
        needs = least_value(system, kind, occupied=occupied)
        value = self.state.income_value(space)
        if value < needs:
            rule = "WG-FAC-022" if self._falls(kind) else "WG-FAC-021"
            land = "occupied land" if occupied else "land"
            why = f"{one(kind)} needs {land} worth {needs}, and {the(space)} is worth {value}"
            return PlacementFault(rule, why)
        there = factory_in(system, self.state, space)
        if there is not None and self._upgraded(kind, space) is None:
            return PlacementFault("WG-FAC-024", f"{the(space)} has its {there.type} already")
        return None

    def _falls(self, kind: str) -> str:
        entry = self._factories(kind)
        return entry.falls_to if entry else ""

    def _kind_fault(self, kind: str, count: int, space: str) -> PlacementFault | None:
        """Why so many units of one type may not be made in a space."""
        if not stands(self.system, kind, space):
            if self.system.graph.is_sea[space]:
                return PlacementFault("WG-FAC-002", f"{one(kind)} is placed on land")
            return PlacementFault("WG-FAC-003", f"{one(kind)} is placed in a sea zone")
        sink = Sink(kind, space)
        if not self.works.sources.ways(sink):
            return self._no_source(kind, space)
        room = self.works.room(sink)
        if count > room:
            units = kind if room == 1 else plural(kind)
            more = f"{room or 'no'} more {units} can be made in {the(space)} in this turn"
            return PlacementFault(self._limit_rule(sink), more)
        return None

    def _no_source(self, kind: str, space: str) -> PlacementFault:
        """Why nothing in a space, or beside it, makes a type of unit."""
        system = self.system
        near = system.graph.coast[space] if system.graph.is_sea[space] else (space,)
        factories = self.works.sources.factories
        found = [factories[t] for t in near if t in factories]
        if found and all(entry.builds and kind not in entry.builds for entry in found):
            return PlacementFault("WG-FAC-013", f"{one(found[0].unit)} builds no {kind}")
        if kind in numbers(system).recruits[0].units:
            return PlacementFault("WG-BLD-014", f"{the(space)} is not worth enough to recruit")
        owned = [f for t in near if (f := factory_in(system, self.state, t)) is not None]
        if any(f.owner == self.power for f in owned):
            why = f"the factory in {the(str(owned[0].place))} is new, or was taken in this turn"
            return PlacementFault("WG-FAC-019", why)
        where = f"{the(space)} borders" if system.graph.is_sea[space] else f"{the(space)} has"
        return PlacementFault("WG-FAC-001", f"{where} no factory of {self.who}")

    def _limit_rule(self, sink: Sink) -> str:
        """The rule that says how many units are made in a space."""
        sources = self.works.sources
        kinds = [sources.factories[s.territory] for s in sources.ways(sink)
                 if s.territory in sources.factories]  # fmt: skip
        if kinds:
            return kinds[0].rule
        occupied = is_occupied(self.system, self.power, sink.space)
        return "WG-BLD-012" if occupied else "WG-BLD-011"

    def _deck_fault(self, order: Build) -> PlacementFault | None:
        """Why carriers in a zone do not take so many new fighters."""
        system, types = self.system, self.system.types
        if not system.graph.is_sea[order.space]:
            return None
        aircraft = system.of_category("air")
        need = sum(types[k].carrier_cost * n for k, n in order.units.items() if k in aircraft)
        room = sum(types[k].carrier_capacity * n for k, n in order.units.items())
        room += self._decks(order.space)
        if need > max(room, 0):
            left = max(room, 0) or "no more"
            why = f"carriers of {self.who} in {the(order.space)} have room for {left}"
            return PlacementFault("WG-FAC-015", why)
        return None

    def _decks(self, zone: str) -> int:
        """How many more aircraft the carriers in a zone take."""
        return spare_places(self.system, self.state, self.power, zone)

    def costs(self, order: Build) -> dict[str, int]:
        """Return what an order costs, by type of unit."""
        return {kind: n * self.price(kind, order.space) for kind, n in order.units.items()}

    def affordable(self, kind: str, space: str) -> int:
        """Return how many units of a type can be paid for."""
        return self._funds(kind) // self.price(kind, space)

    def _funds(self, kind: str) -> int:
        """What can be spent on units of one type, and on nothing else."""
        return self._free + (funds.useful(self.system, self._held, kind) if self._held else 0)

    def spaces(self, kind: str) -> tuple[str, ...]:
        """Return the spaces that come into question for a type of unit, in board order."""
        if self._factories(kind):
            return _sites_of(self.system, self.state, (self.power, kind))
        return self.works.sources.spaces(kind)

    def sites(self) -> tuple[str, ...]:
        """Return the spaces where anything can be built and paid for."""
        found: dict[str, None] = {}
        for kind in self._within_means():
            most = self.most if self._factories(kind) else self._room  # others have one price
            for space in self.spaces(kind):
                if space not in found and most(kind, space):
                    found[space] = None
        return tuple(found)

    def offers(self) -> dict[tuple[str, str], int]:
        """Return what can be built and paid for: how many of each type in each space."""
        return {
            (kind, space): most
            for kind in self._within_means()
            for space in self.spaces(kind)
            if (most := self.most(kind, space))
        }

    def _within_means(self) -> Iterator[str]:
        """Yield the types of unit that can be paid for somewhere, where land allows an upgrade."""
        for kind in limits.for_sale(self.system, self.state, self.power):
            old = self._falls(kind)
            if self._funds(kind) >= self._price(kind) - (self._price(old) if old else 0):
                yield kind

    def most(self, kind: str, space: str) -> int:
        """Return how many units for sale can be built in one of its spaces, paid for, and alone."""
        most = self.affordable(kind, space)
        return min(most, self._room(kind, space)) if most else 0

    def _room(self, kind: str, space: str) -> int:
        """How many units can be built in a space, whatever they cost, by themselves."""
        found = self._rooms.get((kind, space))
        if found is None:
            found = self._rooms[kind, space] = self._found_room(kind, space)
        return found

    def _found_room(self, kind: str, space: str) -> int:
        if self._place_fault(space) is not None:
            return 0
        if self._factories(kind):
            return int(self._site_fault(kind, space) is None)
        room = self.works.room(Sink(kind, space))
        of, at_sea = self.system.types[kind], self.system.graph.is_sea[space]
        if room and at_sea and of.category == "air":
            return min(room, max(self._decks(space), 0) // of.carrier_cost)
        return room

    def check(self, order: Build) -> None:
        """Refuse what may not be built, or paid for; RuleViolation says why."""
        book = self.system.book
        tried = f"build {_words(order.units)} in {the(order.space)}"
        if (fault := self.fault(order)) is not None:
            raise book.violation(
                fault.rule, fault.why, tried=tried, allowed=lambda: self._allowed(order)
            )
        costs = self.costs(order)
        bill = sum(costs.values())
        has = funds.spendable(self.system, self.state, self.treasury, costs)
        if bill > has:
            held = funds.restricted(self.system, self.state, self.treasury)
            lent = sum(held.values())
            raise book.violation(
                "WG-INC-018" if bill <= has + lent else "WG-BLD-004",
                f"it costs {bill}, and {self.who} has {has} for it", tried=tried,
                allowed=f"what costs {has} or less",
            )  # fmt: skip

    def _allowed(self, order: Build) -> str:
        """Say where some of what was ordered can be built, alone."""
        said = []
        for kind in order.units:
            if kind not in self.system.types:
                continue
            sites = [s for s in self.spaces(kind) if self.fault(Build({kind: 1}, s)) is None]
            if sites:
                said.append(f"{kind} in {places_of(sites)}")
        return "; ".join(said) or f"none of it by {self.who} in this turn"

    def build(self, run: Run, order: Build) -> None:
        """Pay, and place what is bought; an upgrade takes the place of the factory there."""
        state, system = run.state, self.system
        kinds = [kind for kind in system.types if order.units.get(kind)]  # as the tables have them
        costs = self.costs(order)
        lines = tuple(ev.BillLine(kind, order.units[kind], costs[kind]) for kind in kinds)
        old = {kind: self._upgraded(kind, order.space) for kind in kinds}
        bought: list[Unit] = []
        purchases = system.catalog.purchases(self.treasury)
        for kind in kinds:
            if old[kind] is None:
                first = state.last_unit + len(bought) + 1
                bought += [
                    Unit(first + i, kind, self.power, purchases) for i in range(order.units[kind])
                ]
        ids = tuple(unit.id for unit in bought)
        run.emit(
            *funds.payments(system, state, self.treasury, costs, "purchase"),
            ev.Bought(self.power, self.treasury, lines),
        )
        if bought:
            run.emit(
                ev.UnitsAdded(tuple(bought), "purchase"),
                ev.UnitsPlaced(ids, order.space, "mobilized"),
            )
        for kind, unit in old.items():
            if unit is not None:
                run.emit(ev.UnitsConverted((unit.id,), "upgrade", type=kind))


def _worth_it(system: System, state: State, of: tuple[str, str]) -> tuple[str, ...]:
    """The land of a power that is worth enough for a type of factory, in board order."""
    power, kind = of
    return tuple(
        space
        for space in economies.territories(system, state, power)
        if state.income_value(space)
        >= least_value(system, kind, occupied=is_occupied(system, power, space))
    )


_sites_of = remembered_each(_worth_it, same=State.same_ground)
"""Where a type of factory comes into question, while no land changes hands or its worth."""


def least_value(system: System, kind: str, *, occupied: bool) -> int:
    """Return what land must be worth for a type of factory.

    Examples
    --------
    >>> from a4a.boards import load
    >>> system = System(load("wargame1942"), games=("wargame1942",))
    >>> least_value(system, "major factory", occupied=True)
    8
    """
    name = "least value occupied" if occupied else "least value"
    return int(system.types[kind].numbers[name])


def _words(units: dict[str, int]) -> str:
    return list_of(count_of(n, kind) for kind, n in units.items()) or "nothing"


builder_of = remembered_each(Builder)
"""What a power may build in a state."""


def check(system: System, state: State, power: str, order: Build) -> None:
    """Refuse what may not be built, or paid for; RuleViolation says why."""
    builder_of(system, state, power).check(order)


def build(system: System, run: Run, power: str, order: Build) -> None:
    """Pay, and place what is bought."""
    builder_of(system, run.state, power).build(run, order)
