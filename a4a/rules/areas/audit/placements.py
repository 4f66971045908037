"""Judging what is mobilized: where new units are put, and what becomes of those that are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from a4a.core import events as ev
from a4a.core.english import places_of, possessive, the
from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.steps import NodeId, Step
from a4a.core.units import Holding, Unit
from a4a.core.words import count_of, list_of
from a4a.rules import money
from a4a.rules.areas import technology
from a4a.rules.areas.audit.stages import stages
from a4a.rules.areas.audit.telling import refused
from a4a.rules.areas.audit.topic import TopicJudge
from a4a.rules.areas.economy import bonus, economies, funds
from a4a.rules.areas.economy.market import sites
from a4a.rules.areas.economy.placement import site_fault
from a4a.rules.areas.orders import Place
from a4a.rules.areas.phases.mobilize import MobilizeNewUnits, purchased
from a4a.rules.judgement import Judgement

_UPGRADE = "upgrade"


class Placements(TopicJudge):
    """Judges how bought units come to the board, by the orders that would have placed them."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._phase = MobilizeNewUnits(self.system)
        self._mobilized: NodeId | None = None  # the last step of the turn that was about it
        self._given: set[int] = set()  # what came to the board in the turn without being bought

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with the placements of a step."""
        for number, state, event in stages(
            before, step, ev.UnitsPlaced, ev.UnitsConverted, ev.UnitsAdded, ev.UnitsRemoved,
            ev.ResourceChanged, ev.TurnBegan, ev.PhaseBegan,
        ):  # fmt: skip
            if isinstance(event, ev.PhaseBegan):
                if event.phase == self._phase.name:
                    self._mobilized = step.id
            elif isinstance(event, ev.UnitsPlaced):
                if Holding in (type(state.unit(event.units[0]).place), type(event.place)):
                    self._mobilized = step.id
                yield from self._judge_placed(state, event, number)
            elif isinstance(event, ev.UnitsConverted) and event.reason == _UPGRADE:
                yield from self._judge_upgrade(state, event, step, number)
            elif isinstance(event, ev.UnitsAdded):
                yield from self._judge_free(state, event, number)
                self._given |= {u.id for u in event.units if isinstance(u.place, str)}
            elif isinstance(event, ev.UnitsRemoved) and event.reason == "returned":
                yield from self._judge_returned(state, event, step, number)
            elif isinstance(event, ev.ResourceChanged) and event.reason == "refund":
                yield from self._judge_refund(event, step, number)
            elif isinstance(event, ev.TurnBegan):
                yield from self._judge_left(state, number)
                self._mobilized, self._given = None, set()

    # --- what is placed -------------------------------------------------------------------------

    def _judge_placed(
        self, state: State, event: ev.UnitsPlaced, number: int
    ) -> Iterator[Judgement]:
        units = [state.unit(i) for i in event.units]
        bought = [unit for unit in units if isinstance(unit.place, Holding)]
        if not bought or isinstance(event.place, Holding):
            return
        self.judged["placement"] += 1
        space = event.place if isinstance(event.place, str) else state.space_of(event.place) or ""
        power = bought[0].owner
        told = f"place {_words(bought)} in {the(space)}"
        if power not in state.active or state.phase != self._phase.name:
            whose = self.phase_said(state)
            yield Judgement(
                topic="placement", severity="illegal", rule=self.cite("placement.space"), what=told,
                says=f"{self.called(power)} mobilizes in its {self._phase.name} phase, not in "
                     f"{whose}",
                power=power, spaces=(space,), event=number,
            )  # fmt: skip
        elif not self._phase.has(state, power):
            yield Judgement(
                topic="placement", severity="illegal", rule=self.cite("capital.phases"), what=told,
                says=f"{possessive(self.called(power))} capital is in enemy hands: it mobilizes "
                     f"nothing",
                power=power, spaces=(space,), event=number,
            )  # fmt: skip
        else:
            try:
                order = Place(tuple(u.id for u in bought), space)
                self._phase.check(self._as_mobilized(state), power, order)
            except RuleViolation as violation:
                yield refused(violation, "placement", power=power, spaces=(space,), event=number)

    def _judge_upgrade(
        self, state: State, event: ev.UnitsConverted, step: Step, number: int
    ) -> Iterator[Judgement]:
        """An upgrade takes the place of a complex, and is bought."""
        bought = sum(
            len(e.units)
            for e in step.events
            if isinstance(e, ev.UnitsRemoved) and e.reason == _UPGRADE
        )
        for unit in (state.unit(i) for i in event.units):
            self.judged["placement"] += 1
            kind, territory = event.type or unit.type, str(unit.place)
            told = f"upgrade the {unit.type} in {the(territory)}"
            fault = site_fault(self.system, state, unit.owner, kind, territory)
            if not bought:
                yield Judgement(
                    topic="placement", severity="illegal", rule=self.cite("facility.upgrade"),
                    what=told,
                    says="an upgrade is bought", power=unit.owner, spaces=(territory,),
                    event=number,
                )  # fmt: skip
            elif fault is not None:
                yield Judgement(
                    topic="placement", severity="illegal", rule=self.cite(fault.rule), what=told,
                    says=fault.why, power=unit.owner, spaces=(territory,), event=number,
                )  # fmt: skip

    def _judge_free(self, state: State, event: ev.UnitsAdded, number: int) -> Iterator[Judgement]:
        """Units that nobody bought come only from liberation; facilities from conquest and war."""
        facilities = self.system.of_category("facility")
        new = [
            unit
            for unit in event.units
            if not isinstance(unit.place, Holding) and unit.type not in facilities
        ]
        if not new:
            return
        self.judged["placement"] += 1
        power, space = new[0].owner, str(new[0].place)
        verb = "comes" if len(new) == 1 else "come"
        told = f"{_words(new)} of {self.called(power)} {verb} to be in {the(space)}"
        known = [b for b in bonus.bonuses(self.system) if b.power == power]
        due = [b for b in known if all(unit.place == b.territory for unit in new)]
        worth = sum(technology.price(self.system, state, power, unit.type) for unit in new)
        if not due:
            yield Judgement(
                topic="placement", severity="illegal", rule=self.cite("placement.space"), what=told,
                says="units come to the board when they are bought and mobilized", power=power,
                spaces=(space,), difference=worth, event=number,
            )  # fmt: skip
        elif worth > due[0].worth:
            yield Judgement(
                topic="placement", severity="illegal", rule=due[0].rule, what=told,
                says=f"free units are worth {due[0].worth} or less, not {worth}", power=power,
                spaces=(space,), difference=worth - due[0].worth, event=number,
            )  # fmt: skip

    # --- what is not placed ---------------------------------------------------------------------

    def _judge_returned(
        self, state: State, event: ev.UnitsRemoved, step: Step, number: int
    ) -> Iterator[Judgement]:
        """What cannot be placed goes back, and nothing else; its price is paid back (R-036)."""
        self.judged["placement"] += 1
        units = [state.unit(i) for i in event.units]
        power = units[0].owner
        for unit in units:
            if spaces := self._sites(state, unit):
                yield Judgement(
                    topic="placement", severity="illegal", rule=self.cite("placement.refund"),
                    what=f"return {count_of(1, unit.type)}",
                    says=f"it can be placed in {places_of(spaces)}", power=power,
                    spaces=spaces[:1], event=number,
                )  # fmt: skip
        due = self._due(state, units)
        back = _refunded(self.system.catalog.power(power).treasuries, step)
        if back != due:
            yield Judgement(
                topic="placement", severity="illegal", rule=self.cite("placement.refund"),
                what=f"return {_words(units)} for {_amounts(back)}",
                says=f"their price is paid back: {_amounts(due)}", power=power,
                difference=back.total() - due.total(), event=number,
            )  # fmt: skip

    def _due(self, state: State, units: Sequence[Unit]) -> Counter[str]:
        """What is paid back for units, by the restriction of the money."""
        due: Counter[str] = Counter()
        for payer in dict.fromkeys(money.payer(self.system, u) for u in units):
            kinds = [u.type for u in units if money.payer(self.system, u) == payer]
            costs = technology.prices(self.system, state, units[0].owner, kinds)
            for event in funds.refunds(self.system, state, payer, costs):
                due[event.restriction] += event.amount
        return due

    def _judge_refund(
        self, event: ev.ResourceChanged, step: Step, number: int
    ) -> Iterator[Judgement]:
        """Nothing is refunded without units that go back."""
        if any(isinstance(e, ev.UnitsRemoved) and e.reason == "returned" for e in step.events):
            return
        self.judged["placement"] += 1
        owner = self.system.catalog.treasuries.get(event.treasury)
        yield Judgement(
            topic="placement", severity="illegal", rule=self.cite("placement.refund"),
            what=f"{self.called(event.treasury)} is paid {event.amount} back",
            says="nothing was returned", power=owner.name if owner else "",
            difference=event.amount, event=number,
        )  # fmt: skip

    def _judge_left(self, state: State, number: int) -> Iterator[Judgement]:
        """When a turn is over, nothing that was bought in it may still wait.

        What an earlier turn has left, and a power without a capital cannot place, was told then.
        """
        for power in state.active:
            left = purchased(state, power)
            if economies.capital_lost(self.system, state, power) and state.turn_start is not None:
                left = tuple(unit for unit in left if unit.id not in state.turn_start.units)
            if not left:
                continue
            self.judged["placement"] += 1
            could = [unit for unit in left if self._sites(state, unit)]
            worth = sum(technology.price(self.system, state, power, unit.type) for unit in left)
            if could:
                rule, says = "placement.space", f"{_words(could)} could have been placed"
            else:
                rule, says = "placement.refund", f"what cannot be placed goes back, for {worth}"
            verb = "waits" if len(left) == 1 else "wait"
            yield Judgement(
                topic="placement", severity="illegal", rule=self.cite(rule),
                what=f"{_words(left)} of {self.called(power)} {verb} for another turn", says=says,
                power=power, event=number, node=self._mobilized,
            )  # fmt: skip

    def _sites(self, state: State, unit: Unit) -> tuple[str, ...]:
        if unit.owner not in state.active or economies.capital_lost(self.system, state, unit.owner):
            return ()
        payer = money.treasuries(self.system, unit.owner)[0]
        return sites(self.system, self._as_mobilized(state), unit.type, treasury=payer)

    def _as_mobilized(self, state: State) -> State:
        """A state without units that no complex has mobilized: they use up none of its room."""
        facilities = self.system.of_category("facility")
        given = tuple(
            i
            for i in self._given
            if i in state.units and state.units[i].type not in facilities and not state.at(i)
        )
        return state.apply(ev.UnitsRemoved(given, "edit")) if given else state


def _refunded(treasuries: Sequence[str], step: Step) -> Counter[str]:
    """What treasuries are paid back in a step, by the restriction of the money."""
    back: Counter[str] = Counter()
    for event in step.events:
        if (
            isinstance(event, ev.ResourceChanged)
            and event.reason == "refund"
            and event.treasury in treasuries
        ):
            back[event.restriction] += event.amount
    return back


def _amounts(amounts: Counter[str]) -> str:
    """Say how much is paid back, and what of it buys only some units."""
    terms = [f"{n} for {name}" for name, n in amounts.items() if name and n]
    total = str(amounts.total())
    return f"{total}, of that {list_of(terms)} only" if terms else total


def _words(units: Sequence[Unit]) -> str:
    counts = Counter(unit.type for unit in units)
    return list_of(count_of(n, kind) for kind, n in counts.items())
