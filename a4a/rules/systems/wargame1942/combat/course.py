"""The course of a round: the battles of a group go through it in step.

Where a group is follows from the round and step of its battles, so a game can be saved, taken back
and branched between any two questions. A step whose question has been answered is over.

Sources: The War Game, "Combat Sequence", "Combat Resolution", "Retreat Sequence", "Naval
Pass-Through Sequence".
"""

from __future__ import annotations

from functools import lru_cache

from a4a.core import events as ev
from a4a.core.state import OpenBattle, State
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat.course import course
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import (
    batteries,
    casualties,
    declarations,
    ends,
    firing,
    groups,
    neutrals,
    passing,
    retreats,
    sides,
)
from a4a.rules.systems.wargame1942.combat import words as w


def begin(run: Run, battle: str) -> None:
    """Begin the next round of the group of a battle."""
    for one in groups.group(run.state, battle):
        run.emit(ev.CombatRoundBegan(one.id, one.round + 1))


def go_on(system: System, run: Run) -> None:
    """Fight the round that is on until it is over, or until somebody has to choose."""
    while not (state := run.state).decisions and (group := groups.running(state)):
        left = [x for x in group if x.step != w.OVER]
        together = [x for x in left if x.step in ("", *w.TOGETHER[:-1])]
        if together:
            _in_step(system, run, min(together, key=lambda x: _rank(x.step)))
        elif (battle := groups.first_unfought(system, state, left)) is not None:
            _fight(system, run, battle)
        else:
            ends.conclude(system, run, tuple(x.id for x in left))


def _rank(step: str) -> int:
    return w.TOGETHER.index(step) if step else -1


def _in_step(system: System, run: Run, battle: OpenBattle) -> None:
    """Take a battle into the next of the steps that the whole group goes through together."""
    optional = () if system.options.get("preemptive battleships") else w.PREEMPTING
    step = next(x for x in w.TOGETHER[_rank(battle.step) + 1 :] if x not in optional)
    run.emit(ev.CombatStepBegan(battle.id, step))
    battle = run.state.battles[battle.id]
    if step == w.ATTACKERS_RETREAT:
        retreats.ask(system, run, battle, "attacker")
    elif step == w.DEFENDERS_RETREAT:
        retreats.ask(system, run, battle, "defender")
    elif step == w.SCORCHED_EARTH:
        declarations.ask_scorching(system, run, battle)
    elif step in w.PREEMPTING:
        batteries.ask(system, run, battle)
    else:
        declarations.ask_gunnery(system, run, battle)


def steps(system: System, state: State, battle: OpenBattle) -> list[str]:
    """Return the steps of a battle's exchange: attack, who passes, who was stopped, defense.

    What is preemptive is fired by both sides before anything else. Neutral land has one die.
    """
    begins, resisted = battle.round <= 1, neutrals.is_neutral(system, state, battle.space)
    return _steps(system, (b.is_sea(system, battle), begins, resisted))


@lru_cache(maxsize=128)
def _steps(system: System, of: tuple[bool, bool, bool]) -> list[str]:
    """The steps of a battle at sea or not, in its first round or not, with neutrals or not."""
    at_sea, begins, resisted = of
    firing_steps = [s for s in course(system, sea=at_sea).rounds if s.does == "fire"]
    firing_steps = [s for s in firing_steps if begins or not s.once]
    last = max(i for i, s in enumerate(firing_steps) if s.side == "attacker")
    attack = [s.name for s in firing_steps[: last + 1]]
    if resisted:
        return [*attack, w.RESISTANCE, w.FOUGHT]
    stopped = [
        f"{w.STOPPED_FIRE}: {s.name}" for s in firing_steps if s.side == "attacker" and at_sea
    ]
    defense = [s.name for s in firing_steps[last + 1 :]]
    return [*attack, w.SETTLING, *stopped, *defense, w.FOUGHT]


def _fight(system: System, run: Run, battle: OpenBattle) -> None:
    """Take a battle through its exchange of fire, or to where somebody has to choose.

    No other battle of the group comes before one that has begun (`groups.first_unfought`).
    """
    _exchange(system, run, battle)
    while not (state := run.state).decisions and (on := state.battles[battle.id]).step != w.FOUGHT:
        _exchange(system, run, on)


def _exchange(system: System, run: Run, battle: OpenBattle) -> None:
    """Take a battle into the next step of its exchange of fire."""
    state = run.state
    order = steps(system, state, battle)
    done = order.index(battle.step) + 1 if battle.step in order else 0
    step = w.FOUGHT if retreats.is_broken_off(state, battle) else order[done]
    run.emit(ev.CombatStepBegan(battle.id, step))
    battle = run.state.battles[battle.id]
    if step == w.FOUGHT:
        _clear_line(run, battle)
        passing.follow(system, run, run.state.battles[battle.id])
    elif step == w.SETTLING:
        passing.settle(system, run, battle)
    elif step == w.RESISTANCE:
        if sides.units(run.state, battle, "attacker"):
            neutrals.resist(system, run, battle)
            casualties.take(system, run, battle.id)
    else:
        stage = firing.stage_of(system, battle)
        stopped = step.startswith(w.STOPPED_FIRE)
        if stage.clears and not stopped:
            _clear_line(run, battle)
            battle = run.state.battles[battle.id]
        firing.roll(system, run, battle.id, stage, stopped=stopped)
        casualties.take(system, run, battle.id)


def _clear_line(run: Run, battle: OpenBattle) -> None:
    """Remove the units behind the casualty line; who was damaged is so from now on."""
    state = run.state
    lost = [
        u.id
        for role in ("attacker", "defender")
        for u in sides.units(state, battle, role)
        if w.HIT in u.flags
    ]
    if lost:
        b.remove(run, lost, battle.id)
        state = run.state
        battle = state.battles[battle.id]
    fresh = tuple(
        u.id for u in sides.units(state, battle, "defender") if w.FRESH in u.flags
    )  # fmt: skip
    if fresh:
        run.emit(ev.UnitsConverted(fresh, "hit", lost=(w.FRESH,), battle=battle.id))
