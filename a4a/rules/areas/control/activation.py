"""Neutral territories: attacked, they join the other side; entered by a friend, they join it."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.neutrals import LEANING
from a4a.core.state import State
from a4a.rules.areas.control import victory
from a4a.rules.areas.politics import pacts
from a4a.rules.areas.politics.blocks import block_of, blocks
from a4a.rules.areas.politics.defections import Defection, defection, heir_of
from a4a.rules.areas.politics.neutrals import army, is_neutral, is_strict, other_side
from a4a.rules.areas.system import System
from a4a.rules.run import Run

VIOLATED = "neutrality violated"
"""Reason of the change of control when a neutral is attacked."""
BLOCK = "joined with its block"
"""Reason of the change of control when another neutral of the same block is attacked."""
DEFECTED = "attacked"
"""Reason of the change of control when land of the same power without a side is attacked."""


def invade(system: System, run: Run, territory: str, power: str) -> None:
    """Attack a neutral: it joins the other side at once, and strict neutrals turn.

    Where there are blocks, those of its block join a power instead. A power without a side that
    defects does so as a whole. Nothing is done twice, so it may be called for every attack.
    """
    state = run.state
    if not is_neutral(system, state, territory):
        return
    side = system.catalog.side_of(power)
    if turning := defection(system, state.control.get(territory), side):
        _defect(system, run, turning)
        return
    joins = other_side(system, power)
    strict = is_strict(state, territory)
    if strict and blocks(system):
        _turn_block(system, run, territory, power)
    together = strict and not blocks(system)
    for name in (territory, *(s.name for s in system.board.spaces if together)):
        if (
            name == territory
            or (is_strict(run.state, name) and is_neutral(system, run.state, name))
        ) and not _stays(system, run.state, name, joins, power, territory):
            _lean(system, run, name, f"pro-{joins}")
    owner = run.state.control.get(territory)
    if owner is not None and not is_strict(run.state, territory):
        run.emit(ev.ControlChanged(territory, owner, None, VIOLATED))


def _defect(system: System, run: Run, turning: Defection) -> None:
    """Give all land and units of a power to those that they turn to."""
    for space in system.board.spaces:
        if run.state.control.get(space.name) == turning.power:
            activate(system, run, space.name, heir_of(turning, space.name), reason=DEFECTED)
    rest = tuple(u.id for u in run.state.units.values() if u.owner == turning.power)
    if rest:
        run.emit(ev.UnitsConverted(rest, DEFECTED, owner=turning.heir))


def _turn_block(system: System, run: Run, attacked: str, attacker: str) -> None:
    """Give the armies of a block, and the territories they are in, to the power they join.

    Those that lean to the attacker's side stay as they are, and so do those it attacks as well.
    """
    side = system.catalog.side_of(attacker)
    block = block_of(system, attacked, side)
    if block is None:
        return
    for name in block.of.names(system):
        state = run.state
        if name == attacked or not is_neutral(system, state, name):
            continue
        if state.value(name, LEANING) == f"pro-{side}" or not army(system, state, name):
            continue
        if all(u.owner != attacker for u in state.at(name)):
            activate(system, run, name, block.heir, reason=BLOCK)


def _stays(
    system: System, state: State, territory: str, joins: str, attacker: str, attacked: str
) -> bool:
    """Whether a territory leans as it did: to that side already, or strict under a pact."""
    if not is_strict(state, territory):
        return state.value(territory, LEANING) == f"pro-{joins}"
    return pacts.stays_strict(system, territory, joins=joins, attacker=attacker, attacked=attacked)


def _lean(system: System, run: Run, territory: str, leaning: str) -> None:
    """Change how a neutral territory leans, and its army with it."""
    state = run.state
    owner = _neutral_power(system, leaning)
    run.emit(ev.ValueChanged(territory, LEANING, state.value(territory, LEANING), leaning))
    old = state.control.get(territory)
    if old is not None and owner is not None and old != owner:
        run.emit(ev.ControlChanged(territory, old, owner, "leaning"))
    units = tuple(u.id for u in army(system, state, territory))
    if units and owner is not None:
        run.emit(ev.UnitsConverted(units, "leaning", owner=owner))


def _neutral_power(system: System, leaning: str) -> str | None:
    """Return the power that stands for the neutrals of a leaning."""
    position = system.dataset.position
    for value in position.values:
        if value.key == LEANING and value.value == leaning:
            return position.control.get(value.space)
    return None


def activate(
    system: System, run: Run, territory: str, power: str, *, reason: str = "activation"
) -> None:
    """Give a power a friendly neutral that its land units have entered, with the neutral's army.

    To be called as the Noncombat Move phase ends, and when a pact takes effect.
    """
    state = run.state
    if not is_neutral(system, state, territory):
        return
    run.emit(ev.ControlChanged(territory, state.control.get(territory), power, reason))
    units = tuple(u.id for u in army(system, state, territory))
    if units:
        run.emit(ev.UnitsConverted(units, reason, owner=power))
    forget(run, territory)
    victory.territory_changed(system, run)


def forget(run: Run, territory: str) -> None:
    """Clear the leaning of a formerly neutral territory once a power controls it."""
    old = run.state.value(territory, LEANING)
    if old is not None:
        run.emit(ev.ValueChanged(territory, LEANING, old, None))
