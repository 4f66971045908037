"""Lists of a system that are data, not procedure: objectives, politics, victory, technologies."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import TypeVar

import msgspec

from a4a.core.errors import DatasetError
from a4a.rules.aa.system import System

_Kind = TypeVar("_Kind")
_MOST_BYTES = 1_000_000


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of such a list: the rule it states, and where its numbers come from."""

    rule: str
    source: str


_Entry = TypeVar("_Entry", bound=Entry)


def read(system: System, name: str, kind: type[_Kind]) -> _Kind:
    """Read ``<name>.toml`` of a dataset, from the highest layer that has it.

    Raises
    ------
    DatasetError
        If there is none, or it says something that is not known here.
    """
    for folder in reversed(system.dataset.folders):
        path = folder / f"{name}.toml"
        if not path.is_file():
            continue
        if path.stat().st_size > _MOST_BYTES:
            raise DatasetError(f"{path}: more than {_MOST_BYTES} bytes")
        try:
            return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
            raise DatasetError(f"{path}: {error}") from None
    raise DatasetError(f"dataset {system.dataset.name!r} has no {name}.toml")


def in_play(system: System, entries: Iterable[_Entry]) -> tuple[_Entry, ...]:
    """Keep the entries whose rule is in the system's book: games share one file."""
    book = system.book.by_id
    return tuple(entry for entry in entries if entry.rule in book)


def known_spaces(system: System, names: Iterable[str], where: str) -> tuple[str, ...]:
    """Return names of spaces as given; DatasetError if the board has no such space."""
    found = tuple(names)
    for name in found:
        if name not in system.board.index:
            raise DatasetError(f"{where} names {name!r}, not a space of {system.board.name!r}")
    return found
