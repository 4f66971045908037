"""Judging the order of play: whose turn it is, and which phase of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from a4a.core import events as ev
from a4a.core.english import list_of, possessive
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.rules.areas.audit.stages import stages
from a4a.rules.areas.audit.topic import OWN_PROGRAM, TopicJudge
from a4a.rules.areas.phases.research import ResearchAndDevelopment
from a4a.rules.areas.turns import forces
from a4a.rules.judgement import Judgement


class Turns(TopicJudge):
    """Judges whether powers, and the phases of each turn, follow the order of play."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        phases = (ResearchAndDevelopment.name, *(p.name for p in self.system.dataset.phases))
        self._order = {name: number for number, name in enumerate(dict.fromkeys(phases))}
        self._last = ""

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with the rounds, turns and phases that begin in a step."""
        for number, state, event in stages(
            before, step, ev.RoundBegan, ev.TurnBegan, ev.PhaseBegan
        ):
            if isinstance(event, ev.RoundBegan):
                yield from self._judge_round(state, event, number)
            elif isinstance(event, ev.TurnBegan):
                self._last = ""
                yield from self._judge_turn(state, event, number)
            elif isinstance(event, ev.PhaseBegan):
                yield from self._judge_phase(state, event, number)
                self._last = event.phase

    def _judge_round(self, state: State, event: ev.RoundBegan, number: int) -> Iterator[Judgement]:
        last = forces(self.system)[-1]
        over = not state.active or state.active == last
        if event.number != state.round + 1 or not over:
            yield self._finding(
                "turn.round", "", f"round {event.number} begins after round {state.round}",
                f"a round is over, and the next begins, when {list_of(last)} has played", number,
            )  # fmt: skip

    def _judge_turn(self, state: State, event: ev.TurnBegan, number: int) -> Iterator[Judgement]:
        self.judged["turn"] += 1
        order = forces(self.system)
        due = order[0]
        if state.active in order:
            due = order[(order.index(state.active) + 1) % len(order)]
        if event.powers != due:
            who = list_of(map(self.called, event.powers)) or "nobody"
            yield self._finding(
                "turn.end",
                due[0],
                f"{who} has a turn",
                f"it is {possessive(list_of(map(self.called, due)))} turn",
                number,
            )

    def _judge_phase(self, state: State, event: ev.PhaseBegan, number: int) -> Iterator[Judgement]:
        place = self._order.get(event.phase)
        power = state.active[0] if state.active else ""
        if place is None:
            yield self._finding(
                "turn.phases", power, f"a phase {event.phase!r} begins",
                "there is no such phase", number,
            )  # fmt: skip
            return
        several = (
            self.program != OWN_PROGRAM
            and power in self.system.order_of_play
            and (len(self.system.catalog.power(power).treasuries) > 1)
        )  # other programs end the turn of each economy separately
        if self._last in self._order and place <= self._order[self._last] and not several:
            yield self._finding(
                "turn.phases", power, f"{event.phase} begins after {self._last}",
                f"the phases of a turn are {', '.join(self._order)}", number,
            )  # fmt: skip

    def _finding(self, rule: str, power: str, what: str, says: str, number: int) -> Judgement:
        return Judgement(
            topic="turn", severity="illegal", rule=self.cite(rule),
            what=what, says=says, power=power,
            event=number,
        )  # fmt: skip
