"""Conditions that datasets state: a small language for objectives, politics and victory.

A condition is a table with the key ``is``::

    { is = "at war", powers = ["United Kingdom", "France"] }
    { is = "controls", by = "Axis", of = { cities = true, map = "Pacific" }, at_least = 6 }
    { is = "worth", by = "Axis", more_than = "Allies" }
    { is = "not", condition = { is = "units", owners = "Allies", of = { spaces = ["Egypt"] } } }

``by`` and ``owners`` name a power or a side, or several of them, or say "power" for the power that
is asked about and "other allies" for the others of its side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Protocol, TypeAlias

import msgspec

from a4a.core.neutrals import LEANING
from a4a.core.state import State
from a4a.rules.relations import at_war_with, is_at_war
from a4a.rules.spaces import Spaces, parts
from a4a.rules.system import System

_WORDS = ("power", "other allies")

Party: TypeAlias = str | tuple[str, ...]
"""Whom a condition means: a power, a side or one of the words, or several of these."""


class Circumstances(Protocol):
    """How things stand for the power that a condition is asked about; a `Situation`, say."""

    @property
    def system(self) -> System:
        """The game."""

    @property
    def state(self) -> State:
        """How the board stands."""

    @property
    def power(self) -> str:
        """The power."""

    def is_still_neutral(self, power: str, space: str) -> bool:
        """Whether a power keeps out of the war in a space though it is at war elsewhere."""


class _Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is"):
    """The root of all conditions."""

    def holds(self, now: Circumstances) -> bool:
        """Whether it holds as things stand."""
        raise NotImplementedError


class AtWar(_Condition, frozen=True, tag="at war"):
    """The power is at war with these powers; with any at all, if none is named.

    Parameters
    ----------
    powers
        With each of them.
    any
        With one of them at least.
    of_power
        Which power; the one that is asked about if none is named.
    """

    powers: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    of_power: str = ""

    def holds(self, now: Circumstances) -> bool:
        """Whether it holds as things stand."""
        power = self.of_power or now.power
        if not self.any and not self.powers:
            return is_at_war(now.system, now.state, power)
        enemies = at_war_with(now.system, now.state, power)
        return enemies.issuperset(self.powers) and (
            not self.any or not enemies.isdisjoint(self.any)
        )


class AtPeace(_Condition, frozen=True, tag="at peace"):
    """The power is at war with none of these powers; with none at all, if none is named."""

    powers: tuple[str, ...] = ()

    def holds(self, now: Circumstances) -> bool:
        """Whether it holds as things stand."""
        if not self.powers:
            return not is_at_war(now.system, now.state, now.power)
        return at_war_with(now.system, now.state, now.power).isdisjoint(self.powers)


class Controls(_Condition, frozen=True, tag="controls"):
    """Powers control all of some territories, or at least so many of them."""

    of: Spaces
    by: Party = "power"
    at_least: int = 0

    def holds(self, now: Circumstances) -> bool:
        """Whether it holds as things stand."""
        owners = party(now.system, self.by, now.power)
        names = list(self.of.names(now.system))
        held = sum(now.state.control.get(name) in owners for name in names)
        return held >= (self.at_least or len(names))


class Worth(_Condition, frozen=True, tag="worth"):
    """What powers hold is worth so much in all, or more than what others hold.

    Parameters
    ----------
    by
        Whose territories.
    at_least
        Their worth, by what each yields now.
    more_than
        Powers or sides whose territories they exceed.
    of
        Of these spaces; of the whole board if none is chosen.
    """

    by: Party = "power"
    at_least: int = 0
    more_than: Party = ()
    of: Spaces = Spaces()

    def holds(self, now: Circumstances) -> bool:
        """Whether it holds as things stand."""
        own = self.amount(now, self.by)
        return own >= self.at_least and (
            not self.more_than or own > self.amount(now, self.more_than)
        )

    def amount(self, now: Circumstances, by: Party) -> int:
        """What powers hold of the spaces is worth."""
        owners, state = party(now.system, by, now.power), now.state
        everywhere = self.of == Spaces()
        names = state.control if everywhere else self.of.names(now.system)
        return sum(state.income_value(n) for n in set(names) if state.control.get(n) in owners)


class Units(_Condition, frozen=True, tag="units"):
    """At least one such unit stands in one of the spaces, or at least so many in all of them.

    Parameters
    ----------
    of
        The spaces.
    owners
        Whose units.
    kind
        A category ("land"), an ability ("surface warship"), "warship" for these and submarines,
        or "" for any unit but facilities.
    at_least
        How many.
    """

    of: Spaces
    owners: Party = "power"
    kind: str = ""
    at_least: int = 1

    def holds(self, now: Circumstances) -> bool:
        """Whether it holds as things stand."""
        owners = party(now.system, self.owners, now.power)
        if self.owners != "power":
            # A power at war with nobody belongs to no alliance yet.
            owners = frozenset(p for p in owners if is_at_war(now.system, now.state, p))
        types = types_of(now.system, self.kind)
        found = (
            unit
            for name in self.of.names(now.system)
            for unit in now.state.within(name)
            if unit.owner in owners
            and unit.type in types
            and (unit.owner == now.power or not now.is_still_neutral(unit.owner, name))
        )
        return sum(1 for _ in islice(found, self.at_least)) == self.at_least


class Leaning(_Condition, frozen=True, tag="leaning"):
    """A neutral territory leans this way now, and no power controls it."""

    space: str
    leaning: str

    def holds(self, now: Circumstances) -> bool:
        """Whether it holds as things stand."""
        controlled = now.system.catalog.side_of(now.state.control.get(self.space))
        return not controlled and now.state.value(self.space, LEANING) == self.leaning


class Rounds(_Condition, frozen=True, tag="round"):
    """It is this round or a later one, up to the last."""

    first: int
    last: int = 0

    def holds(self, now: Circumstances) -> bool:
        """Whether it holds as things stand."""
        round_ = now.state.round
        return self.first <= round_ and (not self.last or round_ <= self.last)


class Status(_Condition, frozen=True, tag="status"):
    """A power has a status: this one, or the power that is asked about."""

    status: str
    of_power: str = ""

    def holds(self, now: Circumstances) -> bool:
        """Whether it holds as things stand."""
        return self.status in now.state.statuses(self.of_power or now.power)


class Option(_Condition, frozen=True, tag="option"):
    """The game is played with an option."""

    option: str

    def holds(self, now: Circumstances) -> bool:
        """Whether it holds as things stand."""
        return bool(now.system.options.get(self.option))


class Not(_Condition, frozen=True, tag="not"):
    """The other condition does not hold."""

    condition: Condition

    def holds(self, now: Circumstances) -> bool:
        """Whether it holds as things stand."""
        return not self.condition.holds(now)


class Some(_Condition, frozen=True, tag="some"):
    """At least one of some conditions holds, or at least so many of them."""

    conditions: tuple[Condition, ...]
    at_least: int = 1

    def holds(self, now: Circumstances) -> bool:
        """Whether it holds as things stand."""
        return sum(condition.holds(now) for condition in self.conditions) >= self.at_least


Condition: TypeAlias = (
    AtWar | AtPeace | Controls | Worth | Units | Leaning | Rounds | Status | Option | Not | Some
)


def unknown(system: System, condition: Condition) -> Iterator[str]:
    """Say which spaces and powers named by a condition do not exist."""
    if isinstance(condition, Not):
        yield from unknown(system, condition.condition)
        return
    if isinstance(condition, Some):
        for one in condition.conditions:
            yield from unknown(system, one)
        return
    yield from unknown_spaces(system, getattr(condition, "of", Spaces()))
    if isinstance(condition, Worth) and not (condition.at_least or condition.more_than):
        yield "land is worth at_least an amount, or more_than that of others: it says neither"
    if isinstance(condition, Leaning):
        yield from unknown_spaces(system, Spaces(spaces=(condition.space,)))
    parties = [*getattr(condition, "powers", ()), *getattr(condition, "any", ())]
    for words in ("by", "more_than", "owners", "of_power"):
        parties += filter(None, _each(getattr(condition, words, "")))
    yield from unknown_parties(system, parties)


def unknown_parties(system: System, parties: Iterable[str]) -> Iterator[str]:
    """Say which of some powers and sides do not exist."""
    known = {*_WORDS, *system.catalog.power_order, *system.catalog.sides}
    yield from (f"there is no power or side {name!r}" for name in parties if name not in known)


def unknown_spaces(system: System, chosen: Spaces) -> Iterator[str]:
    """Say which spaces, powers, parts, treasuries and maps named by a choice do not exist."""
    index = system.board.index
    yield from (f"there is no space {name!r}" for name in chosen.spaces if name not in index)
    yield from unknown_parties(system, chosen.original)
    known = {part.name for part in parts(system)}
    yield from (
        f"there is no part {name!r} of the board" for name in chosen.parts if name not in known
    )
    if chosen.economy and chosen.economy not in system.catalog.treasuries:
        yield f"there is no treasury {chosen.economy!r}"
    if chosen.map and chosen.map not in {m.name for m in system.board.maps}:
        yield f"there is no map {chosen.map!r}"


def all_hold(conditions: tuple[Condition, ...], now: Circumstances) -> bool:
    """Whether each of some conditions holds as things stand."""
    return all(condition.holds(now) for condition in conditions)


def party(system: System, words: Party, power: str) -> frozenset[str]:
    """The powers that a condition's words mean: "power", "other allies", sides, or names."""
    return frozenset().union(*(_party(system, word, power) for word in _each(words)))


def _party(system: System, word: str, power: str) -> frozenset[str]:
    if word == "power":
        return frozenset({power})
    side = system.catalog.side_of(power) if word == "other allies" else word
    found = frozenset(p.name for p in system.catalog.powers if p.side and p.side == side)
    if word == "other allies":
        return found - {power}
    return found or frozenset({word})


def _each(words: Party) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else words


def types_of(system: System, kind: str) -> frozenset[str]:
    """Unit types of a category or ability; "" means all but facilities."""
    if kind == "warship":
        return system.able("warship") | system.able("surface warship")
    if kind:
        return system.of_category(kind) or system.able(kind)
    return frozenset(system.types) - system.of_category("facility")
