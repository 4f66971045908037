"""Facilities as targets of missions: which of them a unit may strike, how hard, how they shoot.

Sources: book, The Strategic Missions Phase, #5 and #6 (DX-SMP-101 to 107, 119 to 121), Radar Tower
(DX-SPC-018); R-445.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas import data, technology
from a4a.rules.areas.bases.facilities import facilities_in, most_damage, unfinished
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.conditions import Condition, all_hold


class Beside(data.Entry, frozen=True, kw_only=True):
    """What facilities gain beside one with an ability.

    Parameters
    ----------
    ability
        The ability.
    guns
        What is added to the highest roll at which their guns hit.
    scrambles
        How many more aircraft scramble from a base.
    """

    ability: str
    guns: int
    scrambles: int


class Need(data.Entry, frozen=True, kw_only=True):
    """What must hold before a nation takes part in a mission.

    Parameters
    ----------
    power
        The nation; one half of it, if its treasury is named.
    treasury
        The treasury, or "".
    missions
        Names of parts of the missions phase.
    when
        What must hold.
    """

    power: str
    treasury: str = ""
    missions: tuple[str, ...]
    when: tuple[Condition, ...]


class Barred(data.Entry, frozen=True, kw_only=True):
    """Unit types that go on no mission."""

    units: tuple[str, ...]


class Strikes(data.Entry, frozen=True, kw_only=True):
    """Strikes at ships by tokens.

    Parameters
    ----------
    power
        Who strikes.
    resource
        The resource of which each strike uses one up.
    zones
        Key of the value that marks the sea zones where it may strike.
    targets
        Ability of the unit types that may be struck.
    most
        How many strikes there may be in a zone.
    hits_on
        A strike hits on this or less.
    blocks
        What aircraft that block strikes hit them on or less, by type.
    """

    power: str
    resource: str
    zones: str
    targets: str
    most: int
    hits_on: int
    blocks: dict[str, int]


class Partisans(data.Entry, frozen=True, kw_only=True):
    """Raids by a side's tokens on facilities in its occupied lands.

    Parameters
    ----------
    side
        Whose they are.
    resource
        The resource of which each raid uses one up.
    most
        How many tokens there may be in a territory.
    hits_on, damage
        A token succeeds on this or less, and does so much damage.
    guard, elite
        A facility's guard stops a token on this or less, and so does an elite infantry.
    """

    side: str
    resource: str
    most: int
    hits_on: int
    damage: int
    guard: int
    elite: int


class Coastal(data.Entry, frozen=True, kw_only=True):
    """How many ships, at least, a fleet has that bunkers fire at."""

    least: int


class Missions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list ``missions.toml``."""

    beside: tuple[Beside, ...] = ()
    needs: tuple[Need, ...] = ()
    kamikaze: tuple[Strikes, ...] = ()
    partisans: tuple[Partisans, ...] = ()
    coastal: tuple[Coastal, ...] = ()
    barred: tuple[Barred, ...] = ()


@lru_cache(maxsize=16)
def missions(system: System) -> Missions:
    """Return what the dataset says of missions.

    Examples
    --------
    >>> import a4a
    >>> missions(a4a.new_game("deluxe3g40").ruleset.game).kamikaze[0].hits_on
    3
    """
    found = data.read(system, "missions", Missions)
    return Missions(
        *(data.in_play(system, getattr(found, name)) for name in Missions.__struct_fields__)
    )


@lru_cache(maxsize=16)
def barred(system: System) -> Mapping[str, str]:
    """Return the unit types that go on no mission, with the rule that says so.

    Examples
    --------
    >>> import a4a
    >>> barred(a4a.new_game("deluxe3g40").ruleset.game)["air transport"]
    'DX-AIR-012'
    """
    return {kind: one.rule for one in missions(system).barred for kind in one.units}


def takes_part(here: Situation, mission: str, *, treasury: str = "") -> bool:
    """Whether a nation takes part in a mission: some must be at war with certain enemies."""
    return all(
        all_hold(need.when, here)
        for need in missions(here.system).needs
        if need.power == here.power and mission in need.missions and need.treasury in ("", treasury)
    )


def damage_of(system: System, kind: str) -> int:
    """Return the points of damage that a unit type does to a facility; 0 if it raids none."""
    numbers = system.types[kind].numbers
    return int(numbers.get("raid damage", 0) or numbers.get("bombardment damage", 0))


def may_strike(system: System, kind: str, facility: str) -> bool:
    """Whether a unit type may strike a type of facility: all strike tactical ones.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("deluxe3g40").ruleset.game
    >>> [may_strike(game, "tactical bomber", f) for f in ("air base", "minor factory")]
    [True, True]
    >>> may_strike(game, "tactical bomber", "major factory")
    False
    """
    if not damage_of(system, kind):
        return False
    if facility not in system.able("industrial complex"):
        return True
    abilities = system.types[kind].abilities
    return "strikes production facilities" in abilities or f"strikes {facility}" in abilities


def targets(here: Situation, kind: str, territory: str) -> list[Unit]:
    """Return the enemy's facilities in a territory that a unit type may strike, and damage."""
    system, state = here.system, here.state
    return [
        facility
        for facility in facilities_in(system, state, territory)
        if facility.owner in here.enemies
        and may_strike(system, kind, facility.type)
        and facility.damage < most_damage(system, state, facility)
    ]


def gun(system: System, state: State, facility: Unit) -> int:
    """Return the highest roll at which a facility's built-in gun hits; 0 if it has none."""
    if unfinished(facility):
        return 0
    value = technology.number(system, state, facility.owner, facility.type, "antiaircraft")
    if not value:
        return 0
    return value + sum(one.guns for one in beside(system, state, str(facility.place)))


def beside(system: System, state: State, territory: str) -> list[Beside]:
    """Return what facilities in a territory gain by others there that are finished."""
    there = [u.type for u in state.at(territory) if not unfinished(u)]
    listed = missions(system).beside
    return [one for one in listed if not system.able(one.ability).isdisjoint(there)]
