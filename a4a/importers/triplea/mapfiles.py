"""The text files of a TripleA map, out of its folder or its zip: bounded, and never unpacked."""

from __future__ import annotations

import os
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from a4a.core.errors import A4AError

POLYGONS: Final = "polygons.txt"
CENTERS: Final = "centers.txt"
PROPERTIES: Final = "map.properties"
ABOUT: Final = "map.yml"
MOST_TEXT: Final = 32 * 2**20
"""Most bytes of one of these files; the largest maps that players know have some 4 MB."""

_TEXTS = (POLYGONS, CENTERS, PROPERTIES)
_FOLDERS = 2_000  # that are looked into for a map's files
_DEEPEST = 3  # folders below the one that is named, as deep as the program itself looks
_MOST_DIRECTORY = 16 * 2**20  # bytes of a zip's list of contents
_END = struct.Struct("<4s4H2LH")  # the end of a zip's directory, without a comment
_LONGEST_COMMENT = 2**16


class MapFiles(msgspec.Struct, frozen=True):
    """The text files of a map that say where its territories lie.

    Parameters
    ----------
    path
        The folder or zip they are from.
    texts
        `polygons.txt`, and of `centers.txt`, `map.properties` and `map.yml` those it has.
    """

    path: Path
    texts: Mapping[str, str]

    @property
    def name(self) -> str:
        """What the map is called: the name of its folder or zip."""
        return self.path.resolve().stem if self.path.suffix == ".zip" else self.path.resolve().name


def read_map_files(path: Path) -> MapFiles:
    """Read the text files of a map.

    Parameters
    ----------
    path
        Its folder (`polygons.txt` may lie in `map/` below it), its zip, or its `polygons.txt`.

    Raises
    ------
    A4AError
        If there is no such folder or zip, it is no map, it is damaged, or a text of it is too
        large.
    """
    if path.is_dir():
        return _from_folder(path)
    if path.is_file():
        return _from_folder(path.parent) if path.name == POLYGONS else _from_zip(path)
    what = "no such folder or file" if not path.exists() else "neither a folder nor a file"
    raise A4AError(f"{path}: {what}; give the folder or zip of a TripleA map")


def files_of_map(path: Path) -> tuple[Path, ...]:
    """Return the files that a map is read from: its texts, or its zip; empty if it is none.

    Examples
    --------
    >>> files_of_map(Path("no such map"))
    ()
    """
    if path.is_file() and path.name != POLYGONS:
        return (path,)
    folder = path.parent if path.is_file() else next(_with_polygons(path), None)
    return () if folder is None else tuple(folder / name for name in _TEXTS)


def about_map(path: Path) -> str:
    """Return a map's `map.yml`, "" if it has none or it cannot be read."""
    try:
        if path.is_dir():
            file = path / ABOUT
            return _text(file.read_bytes()) if _small(file) else ""
        with _opened(path) as held:
            inside = min((n for n in _files_of(held) if _base(n) == ABOUT), key=_depth, default="")
            return _text(_unpacked(held, inside, path)) if inside else ""
    except (A4AError, OSError):
        return ""


# --- folders ------------------------------------------------------------------------------------


def _from_folder(path: Path) -> MapFiles:
    folder = next(_with_polygons(path), None)
    if folder is None:
        raise A4AError(
            f"{path}: not a TripleA map: it has no {POLYGONS}, nor has a folder below it"
        )
    texts = {}
    for name, file in ((name, folder / name) for name in _TEXTS):
        if not file.is_file():
            continue
        if not _small(file):
            raise _too_large(file)
        try:
            texts[name] = _text(file.read_bytes())
        except OSError as error:
            raise A4AError(f"{file}: cannot be read: {error.strerror or error}") from None
    return MapFiles(path, texts)


def _with_polygons(path: Path) -> Iterator[Path]:
    """The folders that have polygons: that named, its `map`, those below, level by level."""
    level, seen = [path, path / "map"], 0
    for _ in range(_DEEPEST + 1):
        below: list[Path] = []
        for folder in level:
            seen += 1
            if seen > _FOLDERS:
                return
            if (folder / POLYGONS).is_file():
                yield folder
            below += _folders(folder)
        level = below


def _folders(path: Path) -> list[Path]:
    try:
        with os.scandir(path) as found:
            return sorted(Path(one.path) for one in found if one.is_dir(follow_symlinks=False))
    except OSError:
        return []


def _small(file: Path) -> bool:
    return file.is_file() and file.stat().st_size <= MOST_TEXT


# --- zips ---------------------------------------------------------------------------------------


def _from_zip(path: Path) -> MapFiles:
    with _opened(path) as held:
        names = _files_of(held)
        found = min((name for name in names if _base(name) == POLYGONS), key=_depth, default=None)
        if found is None:
            raise A4AError(f"{path}: not a TripleA map: it has no {POLYGONS}")
        folder = found.removesuffix(POLYGONS)
        texts = {
            name: _text(_unpacked(held, folder + name, path))
            for name in _TEXTS
            if folder + name in names
        }
    return MapFiles(path, texts)


def _opened(path: Path) -> zipfile.ZipFile:
    """A zip whose list of contents is of a bearable size: all of it is read as it is opened."""
    try:
        with path.open("rb") as raw:
            size = raw.seek(0, os.SEEK_END)
            raw.seek(max(0, size - _LONGEST_COMMENT - _END.size))
            tail = raw.read()
        at = tail.rfind(b"PK\x05\x06")
        if at < 0 or len(tail) - at < _END.size:
            raise A4AError(f"{path}: neither a folder nor a zip: give those of a TripleA map")
        if _END.unpack_from(tail, at)[5] > _MOST_DIRECTORY:
            raise A4AError(f"{path}: its list of contents is too long for a map's")
        return zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError) as error:
        raise A4AError(f"{path}: the zip cannot be read: {error}") from None


def _files_of(held: zipfile.ZipFile) -> dict[str, int]:
    """The files in a zip and how large they say they are."""
    return {entry.filename: entry.file_size for entry in held.infolist() if not entry.is_dir()}


def _base(name: str) -> str:
    return name.rpartition("/")[2]


def _depth(name: str) -> tuple[int, str]:
    return name.count("/"), name


def _unpacked(held: zipfile.ZipFile, name: str, path: Path) -> bytes:
    """A file of a zip: no more of it is unpacked than may be read, whatever size it claims."""
    try:
        with held.open(name) as packed:
            data = packed.read(MOST_TEXT + 1)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError) as error:
        raise A4AError(f"{path}: {name} in it cannot be unpacked: {error}") from None
    if len(data) > MOST_TEXT:
        raise _too_large(path / name)
    return data


# --- both ---------------------------------------------------------------------------------------


def _too_large(file: Path) -> A4AError:
    return A4AError(f"{file}: larger than {MOST_TEXT >> 20} MB, which no map's text is")


def _text(data: bytes) -> str:
    """A text in the encoding of today, or in that of the programs that wrote it long ago."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
