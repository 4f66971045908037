"""Working on a question piece by piece, beside whatever else the kernel does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Generic, TypeVar

T = TypeVar("T")

REST: Final = 0.09
"""Seconds without another question after which the costly pieces of one are begun."""


class Background(Generic[T]):
    """Works on the newest question, in a thread, and tells each piece of its answer.

    What is left of a question is dropped when another is asked. The piece being worked on at that
    moment is finished but not told; the next question begins meanwhile, but never a third.

    Parameters
    ----------
    tell
        Called with each piece, in the kernel's main thread.

    Examples
    --------
    >>> import asyncio
    >>> async def ask() -> list[str]:
    ...     told = []
    ...     background = Background(told.append)
    ...     background.ask(iter(["dropped"]))
    ...     background.ask(iter(["first", None, "last"]))
    ...     await background.done()
    ...     return told
    >>> asyncio.run(ask())
    ['first', 'last']
    """

    def __init__(self, tell: Callable[[T], object]) -> None:
        self._tell = tell
        self._pieces: Iterator[T | None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(2)

    @staticmethod
    def can_work() -> bool:
        """Whether an event loop runs here, beside which work can go on, as in a notebook."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return False
        return True

    def ask(self, pieces: Iterator[T | None]) -> None:
        """Begin with a question, in place of the one before.

        Parameters
        ----------
        pieces
            Its pieces, each worked out when it is asked for; None where it pays to wait and see
            whether something else is asked (`REST`).
        """
        self._pieces = pieces
        task = asyncio.get_running_loop().create_task(self._work(pieces))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def drop(self) -> None:
        """Forget the question."""
        self._pieces = None

    async def done(self) -> None:
        """Wait until all is told."""
        await asyncio.gather(*self._tasks)

    async def _work(self, pieces: Iterator[T | None]) -> None:
        loop = asyncio.get_running_loop()
        step: Callable[[], tuple[bool, T | None]] = partial(_next, pieces)
        async with self._room:
            while pieces is self._pieces:
                is_left, piece = await loop.run_in_executor(None, step)
                if pieces is not self._pieces:
                    return
                if not is_left:
                    self._pieces = None
                elif piece is None:
                    await asyncio.sleep(REST)
                else:
                    self._tell(piece)


def _next(pieces: Iterator[T | None]) -> tuple[bool, T | None]:
    """Whether there is a next piece, and that piece: StopIteration cannot leave a thread."""
    for piece in pieces:
        return True, piece
    return False, None
