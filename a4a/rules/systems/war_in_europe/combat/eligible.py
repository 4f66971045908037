"""Who may attack a hex, and who may support an attack or its defense (9, 9.1 to 9.3)."""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core.dice import ScriptedDice
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.access import Bar, may_attack, may_join
from a4a.rules.systems.war_in_europe.combat import battles as b
from a4a.rules.systems.war_in_europe.combat import forces as f
from a4a.rules.systems.war_in_europe.entering import attacked
from a4a.rules.systems.war_in_europe.field import Field, field_of
from a4a.rules.systems.war_in_europe.system import System

MARKED_AIR, MARKED_FLEET, ABOARD = "WE-CMP-025", "WE-CMP-026", "WE-CMP-016"
BY_LAND, ONCE, SUPPORT_ZONE = "WE-LCB-001", "WE-SEQ-011", "WE-LCB-002"
AIR_ZONE, SEA_ZONE, SEA_SUPPORT = "WE-ZOC-025", "WE-SCB-001", "WE-SCB-004"
COASTAL, ONE_MISSION, MUST = "WE-ZOC-015", "WE-CMP-014", "WE-DRP-005"


def landed(field: Field, space: str, side: str) -> tuple[Unit, ...]:
    """Return the land units of a side that share a hex with enemies, or assault a port."""
    return tuple(unit for unit in field.units(space, side, "land") if must_fight(field, unit))


def must_fight(field: Field, unit: Unit) -> bool:
    """Whether a unit that dropped or landed has still to fight for its hex (WE-CMB-001)."""
    if b.fought(field.state, unit.id) & {"land", "amphibious"}:
        return False
    return field.category(unit) == "land" and field.is_contesting(unit)


def enemies(field: Field, space: str, side: str, medium: str = "") -> tuple[Unit, ...]:
    """Return the units in a hex that are not on a side, neutrals' among them; no cargo."""
    return tuple(
        unit
        for unit in field.state.at(space)
        if field.standing.side_of(unit.owner) != side
        and (not medium or field.category(unit) == medium)
    )


def land_bar(field: Field, unit: Unit, space: str) -> Bar | None:
    """Return why a land unit may not attack a hex, or None if it may."""
    system, state = field.system, field.state
    if f.is_fort(system, unit):
        return Bar(BY_LAND, "forts do not attack", "other land units")
    if isinstance(unit.place, int):
        return Bar(ABOARD, "a unit aboard a fleet does nothing", "land units on land")
    if b.fought(state, unit.id) & {"land", "amphibious"}:
        return Bar(ONCE, "it has attacked in this phase", "each land unit attacks once a phase")
    if unit.place == space:
        return None
    if must_fight(field, unit):
        return Bar(MUST, f"it must fight for {unit.place}", f"attack {unit.place}")
    if space not in field.system.ground.on_foot.get(str(unit.place), ()):
        return Bar(BY_LAND, "the hex is not in its zone of control", "hexes it could walk into")
    return None


def support_bar(field: Field, unit: Unit, space: str, *, kind: str) -> Bar | None:
    """Return why an air unit or fleet may not take part in a battle for a hex, or None if it may.

    Parameters
    ----------
    field
        What stands where.
    unit
        The air unit or fleet.
    space
        The hex.
    kind
        "land", "sea" or "air": what is fought there.
    """
    flies = field.category(unit) == "air"
    if not field.is_ready(unit):
        return Bar(MARKED_AIR if flies else MARKED_FLEET, "it is Ops Complete", "ready units")
    if space not in field.zones.of(unit.id):
        if isinstance(unit.place, int) and not field.zones.of(unit.id):
            return Bar(ABOARD, "a unit aboard a fleet does nothing", "naval air units")
        rule = SUPPORT_ZONE if kind == "land" else AIR_ZONE if flies else SEA_ZONE
        return Bar(rule, "the hex is not in its zone of control", "units whose zones hold it")
    return None


