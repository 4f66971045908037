"""Records as the bytes of `.a4a` files, and names for such files."""

from __future__ import annotations

import gzip
import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import msgspec

from a4a.core.errors import A4AError, RecordError
from a4a.core.record import GameRecord
from a4a.store.format import (
    MAX_LINE,
    MAX_TEXT,
    Count,
    FirstLine,
    RecordLine,
    Stamp,
    version_of,
)


def free_name(record: GameRecord, folder: str | os.PathLike[str] = ".", *, title: str = "") -> str:
    """Return a name for a new file of a record that is not taken in a folder.

    It is made from the title given, or from the record's own.

    Examples
    --------
    >>> import tempfile, a4a
    >>> free_name(a4a.start("europe1940"), tempfile.mkdtemp())
    'axis-allies-europe-1940-2nd-edition.a4a'
    """
    called = unicodedata.normalize("NFKC", title or record.header.title or record.header.system)
    stem = re.sub(r"[^\w]+", "-", called.casefold())[:60].strip("-_") or "game"
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
    carried = len(record.attachments)
    return Count(len(record.steps), len(record.annotations), used, told, carried)


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
        *(RecordLine(attachment=attachment) for attachment in record.attachments),
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
