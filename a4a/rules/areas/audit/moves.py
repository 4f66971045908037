"""The judge of moves: every recorded move goes through the kernel, as does the end of its phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from a4a.core.events import Decided, PhaseBegan, RoundBegan, TurnBegan, UnitsMoved, Value
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.rules import judgement
from a4a.rules.areas import force
from a4a.rules.areas.audit.deviations import explains
from a4a.rules.areas.audit.movementphase import MovementPhase, RefusedMove
from a4a.rules.areas.audit.recorded import Recorded, moves_of
from a4a.rules.areas.audit.shadow import Tasks
from a4a.rules.areas.audit.strays import judge_stray
from a4a.rules.areas.audit.telling import refused
from a4a.rules.areas.audit.topic import TopicJudge
from a4a.rules.areas.movement.alternatives import violation
from a4a.rules.areas.movement.engaging import check_engage
from a4a.rules.areas.movement.fields import Fields
from a4a.rules.areas.movement.refusal import refuse
from a4a.rules.areas.orders import Engage
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judgement, Severity

COMBAT, NONCOMBAT = "Combat Move", "Noncombat Move"
_EXCUSED_LATER = frozenset(
    {
        "combat.destination", "assault.cleared", "assault.support", "air.landing",
        "carrier.promised", "air.landing.reach", "transport.assault", "transport.destination",
        "transport.escort", "transport.attack", "conquest.units", "raid.escort",
    }
)  # fmt: skip
"""Rules about what a move is for, or how it ends, which a later move can still satisfy."""


class MoveJudge(TopicJudge):
    """Judges recorded moves: their paths, what they are for, whether aircraft come home.

    A phase is judged as it ends, since moves can depend on later ones; each judgement is about
    the step of its move.
    """

    def __init__(
        self,
        system: System,
        options: Mapping[str, Value],
        judged: Counter[judgement.Topic],
        program: str,
    ) -> None:
        super().__init__(system, options, judged, program)
        self._fields = Fields(system)
        self._phases: dict[str, MovementPhase] = {}
        self._tasks: dict[str, Tasks] = {}

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with the moves of a phase, at the step that ends it."""
        ordered = step.cause == "order"
        moves = moves_of(step, before) if ordered else {}
        told = {id(event) for move in moves.values() for event in move.events}
        phase = before.phase
        moved = False
        for number, event in enumerate(step.events):
            if isinstance(event, PhaseBegan | TurnBegan | RoundBegan):
                yield from self._end()
                phase = event.phase if isinstance(event, PhaseBegan) else ""
                if not isinstance(event, PhaseBegan):
                    self._tasks = {}
                moved = False
            elif phase in (COMBAT, NONCOMBAT) and id(event) in told:
                if number in moves:
                    moved = True
                    self._take(moves[number], _before(before, step, number), phase)
            elif phase == COMBAT and isinstance(event, Decided) and event.kind == "engage":
                yield from self._engage(event, _before(before, step, number), number)
            elif ordered and isinstance(event, UnitsMoved):
                self.judged["move"] += 1
                stray = judge_stray(
                    self.system, _before(before, step, number), event, phase, number
                )
                if stray is not None:
                    yield stray
            elif not moved:
                # What other programs do at once after a move, the kernel does later or itself.
                for moving in self._phases.values():
                    moving.follow(event)

    def _take(self, move: Recorded, recorded: State, phase: str) -> None:
        """Judge a move for the time being."""
        power = force.mover(recorded, move.units)
        self._begun(recorded, phase, power).take(move, recorded)
        self.judged["move"] += 1

    def _engage(self, event: Decided, recorded: State, number: int) -> Iterator[Judgement]:
        """Judge the decision to attack submarines and transports in a sea zone, or not to."""
        choice: Literal["attack", "ignore"] = "attack" if event.choice == "attack" else "ignore"
        field = self._begun(recorded, COMBAT, event.powers[0]).field
        self.judged["move"] += 1
        refusal = check_engage(field, Engage(event.spaces[0] if event.spaces else "", choice))
        if refusal is not None:
            said = refuse(self.system.book, refusal, tried=f"{choice} in {', '.join(event.spaces)}")
            yield refused(said, "move", power=field.power, spaces=event.spaces, event=number)

    def _begun(self, recorded: State, phase: str, power: str) -> MovementPhase:
        """The phase of a power that is judged, begun now if it has moved nothing in it yet."""
        if power not in self._phases:
            self._phases[power] = MovementPhase(
                self._fields, recorded, self._tasks.get(power, {}), combat=phase == COMBAT,
                power=power,
            )  # fmt: skip
        return self._phases[power]

    def close(self) -> Iterator[Judgement]:
        """Yield what is wrong with the moves of a phase that the line leaves open."""
        for phase in self._phases.values():
            for found in phase.findings():
                yield self._tell(found, over=False)

    def _end(self) -> Iterator[Judgement]:
        for power, phase in self._phases.items():
            for found in (*phase.findings(), *phase.loose_ends()):
                yield self._tell(found, over=True)
            self._tasks[power] = phase.tasks()
        self._phases = {}

    def _tell(self, found: RefusedMove, *, over: bool) -> Judgement:
        """Tell a refusal as a judgement; before the phase is over, later moves may excuse it."""
        field, order, refusal = found.field, found.order, found.refusal
        end = order.path[-1]
        stance = None if field.system.graph.is_sea[end] else field.ground.stance(end)
        cites = ""
        if not found.move.ordered:
            cites = explains(self.system, self.program, "move", refusal.rule, stance)
        severity: Severity = "engine option" if cites else "illegal"
        if not over and not cites and refusal.rule in _EXCUSED_LATER:
            severity = "dubious"
        told = refused(
            violation(field, order, refusal),
            "move",
            power=field.power,
            spaces=order.path,
            severity=severity,
            cites=cites,
            event=found.move.event,
        )
        return msgspec.structs.replace(told, node=found.move.node)


def _before(before: State, step: Step, number: int) -> State:
    """The recorded state before an event of a step."""
    return before.apply(*step.events[:number]) if number else before
