"""Frames on disk: a folder with a Parquet file for each, and what they are, in ``frames.json``."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, overload

import polars as pl

from a4a.core.errors import RecordError
from a4a.frames.calendar import At, as_at
from a4a.frames.collection import Frames
from a4a.frames.contract import schemas

VERSION = 2
"""Version of what is written; it grows when a change of schema would mislead old readers."""

_ABOUT = "frames.json"


def write_frames(frames: Frames[Any], folder: Path) -> Path:
    """Write frames to a folder; see `Frames.write`."""
    about = {
        "format": "a4a frames",
        "version": VERSION,
        "at": frames.at,
        "enums": {name: list(enum.categories) for name, enum in frames.enums.items()},
    }
    try:
        _check(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise RecordError(f"{folder} cannot be written: {error.strerror}") from None
    try:
        for name in schemas:
            frames.frame(name).write_parquet(new / f"{name}.parquet")
        (new / _ABOUT).write_text(json.dumps(about, indent=1), encoding="utf-8")
        new.chmod(0o755)
        _replace(folder, new)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
    return folder


def _check(folder: Path) -> None:
    """Raise RecordError if no folder can be there, or it holds anything other than frames."""
    for place in (folder, *folder.parents):
        if place.exists() and not place.is_dir():
            raise RecordError(f"{folder} cannot be written: {str(place)!r} is a file, not a folder")
    if folder.exists() and not (folder / _ABOUT).is_file() and any(folder.iterdir()):
        raise RecordError(f"{folder} holds something else than frames; choose an empty folder")


def _replace(folder: Path, new: Path) -> None:
    """Put a new folder in the place of an old one, which is kept aside until it is done."""
    old = _aside(folder)
    if folder.exists():
        shutil.rmtree(old, ignore_errors=True)
        folder.rename(old)
    new.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def _aside(folder: Path) -> Path:
    """Return where the old folder is while it is being replaced."""
    return folder.parent / f".{folder.name}.old"


@overload
def read_frames(folder: str | Path, *, lazy: Literal[False] = False) -> Frames[pl.DataFrame]: ...
@overload
def read_frames(folder: str | Path, *, lazy: Literal[True]) -> Frames[pl.LazyFrame]: ...
@overload
def read_frames(folder: str | Path, *, lazy: bool) -> Frames[Any]: ...
def read_frames(folder: str | Path, *, lazy: bool = False) -> Frames[Any]:
    """Read frames that `Frames.write` has written.

    Parameters
    ----------
    folder
        The folder they were written to.
    lazy
        Return LazyFrames, which read only what is asked of them.

    Returns
    -------
    Frames
        The same frames, each read when it is first asked for.

    Raises
    ------
    RecordError
        If the folder holds no frames, damaged ones, or those of a newer version.
    """
    source = _Folder(Path(folder))
    return Frames(source, pl.LazyFrame) if lazy else Frames(source, pl.DataFrame)


class _Folder:
    """A folder of frames."""

    def __init__(self, folder: Path) -> None:
        if not folder.exists() and _aside(folder).is_dir():
            folder = _aside(folder)  # the writer was stopped between its two renamings
        self._folder = folder
        about = self._about()
        self.at: At = as_at(about["at"])
        self.enums: Mapping[str, pl.Enum] = {
            name: pl.Enum(names) for name, names in about["enums"].items()
        }

    def _about(self) -> dict[str, Any]:
        path = self._folder / _ABOUT
        try:
            about: Any = json.loads(path.read_text(encoding="utf-8"))
            version = about["version"]
            at, enums = about["at"], about["enums"]
            if about["format"] != "a4a frames" or {*enums} != {"power", "side", "unit", "space"}:
                raise ValueError("not a description of frames")
        except (FileNotFoundError, NotADirectoryError):
            raise RecordError(f"{self._folder} holds no frames: it has no {_ABOUT}") from None
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise RecordError(f"{path} is damaged: {error}") from None
        if version != VERSION:
            raise RecordError(f"{path} is of version {version}; this a4a reads version {VERSION}")
        return {"at": at, "enums": enums}

    def scan(self, name: str) -> pl.LazyFrame:
        path = self._folder / f"{name}.parquet"
        wanted = schemas[name].polars(self.enums)
        try:
            found = pl.scan_parquet(path)
            schema = found.collect_schema()
        except (OSError, pl.exceptions.PolarsError) as error:
            raise RecordError(f"{path} cannot be read: {error}") from None
        if schema != wanted:
            differ = [c for c in {**wanted, **schema} if wanted.get(c) != schema.get(c)]
            raise RecordError(f"{path} is not the frame {name!r}: it differs in {differ}")
        return found

    def frame(self, name: str) -> pl.DataFrame:
        scanned = self.scan(name)
        try:
            return scanned.collect()
        except (OSError, pl.exceptions.PolarsError) as error:
            path = self._folder / f"{name}.parquet"
            raise RecordError(f"{path} cannot be read: {error}") from None
