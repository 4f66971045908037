"""How battles end: nobody left to fire, the defenceless destroyed, territories taken."""

from __future__ import annotations

from collections.abc import Sequence

from a4a.core import events as ev
from a4a.core.events import BattleResult, Winner
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas import force
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import casualties, recall, retreat
from a4a.rules.areas.combat.volleys import can_fire
from a4a.rules.areas.control import conquest
from a4a.rules.areas.system import System
from a4a.rules.run import Run


def is_over(system: System, state: State, battle: OpenBattle) -> bool:
    """Whether a side has no unit left that can fire at a target or retreat."""
    attackers = b.side(state, battle, "attacker")
    defenders = b.side(state, battle, "defender")
    sea, first = b.is_sea(system, battle), not battle.round
    if not can_fire(system, defenders, "defender", attackers, sea=sea, first=first):
        return True
    return not (
        can_fire(system, attackers, "attacker", defenders, sea=sea, first=first)
        or retreat.options(system, state, battle)
    )


def conclude(system: System, run: Run, battle: str) -> None:
    """End a battle in which one side can do no more, or ask whether its ships still withdraw."""
    casualties.clear_strip(system, run, battle)
    _destroy_defenceless(system, run, battle)
    state = run.state
    open_battle = state.battles[battle]
    attackers = b.side(state, open_battle, "attacker")
    if (
        open_battle.step != b.STAY
        and _only_transports(system, attackers)
        and _only_transports(system, b.side(state, open_battle, "defender"))
        and retreat.options(system, state, open_battle)
    ):
        run.emit(ev.CombatStepBegan(battle, b.STAY))
        retreat.ask(system, run, run.state.battles[battle], rule="retreat.transports")
        return
    close(system, run, battle)


def _only_transports(system: System, units: Sequence[Unit]) -> bool:
    last = system.able("chosen last")
    return bool(units) and all(unit.type in last for unit in units)


def _destroy_defenceless(system: System, run: Run, battle: str) -> None:
    """Remove transports, AAA and what else is defenceless, if nobody can protect it."""
    state = run.state
    open_battle = state.battles[battle]
    attackers = b.side(state, open_battle, "attacker")
    defenders = b.side(state, open_battle, "defender")
    sea = b.is_sea(system, open_battle)
    attack = can_fire(system, attackers, "attacker", defenders, sea=sea)
    defense = can_fire(system, defenders, "defender", attackers, sea=sea)
    if attack and not defense:
        b.remove(run, _prey(system, attackers, defenders), battle, reason="defenceless")
    elif defense and not attack and sea and not retreat.options(system, state, open_battle):
        b.remove(run, _prey(system, defenders, attackers), battle, reason="defenceless")


def _prey(system: System, hunters: Sequence[Unit], units: Sequence[Unit]) -> list[int]:
    helpless = frozenset().union(
        *map(system.able, ("chosen last", "antiaircraft fire", "defenceless"))
    )
    return [unit.id for unit in units if unit.type in helpless]


def close(
    system: System,
    run: Run,
    battle: str,
    *,
    result: BattleResult | None = None,
    winner: Winner = "nobody",
) -> None:
    """Close a battle and apply its consequences: conquest, landings that cannot be made."""
    casualties.clear_strip(system, run, battle)
    state = run.state
    open_battle = state.battles[battle]
    attackers = b.side(state, open_battle, "attacker")
    captors = [u for u in attackers if u.type in system.able("captures")]
    if result is None:
        result, winner = _result(system, state, open_battle)
    retreat.forget_ways(run, open_battle)
    recall.forget(run, open_battle)
    run.emit(ev.BattleClosed(battle, result, winner))
    if b.is_sea(system, open_battle):
        _tell_landings(system, run, open_battle)
    elif result == "attacker takes":
        conquest.take(system, run, open_battle.space, captors[0].owner, battle=battle)


def _result(system: System, state: State, battle: OpenBattle) -> tuple[BattleResult, Winner]:
    attackers = b.side(state, battle, "attacker")
    defenders = b.side(state, battle, "defender")
    if attackers and defenders:
        return "stalemate", "nobody"
    if attackers:
        takes = any(unit.type in system.able("captures") for unit in attackers)
        return ("attacker takes" if takes else "attacker wins"), "attacker"
    submerged = [u for u in state.at(battle.space) if u.type in system.able("submerge")]
    power = force.attacker(state, battle)
    if any(u.owner == power and battle.id in state.memory(u.id).battles for u in submerged):
        return "stalemate", "nobody"
    return ("defender wins", "defender") if defenders else ("mutual destruction", "nobody")


def _tell_landings(system: System, run: Run, battle: OpenBattle) -> None:
    """Tell landings how the sea battle before them went."""
    last = system.able("chosen last")
    cleared = all(u.type in last for u in b.side(run.state, battle, "defender"))
    for landing in list(run.state.battles.values()):
        if battle.id in landing.links:
            stranded = [
                i
                for p in landing.participants
                if p.task == b.LANDING and p.origin == battle.space
                for i in p.units
                if not cleared or run.state.space_of(i) != battle.space
            ]
            if stranded:
                run.emit(ev.BattleLeft(landing.id, tuple(stranded), "not landed"))
                run.emit(ev.UnitsTasked(tuple(stranded), ""))
            if not b.side(run.state, run.state.battles[landing.id], "attacker"):
                run.emit(ev.BattleClosed(landing.id, "called off", "nobody"))
