"""Compiling of the inner loops, where numba is at hand; without it they run as plain Python.

A loop is compiled once for all processes: the result is kept on disk. As that takes some seconds,
the first small battles of a fresh installation run as plain Python, and compiling begins when they
have cost about as much as it will.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, Final, Generic, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

IS_AT_HAND: Final = find_spec("numba") is not None
"""Whether there is a compiler."""

PATIENCE: Final = 20_000
"""Cells that are visited in plain Python before a loop is compiled: about half a second."""


class Loop(Generic[P, R]):
    """A function over arrays that can be compiled.

    Parameters
    ----------
    function
        The function; what it calls of this module's making is compiled with it.
    """

    def __init__(self, function: Callable[P, R]) -> None:
        self.plain: Callable[P, R] = _plain(function)
        self.fast: Any = _jit(function, cache=True, nogil=True)
        self.spent = 0

    def of(self, work: int) -> Callable[P, R]:
        """Return the function, compiled if that is done or worth it.

        Parameters
        ----------
        work
            How many cells are to be visited.
        """
        if self.fast is None:
            return self.plain
        if self.spent < PATIENCE and not self.is_compiled():
            self.spent += work
            if self.spent < PATIENCE:
                return self.plain
        self.spent = PATIENCE
        fast: Callable[P, R] = self.fast
        return fast

    def is_compiled(self) -> bool:
        """Whether it has been compiled, by this process or an earlier one."""
        if self.fast is None or self.fast.signatures:
            return self.fast is not None
        kept = self.fast.stats.cache_path
        return bool(kept) and any(Path(kept).glob(f"*.{self.fast.__name__}-*.nbi"))


def loop(function: Callable[P, R]) -> Loop[P, R]:
    """Make a loop of a function."""
    return Loop(function)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function be compiled into the loops that call it."""
    fast: Callable[P, R] | None = _jit(function, inline="always")
    return fast or function


def called(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function be compiled with the loops that call it."""
    fast: Callable[P, R] | None = _jit(function, cache=True, nogil=True)
    return fast or function


def _jit(function: Callable[P, R], **options: Any) -> Any:
    if not IS_AT_HAND:
        return None
    from numba import njit

    try:
        return njit(error_model="numpy", **options)(function)
    except RuntimeError:  # nowhere to keep what is compiled: compile it for this process alone
        options.pop("cache", None)
        return njit(error_model="numpy", **options)(function)


def _plain(
    function: Callable[P, R], known: dict[int, dict[str, Any]] | None = None
) -> Callable[P, R]:
    """Return a function that calls plain Python, whatever it would call when compiled."""
    assert isinstance(function, FunctionType)
    known = {} if known is None else known
    names = known.get(id(function.__globals__))
    if names is None:
        names = known[id(function.__globals__)] = dict(function.__globals__)
        for name, value in function.__globals__.items():
            if hasattr(value, "py_func"):
                names[name] = _plain(value.py_func, known)
    plain = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    return cast("Callable[P, R]", plain)
