"""The rounds of a battle, step by step, until it ends or somebody has to choose.

Which steps there are is data (`combat.course`). The progress of a battle is its round and step. A
step whose question has been answered is over, and the battle goes on with the next; so a game saved
in the middle of a battle goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from a4a.core import events as ev
from a4a.core.state import OpenBattle
from a4a.rules.areas.combat import assaults, casualties, ending, recall, retreat, submarines
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat.course import Stage
from a4a.rules.areas.combat.entries import Does
from a4a.rules.areas.combat.fire import fire
from a4a.rules.areas.combat.volleys import course_of, shots
from a4a.rules.areas.system import System
from a4a.rules.run import Run

Begin: TypeAlias = Callable[[System, Run, OpenBattle, Stage], bool]
"""Begins a step; says whether there was anything to do in it."""


def go_on(system: System, run: Run, battle: str) -> None:
    """Fight a battle on until it ends, or until somebody has to choose."""
    while battle in run.state.battles and not run.state.decisions:
        _next_step(system, run, run.state.battles[battle])


def _next_step(system: System, run: Run, battle: OpenBattle) -> None:
    """Begin the battle's next step, in this round or in the next."""
    state = run.state
    withdrawing = battle.step in (b.RETREAT, b.STAY)
    if not b.side(state, battle, "attacker"):
        if withdrawing:
            ending.close(system, run, battle.id, result="attacker retreats", winner="defender")
        else:
            ending.close(system, run, battle.id)
        return
    if battle.step == b.STAY or (battle.round and not b.side(state, battle, "defender")):
        ending.conclude(system, run, battle.id)
        return
    stages = _stages(system, battle)
    done = next((i for i, x in enumerate(stages, start=1) if x.name == battle.step), 0)
    for stage in stages[done:]:
        if stage.clears:
            casualties.clear_strip(system, run, battle.id)
            battle = run.state.battles[battle.id]
        if not _depends(run, battle, stage):
            continue
        if _BEGIN[stage.does](system, run, battle, stage):
            return
        battle = run.state.battles[battle.id]
    if not battle.round and ending.is_over(system, run.state, battle):
        ending.conclude(system, run, battle.id)
        return
    run.emit(ev.CombatRoundBegan(battle.id, battle.round + 1))


def _depends(run: Run, battle: OpenBattle, stage: Stage) -> bool:
    """Whether a step is fought, by the round and by what was fired in exchanges before it."""
    if stage.once and battle.round > 1:
        return False
    if stage.after and not recall.fought(run.state, battle, stage.after):
        return False
    return not (stage.without and recall.fought(run.state, battle, stage.without))


def _stages(system: System, battle: OpenBattle) -> tuple[Stage, ...]:
    """Return the steps of the battle's round."""
    course = course_of(system, battle)
    if battle.round:
        return course.rounds
    return course.landing if battle.kind == "amphibious" else course.before


# --- steps of a round ---------------------------------------------------------------------------


def _fire(system: System, run: Run, battle: OpenBattle, stage: Stage) -> bool:
    """Roll for units of a side and assign the hits; return whether that is all for now.

    Before the first round nothing fires unless combat is necessary (R-062).
    """
    if not battle.round and ending.is_over(system, run.state, battle):
        ending.conclude(system, run, battle.id)
        return True
    if stage.clears and not b.side(run.state, battle, b.opposite(stage.side)):
        return True  # nobody is left to fire at: the next step ends the battle
    fired = shots(system, run.state, battle, stage)
    if not fired:
        return False
    run.emit(ev.CombatStepBegan(battle.id, stage.name))
    fire(system, run, fired, purpose=stage.purpose, battle=battle.id, role=stage.side)
    if stage.remembered:
        recall.remember(run, battle, stage.exchange)
    casualties.take(system, run, battle.id)
    return True


def _submerge(system: System, run: Run, battle: OpenBattle, stage: Stage) -> bool:
    if not submarines.unhunted(system, run.state, battle, stage.side):
        return False
    run.emit(ev.CombatStepBegan(battle.id, stage.name))
    return submarines.ask(system, run, run.state.battles[battle.id], stage.side)


def _retreat(system: System, run: Run, battle: OpenBattle, stage: Stage) -> bool:
    """End the battle if it is over, or ask whether to retreat."""
    if ending.is_over(system, run.state, battle):
        ending.conclude(system, run, battle.id)
        return True
    if not retreat.options(system, run.state, battle):
        return False
    run.emit(ev.CombatStepBegan(battle.id, stage.name))
    overland = retreat.movers(system, run.state, battle)
    if battle.kind == "amphibious":
        rule = "retreat.overland" if overland else "retreat.overland.air"
    else:
        rule = "retreat.attacker" if overland else "retreat.air"
    return retreat.ask(system, run, run.state.battles[battle.id], rule=rule)


def _aim_guns(system: System, run: Run, battle: OpenBattle, stage: Stage) -> bool:
    return assaults.begin_orders(system, run, battle)


def _bombard(system: System, run: Run, battle: OpenBattle, stage: Stage) -> bool:
    return assaults.begin_bombarding(system, run, battle)


def _land(system: System, run: Run, battle: OpenBattle, stage: Stage) -> bool:
    return assaults.begin_ashore(system, run, battle)


_BEGIN: Mapping[Does, Begin] = {
    "fire": _fire,
    "aim guns": _aim_guns,
    "bombard": _bombard,
    "land": _land,
    "submerge": _submerge,
    "retreat": _retreat,
}
