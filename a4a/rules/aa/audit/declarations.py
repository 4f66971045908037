"""Judging declarations of war: who, when, on whom; and wars that nobody declared.

Sources: AA rulebook, "Declaring War" (p. 12), "The Political Situation" (p. 9-10, 36-39).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.words import list_of
from a4a.rules.aa import politics, wards
from a4a.rules.aa.audit.deviations import explains
from a4a.rules.aa.audit.stages import stages
from a4a.rules.aa.audit.telling import refused
from a4a.rules.aa.audit.topic import TopicJudge
from a4a.rules.aa.conditions import WAR
from a4a.rules.aa.orders import DeclareWar
from a4a.rules.aa.phase import Phase
from a4a.rules.aa.phases.collect_income import CollectIncome
from a4a.rules.aa.phases.combat_move import CombatMove
from a4a.rules.judgement import Judgement
from a4a.rules.run import Run


class Declarations(TopicJudge):
    """Judges how powers come to be at war."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        phases = (CombatMove(self.system), CollectIncome(self.system))
        self._phases: dict[str, Phase] = {phase.name: phase for phase in phases}

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with the changes of relations in a step."""
        began: list[tuple[str, str]] = []
        first: tuple[int, State] | None = None
        sided = self.system.catalog.side_of
        for number, state, event in stages(before, step, ev.RelationChanged):
            first = first or (number, state)
            pair = (event.a, event.b)
            if not sided(event.a) or not sided(event.b):
                yield from self._judge_ward(event, after, number)
            elif event.new == WAR:
                began.append(pair)
            elif event.old == WAR:
                self.judged["declaration"] += 1
                yield self._finding(
                    "", f"{list_of(pair)} are {event.new or 'nothing'} to each other",
                    "a war between powers never ends", "", number,
                )  # fmt: skip
        if began and first is not None:
            yield from self._judge_wars(first[1], step, after, began, first[0])

    def _judge_wars(
        self, state: State, step: Step, after: State, began: list[tuple[str, str]], number: int
    ) -> Iterator[Judgement]:
        power = state.active[0] if state.active else ""
        on = [b if a == power else a for a, b in began if power in (a, b)]
        run = Run(state, ScriptedDice(()))
        declared = any(isinstance(e, ev.Decided) and power in e.powers for e in step.events)
        for other in on:
            if run.state.relation(power, other) == WAR:
                continue  # that it stands together with one on whom war was declared
            self.judged["declaration"] += 1
            if not declared:
                yield self._finding(
                    "AA-DOW-001", f"{power} is at war with {other}", "nobody has declared it",
                    power, number,
                )  # fmt: skip
            yield from self._judge_declaration(state, power, other, number)
            politics.go_to_war(self.system, run, power, other)
        due = set(politics.wars(run.state))
        order = self.system.catalog.power_order
        for a, b in began:
            first, second = sorted((a, b), key=order.__getitem__)
            if (first, second) in due:
                continue
            self.judged["declaration"] += 1
            rule = "AA-DOW-009" if power else "AA-DOW-001"
            cites = explains(self.system, self.program, "declaration", rule)
            yield Judgement(
                topic="declaration",
                severity="engine option" if cites else "illegal",
                rule=rule,
                what=f"{first} and {second} are at war",
                says="a declaration puts at war the power that makes it and those it names; "
                "others declare war in their own turns",
                power=power,
                cites=cites,
                event=number,
            )
        for a, b in sorted(due.difference(politics.wars(after))):
            yield self._finding(
                "AA-DOW-005", f"{a} and {b} are not at war",
                f"{list_of(on)} being at war with {power} puts them at war too", power, number,
            )  # fmt: skip

    def _judge_declaration(
        self, state: State, power: str, other: str, number: int
    ) -> Iterator[Judgement]:
        phase = self._phases.get(state.phase)
        if phase is None:
            yield self._finding(
                "AA-DOW-001", f"declare war on {other} in the {state.phase or 'first'} phase",
                "war is declared as the Combat Move phase begins", power, number,
            )  # fmt: skip
            return
        try:
            phase.verify(state, DeclareWar((other,)))
        except RuleViolation as violation:
            yield refused(violation, "declaration", power=power, event=number)

    def _judge_ward(
        self, event: ev.RelationChanged, after: State, number: int
    ) -> Iterator[Judgement]:
        """War on a ward needs war on all its guardians."""
        known = wards.wards(self.system)
        ward = known.get(event.a) or known.get(event.b)
        if ward is None or event.new != WAR:
            return
        self.judged["declaration"] += 1
        enemy = event.b if event.a == ward.power else event.a
        for guardian in ward.guardians:
            if after.relation(guardian.power, enemy) != WAR:
                yield self._finding(
                    ward.rule, f"{enemy} and the {ward.power} are at war",
                    f"{enemy} is not at war with {guardian.power}", enemy, number,
                )  # fmt: skip

    def _finding(self, rule: str, what: str, says: str, power: str, number: int) -> Judgement:
        return Judgement(
            topic="declaration", severity="illegal", rule=rule, what=what, says=says, power=power,
            event=number,
        )  # fmt: skip
