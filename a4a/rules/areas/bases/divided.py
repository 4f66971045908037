"""Territories divided among several spaces, which are of use only while friends hold all of them.

While two sides hold parts of one, its facilities do not work and are not repaired, and nobody
collects what it is worth. ``divided.toml`` names them; who may pass a strait between them follows
from its controllers (`a4a.core.gates`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from a4a.core.sides import side_in
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas import data
from a4a.rules.areas.system import System


class Divided(data.Entry, frozen=True, kw_only=True):
    """A territory of several spaces.

    Parameters
    ----------
    name
        What the whole is called.
    spaces
        Its parts.
    """

    name: str
    spaces: tuple[str, ...]


class _Divided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    divided: tuple[Divided, ...] = ()


@lru_cache(maxsize=16)
def divided(system: System) -> tuple[Divided, ...]:
    """Return the divided territories of a system.

    Examples
    --------
    >>> import a4a
    >>> [whole.name for whole in divided(a4a.new_game("deluxe3g40").ruleset.game)]
    ['Gibraltar']
    """
    found = data.in_play(system, data.read(system, "divided", _Divided).divided)
    for whole in found:
        data.known_spaces(system, whole.spaces, f"divided.toml: {whole.name}")
    return found


@lru_cache(maxsize=16)
def _wholes(system: System) -> Mapping[str, tuple[str, ...]]:
    return {space: whole.spaces for whole in divided(system) for space in whole.spaces}


def parts(system: System, territory: str) -> tuple[str, ...]:
    """Return all parts of the territory that a space is a part of: itself where it is whole."""
    return _wholes(system).get(territory, (territory,))


def at_odds(system: System, state: State, territory: str) -> bool:
    """Whether not all parts of a space's territory are held by one side.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("deluxe3g40")
    >>> at_odds(game.ruleset.game, game.state, "Western Gibraltar")
    False
    """
    whole = _wholes(system).get(territory, ())
    return len({side_in(state, state.control.get(part)) for part in whole}) > 1


def menders(system: System, state: State, facility: Unit) -> frozenset[str | None]:
    """Return who may repair a facility: its owner, and friends who share its territory.

    Where sides hold parts of its territory, nobody may.
    """
    territory = str(facility.place)
    if at_odds(system, state, territory):
        return frozenset()
    return frozenset([facility.owner, *map(state.control.get, parts(system, territory))])
