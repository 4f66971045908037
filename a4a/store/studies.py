"""Reading studies from `.a4s` files, which are not trusted, and what such files hold."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from a4a.core.errors import A4AError, RecordError
from a4a.core.record import GameRecord
from a4a.core.study import Study
from a4a.store.archive import MAX_FILE, Archive, StudyText, study_version, unpacked
from a4a.store.format import MAX_TEXT, digest_of
from a4a.store.reader import loads
from a4a.store.writer import dumps

SUFFIX: Final = ".a4s"
"""The suffix of study files."""
MAX_TEXTS: Final = 2 * MAX_TEXT
"""Most bytes of text that the games of a study have together."""
_PIECE = 2**20


def study(path: str | os.PathLike[str]) -> Study:
    """Open a study, or begin one where there is no such file yet; `a4a.save` writes it.

    Parameters
    ----------
    path
        The file, ``.a4s``.

    Raises
    ------
    A4AError
        If the file is newer than this program, damaged, cut short or not a study, or what is in it
        does not fit together; if the name is that of another kind of file.

    Examples
    --------
    >>> import tempfile, pathlib, a4a
    >>> lesson = study(pathlib.Path(tempfile.mkdtemp()) / "lesson.a4s")
    >>> lesson.describe(title="Openings", introduction="How the war may begin.")
    >>> _ = lesson.add(a4a.start("global1940"), title="1940", region="Europe")
    >>> a4a.save(lesson)
    >>> study(lesson.file)
    <Study 'Openings': 1 chapters of 1 games>
    """
    if not isinstance(path, str | os.PathLike):
        raise A4AError(f"a study is opened by its path, not by a {type(path).__name__}")
    file = Path(path).resolve()
    if file.suffix.lower() != SUFFIX:
        raise A4AError(f"{file.name}: a study is an {SUFFIX} file; end its name so")
    if not file.exists():
        begun = Study()
        begun.kept_in(file, "", {})
        return begun
    try:
        archive = unpacked(read_bytes(file))
        opened = _study(archive)
    except A4AError as error:
        raise RecordError(f"{file.name}: {error}") from None
    opened.kept_in(file, archive.text.digest, archive.text.records)
    return opened


def read_bytes(file: Path) -> bytes:
    """Return the bytes of a study file; RecordError if it is none, or has too many."""
    if not file.is_file():
        raise RecordError("a folder, not a file" if file.is_dir() else "no such file")
    if file.stat().st_size > MAX_FILE:
        raise RecordError(f"{file.stat().st_size} bytes; a study file has {MAX_FILE} at most")
    return file.read_bytes()


def archive_of(study: Study) -> Archive:
    """Return the contents of the file of a study."""
    there: Mapping[str, bytes] = {}
    if study.file is not None and any(_as_kept(study, r) for r in study.records.values()):
        try:
            there = unpacked(read_bytes(study.file)).records
        except (A4AError, OSError):
            there = {}  # whoever saves will hear of it
    held = {
        number: (there.get(record.file_digest) if _as_kept(study, record) else None)
        or dumps(record)
        for number, record in study.records.items()
    }
    text = StudyText(
        version=study_version(study.chapters),
        title=study.title,
        introduction=study.introduction,
        authors=study.authors,
        tags=study.tags,
        records={number: digest_of(data) for number, data in held.items()},
        chapters=study.chapters,
    )
    return Archive(text, {digest_of(data): data for data in held.values()})


def _as_kept(study: Study, record: GameRecord) -> bool:
    """Whether a record is in the study's file as it is now."""
    return record.saved and record.file == study.file


def _study(archive: Archive) -> Study:
    text = archive.text
    told = {chapter.record for chapter in text.chapters}
    if strange := told ^ set(text.records):
        raise RecordError(f"game {min(strange)} is not there, or no chapter tells of it")
    left = MAX_TEXTS
    for data in archive.records.values():
        left -= _size(data, left)
    records = {}
    for number, digest in text.records.items():
        if number <= 0:
            raise RecordError(f"a game has the number {number}; numbers are positive")
        records[number] = loads(archive.records[digest], name=f"records/{digest[:12]}….a4a")
    return Study(
        text.title,
        introduction=text.introduction,
        authors=text.authors,
        tags=text.tags,
        records=records,
        chapters=text.chapters,
    )


def _size(data: bytes, most: int) -> int:
    """The bytes of text that a record unpacks to; RecordError if they are more than `most`."""
    size = 0
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            while piece := file.read(_PIECE):
                size += len(piece)
                if size > most:
                    raise RecordError(f"its games have more than {MAX_TEXTS} bytes of text")
    except (EOFError, zlib.error, OSError) as error:
        raise RecordError(f"a game of the study is damaged: {error}") from None
    return size
