"""Saving records and studies: whole or not at all, and never over what another program wrote."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from a4a.core.errors import A4AError, RecordError
from a4a.core.record import GameRecord
from a4a.core.study import Study
from a4a.store.archive import unpacked
from a4a.store.format import digest_of
from a4a.store.reader import loads
from a4a.store.studies import SUFFIX, archive_of, read_bytes
from a4a.store.writer import dumps
from a4a.store.writing import writing

_TRIPLEA = ".tsvg"  # the suffix of TripleA's saves


def save(what: GameRecord | Study, path: str | os.PathLike[str] | None = None) -> None:
    """Write a record to an `.a4a` file, or a study to an `.a4s` file.

    A crash on the way leaves an older file whole. The same record gives the same bytes on every
    machine; one that was opened and not changed gives the bytes it was opened from, whatever
    program wrote them. The record remembers the file (``record.file``) and what was in it, so that
    what another program writes there later is not lost when the record is saved again; so does a
    study. A record that is kept in a study is saved in it.

    Parameters
    ----------
    what
        The record or the study.
    path
        The file; if not given, the one it was read from or last saved to.

    Raises
    ------
    RecordError
        If it is too large for the format, or is no record; if it is saved to its own
        file again, and that has changed since; if the name is that of another kind of file.
    A4AError
        If a chapter of the study does not fit its game any more; if the path is a folder or a
        device, or its folder is missing or cannot be written to.
    OSError
        If the disk fails or is full.

    Examples
    --------
    >>> import tempfile, pathlib, a4a
    >>> record = a4a.start("europe1940")
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> save(record, folder / "game.a4a")
    >>> comment = record.annotate(a4a.Comment(node=0, text="quiet"))
    >>> save(record)
    >>> a4a.open(record.file).annotations == (comment,)
    True
    >>> study = a4a.study(folder / "lesson.a4s")
    >>> chapter = study.add(record, title="The start")
    >>> save(study)
    >>> a4a.study(folder / "lesson.a4s").chapters == (chapter,)
    True
    """
    if not isinstance(what, GameRecord | Study):
        raise RecordError(f"what is saved is a record or a study, not a {type(what).__name__}")
    if path is None and what.file is None:
        kind = ("study", SUFFIX) if isinstance(what, Study) else ("record", ".a4a")
        raise RecordError("the {} has no file yet: give the path of an {} file".format(*kind))
    file = Path(what.file if path is None else path).resolve()  # type: ignore[arg-type]
    if isinstance(what, Study):
        _save_study(what, file)
    elif file.suffix.lower() == SUFFIX:
        _save_within(what, file)
    else:
        _save_record(what, file)


def _save_record(record: GameRecord, file: Path) -> None:
    if file.suffix.lower() == _TRIPLEA:  # most likely the game it was read from
        raise RecordError(f"{file.name}: a record is saved as an .a4a file; end its name in .a4a")
    data = _as_opened(record) or dumps(record)

    def check() -> None:
        if file == record.file and file.is_file() and _digest(file) != record.file_digest:
            raise _changed(file)

    _write(file, data, check)
    record.kept_in(file, digest_of(data))


def _save_study(study: Study, file: Path) -> None:
    if file.suffix.lower() != SUFFIX:
        raise RecordError(f"{file.name}: a study is saved as an {SUFFIX} file; end its name so")
    study.verify()
    archive = archive_of(study)
    data = archive.pack()

    def check() -> None:
        if file != study.file or not file.is_file():
            return
        there = unpacked(read_bytes(file)).text if study.file_digest else None
        if there is None or there.digest != study.file_digest:
            raise _changed(file)
        if not all(study.knows(number, digest) for number, digest in there.records.items()):
            raise _changed(file)

    _write(file, data, check)
    study.kept_in(file, archive.text.digest, archive.text.records)


def _save_within(record: GameRecord, file: Path) -> None:
    """Save a record in the study that it is kept in; the rest of the study stays as it is."""
    if file != record.file:
        raise RecordError(f"{file.name}: a record is saved as an .a4a file, or added to a study")
    old = read_bytes(file)
    archive = unpacked(old)
    numbers = [n for n, digest in archive.text.records.items() if digest == record.file_digest]
    if not numbers:
        raise _changed(file)
    data = dumps(record)

    def check() -> None:
        if not file.is_file() or _digest(file) != digest_of(old):
            raise _changed(file)

    _write(file, archive.with_record(numbers[0], data).pack(), check)
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


def _write(file: Path, data: bytes, check: Callable[[], None]) -> None:
    with writing(file, check=check) as written:
        written.write(data)


def _digest(file: Path) -> str:
    return digest_of(file.read_bytes())


def _changed(file: Path) -> RecordError:
    return RecordError(
        f"{file.name} has been changed by another program since it was opened, and was not"
        " overwritten: save under another name, or open it again"
    )
