"""Judging purchases and repairs: what may be bought, what it costs, who pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from a4a.core import events as ev
from a4a.core.english import possessive, the
from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.steps import NodeId, Step
from a4a.core.words import count_of, list_of
from a4a.rules import money
from a4a.rules.areas import technology
from a4a.rules.areas.audit.stages import stages
from a4a.rules.areas.audit.telling import refused
from a4a.rules.areas.audit.topic import TopicJudge
from a4a.rules.areas.bases.facilities import serviced
from a4a.rules.areas.economy.bills import repair_cost
from a4a.rules.areas.orders import Buy
from a4a.rules.areas.phases.purchase import PurchaseAndRepair, serviced_ships
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.judgement import Judgement, Topic

_REPAIRS = ("repair", "repaired")
_OF_REPAIRS = ("repair.facility", "repair.price", "repair.part")


class _Bill(msgspec.Struct):
    """All that one treasury bought in a step.

    Parameters
    ----------
    event
        Number of its first event in the step.
    state
        The state before it.
    units, cost
        What was bought, and for how much, by unit type.
    repairs
        Points of damage taken off facilities, by their ids.
    paid
        What was paid for units, and for repairs.
    """

    event: int
    state: State
    units: Counter[str] = msgspec.field(default_factory=Counter)
    cost: Counter[str] = msgspec.field(default_factory=Counter)
    repairs: dict[int, int] = msgspec.field(default_factory=dict)
    paid: Counter[str] = msgspec.field(default_factory=Counter)


class Purchases(TopicJudge):
    """Judges what is bought and repaired, by the orders that would have bought it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._phase = PurchaseAndRepair(self.system)
        self._due: dict[int, tuple[NodeId, int]] = {}

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with the purchases and repairs of a step."""
        for treasury, bill in self._bills(before, step).items():
            yield from self._judge_bill(treasury, bill)
            yield from self._judge_delivery(treasury, bill, step)
        yield from self._judge_ships(before, step)

    # --- bills ----------------------------------------------------------------------------------

    def _bills(self, before: State, step: Step) -> dict[str, _Bill]:
        """Gather what each treasury bought and paid in a step."""
        bills: dict[str, _Bill] = {}
        repaired: list[tuple[int, State, dict[int, int]]] = []
        payer = ""

        def bill_of(treasury: str, number: int, state: State) -> _Bill:
            return bills.setdefault(treasury, _Bill(number, state))

        for number, state, event in stages(
            before, step, ev.Bought, ev.ResourceChanged, ev.UnitsConverted
        ):
            if isinstance(event, ev.Bought):
                bill = bill_of(event.treasury, number, state)
                for line in event.lines:
                    bill.units[line.unit_type] += line.count
                    bill.cost[line.unit_type] += line.cost
            elif isinstance(event, ev.ResourceChanged):
                if event.reason in ("purchase", "repair"):
                    bill = bill_of(event.treasury, number, state)
                    bill.paid[event.reason] -= event.amount
                    payer = event.treasury if event.reason == "repair" else payer
            elif isinstance(event, ev.UnitsConverted) and (points := self._points(state, event)):
                repaired.append((number, state, points))
        for number, state, points in repaired:
            owner = state.unit(next(iter(points))).owner
            bill_of(
                payer or money.treasuries(self.system, owner)[0], number, state
            ).repairs |= points
        return {treasury: bill for treasury, bill in bills.items() if bill.units or bill.repairs
                or any(bill.paid.values())}  # fmt: skip

    def _points(self, state: State, event: ev.UnitsConverted) -> dict[int, int]:
        """Return the damage that repairs take off facilities, by their ids."""
        if event.damage is None or event.battle:
            return {}
        if event.reason not in _REPAIRS and state.phase != self._phase.name:
            return {}  # conquest takes damage off a complex too
        kinds = self.system.of_category("facility")
        units = [state.unit(i) for i in event.units]
        return {u.id: u.damage - event.damage for u in units if u.type in kinds
                and u.damage > event.damage}  # fmt: skip

    def _judge_bill(self, treasury: str, bill: _Bill) -> Iterator[Judgement]:
        state = bill.state
        topic: Topic = "purchase" if bill.units or not bill.repairs else "repair"
        self.judged[topic] += 1
        if bill.units and bill.repairs:
            self.judged["repair"] += 1
        owner = self.system.catalog.treasuries.get(treasury)
        power = owner.name if owner is not None else ""
        told = self._told(state, bill)

        def finding(
            rule: str, says: str, *, topic: Topic = topic, difference: int | None = None
        ) -> Judgement:
            return Judgement(
                topic=topic, severity="illegal", rule=self.cite(rule),
                what=told, says=says, power=power,
                difference=difference, event=bill.event,
            )  # fmt: skip

        if state.phase != self._phase.name or power not in state.active:
            whose = self.phase_said(state)
            yield finding("purchase.phase", f"it is bought in the {self._phase.name} phase of "
                                        f"{self.called(power)}, "
                          f"not in {whose}")  # fmt: skip
            return
        yield from self._judge_order(treasury, bill, power, topic)
        for kind, count in bill.units.items():
            if kind not in self.system.types:
                continue
            price = technology.price(self.system, state, power, kind)
            if bill.cost[kind] != count * price:
                yield finding(
                    "purchase.paid",
                    f"{count_of(count, kind)} cost {count * price}, not {bill.cost[kind]}",
                    difference=count * price - bill.cost[kind],
                )  # fmt: skip
        total = sum(bill.cost.values())
        if bill.paid["purchase"] != total:
            yield finding(
                "purchase.paid", f"the whole price, {total}, is paid, not {bill.paid['purchase']}",
                difference=total - bill.paid["purchase"],
            )  # fmt: skip
        due = sum(
            repair_cost(self.system, state, state.unit(i), n) for i, n in bill.repairs.items()
        )
        if bill.paid["repair"] != due:
            yield finding(
                "repair.price", f"these repairs cost {due}, not {bill.paid['repair']}",
                topic="repair", difference=due - bill.paid["repair"],
            )  # fmt: skip

    def _judge_order(
        self, treasury: str, bill: _Bill, power: str, topic: Topic
    ) -> Iterator[Judgement]:
        """Submit a bill to the kernel as the order it comes from."""
        state = bill.state
        order = Buy(treasury, dict(bill.units), dict(bill.repairs))
        if not order.units and not order.repairs:
            return
        if not self._phase.has(state, power):
            yield Judgement(
                topic=topic, severity="illegal", rule=self.cite("capital.purchase"),
                what=self._told(state, bill),
                says=f"{possessive(self.called(power))} capital is in enemy hands: it buys nothing",
                power=power,
                difference=0, event=bill.event,
            )  # fmt: skip
            return
        try:
            self._phase.check(state, power, order)
        except RuleViolation as violation:
            short: int | None = None
            of_repairs = map(self.cite, _OF_REPAIRS)
            if violation.rule == self.cite("purchase.funds"):
                short = self._phase.bill(state, order) - self._phase.funds(state, order)
            yield refused(
                violation, "repair" if violation.rule in of_repairs else topic, power=power,
                difference=short, event=bill.event,
            )  # fmt: skip

    def _told(self, state: State, bill: _Bill) -> str:
        parts = [count_of(count, kind) for kind, count in bill.units.items()]
        for facility, points in bill.repairs.items():
            unit = state.unit(facility)
            parts.append(f"repairs of {points} on the {unit.type} in {the(str(unit.place))}")
        return f"buy {list_of(parts) or 'nothing'} for {sum(bill.paid.values())}"

    def _judge_delivery(self, treasury: str, bill: _Bill, step: Step) -> Iterator[Judgement]:
        """What was bought, and no more, waits to be mobilized."""
        if treasury not in self.system.catalog.treasuries:
            return
        holding = self.system.catalog.purchases(treasury)
        got = Counter(
            unit.type
            for event in step.events
            if isinstance(event, ev.UnitsAdded)
            for unit in event.units
            if unit.place == holding
        )
        if got != bill.units:
            words = list_of(count_of(n, kind) for kind, n in got.items()) or "nothing"
            yield Judgement(
                topic="purchase", severity="illegal", rule=self.cite("purchase.waiting"),
                what=f"{words} put in the mobilization zone",
                says=f"what was bought waits there: {self._told(bill.state, bill)}",
                power=holding.power, event=bill.event,
            )  # fmt: skip

    # --- ships ----------------------------------------------------------------------------------

    def _judge_ships(self, before: State, step: Step) -> Iterator[Judgement]:
        """Capital ships are repaired where a naval base serves them, and only there."""
        for number, state, event in stages(
            before, step, ev.UnitsConverted, ev.UnitsMoved, ev.PhaseBegan
        ):
            if isinstance(event, ev.UnitsConverted):
                yield from self._judge_mended(state, event, number)
                continue
            # Some programs repair as the Combat Move phase begins: before the first move.
            yield from self._overdue(state)
            if isinstance(event, ev.PhaseBegan) and state.phase == self._phase.name:
                for power in state.active:
                    for ship in serviced_ships(self.system, state, power):
                        self._due[ship.id] = (step.id, number)

    def _judge_mended(
        self, state: State, event: ev.UnitsConverted, number: int
    ) -> Iterator[Judgement]:
        for unit in (state.unit(i) for i in event.units):
            if unit.type not in self.system.able("capital ship"):
                continue
            if event.damage is None or event.damage >= unit.damage:
                continue
            self.judged["repair"] += 1
            if self._due.pop(unit.id, None) is not None:
                continue
            zone = state.space_of(unit.id)
            situation = Situation(self.system, state, unit.owner)
            if zone is not None and unit.owner in state.active and serviced(situation, zone):
                continue
            yield Judgement(
                topic="repair", severity="illegal", rule=self.cite("repair.ship"),
                what=f"the {unit.type} in {zone or 'no zone'} is repaired",
                says="no operative friendly naval base serves it there, in its owner's turn",
                power=unit.owner, spaces=(zone,) if zone else (), event=number,
            )  # fmt: skip

    def _overdue(self, state: State) -> Iterator[Judgement]:
        """Tell which ships ought to have been repaired and were not."""
        for ship, (node, event) in self._due.items():
            unit = state.units.get(ship)
            if unit is None or not unit.damage:
                continue
            self.judged["repair"] += 1
            zone = state.space_of(ship) or ""
            yield Judgement(
                topic="repair", severity="illegal", rule=self.cite("repair.ship"),
                what=f"the {unit.type} in {zone} stays damaged",
                says="an operative friendly naval base serves it: it is repaired, free",
                power=unit.owner, spaces=(zone,), event=event, node=node,
            )  # fmt: skip
        self._due.clear()
