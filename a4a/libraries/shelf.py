"""The files of a library: batches of games in Parquet, and a manifest that says which of them live.

::

    library.json                           the manifest
    games/global1940/saves/000007.parquet  a table of a batch
    turns/ battles/ figures/ chains/ former/ records/
    files/000007.parquet                   which files were read, and what came of each
    starts/                                records that games began from, by their SHA-256

A batch is a file of each table for some games of one system and source. Files are never changed:
new ones are written, the manifest is replaced, and what it names no more is deleted when the
library is next written to, so that tables in use can be read to their end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

import msgspec
import polars as pl
from filelock import FileLock, Timeout

from a4a.core.errors import A4AError, RecordError
from a4a.files import CannotWriteError, replacing
from a4a.libraries.contract import SCHEMAS
from a4a.libraries.identity import named

Shelved: TypeAlias = Literal["games", "turns", "battles", "figures", "chains", "former", "records"]
"""The tables of a batch: those that users ask, and what the library itself needs."""
SHELVED: Final[tuple[Shelved, ...]] = get_args(Shelved)

FULL: Final = 500
"""Games of a full batch: smaller ones are joined."""
VERSION: Final = 1
"""Version of the format."""

_MANIFEST: Final = "library.json"
_LOCK: Final = ".lock"
_FORMAT: Final = "a4a library"
_ODD: Final = re.compile(r"[^0-9A-Za-z_-]")
_LONGEST: Final = 80  # characters of a part of a path
_ROWS: Final = 16  # of records that are read together
_LEVEL: Final = 9  # of Zstandard: a third less than the usual 3, and still quick

SCHEMA_OF: Final[Mapping[str, pl.Schema]] = {
    **{name: schema.polars({}) for name, schema in SCHEMAS.items()},
    "chains": pl.Schema(
        {"game": pl.String(), "place": pl.Int32(), "link": pl.Int64(), "length": pl.Int32()}
    ),
    "former": pl.Schema({"game": pl.String(), "was": pl.String()}),
    "records": pl.Schema({"game": pl.String(), "kept": pl.String(), "data": pl.Binary()}),
    "files": pl.Schema(
        {
            "file": pl.String(), "digest": pl.String(), "state": pl.String(), "game": pl.String(),
            "error": pl.String(), "reader": pl.String(),
        }
    ),
}  # fmt: skip
"""The columns of each table."""


class Batch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some games of one system and source.

    Parameters
    ----------
    number
        The number of its files.
    system, source
        What its games have in common.
    games
        How many there are.
    """

    number: int
    system: str
    source: str
    games: int


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which files of a library live.

    Parameters
    ----------
    format, version
        What it is.
    next
        The number of the next file.
    batches
        The batches of games.
    files
        The numbers of the tables of files.
    """

    format: str = _FORMAT
    version: int = VERSION
    next: int = 1
    batches: tuple[Batch, ...] = ()
    files: tuple[int, ...] = ()


class Shelf:
    """The files of a library.

    Parameters
    ----------
    folder
        The folder; one that is not there, or is empty, becomes a library when it is written to.

    Raises
    ------
    A4AError
        If the folder holds something else, or a library of a newer version.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        _ = self.manifest

    @property
    def manifest(self) -> Manifest:
        """The manifest as it is now."""
        path = self.folder / _MANIFEST
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            if self.folder.is_dir() and any(file.name != _LOCK for file in self.folder.iterdir()):
                raise A4AError(
                    f"{self.folder} is a folder of something else, not a library: give the folder"
                    " of a library, or one that is empty or not there yet"
                ) from None
            return Manifest()
        except OSError as error:
            raise A4AError(f"{path} cannot be read: {error.strerror}") from None
        try:
            found = msgspec.json.decode(data, type=Manifest)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise A4AError(f"{path} is damaged: {error}") from None
        if found.format != _FORMAT or found.version != VERSION:
            raise A4AError(
                f"{path} is of format {found.format!r}, version {found.version}; this a4a reads "
                f"{_FORMAT!r}, version {VERSION}"
            )
        return found

    def scan(self, table: str, manifest: Manifest | None = None) -> pl.LazyFrame:
        """Return a table of all games; what an older a4a did not tell is null in it.

        Parameters
        ----------
        table
            Its name.
        manifest
            Of which moment; now if None.
        """
        known = self.manifest if manifest is None else manifest
        if table == "files":
            paths = [self._file(number) for number in known.files]
        else:
            paths = [self._path(table, batch) for batch in known.batches]
        if not paths:
            return pl.LazyFrame(schema=SCHEMA_OF[table])
        return pl.scan_parquet(
            paths, schema=SCHEMA_OF[table], hive_partitioning=False, missing_columns="insert",
            extra_columns="ignore",
        )  # fmt: skip

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep other writers out, and delete what no manifest names.

        Raises
        ------
        A4AError
            If the folder cannot be written to, or another program writes to the library.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with FileLock(self.folder / _LOCK, timeout=0):
                self._sweep()
                if not (self.folder / _MANIFEST).exists():
                    self._replace(Manifest())
                yield
        except Timeout:
            raise A4AError(
                f"{self.folder}: another program is adding to this library; wait until it is done"
            ) from None
        except CannotWriteError as error:
            raise A4AError(str(error)) from None
        except OSError as error:
            raise A4AError(f"{self.folder} cannot be written to: {error.strerror}") from None

    def put(
        self,
        tables: Mapping[Shelved, pl.DataFrame],
        files: pl.DataFrame,
        *,
        without: Iterable[str] = (),
    ) -> None:
        """Put games into the library, all or none; to be called while `writing`.

        Parameters
        ----------
        tables
            The rows of some new games in each table.
        files
            Rows of the table of files.
        without
            Games that leave it.
        """
        manifest = self.manifest
        gone = pl.Series(sorted(set(without)), dtype=pl.String())
        batches, number = [], manifest.next
        for batch in manifest.batches:
            left = self._of_these(batch, gone)
            if not left:
                batches.append(batch)
            elif left < batch.games:
                parts = self._read(batch)
                stay = ~pl.col("game").is_in(gone.implode())
                kept = {name: part.filter(stay) for name, part in parts.items()}
                batches.append(self._write(kept, number))
                number += 1
        for part in _by_system(tables):
            batches.append(self._write(part, number))
            number += 1
        numbers = manifest.files
        if files.height:
            self._write_file(files, number)
            numbers, number = (*numbers, number), number + 1
        self._replace(Manifest(next=number, batches=tuple(batches), files=numbers))

    def tidy(self, full: int = FULL) -> None:
        """Join small batches of a system and source; to be called while `writing`.

        Parameters
        ----------
        full
            Games of a batch that is large enough.
        """
        manifest = self.manifest
        number = manifest.next
        batches: list[Batch] = []
        for group in _joined(manifest.batches, full):
            if len(group) == 1:
                batches += group
                continue
            parts = [self._read(batch) for batch in group]
            whole = {name: pl.concat([part[name] for part in parts]) for name in SHELVED}
            batches.append(self._write(whole, number))
            number += 1
        files = manifest.files
        if len(files) > 1:
            last = self.scan("files", manifest).unique(["file", "digest"], keep="last")
            self._write_file(last.sort("file", "digest").collect(), number)
            files, number = (number,), number + 1
        if number != manifest.next:
            self._replace(Manifest(next=number, batches=tuple(batches), files=files))

    def keep_start(self, start: bytes) -> None:
        """Keep a record that games began from; to be called while `writing`."""
        path = self._start(named(start))
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            with replacing(path) as file:
                file.write(start)

    def start(self, name: str) -> bytes:
        """Return a record that games began from.

        Raises
        ------
        RecordError
            If it is gone, or not what it was.
        """
        path = self._start(name)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise RecordError(f"{path}, from which games began, cannot be read: {error}") from None
        if named(data) != name:
            raise RecordError(f"{path}, from which games began, is damaged")
        return data

    # --- files ----------------------------------------------------------------------------------

    def _path(self, table: str, batch: Batch) -> Path:
        kind = Path(_plain(batch.system), _plain(batch.source))
        return self.folder / table / kind / f"{batch.number:06}.parquet"

    def _file(self, number: int) -> Path:
        return self.folder / "files" / f"{number:06}.parquet"

    def _start(self, name: str) -> Path:
        return self.folder / "starts" / f"{_plain(name)}.a4a"

    def _read(self, batch: Batch) -> dict[Shelved, pl.DataFrame]:
        one = Manifest(batches=(batch,))
        return {name: self.scan(name, one).collect() for name in SHELVED}

    def _of_these(self, batch: Batch, games: pl.Series) -> int:
        """How many of some games a batch has."""
        if games.is_empty():
            return 0
        there = pl.read_parquet(self._path("games", batch), columns=["game"])["game"]
        return int(there.is_in(games.implode()).sum())

    def _write(self, tables: Mapping[Shelved, pl.DataFrame], number: int) -> Batch:
        games = tables["games"]
        batch = Batch(number, games["system"][0], games["source"][0], games.height)
        for name in SHELVED:
            _write(tables[name], self._path(name, batch), table=name)
        return batch

    def _write_file(self, files: pl.DataFrame, number: int) -> None:
        _write(files, self._file(number), table="files")

    def _replace(self, manifest: Manifest) -> None:
        with replacing(self.folder / _MANIFEST) as file:
            file.write(msgspec.json.format(msgspec.json.encode(manifest), indent=1))

    def _sweep(self) -> None:
        """Delete the files that the manifest does not name."""
        manifest = self.manifest
        living = {self._path(name, batch) for batch in manifest.batches for name in SHELVED}
        living |= {self._file(number) for number in manifest.files}
        for table in (*SHELVED, "files"):
            for path in (self.folder / table).rglob("*.parquet*"):
                if path not in living:
                    path.unlink()


