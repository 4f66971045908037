"""An animated picture in a file, which shows itself in a notebook."""

from __future__ import annotations

import os
from base64 import b64encode
from pathlib import Path
from typing import Any

_MOST_SHOWN = 32 * 2**20  # bytes that a notebook is to hold; more would make it slow to open
_TYPES = {".gif": "image/gif", ".webp": "image/webp"}


class Animated(os.PathLike[str]):
    """An animated picture. In a notebook it shows itself; elsewhere it can be used as a path.

    Attributes
    ----------
    path : Path
        The file, a GIF or WebP.

    Examples
    --------
    >>> film = Animated(Path("fronts.gif"))
    >>> film, film.path.suffix, os.fspath(film)
    (<a4a film in fronts.gif>, '.gif', 'fronts.gif')
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def __fspath__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return f"<a4a film in {self.path}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """What a notebook shows: the file as it is now; its name if it is gone or too large."""
        shown: dict[str, Any] = {"text/plain": repr(self)}
        try:
            if self.path.stat().st_size <= _MOST_SHOWN:
                kind = _TYPES[self.path.suffix.lower()]
                shown[kind] = b64encode(self.path.read_bytes()).decode("ascii")
        except OSError:
            pass
        return shown
