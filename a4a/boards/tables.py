"""The tables of a dataset as they stand in its files, over its parent's and under overrides.

A dataset is a folder: ``dataset.toml`` says what it is, CSV files say the rest. A variant names a
parent: its tables are the parent's, of which it keeps some theatres and powers (``keep``) and
clears some columns (``clear``), with its own rows laid over them. A player's folder of overrides
is laid over a dataset in the same way. A row takes the place of the row with the same key, cell by
cell for the columns its file has, or takes it away (``remove``); a table named in ``replace`` takes
the place of the whole table.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import msgspec

from a4a.boards.about import About, Keep, over
from a4a.boards.fault import Fault
from a4a.boards.folders import about_of, available, content_of, layers, root
from a4a.boards.lists import REMOVE
from a4a.boards.stamps import Stamp, mark
from a4a.core.errors import DatasetError

KEYS: Mapping[str, tuple[str, ...]] = {
    "spaces": ("name",),
    "borders": ("space_a", "space_b"),
    "apart": ("space_a", "space_b"),
    "powers": ("name",),
    "treasuries": ("name", "resource"),
    "units": ("name",),
    "setup": ("space", "power", "unit"),
    "cargo": ("space", "power", "unit", "aboard", "ship"),
    "relations": ("power_a", "power_b"),
    "queue": ("treasury", "unit", "paid"),
    "theatres": ("space",),
    "counters": ("power", "name"),
    "deployment": ("power", "counter"),
    "prices": ("unit", "power"),
    "track": ("turn",),
    "printed": ("space", "place", "section"),
    "contradictions": ("what",),
    "totals": ("power",),
    "distances": ("space_a", "space_b", "way"),
}
"""The tables of a dataset, each with the columns that tell its rows apart."""

_UNORDERED = ("borders", "apart", "relations")
_OPTIONAL = frozenset({"ship"})
"""Columns of keys that a table may be without: their cells are empty then."""
_MOST_ROWS = 50_000
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row(Mapping[str, str]):
    """A row of a table: its cells by column, and the file and line they come from."""

    cells: Mapping[str, str]
    file: str
    line: int

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def text(self, column: str) -> str:
        """The cell of a column, "" where the table has no such column."""
        return self.cells.get(column, "")

    def number(self, column: str) -> int:
        """The number in a column; 0 if the cell is empty or no number."""
        try:
            return int(self.text(column) or 0)
        except ValueError:
            return 0

    def fault(self, what: str, *, fatal: bool = False) -> Fault:
        """Say what is wrong with the row, and where it stands."""
        return Fault(f"{self.file}:{self.line}", what, fatal)

    def names(self, column: str) -> tuple[str, ...]:
        """The names listed in a cell, separated by semicolons.

        Examples
        --------
        >>> Row({"aliases": "54 Sea Zone; sz 54"}, "spaces.csv", 2).names("aliases")
        ('54 Sea Zone', 'sz 54')
        """
        text = self.cells.get(column)
        if not text:
            return ()
        return tuple([part for name in text.split(";") if (part := name.strip())])


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything a dataset's files say, still as text.

    Parameters
    ----------
    name
        Name of the dataset.
    about
        What ``dataset.toml`` says.
    rows
        The rows of every table, in order.
    folders
        The folders it was read from, the lowest layer first.
    faults
        What is wrong with the files as tables: rows with too few or too many cells, and rows
        that share a key with a row above them. Such rows were not used.
    """

    name: str
    about: About
    rows: Mapping[str, tuple[Row, ...]]
    folders: tuple[Path, ...]
    faults: tuple[Fault, ...] = field(default=())

    def __getitem__(self, table: str) -> tuple[Row, ...]:
        return self.rows[table]


def read(name: str | Path, *, overrides: str | Path | None = None) -> Tables:
    """Read the tables of a dataset, laid over its parent's, with overrides laid over them.

    Parameters
    ----------
    name
        Name of a dataset that comes with a4a, or the folder of another one.
    overrides
        A folder with tables of your own to lay over the dataset's.

    Raises
    ------
    DatasetError
        If a folder or file is missing or is no table at all.

    Examples
    --------
    >>> len(read("global1940")["borders"])
    829
    """
    return read_layers(layers(name, overrides))


