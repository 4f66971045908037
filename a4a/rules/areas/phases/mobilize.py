"""Mobilize New Units: what was bought is placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from types import MappingProxyType
from typing import NamedTuple

from a4a.core import events as ev
from a4a.core.english import count_of, either_of, list_of, places_of, the
from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.account import Account
from a4a.rules.areas import technology
from a4a.rules.areas.bases import carriers
from a4a.rules.areas.bases.facilities import sort_of, under_construction
from a4a.rules.areas.economy import economies, funds
from a4a.rules.areas.economy.market import sites, yard_of
from a4a.rules.areas.economy.objectives import given, reinforce
from a4a.rules.areas.economy.placement import PlacementFault, site_fault, upgraded_from
from a4a.rules.areas.orders import EndPhase, Place
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.run import Run


class MobilizeNewUnits(LockstepPhase):
    """Place what was bought; what cannot be placed is returned and refunded."""

    name = "Mobilize New Units"
    takes = MappingProxyType({"Place": "new units are placed"})

    def has(self, state: State, power: str) -> bool:
        """Whether the power's capital is free."""
        return not economies.capital_lost(self.system, state, power)

    def begin(self, run: Run, power: str) -> None:
        """Add what objectives give; place all if each can go to one space only: no decision."""
        reinforce(self.system, run, power)
        waiting = purchased(run.state, power)
        if not waiting:
            return
        ways = {lot: _sites_of(self.system, run.state, lot) for lot in _lots(self.system, waiting)}
        if any(len(spaces) != 1 for spaces in ways.values()):
            return
        for space in dict.fromkeys(spaces[0] for spaces in ways.values()):
            units = tuple(u.id for u in waiting if ways[_lot(self.system, u)] == (space,))
            order = Place(units, space)
            try:
                self.check(run.state, power, order)
            except RuleViolation:
                return
            self.carry_out(run, power, order)

    def take_up(self, run: Run, account: Account) -> None:
        """Mobilize for an economy that comes after another has collected (R-008).

        Other programs let the economies of a power mobilize and collect one after the other.
        """
        state = run.state
        collected = {
            event.treasury
            for event in account.told
            if isinstance(event, ev.ResourceChanged) and event.reason == "income"
        }
        late = state.phase == "Collect Income" and any(
            treasury not in collected and state.at(self.system.catalog.purchases(treasury))
            for power in state.active
            for treasury in money.treasuries(self.system, power)
        )
        if collected and late:
            run.emit(ev.PhaseBegan(self.name))

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask where to place units as long as any of them can be placed."""
        waiting = purchased(state, power)
        if not waiting:
            return None
        spaces: dict[str, None] = {}
        for lot in _lots(self.system, waiting):
            spaces |= dict.fromkeys(_sites_of(self.system, state, lot))
        if not spaces:
            return None
        return Decision(
            kind="mobilize",
            powers=(power,),
            orders=("Place", "EndPhase"),
            rule=self.system.book.cite("placement.space"),
            text="place the new units",
            units=tuple(u.id for u in waiting),
            spaces=tuple(spaces),
        )

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse what may not be placed there, and an end while units can still be placed."""
        if isinstance(order, EndPhase):
            self._verify_end(state, power)
            return
        assert isinstance(order, Place)
        book = self.system.book
        waiting = {u.id: u for u in purchased(state, power)}
        if order.space not in self.system.board.index:
            raise book.violation(
                "placement.space", f"there is no space {order.space!r}", tried="place",
                allowed=lambda: self._allowed(state, list(waiting.values())),
            )  # fmt: skip
        if not order.units or len(set(order.units)) < len(order.units):
            raise book.violation(
                "placement.space", "it names no unit, or a unit twice",
                tried=f"place in {the(order.space)}",
                allowed=lambda: self._allowed(state, list(waiting.values())),
            )  # fmt: skip
        for unit in order.units:
            if unit not in waiting:
                named = state.units.get(unit)
                raise book.violation(
                    "placement.space",
                    f"the {named.type} named does not wait to be mobilized" if named
                    else f"there is no unit {unit}",
                    tried=f"place in {the(order.space)}",
                    allowed=lambda: self._allowed(state, list(waiting.values())),
                )  # fmt: skip
        units = [waiting[unit] for unit in order.units]
        fault = self._fault(state, power, units, order.space)
        if fault is not None:
            raise book.violation(
                fault.rule, fault.why,
                tried=f"place {_words(u.type for u in units)} in {the(order.space)}",
                allowed=lambda: self._allowed(state, units),
            )  # fmt: skip

    def _fault(
        self, state: State, power: str, units: list[Unit], space: str
    ) -> PlacementFault | None:
        facilities = self.system.of_category("facility")
        built = [u for u in units if u.type in facilities]
        for unit in built:
            payer = money.payer(self.system, unit)
            fault = site_fault(self.system, state, power, unit.type, space, treasury=payer)
            if fault is not None:
                return fault
        sorts = [sort_of(self.system, u.type) for u in built]
        if len(set(sorts)) < len(sorts):
            return PlacementFault("facility.single", "a territory has one facility of each kind")
        combat = [u for u in units if u.type not in facilities]
        return yard_of(self.system, state, power).fault(combat, space) if combat else None

    def _allowed(self, state: State, units: list[Unit]) -> str:
        """Say where units can be placed: all of a kind together, or how many of them."""
        said = []
        lots = _lots(self.system, units)
        for lot in lots:
            alike = [u for u in units if _lot(self.system, u) == lot]
            fit: dict[int, list[str]] = {}
            for space in _sites_of(self.system, state, lot):
                fit.setdefault(self._most(state, alike[0].owner, alike, space), []).append(space)
            what = f"{lot.kind} of {lot.treasury}: " if len(lots) > 1 else ""
            for most, spaces in sorted(fit.items(), reverse=True):
                up_to = "up to " if most > 1 else ""
                few = "" if most == len(alike) else f"{up_to}{count_of(most, lot.kind)} in "
                said.append(f"{what}{few}{places_of(spaces, either_of)}")
        return "; ".join(said) or "nowhere: units that cannot be placed are paid back"

    def _most(self, state: State, power: str, alike: list[Unit], space: str) -> int:
        """How many of some like units can be placed in a space together, given that one can."""
        most = len(alike)
        while most > 1 and self._fault(state, power, alike[:most], space) is not None:
            most -= 1
        return most

    def _verify_end(self, state: State, power: str) -> None:
        """All that can be placed must be."""
        for lot in _lots(self.system, purchased(state, power)):
            spaces = _sites_of(self.system, state, lot)
            if spaces:
                raise self.system.book.violation(
                    "placement.space", f"{count_of(1, lot.kind)} can still be placed",
                    tried="end the phase",
                    allowed=f"place it in {places_of(spaces, either_of)}",
                )  # fmt: skip

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Put the units on the board; an upgrade takes the place of the complex there."""
        if not isinstance(order, Place):
            return
        upgrades = self.system.able("upgrade")
        plain = tuple(i for i in order.units if run.state.unit(i).type not in upgrades)
        if plain:
            run.emit(ev.UnitsPlaced(plain, order.space, "mobilized"))
        for unit in plain:
            markers = self.system.types[run.state.unit(unit).type].numbers.get("construction")
            if markers:
                begun = (under_construction(int(markers)),)
                run.emit(ev.UnitsConverted((unit,), "construction begun", gained=begun))
        for unit in order.units:
            kind = run.state.unit(unit).type
            if kind in upgrades:
                old = upgraded_from(self.system, run.state, kind, order.space)
                run.emit(
                    ev.UnitsRemoved((unit,), "upgrade"),
                    ev.UnitsConverted((old.id,), "upgrade", type=kind),
                )

    def end(self, run: Run, power: str) -> None:
        """Pay back what could not be placed; aircraft at sea without a carrier are lost.

        What objectives gave was not paid for: of what is left, it is counted first (R-487).
        """
        state = run.state
        free = given(self.system, state, power)
        for treasury in money.treasuries(self.system, power):
            waiting = state.at(self.system.catalog.purchases(treasury))
            if not waiting:
                continue
            left = Counter((treasury, unit.type) for unit in waiting)
            bought = [kind for _, kind in (left - free).elements()]
            run.emit(ev.UnitsRemoved(tuple(u.id for u in waiting), "returned"))
            if bought:
                costs = technology.prices(self.system, state, power, bought)
                run.emit(*funds.refunds(self.system, state, treasury, costs, _words(bought)))
        carriers.settle(self.system, run, power, awaiting=False)


def purchased(state: State, power: str) -> tuple[Unit, ...]:
    """Return the units that a power has bought and not yet mobilized, by all its treasuries."""
    catalog = state.catalog
    return tuple(
        unit
        for treasury in catalog.power(power).treasuries
        for unit in state.at(catalog.purchases(treasury))
    )


class _Lot(NamedTuple):
    """Purchased units that may go to the same places: a type, and who paid."""

    kind: str
    treasury: str


def _lot(system: System, unit: Unit) -> _Lot:
    return _Lot(unit.type, money.payer(system, unit))


def _lots(system: System, units: Iterable[Unit]) -> tuple[_Lot, ...]:
    return tuple(dict.fromkeys(_lot(system, u) for u in units))


def _sites_of(system: System, state: State, lot: _Lot) -> tuple[str, ...]:
    return sites(system, state, lot.kind, treasury=lot.treasury)


def _words(kinds: Iterable[str]) -> str:
    return list_of(count_of(n, kind) for kind, n in Counter(kinds).items())
