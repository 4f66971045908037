"""Reading records from `.a4a` files, which are not trusted: bounded, typed, never executed."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from a4a.core.annotations import AnyAnnotation
from a4a.core.attached import Attachment
from a4a.core.consistency import check_record
from a4a.core.errors import A4AError, RecordError
from a4a.core.record import GameRecord
from a4a.core.steps import Step
from a4a.core.variations import Variation
from a4a.store.format import (
    MAX_LINE,
    MAX_TEXT,
    VERSION,
    Count,
    FirstLine,
    RecordLine,
    digest_of,
    version_of,
)

_REMEMBERED: Final = 4
"""How many files are remembered, as a game is often opened again."""
_SHORT: Final = 4 * 2**20
"""The longest text of a file that is remembered, in bytes."""


def load(path: str | os.PathLike[str]) -> GameRecord:
    """Read a record from an `.a4a` file, which the record remembers as ``record.file``.

    Raises
    ------
    RecordError
        If the file is newer than this program, damaged, cut short or not an `.a4a` file, or what
        is in it does not fit together (`a4a.core.consistency`); the message names the place. Also
        if there is no such file.
    OSError
        If the file cannot be read.
    """
    file = Path(path)
    if not file.is_file():
        what = "a folder, not a file" if file.is_dir() else "no such file"
        raise RecordError(f"{path}: {what}; give the path of an .a4a file")
    size = file.stat().st_size
    if size > MAX_TEXT:
        raise RecordError(f"{file.name}: {size} bytes; a record file has {MAX_TEXT} at most")
    data = file.read_bytes()
    record = loads(data, name=file.name)
    record.kept_in(file.resolve(), digest_of(data))
    return record


def loads(data: bytes, *, name: str = "record") -> GameRecord:
    """Read a record from the bytes of an `.a4a` file.

    Parameters
    ----------
    data
        The file's bytes.
    name
        What to call it in messages.

    Raises
    ------
    RecordError
        As `load`.
    """
    try:
        return _read(data)
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None
    except A4AError as error:
        raise RecordError(f"{name}: {error}") from None


class _Parts:
    """What a file holds: values that nobody changes, so records of the same bytes share them."""

    def __init__(self, version: int, size: int, parts: dict[str, Any]) -> None:
        self.version = version
        self.size = size
        self.parts = parts
        self.fit = False
        """Whether they are known to fit together."""


def _read(data: bytes) -> GameRecord:
    read = _parts(data)
    if read.size > _SHORT:
        _parts.cache_clear()  # it would take up too much memory
    record = GameRecord(**read.parts)
    if not read.fit:
        if version_of(record) > read.version:
            raise RecordError(
                f"line 1: format version {read.version}, but what follows came with a later one"
            )
        check_record(record)
        read.fit = True
    return record


@lru_cache(maxsize=_REMEMBERED)
def _parts(data: bytes) -> _Parts:
    lines = _lines(data)
    first = next(lines, None)
    if first is None:
        raise RecordError("the file is empty")
    stamp = _decode(msgspec.json.Decoder(FirstLine), first, number=1).a4a
    if not 1 <= stamp.version <= VERSION:
        raise RecordError(
            f"line 1: format version {stamp.version}; this a4a reads versions 1 to {VERSION}"
            + (": a newer a4a wrote it" if stamp.version > VERSION else "")
        )
    decoder = msgspec.json.Decoder(RecordLine)
    parts: dict[str, Any] = {}
    steps: list[Step] = []
    variations: list[Variation] = []
    annotations: list[AnyAnnotation] = []
    attachments: list[Attachment] = []
    end: Count | None = None
    number, size = 1, len(first)
    for number, text in enumerate(lines, start=2):
        size += len(text)
        line = _decode(decoder, text, number=number)
        if end is not None:
            raise RecordError(f"line {number}: something follows the end")
        given = [f for f in line.__struct_fields__ if getattr(line, f) is not None]
        if len(given) != 1:
            raise RecordError(f"line {number}: one key is expected, there are {len(given)}")
        if line.step is not None:
            steps.append(line.step)
        elif line.variation is not None:
            variations.append(line.variation)
        elif line.annotation is not None:
            annotations.append(line.annotation)
        elif line.attachment is not None:
            attachments.append(line.attachment)
        elif line.end is not None:
            end = line.end
        elif given[0] in parts:
            raise RecordError(f"line {number}: a second {given[0]}")
        else:
            parts[given[0]] = getattr(line, given[0])
    if end is None:
        raise RecordError(f"line {number} is the last, but not the end: the file is cut short")
    announced = (end.steps, end.annotations, end.variations, end.attachments)
    there = (len(steps), len(annotations), len(variations), len(attachments))
    if announced != there:
        raise RecordError(
            f"line {number}: {_counted(announced)} are announced, there are {_counted(there)}"
        )
    for part in ("header", "board", "catalog", "start"):
        if part not in parts:
            raise RecordError(f"the file has no {part}")
    parts |= {
        "steps": steps,
        "annotations": annotations,
        "variations": variations,
        "attachments": attachments,
        "used": end.used,
    }
    return _Parts(stamp.version, size, parts)


def _counted(counts: tuple[int, int, int, int]) -> str:
    """How many of what, in words; variations and attachments only where there are any."""
    steps, annotations, variations, attachments = counts
    words = f"{steps} steps and {annotations} annotations"
    more = [f"{variations} variations"] if variations else []
    more += [f"{attachments} attachments"] if attachments else []
    return f"{words}, and {' and '.join(more)}," if more else words


def _decode(decoder: msgspec.json.Decoder[Any], line: bytes, *, number: int) -> Any:
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        said = str(error) if not isinstance(error, RecursionError) else "nested too deeply"
        raise RecordError(f"line {number}: {said}") from None


def _lines(data: bytes) -> Iterator[bytes]:
    """Yield the lines of the text, within bounds.

    Raises
    ------
    RecordError
        If it is not gzip, is damaged, or is larger than the format allows.
    """
    if data[:2] != b"\x1f\x8b":
        raise RecordError("not an .a4a file: it does not begin as gzip does")
    total = number = 0
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            while line := file.readline(MAX_LINE + 1):
                number += 1
                total += len(line)
                if len(line) > MAX_LINE:
                    raise RecordError(f"line {number} is longer than {MAX_LINE} bytes")
                if total > MAX_TEXT:
                    raise RecordError(f"line {number}: more than {MAX_TEXT} bytes of text")
                yield line
    except (EOFError, zlib.error, OSError) as error:
        raise RecordError(f"damaged after line {number}: {error}") from None
