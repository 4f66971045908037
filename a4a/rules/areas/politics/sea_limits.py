"""Where politics lets the ships of a power end their moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from a4a.core.english import list_of, places_of, the
from a4a.core.position import WAR
from a4a.core.state import State
from a4a.rules.areas.politics.data import SeaBan, SeaLimit, politics
from a4a.rules.areas.system import System
from a4a.rules.relations import is_at_war


class SeaZones(msgspec.Struct, frozen=True):
    """Where ships of a power may end their moves as far as one rule goes.

    Parameters
    ----------
    rule
        The rule that limits them.
    who
        Whose ships, and why: "the neutral United States".
    where
        Where they may end, in words.
    all
        Zones for any ship.
    patrol
        Further zones for warships.
    patrol_rule
        The rule that opens these to warships only.
    """

    rule: str
    who: str
    where: str
    all: frozenset[str]
    patrol: frozenset[str]
    patrol_rule: str


def sea_limits(system: System, state: State, power: str) -> tuple[SeaZones, ...]:
    """Return the limits on where a power's ships may end moves; none if there are none.

    Examples
    --------
    >>> import a4a
    >>> from a4a.rules.systems import ruleset
    >>> state = a4a.start("global1940").state_at(0)
    >>> (limit,) = sea_limits(ruleset("global1940").game, state, "Japan")
    >>> limit.rule, "sea zone 9" in limit.all, "sea zone 7" in limit.all
    ('AA-POL-056', False, True)
    """
    found = politics(system)
    limits = [e for e in found.sea_limits if e.power == power and _holds(system, state, e)]
    bans = [e for e in found.sea_bans if e.power == power and _holds(system, state, e)]
    return (
        *(_limited(system, state, entry) for entry in limits),
        *(_banned(system, state, entry) for entry in bans),
    )


def _holds(system: System, state: State, entry: SeaLimit | SeaBan) -> bool:
    """Whether a limit is still in force."""
    if entry.until:
        return all(state.relation(entry.power, other) != WAR for other in entry.until)
    return not is_at_war(system, state, entry.power)


def _who(system: System, entry: SeaLimit | SeaBan) -> str:
    if entry.until:
        return f"{system.called(entry.power)}, at peace with {system.said(entry.until)},"
    return f"the neutral {entry.power}"


def _limited(system: System, state: State, entry: SeaLimit) -> SeaZones:
    own = _coasts(system, (t for t, owner in state.control.items() if owner == entry.power))
    elsewhere = _off(system, entry.maps) if entry.maps else frozenset()
    patrol = f" (warships in {places_of(entry.patrol)} too)" if entry.patrol else ""
    return SeaZones(
        entry.rule,
        _who(system, entry),
        f"sea zones along its own territories{patrol}",
        own | elsewhere,
        frozenset(entry.patrol),
        entry.patrol_rule or entry.rule,
    )


def _banned(system: System, state: State, entry: SeaBan) -> SeaZones:
    held = [t for t, owner in state.control.items() if owner in entry.controlled_by]
    near = _within(system, _coasts(system, (*entry.of, *held)), entry.within)
    theirs = (f"territories of {system.called(p)}" for p in entry.controlled_by)
    whose = list_of((*map(the, entry.of), *theirs))
    return SeaZones(
        entry.rule,
        _who(system, entry),
        f"sea zones more than {entry.within} away from {whose}",
        _zones(system) - near,
        frozenset(),
        entry.rule,
    )


def _coasts(system: System, territories: Iterable[str]) -> frozenset[str]:
    """The sea zones next to some territories."""
    return frozenset(zone for space in territories for zone in system.graph.coast[space])


def _within(system: System, coast: frozenset[str], most: int) -> frozenset[str]:
    """The sea zones at most so many away from a coast; those next to it are 1 away."""
    found = coast
    for _ in range(most - 1):
        found |= {there for here in found for there in system.graph.sea[here]}
    return found


@lru_cache(maxsize=16)
def _zones(system: System) -> frozenset[str]:
    return frozenset(space for space, at_sea in system.graph.is_sea.items() if at_sea)


def _off(system: System, maps: tuple[str, ...]) -> frozenset[str]:
    """The sea zones that are not on some maps."""
    return _zones(system) - frozenset(_on(system, maps))


def _on(system: System, maps: tuple[str, ...]) -> Iterator[str]:
    for chart in system.board.maps:
        if chart.name in maps:
            yield from chart.spaces
