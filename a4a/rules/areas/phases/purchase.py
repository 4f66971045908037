"""Purchase and Repair Units: units are bought, facilities and ships repaired, or upgraded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from a4a.core import events as ev
from a4a.core.english import count_of, list_of, places_of, the
from a4a.core.errors import RuleViolation
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas.bases import berths
from a4a.rules.areas.bases.divided import menders
from a4a.rules.areas.bases.facilities import serviced
from a4a.rules.areas.economy import bills, build_queue, economies, funds
from a4a.rules.areas.economy.placement import PlacementFault, falls_to, site_fault
from a4a.rules.areas.orders import Buy, EndPhase, Pay
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.areas.politics import limits
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.remembered import remembered
from a4a.rules.run import Run

_MOST = 10_000
"""More of anything than a treasury can buy: a bound on the numbers of an order."""


class PurchaseAndRepair(LockstepPhase):
    """Buy units, repair facilities; capital ships at naval bases are repaired as it ends.

    Each treasury buys for its own economy, and repairs what is in its territories. A game that
    parts buying from repairing has a phase for each, which leaves out the other.
    """

    name = "Purchase and Repair Units"
    takes = MappingProxyType({"Buy": "units are bought, and facilities repaired,"})

    def wares(self, state: State, power: str) -> tuple[str, ...]:
        """Return the unit types that are bought in this phase."""
        return limits.for_sale(self.system, state, power)

    def damaged(self, state: State, power: str, treasury: str | None = None) -> tuple[Unit, ...]:
        """Return the facilities that are repaired in this phase."""
        return damaged_facilities(self.system, state, power, treasury)

    def has(self, state: State, power: str) -> bool:
        """Whether the power's capital is free: without it nothing is bought."""
        return not economies.capital_lost(self.system, state, power)

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask for purchases as long as anything can be paid."""
        if not any(self._affordable(state, power)):
            return None
        free = economies.open_treasuries(self.system, state, power)
        queued = any(self.queue(state, treasury) for treasury in free)
        return Decision(
            kind="purchase",
            powers=(power,),
            orders=("Buy", "Pay", "EndPhase") if queued else ("Buy", "EndPhase"),
            rule=self.system.book.cite("purchase.units"),
            text=self.asks,
            options=self.wares(state, power),
            units=tuple(u.id for t in free for u in self.damaged(state, power, t)),
        )

    asks = "buy units and repair facilities, or end the phase"

    def queue(self, state: State, treasury: str) -> tuple[Unit, ...]:
        """Return the units that a treasury pays in instalments, in this phase."""
        return build_queue.queued(self.system, state, treasury)

    def instalments(self, state: State, treasury: str) -> tuple[Unit, ...]:
        """Return those of them that can be paid for now."""
        return tuple(build_queue.payable(state, self.queue(state, treasury)))

    def _affordable(self, state: State, power: str) -> Iterator[bool]:
        for treasury in economies.open_treasuries(self.system, state, power):
            free = money.balance(self.system, state, treasury)
            for kind in self.wares(state, power):
                price = build_queue.down(self.system, state, power, kind)
                yield price <= funds.available(self.system, state, treasury, kind)
            for unit in self.instalments(state, treasury):
                yield build_queue.due(self.system, state, unit) <= free
            yield free > 0 and any(self.damaged(state, power, treasury))

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse what cannot be bought or paid; RuleViolation says why."""
        if isinstance(order, EndPhase):
            return
        assert isinstance(order, Buy | Pay)
        book, tried = self.system.book, _words(state, order)
        if order.treasury not in money.treasuries(self.system, power):
            raise book.violation(
                "treasury.gift",
                f"{order.treasury!r} is not a treasury of {self.system.called(power)}",
                tried=tried, allowed=" or ".join(money.treasuries(self.system, power)),
            )  # fmt: skip
        if economies.capital_lost(self.system, state, power, order.treasury):
            raise book.violation(
                "treasury.capital", f"the capital of {order.treasury} is in enemy hands",
                tried=tried, allowed="buy for "
                + " or ".join(economies.open_treasuries(self.system, state, power)),
            )  # fmt: skip
        if isinstance(order, Pay):
            self._verify_instalments(state, order, tried)
        else:
            self._verify_purchase(state, order, power, tried)
        bill, has = self.bill(state, order), self.funds(state, order)
        if bill > has:
            raise book.violation(
                "purchase.funds", f"it costs {bill}, and {order.treasury} has {has}"
                + (" for it" if funds.restricted(self.system, state, order.treasury) else ""),
                tried=tried,
                allowed=f"what costs {has} or less",
            )  # fmt: skip

    def _verify_instalments(self, state: State, order: Pay, tried: str) -> None:
        book = self.system.book
        rule = book.cite("purchase.paid", of="build queue")
        units = [unit.id for unit in self.instalments(state, order.treasury)]
        waiting = list_of(f"the {u.type}" for u in self.instalments(state, order.treasury))
        if not order.units or len(set(order.units)) < len(order.units):
            raise book.violation(
                rule, "it names no unit, or a unit twice", tried=tried,
                allowed=f"payments for {waiting}" if waiting else "no payments",
            )  # fmt: skip
        queue = {unit.id for unit in self.queue(state, order.treasury)}
        for unit in order.units:
            if unit not in units:
                raise book.violation(
                    rule,
                    f"the {state.unit(unit).type} has been paid for in this turn"
                    if unit in queue
                    else f"unit {unit} is not in the build queue of {order.treasury}",
                    tried=tried,
                    allowed=f"payments for {waiting}" if waiting else "no payments",
                )

    def _verify_purchase(self, state: State, order: Buy, power: str, tried: str) -> None:
        book = self.system.book
        if not order.units and not order.repairs:
            raise book.violation(
                "purchase.units", "it buys nothing", tried=tried, allowed="end the phase instead"
            )
        offered = self.wares(state, power)
        for kind, count in order.units.items():
            if kind not in offered:
                bar = limits.not_for_sale(self.system, state, power, kind)
                raise book.violation(
                    *(bar or ("purchase.units", f"no {kind} can be bought")), tried=tried,
                    allowed=list_of(offered),
                )  # fmt: skip
            if not 0 < count <= _MOST:
                raise book.violation(
                    "purchase.units", f"{count} is no number of {kind} to buy", tried=tried,
                    allowed="1 or more",
                )  # fmt: skip
        self._verify_repairs(state, order, power, tried)
        self._verify_upgrades(state, order, power, tried)

    def _verify_repairs(self, state: State, order: Buy, power: str, tried: str) -> None:
        if not order.repairs:
            return
        bare = limits.without_facilities(self.system, power)
        if bare is not None:
            raise self.system.book.violation(*bare, tried=tried, allowed="no repairs")
        own = self.damaged(state, power, order.treasury)
        facilities = {u.id: u for u in own}
        others = {u.id: u for u in self.damaged(state, power)}
        for facility, points in order.repairs.items():
            unit = facilities.get(facility)
            if unit is None and facility in others:
                raise self.system.book.violation(
                    "treasury.repair", f"{_facility(others[facility])} is not of {order.treasury}",
                    tried=tried,
                    allowed=_repairs(facilities.values()),
                )  # fmt: skip
            if unit is None:
                raise self.system.book.violation(
                    "repair.facility",
                    f"that is no damaged facility of {self.system.called(power)}",
                    tried=tried,
                    allowed=_repairs(facilities.values()),
                )  # fmt: skip
            if not 0 < points <= unit.damage:
                raise self.system.book.violation(
                    "repair.part", f"{points} points cannot be taken off {_facility(unit)}",
                    tried=tried, allowed="1" if unit.damage == 1 else f"1 to {unit.damage}",
                )  # fmt: skip

    def _verify_upgrades(self, state: State, order: Buy, power: str, tried: str) -> None:
        """An upgrade needs an undamaged complex, once this order's repairs are made."""
        for kind in self.system.able("upgrade"):
            wanted = order.units.get(kind, 0)
            if not wanted:
                continue
            waiting = state.at(self.system.catalog.purchases(order.treasury))
            wanted += sum(u.type == kind for u in waiting)
            after = {
                i: u.damage - order.repairs.get(i, 0)
                for i, u in state.units.items()
                if u.owner == power
            }
            faults = {
                territory: site_fault(
                    self.system, state, power, kind, territory,
                    treasury=order.treasury, damage=after,
                )
                for territory in economies.territories(self.system, state, power)
            }  # fmt: skip
            if sum(fault is None for fault in faults.values()) < wanted:
                raise self._no_upgrade(state, power, kind, faults, tried)

    def _no_upgrade(
        self,
        state: State,
        power: str,
        kind: str,
        faults: Mapping[str, PlacementFault | None],
        tried: str,
    ) -> RuleViolation:
        """The refusal of more upgrades than there are complexes for them."""
        book, small = self.system.book, falls_to(self.system, kind) or kind
        sites = [territory for territory, fault in faults.items() if fault is None]
        if sites:
            return book.violation(
                "facility.upgrade", f"{one(small)} can be upgraded only in {places_of(sites)}",
                tried=tried, allowed=f"{len(sites)} or fewer" if len(sites) > 1 else "1",
            )  # fmt: skip
        found = {
            territory: fault
            for territory, fault in faults.items()
            if fault and any(u.type == small for u in state.at(territory))
        }
        damaged = [t for t, fault in found.items() if fault.rule == "facility.upgrade.damage"]
        if damaged:
            return book.violation(
                "facility.upgrade.damage", f"the {small} in {places_of(damaged)} is damaged",
                tried=tried, allowed="an upgrade with all its damage repaired in the same purchase",
            )  # fmt: skip
        if found:
            # The weakest reason is that a complex belongs to another economy.
            territory, fault = min(found.items(), key=lambda x: x[1].rule == "treasury.facility")
            why = f"the {small} in {the(territory)} is not upgraded: {fault.why}"
            return book.violation(fault.rule, why, tried=tried, allowed="no upgrade")
        return book.violation(
            "facility.upgrade",
            f"{self.system.called(power)} has no {small} to upgrade",
            tried=tried,
            allowed="no upgrade",
        )

    def bill(self, state: State, order: Buy | Pay) -> int:
        """What an order costs now: units and repairs, or instalments."""
        return bills.bill(self.system, state, order)

    def funds(self, state: State, order: Buy | Pay) -> int:
        """What its treasury has for an order."""
        if isinstance(order, Pay):
            return money.balance(self.system, state, order.treasury)
        return funds.spendable(
            self.system, state, order.treasury, bills.costs(self.system, state, order)
        )

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Pay; put what is bought in the mobilization zone, and take damage off."""
        if isinstance(order, Pay):
            for queued in order.units:
                build_queue.pay(self.system, run, order.treasury, queued)
        if not isinstance(order, Buy):
            return
        state = run.state
        lines: list[ev.BillLine] = []
        bought: list[Unit] = []
        for kind in self.system.types:  # in the order of the tables, however it was ordered
            count = order.units.get(kind, 0)
            if count:
                cost = count * build_queue.down(self.system, state, power, kind)
                lines.append(ev.BillLine(kind, count, cost))
                first = state.last_unit + len(bought) + 1
                place, flags = build_queue.place_of(self.system, state, order.treasury, kind)
                bought += [Unit(first + i, kind, power, place, 0, flags) for i in range(count)]
        if lines:
            paid = {line.unit_type: line.cost for line in lines}
            run.emit(
                *funds.payments(self.system, state, order.treasury, paid, "purchase"),
                ev.Bought(power, order.treasury, tuple(lines)),
                ev.UnitsAdded(tuple(bought), "purchase"),
            )
        for facility in sorted(order.repairs):
            unit, points = state.unit(facility), order.repairs[facility]
            cost = bills.repair_cost(self.system, state, unit, points)
            run.emit(
                money.paid(self.system, order.treasury, -cost, "repair", _facility(unit)),
                ev.UnitsConverted((facility,), "repaired", damage=unit.damage - points),
            )

    def end(self, run: Run, power: str) -> None:
        """Repair capital ships that an operative friendly naval base serves, free of charge."""
        ships = serviced_ships(self.system, run.state, power)
        mended = tuple(ship.id for ship in ships)
        if mended:
            run.emit(ev.UnitsConverted(mended, "repaired", damage=0))


def serviced_ships(system: System, state: State, power: str) -> tuple[Unit, ...]:
    """Return the damaged capital ships of a power that operative friendly naval bases serve.

    An economy whose capital is lost repairs nothing, nor do its bases (R-133).
    """
    situation = Situation(system, state, power)
    free = economies.open_treasuries(system, state, power)
    idle = frozenset(
        territory
        for territory in economies.territories(system, state, power)
        if money.treasury_of(system, territory, power) not in free
    )
    capital_ships = system.able("capital ship")
    damaged = {
        unit.id: unit
        for unit in state.units.values()
        if unit.damage
        and unit.owner == power
        and unit.type in capital_ships
        and isinstance(unit.place, str)
    }
    if berths.berths(system):
        some = berths.served(situation, damaged.values(), "repairs", without=idle)
        return tuple(unit for unit in damaged.values() if unit.id in some)
    return tuple(u for u in damaged.values() if serviced(situation, str(u.place), without=idle))


def damaged_facilities(
    system: System, state: State, power: str, treasury: str | None = None
) -> tuple[Unit, ...]:
    """Return the damaged facilities that a power, or one of its treasuries, may repair."""
    if limits.without_facilities(system, power) is not None:
        return ()
    return tuple(
        unit
        for unit, able in _damaged_of(system, state)
        if power in able and treasury in (None, money.treasury_of(system, str(unit.place), power))
    )


def _damaged(system: System, state: State) -> tuple[tuple[Unit, frozenset[str | None]], ...]:
    """The damaged facilities, with the powers that may repair them."""
    kinds = system.of_category("facility")
    damaged = (u for u in state.units.values() if u.damage and u.type in kinds)
    return tuple((unit, menders(system, state, unit)) for unit in damaged)


_damaged_of = remembered(_damaged)


def _repairs(damaged: Iterable[Unit]) -> str:
    named = list_of(map(_facility, damaged))
    return f"repairs of {named}" if named else "no repairs"


def _facility(unit: Unit) -> str:
    return f"the {unit.type} in {the(str(unit.place))}"


def _words(state: State, order: Buy | Pay) -> str:
    if isinstance(order, Pay):
        kinds = [state.units[i].type if i in state.units else f"unit {i}" for i in order.units]
        return f"pay for {list_of(kinds) or 'nothing'}"
    items = [count_of(count, kind) for kind, count in order.units.items()]
    for unit, points in order.repairs.items():
        what = _facility(state.units[unit]) if unit in state.units else f"unit {unit}"
        items.append(f"repairs of {points} on {what}")
    return f"buy {list_of(items) or 'nothing'}"
