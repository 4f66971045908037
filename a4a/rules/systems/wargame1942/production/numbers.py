"""The numbers of production: ``production.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

import msgspec

from a4a.rules.areas import data
from a4a.rules.areas.system import System


class Lending(data.Entry, frozen=True, kw_only=True):
    """Who may lend money to whom."""

    lenders: tuple[str, ...]
    borrowers: tuple[str, ...]


class Terms(data.Entry, frozen=True, kw_only=True):
    """How much is lent, and what it buys.

    Parameters
    ----------
    part
        One part in so many of a lender's land value may be lent in a turn, rounded up.
    free
        So much of what a nation gets for a turn buys anything.
    restriction
        The restriction of the rest.
    pregame
        The resource that a nation gets with its first income, as if it were lent.
    """

    part: int
    free: int
    restriction: str
    pregame: str


class Recruits(data.Entry, frozen=True, kw_only=True):
    """What land itself recruits: as much as it is worth, or half, at most, of occupied land."""

    units: tuple[str, ...]
    most_occupied: int


class Factory(data.Entry, frozen=True, kw_only=True):
    """What a factory builds.

    Parameters
    ----------
    unit
        The type of factory.
    most
        How many units in a turn; 0 for as many as its land is worth, half of that if occupied.
    builds
        Which types; all if none is named.
    falls_to
        What is left of one that is reduced; "" if nothing is.
    """

    unit: str
    most: int = 0
    builds: tuple[str, ...] = ()
    falls_to: str = ""


class Training(data.Entry, frozen=True, kw_only=True):
    """Which units are trained as paratroopers, and for how much."""

    units: tuple[str, ...]
    price: int


class Invasion(data.Entry, frozen=True, kw_only=True):
    """What the invasion of neutral land costs.

    Parameters
    ----------
    times
        How many times its value is paid.
    beyond
        Land worth more destroys a land unit without a roll.
    """

    times: int
    beyond: int


class RepairPlace(data.Entry, frozen=True, kw_only=True):
    """Where a ship is repaired whose price is no more than a roll: what its land must be.

    Parameters
    ----------
    up_to
        The highest price.
    value
        What the land must be worth at least.
    factory
        Whether there must be a factory.
    """

    up_to: int
    value: int
    factory: bool = False


class Production(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """All of the list."""

    lending: tuple[Lending, ...]
    terms: tuple[Terms]
    recruits: tuple[Recruits]
    factories: tuple[Factory, ...]
    training: tuple[Training]
    repairs: tuple[RepairPlace, ...]
    invasions: tuple[Invasion]

    @property
    def lent(self) -> Terms:
        """The terms of Lend/Lease."""
        return self.terms[0]

    def factory(self, kind: str) -> Factory | None:
        """Return what is said of a type of factory, or None of a type that is none."""
        return self.by_unit.get(kind)

    @cached_property
    def by_unit(self) -> Mapping[str, Factory]:
        """What is said of factories, by type."""
        return {f.unit: f for f in self.factories}


@lru_cache(maxsize=16)
def numbers(system: System) -> Production:
    """Return the numbers of a game.

    Examples
    --------
    >>> from a4a.boards import load
    >>> numbers(System(load("wargame1942"), games=("wargame1942",))).lent.free
    15
    """
    return data.read(system, "production", Production)


def entries(system: System) -> Iterator[data.Entry]:
    """Yield all entries of the list."""
    found = numbers(system)
    yield from (*found.lending, *found.terms, *found.recruits, *found.factories)
    yield from (*found.training, *found.repairs, *found.invasions)
