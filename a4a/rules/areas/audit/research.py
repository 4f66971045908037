"""Judging research: dice that are paid for, breakthroughs that are rolled, advances they give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.words import list_of
from a4a.rules.areas import technology
from a4a.rules.areas.audit.stages import stages
from a4a.rules.areas.audit.topic import TopicJudge
from a4a.rules.judgement import Judgement

_ROLL = "technology"


class ResearchJudge(TopicJudge):
    """Judges technologies: each needs a breakthrough, and the die that finds it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._success = False
        self._face: int | None = None

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with the research of a step."""
        for number, state, event in stages(
            before, step, ev.TurnBegan, ev.Rolled, ev.TechnologyChanged
        ):
            if isinstance(event, ev.TurnBegan):
                self._success, self._face = False, None
            elif isinstance(event, ev.TechnologyChanged):
                yield from self._judge_advance(state, event, number)
            elif isinstance(event, ev.Rolled) and event.purpose == _ROLL:
                yield from self._judge_roll(event, step, number)

    def _judge_roll(self, event: ev.Rolled, step: Step, number: int) -> Iterator[Judgement]:
        rules = technology.research(self.system)
        if not any(die.target for die in event.dice):
            self._face = event.dice[-1].face  # the die that is read off the chart
            return
        self.judged["technology"] += 1
        self._success = any(die.face >= rules.success for die in event.dice)
        treasuries = self.system.catalog.power(event.power).treasuries
        paid = -sum(
            e.amount
            for e in step.events
            if isinstance(e, ev.ResourceChanged) and e.reason == _ROLL and e.treasury in treasuries
        )
        due = len(event.dice) * rules.price
        if paid != due:
            yield self._finding(
                "research.dice", event.power, f"roll {len(event.dice)} research dice for {paid}",
                f"they cost {due}", number, difference=due - paid,
            )  # fmt: skip

    def _judge_advance(
        self, state: State, event: ev.TechnologyChanged, number: int
    ) -> Iterator[Judgement]:
        power = event.power
        known = {t.name: t for t in technology.research(self.system).technologies}
        for name in event.gained:
            self.judged["technology"] += 1
            told = f"{self.called(power)} gains {name}"
            found = known.get(name)
            if not self.system.options.get("research"):
                rule, says = "research.phase", "the game is played without Research and Development"
            elif not technology.researches(self.system, power):
                rule, says = "research.power", f"{self.called(power)} does no research"
            elif found is None:
                rule, says = "research.chart", f"the charts have {list_of(known)}"
            elif technology.has(state, power, name):
                rule, says = "research.advance", f"{self.called(power)} has {name} already"
            elif not self._success:
                rule, says = "research.success", "no research die of this turn made a breakthrough"
            elif self._face != found.roll:
                rule, says = (
                    "research.advance",
                    f"the die shows {self._face}; {name} is number {found.roll} of its chart",
                )
            else:
                self._success = False  # one breakthrough a turn
                continue
            yield self._finding(rule, power, told, says, number)

    def _finding(
        self,
        rule: str,
        power: str,
        what: str,
        says: str,
        number: int,
        *,
        difference: int | None = None,
    ) -> Judgement:
        return Judgement(
            topic="technology", severity="illegal", rule=self.cite(rule),
            what=what, says=says, power=power,
            difference=difference, event=number,
        )  # fmt: skip
