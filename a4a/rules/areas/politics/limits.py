"""What some powers may not do that all others may: where they go, what they buy and build.

All of it is data: ``limits.toml``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas import data
from a4a.rules.areas.politics.neutrals import is_neutral
from a4a.rules.areas.politics.situation import situation_of
from a4a.rules.areas.system import System
from a4a.rules.conditions import Condition, all_hold
from a4a.rules.remembered import remembered_each
from a4a.rules.spaces import Spaces

UNLIMITED = 10_000
"""More units than any power mobilizes in a territory."""


class SaleBar(NamedTuple):
    """Why a power may not do something: the rule, and the reason in words."""

    rule: str
    why: str


class Range(data.Entry, frozen=True, kw_only=True):
    """The spaces that the units of a power never leave."""

    power: str
    of: Spaces
    why: str


class Closure(data.Entry, frozen=True, kw_only=True):
    """Territories that some powers may neither enter nor cross as long as conditions hold.

    Parameters
    ----------
    powers
        The powers.
    of
        The territories.
    why
        The same in words.
    when
        What must hold.
    neutral
        Only those of them that are neutral are closed.
    """

    powers: tuple[str, ...]
    of: Spaces
    why: str
    when: tuple[Condition, ...] = ()
    neutral: bool = False


class Goods(data.Entry, frozen=True, kw_only=True):
    """Unit types that a power may buy while conditions hold; it may buy no others."""

    power: str
    units: tuple[str, ...]
    why: str
    when: tuple[Condition, ...] = ()


class Licence(data.Entry, frozen=True, kw_only=True):
    """Unit types that only some powers buy, while conditions hold; nobody else ever does.

    Parameters
    ----------
    powers
        Who may buy them. Several entries may license one type.
    units
        The types.
    why
        What keeps others from it, in words.
    when
        When they may.
    """

    powers: tuple[str, ...]
    units: tuple[str, ...]
    why: str
    when: tuple[Condition, ...] = ()


class Ban(data.Entry, frozen=True, kw_only=True):
    """Unit types that a power never buys."""

    power: str
    units: tuple[str, ...]
    why: str


class Terms(data.Entry, frozen=True, kw_only=True):
    """How some units of a power are paid while conditions hold, where not as ``units.csv`` says.

    Parameters
    ----------
    power
        Who pays.
    units
        Which types; all if none is named.
    instalment
        What is paid in each turn until they are paid for; 0 if all is paid at once.
    when
        When. The first entry that holds counts.
    """

    power: str
    units: tuple[str, ...] = ()
    instalment: int = 0
    when: tuple[Condition, ...] = ()


class Pinning(data.Entry, frozen=True, kw_only=True):
    """A flag of units that move nowhere as long as they have it."""

    flag: str
    why: str


class FreeMobilization(data.Entry, frozen=True, kw_only=True):
    """Territories where a power mobilizes without a complex: so many units a turn in each.

    Parameters
    ----------
    power, of
        The power, and the territories, where it controls them.
    most
        How many units a turn in a territory; 0 if that is not limited.
    why
        The same in words.
    """

    power: str
    of: Spaces
    why: str
    most: int = 0


class Bare(data.Entry, frozen=True, kw_only=True):
    """A power without facilities; some are removed where it comes to control these territories."""

    power: str
    of: Spaces
    removed: tuple[str, ...] = ()


class Exemption(data.Entry, frozen=True, kw_only=True):
    """What a power is exempt from: "convoys"."""

    power: str
    kinds: tuple[str, ...] = msgspec.field(name="from")


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a dataset says about limits."""

    ranges: tuple[Range, ...] = ()
    closures: tuple[Closure, ...] = ()
    goods: tuple[Goods, ...] = ()
    licences: tuple[Licence, ...] = ()
    bans: tuple[Ban, ...] = ()
    terms: tuple[Terms, ...] = ()
    pinned: tuple[Pinning, ...] = ()
    musters: tuple[FreeMobilization, ...] = ()
    bare: tuple[Bare, ...] = ()
    exemptions: tuple[Exemption, ...] = ()

    def entries(self) -> Iterator[data.Entry]:
        """Yield all entries."""
        yield from (*self.ranges, *self.closures, *self.goods, *self.licences, *self.bans)
        yield from (*self.terms, *self.pinned, *self.musters, *self.bare, *self.exemptions)


