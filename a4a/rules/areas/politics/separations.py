"""Separations: powers that share no spaces of a kind with others of their side, though at war.

``separations.toml`` names them; without it powers of a side that are at war share all spaces.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from a4a.rules.areas import data
from a4a.rules.areas.system import System

Domain = Literal["land", "sea"]


class Separation(data.Entry, frozen=True, kw_only=True):
    """Powers that keep to themselves.

    Parameters
    ----------
    powers
        Who shares with nobody, and nobody with them.
    of
        The kinds of spaces that they do not share.
    """

    powers: tuple[str, ...]
    of: tuple[Domain, ...]


class _Separations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    separations: tuple[Separation, ...] = ()


@lru_cache(maxsize=16)
def separations(system: System) -> tuple[Separation, ...]:
    """Return who shares no spaces with others.

    Examples
    --------
    >>> import a4a
    >>> separations(a4a.new_game("global1940").ruleset.game)
    ()
    """
    return data.in_play(system, data.read(system, "separations", _Separations).separations)


@lru_cache(maxsize=128)
def apart_from(system: System, power: str) -> Mapping[Domain, Mapping[str, str]]:
    """Return with whom a power shares nothing: the rule that says so, by domain and power."""
    found: dict[Domain, dict[str, str]] = {"land": {}, "sea": {}}
    others = [other.name for other in system.catalog.powers if other.name != power]
    for entry in separations(system):
        for domain in entry.of:
            for other in others:
                if power in entry.powers or other in entry.powers:
                    found[domain][other] = entry.rule
    return found


def separated(system: System, power: str, other: str, space: str) -> str:
    """Return the rule by which two powers do not share a space, or "" if none says so."""
    return apart_from(system, power)[domain_of(system, space)].get(other, "")


def domain_of(system: System, space: str) -> Domain:
    """Return what kind of space one is."""
    return "sea" if system.graph.is_sea[space] else "land"