def read_layers(folders: tuple[Path, ...]) -> Tables:
    """Read the tables of a dataset from its folders, each laid over the one before."""
    about = About()
    merged: dict[str, dict[Key, Row]] = {table: {} for table in KEYS}
    found: list[Fault] = []
    for folder in folders:
        own = _named(about_of(folder), folder)
        about = over(about, own)
        if own.keep:
            merged = _kept(merged, own.keep)
        merged = _cleared(merged, own.clear)
        fresh = {
            table: rows for table in KEYS if (rows := _read_table(folder, table, found)) is not None
        }
        merged = _without(merged, fresh, found)
        for table, rows in fresh.items():
            left = {key: row for key, row in rows.items() if not _removes(row)}
            merged[table] = left if table in own.replace else laid(merged[table], left)
    # A row of a variant that sets a count to 0 takes the units of its parent off the board.
    for table in ("setup", "cargo"):
        there = {key: row for key, row in merged[table].items() if row.text("count") != "0"}
        merged[table] = there
    return Tables(
        name=about.name or folders[-1].name,
        about=about,
        rows={table: tuple(rows.values()) for table, rows in merged.items()},
        folders=folders,
        faults=tuple(found),
    )


def _named(about: About, folder: Path) -> About:
    """Name a variant that gives no name after its folder, never after its parent.

    The names of datasets that come with a4a are theirs alone: a record is resumed by its name.
    """
    if not about.parent:
        return about
    about = about if about.name else msgspec.structs.replace(about, name=folder.resolve().name)
    if about.name in available() and folder.resolve() != (root() / about.name).resolve():
        raise DatasetError(
            f"{folder.name}/dataset.toml: {about.name!r} is the name of a dataset that comes with "
            "a4a; a variant has a name of its own"
        )
    return about


def _read_table(folder: Path, table: str, found: list[Fault]) -> dict[Key, Row] | None:
    path = folder / f"{table}.csv"
    return rows_by_key(path, KEYS[table], found, unordered=table in _UNORDERED)


def rows_by_key(
    path: Path, key: tuple[str, ...], faults: list[Fault], *, unordered: bool = False
) -> dict[Key, Row] | None:
    """Read the rows of a file by the cells of their key columns.

    Parameters
    ----------
    path
        The file.
    key
        The columns that tell its rows apart.
    faults
        Where to add what is wrong with the file as a table; such rows are left out.
    unordered
        Whether a key read backwards is the same key, as of a border.

    Returns
    -------
    dict or None
        None if there is no such file.
    """
    if not path.is_file():
        return None
    rows, wrong = _rows(path, mark(path), key, unordered=unordered)
    faults += wrong
    return dict(rows)


@lru_cache(maxsize=128)  # each game that is begun asks for the tables of its rules
def _rows(
    path: Path, file: Stamp, key: tuple[str, ...], *, unordered: bool
) -> tuple[Mapping[Key, Row], tuple[Fault, ...]]:
    """The rows of a file, and what is wrong with it as a table."""
    del file  # A changed file makes another key.
    where = f"{path.parent.name}/{path.name}"
    faults: list[Fault] = []
    reader = csv.reader(io.StringIO(content_of(path)), strict=True)
    rows: dict[Key, Row] = {}
    known: dict[str, str] = {}  # cells of the same text are one
    try:
        header = [column.strip() for column in next(reader, [])]
        lacking = [column for column in key if column not in {*header, *_OPTIONAL}]
        if lacking:
            what = f"its first line lacks {', '.join(lacking)}"
            return {}, (Fault(where, what, fatal=True),)
        for values in reader:
            if not values:
                continue
            if len(rows) == _MOST_ROWS:
                what = f"more than {_MOST_ROWS} rows; the rest was not read"
                faults.append(Fault(f"{where}:{reader.line_num}", what, fatal=True))
                break
            at = f"{where}:{reader.line_num}"
            if len(values) != len(header):
                what = f"{len(values)} cells, but the first line has {len(header)}"
                faults.append(Fault(at, what, fatal=True))
                continue
            texts = (known.setdefault(text := value.strip(), text) for value in values)
            cells = dict(zip(header, texts, strict=True))
            row = Row(cells, where, reader.line_num)
            own = tuple(row.text(column) for column in key)
            first = rows.setdefault(tuple(sorted(own)) if unordered else own, row)
            if first is not row:
                what = "the same row" if dict(first) == dict(row) else "another row on the same"
                faults.append(Fault(at, f"{what} as line {first.line}, which counts"))
    except csv.Error as error:
        faults.append(Fault(f"{where}:{reader.line_num}", str(error), fatal=True))
    return rows, tuple(faults)


