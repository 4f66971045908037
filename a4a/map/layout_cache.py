"""Schematic places kept from one session to the next: laying out a large board takes seconds.

They lie in the user's cache folder (on Linux ``~/.cache/a4a/layouts``), under the digest of what
they are made from: the graph, the hints, and the code that lays it out. A cached layout is
checked before it is used, and nothing fails without a cache: places are then made anew.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from a4a.files import replacing
from a4a.map import layout, untangling
from a4a.map.layout import Edges, Floats
from a4a.map.untangling import can_be_untangled

MOST_FILES: Final = 64
"""Layouts that are kept; those longest unused go."""
_MOST_BYTES = 2**21  # a layout of 640 spaces has some 25,000
_SUFFIX = ".json"


def kept_places(count: int, edges: Edges, hints: Mapping[int, tuple[float, float]]) -> Floats:
    """Places for the spaces of a graph, with room; from the cache if they were made before.

    Parameters
    ----------
    count, edges, hints
        As in `schematic_places`.

    Returns
    -------
    array
        Shape ``(count, 2)``.
    """
    file = _file(count, edges, hints)
    found = None if file is None else _read(file, count)
    if found is not None:
        return found
    places = layout.schematic_places(count, edges, hints)
    if can_be_untangled(count, edges):
        places = untangling.untangled(places, np.array(edges, dtype=np.int64).reshape(-1, 2))
    else:
        places = layout.even_out(places)
    if file is not None:
        with suppress(OSError):  # no room, no right, no such disk: it is only kept for next time
            _write(file, places)
    return places


def cache_folder() -> Path | None:
    """The folder that layouts are kept in, or None if the system knows no home folder."""
    from platformdirs import user_cache_path

    try:
        return user_cache_path("a4a", appauthor=False) / "layouts"
    except (RuntimeError, KeyError):
        return None


def _file(count: int, edges: Edges, hints: Mapping[int, tuple[float, float]]) -> Path | None:
    folder = cache_folder()
    made_from = msgspec.json.encode((count, [*edges], sorted(hints.items())))
    digest = hashlib.sha256(_code() + made_from).hexdigest()
    return None if folder is None else folder / f"{digest[:40]}{_SUFFIX}"


@cache
def _code() -> bytes:
    """The digest of the code of the layout, which tells it from older versions."""
    files = (layout.__file__, untangling.__file__)
    return hashlib.sha256(b"".join(Path(file).read_bytes() for file in files)).digest()


def _read(file: Path, count: int) -> Floats | None:
    """The places in a file, or None if it is missing or not as it was written."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            return None
        checksum, _, text = file.read_bytes().partition(b"\n")
        if checksum != _checksum(text):
            return None
        places = np.array(msgspec.json.decode(text, type=list[tuple[float, float]]))
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    if places.shape != (count, 2) or not np.isfinite(places).all():
        return None
    with suppress(OSError):
        os.utime(file)  # it is in use
    return places


def _write(file: Path, places: Floats) -> None:
    text = msgspec.json.encode(places.tolist())
    if len(text) > _MOST_BYTES:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with replacing(file) as written:
        written.write(_checksum(text) + b"\n" + text)
    _forget_old(file.parent)


def _checksum(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest().encode()


def _forget_old(folder: Path) -> None:
    """Delete the files longest unused; another program may be doing the same."""
    used: list[tuple[float, Path]] = []
    for file in folder.glob(f"*{_SUFFIX}"):
        with suppress(OSError):
            used.append((file.stat().st_mtime, file))
    for _, file in sorted(used, reverse=True)[MOST_FILES:]:
        with suppress(OSError):
            file.unlink()