def mission_bar(field: Field, unit: Unit, *, kind: str) -> Bar | None:
    """Return why an attacking fleet has done enough in this phase, or None if it may go on.

    It attacks fleets once, or supports a land combat once; after a sea combat that it won it may
    still support the land combat it was meant for (WE-SCB-011, R-282).
    """
    if field.category(unit) != "sea":
        return None
    had = b.fought(field.state, unit.id) & {"land", "amphibious", "sea"}
    if had and not (kind == "land" and had == {"sea"}):
        return Bar(ONE_MISSION, "it has fought in this phase", "fleets attack or support once")
    return None


def awake(field: Field, space: str, powers: Iterable[str]) -> Field:
    """Return the field once powers attack a hex: neutrals in it have come into the war (R-311).

    With them zones of control reach into their land, those of the attackers' support, too.
    """
    neutral = field.standing.is_neutral
    others = dict.fromkeys(u.owner for u in field.state.at(space) if neutral(u.owner))
    if not others:
        return field
    run = Run(field.state, ScriptedDice(()))
    attacked(field.system, run, powers, others)
    return field_of(field.system, run.state)


def attackers(field: Field, space: str, side: str) -> tuple[Unit, ...]:
    """Return the units of a side that could be in an attack on a hex.

    Air units and fleets could support an attack of land units on a neutral, which invades it.
    """
    near = map(field.state.unit, sorted(_near(field, side, space)))
    found = tuple(unit for unit in near if could_attack(field, unit, side, space))
    powers = dict.fromkeys(unit.owner for unit in found if field.category(unit) == "land")
    then = awake(field, space, powers) if powers else field
    if then is field:
        return found
    near = map(then.state.unit, sorted(_near(then, side, space) - {unit.id for unit in found}))
    return (*found, *(unit for unit in near if could_attack(then, unit, side, space)))


def _near(field: Field, side: str, space: str) -> set[int]:
    """The units beside a hex or in it, and those whose zones hold it: nobody else attacks it."""
    hexes = (space, *field.system.ground.beside[space])
    found = {unit.id for here in hexes for unit in field.units(here, side)}
    return found.union(*(field.zones.over(space, side, medium) for medium in ("air", "sea")))


def could_attack(field: Field, unit: Unit, side: str, space: str) -> bool:
    """Whether a unit could be in an attack on a hex."""
    if field.side_of(unit) != side or field.state.space_of(unit.id) is None:
        return False
    medium = field.category(unit)
    foes = enemies(field, space, side)
    if any(may_attack(field.standing, unit.owner, foe.owner, medium) for foe in foes):
        return False
    if medium == "land":
        stays = landed(field, space, side)
        land = any(field.category(foe) == "land" for foe in foes)
        return bool(land or stays) and land_bar(field, unit, space) is None
    kind = "land" if any(field.category(foe) == "land" for foe in foes) else medium
    bar = support_bar(field, unit, space, kind=kind)
    return bar is None and mission_bar(field, unit, kind=kind) is None


def apart(field: Field, units: Iterable[Unit]) -> Bar | None:
    """Return why units do not fight together (12.4.3), or None if they do."""
    powers = tuple(dict.fromkeys(unit.owner for unit in units))
    for power in powers[1:]:
        if (bar := may_join(field.standing, powers[0], power)) is not None:
            return bar
    return None


def supporters(
    system: System, state: State, space: str, side: str, friends: Iterable[Unit], *, kind: str
) -> tuple[Unit, ...]:
    """Return the ready units of a side outside a hex that could join a battle for it.

    Parameters
    ----------
    system, state
        The game, and how the board stands.
    space
        The hex.
    side
        Whose units.
    friends
        Those they would fight together with.
    kind
        "land": air units and fleets support; "sea" or "air": air units alone do.
    """
    field = field_of(system, state)
    own = tuple(friends)
    media = ("air", "sea") if kind == "land" else ("air",)
    return tuple(
        unit
        for medium in media
        for unit in map(state.unit, field.zones.over(space, side, medium))  # type: ignore[arg-type]
        if support_bar(field, unit, space, kind=kind) is None and apart(field, (*own, unit)) is None
    )
