"""Boards and set-ups: datasets read into `Board`, `Catalog` and start positions.

Examples
--------
>>> board = load("global1940").board
>>> board.space("54 Sea Zone").name, board.space("Palau Island").aliases
('sea zone 54', ('Paulau Island',))
>>> start("europe1940").state_at(0).control["Poland"]
'Germany'
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from a4a.boards.about import Phase, TurnPhase
from a4a.boards.check import faults
from a4a.boards.counters import Deployment
from a4a.boards.dataset import Dataset, Treasury, build, made
from a4a.boards.fault import Fault
from a4a.boards.folders import available, layers, maps
from a4a.boards.geometry import Geometry, geometry_faults
from a4a.boards.printed import Contradiction
from a4a.boards.stamps import Stamp, stamp
from a4a.boards.tables import read, read_layers
from a4a.boards.track import TrackTurn
from a4a.core.errors import DatasetError
from a4a.core.record import GameRecord
from a4a.core.steps import Header

__all__ = [
    "Contradiction",
    "Dataset",
    "Deployment",
    "Fault",
    "Geometry",
    "Phase",
    "TrackTurn",
    "Treasury",
    "TurnPhase",
    "available",
    "check",
    "files_of",
    "load",
    "maps",
    "start",
]


def load(name: str | Path, *, overrides: str | Path | None = None) -> Dataset:
    """Load a dataset: its board, catalog, start position, phases and treasuries.

    The same files give the same object; the map (`Dataset.geometry`) is read on first use.

    Parameters
    ----------
    name
        Name of a dataset that comes with a4a (`available`), or the folder of another one.
    overrides
        A folder of tables of your own to lay over the dataset's: a row takes the place of the
        row with the same key, for the columns your file has.

    Raises
    ------
    DatasetError
        If there is no such dataset or its faults make a board impossible; the message lists them
        all.

    Examples
    --------
    >>> load("global1940").catalog.unit_type("armour").cost
    6
    """
    folders = layers(name, overrides)
    return _load(folders, stamp(folders))


def files_of(name: str | Path) -> tuple[tuple[Path, ...], Stamp]:
    """Return the folders of a dataset, and a stamp that changes when a file in them does.

    Anything made from a dataset's files can be cached by these two: no change of a file goes
    unseen.

    Raises
    ------
    DatasetError
        If there is no such dataset.

    Examples
    --------
    >>> [folder.name for folder in files_of("europe1940")[0]]
    ['global1940', 'europe1940']
    """
    folders = layers(name)
    return folders, stamp(folders)


def start(name: str | Path, *, overrides: str | Path | None = None) -> GameRecord:
    """Set a game up: a record at its start position, with no steps yet.

    Parameters
    ----------
    name, overrides
        As for `load`.

    Raises
    ------
    DatasetError
        As for `load`.

    Examples
    --------
    >>> record = start("global1940")
    >>> record.state_at(0).money("UK Pacific", "IPC")
    17
    """
    dataset = load(name, overrides=overrides)
    header = Header(system=dataset.name, title=dataset.title)
    return GameRecord(header, dataset.board, dataset.catalog, dataset.position)


def check(name: str | Path, *, overrides: str | Path | None = None) -> list[Fault]:
    """Find all the faults of a dataset at once: in its tables, its names, its sums, its map.

    Parameters
    ----------
    name, overrides
        As for `load`.

    Raises
    ------
    DatasetError
        If there is no such dataset, or one of its files cannot be read as a table at all.

    Examples
    --------
    >>> check("global1940")
    []
    """
    tables = read(name, overrides=overrides)
    found = faults(tables)
    if any(fault.fatal for fault in found):
        return found
    dataset = made(tables)
    apart = {frozenset((row["space_a"], row["space_b"])) for row in tables["apart"]}
    try:
        found += geometry_faults(dataset.board, dataset.geometry, apart=apart)
    except DatasetError as error:
        found.append(Fault("the map", str(error)))
    return found


@lru_cache(maxsize=16)
def _load(folders: tuple[Path, ...], files: Stamp) -> Dataset:
    del files  # A changed file makes another key.
    return build(read_layers(folders))
