"""The rounds of a battle, step by step, until it ends or somebody has to choose.

The progress of a battle is its round and step. A step whose question has been answered is over, and
the battle goes on with the next; so a game saved in the middle of a battle goes on from there.

Sources: AA rulebook, General Combat Sequence (p. 18-20).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from a4a.core import events as ev
from a4a.core.events import Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas import technology
from a4a.rules.areas.combat import antiaircraft, assaults, casualties, ending, retreat, submarines
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat.fire import Shot, fire
from a4a.rules.areas.combat.hits import REACH, against, kind_of
from a4a.rules.areas.combat.values import attack, defense, numbers_of
from a4a.rules.areas.system import System
from a4a.rules.run import Run

Begin: TypeAlias = Callable[[System, Run, OpenBattle], bool]

_BEFORE_LAND = (b.ANTIAIRCRAFT,)
_BEFORE_LANDING = (b.AIM_GUNS, b.BOMBARDING, b.ASHORE, b.ANTIAIRCRAFT)
_SEA_ROUND = (
    b.ATTACKER_SUBMERGES, b.DEFENDER_SUBMERGES, b.ATTACKER_STRIKES, b.DEFENDER_STRIKES,
    b.ATTACK, b.DEFENSE, b.RETREAT,
)  # fmt: skip
_LAND_ROUND = (b.ATTACK, b.DEFENSE, b.RETREAT)


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
    steps = _steps(system, battle)
    done = steps.index(battle.step) + 1 if battle.step in steps else 0
    for step in steps[done:]:
        if _BEGIN[step](system, run, battle):
            return
        battle = run.state.battles[battle.id]
    if not battle.round and b.is_sea(system, battle) and ending.is_over(system, run.state, battle):
        ending.conclude(system, run, battle.id)
        return
    run.emit(ev.CombatRoundBegan(battle.id, battle.round + 1))


def _steps(system: System, battle: OpenBattle) -> tuple[str, ...]:
    if b.is_sea(system, battle):
        return _SEA_ROUND if battle.round else ()
    if battle.round:
        return _LAND_ROUND
    return _BEFORE_LANDING if battle.kind == "amphibious" else _BEFORE_LAND


# --- steps of a round ---------------------------------------------------------------------------


def _antiaircraft(system: System, run: Run, battle: OpenBattle) -> bool:
    """Fire AAA, unless no combat is necessary: then nothing fires (R-062)."""
    if ending.is_over(system, run.state, battle):
        ending.conclude(system, run, battle.id)
        return True
    return antiaircraft.begin(system, run, battle)


def _submerge(role: Role) -> Begin:
    step = b.ATTACKER_SUBMERGES if role == "attacker" else b.DEFENDER_SUBMERGES

    def begin(system: System, run: Run, battle: OpenBattle) -> bool:
        if not submarines.unhunted(system, run.state, battle, role):
            return False
        run.emit(ev.CombatStepBegan(battle.id, step))
        return submarines.ask(system, run, run.state.battles[battle.id], role)

    return begin


def _strike(role: Role) -> Begin:
    step = b.ATTACKER_STRIKES if role == "attacker" else b.DEFENDER_STRIKES

    def begin(system: System, run: Run, battle: OpenBattle) -> bool:
        units = submarines.unhunted(system, run.state, battle, role)
        return bool(units) and _volley(system, run, battle, role, units, step)

    return begin


def _attack(system: System, run: Run, battle: OpenBattle) -> bool:
    """Fire with the attackers, after removing the casualties of surprise strikes."""
    if b.is_sea(system, battle):
        casualties.clear_strip(run, battle.id)
        battle = run.state.battles[battle.id]
        if not b.side(run.state, battle, "defender"):
            return True  # nobody is left to fire at: the next step ends the battle
    return _volley(
        system, run, battle, "attacker", _others(system, run, battle, "attacker"), b.ATTACK
    )


def _defend(system: System, run: Run, battle: OpenBattle) -> bool:
    """Fire with the defenders, including those behind the casualty strip."""
    units = _others(system, run, battle, "defender")
    return _volley(system, run, battle, "defender", units, b.DEFENSE)


def _others(system: System, run: Run, battle: OpenBattle, role: Role) -> list[Unit]:
    """Return the units of a side that do not act in the submarine step."""
    state = run.state
    struck = {u.id for u in submarines.unhunted(system, state, battle, role)}
    return [u for u in b.side(state, battle, role) if u.id not in struck]


def _volley(
    system: System, run: Run, battle: OpenBattle, role: Role, units: list[Unit], step: str
) -> bool:
    """Roll for units of a side and assign the hits; return whether anything was rolled.

    Units without a target they can hit are not rolled for: submarines against aircraft alone.
    """
    opponents = b.side(run.state, battle, b.opposite(role))
    kinds = {kind_of(system, unit.type) for unit in opponents}
    shots = [
        shot
        for shot in shots_of(system, run.state, battle, role, units)
        if shot.value > 0 and not kinds.isdisjoint(REACH[shot.against])
    ]
    if not shots:
        return False
    run.emit(ev.CombatStepBegan(battle.id, step))
    purpose: ev.RollPurpose = "attack" if role == "attacker" else "defense"
    fire(system, run, shots, purpose=purpose, battle=battle.id, role=role)
    casualties.take(system, run, battle.id)
    return True


def shots_of(
    system: System, state: State, battle: OpenBattle, role: Role, units: list[Unit]
) -> list[Shot]:
    """Return the shots of some units of a side, with combined arms."""
    destroyer = not b.is_sea(system, battle) or b.hunts_submarines(
        system, b.side(state, battle, role)
    )
    owners: dict[str, list[Unit]] = {}
    for unit in units:
        owners.setdefault(unit.owner, []).append(unit)
    shots: list[Shot] = []
    for power, fighting in owners.items():
        numbers = numbers_of(system, state, power)
        types = [unit.type for unit in fighting]
        if role == "attacker":
            tanks_help = technology.has(state, power, "Improved Mechanized Infantry")
            values = attack(system, types, numbers, tanks_help_mechanized=tanks_help)
            dice = [numbers(kind, "dice") for kind in types]
        else:
            values, dice = defense(types, numbers), [1] * len(types)
        shots += [
            Shot(power, kind, value, against(system, kind, destroyer=destroyer), number)
            for kind, value, number in zip(types, values, dice, strict=True)
        ]
    return shots


def _retreat(system: System, run: Run, battle: OpenBattle) -> bool:
    """Remove the casualties; end the battle if it is over, or ask whether to retreat (p. 20)."""
    casualties.clear_strip(run, battle.id)
    battle = run.state.battles[battle.id]
    if ending.is_over(system, run.state, battle):
        ending.conclude(system, run, battle.id)
        return True
    if not retreat.options(system, run.state, battle):
        return False
    run.emit(ev.CombatStepBegan(battle.id, b.RETREAT))
    overland = retreat.movers(system, run.state, battle)
    if battle.kind == "amphibious":
        rule = "retreat.overland" if overland else "retreat.overland.air"
    else:
        rule = "retreat.attacker" if overland else "retreat.air"
    return retreat.ask(system, run, run.state.battles[battle.id], rule=rule)


_BEGIN: Mapping[str, Begin] = {
    b.AIM_GUNS: assaults.begin_orders,
    b.BOMBARDING: assaults.begin_bombarding,
    b.ASHORE: assaults.begin_ashore,
    b.ANTIAIRCRAFT: _antiaircraft,
    b.ATTACKER_SUBMERGES: _submerge("attacker"),
    b.DEFENDER_SUBMERGES: _submerge("defender"),
    b.ATTACKER_STRIKES: _strike("attacker"),
    b.DEFENDER_STRIKES: _strike("defender"),
    b.ATTACK: _attack,
    b.DEFENSE: _defend,
    b.RETREAT: _retreat,
}
