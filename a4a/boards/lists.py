"""The lists of a dataset as they stand in its files, laid over its parent's.

A list is a TOML file of entries, ``[[objectives]]`` in ``objectives.toml``; the rules know what it
means. A variant's file lies over its parent's as its tables do: entries replace the parent's of the
same name (and power), or if they have no name, those of the same rule; others are just added.
``remove = true`` removes the parent's; ``replace = ["objectives"]`` in ``dataset.toml`` drops the
parent's whole file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from a4a.boards.folders import about_of
from a4a.core.errors import DatasetError

REMOVE = "remove"
"""The key of an entry that removes the parent's of the same name or rule."""

_MOST_BYTES = 1_000_000
_KEYS = ("name", "power", "rule", REMOVE)
_Key: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One entry of a list: what it says, and where."""

    says: Mapping[str, Any]
    where: str


@dataclass(slots=True)
class Lists:
    """What a file says in all its layers.

    Parameters
    ----------
    entries
        The entries of each of its lists, in order.
    settings
        What else it says.
    where
        The files it was read from.
    """

    entries: dict[str, list[ListEntry]] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    where: str = ""

    def plain(self) -> dict[str, Any]:
        """Return everything as one table, as if it stood in one file."""
        lists = {name: [dict(e.says) for e in entries] for name, entries in self.entries.items()}
        return {**self.settings, **lists}


def read_lists(folders: tuple[Path, ...], name: str) -> Lists | None:
    """Read ``<name>.toml`` of a dataset's folders, each laid over the one before.

    Returns
    -------
    Lists or None
        None if no folder has such a file.

    Raises
    ------
    DatasetError
        If one is no TOML, is too large, or removes what is not there.

    Examples
    --------
    >>> from a4a.boards.folders import layers
    >>> found = read_lists(layers("europe1940"), "bonuses")
    >>> [entry.says["power"] for entry in found.entries["bonuses"]]
    ['France']
    """
    found: Lists | None = None
    for folder in folders:
        if found is not None and name in about_of(folder).replace:
            found = None
        path = folder / f"{name}.toml"
        if path.is_file():
            found = _laid(found or Lists(), path)
    return found


def _laid(base: Lists, path: Path) -> Lists:
    where = f"{path.parent.name}/{path.name}"
    result = Lists(dict(base.entries), dict(base.settings), where)
    for name, value in _content(path).items():
        if not isinstance(value, list) or not all(isinstance(says, dict) for says in value):
            result.entries.pop(name, None)
            result.settings[name] = value
            continue
        own = [ListEntry(says, f"{where}, {name} {i}") for i, says in enumerate(value, start=1)]
        result.entries[name] = _over(base.entries.get(name, []), own)
    return result


def _over(base: list[ListEntry], own: list[ListEntry]) -> list[ListEntry]:
    """Lay entries over entries: all entries of a key stand where its first one stood."""
    known = {_key(entry) for entry in base}
    fresh: dict[_Key, list[ListEntry]] = {}
    for entry in own:
        key = _key(entry)
        if REMOVE in entry.says:
            _check_removal(entry, known=key in known and key not in fresh)
        fresh.setdefault(key, []).append(entry)
    result: list[ListEntry] = []
    laid: set[_Key] = set()
    for entry in [*base, *own]:
        key = _key(entry)
        if key not in fresh:
            result.append(entry)
        elif key not in laid:
            laid.add(key)
            result += [e for e in fresh[key] if REMOVE not in e.says]
    return result


def _key(entry: ListEntry) -> _Key:
    """What tells an entry apart from others: its name and power, or else its rule."""
    says = entry.says
    key = (
        ("name", says["name"], says.get("power")) if "name" in says else ("rule", says.get("rule"))
    )
    return tuple(map(repr, key))


def _check_removal(entry: ListEntry, *, known: bool) -> None:
    says = entry.says
    if says[REMOVE] is not True:
        raise DatasetError(f"{entry.where}: {REMOVE} is true or left out, not {says[REMOVE]!r}")
    if set(says) - set(_KEYS):
        more = ", ".join(sorted(set(says) - set(_KEYS)))
        raise DatasetError(f"{entry.where}: removes an entry, so it cannot say its {more}")
    if not known:
        raise DatasetError(f"{entry.where}: there is no such entry to remove")


def _content(path: Path) -> dict[str, Any]:
    where = f"{path.parent.name}/{path.name}"
    if path.stat().st_size > _MOST_BYTES:
        raise DatasetError(f"{where}: more than {_MOST_BYTES} bytes")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DatasetError(f"{where}: {error}") from None
