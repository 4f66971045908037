"""Land units that move by their movement factors (8.1), also in Armored Action (10.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from a4a.core.board import Border
from a4a.core.errors import RuleViolation
from a4a.core.units import Unit
from a4a.rules.hexes.movement import Reach, Rules, reach
from a4a.rules.systems.war_in_europe.access import may_enter
from a4a.rules.systems.war_in_europe.movement.mover import SHARED, Mover
from a4a.rules.systems.war_in_europe.orders.moving import March
from a4a.rules.systems.war_in_europe.strength import factors
from a4a.rules.systems.war_in_europe.tasks import MOVED

POINTS, LAND_ONLY, NO_SEA = "WE-LND-002", "WE-LND-004", "WE-LND-005"
STOP, ZONE_TO_ZONE, WAKES, FIXED = "WE-ZOC-003", "WE-ZOC-004", "WE-ZOC-033", "WE-CMP-010"

VERB = "move"


def left(mover: Mover, unit: Unit) -> int:
    """Return how many movement points a land unit has left in this turn."""
    move = factors(mover.system, mover.state, unit).move
    return max(0, move - int(mover.memory(unit).moved))


def spent(mover: Mover, unit: Unit, *, toll: int | None) -> tuple[str, str] | None:
    """Return why a land unit on the board moves no further in this turn: rule and reason."""
    memory = mover.memory(unit)
    if "stands" in mover.system.catalog.unit_type(unit.type).abilities:
        return FIXED, "a fort never moves"
    if memory.task in MOVED:
        return MOVED[memory.task]
    if toll is None and unit.place in mover.zone and mover.has_moved(unit):
        return STOP, "it has stopped in an enemy zone of control"
    if not left(mover, unit):
        return POINTS, "it has no movement points left"
    return None


def rules_of(mover: Mover, units: Sequence[Unit], *, toll: int | None) -> Rules:
    """Return what hinders land units that move together."""
    powers = {unit.owner for unit in units}
    return Rules(
        barred=frozenset().union(
            *(mover.shut(power, "land") | mover.held_against(power) for power in powers)
        ),
        stops=frozenset().union(*(mover.neutral(power) for power in powers)),
        zone=mover.zone,
        toll=toll,
    )


def _first(mover: Mover, units: Sequence[Unit]) -> int | None:
    """The most that the first step costs: a unit that has not moved may always take one."""
    if any(mover.memory(unit).moved for unit in units):
        return None
    return min(left(mover, unit) for unit in units)


def destinations(mover: Mover, units: Sequence[Unit], *, toll: int | None) -> Reach | None:
    """Return where land units of one hex can go together, or None if they cannot move.

    Parameters
    ----------
    mover
        The side.
    units
        Land units that stand in one hex.
    toll
        What an enemy zone costs in Armored Action; None in other movement, where it stops units.
    """
    if any(isinstance(unit.place, int) or spent(mover, unit, toll=toll) for unit in units):
        return None
    here = mover.state.space_of(units[0].id)
    if here is None:
        return None
    points = min(left(mover, unit) for unit in units)
    rules = rules_of(mover, units, toll=toll)
    found = reach(mover.system.ground.on_foot, here, points, rules, first=_first(mover, units))
    return found.without(mover.with_strangers(units))


def check(
    mover: Mover, order: March, *, toll: int | None
) -> tuple[tuple[Unit, ...], tuple[int, ...]]:
    """Return the units that an order moves and what each step costs.

    Raises
    ------
    RuleViolation
        If it may not be.
    """
    units = mover.own(order.units, "land", VERB)
    tried = mover.tried(VERB, units, order.path[-1] if order.path else "nowhere")
    mover.check_aboard(units, VERB)
    for unit in units:
        if (done := spent(mover, unit, toll=toll)) is not None:
            raise mover.system.book.violation(done[0], done[1], tried=tried)
    mover.check_path(units, order.path, tried)
    costs = _costs(mover, units, order.path, tried, toll=toll)
    mover.check_end(units, order.path[-1], tried)
    return units, costs


def _costs(
    mover: Mover, units: Sequence[Unit], path: Sequence[str], tried: str, *, toll: int | None
) -> tuple[int, ...]:
    """What each step of a path costs, if it may be taken."""
    book, ground = mover.system.book, mover.system.ground
    rules = rules_of(mover, units, toll=toll)
    points, first = min(left(mover, u) for u in units), _first(mover, units)
    costs: list[int] = []
    for at, (here, there) in enumerate(pairwise(path)):
        step = ground.on_foot[here].get(there)
        if step is None:
            raise _no_way(mover, here, there, tried)
        for unit in units:
            if (bar := may_enter(mover.standing, unit.owner, there, "land")) is not None:
                raise bar.violation(mover.system, tried)
        if any(there in mover.held_against(unit.owner) for unit in units):
            why = f"land units that are no friends hold {there}"
            raise book.violation(SHARED, why, tried=tried, allowed="attack it from beside it")
        if at and rules.halts(here):
            rule, why = (STOP, f"it stops in the enemy zone in {here}")
            if here in rules.stops:
                rule, why = WAKES, f"zones awake in {here}, where neutral land begins"
            raise book.violation(rule, why, tried=tried, allowed=f"move to {here} first")
        if not rules.follows(here, there):
            why = f"{here} and {there} are both in enemy zones of control"
            raise book.violation(ZONE_TO_ZONE, why, tried=tried, allowed="leave the zone first")
        price = rules.price(there, step)
        costs.append(min(price, first) if not at and first is not None else price)
        if sum(costs) > points:
            why = f"to {there} it costs {sum(costs)}, and {points} are left"
            raise book.violation(POINTS, why, tried=tried, allowed=f"{points} movement points")
    return tuple(costs)


def _no_way(mover: Mover, here: str, there: str, tried: str) -> RuleViolation:
    """Why no land unit steps from one hex into another."""
    board = mover.system.board
    border: Border | None = board.border(here, there)
    if border is None or border.kind == "box":
        return RuleViolation(f"{here} and {there} are not adjacent", tried=tried)
    space = board.space(there)
    if space.impassable:
        bar = may_enter(mover.standing, "", there, "land")
        if bar is not None:
            return bar.violation(mover.system, tried)
    if space.kind == "sea":
        rule, why = LAND_ONLY, f"{space.title} is all sea"
    else:
        rule, why = NO_SEA, f"the sea lies between {here} and {there}"
    return mover.system.book.violation(rule, why, tried=tried, allowed="aboard a fleet")
