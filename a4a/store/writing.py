"""Writing the files that people ask for: whole or not at all, and refused in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from a4a.core.errors import A4AError
from a4a.files import CannotWriteError, replacing


@contextmanager
def writing(path: Path, *, check: Callable[[], None] | None = None) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of ``path`` when it is whole, as `a4a.files.replacing` does.

    Parameters
    ----------
    path
        The file.
    check
        Called when only the renaming is left; an error prevents that.

    Raises
    ------
    A4AError
        At once, if the path is a folder or a device, or its folder is missing or cannot be
        written to.

    Examples
    --------
    >>> with writing(Path("no such folder", "note.txt")) as file:
    ...     _ = file.write(b"whole")
    Traceback (most recent call last):
    a4a.core.errors.A4AError: no such folder/note.txt cannot be written: there is no folder \
'no such folder'
    """
    try:
        with replacing(path, check=check) as file:
            yield file
    except CannotWriteError as error:
        raise A4AError(str(error)) from None
