"""Sharing out: the most that can go from sources to sinks, each within its limit.

Production goes from complexes to the zones they border, convoy losses from zones to territories.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Generic, TypeVar

_From = TypeVar("_From")
_To = TypeVar("_To")


class Allotment(Generic[_From, _To]):
    """What sources give to sinks, which are served one after another.

    Parameters
    ----------
    supply
        How much each source has.

    Attributes
    ----------
    left
        How much each source still has.
    given
        How much goes from each source to a sink.

    Examples
    --------
    >>> shared = Allotment[str, str]({"UK": 1, "Scotland": 1})
    >>> shared.serve("119", ["Scotland"], 1), shared.serve("109", ["Scotland", "UK"], 2)
    (1, 1)
    """

    def __init__(self, supply: Mapping[_From, int]) -> None:
        self.left = dict(supply)
        self.given: dict[_From, dict[_To, int]] = {}
        self._ways: dict[_To, Collection[_From]] = {}

    def copy(self) -> Allotment[_From, _To]:
        """Return another that is served apart from this one."""
        made = Allotment[_From, _To](self.left)
        made.given = {source: dict(own) for source, own in self.given.items()}
        made._ways = dict(self._ways)
        return made

    def serve(self, to: _To, ways: Collection[_From], wanted: int) -> int:
        """Give a sink as much more as it wants, as far as that goes, and return how much it got.

        Parameters
        ----------
        to
            The sink.
        ways
            The sources that can serve it.
        wanted
            How much more it is to have.
        """
        self._ways[to] = ways
        got = 0
        for source in ways:
            if (free := min(self.left[source], wanted - got)) > 0:
                self._give(source, to, free)
                got += free
        while got < wanted and self._one(to, set()):
            got += 1
        return got

    def room(self, to: _To, ways: Collection[_From]) -> int:
        """Return how much more a sink could be given, if nobody else wants more.

        Parameters
        ----------
        to
            The sink.
        ways
            The sources that can serve it.

        Examples
        --------
        >>> shared = Allotment[str, str]({"UK": 1, "Scotland": 1})
        >>> shared.serve("109", ["Scotland", "UK"], 1), shared.room("119", ["Scotland"])
        (1, 1)
        """
        if self.given.keys().isdisjoint(ways):
            return sum(self.left[source] for source in ways)  # nothing of theirs can be moved
        return self.copy().serve(to, ways, sum(self.left.values()))

    def _one(self, to: _To, seen: set[_From]) -> bool:
        """Give one more to a sink, moving others to other sources if that frees one."""
        for source in self._ways[to]:
            if self.left[source] > 0:
                self._give(source, to, 1)
                return True
        for source in self._ways[to]:
            if source in seen:
                continue
            seen.add(source)
            for sink, amount in tuple(self.given.get(source, {}).items()):
                if amount and sink != to and self._one(sink, seen):
                    self._give(source, sink, -1)
                    self._give(source, to, 1)
                    return True
        return False

    def _give(self, source: _From, to: _To, more: int) -> None:
        self.left[source] -= more
        own = self.given.setdefault(source, {})
        own[to] = own.get(to, 0) + more


def allot(
    supply: Mapping[_From, int],
    demand: Mapping[_To, int],
    ways: Mapping[_To, Iterable[_From]],
) -> dict[tuple[_From, _To], int]:
    """Share out as much as limits allow.

    Parameters
    ----------
    supply
        How much each source has.
    demand
        How much each sink takes; those first in order are served first where that makes no
        difference to the total.
    ways
        The sources that can serve each sink.

    Returns
    -------
    dict
        How much goes from a source to a sink; the total is the greatest there can be.

    Examples
    --------
    >>> allot({"UK": 6, "Scotland": 2}, {"109": 9, "119": 2},
    ...       {"109": ["UK", "Scotland"], "119": ["Scotland"]})
    {('UK', '109'): 6, ('Scotland', '109'): 2}
    """
    shared = Allotment[_From, _To](supply)
    for to, wanted in demand.items():
        shared.serve(to, [s for s in ways.get(to, ()) if s in supply], wanted)
    return {
        (source, to): amount
        for source, own in shared.given.items()
        for to, amount in own.items()
        if amount
    }


def all_served(
    supply: Mapping[_From, int],
    demand: Mapping[_To, int],
    ways: Mapping[_To, Iterable[_From]],
) -> bool:
    """Whether every demand can be served in full.

    Examples
    --------
    >>> all_served({"UK": 1}, {"109": 1, "110": 1}, {"109": ["UK"], "110": ["UK"]})
    False
    """
    return sum(allot(supply, demand, ways).values()) == sum(demand.values())
