"""Lists of a dataset that its rules read: each entry names the rule it states and its source."""

from __future__ import annotations

from typing import TypeVar, get_args, get_type_hints

import msgspec

from a4a.boards.dataset import Dataset
from a4a.boards.lists import Lists, read_lists
from a4a.core.errors import DatasetError

_Kind = TypeVar("_Kind")


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of such a list: the rule it states, and where its numbers come from."""

    rule: str
    source: str


def read_list(dataset: Dataset, name: str, kind: type[_Kind]) -> _Kind:
    """Read ``<name>.toml`` of a dataset, its layers laid over each other (`a4a.boards.lists`).

    A list that is absent is empty: not every game has politics, objectives or research.

    Raises
    ------
    DatasetError
        If it says something that is not known here, or lacks what the rules cannot do without.
    """
    found = read_lists(dataset.folders, name)
    try:
        return msgspec.convert({} if found is None else found.plain(), kind)
    except msgspec.ValidationError as error:
        if found is None:
            raise DatasetError(f"dataset {dataset.name!r} has no {name}.toml: {error}") from None
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
