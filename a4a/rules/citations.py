"""Citations: an engine names a rule by what it says, a system says which of its book that is.

``citations.csv`` of a dataset has a row for each key of its engine, and a row more where the book
has a rule of its own for one thing: a space, a side, a unit type. Layers are laid over each other
as those of all tables are, so a game that changes another's book says only what is new.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from a4a.boards.columns import CellType
from a4a.boards.dataset import Dataset
from a4a.boards.fault import Fault, near, unusable
from a4a.boards.sheets import read_sheet

Citations = Mapping[tuple[str, str], str]
"""The id of the rule that a key means, by the key and what it is asked of ("" for all else)."""

_COLUMNS = {
    "key": CellType(required=True),
    "of": CellType(),
    "rule": CellType(required=True),
}


def read_citations(dataset: Dataset, *, keys: Collection[str], known: Collection[str]) -> Citations:
    """Read which rules of a book the keys of an engine mean.

    Parameters
    ----------
    dataset
        Whose ``citations.csv``.
    keys
        All that the engine cites.
    known
        Ids of the rules of the book.

    Raises
    ------
    DatasetError
        If a key has no rule, or is none of the engine's, or a rule is not in the book; it says all
        that is wrong.

    Examples
    --------
    >>> from a4a import boards
    >>> from a4a.rules.areas.citations import KEYS
    >>> from a4a.rules.systems import book
    >>> known = book("global1940").known
    >>> found = read_citations(boards.load("global1940"), keys=KEYS, known=known)
    >>> found["carrier.capacity", ""]
    'AA-UNI-050'
    """
    rows = read_sheet(dataset.folders, "citations", _COLUMNS, key=("key", "of"))
    found = {(row["key"], row.text("of")): row["rule"] for row in rows}
    faults: list[Fault] = []
    for row in rows:
        key, where = row["key"], f"{row.file}:{row.line}"
        if key not in keys:
            faults.append(Fault(where, f"no rule is cited as {key!r}{near(key, keys)}"))
        if row["rule"] not in known:
            faults.append(Fault(where, f"rules.csv has no rule {row['rule']!r}"))
    faults += [
        Fault("citations.csv", f"no row says which rule {key!r} is")
        for key in sorted(keys)
        if (key, "") not in found
    ]
    if faults:
        raise unusable(f"citations.csv of dataset {dataset.name!r}", faults)
    return MappingProxyType(found)
