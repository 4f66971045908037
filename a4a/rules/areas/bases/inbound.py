"""Aircraft that may be sent to the defense of spaces beside theirs, as combat moves end.

``inbound.toml`` says which; without it aircraft scramble from operative air bases to sea zones.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

import msgspec

from a4a.core.units import Unit
from a4a.rules.areas import data
from a4a.rules.areas.system import System


class Inbound(data.Entry, frozen=True, kw_only=True):
    """Aircraft that may be sent to the defense of spaces beside theirs.

    Parameters
    ----------
    name
        Their name.
    of
        Words for the unit types: names, categories, abilities.
    to
        Where they may be sent.
    base
        What an operative base in their territory must be able to do, which also limits their
        number; "" if they need none.
    more
        Words for facilities beside the base that let one more go; none if nothing does.
    flag
        The flag that they must have, and lose; "" for none.
    """

    name: str
    of: tuple[str, ...]
    to: tuple[Literal["sea", "land"], ...]
    base: str = ""
    more: tuple[str, ...] = ()
    flag: str = ""


class _Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    inbound: tuple[Inbound, ...] = ()


SCRAMBLES: Final = (
    Inbound(
        name="scramble", of=("scramble",), to=("sea",), base="scramble base", rule="", source=""
    ),
)
"""Who may be sent where no list says anything of it."""


@lru_cache(maxsize=16)
def inbound(system: System) -> tuple[Inbound, ...]:
    """Return which aircraft may be sent to the defense of spaces beside theirs.

    Examples
    --------
    >>> import a4a
    >>> [way.name for way in inbound(a4a.new_game("deluxe3g40").ruleset.game)]
    ['from air bases', 'assigned to missions']
    """
    return data.in_play(system, data.read(system, "inbound", _Listed).inbound) or SCRAMBLES


@lru_cache(maxsize=64)
def named(system: System, words: tuple[str, ...]) -> frozenset[str]:
    """Return the unit types that any of some words means."""
    return frozenset(
        kind.name
        for kind in system.types.values()
        if not {kind.name, kind.category, *kind.abilities}.isdisjoint(words)
    )


def is_sent(system: System, way: Inbound, unit: Unit) -> bool:
    """Whether an aircraft is one of those that may be sent, if there is room at its base."""
    return (not way.flag or way.flag in unit.flags) and unit.type in named(system, way.of)