def laid(base: Mapping[Key, Row], over: Mapping[Key, Row]) -> dict[Key, Row]:
    """Lay rows over rows: a row with a known key changes that row, the others are added.

    A source covers the numbers beside it only, so a row that changes another must say its own.
    """
    result = dict(base)
    for key, row in over.items():
        under = result.get(key)
        unsourced = {"source": ""} if under and "source" in under else {}
        result[key] = (
            row if under is None else Row({**under, **unsourced, **row}, row.file, row.line)
        )
    return result


def _kept(tables: dict[str, dict[Key, Row]], keep: Keep) -> dict[str, dict[Key, Row]]:
    """Only the rows about the theatres and powers that a variant keeps."""

    def part(table: str, column: str, wanted: set[str]) -> dict[Key, Row]:
        rows = tables[table].items()
        return {key: row for key, row in rows if not wanted or row.text(column) in wanted}

    spaces = part("spaces", "theatre", set(keep.theatres))
    powers = part("powers", "name", set(keep.powers))
    return _about_known({**tables, "spaces": spaces, "powers": powers})


def _removes(row: Row) -> bool:
    """Whether a row takes its parent's away."""
    return row.text(REMOVE) == "1"


def _without(
    tables: dict[str, dict[Key, Row]], fresh: Mapping[str, Mapping[Key, Row]], faults: list[Fault]
) -> dict[str, dict[Key, Row]]:
    """The tables, without the rows that rows laid over them remove and what is about these.

    What stands in a space that is removed, or borders it, goes with it; so with a power.
    """
    gone = [(table, k, r) for table, rows in fresh.items() for k, r in rows.items() if _removes(r)]
    if not gone:
        return tables
    left = {table: dict(rows) for table, rows in tables.items()}
    for table, key, row in gone:
        if left[table].pop(key, None) is None:
            faults.append(row.fault("there is no such row to remove"))
    return _about_known(left)


def _about_known(tables: dict[str, dict[Key, Row]]) -> dict[str, dict[Key, Row]]:
    """Only the rows about spaces and powers that are there."""
    spaces = {row["name"] for row in tables["spaces"].values()}
    owners = {row["name"] for row in tables["powers"].values()}

    def known(row: Row) -> bool:
        where = filter(None, map(row.text, ("space", "space_a", "space_b")))
        whose = filter(None, map(row.text, ("power", "power_a", "power_b")))
        return all(space in spaces for space in where) and all(p in owners for p in whose)

    return {table: {k: r for k, r in rows.items() if known(r)} for table, rows in tables.items()}


def _cleared(
    tables: dict[str, dict[Key, Row]], clear: Mapping[str, tuple[str, ...]]
) -> dict[str, dict[Key, Row]]:
    """The tables, with columns emptied that mean nothing in a variant."""
    empty = {table: dict.fromkeys(columns, "") for table, columns in clear.items()}
    return {
        table: {k: Row({**row, **empty[table]}, row.file, row.line) for k, row in rows.items()}
        if table in empty
        else rows
        for table, rows in tables.items()
    }
