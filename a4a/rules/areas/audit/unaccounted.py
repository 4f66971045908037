"""Judging what nothing accounts for: units that vanish, change or jump, money out of nowhere.

Whatever the rules allow has a cause that another judge looks at. What has none is told here, mostly
without a rule, since no rule could be broken by it.
"""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.english import possessive, the
from a4a.core.neutrals import LEANING
from a4a.core.position import WAR
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.units import Holding, Unit
from a4a.rules.areas.audit.stages import stages
from a4a.rules.areas.audit.topic import TopicJudge
from a4a.rules.areas.control import activation
from a4a.rules.areas.politics import limits, neutrals
from a4a.rules.areas.politics.data import politics
from a4a.rules.judgement import Judgement, Topic
from a4a.rules.relations import is_at_war

_ACCOUNTED = (
    "purchase", "repair", "refund", "income", "convoy", "objective", "plunder", "technology",
)  # fmt: skip
"""Reasons of payments that other judges look at."""

_SPENT = "kamikaze"
_MOVES = ("other", "transfer", "rail")
"""Ways to move that the family does not know."""

_UPGRADED, _BOMBED = "upgrade", "bombed"
"""Reasons of conversions that other judges look at."""


class Unaccounted(TopicJudge):
    """Judges events without a cause."""

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what nothing in a step, or before it, accounts for."""
        for number, state, event in stages(
            before, step, ev.ResourceChanged, ev.UnitsRemoved, ev.UnitsConverted, ev.UnitsPlaced,
            ev.UnitsMoved, ev.ValueChanged,
        ):  # fmt: skip
            if isinstance(event, ev.ResourceChanged):
                yield from self._judge_money(event, number)
            elif isinstance(event, ev.UnitsRemoved) and not event.battle:
                yield from self._judge_removed(state, event, step, number)
            elif isinstance(event, ev.UnitsConverted):
                yield from self._judge_converted(state, event, step, number)
            elif isinstance(event, ev.UnitsPlaced):
                yield from self._judge_placed(state, event, number)
            elif isinstance(event, ev.UnitsMoved) and event.mode in _MOVES:
                space = event.path[-1] if event.path else ""
                yield self._finding(
                    "move", state.unit(event.units[0]).owner if event.units else "", space,
                    f"units go to {the(space)} otherwise than by a move", "nothing moves them",
                    number,
                )  # fmt: skip
            elif isinstance(event, ev.ValueChanged):
                yield from self._judge_value(event, step, after, number)

    # --- money ----------------------------------------------------------------------------------

    def _judge_money(self, event: ev.ResourceChanged, number: int) -> Iterator[Judgement]:
        """No power gives IPCs to another, and nothing else brings or costs any."""
        money = event.resource == self.system.catalog.currency
        if event.reason in _ACCOUNTED if money else (event.reason == _SPENT and event.amount < 0):
            return
        owner = self.system.catalog.treasuries.get(event.treasury)
        verb = "gets" if event.amount > 0 else "gives"
        yield self._finding(
            "income", owner.name if owner is not None else "", "",
            f"{self.called(event.treasury)} {verb} {abs(event.amount)} {event.resource} "
            f"({event.reason})",
            "nothing in the rules brings or costs it", number,
            rule="treasury.gift" if money else "", difference=event.amount if money else None,
        )  # fmt: skip

    def _judge_value(
        self, event: ev.ValueChanged, step: Step, after: State, number: int
    ) -> Iterator[Judgement]:
        """A territory's worth never changes; how a neutral leans changes only by an attack."""
        if event.key == "value":
            yield self._finding(
                "income", "", event.space, f"{the(event.space)} is worth {event.new} now",
                "what a territory is worth never changes", number,
            )  # fmt: skip
        elif event.key == LEANING:
            attacked = any(
                isinstance(e, ev.ControlChanged) and e.reason == activation.VIOLATED
                for e in step.events
            )
            declared = any(
                isinstance(e, ev.RelationChanged)
                and e.new == WAR
                and after.control.get(event.space) in (e.a, e.b)
                for e in step.events
            )  # another judge looks at that
            held = not neutrals.is_neutral(self.system, after, event.space)
            if not (attacked or declared) and not (held and event.new is None):
                yield self._finding(
                    "conquest", "", event.space,
                    f"{the(event.space)} is {event.new or 'no neutral'} now",
                    "it leans otherwise only if a neutral is attacked or taken", number,
                    rule="neutral.single",
                )  # fmt: skip

    # --- units ----------------------------------------------------------------------------------

    def _judge_removed(
        self, state: State, event: ev.UnitsRemoved, step: Step, number: int
    ) -> Iterator[Judgement]:
        """Outside battles, only aircraft that cannot land are lost, and complexes replaced."""
        taken = _taken(step)
        for unit in (state.unit(i) for i in event.units):
            if isinstance(unit.place, Holding):
                continue  # other judges look at how purchases end
            space = state.space_of(unit.id) or ""
            kind = self.system.types[unit.type]
            if kind.category == "air":
                continue
            if kind.category == "facility" and (
                space in taken or self._replaced(state, unit, space)
            ):
                continue  # other judges look at captured facilities
            yield self._finding(
                "casualty", unit.owner, space,
                f"the {unit.type} in {the(space or 'no space')} is gone",
                "no battle destroyed it", number,
            )  # fmt: skip

    def _replaced(self, state: State, unit: Unit, space: str) -> bool:
        """Whether a facility makes room for another, or for none: at war, or in bare land."""
        if any(unit.type in limits.removed_for(self.system, space, p) for p in state.active):
            return True
        return self._arms(state, unit, space)

    def _arms(self, state: State, unit: Unit, space: str) -> bool:
        """Whether a unit becomes one of another type, free, because its power is at war."""
        return is_at_war(self.system, state, unit.owner) and any(
            entry.power == unit.owner and space in entry.at and unit.type == entry.from_type
            for entry in politics(self.system).armaments
        )

    def _judge_converted(
        self, state: State, event: ev.UnitsConverted, step: Step, number: int
    ) -> Iterator[Judgement]:
        taken = _taken(step)
        for unit in (state.unit(i) for i in event.units):
            space = state.space_of(unit.id) or ""
            facility = self.system.types[unit.type].category == "facility"
            was = f"the {unit.type} in {the(space)}"
            if event.owner not in (None, unit.owner):
                neutral = not self.system.catalog.side_of(unit.owner)
                if not (facility and space in taken) and not neutral:
                    yield self._finding(
                        "conquest", event.owner or "", space,
                        f"{was} becomes {possessive(self.called(event.owner))}",
                        f"{self.called(unit.owner)} has not lost {the(space)}" if facility
                        else "units never change sides", number,
                        rule="conquest.facility" if facility else "",
                    )  # fmt: skip
            if event.type not in (None, unit.type, *self._due(state, event, unit, space, taken)):
                yield self._finding(
                    "placement", unit.owner, space, f"{was} becomes a {event.type}",
                    "nothing makes it one", number,
                )  # fmt: skip
            hit = event.damage is not None and event.damage > unit.damage and not event.battle
            if hit and event.reason != _BOMBED:
                yield self._finding(
                    "battle", unit.owner, space, f"{was} is damaged", "nothing has hit it", number
                )

    def _due(
        self, state: State, event: ev.UnitsConverted, unit: Unit, space: str, taken: set[str]
    ) -> tuple[str | None, ...]:
        """Return the type a facility may become, where others judge whether it is the right one."""
        facility = self.system.types[unit.type].category == "facility"
        upgraded = event.reason == _UPGRADED or self._arms(state, unit, space)
        return (event.type,) if facility and (space in taken or upgraded) else ()

    def _judge_placed(
        self, state: State, event: ev.UnitsPlaced, number: int
    ) -> Iterator[Judgement]:
        """Units on the board change space only by moves; they are put only aboard or ashore."""
        place = event.place
        there = state.space_of(place) if isinstance(place, int) else place
        for unit in (state.unit(i) for i in event.units):
            space = state.space_of(unit.id)
            if space is None or space == there:
                continue
            where = there if isinstance(there, str) else "a place off the board"
            yield self._finding(
                "move", unit.owner, space, f"the {unit.type} in {the(space)} is put in {where}",
                "it gets nowhere but by a move", number,
            )  # fmt: skip

    def _finding(
        self,
        topic: Topic,
        power: str,
        space: str,
        what: str,
        says: str,
        number: int,
        *,
        rule: str = "",
        difference: int | None = None,
    ) -> Judgement:
        self.judged[topic] += 1
        return Judgement(
            topic=topic, severity="illegal", rule=self.cite(rule),
            what=what, says=says, power=power,
            spaces=(space,) if space else (), difference=difference, event=number,
        )  # fmt: skip


def _taken(step: Step) -> set[str]:
    """The territories that change hands in a step."""
    return {event.space for event in step.events if isinstance(event, ev.ControlChanged)}
