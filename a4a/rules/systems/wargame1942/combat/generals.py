"""Generals: modifiers that stand in a space, and fall with the last unit of their battle.

Sources: The War Game, "Generals and Field Marshals", "Generals and Their Egos".
"""

from __future__ import annotations

from collections.abc import Sequence

from a4a.core import events as ev
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import landings, sides, withdrawals
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.combat.firing import generals_in


def commanding(system: System, state: State, space: str) -> list[str]:
    """Return the nations whose Generals are in a space to the end of its battle."""
    gone = (w.WITHDRAW, w.RETREATED)
    here = generals_in(system, state, space)
    return [u.owner for u in here if state.memory(u.id).task not in gone]


def mourn(system: System, run: Run, battles: tuple[str, ...]) -> None:
    """Remove the Generals whose side has no unit left in a battle they are in.

    One who defends falls only if the land is taken as well (WG-GEN-012); one who has declared his
    retreat is no better off (WG-GEN-016). As long as units are to land, the last has not fallen.
    Whose fellows all leave land that is taken goes with them (R-543).
    """
    for name in battles:
        state = run.state
        battle = state.battles[name]
        for leader in generals_in(system, state, battle.space):
            attacks = leader.owner in state.active
            if attacks and landings.is_to_come(state, battle.space):
                continue
            own = sides.units(state, battle, "attacker" if attacks else "defender")
            taken = not attacks and _is_taken(system, state, battle)
            if own and taken and all(sides.withdraws(state, u) for u in own):
                _go_along(system, run, battle, leader, own)
            elif not own and (attacks or taken):
                run.emit(ev.UnitsRemoved((leader.id,), "fell with the last unit", name))


def _go_along(
    system: System, run: Run, battle: OpenBattle, leader: Unit, others: Sequence[Unit]
) -> None:
    """Let a General retreat with his fellows: to land of theirs, or else to any that he may."""
    state = run.state
    open_to_him = withdrawals.defenders(system, state, battle).get(leader.id, ())
    theirs = [str(state.memory(u.id).target) for u in others]
    to = next((space for space in (*theirs, *open_to_him) if space in open_to_him), None)
    if to is not None:
        run.emit(ev.UnitsTasked((leader.id,), w.WITHDRAW, to))


def _is_taken(system: System, state: State, battle: OpenBattle) -> bool:
    land = system.of_category("land")
    return any(u.type in land for u in sides.standing(state, battle, "attacker"))
