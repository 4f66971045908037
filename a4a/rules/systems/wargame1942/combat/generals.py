"""Generals: modifiers that stand in a space, and fall with the last unit of their battle.

Sources: The War Game, "Generals and Field Marshals", "Generals and Their Egos".
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.state import OpenBattle, State
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import landings, sides
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.combat.firing import generals_in


def commanding(system: System, state: State, space: str) -> list[str]:
    """Return the nations of the turn whose Generals are in a space to the end of its battle."""
    staying = [
        u
        for u in generals_in(system, state, space)
        if u.owner in state.active and state.memory(u.id).task not in (w.WITHDRAW, w.RETREATED)
    ]
    return [u.owner for u in staying]


def mourn(system: System, run: Run, battles: tuple[str, ...]) -> None:
    """Remove the Generals whose side has no unit left in a battle they are in.

    One who defends falls only if the land is taken as well (WG-GEN-012); one who has declared his
    retreat is no better off (WG-GEN-016). As long as units are to land, the last has not fallen.
    """
    for name in battles:
        state = run.state
        battle = state.battles[name]
        for leader in generals_in(system, state, battle.space):
            attacks = leader.owner in state.active
            if attacks and landings.is_to_come(state, battle.space):
                continue
            if sides.units(state, battle, "attacker" if attacks else "defender"):
                continue
            if attacks or _is_taken(system, state, battle):
                run.emit(ev.UnitsRemoved((leader.id,), "fell with the last unit", name))


def _is_taken(system: System, state: State, battle: OpenBattle) -> bool:
    land = system.of_category("land")
    return any(u.type in land for u in sides.standing(state, battle, "attacker"))
