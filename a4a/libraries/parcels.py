"""Games on their way into a library: read and counted by workers, which send bytes back."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
import polars as pl

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.importers.opening import read_record
from a4a.libraries.contract import SCHEMAS, TABLES, Table
from a4a.libraries.entry import Entry, Origin, entry_of
from a4a.libraries.identity import Link
from a4a.libraries.keeping import Kept, reopened
from a4a.store import dumps

_SAVES: Final = "TripleA"


class Parcel(msgspec.Struct, frozen=True):
    """A game, read.

    Parameters
    ----------
    game
        Its id; "" if it could not be read.
    chain
        Its links.
    system
        Its system.
    tables
        Its rows of each table, as an Arrow file.
    data
        The game itself, as it is kept.
    kept
        How it is kept.
    error
        Why it could not be read, or "".
    """

    game: str = ""
    chain: tuple[Link, ...] = ()
    system: str = ""
    tables: Mapping[Table, bytes] = {}
    data: bytes = b""
    kept: Kept = "record"
    error: str = ""

    @property
    def size(self) -> int:
        """The bytes of the game and of its tables."""
        return len(self.data) + sum(map(len, self.tables.values()))

    def table(self, name: Table) -> pl.DataFrame:
        """Return its rows of a table."""
        return pl.read_ipc(io.BytesIO(self.tables[name]), use_pyarrow=False)


class ShelvedGame(msgspec.Struct, frozen=True):
    """What a library keeps of a game.

    Parameters
    ----------
    kept, data
        How it is kept, and what.
    chain
        Its links.
    start
        The record that it began from, or b"".
    origin
        Where it came from.
    """

    kept: Kept
    data: bytes
    chain: tuple[Link, ...]
    start: bytes
    origin: Origin


class Sent(msgspec.Struct, frozen=True):
    """A file that is to be read, or a game to be played.

    Parameters
    ----------
    path
        Where it is, or which game it is.
    name
        Its name, as messages and tables tell it.
    date
        Its day.
    digest
        The SHA-256 of its bytes.
    data
        Its bytes.
    error
        Why it could not be opened, or "".
    number
        The number of a game that is to be played.
    replaces
        The game in the library that is read again, or "".
    shelved
        What the library keeps of that game, where this is what is read.
    """

    path: str
    name: str
    date: str = ""
    digest: str = ""
    data: bytes = b""
    error: str = ""
    number: int = 0
    replaces: str = ""
    shelved: ShelvedGame | None = None


def parcel_of(entry: Entry, system: str, data: bytes, *, kept: Kept = "record") -> Parcel:
    """Return a game with its tables as bytes."""
    tables = {name: _packed(entry.tables[name]) for name in TABLES}
    return Parcel(entry.game, entry.chain, system, tables, data, kept)


def counted(record: GameRecord, *, file: str = "", date: str = "") -> Parcel:
    """Return a record as a parcel.

    Parameters
    ----------
    record
        The game.
    file, date
        The file it was read from, and its day.

    Raises
    ------
    RecordError
        If an event of it cannot have happened, or it cannot be written.
    """
    source = "saves" if record.header.source.program == _SAVES else "records"
    origin = Origin(source, file or record.header.source.file, date)
    data = dumps(record)
    return parcel_of(entry_of(record, origin), record.header.system, data)


def tables_of(parcels: Iterable[Parcel]) -> dict[Table, pl.DataFrame]:
    """The tables of some games together."""
    several = list(parcels)
    return {
        name: pl.concat(
            [pl.DataFrame(schema=SCHEMAS[name].polars({})), *(one.table(name) for one in several)]
        )
        for name in TABLES
    }


def read_one(sent: Sent) -> Parcel:
    """Read a game and count what the tables need: what a worker does.

    Parameters
    ----------
    sent
        The game; if it cannot be read, its parcel has the error.
    """
    if sent.error:
        return Parcel(error=sent.error)
    try:
        if sent.shelved is not None:
            return _recounted(sent.replaces, sent.shelved)
        return counted(read_record(sent.data, name=sent.name), file=sent.name, date=sent.date)
    except A4AError as error:
        return Parcel(error=str(error))


def _recounted(game: str, shelved: ShelvedGame) -> Parcel:
    """Count a game anew that is kept as it was."""
    kept, data, chain = shelved.kept, shelved.data, shelved.chain
    record = reopened(kept, data, game=game, chain=chain, starts=lambda _: shelved.start)
    return parcel_of(entry_of(record, shelved.origin), record.header.system, data, kept=kept)


def _packed(frame: pl.DataFrame) -> bytes:
    file = io.BytesIO()
    frame.write_ipc(file, compression="zstd")
    return file.getvalue()
