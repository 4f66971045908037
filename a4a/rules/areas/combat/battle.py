"""What battles are made of: sides, tasks, steps, cargo; and the questions asked in them."""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core import events as ev
from a4a.core.events import Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas.politics import neutrals
from a4a.rules.areas.system import System
from a4a.rules.run import Run

# Tasks that combat moves give to units.
RAID, ESCORT, ASSAULT, ENGAGE, DROP = "raid", "escort", "assault", "engage", "drop"
# Tasks that combat gives to units.
INTERCEPT, BOMBARD = "intercept", "bombard"
# Tasks of participants.
LANDING, SCRAMBLED, INTERCEPTOR, BOMBARDMENT = "landing", "scramble", "interceptor", "bombardment"

HIT = "hit"
"""Flag of a unit behind the casualty strip: hit, and to be removed once it has fired."""

FRESH = "just damaged"
"""Flag of a unit that was damaged in the exchange that is on, and still fires as if it were not."""

# Steps of a combat round, and of what comes before the first.
AIM_GUNS, BOMBARDING, ASHORE = "bombardment orders", "bombardment", "landing"
ANTIAIRCRAFT = "antiaircraft fire"
ATTACKER_SUBMERGES, DEFENDER_SUBMERGES = "attacker may submerge", "defender may submerge"
ATTACKER_STRIKES, DEFENDER_STRIKES = "attacker's surprise strike", "defender's surprise strike"
ATTACK, DEFENSE, RETREAT, STAY = "attack", "defense", "retreat", "stay or retreat"
AIM_BOMBS, BOMBING = "bombing orders", "bombing"


def side(state: State, battle: OpenBattle, role: Role, *, task: str | None = None) -> list[Unit]:
    """Return the units of a side of a battle, perhaps only those with a task in it."""
    units = state.units
    return [
        units[i]
        for p in battle.participants
        if p.role == role and (task is None or p.task == task)
        for i in p.units
    ]


def opposite(role: Role) -> Role:
    """Return the other role."""
    return "defender" if role == "attacker" else "attacker"


def is_sea(system: System, battle: OpenBattle) -> bool:
    """Whether a battle is fought in a sea zone."""
    return system.graph.is_sea[battle.space]


def is_seaborne(battle: OpenBattle, unit: int) -> bool:
    """Whether a unit comes ashore in a battle, or has."""
    return any(unit in p.units for p in battle.participants if p.task == LANDING)


def hunts_submarines(system: System, units: Iterable[Unit]) -> bool:
    """Whether a destroyer is among some units."""
    hunters = system.able("anti-submarine")
    return any(unit.type in hunters for unit in units)


def cargo(state: State, unit: int) -> tuple[int, ...]:
    """Ids of what is aboard a unit, and of what is aboard that."""
    found: tuple[int, ...] = ()
    for aboard in state.at(unit):
        found += (aboard.id, *cargo(state, aboard.id))
    return found


def remove(run: Run, units: Iterable[int], battle: str, *, reason: str = "casualty") -> None:
    """Remove units with all that is aboard them."""
    state = run.state
    gone = dict.fromkeys(i for unit in units for i in (unit, *cargo(state, unit)))
    if gone:
        run.emit(ev.UnitsRemoved(tuple(gone), reason, battle))


def deciders(system: System, state: State, units: Iterable[Unit]) -> tuple[str, ...]:
    """Return the powers that decide for some units: their owners, in the order of the catalog.

    The army of a neutral is led by a power that has units beside it, or else by its commander
    (R-033).
    """
    owners = {unit.owner for unit in units}
    playable = [p for p in system.order_of_play if p in owners]
    if not playable and not any(map(system.catalog.side_of, owners)):
        return (neutrals.commander(system, state, state.active[0]),)
    return tuple(playable) or tuple(p for p in system.catalog.power_order if p in owners)


def question(battle: OpenBattle, what: str) -> str:
    """Return the id of a question that is asked once in a step of a battle."""
    return f"{battle.id}, {battle.round}, {battle.step}: {what}"
