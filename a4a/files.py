"""Writing files so that a half-written one never replaces a good one."""

from __future__ import annotations

import os
import re
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

_PART = ".part"
_RANDOM = re.compile(r"[a-z0-9_]{8}\.part")  # what `tempfile` puts between the name and the suffix
_ABANDONED = 3600.0
"""Seconds after which a half-written file counts as abandoned: its program was killed."""


class CannotWriteError(OSError):
    """A file cannot be written to a path; the message says why."""


@contextmanager
def replacing(
    path: str | os.PathLike[str], *, check: Callable[[], None] | None = None
) -> Iterator[IO[bytes]]:
    """Open a file for writing that takes the place of ``path`` only when all went well.

    The new bytes go to a file beside it, are forced to the disk, and are then renamed. If
    anything fails on the way, the old file stays whole and nothing is left behind. Files that a
    killed program left behind beside this one are deleted once they are an hour old.

    Parameters
    ----------
    path
        The file.
    check
        Called when everything is written and only the renaming is left; an error prevents that. No
        other program that writes files in this way can come between the two.

    Raises
    ------
    CannotWriteError
        If ``path`` is a folder or a device, or its folder is missing or cannot be written to.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> target = pathlib.Path(tempfile.mkdtemp()) / "note.txt"
    >>> with replacing(target) as file:
    ...     _ = file.write(b"whole")
    >>> target.read_bytes()
    b'whole'
    """
    target = Path(path)
    try:
        _check(target)
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=_PART, dir=target.parent)
    except CannotWriteError:
        raise
    except OSError as error:
        raise CannotWriteError(f"{path} cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        Path(name).chmod(mode)
        with _alone_in(target.parent):
            if check is not None:
                check()
            Path(name).replace(target)
        _sweep(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _sweep(target: Path) -> None:
    """Delete half-written copies of this file that killed programs have left."""
    before = time.time() - _ABANDONED
    with suppress(OSError):
        for left in os.scandir(target.parent):
            if _is_part_of(left.name, target.name):
                with suppress(OSError):
                    status = left.stat(follow_symlinks=False)
                    if stat.S_ISREG(status.st_mode) and status.st_mtime < before:
                        Path(left.path).unlink()


def _is_part_of(name: str, target: str) -> bool:
    """Whether a name is one that a half-written copy of the file `target` gets.

    Examples
    --------
    >>> _is_part_of(".game.a4a.k3x9_0ab.part", "game.a4a"), _is_part_of("my.part", "game.a4a")
    (True, False)
    """
    begin = f".{target}."
    return name.startswith(begin) and bool(_RANDOM.fullmatch(name.removeprefix(begin)))


def _check(target: Path) -> None:
    """Raise CannotWriteError if no file can be written there, or the path is not a file's."""
    if target.is_dir():
        raise CannotWriteError(f"{target} is a folder: give the path of a file to write")
    if target.exists() and not target.is_file():
        # Renaming would put a plain file in the place of a device or a pipe.
        raise CannotWriteError(f"{target} is no ordinary file, and cannot be replaced by one")
    if not target.parent.is_dir():
        raise CannotWriteError(
            f"{target} cannot be written: there is no folder {str(target.parent)!r}"
        )


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other processes of a4a out for a moment, where the system can lock folders."""
    with ExitStack() as lock:
        # Windows has no locks for folders, network disks may have none, and a folder may be
        # unreadable.
        with suppress(ImportError, OSError):
            import fcntl

            handle = os.open(folder, os.O_RDONLY)
            lock.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
