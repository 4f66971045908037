"""Production: power after power builds counters and restores them; what is left is lost (7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.events import Asked
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.question import Interruptions, Question
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.access import Bar
from a4a.rules.systems.war_in_europe.economy import income, shipments
from a4a.rules.systems.war_in_europe.economy.placing import (
    placement_bar,
    placements,
)
from a4a.rules.systems.war_in_europe.economy.shipments import AMERICA, USSR
from a4a.rules.systems.war_in_europe.economy.upgrading import payer, upgrade_bar
from a4a.rules.systems.war_in_europe.entering import entered
from a4a.rules.systems.war_in_europe.movement.displacing import Displacement, displace
from a4a.rules.systems.war_in_europe.orders.producing import Allot, Build, EndProduction, Upgrade
from a4a.rules.systems.war_in_europe.overstacking import Overstack, check_stacks
from a4a.rules.systems.war_in_europe.pool import is_lost_for_good, pool
from a4a.rules.systems.war_in_europe.standing import ALLIES, AXIS, standing_of
from a4a.rules.systems.war_in_europe.system import System

PRODUCTION, WINTER = "production", "winter production"
"""The kinds of what is asked: a major power's production, a side's for its minor powers."""
WINTER_POINT: Final = "winter point"
"""The marker of a minor power that has its point of this Winter still to spend."""
ARRIVED, LOST = "arrived", "lost"
_SIDES: Final = (ALLIES, AXIS)


class Production(Phase[System]):
    """Production of all powers, in the order of the set-up; in Winter the minors' after that.

    Whose turn to produce it is, is an open question (`State.decisions`).
    """

    name = "Production"

    def __init__(self, system: System) -> None:
        super().__init__(system)
        questions: tuple[Question[System], ...] = (Displacement(system), Overstack(system))
        self._interruptions = Interruptions(questions)

    # --- the flow -------------------------------------------------------------------------------

    def enter(self, run: Run) -> None:
        """Let the units of the turn track arrive, count points, and begin with the first power."""
        self._arrivals(run)
        for earning in list(income.earnings(self.system, run.state)):
            self._credit(run, earning)
        if sunk := run.state.markers.get(shipments.SUNK, 0):
            run.emit(money.paid(self.system, AMERICA, -sunk, "lent", "sunk"))
        if income.is_winter(self.system, run.state):
            for power in self._minors(run.state):
                run.emit(ev.MarkerChanged(ev.OnPower(power), WINTER_POINT, 1))
        self._ask_next(run, "")

    def _arrivals(self, run: Run) -> None:
        due: dict[str, list[int]] = {}
        for unit in run.state.units.values():
            begins = self.system.begins[unit.owner, unit.name]
            if 0 < begins.turn <= run.state.round and unit.place == begins.place:
                due.setdefault(unit.owner, []).append(unit.id)
        for power, arrived in due.items():
            run.emit(ev.UnitsPlaced(tuple(arrived), pool(power), ARRIVED))

    def _credit(self, run: Run, earning: income.Earning) -> None:
        power, points, source, _ = earning
        if source.startswith(shipments.LEND_LEASE):
            run.emit(money.paid(self.system, AMERICA, -points, "lent", source))
        run.emit(money.paid(self.system, power, points, "income", source))

    def _minors(self, state: State) -> Iterator[str]:
        """The minor powers that get a point this Winter (7.1.3, R-296)."""
        standing = standing_of(self.system, state)
        for power in self.system.catalog.powers:
            at_war = standing.side_of(power.name) and income.produces(standing, power.name)
            if not power.playable and at_war:
                yield power.name

    def leave(self, run: Run) -> None:
        """Let the points that nobody spent be lost (7)."""
        for treasury in self.system.catalog.treasuries:
            if left := money.balance(self.system, run.state, treasury):
                run.emit(money.paid(self.system, treasury, -left, LOST))
        for shipment in shipments.at_sea(run.state):
            shipments.set_out(run, shipment, 0)
        for subject, marker in list(run.state.markers):
            if marker in (income.BOMBED, WINTER_POINT) or (subject, marker) == shipments.SUNK:
                run.emit(ev.MarkerChanged(subject, marker, 0))

    # --- what is asked --------------------------------------------------------------------------

    def _ask_next(self, run: Run, after: str) -> None:
        """Ask the next that has anything to produce: majors one by one, then sides for minors."""
        state = run.state
        majors = self.system.order_of_play
        every = [*majors, *_SIDES]
        for who in every[every.index(after) + 1 if after else 0 :]:
            if any(self._could(state, who)):
                force = (who,) if who in majors else self.system.players_of(who)
                kind, rule = (PRODUCTION, "WE-PRD-031") if who in majors else (WINTER, "WE-PRD-032")
                run.emit(ev.Asked(f"{kind} {state.turn} {who}", force, kind, (who,), rule))
                return
        check_stacks(self.system, run)

    def asked(self, state: State) -> Asked | None:
        """Return who is asked to produce now."""
        return next((a for a in state.decisions.values() if a.kind in (PRODUCTION, WINTER)), None)

    def _could(self, state: State, who: str) -> Iterator[bool]:
        """Whether anything at all could be bought now, with points that can be taken over, too."""
        more = sum(to == who for _, to in self.allotments(state, who))
        for unit in state.units.values():
            if self._funds(state, who, unit) + more:
                in_pool = unit.place == pool(unit.owner)
                bar = self.build_bar if in_pool else self.upgrade_bar
                if bar(state, who, unit, more=more) is None:
                    yield not in_pool or any(placements(self.system, state, unit))

    def decision(self, state: State) -> Decision | None:
        """Ask what the power builds and restores, until it ends its production."""
        if (found := self._interruptions.open(state)) is not None:
            return found.decision(state)
        asked = self.asked(state)
        if asked is None:
            return None
        (who,) = asked.options
        can = [u for u in state.units.values() if self._offered(state, who, u)]
        left = self._left(state, who)
        orders = ["Build", "Upgrade", "EndProduction"]
        if asked.kind == PRODUCTION and any(self.allotments(state, who)):
            orders.insert(2, "Allot")
        return Decision(
            kind=asked.kind,
            powers=asked.powers,
            orders=tuple(orders),
            rule=asked.rule,
            text=f"{who}: build and restore units for {left}, or end the production",
            units=tuple(unit.id for unit in can),
        )

    def _offered(self, state: State, who: str, unit: Unit) -> bool:
        if unit.place == pool(unit.owner):
            return self.build_bar(state, who, unit) is None
        return self.upgrade_bar(state, who, unit) is None

    def _left(self, state: State, who: str) -> str:
        if who in _SIDES:
            return "a point of each minor power"
        points = money.balance(self.system, state, who)
        return "1 point" if points == 1 else f"{points} points"

    # --- what may be bought ---------------------------------------------------------------------

    def _funds(self, state: State, who: str, unit: Unit) -> int:
        """What can be spent on a counter by whoever produces."""
        if who in _SIDES:
            side = standing_of(self.system, state).side_of(unit.owner)
            count = state.markers.get((ev.OnPower(unit.owner), WINTER_POINT), 0)
            return count if side == who else 0
        return money.balance(self.system, state, who)

    def _price_bar(self, state: State, who: str, unit: Unit, price: int, more: int) -> Bar | None:
        funds = self._funds(state, who, unit) + more
        if price > funds:
            why = f"it costs {price}, and there is {funds} to spend"
            return Bar("WE-PRD-026", why, f"what costs {funds} or less")
        return None

    def build_bar(self, state: State, who: str, unit: Unit, *, more: int = 0) -> Bar | None:
        """Return why a counter of a force pool cannot be built now, wherever; None if it can.

        `more` points may be counted upon, besides those that there are to spend.
        """
        standing = standing_of(self.system, state)
        owner = unit.owner
        if unit.place != pool(owner) or is_lost_for_good(state, unit):
            maginot = is_lost_for_good(state, unit) and owner == "France"
            rule = "WE-PLC-012" if maginot and unit.name.startswith("Maginot") else "WE-PRD-006"
            return Bar(rule, f"{unit.name} is in no force pool", "a counter of the force pool")
        if bar := self._owner_bar(state, who, owner):
            return bar
        if owner == AMERICA and standing.is_neutral(owner):
            return Bar("WE-PRD-016", "the United States is not at war", "Lend-Lease only")
        if owner == USSR and standing.is_neutral(owner):
            rule = "WE-PRD-028" if income.may_upgrade_neutral(self.system, state) else "WE-PRD-027"
            return Bar(rule, "the Soviet Union is neutral", "upgrades, from 1941 on")
        return self._price_bar(state, who, unit, self.system.catalog.price(unit.type, owner), more)

    def _owner_bar(self, state: State, who: str, owner: str, *, paid_by: str = "") -> Bar | None:
        """Return why whoever produces cannot spend points on units of a power."""
        standing = standing_of(self.system, state)
        if standing.is_conquered(owner):
            why = f"{owner} is conquered"
            return Bar("WE-INV-009", why, "units of powers that are not")
        if who in _SIDES:
            if not state.markers.get((ev.OnPower(owner), WINTER_POINT)):
                return Bar("WE-PRD-024", f"{owner} has no point to spend", "a minor with its point")
            if standing.side_of(owner) != who:
                return Bar("WE-PRD-032", f"{owner} is not of the {who}", f"minors of the {who}")
        elif (paid_by or owner) != who:
            rule = "WE-UPG-003" if owner == AMERICA else "WE-PRD-010"
            return Bar(rule, f"{who} produces now, not {paid_by or owner}", f"units of {who}")
        return None

    def upgrade_bar(self, state: State, who: str, unit: Unit, *, more: int = 0) -> Bar | None:
        """Return why a counter cannot be restored now, with `more` points; None if it can."""
        paid_by = payer(state, unit)
        return (
            self._owner_bar(state, who, unit.owner, paid_by=paid_by)
            or upgrade_bar(self.system, state, unit)
            or self._price_bar(
                state, who, unit, self.system.catalog.upgrade_price(unit.type, unit.owner), more
            )
        )

    def allotments(self, state: State, who: str) -> Iterator[tuple[str, str]]:
        """Find the cities that could serve another than they do, and whom (7.1.1).

        Whoever produces may leave a city's point to a power that produces later, or take over that
        of such a power's: both may still spend it (R-295).
        """
        order = self.system.order_of_play
        for city in income.cities(self.system, state) if who in order else ():
            server = income.served(self.system, state, city)
            if server is None or money.balance(self.system, state, server) < 1:
                continue
            for other in income.candidates(self.system, state, city):
                pair = sorted((server, other), key=order.index)
                if pair[0] == who != pair[1]:
                    yield city, other

    # --- orders ---------------------------------------------------------------------------------

    def verify(self, state: State, order: Order) -> None:
        """Refuse an order that may not be given; RuleViolation says why."""
        if (found := self._interruptions.open(state)) is not None:
            found.verify(state, order)
            return
        asked = self.asked(state)
        assert asked is not None, "nobody produces"
        (who,) = asked.options
        bar: Bar | None = None
        if isinstance(order, Build):
            unit = self._unit(state, order.owner, order.counter)
            bar = self.build_bar(state, who, unit) or placement_bar(
                self.system, state, unit, self._hex(order.space)
            )
            tried = f"build {unit.name} in {order.space}"
        elif isinstance(order, Upgrade):
            unit = self._unit(state, order.owner, order.counter)
            bar, tried = self.upgrade_bar(state, who, unit), f"restore {unit.name}"
        elif isinstance(order, Allot):
            tried = f"let {order.city} serve {order.to}"
            if (self._hex(order.city), order.to) not in self.allotments(state, who):
                bar = Bar(
                    "WE-PRD-010",
                    f"{order.city} cannot serve it now",
                    "a city that traces to the capitals of two powers, of which one produces now "
                    "and the other later",
                )
        if bar is not None:
            raise bar.violation(self.system, tried)

    def _unit(self, state: State, owner: str, name: str) -> Unit:
        catalog, tried = self.system.catalog, f"produce {owner} {name}"
        power = catalog.find_power(owner)
        counter = None if power is None else catalog.find_counter(power.name, name)
        if power is None or counter is None:
            raise RuleViolation(f"there is no counter {name!r} of {owner!r}", tried=tried)
        for unit in state.units.values():
            if (unit.owner, unit.name) == (power.name, counter.name):
                return unit
        maginot = (power.name, counter.name) == ("France", "Maginot fort")
        raise self.system.book.violation(
            "WE-PLC-012" if maginot else "WE-PRD-006",
            f"{counter.name} is out of play for good",
            tried=tried,
            allowed="a counter of the force pool",
        )

    def _hex(self, name: str) -> str:
        space = self.system.board.find(name)
        if space is None:
            raise RuleViolation(f"there is no space {name!r}", tried=f"produce in {name}")
        return space.name

    def execute(self, run: Run, order: Order) -> None:
        """Carry out a verified order."""
        if (found := self._interruptions.open(run.state)) is not None:
            found.answer(run, order)
            return
        asked = self.asked(run.state)
        assert asked is not None, "nobody produces"
        (who,) = asked.options
        if isinstance(order, Build):
            self._build(run, who, order)
        elif isinstance(order, Upgrade):
            unit = self._unit(run.state, order.owner, order.counter)
            price = self.system.catalog.upgrade_price(unit.type, unit.owner)
            self._pay(run, who, unit, price, "upgrade")
            run.emit(ev.UnitsConverted((unit.id,), "upgraded", damage=0))
        elif isinstance(order, Allot):
            city = self._hex(order.city)
            old, server = run.state.value(city, income.SERVES), self._server(run.state, city)
            run.emit(
                ev.ValueChanged(city, income.SERVES, old, order.to),
                money.paid(self.system, server, -1, "allotted", city),
                money.paid(self.system, order.to, 1, "allotted", city),
            )
        else:
            assert isinstance(order, EndProduction)
            run.emit(ev.Decided(asked.powers, asked.kind, "end", asked.decision))
            self._ask_next(run, who)

    def _server(self, state: State, city: str) -> str:
        server = income.served(self.system, state, city)
        assert server is not None, "a city that yields nothing serves nobody else"
        return server

    def _build(self, run: Run, who: str, order: Build) -> None:
        unit, space = self._unit(run.state, order.owner, order.counter), self._hex(order.space)
        price = self.system.catalog.price(unit.type, unit.owner)
        self._pay(run, who, unit, price, "purchase")
        whole = 2 - self.system.catalog.counter(unit.owner, unit.name).steps
        if unit.damage != whole:
            run.emit(ev.UnitsConverted((unit.id,), "built", damage=whole))
        run.emit(ev.UnitsPlaced((unit.id,), space, "built"))
        if self.system.media[unit.type] == "land":
            entered(self.system, run, unit.owner, (space,))
            displace(self.system, run, standing_of(self.system, run.state).side_of(unit.owner))

    def _pay(self, run: Run, who: str, unit: Unit, price: int, reason: str) -> None:
        """Pay for a new unit, or for a step; the point of a minor in Winter is in no treasury."""
        winter = who in _SIDES
        if reason == "purchase":
            bill = (ev.BillLine(unit.type, 1, price),)
            run.emit(ev.Bought(unit.owner, "" if winter else who, bill))
        run.emit(
            ev.MarkerChanged(ev.OnPower(unit.owner), WINTER_POINT, 0)
            if winter
            else money.paid(self.system, who, -price, reason, unit.name)
        )
