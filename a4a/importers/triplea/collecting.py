"""Garbage while a save is read: none is looked for until the end, and then all of it goes."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collected_at_the_end() -> Iterator[None]:
    """Let the collector wait until what is done inside is done.

    A save is some hundred thousand objects that live until the record is made. Left to itself, the
    collector goes through all of them again and again meanwhile, for a third of the time that
    reading takes; and as they name each other, they stay long after they are of use.

    Examples
    --------
    >>> with collected_at_the_end():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.collect(0)  # all that was made meanwhile is of the youngest generation
        if was_on:
            gc.enable()