@lru_cache(maxsize=16)
def limits(system: System) -> Limits:
    """Return the limits of a system.

    Raises
    ------
    DatasetError
        If they name a space that is not on the board.
    """
    found = data.read(system, "limits", Limits)
    kept = Limits(
        data.in_play(system, found.ranges),
        data.in_play(system, found.closures),
        data.in_play(system, found.goods),
        data.in_play(system, found.licences),
        data.in_play(system, found.bans),
        data.in_play(system, found.terms),
        data.in_play(system, found.pinned),
        data.in_play(system, found.musters),
        data.in_play(system, found.bare),
        data.in_play(system, found.exemptions),
    )
    places: tuple[Range | Closure | FreeMobilization | Bare, ...]
    places = (*kept.ranges, *kept.closures, *kept.musters, *kept.bare)
    for entry in places:
        data.known_spaces(system, entry.of.spaces, f"limits.toml ({entry.rule})")
    return kept


@lru_cache(maxsize=64)
def _names(system: System, of: Spaces) -> tuple[str, ...]:
    """Names of the spaces of a choice, found once."""
    return tuple(of.names(system))


# --- movement -------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _outside(system: System, power: str) -> Mapping[str, SaleBar]:
    """Spaces that a power's units never enter."""
    found: dict[str, SaleBar] = {}
    for entry in limits(system).ranges:
        if entry.power == power:
            inside = frozenset(_names(system, entry.of))
            bar = SaleBar(entry.rule, f"{system.called(power)} {entry.why}")
            found |= {s.name: bar for s in system.board.spaces if s.name not in inside}
    return found


def barred(system: System, state: State, power: str) -> Mapping[str, SaleBar]:
    """Return the spaces that no unit of a power may enter or cross in a state, with the reasons.

    What war, peace and neutrality forbid to all powers alike is not among them.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("global1940")
    >>> shut = barred(game.ruleset.game, game.state, "United States")
    >>> "Szechwan" in shut, "India" in shut, shut["Szechwan"].rule
    (True, False, 'AA-POL-062')
    >>> barred(game.ruleset.game, game.state, "China")["sea zone 19"].rule
    'AA-GLO-003'
    """
    return _shut_to(system, state, power)


def _shut(system: System, state: State, power: str) -> Mapping[str, SaleBar]:
    shut = _outside(system, power)
    for entry in limits(system).closures:
        if power in entry.powers and all_hold(entry.when, situation_of(system, state, power)):
            bar = SaleBar(entry.rule, f"{system.called(power)} {entry.why}")
            names = _names(system, entry.of)
            if entry.neutral:
                names = tuple(name for name in names if is_neutral(system, state, name))
            shut = {**shut, **dict.fromkeys(names, bar)}
    return shut


_shut_to = remembered_each(_shut)


def may_enter(system: System, state: State, power: str, space: str) -> bool:
    """Whether the limits of a power let its units into a space."""
    return space not in barred(system, state, power)


def pinned(system: System, unit: Unit) -> SaleBar | None:
    """Say why a unit may not move as long as it has a flag, or None if it may."""
    if not unit.flags:
        return None
    for entry in limits(system).pinned:
        if entry.flag in unit.flags:
            return SaleBar(entry.rule, f"the {unit.type} {entry.why}")
    return None


# --- purchases ------------------------------------------------------------------------------------


def not_for_sale(system: System, state: State, power: str, kind: str) -> SaleBar | None:
    """Say why a power may not buy a unit type that is for sale to others, or None if it may."""
    for need in _needs(system, power, kind):
        now = situation_of(system, state, power)
        if not any(all_hold(way, now) for way in need.ways):
            return need.bar
    return None


