"""Games on their way into a library: read and counted by workers, which send bytes back."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
import polars as pl

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.importers.opening import read_record
from a4a.libraries.contract import SCHEMAS, TABLES, Table
from a4a.libraries.entry import Entry, Origin, entry_of
from a4a.libraries.identity import Link
from a4a.libraries.keeping import Kept
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

    def table(self, name: Table) -> pl.DataFrame:
        """Return its rows of a table."""
        return pl.read_ipc(io.BytesIO(self.tables[name]), use_pyarrow=False)


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
    """

    path: str
    name: str
    date: str = ""
    digest: str = ""
    data: bytes = b""
    error: str = ""
    number: int = 0


def read_all(files: Sequence[Sent]) -> list[Parcel]:
    """Read some games and count what the tables need: what a worker does.

    A game that cannot be read has its error in its parcel; nothing else is lost by it.
    """
    return [_read(one) for one in files]


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


def _read(sent: Sent) -> Parcel:
    if sent.error:
        return Parcel(error=sent.error)
    try:
        return counted(read_record(sent.data, name=sent.name), file=sent.name, date=sent.date)
    except A4AError as error:
        return Parcel(error=str(error))


def _packed(frame: pl.DataFrame) -> bytes:
    file = io.BytesIO()
    frame.write_ipc(file)
    return file.getvalue()
