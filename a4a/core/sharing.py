"""Immutable things that take long to make, made once for all who ask for the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Shared(Generic[T]):
    """The last few things that were made, for whoever wants one that is the same.

    What is looked up in them is kept with them, so that no other with the same content takes up
    memory and time beside them.

    Parameters
    ----------
    most
        How many are kept.

    Examples
    --------
    >>> lists = Shared[list[int]](2)
    >>> made = lists.one(lambda known: known == [1], make=lambda: [1])
    >>> lists.one(lambda known: known == [1], make=lambda: [1]) is made
    True
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._last: tuple[T, ...] = ()

    def one(self, fits: Callable[[T], bool], *, make: Callable[[], T]) -> T:
        """Return one that fits, made now if none of the last does."""
        found = next((known for known in self._last if fits(known)), None)
        one = make() if found is None else found
        others = [known for known in self._last if known is not one]
        self._last = one, *others[: self._most - 1]
        return one
