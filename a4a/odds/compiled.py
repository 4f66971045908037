"""Compiling the inner loops, where numba is at hand; without it they run as plain Python.

Importing the compiler costs half a second, and compiling a loop some seconds (once for all
processes: the result is kept on disk). So the first small battles of a process run as plain Python,
and numba comes in when they have cost about as much, or at once for a large one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from types import FunctionType
from typing import Any, Final, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

IS_AT_HAND: Final = find_spec("numba") is not None
"""Whether there is a compiler."""

PATIENCE: Final = 20_000
"""Cells that are visited in plain Python before a loop is compiled: about half a second."""

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
        if self.spent < PATIENCE:
            self.spent += work
            if self.spent < PATIENCE:
                return self.plain
        return self.fast


def loop(function: Callable[P, R]) -> Loop[P, R]:
    """Make a loop of a function."""
    return Loop(function)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function into the loops that call it."""
    setattr(function, _OPTIONS, {"inline": "always"})
    return function


def called(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function with the loops that call it."""
    setattr(function, _OPTIONS, _KEPT)
    return function


_KEPT: Final = {"cache": True, "nogil": True}


@lru_cache(maxsize=64)
def _compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function, and with it the `inlined` and `called` functions that it calls."""
    from numba import njit

    assert isinstance(function, FunctionType)
    names = {
        name: _compiled(value) if hasattr(value, _OPTIONS) else value
        for name, value in function.__globals__.items()
        if name in function.__code__.co_names
    }
    names["__name__"] = function.__module__
    made = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    options: dict[str, Any] = dict(getattr(function, _OPTIONS, _KEPT))
    try:
        return _njit(made, njit, options)
    except RuntimeError:  # nowhere to keep what is compiled: compile it for this process alone
        options.pop("cache", None)
        return _njit(made, njit, options)


def _njit(function: Callable[P, R], njit: Any, options: dict[str, Any]) -> Callable[P, R]:
    compiled: Callable[P, R] = njit(error_model="numpy", **options)(function)
    return compiled
