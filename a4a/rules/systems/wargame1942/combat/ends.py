"""What follows a round: shots done, the lost removed, retreats placed, battles ended, land taken.

Sources: The War Game, "Combat Resolution", "Multi-National Combat", "Diplomacy and Politics",
"Paratroopers", "Generals and Their Egos".
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from a4a.core import events as ev
from a4a.core.events import BattleResult, Winner
from a4a.core.state import OpenBattle, State
from a4a.rules.areas.combat.volleys import course_of
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import (
    conquest,
    decks,
    declarations,
    firing,
    generals,
    groups,
    landings,
    neutrals,
    retreats,
    sides,
)
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.production import repairs


def conclude(system: System, run: Run, battles: tuple[str, ...]) -> None:
    """Do all that follows a round of a group of battles."""
    broken = {
        name for name in battles if retreats.is_broken_off(run.state, run.state.battles[name])
    }
    for name in battles:
        _support_is_done(run, run.state.battles[name])
        declarations.scorch(system, run, run.state.battles[name])
    generals.mourn(system, run, battles)
    retreats.place(system, run, battles)
    for name in battles:
        _end_round(system, run, run.state.battles[name], broken=name in broken)
    repairs.review(system, run)
    _unflag_elsewhere(run)


def _support_is_done(run: Run, battle: OpenBattle) -> None:
    """Send away who gave support shots, or dropped paratroopers, as the first round has them."""
    state = run.state
    gone = [u.id for u in sides.supporters(state, battle)]
    gone += [u.id for u in sides.units(state, battle, "attacker") if _drops(state, u.id)]
    dropped = [x.id for i in gone for x in state.at(i) if state.memory(x.id).task == w.DROP]
    if dropped:
        run.emit(ev.UnitsPlaced(tuple(dropped), battle.space, "dropped", battle.id))
    if gone:
        run.emit(ev.BattleLeft(battle.id, tuple(gone), "support is given"))


def _drops(state: State, bomber: int) -> bool:
    """Whether paratroopers drop from an aircraft."""
    return any(state.memory(u.id).task == w.DROP for u in state.at(bomber))


def _end_round(system: System, run: Run, battle: OpenBattle, *, broken: bool) -> None:
    """Close a battle that is decided, or leave it between two rounds."""
    _unflag(run, battle)
    state = run.state
    battle = state.battles[battle.id]
    attackers = sides.units(state, battle, "attacker")
    defenders = sides.units(state, battle, "defender")
    result: BattleResult
    winner: Winner
    if not attackers and landings.is_to_come(state, battle.space):
        run.emit(ev.CombatStepBegan(battle.id, w.OVER))
        return
    if attackers and defenders:
        if not is_stalemate(system, state, battle):
            run.emit(ev.CombatStepBegan(battle.id, w.OVER))
            return
        result, winner = "stalemate", "nobody"
    elif attackers:
        takes = any(u.type in system.of_category("land") for u in attackers)
        result, winner = ("attacker takes" if takes else "attacker wins"), "attacker"
    elif broken:
        result, winner = "attacker retreats", "defender"
    elif defenders:
        result, winner = "defender wins", "defender"
    elif _anyone_left(state, battle):
        result, winner = "attacker wins", "attacker"
    else:
        result, winner = "mutual destruction", "nobody"
    run.emit(ev.BattleClosed(battle.id, result, winner))
    decks.settle(system, run, battle.space)
    if neutrals.is_neutral(system, state, battle.space) and result != "attacker takes":
        heir = neutrals.nearest_opponent(system, state, battle.space)
        conquest.hand_over(system, run, battle.space, heir, "neutral defended", battle=battle.id)
    if result == "attacker takes" and not system.graph.is_sea[battle.space]:
        conquest.take(system, run, battle, [u for u in attackers
                                            if u.type in system.of_category("land")])  # fmt: skip


def _anyone_left(state: State, battle: OpenBattle) -> bool:
    """Whether attackers of a battle live, who have gone on from it or gave support."""
    return any(
        battle.id in memory.battles and state.units[i].owner in state.active
        for i, memory in state.memories.items()
    )


def _unflag(run: Run, battle: OpenBattle) -> None:
    """Take the flags of a round from all who are in a battle, or where it is fought."""
    there = {i for p in battle.participants for i in p.units}
    there |= {u.id for u in run.state.at(battle.space)}
    _forget(run, sorted(there), battle.id)


def _unflag_elsewhere(run: Run) -> None:
    """Take the flags of the round from who has gone on, or retreated, where no round is on."""
    fights = [x for x in run.state.battles.values() if not groups.between(x)]
    busy = {i for battle in fights for p in battle.participants for i in p.units}
    _forget(run, [u.id for u in run.state.units.values() if u.flags and u.id not in busy])


def _forget(run: Run, units: Iterable[int], battle: str = "") -> None:
    there = run.state.units
    for unit in units:
        lost = tuple([f for f in there[unit].flags if f in w.PASSING_FLAGS])
        if lost:
            run.emit(ev.UnitsConverted((unit,), "round over", lost=lost, battle=battle))


def is_stalemate(system: System, state: State, battle: OpenBattle) -> bool:
    """Whether nobody left can hit anybody: a submarine under aircraft it cannot reach."""
    next_round = msgspec.structs.replace(battle, round=battle.round + 1, rolls=())
    return not any(
        firing.shots(system, state, next_round, stage)
        for stage in course_of(system, battle).rounds
        if stage.does == "fire"
    )
