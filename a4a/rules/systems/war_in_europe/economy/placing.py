"""Where new counters may appear (7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.systems.war_in_europe.access import Bar, may_share
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


def placements(system: System, state: State, unit: Unit) -> Iterator[str]:
    """Find the hexes in which a new counter may appear, in board order."""
    field = field_of(system, state)
    sites = _sites(field, unit)
    for space in sorted(sites, key=system.board.index.__getitem__):
        if next(_hindrances(field, unit, space), None) is None:
            yield space


def placement_bar(system: System, state: State, unit: Unit, space: str) -> Bar | None:
    """Return why a new counter may not appear in a space, or None if it may."""
    field = field_of(system, state)
    if space not in _sites(field, unit):
        return _no_site(field, unit, space)
    return next(_hindrances(field, unit, space), None)


# --- the kind of place ----------------------------------------------------------------------------


def _sites(field: Field, unit: Unit) -> frozenset[str]:
    """The hexes in which a counter of its kind may appear, whatever stands there."""
    system, standing = field.system, field.standing
    side, countries = standing.side_of(unit.owner), system.countries
    if unit.owner == AMERICA:
        return frozenset({AMERICA})
    if (unit.owner, unit.name) == FREE_FRENCH:
        return free_french_sites(field)
    if is_unnamed_fort(system, unit):
        friendly = (p for p in countries.lands if standing.controller(p) == side)
        return frozenset(s for power in friendly for s in countries.lands[power]) - countries.closed
    if is_fort(system, unit):
        return frozenset(s for s in (city_of(system, unit),) if s and standing.holder(s) == side)
    home = countries.homes.get(unit.owner, frozenset()) - countries.closed
    if system.media[unit.type] == "sea":
        return home.intersection(system.ports)
    if _is_cityless(field, unit):
        return home
    cities = _cities(field, unit)
    return home & cities.union(*(system.ground.beside[city] for city in cities))


def _cities(field: Field, unit: Unit) -> frozenset[str]:
    """The production cities of a counter's side; of a neutral's, also its own."""
    system, state = field.system, field.state
    own = frozenset(s for s in system.cities if state.control.get(s) == unit.owner)
    return own.union(income.cities(system, state, field.standing.side_of(unit.owner)))


def _is_cityless(field: Field, unit: Unit) -> bool:
    """Whether a counter is of a minor power that has no production city left at home (7.2.3)."""
    home = field.system.countries.homes.get(unit.owner, frozenset())
    playable = field.system.catalog.power(unit.owner).playable
    return not playable and home.isdisjoint(_cities(field, unit))


def _no_site(field: Field, unit: Unit, space: str) -> Bar:
    """Why the kind of counter may not appear in a place of this kind."""
    system, hexagon = field.system, field.system.board.space(space)
    title = hexagon.title
    if unit.owner == AMERICA:
        return Bar("WE-PLC-005", "American units appear in the United States", AMERICA)
    if hexagon.kind in ("sea", "box") or hexagon.impassable:
        return Bar("WE-PLC-001", f"{title} is no land at home", "a hex of its home country")
    if (unit.owner, unit.name) == FREE_FRENCH:
        where = "an Allied production city in Britain or France, Algiers, or Toulon"
        return Bar("WE-PLC-007", f"{title} is no place for the Free French", where)
    if is_unnamed_fort(system, unit):
        why = f"{title} is in no friendly country"
        return Bar("WE-PLC-009", why, "a country of its own side")
    if is_fort(system, unit):
        return Bar("WE-PLC-011", f"{unit.name} is built in its city alone", "its city, if held")
    if system.media[unit.type] == "sea":
        return Bar("WE-PLC-002", f"{title} is no port of its own", "a port at home")
    if space not in system.countries.homes.get(unit.owner, ()):
        return Bar("WE-PLC-001", f"{title} is not at home", "a hex of its home country")
    why = f"{title} is not beside a production city that its side holds"
    return Bar("WE-PLC-001", why, "the hex of such a city, or one beside it")


def free_french_sites(field: Field) -> frozenset[str]:
    """Return where the Free French may appear: Allied cities in Britain, France, Africa (7.2.4)."""
    system, standing = field.system, field.standing
    side = standing.side_of(FREE_FRENCH[0])
    own = income.cities(system, field.state, side)
    found = {s for s in own if system.countries.land_of(s) in _FREE_FRENCH_LANDS}
    named = (system.board.space(place).name for place in _FREE_FRENCH_PLACES)
    return frozenset(found | {s for s in named if standing.holder(s) == side})


# --- what stands there ----------------------------------------------------------------------------


def _hindrances(field: Field, unit: Unit, space: str) -> Iterator[Bar]:
    """What bars a counter from a place of the right kind."""
    if unit.owner == AMERICA:
        return
    yield from _enemies(field, unit, space)
    if is_fort(field.system, unit):
        yield from _fort_supply(field, unit, space)
    yield from _stack(field, unit, space)


def _fort_supply(field: Field, unit: Unit, space: str) -> Iterator[Bar]:
    supply = supply_of(field.system, field.state)
    capitals = supply.friendly_capitals(field.standing.side_of(unit.owner))
    if not supply.lines(unit.owner).reach(space, capitals):
        title = field.system.board.space(space).title
        yield Bar("WE-PLC-013", f"{title} traces no line to a friendly capital", "a hex that does")


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
    if _is_cityless(field, unit):
        return  # it may appear in any other hex at home (7.2.3)
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
    if (bar := may_share(field.standing, field.state, unit, space)) is not None:
        yield bar
    limit = system.stacking.limit(unit.type)
    if limit and sum(friend.type in limit.units for friend in friends) >= limit.most:
        why = f"{system.board.space(space).title} holds {limit.most} {limit.group} already"
        yield Bar(limit.rule, why, "a hex with room")
