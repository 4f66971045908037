"""The way of beaten fleets to port: they sail as far as nobody has to be asked (WE-SCB-008)."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe import transit
from a4a.rules.systems.war_in_europe.combat import ports
from a4a.rules.systems.war_in_europe.pool import eliminate
from a4a.rules.systems.war_in_europe.system import System


def go_on(system: System, run: Run) -> bool:
    """Let the next beaten fleet retreat a bit further.

    Returns
    -------
    bool
        Whether there was one.
    """
    state = run.state
    unit = next(iter(ports.withdrawing(state)), None)
    if unit is None:
        return False
    target = state.memory(unit.id).target
    if target is None:
        ports.choose(system, run, unit)
        return True
    path = ports.way(system, state, unit, target)
    if path is None:  # what has happened on the way has closed it
        eliminate(run, [unit.id])
        return True
    if len(path) > 1:
        transit.sail_on(system, run, (unit.id,), path, "retreat")
        return True
    if unit.id in state.halted:
        run.emit(ev.UnitsMoved((unit.id,), path, "retreat"))
    run.emit(ev.UnitsTasked((unit.id,), ports.DONE, target))
    return True
