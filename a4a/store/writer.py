"""Writing records to `.a4a` files."""

from __future__ import annotations

import gzip
import os
import re
import unicodedata
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec

from a4a.core.errors import A4AError, RecordError
from a4a.core.record import GameRecord
from a4a.files import CannotWriteError, replacing
from a4a.store.format import (
    MAX_LINE,
    MAX_TEXT,
    Count,
    FirstLine,
    RecordLine,
    Stamp,
    digest_of,
    version_of,
)
from a4a.store.reader import loads

_TRIPLEA = ".tsvg"  # the suffix of TripleA's saves


def save(record: GameRecord, path: str | os.PathLike[str] | None = None) -> None:
    """Write a record to an `.a4a` file; a crash on the way leaves an older file whole.

    The same record gives the same bytes on every machine; one that was opened and not changed gives
    the bytes it was opened from, whatever program wrote them. The record remembers the file
    (``record.file``) and what was in it, so that what another program writes there later is not
    lost when the record is saved again.

    Parameters
    ----------
    record
        The record.
    path
        The file; if not given, the one the record was read from or last saved to.

    Raises
    ------
    RecordError
        If the record is too large for the format, or is no record; if it is saved to its own
        file again, and that has changed since; if the name is that of a TripleA save.
    A4AError
        If the path is a folder or a device, or its folder is missing or cannot be written to.
    OSError
        If the disk fails or is full.

    Examples
    --------
    >>> import tempfile, pathlib, a4a
    >>> record = a4a.start("europe1940")
    >>> save(record, pathlib.Path(tempfile.mkdtemp()) / "game.a4a")
    >>> comment = record.annotate(a4a.Comment(node=0, text="quiet"))
    >>> save(record)
    >>> a4a.open(record.file).annotations == (comment,)
    True
    """
    if not isinstance(record, GameRecord):
        raise RecordError(f"what is saved is a record, not a {type(record).__name__}")
    if path is None and record.file is None:
        raise RecordError("the record has no file yet: give the path of an .a4a file")
    file = Path(record.file if path is None else path).resolve()  # type: ignore[arg-type]
    if file.suffix.lower() == _TRIPLEA:  # most likely the game it was read from
        raise RecordError(f"{file.name}: a record is saved as an .a4a file; end its name in .a4a")
    data = _as_opened(record) or dumps(record)
    check = partial(_refuse_if_changed, record, file) if file == record.file else None
    try:
        with replacing(file, check=check) as written:
            written.write(data)
    except CannotWriteError as error:
        raise A4AError(str(error)) from None
    record.kept_in(file, digest_of(data))


def _as_opened(record: GameRecord) -> bytes | None:
    """The bytes a record was opened from, if they are still there and say the same."""
    if not record.saved or record.file is None:
        return None
    try:
        data = record.file.read_bytes()
        if digest_of(data) != record.file_digest:
            return None
        there = loads(data)
    except (OSError, A4AError):
        return None
    return data if there == record and there.used == record.used else None


def _refuse_if_changed(record: GameRecord, file: Path) -> None:
    """Raise RecordError if a file has changed since the record was read from or saved to it."""
    if file.is_file() and digest_of(file.read_bytes()) != record.file_digest:
        raise RecordError(
            f"{file.name} has been changed by another program since it was opened, and was not"
            " overwritten: save under another name, or open it again"
        )


def free_name(record: GameRecord, folder: str | os.PathLike[str] = ".") -> str:
    """Return a name for a new file of a record, from its title, that is not taken in a folder.

    Examples
    --------
    >>> import tempfile, a4a
    >>> free_name(a4a.start("europe1940"), tempfile.mkdtemp())
    'axis-allies-europe-1940-2nd-edition.a4a'
    """
    title = unicodedata.normalize("NFKC", record.header.title or record.header.system)
    stem = re.sub(r"[^\w]+", "-", title.casefold())[:60].strip("-_") or "game"
    names = (f"{stem}{number}.a4a" for number in ("", *(f"-{n}" for n in range(2, 10_000))))
    for name in names:
        if not (Path(folder) / name).exists():
            return name
    raise A4AError(f"{folder}: no free name {stem}-<number>.a4a is left")


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
    told = len(record.told_variations)
    return Count(len(record.steps), len(record.annotations), used, told)


def _lines(record: GameRecord) -> Iterator[bytes]:
    encode = msgspec.json.Encoder().encode
    decode = msgspec.json.Decoder(RecordLine).decode
    parts = [
        FirstLine(Stamp(version_of(record))),
        RecordLine(header=record.header),
        RecordLine(board=record.board),
        RecordLine(catalog=record.catalog),
        RecordLine(start=record.start),
        *(RecordLine(step=step) for step in record.steps.values()),
        *(RecordLine(variation=variation) for variation in record.told_variations),
        *(RecordLine(annotation=annotation) for annotation in record.annotations),
        RecordLine(end=_count(record)),
    ]
    for number, part in enumerate(parts, start=1):
        try:
            line = encode(part) + b"\n"
            if isinstance(part, RecordLine):
                decode(line)  # a file that cannot be read back would lose the game
        except (TypeError, ValueError, RecursionError) as error:
            what = _name_of(part, number)
            raise RecordError(
                f"{what} cannot be written so that it is read back: {error}"
            ) from None
        if len(line) > MAX_LINE:
            raise RecordError(f"line {number} is {len(line)} bytes; {MAX_LINE} can be written")
        yield line


def _name_of(part: msgspec.Struct, number: int) -> str:
    """What to call a line in a message."""
    if isinstance(part, RecordLine) and part.step is not None:
        return f"step {part.step.id}"
    return f"line {number}"
