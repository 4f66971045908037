"""Industrial complexes and bases: which work, whom they serve, what they can mobilize."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas import technology
from a4a.rules.areas.bases.divided import at_odds
from a4a.rules.areas.politics import limits
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System

_CONSTRUCTION = "under construction: "
_SORTS = ("industrial complex", "bunker")
"""Abilities that several types of facility share, of which a territory has only one."""
_BY_VALUE = "damaged by value"
"""Ability of facilities that take no more damage than their territory is worth."""


def facilities_in(system: System, state: State, territory: str) -> tuple[Unit, ...]:
    """Return the facilities of a territory."""
    kinds = system.of_category("facility")
    return tuple(unit for unit in state.at(territory) if unit.type in kinds)


def operative(system: System, facility: Unit) -> bool:
    """Whether a base works: it is finished, and less damaged than what puts it out of action.

    Damage never puts industrial complexes out of action; it lowers what they mobilize.
    """
    limit = system.types[facility.type].numbers.get("inoperative at")
    return (limit is None or facility.damage < limit) and not unfinished(facility)


def unfinished(facility: Unit) -> int:
    """How many construction markers are left on a facility; 0 once it is finished.

    Examples
    --------
    >>> base = Unit(1, "air base", "Germany", "Berlin", flags=(under_construction(2),))
    >>> base.flags, unfinished(base)
    (('under construction: 2',), 2)
    """
    found = (flag for flag in facility.flags if flag.startswith(_CONSTRUCTION))
    return int(next(found, "0").removeprefix(_CONSTRUCTION))


def under_construction(markers: int) -> str:
    """Return the flag of a facility that has so many construction markers left."""
    return f"{_CONSTRUCTION}{markers}"


def sort_of(system: System, kind: str) -> str:
    """Return of what a territory has only one: the type of facility, or the sort it is one of."""
    abilities = system.types[kind].abilities
    return next((sort for sort in _SORTS if sort in abilities), kind)


def most_damage(system: System, state: State, facility: Unit) -> int:
    """How much damage a facility can have: where its type says so, no more than its land is worth.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("europe1940")
    >>> (complex, *_) = facilities_in(game.ruleset.game, game.state, "United Kingdom")
    >>> most_damage(game.ruleset.game, game.state, complex)
    20
    """
    kind = system.types[facility.type]
    most = int(kind.numbers.get("max damage", kind.hits - 1))
    if _BY_VALUE in kind.abilities and isinstance(facility.place, str):
        return min(most, state.income_value(facility.place))
    return most


def operative_base(system: System, state: State, territory: str, ability: str) -> Unit | None:
    """Return the operative base with an ability ("extends air range") in a territory, or None."""
    kinds = system.able(ability)
    if at_odds(system, state, territory):
        return None
    for unit in state.at(territory):
        if unit.type in kinds and operative(system, unit):
            return unit
    return None


def serviced(
    situation: Situation,
    zone: str,
    ability: str = "repairs",
    *,
    without: frozenset[str] = frozenset(),
) -> bool:
    """Whether an operative friendly naval base serves a sea zone.

    The base's territory must have been friendly as the turn began, and be so still.

    Parameters
    ----------
    situation
        Whose friends.
    zone
        The sea zone.
    ability
        What the base must be able to do.
    without
        Territories whose bases do not count.
    """
    system, state = situation.system, situation.state
    return any(
        territory not in without
        and situation.is_friendly(territory)
        and situation.was_friendly(territory)
        and operative_base(system, state, territory, ability) is not None
        for territory in system.graph.coast[zone]
    )


def usable_complexes(system: System, state: State, power: str) -> Iterator[Unit]:
    """Yield the complexes at which a power may mobilize this turn, as they stood when it began.

    They are its own, in territories it has controlled since the turn began; one captured or
    bought since is not among them. A power without facilities has none.
    """
    if limits.without_facilities(system, power) is not None:
        return
    start = state.turn_start or state
    kinds = system.able("industrial complex")
    for unit in start.units.values():
        if unit.type not in kinds or unit.owner != power or not isinstance(unit.place, str):
            continue
        held = state.control.get(unit.place) == power == start.control.get(unit.place)
        if held and _now(system, state, unit) is not None:
            yield unit


def _now(system: System, state: State, facility: Unit) -> Unit | None:
    """Return the unit that a complex of the turn's start is now, or None if its owner lost it.

    Programs may record the complex that it was turned into as another unit.
    """
    now = state.units.get(facility.id)
    if now is not None:
        return now if now.owner == facility.owner else None
    kinds = system.able("industrial complex")
    for unit in state.at(str(facility.place)):
        if unit.type in kinds and unit.owner == facility.owner:
            return unit
    return None


def capacity(system: System, state: State, facility: Unit) -> int:
    """How many combat units a complex may mobilize this turn.

    Parameters
    ----------
    system, state
        The game, and how it stands now.
    facility
        The complex as the turn began: one that was upgraded since counts as it was. Those that
        grew for free as their power entered a war are used as such at once.
    """
    now = _now(system, state, facility) or facility
    bought = now.type in system.able("upgrade")
    production = technology.number(
        system, state, facility.owner, facility.type if bought else now.type, "production",
        default=0,
    )  # fmt: skip
    return max(0, production - now.damage)
