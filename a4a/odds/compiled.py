"""Compiling the inner loops, where numba is at hand; without it they run as plain Python.

Importing the compiler costs half a second, and compiling a loop some seconds (once for all
processes: the result is kept on disk) and 50 MB of the process that does it. So the first small
battles of a process run as plain Python, and numba comes in when they have cost about as much, or
at once for a large one.

What is compiled is kept in a folder named by a digest of all sources beside the loop. Left to
itself, numba looks for changes in the loop's own module only, so it would go on with old versions
of functions of other modules; and it fails if a class of the loop's arguments was renamed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any, Final, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

IS_AT_HAND: Final = find_spec("numba") is not None
"""Whether there is a compiler."""

PATIENCE: Final = 20_000
"""Cells that are visited in plain Python before a compiled loop is loaded: about half a second."""

COMPILING: Final = 10 * PATIENCE
"""Cells that small battles visit before a loop is compiled that is not yet kept on disk."""

MOST_KEPT: Final = 4
"""Versions of the sources of which what was compiled is kept; the oldest go."""

_OPTIONS: Final = "compiled_with"
"""The attribute of functions that are compiled with the loops that call them."""


class Loop(Generic[P, R]):
    """A function over arrays that can be compiled.

    Parameters
    ----------
    function
        The function; the `inlined` and `called` functions that it calls are compiled with it.
    """

    def __init__(self, function: Callable[P, R]) -> None:
        self.plain = function
        self.spent = 0
        self._looked_at = 0
        self._pays = False

    @property
    def fast(self) -> Callable[P, R]:
        """The function, compiled when it is first called; plain where there is no compiler."""
        return _compiled(self.plain) if IS_AT_HAND else self.plain

    def of(self, work: int) -> Callable[P, R]:
        """Return the function, compiled if that is worth it.

        Parameters
        ----------
        work
            How many cells are to be visited.
        """
        if not self._pays:
            self.spent += work
            self._pays = work >= PATIENCE or self.spent >= COMPILING
            if not self._pays and self.spent >= self._looked_at + PATIENCE:  # to look takes a while
                self._looked_at = self.spent
                self._pays = _is_kept(self.plain)
        return self.fast if self._pays else self.plain


def loop(function: Callable[P, R]) -> Loop[P, R]:
    """Make a loop of a function."""
    return Loop(function)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function into the loops that call it."""
    setattr(function, _OPTIONS, {"inline": "always"})
    return function


def called(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function with the loops that call it."""
    setattr(function, _OPTIONS, _CALLED)
    return function


_KEPT: Final = {"cache": True, "nogil": True, "no_cfunc_wrapper": True}
_CALLED: Final = {**_KEPT, "no_cpython_wrapper": True}  # only loops call them
_FOLDER: Final = "loops-"
_SETTING: Final = Lock()


@lru_cache(maxsize=64)
def _compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function, and with it the `inlined` and `called` functions that it calls."""
    import numba

    config: Any = numba.config
    assert isinstance(function, FunctionType)
    names = {
        name: _compiled(value) if hasattr(value, _OPTIONS) else value
        for name, value in function.__globals__.items()
        if name in function.__code__.co_names
    }
    names["__name__"] = function.__module__
    made = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    options: dict[str, Any] = dict(getattr(function, _OPTIONS, _KEPT))
    compiled: Callable[P, R]
    with _SETTING:  # the folder is a setting of numba, read as it makes a function
        given = config.CACHE_DIR
        if "cache" in options:
            folder = cache_folder(Path(function.__code__.co_filename).parent, given)
            options["cache"] = folder is not None
            config.CACHE_DIR = str(folder or given)
        try:
            compiled = numba.njit(error_model="numpy", **options)(made)
        finally:
            config.CACHE_DIR = given
    return compiled


@lru_cache(maxsize=64)
def cache_folder(sources: Path, given: str = "") -> Path | None:
    """Return the folder for what is compiled of some sources; None if there is no place for it.

    Parameters
    ----------
    sources
        The folder of the sources.
    given
        The folder that the user wants such things to be kept in; "" for that of the sources or, if
        it cannot be written, the user's cache.
    """
    files, digest = sorted(sources.glob("*.py")), sha256()
    for file in files:
        digest.update(f"{file.name} {file.stat().st_size} ".encode() + file.read_bytes())
    places = [Path(given)] if given else [sources / "__pycache__", *_user_cache()]
    for place in places if files else ():
        folder = place / f"{_FOLDER}{digest.hexdigest()[:20]}"
        with suppress(OSError):
            is_new = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
            if is_new:
                _forget_old(place)
            if os.access(folder, os.W_OK):
                return folder
    return None


def _is_kept(function: Callable[..., Any]) -> bool:
    """Whether a function that was compiled is on disk."""
    code = function.__code__
    folder = cache_folder(Path(code.co_filename).parent, os.environ.get("NUMBA_CACHE_DIR", ""))
    name = f"*.{function.__name__}-{code.co_firstlineno}.*.nbi"
    return folder is not None and any(folder.rglob(name))


def _user_cache() -> list[Path]:
    from platformdirs import user_cache_path

    with suppress(RuntimeError, KeyError):  # the system knows no home folder
        return [user_cache_path("a4a", appauthor=False)]
    return []


def _forget_old(place: Path) -> None:
    """Delete what was compiled of old versions; another program may be doing the same."""
    made: list[tuple[float, Path]] = []
    for folder in place.glob(f"{_FOLDER}*"):
        with suppress(OSError):
            made.append((folder.stat().st_mtime, folder))
    for _, folder in sorted(made, reverse=True)[MOST_KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)
