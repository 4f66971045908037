"""Who works: this process, processes beside it, or any executor of `concurrent.futures`."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeVar

from a4a.core.errors import A4AError

Work = TypeVar("Work")
Result = TypeVar("Result")

Workers: TypeAlias = int | Executor | None
"""How many processes, or an executor; None for a process for each core."""

_SPARING: Final = MappingProxyType(
    {
        "POLARS_MAX_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "_RJEM_MALLOC_CONF": "narenas:1,dirty_decay_ms:0,muzzy_decay_ms:0",
        "MALLOC_ARENA_MAX": "1",
        "MALLOC_TRIM_THRESHOLD_": "131072",
        "PYTHONNODEBUGRANGES": "1",
    }
)
"""What processes are begun with: a thread each, as cores are shared out among them already,
allocators that give back what they need no more, where they know these words, and code without the
columns of its source, which only underline a traceback."""


class Here(Executor):
    """Works in this process, at once: for a few tasks, and where one process is asked for."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function; its result, or its error, is in the future that comes back."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def done(call: Callable[[Work], Result], work: Work) -> Result:
    """Do a work, and leave nothing of it in a process that was begun for such works."""
    try:
        return call(work)
    finally:
        if multiprocessing.parent_process() is not None:
            _collect()


def _collect() -> None:
    """Collect the garbage of a work: a record and its frames name each other, and would pile up.

    What outlives works, modules above all, is set aside, as to go through it takes a tenth of the
    time of a save. It is looked at again when a quarter more has gathered beside it.
    """
    gc.collect()
    if len(gc.get_objects()) > gc.get_freeze_count() / 4:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
    with suppress(AttributeError, OSError, TypeError):  # glibc alone can be asked to give it back
        ctypes.CDLL(None).malloc_trim(0)


@contextmanager
def working(workers: Workers, tasks: int) -> Iterator[tuple[Executor, int]]:
    """Yield who works, and how many tasks it can do at the same time.

    New processes are spawned, so that they have nothing of this one but what they are given.

    Parameters
    ----------
    workers
        How many processes, or an executor, which is left open; None for a process for each core.
    tasks
        How many tasks there are: no more processes are begun.

    Raises
    ------
    A4AError
        If the number is not 1 or more, or a process dies.
    """
    if isinstance(workers, Executor):
        yield workers, max(2, getattr(workers, "_max_workers", 0) or os.cpu_count() or 2)
        return
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int)):
        raise A4AError(f"workers is how many processes work, or an executor, not {workers!r}")
    count = min(tasks, os.cpu_count() or 1) if workers is None else workers
    if workers is not None and workers < 1:
        raise A4AError(f"workers={workers}: one process at least must work")
    if count <= 1:
        yield Here(), 1
        return
    try:
        with (
            _surroundings(_SPARING),
            ProcessPoolExecutor(count, multiprocessing.get_context("spawn")) as pool,
        ):
            yield pool, count
    except BrokenProcessPool:
        raise A4AError(
            "a process that worked has died: perhaps memory ran out (fewer workers need less), or "
            'a script lacks the line `if __name__ == "__main__":`, without which each process '
            "begins the whole script again"
        ) from None


@contextmanager
def _surroundings(words: Mapping[str, str]) -> Iterator[None]:
    """Give processes that are begun meanwhile these variables, unless the user has set them."""
    new = {name: word for name, word in words.items() if name not in os.environ}
    os.environ.update(new)
    try:
        yield
    finally:
        for name in new:
            os.environ.pop(name, None)
