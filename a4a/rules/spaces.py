"""Choices of spaces that datasets state: by name, by parts of the board, by who held them first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from a4a.core.errors import DatasetError
from a4a.rules.lists import read_list
from a4a.rules.system import System


class Spaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice of spaces.

    Parameters
    ----------
    spaces
        By name.
    original
        Those that these powers controlled originally: whose emblem is printed on them.
    parts
        Those of parts of the board, which ``parts.toml`` lists.
    leaning
        Those that lean this way at the start of the game.
    cities
        Those with a victory city.
    economy
        Of all these, only those of one economy, named by its treasury.
    map
        Of all these, only those on one of the maps that make up the board.
    """

    spaces: tuple[str, ...] = ()
    original: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
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
    inner = {name for part in parts(system) if part.name in chosen.parts for name in part.spaces}
    found = [
        space.name
        for space in board.spaces
        if (space.original and space.original in chosen.original)
        or (chosen.cities and space.city)
        or space.name in leanings
        or space.name in inner
    ]
    inside = {name for m in board.maps if m.name == chosen.map for name in m.spaces}
    return tuple(
        name
        for name in (*chosen.spaces, *found)
        if (not chosen.map or name in inside)
        and (not chosen.economy or chosen.economy in board.space(name).economies)
    )


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named part of the board that conditions speak of: a continent, a range of sea zones."""

    name: str
    spaces: tuple[str, ...]
    source: str


class _Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    parts: tuple[Part, ...] = ()


@lru_cache(maxsize=16)
def parts(system: System) -> tuple[Part, ...]:
    """Return the parts of the board that conditions speak of.

    Raises
    ------
    DatasetError
        If one names a space that is not on the board.
    """
    found = read_list(system.dataset, "parts", _Parts).parts
    for part in found:
        for name in part.spaces:
            if name not in system.board.index:
                raise DatasetError(f"parts.toml: {part.name!r} names {name!r}, which is no space")
    return found
