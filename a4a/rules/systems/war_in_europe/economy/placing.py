"""Where new counters may appear (7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.systems.war_in_europe.access import Bar, may_stack
from a4a.rules.systems.war_in_europe.economy import income
from a4a.rules.systems.war_in_europe.economy.shipments import AMERICA
from a4a.rules.systems.war_in_europe.field import Field, field_of
from a4a.rules.systems.war_in_europe.standing import OTHER
from a4a.rules.systems.war_in_europe.supply import FORT, supply_of
from a4a.rules.systems.war_in_europe.system import PORT, System

FREE_FRENCH: Final = ("Great Britain", "Free French 1st armor")
_FREE_FRENCH_LANDS: Final = ("Great Britain", "France")
_FREE_FRENCH_PLACES: Final = ("Algiers", "Toulon")
_SUFFIX: Final = " fort"


def is_fort(system: System, unit: Unit) -> bool:
    """Whether a counter is a fort."""
    return FORT in system.catalog.unit_type(unit.type).abilities


def city_of(system: System, unit: Unit) -> str | None:
    """Return the hex of the city whose name a fort bears; None if it bears none."""
    if not is_fort(system, unit) or not unit.name.endswith(_SUFFIX):
        return None
    found = system.board.find(unit.name.removesuffix(_SUFFIX))
    return None if found is None else found.name


def is_unnamed_fort(system: System, unit: Unit) -> bool:
    """Whether a counter is a fort that may stand in any hex, and be taken off the map (4.2.G).

    Maginot's bears the name of no city, but it is no fort without a name.
    """
    return is_fort(system, unit) and not unit.name.endswith(_SUFFIX)


def placements(system: System, state: State, unit: Unit) -> tuple[str, ...]:
    """Return the hexes in which a new counter may appear, in board order."""
    return tuple(s.name for s in system.board if placement_bar(system, state, unit, s.name) is None)


def placement_bar(system: System, state: State, unit: Unit, space: str) -> Bar | None:
    """Return why a new counter may not appear in a space, or None if it may."""
    field = field_of(system, state)
    return next(_bars(field, unit, space), None)


def _bars(field: Field, unit: Unit, space: str) -> Iterator[Bar]:
    system = field.system
    if unit.owner == AMERICA:
        if space != AMERICA:
            yield Bar("WE-PLC-005", "American units appear in the United States", AMERICA)
        return
    hexagon = system.board.space(space)
    if hexagon.kind in ("sea", "box") or hexagon.impassable:
        yield Bar("WE-PLC-001", f"{hexagon.title} is no land at home", "a hex of its home country")
        return
    yield from _site(field, unit, space)
    yield from _enemies(field, unit, space)
    if is_fort(system, unit):
        yield from _fort_supply(field, unit, space)
    yield from _stack(field, unit, space)


def _site(field: Field, unit: Unit, space: str) -> Iterator[Bar]:
    """What the kind of counter asks of the place."""
    system, standing = field.system, field.standing
    side, title = standing.side_of(unit.owner), system.board.space(space).title
    home = space in home_of(system, unit.owner)
    if (unit.owner, unit.name) == FREE_FRENCH:
        if space not in free_french_sites(field):
            where = "an Allied production city in Britain or France, Algiers, or Toulon"
            yield Bar("WE-PLC-007", f"{title} is no place for the Free French", where)
    elif is_fort(system, unit):
        yield from _fort_site(field, unit, space)
    elif system.media[unit.type] == "sea":
        if not home or PORT not in system.board.space(space).features:
            yield Bar("WE-PLC-002", f"{title} is no port of its own", "a port at home")
    elif not home:
        yield Bar("WE-PLC-001", f"{title} is not at home", "a hex of its home country")
    else:
        near = set(income.cities(system, field.state, side))
        beside = {space, *system.ground.beside[space]}
        playable = system.catalog.power(unit.owner).playable
        if not playable and near.isdisjoint(home_of(system, unit.owner)):
            return  # a minor without a city of its own (7.2.3)
        if near.isdisjoint(beside):
            why = f"{title} is not beside a production city that its side holds"
            yield Bar("WE-PLC-001", why, "the hex of such a city, or one beside it")


def _fort_site(field: Field, unit: Unit, space: str) -> Iterator[Bar]:
    system, standing = field.system, field.standing
    side, title = standing.side_of(unit.owner), system.board.space(space).title
    if not is_unnamed_fort(system, unit):
        if space != city_of(system, unit) or standing.holder(space) != side:
            yield Bar("WE-PLC-011", f"{unit.name} is built in its city alone", "its city, if held")
    else:
        country = system.countries.land_of(space)
        if country is None or standing.controller(country) != side:
            yield Bar(
                "WE-PLC-009", f"{title} is in no friendly country", "a country of its own side"
            )


def _fort_supply(field: Field, unit: Unit, space: str) -> Iterator[Bar]:
    system, standing = field.system, field.standing
    side, title = standing.side_of(unit.owner), system.board.space(space).title
    supply = supply_of(system, field.state)
    capitals = tuple(
        city
        for power in sorted(standing.fighting[side])
        for city in supply.capitals(power)
    )  # fmt: skip
    if not supply.lines(unit.owner, capitals).line(space):
        yield Bar("WE-PLC-013", f"{title} traces no line to a friendly capital", "a hex that does")


def home_of(system: System, power: str) -> frozenset[str]:
    """Return the hexes of a power's home country, without its territories."""
    countries = system.countries
    away = set(countries.territories(power))
    return frozenset(
        s for s in countries.lands.get(power, ()) if system.board.region_of(s) not in away
    )


