"""Units that go aboard fleets and ashore (8.1.3, 8.3.4)."""

from __future__ import annotations

from a4a.core.errors import RuleViolation
from a4a.core.units import Unit
from a4a.rules.systems.war_in_europe.access import may_enter, may_stack
from a4a.rules.systems.war_in_europe.movement.marching import FIXED
from a4a.rules.systems.war_in_europe.movement.mover import SHARED, Mover
from a4a.rules.systems.war_in_europe.orders.moving import Disembark, Embark
from a4a.rules.systems.war_in_europe.system import PORT
from a4a.rules.systems.war_in_europe.tasks import MOVED

CAPACITY, START, SUBMARINES, USERS = "WE-FLT-011", "WE-FLT-012", "WE-FLT-014", "WE-CMP-015"
COAST, ON_ENEMY, PORTS_ONLY = "WE-AMP-001", "WE-AMP-007", "WE-AMP-010"
MARKED, AIR_BAR, FERRY = "WE-CMP-026", "WE-ZOC-026", "WE-ITA-003"
ABOARD, LAND = "embark", "put ashore"
CARRIES = "carries a unit"


def is_port(mover: Mover, unit: Unit, space: str) -> bool:
    """Whether a space has a port that a unit's side controls, or its own power while neutral."""
    ours = mover.standing.holder(space) == mover.side
    own = mover.state.control.get(space) == unit.owner
    return PORT in mover.system.board.space(space).features and (ours or own)


def has_begun_in(mover: Mover, unit: Unit, space: str | None) -> bool:
    """Whether a unit was in a space as the turn began."""
    memory = mover.memory(unit)
    return not memory.unloaded and memory.origin in (None, space)


def check_embark(mover: Mover, order: Embark) -> tuple[Unit, Unit]:
    """Return the unit that goes aboard, and its fleet; RuleViolation if it may not."""
    (unit,) = mover.own((order.unit,), None, ABOARD)
    (fleet,) = mover.own((order.fleet,), "sea", ABOARD)
    tried = f"embark {mover.called([unit])} in the {mover.called([fleet])}"
    mover.check_aboard([unit], ABOARD)
    found = _refused(mover, unit, fleet)
    if found is not None:
        raise mover.system.book.violation(found[0], found[1], tried=tried, allowed=found[2])
    if (bar := may_stack(mover.standing, unit.owner, fleet.owner)) is not None:
        raise bar.violation(mover.system, tried)
    return unit, fleet


def _refused(mover: Mover, unit: Unit, fleet: Unit) -> tuple[str, str, str] | None:
    """Why a unit may not go aboard a fleet: rule, reason, what is allowed."""
    catalog, here = mover.system.catalog, str(fleet.place)
    abilities = catalog.unit_type(fleet.type).abilities
    if mover.field.category(unit) == "sea":
        return USERS, "a fleet is not carried", "land and air units"
    if "stands" in catalog.unit_type(unit.type).abilities:
        return FIXED, "a fort never moves", "other units"
    if CARRIES not in abilities:
        return SUBMARINES, "submarine fleets carry nothing", "a surface fleet"
    if mover.standing.is_neutral(fleet.owner) and unit.owner != fleet.owner:
        power = catalog.called(fleet.owner)
        return FERRY, f"the fleet of neutral {power} carries no units of others", "its own units"
    if len(mover.state.at(fleet.id)) >= mover.system.numbers["fleet cargo"]:
        return CAPACITY, "the fleet carries a unit already", "one unit a fleet"
    if mover.memory(unit).task in MOVED:
        rule, why = MOVED[mover.memory(unit).task]
        return rule, why, ""
    box = here in mover.system.boxes
    if unit.place != here or not (box or is_port(mover, unit, here)):
        return START, "they are not together in a friendly port or a box", "a common port or box"
    if not (has_begun_in(mover, unit, here) and has_begun_in(mover, fleet, here)):
        return START, f"they were not both in {here} as the turn began", "a common start"
    if not mover.field.is_ready(fleet):
        return MARKED, "the fleet is Ops Complete, and does not move", "a fleet that is ready"
    return None


def embarkable(mover: Mover, unit: Unit) -> tuple[Unit, ...]:
    """Return the fleets that a unit can go aboard now."""
    if not isinstance(unit.place, str):
        return ()
    return tuple(
        fleet
        for fleet in mover.state.at(unit.place)
        if mover.field.category(fleet) == "sea"
        and mover.standing.side_of(fleet.owner) == mover.side
        and _refused(mover, unit, fleet) is None
        and may_stack(mover.standing, unit.owner, fleet.owner) is None
    )


def check_disembark(mover: Mover, order: Disembark) -> tuple[Unit, str]:
    """Return the unit that goes ashore, and its hex; RuleViolation if it may not."""
    (unit,) = mover.own((order.unit,), None, LAND)
    here = mover.state.space_of(unit.id)
    tried = f"{LAND} {mover.called([unit])}"
    if here is None or not isinstance(unit.place, int):
        raise RuleViolation("it is aboard no fleet", tried=tried)
    if (bar := landing_bar(mover, unit, here, tried)) is not None:
        raise bar
    return unit, here


def landing_bar(mover: Mover, unit: Unit, here: str, tried: str) -> RuleViolation | None:
    """Return why a unit may not go ashore from its fleet in a hex, or None if it may."""
    book, space, medium = mover.system.book, mover.system.board.space(here), mover.field.category
    if mover.standing.country(here) is None or space.kind not in ("coast", "box"):
        why = f"{space.title} has no coast"
        return book.violation(COAST, why, tried=tried, allowed="a coast hex")
    if (bar := may_enter(mover.standing, unit.owner, here, medium(unit))) is not None:
        return bar.violation(mover.system, tried)
    if mover.standing.holder(here) == mover.enemy:
        if medium(unit) == "land" and PORT in space.features:
            why = f"the enemy controls {space.title}"
            return book.violation(ON_ENEMY, why, tried=tried, allowed="an amphibious assault")
        why = f"the enemy controls {space.title}, and it is no assault on a port"
        return book.violation(PORTS_ONLY, why, tried=tried, allowed="a friendly or neutral coast")
    if here in mover.held_against(unit.owner):
        why = f"land units that are no friends hold {here}"
        return book.violation(SHARED, why, tried=tried, allowed="another hex of that country")
    if medium(unit) == "air" and here in mover.zone and here not in mover.own_land:
        why = f"{here} is in an enemy zone of control, and no friendly land unit is there"
        return book.violation(AIR_BAR, why, tried=tried, allowed="another hex")
    if (apart := mover.apart([unit], here)) is not None:
        return apart.violation(mover.system, tried)
    return None