class _Need(NamedTuple):
    """What has to hold for a power to buy something: one of these ways, or else there is a bar."""

    ways: tuple[tuple[Condition, ...], ...]
    bar: SaleBar


@lru_cache(maxsize=4096)
def _needs(system: System, power: str, kind: str) -> tuple[_Need, ...]:
    """What has to hold for a power to buy a unit type; nothing for what anybody buys."""
    found = limits(system)
    bans = [ban for ban in found.bans if ban.power == power and kind in ban.units]
    needs = [_Need((), SaleBar(ban.rule, ban.why)) for ban in bans]
    licences = [entry for entry in found.licences if kind in entry.units]
    if licences:
        mine = [entry for entry in licences if power in entry.powers]
        bar = SaleBar((mine or licences)[0].rule, (mine or licences)[0].why)
        needs.append(_Need(tuple(entry.when for entry in mine), bar))
    goods = [entry for entry in found.goods if entry.power == power]
    if goods:
        named = [entry for entry in goods if kind in entry.units]
        bar = SaleBar((named or goods)[0].rule, (named or goods)[0].why)
        needs.append(_Need(tuple(entry.when for entry in named), bar))
    return tuple(needs)


def terms(system: System, state: State, power: str, kind: str) -> int:
    """What is paid for a unit in each turn until it is paid for; 0 if all is paid at once."""
    for entry in limits(system).terms:
        meant = entry.power == power and kind in (entry.units or (kind,))
        if meant and all_hold(entry.when, situation_of(system, state, power)):
            return entry.instalment
    return int(system.types[kind].numbers.get("instalment", 0))


def for_sale(system: System, state: State, power: str) -> tuple[str, ...]:
    """Return the unit types that a power may buy, in the order of the tables.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("global1940")
    >>> for_sale(game.ruleset.game, game.state, "China")
    ('infantry', 'artillery')
    """
    return _goods_of(system, state, power)


@lru_cache(maxsize=128)
def _wares(system: System, power: str) -> tuple[tuple[str, bool], ...]:
    """The unit types that are sold at all, and whether anything has to hold for a power."""
    sold = (kind.name for kind in system.types.values() if kind.cost > 0)
    return tuple((kind, bool(_needs(system, power, kind))) for kind in sold)


def _goods(system: System, state: State, power: str) -> tuple[str, ...]:
    return tuple(
        kind
        for kind, depends in _wares(system, power)
        if not depends or not_for_sale(system, state, power, kind) is None
    )


_goods_of = remembered_each(_goods)


# --- mobilization and facilities ------------------------------------------------------------------


def musters(system: System, state: State, power: str) -> dict[str, FreeMobilization]:
    """Return the territories where a power mobilizes without a complex now, with their entries."""
    return {
        territory: entry
        for entry in musters_by(system, power)
        for territory in _names(system, entry.of)
        if state.control.get(territory) == power
    }


def musters_by(system: System, power: str) -> tuple[FreeMobilization, ...]:
    """Return the entries on where a power mobilizes without a complex; most powers have none."""
    return tuple(entry for entry in limits(system).musters if entry.power == power)


def without_facilities(system: System, power: str) -> SaleBar | None:
    """Say why a power uses and repairs no facilities, or None if it does as others do."""
    for entry in limits(system).bare:
        if entry.power == power:
            return SaleBar(entry.rule, f"{system.called(power)} has no facilities")
    return None


def removed_for(system: System, territory: str, power: str) -> frozenset[str]:
    """Return the types of facility that are removed where a power comes to control a territory."""
    found: frozenset[str] = frozenset()
    for entry in limits(system).bare:
        if entry.power == power and territory in _names(system, entry.of):
            found = found.union(*(system.able(ability) for ability in entry.removed))
    return found


def exempt(system: System, power: str, kind: str) -> bool:
    """Whether a power is exempt from something ("convoys")."""
    return any(e.power == power and kind in e.kinds for e in limits(system).exemptions)
