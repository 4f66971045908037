"""Forces as people write them, {"infantry": 3}, as armies; every mistake gets a clear error."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Integral, Real
from typing import Final, TypeAlias

from a4a.analysis.typed import typed
from a4a.core.catalog import Catalog, UnitType
from a4a.core.english import count_of
from a4a.core.errors import A4AError, BattleError
from a4a.core.words import list_of
from a4a.odds.battle import MOST_UNITS, Side
from a4a.odds.dice import BattleDice
from a4a.odds.given import one_of, real, shown
from a4a.rules.fight import Army, Band, Duty

Units: TypeAlias = Mapping[str, int]
"""How many units of each type."""

LONGEST: Final = 60
"""Letters of a name, at most: what is longer is not shown in full."""


@dataclass(frozen=True, slots=True)
class Given:
    """What was said about a side.

    Parameters
    ----------
    role
        What to call it in messages.
    units
        Its units.
    damaged
        How many of them have taken a hit already.
    duties
        How many of them have a duty, by duty.
    technologies
        Its technologies.
    declared
        How many of them do what can be declared for a battle, by the word for it.
    across
        How many of them come across a border that matters, by its kind.
    """

    role: str
    units: Units
    damaged: Units = field(default_factory=dict)
    duties: Mapping[Duty, Units] = field(default_factory=dict)
    technologies: Collection[str] = ()
    declared: Mapping[str, Units] = field(default_factory=dict)
    across: Mapping[str, Units] = field(default_factory=dict)


def counted(catalog: Catalog, units: object, *, what: str) -> dict[str, int]:
    """Read units as they are written.

    Parameters
    ----------
    catalog
        Which units there are.
    units
        How many of each, by name or alias; or a line, as players type it (`typed`).
    what
        What they are, for messages.

    Returns
    -------
    dict
        How many by the type's name, or by power and counter ("Germany: 1st armor"), in the
        catalog's order.

    Raises
    ------
    BattleError
        If they are no mapping, a name is unknown or comes twice, or a number is invalid.

    Examples
    --------
    >>> import a4a
    >>> counted(a4a.dataset("global1940").catalog, {"armour": 2, "Infantry": 3}, what="attacker")
    {'infantry': 3, 'tank': 2}
    """
    if isinstance(units, str):
        units = typed(catalog, units, what=what)
    if not isinstance(units, dict | Mapping):  # a dict is recognised faster
        raise BattleError(
            f"{what}: units are a mapping, as {{'infantry': 3}}, or a line, as '3 infantry',"
            f" not {shown(units)}"
        )
    if not units:
        return {}
    found: dict[str, int] = {}
    for name, number in units.items():
        counter = _counter(catalog, name, what=what)
        called = counter or unit_type(catalog, name, what=what).name
        if called in found:
            raise BattleError(f"{what}: {called!r} comes twice")
        whole = type(number) is int or isinstance(number, Integral)
        if isinstance(number, bool) or not whole:
            raise BattleError(f"{what}: {shown(number)} of {called!r} is no whole number")
        most = 1 if counter else MOST_UNITS
        if not 0 <= int(number) <= most:
            raise BattleError(f"{what}: {shown(number)} of {called!r}; there can be 0 to {most}")
        found[called] = int(number)
    order = catalog.type_order
    if not catalog.counters:
        return {name: found[name] for name in sorted(found, key=order.__getitem__)}
    return {n: found[n] for n in sorted(found, key=lambda name: order[_plain(catalog, name).unit])}


def _counter(catalog: Catalog, name: object, *, what: str) -> str:
    """What a counter is called here, by a name that somebody wrote; "" if that is none.

    "Germany: 1st armor" and "German 1st armor" are the same.
    """
    if not catalog.counters or not isinstance(name, str):
        return ""
    power, colon, rest = name.partition(":")
    try:
        if colon:
            own = catalog.counter(power.strip(), rest.strip())
            return f"{own.power}: {own.name}"
    except A4AError as error:
        raise BattleError(f"{what}: {error}") from None
    for country in catalog.powers:
        called = name.removeprefix(f"{country.adjective} ")
        found = catalog.find_counter(country.name, called) if called != name else None
        if found is not None:
            return f"{found.power}: {found.name}"
    return ""


def _is_facility(catalog: Catalog, name: str) -> bool:
    return catalog.unit_type(_plain(catalog, name).unit).category == "facility"


def _damaged(catalog: Catalog, name: str, number: int, damaged: Mapping[str, int]) -> int:
    """How many of some units are damaged; of facilities, the points of their damage."""
    found = damaged.get(name, 0)
    return found if _is_facility(catalog, name) else min(number, found)


def _plain(catalog: Catalog, name: str) -> Band:
    """One unit by the name that `counted` gives it."""
    power, colon, called = name.partition(": ")
    if not colon:
        return Band(name, 1)
    return Band(catalog.counter(power, called).type, 1, name=called, power=power)


def type_of(catalog: Catalog, name: str) -> UnitType:
    """Return the type of a unit by the name that `counted` gives it."""
    return catalog.unit_type(_plain(catalog, name).unit)


def keyed(band: Band) -> tuple[str, ...]:
    """Return the names that `counted` has for the units of a band: its counter, its type."""
    return (f"{band.power}: {band.name}", band.unit) if band.name else (band.unit,)


def unit_type(catalog: Catalog, name: object, *, what: str) -> UnitType:
    """Return a unit type by a name that somebody wrote."""
    if not isinstance(name, str):
        raise BattleError(f"{what}: {shown(name)} is no unit type: give its name")
    try:
        return catalog.unit_type(name)
    except A4AError as error:
        raise BattleError(f"{what}: {error}") from None


def army(catalog: Catalog, given: Given) -> Army:
    """Make an army of what was said about a side.

    Raises
    ------
    BattleError
        If more units are damaged, or have a duty, than there are; or a name or number is wrong.

    Examples
    --------
    >>> import a4a
    >>> side = Given("attacker", {"infantry": 3}, duties={"landing": {"infantry": 2}})
    >>> for band in army(a4a.dataset("global1940").catalog, side).bands:
    ...     print(band.count, band.unit, band.duty or "overland")
    1 infantry overland
    2 infantry landing
    """
    role = given.role
    units = counted(catalog, given.units, what=role)
    damaged = counted(catalog, given.damaged, what=f"{role}, damaged")
    for name, number in damaged.items():
        if number > units.get(name, 0) and not _is_facility(catalog, name):
            raise BattleError(f"{role}: {number} of {units.get(name, 0)} {name!r} damaged")
    left = dict(units)
    bands: list[Band] = []
    for duty, listed in given.duties.items():
        on_duty = counted(catalog, listed, what=f"{role}, {duty}")
        for name, number in on_duty.items():
            if duty != "bombarding":  # ships that bombard stay at sea and are extra
                if number > left.get(name, 0):
                    raise BattleError(f"{role}: {number} of {left.get(name, 0)} {name!r} {duty}")
                left[name] -= number
            bands.append(replace(_plain(catalog, name), count=number, duty=duty))
    plain = [
        replace(
            _plain(catalog, name), count=number, damaged=_damaged(catalog, name, number, damaged)
        )
        for name, number in left.items()
    ]
    for border, listed in given.across.items():
        some = counted(catalog, listed, what=f"{role}, across {border}")
        plain = list(_some(role, plain, some, f"across {border}", across=border))
    order = catalog.type_order
    every = plain + bands
    for mark, listed in given.declared.items():
        some = counted(catalog, listed, what=f"{role}, {mark}")
        every = list(_some(role, every, some, mark, mark=mark))
    every = [band for band in every if band.count]
    every.sort(key=lambda b: (order[b.unit], len(b.marks), b.across))
    technologies = given.technologies
    if isinstance(technologies, str) or not isinstance(technologies, Collection):
        raise BattleError(f"{role}: technologies are a list of names, not {shown(technologies)}")
    for name in technologies:
        if not isinstance(name, str) or len(name) > LONGEST:
            raise BattleError(f"{role}: no technology {shown(name)}: give its name")
    return Army(tuple(every), "", tuple(technologies))


def _some(
    role: str,
    bands: Iterable[Band],
    units: Mapping[str, int],
    word: str,
    *,
    mark: str = "",
    across: str = "",
) -> Iterator[Band]:
    """Yield bands of which something is said of some units, whole ones first."""
    left = dict(units)
    for band in bands:
        number = min(left.get(band.unit, 0), band.count)
        hurt = max(0, number - (band.count - band.damaged))
        if number:
            left[band.unit] -= number
            marks = (*band.marks, mark) if mark else band.marks
            yield replace(
                band, count=number, damaged=hurt, marks=marks, across=across or band.across
            )
        yield replace(band, count=band.count - number, damaged=band.damaged - hurt)
    for name, number in left.items():
        if number:
            there = units[name] - number
            raise BattleError(f"{role}: {units[name]} of {there} {name!r} {word}")


def ordered(catalog: Catalog, side: Side, names: object, *, what: str) -> tuple[str, ...]:
    """Return an order of loss in a side's kinds of units.

    Parameters
    ----------
    catalog
        Which units there are.
    side
        The side.
    names
        Unit types, the first lost first; units that take several hits may come twice. A type means
        all its kinds ("infantry" includes those that land), unless these are named themselves.
        What is not named is lost after that, in the order the side has.
    what
        What it is, for messages.

    Raises
    ------
    BattleError
        If it names units that the side does not have, or names units twice.
    """
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise BattleError(f"{what}: an order is a list of unit types, not {shown(names)}")
    if not names:
        return side.order
    kinds = [g.kind for g in side.groups if g.kind.hits and g.count]
    own = {kind.name for kind in kinds}
    found: list[str] = []
    named = {name for name in names if isinstance(name, str)} & own
    for name in names:
        if isinstance(name, str) and name in own and not _is_type(catalog, name):
            means = [name]
        else:
            unit = unit_type(catalog, name, what=what)
            means = [
                k for k in side.order
                if k in own and (k == unit.name or (k not in named and _kind(side, k, unit.name)))
            ]  # fmt: skip
            if not means:
                have = list_of([k.name for k in kinds]) or "nothing that can be hit"
                raise BattleError(f"{what} names {unit.name!r}; the side has {have}")
        found += means
    for kind in kinds:
        times = found.count(kind.name)
        if times > min(2, kind.hits):
            raise BattleError(f"{what} names {kind.name!r} {times} times")
    rest = (name for name in side.order if name in own and name not in found)
    return (*found, *rest)


def _is_type(catalog: Catalog, name: str) -> bool:
    return name in catalog.type_order


def _kind(side: Side, kind: str, unit: str) -> bool:
    return any(g.kind.name == kind and g.kind.is_a(unit) for g in side.groups)


def dice_of(given: object, own: BattleDice) -> BattleDice:
    """Return the dice of a battle as they are written.

    Parameters
    ----------
    given
        "standard", "low luck", weights of the faces, `BattleDice`; or None for those of the game.
    own
        The dice of the game.

    Raises
    ------
    BattleError
        If they are none of these.

    Examples
    --------
    >>> dice_of([1, 1, 1, 1, 1, 3], BattleDice()).chance(2)
    0.25
    """
    if given is None:
        return own
    if isinstance(given, BattleDice):
        return given
    if one_of(given, "standard", "low luck"):
        return replace(own, weights=(), luck="low luck" if given == "low luck" else "standard")
    if (
        isinstance(given, Sequence)
        and not isinstance(given, str)
        and given
        and all(isinstance(w, Real) and not isinstance(w, bool) for w in given)
    ):
        weights = tuple(real(w, "a weight") for w in given)
        return replace(own, weights=weights, luck="standard")
    raise BattleError(
        f"dice are 'standard', 'low luck', a list of {own.faces} weights or "
        f"a4a.odds.dice.BattleDice, not {shown(given)}"
    )


def in_words(bands: Iterable[Band]) -> str:
    """Return units in words.

    Examples
    --------
    >>> in_words([Band("tank", 2, duty="landing"), Band("infantry", 3), Band("tank", 1)])
    '2 tanks (landing), 3 infantry, 1 tank'
    """
    found: dict[str, int] = {}
    for band in bands:
        name = f"{band.unit} ({band.duty})" if band.duty else band.unit
        found[name] = found.get(name, 0) + band.count
    return ", ".join(count_of(number, name) for name, number in found.items() if number)


def by_type(bands: Iterable[Band]) -> dict[str, int]:
    """Return how many units of each type fight; ships that only bombard are left out.

    Examples
    --------
    >>> by_type([Band("infantry", 2, duty="landing"), Band("infantry", 1)])
    {'infantry': 3}
    """
    found: dict[str, int] = {}
    for band in bands:
        if band.duty != "bombarding":
            found[band.unit] = found.get(band.unit, 0) + band.count
    return found
