"""Lists of a system that are data, not procedure: objectives, politics, victory, technologies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, get_args, get_type_hints

import msgspec

from a4a.boards.lists import Lists, read_lists
from a4a.core.errors import DatasetError
from a4a.rules.aa.system import System

_Kind = TypeVar("_Kind")


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of such a list: the rule it states, and where its numbers come from."""

    rule: str
    source: str


_Entry = TypeVar("_Entry", bound=Entry)


def read(system: System, name: str, kind: type[_Kind]) -> _Kind:
    """Read ``<name>.toml`` of a dataset, its layers laid over each other (`a4a.boards.lists`).

    Raises
    ------
    DatasetError
        If there is none, or it says something that is not known here.
    """
    found = read_lists(system.dataset.folders, name)
    if found is None:
        raise DatasetError(f"dataset {system.dataset.name!r} has no {name}.toml")
    try:
        return msgspec.convert(found.plain(), kind)
    except msgspec.ValidationError as error:
        raise _fault(found, kind, error) from None


def _fault(found: Lists, kind: type[object], error: msgspec.ValidationError) -> DatasetError:
    """Say which entry of which file cannot be read."""
    hints = get_type_hints(kind)
    for name, entries in found.entries.items():
        (entry_kind, *_) = get_args(hints.get(name)) or (dict,)
        for entry in entries:
            try:
                msgspec.convert(dict(entry.says), entry_kind)
            except msgspec.ValidationError as wrong:
                called = f" ({entry.says['name']!r})" if "name" in entry.says else ""
                return DatasetError(f"{entry.where}{called}: {wrong}")
    return DatasetError(f"{found.where}: {error}")


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
                f"dataset {system.dataset.name!r} has a {type(entry).__name__} by {entry.rule!r}, "
                "which is no rule: rules.csv has none of this id"
            )
    return tuple(entry for entry in found if entry.rule in book.by_id)


def known_spaces(system: System, names: Iterable[str], where: str) -> tuple[str, ...]:
    """Return names of spaces as given; DatasetError if the board has no such space."""
    found = tuple(names)
    for name in found:
        if name not in system.board.index:
            raise DatasetError(f"{where} names {name!r}, not a space of {system.board.name!r}")
    return found
