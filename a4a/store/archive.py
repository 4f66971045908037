"""The `.a4s` format: what a study file looks like inside.

An `.a4s` file is a zip whose entries are stored, not compressed, as records are compressed
already::

    study.json                what the study says, its chapters, and the hashes of its games
    records/<hash>.a4a        a game as a record file, by the SHA-256 of its bytes

Nothing is ever unpacked to a path, and no name but these is in it. The same study gives the same
bytes.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Final

import msgspec

from a4a.core.chapters import Chapter
from a4a.core.errors import RecordError
from a4a.core.numbers import Whole
from a4a.core.study import MOST_RECORDS
from a4a.store.format import digest_of

STUDY_VERSION: Final = 2
"""The newest version of the format."""
MAX_FILE: Final = 64 * 2**20
"""Most bytes of a study file."""
MAX_STUDY: Final = 32 * 2**20
"""Most bytes of its `study.json`."""

_STUDY = "study.json"
_RECORD = re.compile(r"records/([0-9a-f]{64})\.a4a")
_DATE = (1980, 1, 1, 0, 0, 0)
_END = struct.Struct("<4s4H2LH")  # the end of a zip's directory, without a comment
_MOST_DIRECTORY = 256 * (MOST_RECORDS + 1)
_UTF8 = 0x800  # the one flag that an entry may have

Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class StudyText(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """What `study.json` says: version, texts, the hash of each game by its number, chapters."""

    version: int
    title: str = ""
    introduction: str = ""
    authors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    records: dict[Whole, Digest] = {}
    chapters: tuple[Chapter, ...] = ()

    @property
    def digest(self) -> str:
        """The SHA-256 of what it says, whatever state its games are in."""
        return digest_of(msgspec.json.encode(msgspec.structs.replace(self, records={})))


def study_version(chapters: Iterable[Chapter]) -> int:
    """Return the lowest version of the format that holds some chapters.

    Examples
    --------
    >>> read = Chapter(id=1, record=1, title="Read")
    >>> study_version([read]), study_version([read, msgspec.structs.replace(read, mode="guess")])
    (1, 2)
    """
    return 2 if any(one.mode != "read" or one.exercise for one in chapters) else 1


class _Stamp(msgspec.Struct, frozen=True):
    version: int


class Archive(msgspec.Struct, frozen=True):
    """The contents of a study file: what it says, and its games as bytes, by their hashes."""

    text: StudyText
    records: Mapping[str, bytes]

    def with_record(self, number: int, data: bytes) -> Archive:
        """Return the contents with another state of the game of this number."""
        digests = {**self.text.records, number: digest_of(data)}
        records = {**self.records, digests[number]: data}
        text = msgspec.structs.replace(self.text, records=digests)
        return Archive(text, {digest: records[digest] for digest in digests.values()})

    def pack(self) -> bytes:
        """Return the bytes of the file.

        Raises
        ------
        RecordError
            If it is too large for the format.
        """
        text = msgspec.json.format(msgspec.json.encode(self.text), indent=1)
        if len(text) > MAX_STUDY:
            raise RecordError(f"the chapters are {len(text)} bytes; {MAX_STUDY} can be written")
        entries = [(_STUDY, text)]
        entries += [(f"records/{name}.a4a", data) for name, data in sorted(self.records.items())]
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as file:
            for name, data in entries:
                entry = zipfile.ZipInfo(name, _DATE)
                entry.create_system = 3  # one and the same everywhere
                entry.external_attr = 0o644 << 16
                file.writestr(entry, data)
        if packed.tell() > MAX_FILE:
            raise RecordError(f"the study is {packed.tell()} bytes; {MAX_FILE} can be written")
        return packed.getvalue()


def unpacked(data: bytes) -> Archive:
    """Read the contents of a study file from its bytes.

    Raises
    ------
    RecordError
        If it is newer than this program, damaged, cut short or no study, or holds anything that a
        study does not.
    """
    entries = dict(_entries(data))
    if _STUDY not in entries:
        raise RecordError(f"not a study: it has no {_STUDY}")
    text = _text(entries.pop(_STUDY))
    records = {_RECORD.fullmatch(name)[1]: held for name, held in entries.items()}  # type: ignore[index]
    for digest, held in records.items():
        if digest_of(held) != digest:
            raise RecordError(f"records/{digest[:12]}….a4a is damaged: its hash is another")
    if strange := set(records) ^ set(text.records.values()):
        what = "is not of this study" if strange <= set(records) else "is missing"
        raise RecordError(f"records/{min(strange)[:12]}….a4a {what}")
    return Archive(text, records)


def _text(data: bytes) -> StudyText:
    try:
        version = msgspec.json.decode(data, type=_Stamp).version
        if not 1 <= version <= STUDY_VERSION:
            raise RecordError(
                f"{_STUDY}: format version {version}; this a4a reads {STUDY_VERSION}"
                + (": a newer a4a wrote it" if version > STUDY_VERSION else "")
            )
        text = msgspec.json.decode(data, type=StudyText)
        if version < (needed := study_version(text.chapters)):
            raise RecordError(
                f"{_STUDY}: format version {version}, but it says what came with {needed}"
            )
        return text
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise RecordError(f"{_STUDY}: {error}") from None
    except RecursionError:
        raise RecordError(f"{_STUDY}: nested too deeply") from None


def _entries(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the names and bytes of a zip's entries, each within bounds."""
    _check_directory(data)
    seen = set()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            if sum(entry.file_size for entry in file.infolist()) > len(data):
                raise RecordError("its entries lie over one another")
            for entry in file.infolist():
                name = entry.filename
                if name in seen or (name != _STUDY and not _RECORD.fullmatch(name)):
                    what = "is there twice" if name in seen else "is no part of a study"
                    raise RecordError(f"the entry {name[:80]!r} {what}")
                seen.add(name)
                stored = entry.compress_type == zipfile.ZIP_STORED and not entry.extra
                if entry.flag_bits & ~_UTF8 or not stored or entry.file_size != entry.compress_size:
                    raise RecordError(
                        f"the entry {name!r} is compressed, encrypted or has something added: a"
                        " study's are stored as they are"
                    )
                if name == _STUDY and entry.file_size > MAX_STUDY:
                    raise RecordError(f"{_STUDY} has {entry.file_size} bytes of {MAX_STUDY}")
                yield name, file.read(entry)
    except (
        zipfile.BadZipFile, EOFError, OSError, ValueError, RuntimeError, struct.error,
    ) as error:  # fmt: skip
        raise RecordError(f"the study is damaged: {error}") from None


def _check_directory(data: bytes) -> None:
    """Refuse what is no zip, or has a directory that would take long to read."""
    if data[:4] != b"PK\x03\x04":
        raise RecordError("not an .a4s file: it does not begin as a zip does")
    if len(data) > MAX_FILE:
        raise RecordError(f"{len(data)} bytes; a study file has {MAX_FILE} at most")
    end = data[-_END.size :]
    if len(end) < _END.size or end[:4] != b"PK\x05\x06" or data[-42:-38] == b"PK\x06\x07":
        raise RecordError("its end is missing: the file is cut short, or has something added")
    _, _, _, here, count, size, begin, _ = _END.unpack(end)
    if size > _MOST_DIRECTORY:
        raise RecordError(f"its directory has {size} bytes of {_MOST_DIRECTORY}")
    if here != count or not 1 <= count <= MOST_RECORDS + 1:
        raise RecordError(f"it has {count} entries; a study has {MOST_RECORDS + 1} at most")
    if begin + size + _END.size != len(data):
        raise RecordError("its directory is not where it should be")
