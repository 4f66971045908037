"""How a game carries its land units, besides on transports and on foot: by air, by rail, in tow.

``carriage.toml`` lists it. A game without that list has transports that carry whatever there is
room for, land anything anywhere, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Literal, TypeVar

import msgspec

from a4a.rules.areas import data
from a4a.rules.areas.system import System
from a4a.rules.conditions import Condition


class Carrying(data.Entry, frozen=True, kw_only=True):
    """A row that says how something carries land units.

    Parameters
    ----------
    by
        Types of what carries: aircraft, ships, land units that tow, stations.
    """

    by: tuple[str, ...]


class Lift(Carrying, frozen=True, kw_only=True):
    """Aircraft that carry land units in one of the movement phases.

    Parameters
    ----------
    phase
        When: in combat moves they drop what they carry into battle, in others they land with it.
    units, units_rule
        What they carry, and the rule that says so.
    most
        How many of these each carries.
    end_rule
        The rule on where they may come down.
    """

    phase: Literal["combat", "noncombat"]
    units: tuple[str, ...]
    units_rule: str
    most: int
    end_rule: str


class Tow(Carrying, frozen=True, kw_only=True):
    """Units that tow others in noncombat moves, one each, as far as they go themselves.

    Parameters
    ----------
    units
        What is towed.
    """

    units: tuple[str, ...]


class Rail(Carrying, frozen=True, kw_only=True):
    """Facilities from which land units go by rail in noncombat moves, together to one territory.

    Parameters
    ----------
    most
        How many units one sends in a phase.
    far, far_rule
        How many spaces, and the rule that says so.
    phase_rule, base_rule, origin_rule, end_rule, route_rule, neutral_rule
        The rules on when it is done, on stations that do not work, on where units board and get
        off, on what they pass, and on neutrals.
    """

    most: int
    far: int
    far_rule: str
    phase_rule: str
    base_rule: str
    origin_rule: str
    end_rule: str
    route_rule: str
    neutral_rule: str


class Lead(Carrying, frozen=True, kw_only=True):
    """Ships whose troops land where enemy units stand only if certain units are aboard.

    Parameters
    ----------
    units
        One of these must be aboard each.
    """

    units: tuple[str, ...]


class Ban(data.Entry, frozen=True, kw_only=True):
    """Units that no ship carries in combat moves."""

    units: tuple[str, ...]


_Entry = TypeVar("_Entry", Tow, Ban)


class Express(Carrying, frozen=True, kw_only=True):
    """Ships of a power that carry land units though they are no transports.

    Parameters
    ----------
    power
        Whose ships.
    units
        What they carry.
    most
        For how many points of transport cost there is room.
    when
        The conditions under which they do.
    """

    power: str
    units: tuple[str, ...]
    most: int
    when: tuple[Condition, ...] = ()


class Carriage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """All of ``carriage.toml``.

    Parameters
    ----------
    lifts, tows, rails, leads, bans, express
        Its entries.
    """

    lifts: tuple[Lift, ...] = ()
    tows: tuple[Tow, ...] = ()
    rails: tuple[Rail, ...] = ()
    leads: tuple[Lead, ...] = ()
    bans: tuple[Ban, ...] = ()
    express: tuple[Express, ...] = ()

    def entries(self) -> tuple[data.Entry, ...]:
        """Return all entries."""
        return (
            *self.lifts, *self.tows, *self.rails, *self.leads, *self.bans, *self.express,
        )  # fmt: skip

    @cached_property
    def lifted(self) -> Mapping[tuple[str, str], Lift]:
        """What aircraft carry, by their type and the phase."""
        return {(kind, entry.phase): entry for entry in self.lifts for kind in entry.by}

    @cached_property
    def towed(self) -> Mapping[str, Tow]:
        """How unit types are towed."""
        return _by_type(self.tows)

    @cached_property
    def banned(self) -> Mapping[str, Ban]:
        """Why unit types are not carried in combat moves."""
        return _by_type(self.bans)

    @cached_property
    def led(self) -> Mapping[str, Lead]:
        """Who must be aboard ships whose troops land among enemies, by the ships' type."""
        return {kind: entry for entry in self.leads for kind in entry.by}


def _by_type(entries: Iterable[_Entry]) -> dict[str, _Entry]:
    return {kind: entry for entry in entries for kind in entry.units}


@lru_cache(maxsize=16)
def carriage(system: System) -> Carriage:
    """Return how land units are carried in a system.

    Examples
    --------
    >>> from a4a.rules.systems import ruleset
    >>> found = carriage(ruleset("deluxe3g40").game)
    >>> found.lifted["air transport", "combat"].units
    ('elite infantry',)
    >>> carriage(ruleset("global1940").game).entries()
    ()
    """
    found = data.read(system, "carriage", Carriage)
    return Carriage(
        lifts=data.in_play(system, found.lifts),
        tows=data.in_play(system, found.tows),
        rails=data.in_play(system, found.rails),
        leads=data.in_play(system, found.leads),
        bans=data.in_play(system, found.bans),
        express=data.in_play(system, found.express),
    )
