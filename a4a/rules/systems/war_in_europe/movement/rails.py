"""Land and air units that move by rail: any distance, over friendly land (8.1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from a4a.core.english import the
from a4a.core.units import Unit
from a4a.rules.hexes.movement import Reach, Rules, reach
from a4a.rules.systems.war_in_europe.access import may_enter
from a4a.rules.systems.war_in_europe.movement.marching import FIXED
from a4a.rules.systems.war_in_europe.movement.mover import SHARED, Mover
from a4a.rules.systems.war_in_europe.orders.moving import Rail
from a4a.rules.systems.war_in_europe.system import ROADLESS
from a4a.rules.systems.war_in_europe.tasks import MOVED, ON_RAILS

ZONE, GROUND, NEUTRAL, FRIENDLY = "WE-RAI-002", "WE-RAI-005", "WE-RAI-006", "WE-RAI-010"
USERS, NO_RAIL = "WE-RAI-001", "WE-RAI-007"
VERB = "move by rail"

_FAR = 10_000


def spent(mover: Mover, unit: Unit) -> tuple[str, str] | None:
    """Return why a unit on the board does not go by rail in this turn: rule and reason."""
    if mover.field.category(unit) == "sea":
        return USERS, "a fleet does not go by rail"
    if "stands" in mover.system.catalog.unit_type(unit.type).abilities:
        return FIXED, "a fort never moves"
    memory = mover.memory(unit)
    if memory.task == ON_RAILS:
        return None
    if memory.task in MOVED:
        return MOVED[memory.task]
    if memory.via is not None:
        return ZONE, "it has moved otherwise in this turn, and a rail move is its whole move"
    if unit.place in mover.zone:
        return ZONE, "it begins in an enemy zone of control"
    return None


def bars(mover: Mover, power: str, space: str) -> tuple[str, str] | None:
    """Return why no rail move of a power's units enters a hex: rule and reason."""
    if space not in mover.off_rails(power):
        return None
    there = mover.system.board.space(space)
    if there.kind in ("sea", "box"):
        return GROUND, f"{there.title} is no land"
    if ROADLESS in there.features:
        region = mover.system.board.region_of(space)
        return NO_RAIL, f"there is no railway in {the(region)}"
    if mover.standing.is_neutral_ground(space):
        return NEUTRAL, f"{there.title} is neutral"
    if space in mover.zone:
        return ZONE, f"{there.title} is in an enemy zone of control"
    return FRIENDLY, f"{there.title} is not held by the {mover.side}"


def destinations(mover: Mover, units: Sequence[Unit]) -> Reach | None:
    """Return where units of one hex can go together by rail, or None if they cannot."""
    if any(isinstance(unit.place, int) or spent(mover, unit) for unit in units):
        return None
    here = mover.state.space_of(units[0].id)
    if here is None:
        return None
    shut = (mover.shut(unit.owner, "land") | mover.off_rails(unit.owner) for unit in units)
    rules = Rules(barred=frozenset().union(*shut))
    found = reach(mover.system.ground.on_foot, here, _FAR, rules)
    taken = mover.enemies if _fly(mover, units) else frozenset()
    return found.without(taken | mover.with_strangers(units))


def _fly(mover: Mover, units: Sequence[Unit]) -> bool:
    """Whether air units are among those that move: they do not end their move beside enemies."""
    return any(mover.field.category(unit) == "air" for unit in units)


def check(mover: Mover, order: Rail) -> tuple[Unit, ...]:
    """Return the units that an order moves by rail; RuleViolation if it may not be."""
    units = mover.own(order.units, None, VERB)
    book, ground = mover.system.book, mover.system.ground
    tried = mover.tried(VERB, units, order.path[-1] if order.path else "nowhere")
    mover.check_aboard(units, VERB)
    for unit in units:
        if (done := spent(mover, unit)) is not None:
            raise book.violation(done[0], done[1], tried=tried)
    mover.check_path(units, order.path, tried)
    for here, there in pairwise(order.path):
        if there not in ground.on_foot[here]:
            why = f"no land joins {here} and {there}"
            raise book.violation(GROUND, why, tried=tried, allowed="hexes joined by land")
        for unit in units:
            if (bar := bars(mover, unit.owner, there)) is not None:
                raise book.violation(bar[0], bar[1], tried=tried, allowed="hexes the side holds")
            if (shut := may_enter(mover.standing, unit.owner, there, "land")) is not None:
                raise shut.violation(mover.system, tried)
    end = order.path[-1]
    if end in mover.enemies and _fly(mover, units):
        why = f"enemy units are in {end}"
        raise book.violation(SHARED, why, tried=tried, allowed="a hex without enemies")
    mover.check_end(units, end, tried)
    return units
