"""Unit types as the engine takes them: a record's numbers, and its words for how they fight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from a4a.core.catalog import Catalog, Category, UnitType
from a4a.core.events import Value
from a4a.core.fighting import Aid, Fighting, Prowess

UNLIMITED: Final = 1000
"""Shots of a gun that fires at every target."""
PLAIN: Final = Prowess()
_IMPROVED: Final = 2  # the technology doubles how many each helps


def help_of(number: int) -> str:
    """Return the number of a unit type that says how many others it helps by an aid."""
    return f"help {number}"


def helped(number: int, value: int) -> str:
    """Return the word for units of a value that an aid helps."""
    return f"helped {number} at {value}"


def catalog_of(catalog: Catalog, options: Mapping[str, Value]) -> Catalog:
    """Return a record's catalog with its unit types in the engine's words.

    Parameters
    ----------
    catalog
        The record's; it says how its units fight.
    options
        The record's options, by the names of the program that recorded it.
    """
    fighting = catalog.fighting or Fighting()
    return msgspec.structs.replace(
        catalog,
        unit_types=tuple(_unit_type(kind, fighting, options) for kind in catalog.unit_types),
    )


def _unit_type(kind: UnitType, fighting: Fighting, options: Mapping[str, Value]) -> UnitType:
    how = fighting.units.get(kind.name, PLAIN)
    numbers = {"rolls": float(how.dice), "defense rolls": float(how.defense_dice)}
    if how.best:
        numbers = {"defense dice": float(how.defense_dice)}
    if (gun := how.flak or how.guards) is not None:
        numbers["antiaircraft"] = float(gun.value)
        numbers["antiaircraft attack"] = float(gun.attack)
        numbers["shots"] = float(gun.shots or UNLIMITED)
    numbers |= {"air attack": float(how.air_attack), "air defense": float(how.air_defense)}
    for i, aid in enumerate(fighting.aids):
        if aid.by == kind.name:
            numbers[help_of(i)] = float(aid.number)
    return msgspec.structs.replace(
        kind,
        category=_category(kind, how),
        abilities=tuple(dict.fromkeys(_abilities(kind, how, fighting, options))),
        numbers=numbers,
        dice=how.dice if how.best else 1,
    )


def _category(kind: UnitType, how: Prowess) -> Category:
    """What a type is in a battle: guns that are no target are with the units."""
    return "land" if kind.category == "facility" and how.flak is not None else kind.category


def _abilities(
    kind: UnitType, how: Prowess, fighting: Fighting, options: Mapping[str, Value]
) -> Iterator[str]:
    category = _category(kind, how)
    yield from how.moves
    if how.untouchable and category != "facility":
        yield "untouchable"
    elif category == "land":
        yield "captures"
    if how.flak is not None and not kind.defense:
        yield "antiaircraft fire"
    if how.hunts:
        yield "anti-submarine"
    if how.helpless:
        yield "chosen last"
    if how.withdraws:
        yield "submerge"
    if category == "air":
        yield "scramble"
        if kind.carrier_cost:
            yield "lands on carrier"
    if category == "sea":
        dives, carries = how.strikes_first, how.helpless
        passed = (dives and options.get("Ignore Sub In Movement")) or (
            carries and options.get("Ignore Transport In Movement")
        )
        if not passed:
            yield "surface warship"
        elif dives:
            yield "warship"
    for i, aid in enumerate(fighting.aids):
        if kind.name in aid.to:
            for value in {kind.attack} if aid.attack else set():
                yield helped(i, value)
            for value in {kind.defense} if aid.defense else set():
                yield helped(i, value)


def improved(aid: Aid) -> int:
    """Return how many units each helps with the technology that improves an aid."""
    return aid.number * _IMPROVED
