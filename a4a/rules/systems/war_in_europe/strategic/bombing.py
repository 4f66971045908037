"""City bombing: the sides bomb in turn, bombers are intercepted, hit cities yield nothing (6.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.access import Bar, may_join
from a4a.rules.systems.war_in_europe.combat.battles import units_of
from a4a.rules.systems.war_in_europe.combat.forces import force
from a4a.rules.systems.war_in_europe.economy import income
from a4a.rules.systems.war_in_europe.field import Field, field_of
from a4a.rules.systems.war_in_europe.standing import OTHER
from a4a.rules.systems.war_in_europe.strategic import stages
from a4a.rules.systems.war_in_europe.strategic.firing import participants, shoot
from a4a.rules.systems.war_in_europe.system import System

BOMBED, INTERCEPTED = "city bombing", "interception"
"""The tasks of air units that have bombed or intercepted in this turn."""
INTERCEPTS: Final = "intercepts"
"""The ability of air units of range 3."""


def is_free(field: Field, unit: Unit) -> bool:
    """Whether an air unit may still bomb or intercept in this turn."""
    tasks = (BOMBED, INTERCEPTED)
    return field.is_ready(unit) and field.state.memory(unit.id).task not in tasks


def bombers(field: Field, side: str, city: str) -> Iterator[Unit]:
    """Find the air units of a side that may bomb a city."""
    over = map(field.state.unit, field.zones.over(city, side, "air"))
    return (unit for unit in over if is_free(field, unit))


def interceptors(field: Field, side: str, city: str) -> Iterator[Unit]:
    """Find the air units of a side that may intercept bombers of a city."""
    return (unit for unit in bombers(field, side, city) if _intercepts(field.system, unit))


def _intercepts(system: System, unit: Unit) -> bool:
    return INTERCEPTS in system.catalog.unit_type(unit.type).abilities


def targets(system: System, state: State, side: str) -> tuple[str, ...]:
    """Return the enemy production cities that a side has bombers for."""
    field = field_of(system, state)
    enemy = income.cities(system, state, OTHER[side])
    return tuple(city for city in enemy if any(bombers(field, side, city)))


def raid_bar(
    system: System, state: State, side: str, target: str, units: tuple[int, ...]
) -> Bar | None:
    """Return why a side may not bomb a city with some units; None if it may."""
    field = field_of(system, state)
    title = system.board.space(target).title
    if target not in income.cities(system, state, OTHER[side]):
        why = f"{title} is no production city of the enemy"
        return Bar("WE-BOM-001", why, "an enemy production city")
    if not units:
        return Bar("WE-BOM-003", "no bombers are named", "one air unit or more")
    return _units_bar(field, side, target, units, "WE-BOM-003")


def intercept_bar(
    system: System, state: State, side: str, target: str, units: tuple[int, ...]
) -> Bar | None:
    """Return why units of a side may not intercept over a city; None if they may."""
    for unit in units:
        if unit in state.units and not _intercepts(system, state.unit(unit)):
            why = f"{state.unit(unit).name} has not range 3"
            return Bar("WE-BOM-004", why, "air units of range 3")
    return _units_bar(field_of(system, state), side, target, units, "WE-BOM-004")


def _units_bar(
    field: Field, side: str, target: str, units: tuple[int, ...], rule: str
) -> Bar | None:
    state, over = field.state, field.zones.over(target, side, "air")
    allowed = "ready air units whose zone of control holds the city"
    for unit_id in units:
        if unit_id not in over:
            name = state.unit(unit_id).name if unit_id in state.units else f"unit {unit_id}"
            return Bar(rule, f"no zone of {name} of the {side} holds {target}", allowed)
        unit = state.unit(unit_id)
        if not field.is_ready(unit):
            return Bar(rule, f"{unit.name} is Ops Complete", allowed)
        if not is_free(field, unit):
            return Bar("WE-BOM-009", f"{unit.name} has flown already this turn", allowed)
        if bar := may_join(field.standing, state.unit(units[0]).owner, unit.owner):
            return bar
    if len(set(units)) < len(units):
        return Bar(rule, "a unit is named twice", allowed)
    return None


def take_off(system: System, run: Run, battle: str, target: str, units: tuple[int, ...]) -> None:
    """Open the raid: the bombers are over the city."""
    run.emit(
        ev.BattleOpened(battle, target, "bombing raid", participants(run.state, "attacker", units)),
        ev.UnitsTasked(units, BOMBED, target),
    )


def rise(system: System, run: Run, battle: str, units: tuple[int, ...]) -> None:
    """Let interceptors meet the bombers: both sides fire, bombers with half their strength."""
    target = run.state.battles[battle].space
    run.emit(
        ev.BattleJoined(battle, participants(run.state, "defender", units, "interceptor")),
        ev.UnitsTasked(units, INTERCEPTED, target),
        ev.CombatRoundBegan(battle, 1),
        ev.CombatStepBegan(battle, "air"),
    )
    opened = run.state.battles[battle]
    own, other = (force(system, run.state, opened, role) for role in ("attacker", "defender"))
    if (volleys := stages.interception(system).volleys(own, other)) is not None:
        shoot(system, run, battle, "defender", volleys[1])
        shoot(system, run, battle, "attacker", volleys[0])


def drop(system: System, run: Run, battle: str) -> None:
    """Let the bombers that are left bomb the city, also where they lost in the air (R-298)."""
    opened = run.state.battles[battle]
    left = units_of(opened, "attacker")
    loss = 0
    if left:
        types = [run.state.unit(i).type for i in left]
        run.emit(ev.CombatStepBegan(battle, "bombing"))
        volley = stages.bombing(system, force(system, run.state, opened, "attacker"), types)
        loss = shoot(system, run, battle, "attacker", volley).loss
    if loss:
        run.emit(ev.MarkerChanged(ev.OnSpace(opened.space), income.BOMBED, 1))
        run.emit(ev.BattleClosed(battle, "bombed", "attacker"))
    else:
        run.emit(ev.BattleClosed(battle, "no effect", "nobody" if left else "defender"))
