"""Lists of a system that are data, not procedure: objectives, politics, victory, technologies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from a4a.core.errors import DatasetError
from a4a.rules.areas.system import System
from a4a.rules.lists import Entry

__all__ = ["Entry", "in_play", "known_spaces", "read"]

_Kind = TypeVar("_Kind")
_Entry = TypeVar("_Entry", bound=Entry)


def read(system: System, name: str, kind: type[_Kind]) -> _Kind:
    """Return a list of a system, ``<name>.toml``; DatasetError as `rules.lists.read_list` says."""
    return system.listed(name, kind)


def in_play(system: System, entries: Iterable[_Entry]) -> tuple[_Entry, ...]:
    """Keep the entries whose rule is in the system's book: games share one file.

    Raises
    ------
    DatasetError
        If a rule is in the book of no game at all.
    """
    book = system.book
    found = tuple(entries)
    for entry in found:
        if entry.rule not in book.known:
            raise DatasetError(
                f"dataset {system.dataset.name!r}: a {type(entry).__name__} cites {entry.rule!r}, "
                "which is no rule: rules.csv does not have it"
            )
    return tuple(entry for entry in found if entry.rule in book.by_id)


def known_spaces(system: System, names: Iterable[str], where: str) -> tuple[str, ...]:
    """Return names of spaces as given; DatasetError if the board has no such space."""
    found = tuple(names)
    for name in found:
        if name not in system.board.index:
            raise DatasetError(f"{where} names {name!r}, not a space of {system.board.name!r}")
    return found
