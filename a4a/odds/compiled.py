"""Compiling of the inner loops, where numba is at hand; without it they run as plain Python."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

IS_COMPILED: Final = find_spec("numba") is not None
"""Whether the loops are compiled."""

if TYPE_CHECKING or not IS_COMPILED:  # without the compiler: slower, the same answers

    def compiled(function: Function) -> Function:
        """Compile a function, once for all processes: the result is kept on disk."""
        return function

    def inlined(function: Function) -> Function:
        """Compile a function into those that call it."""
        return function

else:
    from numba import njit

    def compiled(function):
        """Compile a function, once for all processes: the result is kept on disk."""
        return njit(cache=True, nogil=True, error_model="numpy")(function)

    def inlined(function):
        """Compile a function into those that call it."""
        return njit(inline="always", error_model="numpy")(function)
