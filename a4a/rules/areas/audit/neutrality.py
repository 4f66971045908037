"""Judging what an attack on a neutral territory sets off: how it and other neutrals then lean."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.english import the
from a4a.core.events import AnyEvent
from a4a.core.fold import Fold
from a4a.core.neutrals import LEANING
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.rules.areas import force
from a4a.rules.areas.audit.topic import OWN_PROGRAM, TopicJudge
from a4a.rules.areas.control import activation
from a4a.rules.areas.politics import neutrals
from a4a.rules.judgement import Judgement
from a4a.rules.run import Run


class Neutrality(TopicJudge):
    """Judges how neutrals turn; other programs do not write it down."""

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield where neutrals lean differently after an attack than the rules say."""
        attacked = [
            event.space
            for event in step.events
            if isinstance(event, ev.ControlChanged) and event.reason == activation.VIOLATED
        ]
        if not attacked or self.program != OWN_PROGRAM or not before.active:
            return
        first = next(number for number, event in enumerate(step.events) if _turns(event))
        state = Fold(before).apply_all(step.events[:first]).state()
        power = force.present(state, attacked[0])
        run = Run(state, ScriptedDice(()))
        for territory in attacked:
            activation.invade(self.system, run, territory, power)
        side = self.system.catalog.side_of(power)
        self.judged["conquest"] += len(attacked)
        for space, key in state.values:
            due = run.state.value(space, key)
            if key != LEANING or not neutrals.is_neutral(self.system, after, space):
                continue
            if after.value(space, key) != due:
                others = self.cite("neutral.strict", of=side)
                yield Judgement(
                    topic="conquest", severity="illegal",
                    rule=self.cite("neutral.invaded") if space in attacked else others,
                    what=f"{the(space)} is {after.value(space, key)} after "
                         f"{self.called(power)} attacked {the(attacked[0])}",
                    says=f"it is {due} now", power=power, spaces=(space,), event=first,
                )  # fmt: skip


def _turns(event: AnyEvent) -> bool:
    """Whether an event is part of what an attack on a neutral sets off."""
    if isinstance(event, ev.ValueChanged):
        return event.key == LEANING
    return isinstance(event, ev.ControlChanged) and event.reason in (activation.VIOLATED, "leaning")
