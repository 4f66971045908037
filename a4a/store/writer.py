"""Writing records to `.a4a` files."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator

import msgspec

from a4a.core.errors import A4AError, RecordError
from a4a.core.record import GameRecord
from a4a.files import CannotWriteError, replacing
from a4a.store.format import MAX_LINE, MAX_TEXT, VERSION, Count, FirstLine, RecordLine, Stamp


def save(record: GameRecord, path: str | os.PathLike[str]) -> None:
    """Write a record to an `.a4a` file; a crash on the way leaves an older file whole.

    The same record gives the same bytes on every machine.

    Raises
    ------
    RecordError
        If the record is too large for the format, or is no record.
    A4AError
        If the path is a folder or a device, or its folder is missing or cannot be written to.
    OSError
        If the disk fails or is full.
    """
    if not isinstance(record, GameRecord):
        raise RecordError(f"what is saved is a record, not a {type(record).__name__}")
    data = dumps(record)
    try:
        with replacing(path) as file:
            file.write(data)
    except CannotWriteError as error:
        raise A4AError(str(error)) from None


def dumps(record: GameRecord) -> bytes:
    """Return a record as the bytes of an `.a4a` file.

    Raises
    ------
    RecordError
        If the record is too large for the format.
    """
    text = b"".join(_lines(record))
    if len(text) > MAX_TEXT:
        raise RecordError(f"the record is {len(text)} bytes as text; {MAX_TEXT} can be written")
    return gzip.compress(text, compresslevel=6, mtime=0)


def _count(record: GameRecord) -> Count:
    used = record.used if record.used > max(record.steps, default=0) else 0
    return Count(len(record.steps), len(record.annotations), used)


def _lines(record: GameRecord) -> Iterator[bytes]:
    encode = msgspec.json.Encoder().encode
    parts = [
        FirstLine(Stamp(VERSION)),
        RecordLine(header=record.header),
        RecordLine(board=record.board),
        RecordLine(catalog=record.catalog),
        RecordLine(start=record.start),
        *(RecordLine(step=step) for step in record.steps.values()),
        *(RecordLine(annotation=annotation) for annotation in record.annotations),
        RecordLine(end=_count(record)),
    ]
    for number, part in enumerate(parts, start=1):
        try:
            line = encode(part) + b"\n"
        except (TypeError, ValueError, RecursionError) as error:
            raise RecordError(f"line {number} cannot be written as text: {error}") from None
        if len(line) > MAX_LINE:
            raise RecordError(f"line {number} is {len(line)} bytes; {MAX_LINE} can be written")
        yield line
