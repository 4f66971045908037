"""Conditions that datasets state: a small language for objectives, politics and victory.

A condition is a table with the key ``is``::

    { is = "at war", powers = ["United Kingdom", "France"] }
    { is = "controls", by = "Axis", of = { cities = true, map = "Pacific" }, at_least = 6 }
    { is = "not", condition = { is = "units", owners = "Allies", of = { spaces = ["Egypt"] } } }

``by`` and ``owners`` name a power or a side, or say "power" for the power that is asked about and
"other allies" for the others of its side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

import msgspec

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.aa.system import System

WAR = "war"
_WORDS = ("power", "other allies")


class Spaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice of spaces.

    Parameters
    ----------
    spaces
        By name.
    original
        Those that these powers controlled originally: whose emblem is printed on them.
    leaning
        Those that lean this way at the start of the game.
    cities
        Those with a victory city.
    economy
        Of all these only those of one economy: the treasury it pays.
    map
        Of all these only those on one of the maps that the board is joined of.
    """

    spaces: tuple[str, ...] = ()
    original: tuple[str, ...] = ()
    leaning: str = ""
    cities: bool = False
    economy: str = ""
    map: str = ""

    def names(self, system: System) -> Iterator[str]:
        """Yield the names of the spaces, in board order after those named."""
        yield from _names(system, self)


@lru_cache(maxsize=1024)
def _names(system: System, chosen: Spaces) -> tuple[str, ...]:
    board = system.board
    leanings = {
        v.space for v in system.dataset.position.values
        if chosen.leaning and v.key == "leaning" and v.value == chosen.leaning
    }  # fmt: skip
    found = [
        space.name
        for space in board.spaces
        if (space.original and space.original in chosen.original)
        or (chosen.cities and space.city)
        or space.name in leanings
    ]
    inside = {name for m in board.maps if m.name == chosen.map for name in m.spaces}
    return tuple(
        name
        for name in (*chosen.spaces, *found)
        if (not chosen.map or name in inside)
        and (not chosen.economy or board.space(name).economy == chosen.economy)
    )


class _Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is"):
    """The root of all conditions."""

    def holds(self, system: System, state: State, power: str) -> bool:
        """Whether it holds in a state, for a power."""
        raise NotImplementedError


class AtWar(_Condition, frozen=True, tag="at war"):
    """The power is at war with these powers; with any at all, if none is named.

    Parameters
    ----------
    powers
        With each of them.
    any
        With one of them at least.
    """

    powers: tuple[str, ...] = ()
    any: tuple[str, ...] = ()

    def holds(self, system: System, state: State, power: str) -> bool:
        """Whether it holds in a state, for a power."""
        if self.any and not any(state.relation(power, other) == WAR for other in self.any):
            return False
        if self.any or self.powers:
            return all(state.relation(power, other) == WAR for other in self.powers)
        return is_at_war(system, state, power)


class AtPeace(_Condition, frozen=True, tag="at peace"):
    """The power is at war with none of these powers; with none at all, if none is named."""

    powers: tuple[str, ...] = ()

    def holds(self, system: System, state: State, power: str) -> bool:
        """Whether it holds in a state, for a power."""
        if self.powers:
            return all(state.relation(power, other) != WAR for other in self.powers)
        return not is_at_war(system, state, power)


class Controls(_Condition, frozen=True, tag="controls"):
    """Powers control all of some territories, or at least so many of them."""

    of: Spaces
    by: str = "power"
    at_least: int = 0

    def holds(self, system: System, state: State, power: str) -> bool:
        """Whether it holds in a state, for a power."""
        owners = party(system, self.by, power)
        names = list(self.of.names(system))
        held = sum(state.control.get(name) in owners for name in names)
        return held >= (self.at_least or len(names))


class Units(_Condition, frozen=True, tag="units"):
    """At least one such unit stands in one of the spaces.

    Parameters
    ----------
    of
        The spaces.
    owners
        Whose units.
    kind
        A category ("land"), an ability ("surface warship"), "warship" for these and submarines,
        or "" for any unit but facilities.
    """

    of: Spaces
    owners: str = "power"
    kind: str = ""

    def holds(self, system: System, state: State, power: str) -> bool:
        """Whether it holds in a state, for a power."""
        from a4a.rules.aa.treaties import quiet  # treaties state conditions themselves

        owners, neutral = party(system, self.owners, power), quiet(system, state)
        if self.owners != "power":
            # A power at war with nobody belongs to no alliance yet (p. 15); one that fights on one
            # map only is neutral on the other (p. 37).
            owners = frozenset(p for p in owners if is_at_war(system, state, p))
        types = types_of(system, self.kind)
        return any(
            unit.owner in owners
            and unit.type in types
            and (unit.owner == power or name not in neutral.get(unit.owner, ()))
            for name in self.of.names(system)
            for unit in state.within(name)
        )


