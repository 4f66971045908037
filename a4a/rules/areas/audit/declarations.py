"""Judging declarations of war: who, when, on whom; and wars that nobody declared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.errors import RuleViolation
from a4a.core.position import WAR
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.words import list_of
from a4a.rules.areas.audit.stages import stages
from a4a.rules.areas.audit.telling import refused
from a4a.rules.areas.audit.topic import OWN_PROGRAM, TopicJudge
from a4a.rules.areas.orders import DeclareWar
from a4a.rules.areas.phases.collect_income import CollectIncome
from a4a.rules.areas.phases.combat_move import CombatMove
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.areas.phases.mobilize import MobilizeNewUnits
from a4a.rules.areas.politics import data, declarations, wards
from a4a.rules.judgement import Judgement
from a4a.rules.run import Run

_ON_NEUTRALS = "neutral.war"


class Declarations(TopicJudge):
    """Judges how powers come to be at war."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        phases = (CombatMove(self.system), CollectIncome(self.system))
        self._phases: dict[str, LockstepPhase] = {phase.name: phase for phase in phases}

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with the changes of relations in a step."""
        began: list[tuple[str, str]] = []
        on_neutrals: dict[str, int] = {}
        first: tuple[int, State] | None = None
        sided = self.system.catalog.side_of
        for number, state, event in stages(before, step, ev.RelationChanged):
            first = first or (number, state)
            pair = (event.a, event.b)
            if not sided(event.a) or not sided(event.b):
                yield from self._judge_ward(event, after, number)
                if event.new == WAR:
                    on_neutrals |= {n: number for n in (event.a, event.b) if self._neutral(n)}
            elif event.new == WAR:
                began.append(pair)
            elif event.old == WAR:
                self.judged["declaration"] += 1
                yield self._finding(
                    "",
                    f"{list_of(map(self.called, pair))} are {event.new or 'nothing'} to each other",
                    "a war between powers never ends", "", number,
                )  # fmt: skip
        if began and first is not None:
            yield from self._judge_wars(first[1], step, after, began, first[0])
        for neutral, number in on_neutrals.items():
            yield self._judge_neutral(neutral, before, number)

    def _neutral(self, power: str) -> bool:
        """Whether a power stands for neutral territories: no side, and no ward."""
        sided = self.system.catalog.side_of(power)
        return not sided and power not in wards.wards(self.system)

    def _judge_neutral(self, neutral: str, state: State, number: int) -> Judgement:
        """War is never declared on neutrals: an attack on one turns the others."""
        self.judged["declaration"] += 1
        power = state.active[0] if state.active else ""
        says = "a neutral territory is attacked without a declaration; the others turn then"
        return self.explained(
            self._finding(
                _ON_NEUTRALS, f"war with {self.called(neutral)} is declared", says, power, number
            )
        )

    def _who(self, state: State, step: Step) -> str:
        """The power whose turn it is that acts in a step."""
        first = state.active[0] if state.active else ""
        return next((power for power in step.actors if power in state.active), first)

    def _judge_wars(
        self, state: State, step: Step, after: State, began: list[tuple[str, str]], number: int
    ) -> Iterator[Judgement]:
        power = self._who(state, step)
        on = [b if a == power else a for a, b in began if power in (a, b)]
        run = Run(state, ScriptedDice(()))
        declared = any(isinstance(e, ev.Decided) and power in e.powers for e in step.events)
        for other in on:
            if run.state.relation(power, other) == WAR:
                continue  # it follows from a declaration on another power
            self.judged["declaration"] += 1
            if early := self._early(state, power, other):
                yield self._judge_early(early, power, other, number)
                declarations.go_to_war(self.system, run, power, other)
                continue
            if not declared:
                yield self._finding(
                    "war.when", f"{self.called(power)} is at war with {self.called(other)}",
                    "nobody has declared it",
                    power, number,
                )  # fmt: skip
            yield from self._judge_declaration(state, power, other, number)
            declarations.go_to_war(self.system, run, power, other)
        due = set(declarations.wars(run.state))
        order = self.system.catalog.power_order
        for a, b in began:
            first, second = sorted((a, b), key=order.__getitem__)
            if (first, second) in due:
                continue
            self.judged["declaration"] += 1
            rule = "war.reaction" if power else "war.when"
            says = (
                "a declaration puts at war the power that makes it and those it names; others "
                "declare war in their own turns"
            )
            yield self.explained(
                self._finding(
                    rule,
                    f"{self.called(first)} and {self.called(second)} are at war",
                    says,
                    power,
                    number,
                )
            )
        for a, b in sorted(due.difference(declarations.wars(after))):
            yield self._finding(
                "war.effect", f"{self.called(a)} and {self.called(b)} are not at war",
                f"{list_of(map(self.called, on))} being at war with {self.called(power)} puts "
                f"them at war too", power, number,
            )  # fmt: skip

    def _early(self, state: State, power: str, other: str) -> str:
        """Return the rule by which war begun while mobilizing is declared while collecting; or "".

        Some programs begin such a war a phase early, by themselves, even where the power may have
        declared it at the beginning of its turn.
        """
        if self.program == OWN_PROGRAM or state.phase != MobilizeNewUnits.name:
            return ""
        allowed = any(
            other in declarations.may_declare(self.system, state, power, phase=phase)
            for phase in self._phases
        )
        return next(
            (
                entry.rule
                for entry in data.politics(self.system).declarations
                if allowed and entry.power == power and entry.phase == CollectIncome.name
            ),
            "",
        )

    def _judge_early(self, rule: str, power: str, other: str, number: int) -> Judgement:
        what = f"{self.called(power)} is at war with {self.called(other)} as it mobilizes"
        says = f"war is declared as the {' or the '.join(self._phases)} phase begins"
        return self.explained(self._finding(rule, what, says, power, number))

    def _judge_declaration(
        self, state: State, power: str, other: str, number: int
    ) -> Iterator[Judgement]:
        phase = self._phases.get(state.phase)
        if phase is None:
            yield self._finding(
                "war.when",
                f"declare war on {self.called(other)} in the {state.phase or 'first'} phase",
                "war is declared as the Combat Move phase begins", power, number,
            )  # fmt: skip
            return
        try:
            phase.check(state, power, DeclareWar((other,)))
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
                    ward.rule, f"{self.called(enemy)} and {self.called(ward.power)} are at war",
                    f"{self.called(enemy)} is not at war with {self.called(guardian.power)}", enemy,
                    number,
                )  # fmt: skip

    def _finding(self, rule: str, what: str, says: str, power: str, number: int) -> Judgement:
        return Judgement(
            topic="declaration", severity="illegal", rule=self.cite(rule),
            what=what, says=says, power=power,
            event=number,
        )  # fmt: skip
