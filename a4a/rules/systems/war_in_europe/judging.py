"""Judging games that were not played by these rules: what is written down, as the orders it equals.

A move, a counter that is built or deployed, and an attack equal orders, and the rules say of each
what they would have said of its order. What else is written down, as losses, equals none.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.units import Holding, Unit
from a4a.core.words import describe
from a4a.rules.choices import Moves, Refused
from a4a.rules.judgement import Judgement, Topic
from a4a.rules.obeying import verify
from a4a.rules.order import Order
from a4a.rules.replaying import ReplayJudge
from a4a.rules.systems.war_in_europe.orders.deploying import Deploy
from a4a.rules.systems.war_in_europe.orders.fighting import Attack
from a4a.rules.systems.war_in_europe.orders.moving import Disembark, Embark, March
from a4a.rules.systems.war_in_europe.orders.producing import Build


class WarInEuropeJudge(ReplayJudge):
    """Judges steps with orders by giving these again, others by the orders that they equal.

    Parameters
    ----------
    ruleset
        The rules.

    Examples
    --------
    >>> import a4a
    >>> sheet = a4a.scoresheet("war_in_europe")
    >>> entry = sheet.turn("Germany", "Axis Movement", round=2)
    >>> sheet.moved("Germany", "2nd armor", start="2404", end="2306").advice[0].rule
    'WE-STK-010'
    """

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with a step."""
        yield from super().judge(before, step, after)
        if step.order is None and step.cause == "order" and self._ruleset.decision(before):
            for number, event in enumerate(step.events):
                yield from self._judge(before, event, number, step)

    def _judge(
        self, state: State, event: ev.AnyEvent, number: int, step: Step
    ) -> Iterator[Judgement]:
        found = self._told(state, event)
        if found is None:
            return
        topic, refused, spaces = found
        self.judged[topic] += 1
        if refused is not None:
            yield Judgement(
                topic=topic, severity="illegal", rule=refused.rule, what=describe(event, state),
                says=refused.why, power=next(iter(step.actors), ""), spaces=spaces, event=number,
            )  # fmt: skip

    def _told(
        self, state: State, event: ev.AnyEvent
    ) -> tuple[Topic, Refused | None, tuple[str, ...]] | None:
        """What an event is, what the rules say of it, and where; None if it equals no order."""
        match event:
            case ev.UnitsMoved(path=path, mode=mode) if mode != "retreat":
                return "move", self._moved(state, event), (path[0], path[-1])
            case ev.UnitsAdded(units=units):
                return self._placed(state, units)
            case ev.UnitsPlaced(units=ids, place=str(place)):
                units = tuple(state.unit(i) for i in ids)
                pooled = all(isinstance(unit.place, Holding) for unit in units)
                there = (msgspec.structs.replace(unit, place=place) for unit in units)
                return self._placed(state, tuple(there)) if pooled else None
            case ev.BattleOpened(space=space, participants=parts):
                attackers = tuple(i for p in parts if p.role == "attacker" for i in p.units)
                return "battle", self._refused(state, Attack(space, attackers)), (space,)
            case _:
                return None

    def _moved(self, state: State, event: ev.UnitsMoved) -> Refused | None:
        """What the rules say of a move, by whatever way it may go."""
        units, start, end = event.units, event.path[0], event.path[-1]
        if event.aboard is not None:
            return self._refused(state, Embark(units[0], event.aboard))
        if isinstance(state.unit(units[0]).place, int):
            return self._refused(state, Disembark(units[0])) if start == end else None
        for form in self._ruleset.choices(state):
            if isinstance(form, Moves):
                return form.refused(units, end)
        return self._refused(state, March(units, event.path))

    def _placed(
        self, state: State, units: tuple[Unit, ...]
    ) -> tuple[Topic, Refused | None, tuple[str, ...]] | None:
        """What the rules say of counters that come onto the board."""
        spaces = [unit.place for unit in units if isinstance(unit.place, str)]
        if len(spaces) != len(units):
            return None  # they come into a force pool, or aboard
        for unit, space in zip(units, spaces, strict=True):
            asked = self._ruleset.decision(state)
            deploys = asked is not None and Deploy.__name__ in asked.orders
            order = (
                Deploy(unit.owner, {unit.name: space})
                if deploys
                else Build(unit.owner, unit.name, space)
            )
            if (refused := self._refused(state, order)) is not None:
                return "placement", refused, (space,)
        return "placement", None, tuple(spaces)

    def _refused(self, state: State, order: Order) -> Refused | None:
        try:
            verify(self._ruleset, state, order)
        except RuleViolation as error:
            return Refused.of(error)
        return None