class Leaning(_Condition, frozen=True, tag="leaning"):
    """A neutral territory leans this way now, and no power controls it."""

    space: str
    leaning: str

    def holds(self, system: System, state: State, power: str) -> bool:
        """Whether it holds in a state, for a power."""
        controlled = system.catalog.side_of(state.control.get(self.space))
        return not controlled and state.value(self.space, "leaning") == self.leaning


class Rounds(_Condition, frozen=True, tag="round"):
    """It is this round or a later one, up to the last."""

    first: int
    last: int = 0

    def holds(self, system: System, state: State, power: str) -> bool:
        """Whether it holds in a state, for a power."""
        return self.first <= state.round and (not self.last or state.round <= self.last)


class Status(_Condition, frozen=True, tag="status"):
    """A power has a status: this one, or the power that is asked about."""

    status: str
    of_power: str = ""

    def holds(self, system: System, state: State, power: str) -> bool:
        """Whether it holds in a state, for a power."""
        return self.status in state.statuses(self.of_power or power)


class Not(_Condition, frozen=True, tag="not"):
    """The other condition does not hold."""

    condition: Condition

    def holds(self, system: System, state: State, power: str) -> bool:
        """Whether it holds in a state, for a power."""
        return not self.condition.holds(system, state, power)


Condition: TypeAlias = AtWar | AtPeace | Controls | Units | Leaning | Rounds | Status | Not


def unknown(system: System, condition: Condition) -> Iterator[str]:
    """Say which spaces and powers that a condition names there are not."""
    if isinstance(condition, Not):
        yield from unknown(system, condition.condition)
        return
    yield from unknown_spaces(system, getattr(condition, "of", Spaces()))
    if isinstance(condition, Leaning):
        yield from unknown_spaces(system, Spaces(spaces=(condition.space,)))
    parties = [*getattr(condition, "powers", ()), *getattr(condition, "any", ())]
    words = ("by", "owners", "of_power")
    parties += [w for w in (getattr(condition, name, "") for name in words) if w]
    yield from unknown_parties(system, parties)


def unknown_parties(system: System, parties: Iterable[str]) -> Iterator[str]:
    """Say which powers and sides there are not."""
    known = {*_WORDS, *system.catalog.power_order, *system.catalog.sides}
    yield from (f"there is no power or side {name!r}" for name in parties if name not in known)


def unknown_spaces(system: System, chosen: Spaces) -> Iterator[str]:
    """Say which spaces, powers, treasuries and maps that a choice of spaces names there are not."""
    index = system.board.index
    yield from (f"there is no space {name!r}" for name in chosen.spaces if name not in index)
    yield from unknown_parties(system, chosen.original)
    if chosen.economy and chosen.economy not in system.catalog.treasuries:
        yield f"there is no treasury {chosen.economy!r}"
    if chosen.map and chosen.map not in {m.name for m in system.board.maps}:
        yield f"there is no map {chosen.map!r}"


def all_hold(conditions: tuple[Condition, ...], system: System, state: State, power: str) -> bool:
    """Whether each of some conditions holds for a power."""
    return all(c.holds(system, state, power) for c in conditions)


def party(system: System, words: str, power: str) -> frozenset[str]:
    """The powers that a condition's words mean: "power", "other allies", a side, or a name."""
    if words == "power":
        return frozenset({power})
    side = system.catalog.side_of(power) if words == "other allies" else words
    found = frozenset(p.name for p in system.catalog.powers if p.side and p.side == side)
    if words == "other allies":
        return found - {power}
    return found or frozenset({words})


def is_at_war(system: System, state: State, power: str) -> bool:
    """Whether a power is at war with any power that has a side; if not, it is a neutral power."""
    return any(
        state.relation(power, other.name) == WAR
        for other in system.catalog.powers
        if other.side and other.name != power
    )


def types_of(system: System, kind: str) -> frozenset[str]:
    """Unit types of a category or ability; "" means all but facilities."""
    if kind == "warship":
        return system.able("warship") | system.able("surface warship")
    if kind:
        return system.of_category(kind) or system.able(kind)
    return frozenset(system.types) - system.of_category("facility")


def warlike(units: tuple[Unit, ...], system: System) -> bool:
    """Whether any of some units is a warship: a surface warship or a submarine (p. 31)."""
    return any(unit.type in types_of(system, "warship") for unit in units)
