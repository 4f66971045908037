"""Statuses: what the rules remember of a game but another program's record does not tell.

Captures that provoke, acts of war, attacks that end a trade, objectives that pay only once: the
kernel writes them down as statuses of powers. Here they are gathered from recorded deeds, so that a
recorded state can be judged, and played on, by what has happened before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.events import AnyEvent
from a4a.core.position import WAR
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.rules.areas.control import protection
from a4a.rules.areas.economy import objectives
from a4a.rules.areas.politics import declarations, deeds
from a4a.rules.areas.system import System
from a4a.rules.run import Run

_COMBAT = "Conduct Combat"


class StatusKeeper:
    """Statuses that the rules would have left so far on a line of another program's record.

    Parameters
    ----------
    system
        The rules.
    """

    def __init__(self, system: System) -> None:
        self._system = system
        self._statuses: dict[str, dict[str, None]] = {}

    def complete(self, state: State) -> State:
        """Return a recorded state with the statuses known so far."""
        missing = self.missing(state)
        return state.apply(*missing) if missing else state

    def missing(self, state: State) -> list[ev.StatusChanged]:
        """Return the statuses known so far that a recorded state does not have."""
        return [
            ev.StatusChanged(power, gained=missing, reason="deduced")
            for power, known in self._statuses.items()
            if (missing := tuple(s for s in known if s not in state.statuses(power)))
        ]

    def heed(self, step: Step) -> bool:
        """Whether a step has deeds that can leave anything behind."""
        return any(map(_tells, step.events))

    def learn(self, before: State, step: Step) -> None:
        """Gather what the deeds of a step leave behind.

        Parameters
        ----------
        before
            The completed state before it.
        step
            The step.
        """
        told = [number for number, event in enumerate(step.events) if _tells(event)]
        if not told:
            return
        run = Run(before, ScriptedDice(()))
        for number, event in enumerate(step.events[: told[-1] + 1]):
            for changed in self._left(run, event):
                known = self._statuses.setdefault(changed.power, {})
                known |= dict.fromkeys(changed.gained)
                for lost in changed.lost:
                    known.pop(lost, None)
            if number < told[-1]:
                run.emit(event)

    def _left(self, run: Run, event: AnyEvent) -> Iterator[ev.StatusChanged]:
        """Yield the changes of status that the rules add to an event, before it is applied."""
        state = run.state
        power = state.active[0] if state.active else ""
        first = len(run.events)
        if isinstance(event, ev.UnitsMoved) and _tells(event):
            owner = state.unit(event.units[0]).owner
            deeds.entered(self._system, run, event.path[1:], owner)
        elif isinstance(event, ev.BattleOpened) and power:
            deeds.attacked(self._system, run, event.space, power)
            protection.attacked(self._system, run, event.space, power)
        elif isinstance(event, ev.ControlChanged) and event.new == power:
            deeds.attacked(self._system, run, event.space, power)
            protection.attacked(self._system, run, event.space, power)
            declarations.territory_captured(self._system, run, event.space, power)
        elif isinstance(event, ev.RelationChanged) and _tells(event):
            if power in (event.a, event.b):
                other = event.b if event.a == power else event.a
                declarations.declare(self._system, run, power, (other,))
        elif isinstance(event, ev.ResourceChanged) and _tells(event):
            self._once(run, event)
        elif isinstance(event, ev.PhaseBegan) and state.phase == _COMBAT:
            protection.settle(self._system, run)
        caused = run.events[first:]
        yield from (e for e in caused if isinstance(e, ev.StatusChanged))

    def _once(self, run: Run, event: ev.ResourceChanged) -> None:
        """Remember that an objective that pays only once has paid."""
        for objective in objectives.objectives(self._system):
            if objective.once and event.detail in (objective.name, *objective.aliases):
                status = objectives.once(objective)
                declarations.remember(run, objective.power, status, "objective")


def _tells(event: AnyEvent) -> bool:
    """Whether the rules may remember something of an event."""
    match event:
        case ev.UnitsMoved():
            return bool(event.units) and event.mode != "retreat"
        case ev.RelationChanged():
            return event.new == WAR
        case ev.ResourceChanged():
            return event.reason == "objective"
    return isinstance(event, (ev.BattleOpened, ev.ControlChanged, ev.PhaseBegan))
