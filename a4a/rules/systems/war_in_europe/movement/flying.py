"""Air units that move to another base, and paratroops that are dropped (8.2, 8.1.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from a4a.core.errors import RuleViolation
from a4a.core.units import Unit
from a4a.rules.hexes.movement import Reach, Rules, reach
from a4a.rules.systems.war_in_europe.access import may_enter
from a4a.rules.systems.war_in_europe.movement.mover import SHARED, Mover
from a4a.rules.systems.war_in_europe.orders.moving import Airdrop, Fly
from a4a.rules.systems.war_in_europe.strength import factors
from a4a.rules.systems.war_in_europe.tasks import MOVED, TOOK_OFF

RANGE, OVER_ENEMY, ZONE, WAKES = "WE-AIR-001", "WE-AIR-003", "WE-ZOC-026", "WE-ZOC-033"
AFTER_LANDING, BASES = "WE-AMP-004", "WE-ZOC-009"
ONE_OR_OTHER, DROP_RANGE, DROP_SEA = "WE-DRP-001", "WE-DRP-002", "WE-DRP-004"
CARRIED = "WE-CMP-016"
VERB, DROP = "fly", "drop"


def left(mover: Mover, unit: Unit) -> int:
    """Return how many hexes an air unit may still fly in this turn."""
    numbers = mover.system.numbers
    landed = has_landed(mover, unit)
    ranges = "air movement after landing in ranges" if landed else "air movement in ranges"
    allowance = numbers[ranges] * factors(mover.system, mover.state, unit).move
    return max(0, allowance - int(mover.memory(unit).moved))


def has_landed(mover: Mover, unit: Unit) -> bool:
    """Whether a fleet has put an air unit ashore in this turn; naval air may have taken off it."""
    memory = mover.memory(unit)
    return memory.unloaded and memory.task != TOOK_OFF


def is_carried(mover: Mover, unit: Unit) -> bool:
    """Whether an air unit is aboard a fleet and does not fly from there."""
    return isinstance(unit.place, int) and not mover.acts_aboard(unit)


def spent(mover: Mover, unit: Unit) -> tuple[str, str] | None:
    """Return why an air unit on the board flies no further in this turn: rule and reason."""
    task = mover.memory(unit).task
    if task in MOVED:
        return MOVED[task]
    if not left(mover, unit):
        rule = AFTER_LANDING if has_landed(mover, unit) else RANGE
        return rule, "it has no movement left"
    return None


def _barred(mover: Mover, units: Sequence[Unit]) -> frozenset[str]:
    """The hexes that air units may not enter."""
    shut = (mover.shut(u.owner, "air") | mover.held_against(u.owner) for u in units)
    return (mover.zone - mover.own_land).union(*shut)


def destinations(mover: Mover, units: Sequence[Unit]) -> Reach | None:
    """Return where air units of one hex can fly together, or None if they cannot."""
    if any(is_carried(mover, unit) or spent(mover, unit) for unit in units):
        return None
    here = mover.state.space_of(units[0].id)
    if here is None:
        return None
    stops = frozenset().union(*(mover.neutral(unit.owner) for unit in units))
    rules = Rules(barred=_barred(mover, units), stops=stops)
    points = min(left(mover, unit) for unit in units)
    found = reach(mover.system.ground.by_air, here, points, rules)
    return found.without(mover.with_strangers(units).union(mover.system.board.seas, mover.enemies))


def check(mover: Mover, order: Fly) -> tuple[tuple[Unit, ...], int]:
    """Return the units that an order moves and what it costs; RuleViolation if it may not be."""
    units = mover.own(order.units, "air", VERB)
    book, ground, board = mover.system.book, mover.system.ground, mover.system.board
    tried = mover.tried(VERB, units, order.path[-1] if order.path else "nowhere")
    mover.check_aboard((unit for unit in units if is_carried(mover, unit)), VERB)
    for unit in units:
        if (done := spent(mover, unit)) is not None:
            raise book.violation(done[0], done[1], tried=tried)
    mover.check_path(units, order.path, tried)
    cost, points = len(order.path) - 1, min(left(mover, unit) for unit in units)
    for at, (here, there) in enumerate(pairwise(order.path)):
        if there not in ground.by_air[here]:
            raise RuleViolation(f"{here} and {there} are not adjacent", tried=tried)
        for unit in units:
            if (bar := may_enter(mover.standing, unit.owner, there, "air")) is not None:
                raise bar.violation(mover.system, tried)
            if at and here in mover.neutral(unit.owner):
                why = f"zones awake in {here}, where neutral land begins"
                raise book.violation(WAKES, why, tried=tried, allowed=f"fly to {here} first")
        if any(there in mover.held_against(unit.owner) for unit in units):
            why = f"land units that are no friends hold {there}"
            raise book.violation(OVER_ENEMY, why, tried=tried, allowed="fly around it")
        if there in mover.zone and there not in mover.own_land:
            why = f"{there} is in an enemy zone of control, and no friendly land unit is there"
            raise book.violation(ZONE, why, tried=tried, allowed="fly around it")
    if cost > points:
        rule = AFTER_LANDING if any(has_landed(mover, unit) for unit in units) else RANGE
        raise book.violation(
            rule, f"it is {cost} hexes", tried=tried, allowed=f"{points} hexes are left"
        )
    end = order.path[-1]
    if end in board.seas:
        raise book.violation(BASES, f"{end} is all sea", tried=tried, allowed="a base on land")
    if end in mover.enemies:
        why = f"enemy units are in {end}"
        raise book.violation(SHARED, why, tried=tried, allowed="a hex without enemies")
    mover.check_end(units, end, tried)
    return units, cost


# --- airdrops -----------------------------------------------------------------------------------


def cannot_drop(mover: Mover, unit: Unit) -> tuple[str, str] | None:
    """Return why a unit makes no airdrop in this turn: rule and reason."""
    if "airdrop" not in mover.system.catalog.unit_type(unit.type).abilities:
        return ONE_OR_OTHER, "it is no paratroop unit"
    if isinstance(unit.place, int):
        return CARRIED, "a unit aboard a fleet does nothing"
    if mover.has_moved(unit) or mover.memory(unit).task:
        return ONE_OR_OTHER, "it has moved otherwise in this turn"
    return None


def _flight(mover: Mover, unit: Unit) -> Reach:
    """The hexes within range of an airdrop: the way to them crosses no neutral land."""
    stops = mover.field.closed | mover.system.countries.closed
    hexes = mover.system.numbers["airdrop range"]
    return reach(mover.system.ground.by_air, str(unit.place), hexes, Rules(stops=stops))


def drop_zones(mover: Mover, unit: Unit) -> tuple[str, ...]:
    """Return the hexes into which a unit can be dropped."""
    if cannot_drop(mover, unit) is not None:
        return ()
    flight = _flight(mover, unit)
    return tuple(sorted(s for s in flight if _drop_bar(mover, unit, s, flight) is None))


def _drop_bar(mover: Mover, unit: Unit, space: str, flight: Reach) -> RuleViolation | None:
    """Why a unit cannot be dropped into a hex."""
    book = mover.system.book
    tried = mover.tried(DROP, [unit], space)
    if space == unit.place:
        return RuleViolation("it stands there", tried=tried)
    if space in mover.system.board.seas:
        why = f"{space} is all sea"
        return book.violation(DROP_SEA, why, tried=tried, allowed="a hex with land")
    if (bar := may_enter(mover.standing, unit.owner, space, "land")) is not None:
        return bar.violation(mover.system, tried)
    if space not in flight:
        hexes = mover.system.numbers["airdrop range"]
        why = f"it is more than {hexes} hexes away"
        return book.violation(DROP_RANGE, why, tried=tried, allowed=f"up to {hexes} hexes")
    if (bar := mover.apart([unit], space)) is not None:
        return bar.violation(mover.system, tried)
    return None


def check_drop(mover: Mover, order: Airdrop) -> tuple[Unit, tuple[str, ...]]:
    """Return the unit that is dropped, and its way; RuleViolation if it may not be."""
    (unit,) = mover.own((order.unit,), "land", DROP)
    space = mover.system.board.find(order.space)
    tried = mover.tried(DROP, [unit], order.space)
    if space is None:
        raise RuleViolation(f"there is no space {order.space!r}", tried=tried)
    if (done := cannot_drop(mover, unit)) is not None:
        raise mover.system.book.violation(done[0], done[1], tried=tried)
    flight = _flight(mover, unit)
    if (bar := _drop_bar(mover, unit, space.name, flight)) is not None:
        raise bar
    return unit, flight.path(space.name)
