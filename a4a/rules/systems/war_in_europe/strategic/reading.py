"""A raid of a state as a fight: bombers, raiders and who opposes them by their counters."""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core import events as ev
from a4a.core.state import OpenBattle, State
from a4a.rules.fight import Army, Band, Fight
from a4a.rules.systems.war_in_europe.combat.battles import units_of
from a4a.rules.systems.war_in_europe.combat.forces import marks
from a4a.rules.systems.war_in_europe.economy import income, shipments
from a4a.rules.systems.war_in_europe.strategic import convoys, odds
from a4a.rules.systems.war_in_europe.system import System


def raid_of(system: System, state: State, battle: OpenBattle) -> Fight:
    """Return a raid that has opened as a fight."""
    ours, theirs = (units_of(battle, role) for role in convoys.ROLES)
    return fight_between(system, state, ours, theirs)


def fight_between(
    system: System, state: State, attackers: Iterable[int], defenders: Iterable[int] = ()
) -> Fight:
    """Return a raid of some units as a fight, against those that oppose it."""
    ours, theirs = (
        Army(tuple(_band(system, state, number) for number in units))
        for units in (attackers, defenders)
    )
    return Fight("raid", ours, (theirs,))


def aim_of(system: System, state: State, battle: OpenBattle) -> tuple[str, int]:
    """Return what a raid is on, and how many of its points are lost already."""
    if battle.kind == "bombing raid":
        return odds.CITY, state.markers.get((ev.OnSpace(battle.space), income.BOMBED), 0)
    return convoy_of(system, state)


def convoy_of(system: System, state: State) -> tuple[str, int]:
    """Return which convoy sails now, and how many of the points it could have are not at sea."""
    target = odds.IMPROVED if convoys.improved(system, state) else odds.CONVOY
    return target, odds.most_at_sea(system) - sum(shipments.at_sea(state).values())


def _band(system: System, state: State, number: int) -> Band:
    unit = state.unit(number)
    steps = system.catalog.counter(unit.owner, unit.name).steps
    return Band(
        unit.type,
        1,
        min(unit.damage, steps - 1),
        name=unit.name,
        power=unit.owner,
        marks=tuple(marks(system, state, unit)),
    )
