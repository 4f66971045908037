"""Stamps: whether a dataset's files have changed since they were read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from time import time_ns
from typing import Final, TypeAlias

Stamp: TypeAlias = tuple[tuple[str, int, int, int, bytes], ...]
"""By file: its name, when it was written, when anything about it changed, its size; and a hash of
its content if it changed so recently that these times may not show the next change."""

READ: Final = (".csv", ".toml", ".geojson")
"""The endings of the files that datasets are read from."""

GRAIN: Final = 3_000_000_000
"""Nanoseconds within which two changes of a file may have the same time (file systems count in
steps of up to two seconds)."""


def stamp(folders: Iterable[Path]) -> Stamp:
    """Return a stamp of the files in some folders, which changes when one of them does.

    Parameters
    ----------
    folders
        The folders of a dataset; files in their subfolders count, too.

    Examples
    --------
    >>> from a4a.boards.folders import layers
    >>> stamp(layers("global1940")) == stamp(layers("europe1940"))
    False
    """
    now = time_ns()
    return tuple([_mark(entry, now) for folder in folders for entry in _files(os.fspath(folder))])


def mark(path: Path) -> Stamp:
    """Return the stamp of one file; empty if it is not there."""
    try:
        return (_marked(os.fspath(path), path.stat(), time_ns()),)
    except OSError:
        return ()


def _files(folder: str, *, depth: int = 1) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:  # reading it will say what is wrong
        return
    for entry in entries:
        if entry.name.endswith(READ):
            yield entry
        elif depth and entry.is_dir():
            yield from _files(entry.path, depth=depth - 1)


def _mark(entry: os.DirEntry[str], now: int) -> tuple[str, int, int, int, bytes]:
    try:
        return _marked(entry.path, entry.stat(), now)
    except OSError:
        return entry.path, 0, 0, 0, b""


def _marked(path: str, stat: os.stat_result, now: int) -> tuple[str, int, int, int, bytes]:
    written, changed = stat.st_mtime_ns, stat.st_ctime_ns
    content = b""
    if now - max(written, changed) < GRAIN:
        content = blake2b(Path(path).read_bytes(), digest_size=16).digest()
    return path, written, changed, stat.st_size, content