def _plain(name: str) -> str:
    """A name as a part of a path: a record may call its system anything.

    Examples
    --------
    >>> _plain("global1940"), _plain("../other system")
    ('global1940', '___other_system')
    """
    return _ODD.sub("_", name)[:_LONGEST]


def _write(frame: pl.DataFrame, path: Path, *, table: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        frame.cast(SCHEMA_OF[table]).write_parquet(
            file,
            compression="uncompressed" if table == "records" else "zstd",
            compression_level=None if table == "records" else _LEVEL,
            row_group_size=_ROWS if table == "records" else None,
        )


def _by_system(
    tables: Mapping[Shelved, pl.DataFrame],
) -> Iterator[dict[Shelved, pl.DataFrame]]:
    """The rows of some games, for each system and source by themselves."""
    for (_, _), games in tables["games"].group_by("system", "source", maintain_order=True):
        of_kind = pl.col("game").is_in(games["game"].implode())
        yield {name: table.filter(of_kind) for name, table in tables.items()}


def _joined(batches: Sequence[Batch], full: int) -> Iterator[list[Batch]]:
    """The batches in groups, each to become one: small ones of a system and source together."""
    groups: dict[tuple[str, str], list[list[Batch]]] = {}
    for batch in batches:
        of_kind = groups.setdefault((batch.system, batch.source), [[]])
        if of_kind[-1] and sum(one.games for one in of_kind[-1]) + batch.games > full:
            of_kind.append([])
        of_kind[-1].append(batch)
    for of_kind in groups.values():
        yield from of_kind
