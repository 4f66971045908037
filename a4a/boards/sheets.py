"""The tables of a dataset that only its rules read: charts and other numbers.

A sheet is a CSV file like the tables, and is laid over its parent's as they are
(`a4a.boards.tables`). The rules that read it know its columns; everything wrong with it is found
then, all at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from a4a.boards.columns import CellType
from a4a.boards.fault import Fault, near, unusable
from a4a.boards.folders import about_of
from a4a.boards.tables import Key, Row, laid, rows_by_key
from a4a.core.errors import DatasetError


def read_sheet(
    folders: tuple[Path, ...], name: str, columns: Mapping[str, CellType], *, key: tuple[str, ...]
) -> tuple[Row, ...]:
    """Read ``<name>.csv`` of a dataset's folders, each laid over the one before.

    Parameters
    ----------
    folders
        Where the dataset's files are, the lowest layer first (`Dataset.folders`).
    name
        The sheet's name from there: ``"charts/combat"``. A layer whose ``dataset.toml`` says
        ``replace = ["charts/combat"]`` drops those of the layers below it.
    columns
        What its columns may hold.
    key
        The columns that tell its rows apart.

    Returns
    -------
    tuple of Row
        In order; rows that a layer adds come last.

    Raises
    ------
    DatasetError
        If no folder has such a file, or a row is not as it should be; it lists them.

    Examples
    --------
    >>> from a4a.boards.folders import layers
    >>> columns = {"id": CellType(required=True), "statement": CellType()}
    >>> try:
    ...     read_sheet(layers("global1940"), "rules", columns, key=("id",))
    ... except DatasetError as error:
    ...     print(str(error).splitlines()[1])
      global1940/rules.csv: no column 'section' is known here
    """
    merged: dict[Key, Row] | None = None
    faults: list[Fault] = []
    for folder in folders:
        if name in about_of(folder).replace:
            merged = None
        rows = rows_by_key(folder / f"{name}.csv", key, faults)
        if rows is not None:
            merged = rows if merged is None else laid(merged, rows)
    if merged is None:
        raise DatasetError(f"dataset {folders[-1].name!r} has no {name}.csv")
    faults += _faults(merged.values(), columns)
    if faults:
        raise unusable(f"{name}.csv", faults)
    return tuple(merged.values())


def _faults(rows: Iterable[Row], columns: Mapping[str, CellType]) -> Iterator[Fault]:
    strange: set[tuple[str, str]] = set()
    for row in rows:
        for column in row:
            if column not in columns and (row.file, column) not in strange:
                strange.add((row.file, column))
                hint = near(column, columns)
                yield Fault(row.file, f"no column {column!r} is known here{hint}")
        for column, may in columns.items():
            cell = row.text(column)
            if wrong := may.fault(cell):
                shown = f"{column} {cell[:60]!r}" if cell else column
                yield Fault(f"{row.file}:{row.line}", f"{shown} is {wrong}")
