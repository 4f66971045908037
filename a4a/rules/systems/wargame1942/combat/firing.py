"""What is rolled in a step of a battle: whose dice, Generals, harsh terrain.

Sources: The War Game, "Combat Resolution", "Retreat Sequence", "Generals and Field Marshals",
"Sahara, Siberia, Outback, and the Himalayas".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from a4a.core import events as ev
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat.course import Stage
from a4a.rules.areas.combat.fire import Shot, fire
from a4a.rules.areas.combat.listing import deadly
from a4a.rules.areas.combat.volleys import course_of, may_fire, shots_between
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import sides
from a4a.rules.systems.wargame1942.combat import words as w

HARSH: Final = "harsh"
"""The kind of border across which units that attack may be lost (WG-TER-003)."""


def stage_of(system: System, battle: OpenBattle) -> Stage:
    """Return the step of fire that a battle is in."""
    return course_of(system, battle).stages[battle.step.removeprefix(f"{w.STOPPED_FIRE}: ")]


def firing(state: State, battle: OpenBattle, stage: Stage, *, stopped: bool) -> list[Unit]:
    """Return the units that roll in a step.

    Parameters
    ----------
    state, battle, stage
        The step.
    stopped
        Whether it is that of the attackers who have just been drawn into the battle.
    """
    own = sides.engaged(state, battle, stage.side)
    if stage.side == "defender":
        return own
    own += sides.supporters(state, battle)
    return [
        u
        for u in own
        if w.LATE not in u.flags and (w.STOPPED in u.flags) == stopped and w.HIT not in u.flags
    ]


def shots(
    system: System, state: State, battle: OpenBattle, stage: Stage, *, stopped: bool = False
) -> list[Shot]:
    """Return what is fired in a step, at whom hits can fall on, those that withdraw too."""
    return _fired_by(system, state, battle, stage, firing(state, battle, stage, stopped=stopped))


def _fired_by(
    system: System, state: State, battle: OpenBattle, stage: Stage, own: list[Unit]
) -> list[Shot]:
    if not may_fire(stage, own):
        return []
    enemy = sides.units(state, battle, b.opposite(stage.side))
    enemy = [u for u in enemy if w.HIT not in u.flags]
    leading, land = _leading(system, state, battle), system.of_category("land")
    led = [u for u in own if u.owner in leading and u.type in land] if leading else []
    if not led:
        return shots_between(system, state, battle, stage, own, enemy)
    others = [u for u in own if u not in led]
    found = shots_between(system, state, battle, stage, others, enemy) if others else []
    helped = shots_between(system, state, battle, stage, led, enemy)
    return found + [shot._replace(value=shot.value + 1) for shot in helped]


def is_led(system: System, state: State, battle: OpenBattle, unit: Unit) -> bool:
    """Whether the General of a land unit's nation is in its battle, and does not retreat."""
    on_land = unit.type in system.of_category("land")
    return on_land and unit.owner in _leading(system, state, battle)


def _leading(system: System, state: State, battle: OpenBattle) -> frozenset[str]:
    """The nations whose General is in a battle, and does not retreat."""
    return frozenset(
        u.owner
        for u in generals_in(system, state, battle.space)
        if state.memory(u.id).task not in (w.WITHDRAW, w.RETREATED)
    )


def generals_in(system: System, state: State, space: str) -> list[Unit]:
    """Return the Generals who are in a space; they are modifiers, and no targets."""
    kinds = system.able("general")
    return [u for u in state.at(space) if u.type in kinds]


def roll(system: System, run: Run, battle: str, stage: Stage, *, stopped: bool) -> None:
    """Roll for a step; attackers that came across harsh terrain roll apart, and may be lost."""
    state = run.state
    found = state.battles[battle]
    own = firing(state, found, stage, stopped=stopped)
    if not own:
        return
    general = stage.side == "attacker" and not stage.once and not b.is_sea(system, found)
    harsh = [u for u in own if came_across_harsh(system, state, found, u)] if general else []
    fired = _fired_by(system, state, found, stage, own)
    for unit in harsh:
        led = is_led(system, state, found, unit)
        value = system.types[unit.type].attack + led
        shot = next((s for s in fired if _is_of(s, unit, value)), None)
        if shot is not None:
            fired.remove(shot)
    _fire(system, run, fired, found, stage)
    for unit in harsh:
        value = system.types[unit.type].attack + is_led(system, state, found, unit)
        _fire(system, run, [Shot(unit.owner, unit.type, value)], found, stage)
        rolled = run.state.battles[battle].rolls[-1]
        if any(die.face >= deadly(system, unit.type, HARSH) for die in rolled.dice):
            run.emit(ev.UnitsRemoved((unit.id,), "harsh terrain", battle))


def _is_of(shot: Shot, unit: Unit, value: int) -> bool:
    return (shot.power, shot.unit_type, shot.value) == (unit.owner, unit.type, value)


def _fire(
    system: System, run: Run, fired: Sequence[Shot], battle: OpenBattle, stage: Stage
) -> None:
    fire(system, run, fired, purpose=stage.purpose, battle=battle.id, role=stage.side)


def came_across_harsh(system: System, state: State, battle: OpenBattle, unit: Unit) -> bool:
    """Whether a land unit attacks across harsh terrain."""
    via = state.memory(unit.id).via
    on_land = unit.type in system.of_category("land")
    return on_land and via is not None and sides.is_harsh(system, via, battle.space)
