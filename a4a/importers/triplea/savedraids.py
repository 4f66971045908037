"""What the units of a save do in bombing raids, in words of a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from a4a.core.board import Board
from a4a.core.catalog import Catalog
from a4a.core.fighting import Bombs, Target
from a4a.importers.triplea.save import Save, whole


def bombs(values: Mapping[str, Any], types: Mapping[str, str]) -> Bombs | None:
    """Return what a unit type drops in a raid; None if it bombs nothing.

    Parameters
    ----------
    values
        Its attachment.
    types
        What unit types are called in the record, by TripleA's names.
    """
    if not values.get("isStrategicBomber"):
        return None
    return Bombs(
        faces=max(0, whole(values.get("bombingMaxDieSides"), -1)),
        plus=max(0, whole(values.get("bombingBonus"))),
        at=tuple(sorted(types[u] for u in values.get("bombingTargets") or () if u in types)),
    )


def target(values: Mapping[str, Any]) -> Target | None:
    """Return what raids do to a unit type; None if it cannot be bombed.

    A factory without a limit of its own for what it builds takes so many times what its territory
    is worth, as does a target that says nothing.
    """
    if not values.get("canBeDamaged"):
        return None
    most = whole(values.get("maxDamage"), -1)
    unlimited = whole(values.get("canProduceXUnits"), -1) < 0
    builds = bool(values.get("canProduceUnits")) and unlimited
    return Target(
        most=most if most > 0 else 2,
        by_worth=builds or most <= 0,
        strange=tuple(_strange(values)),
    )


def _strange(values: Mapping[str, Any]) -> Iterator[str]:
    if values.get("canDieFromReachingMaxDamage"):
        yield "it is destroyed by the most damage"


def with_places(
    catalog: Catalog, save: Save, board: Board, spaces: Mapping[str, str], types: Mapping[str, str]
) -> Catalog:
    """Return a catalog that says what territories count for raids, and what ground they are.

    Parameters
    ----------
    catalog
        The record's.
    save, spaces, types
        The save, and what its territories and unit types are called in the record.
    board
        The record's board: what a territory counts is said only where it is not its value.
    """
    if catalog.fighting is None:
        return catalog
    worth, grounds = {}, {}
    ground = {
        effect: told
        for effect, units in save.effects.items()
        if (told := {types[u]: plus for u, plus in units.items() if u in types and any(plus)})
    }
    for name, territory in save.territories.items():
        counts = whole(territory.values.get("unitProduction"), -1)
        if not territory.water and counts >= 0 and board.space(spaces[name]).value != counts:
            worth[spaces[name]] = counts
        here = tuple(str(e) for e in territory.values.get("territoryEffect") or () if e in ground)
        if here:
            grounds[spaces[name]] = here
    told_raids = worth if catalog.fighting.tells_raids else {}
    fighting = msgspec.structs.replace(
        catalog.fighting, worth=told_raids, ground=ground, grounds=grounds
    )
    return msgspec.structs.replace(catalog, fighting=fighting)
