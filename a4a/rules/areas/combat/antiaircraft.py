"""Antiaircraft fire of AAA units: once, before the first round, at attacking aircraft.

Sources: AA rulebook, Unit Profiles, AAA (p. 29-30).
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.state import OpenBattle, State
from a4a.rules.areas import technology
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import casualties
from a4a.rules.areas.combat.fire import Shot, fire
from a4a.rules.areas.system import System
from a4a.rules.run import Run


def shots(system: System, state: State, battle: OpenBattle) -> list[Shot]:
    """Return the shots of the AAA units of a territory.

    Each unit fires several shots, but each attacking aircraft is fired at once at most; so is each
    paratrooper.
    Where there are more shots than aircraft, those that hit best are fired.
    """
    air = system.of_category("air")
    aircraft = sum(
        u.type in air or state.memory(u.id).task == b.DROP
        for u in b.side(state, battle, "attacker")
    )
    found = [
        Shot(
            gun.owner,
            gun.type,
            technology.number(system, state, gun.owner, gun.type, "antiaircraft"),
            "aircraft",
        )
        for gun in b.side(state, battle, "defender")
        if gun.type in system.able("antiaircraft fire")
        for _ in range(technology.number(system, state, gun.owner, gun.type, "shots"))
    ]
    return sorted(found, key=lambda shot: -shot.value)[:aircraft]


def begin(system: System, run: Run, battle: OpenBattle) -> bool:
    """Fire at the attacking aircraft; return whether anything fired."""
    found = shots(system, run.state, battle)
    if found:
        run.emit(ev.CombatStepBegan(battle.id, b.ANTIAIRCRAFT))
        fire(system, run, found, purpose="aa", battle=battle.id, role="defender")
        casualties.take(system, run, battle.id)
    return bool(found)