def free_french_sites(field: Field) -> frozenset[str]:
    """Return where the Free French may appear: Allied cities in Britain, France, Africa (7.2.4)."""
    system, standing = field.system, field.standing
    side = standing.side_of(FREE_FRENCH[0])
    own = income.cities(system, field.state, side)
    found = {s for s in own if system.countries.land_of(s) in _FREE_FRENCH_LANDS}
    named = (system.board.space(place).name for place in _FREE_FRENCH_PLACES)
    return frozenset(found | {s for s in named if standing.holder(s) == side})


def _enemies(field: Field, unit: Unit, space: str) -> Iterator[Bar]:
    """Enemies in the hex, or around it, and cities and ports that they hold."""
    system, standing = field.system, field.standing
    side, hexagon = standing.side_of(unit.owner), system.board.space(space)
    enemy = OTHER[side]
    if is_unnamed_fort(system, unit):
        if field.units(space, enemy, "land"):
            yield Bar("WE-PLC-009", f"enemies stand in {hexagon.title}", "a hex without any")
        return
    if field.units(space, enemy):
        yield Bar("WE-PLC-003", f"enemies are in {hexagon.title}", "a hex without any")
    matters = hexagon.city or hexagon.capital_of or PORT in hexagon.features
    if matters and standing.holder(space) == enemy:
        yield Bar("WE-PLC-003", f"the enemy holds {hexagon.title}", "a city or port that is held")
    if space in field.zones.held(enemy, "land") and not field.units(space, side, "land"):
        why = f"{hexagon.title} is in an enemy zone of control"
        yield Bar("WE-PLC-004", why, "a hex outside, or with a friendly land unit in it")


def _stack(field: Field, unit: Unit, space: str) -> Iterator[Bar]:
    """Stacking: nothing leaves a hex again before its limits are checked (5.2.2)."""
    system = field.system
    friends = field.units(space, field.standing.side_of(unit.owner))
    for friend in friends:
        if (bar := may_stack(field.standing, unit.owner, friend.owner)) is not None:
            yield bar
    limit = system.stacking.limit(unit.type)
    if limit and sum(friend.type in limit.units for friend in friends) >= limit.most:
        why = f"{system.board.space(space).title} holds {limit.most} {limit.group} already"
        yield Bar(limit.rule, why, "a hex with room")
