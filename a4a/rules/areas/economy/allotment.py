"""Sharing out: the most that can go from sources to sinks, each within its limit.

Production goes from complexes to the zones they border, convoy losses from zones to territories.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

_From = TypeVar("_From")
_To = TypeVar("_To")


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
    left = dict(supply)
    given: dict[tuple[_From, _To], int] = {}
    open_ways = {to: [s for s in ways.get(to, ()) if s in left] for to in demand}

    def serve(to: _To, seen: set[_From]) -> bool:
        """Give one more to a sink, moving others to other sources if that frees one."""
        for source in open_ways[to]:
            if left[source] > 0:
                left[source] -= 1
                given[source, to] = given.get((source, to), 0) + 1
                return True
        for source in open_ways[to]:
            if source in seen:
                continue
            seen.add(source)
            for (other, sink), amount in tuple(given.items()):
                if other == source and amount and sink != to and serve(sink, seen):
                    given[source, sink] -= 1
                    given[source, to] = given.get((source, to), 0) + 1
                    return True
        return False

    for to, wanted in demand.items():
        for _ in range(wanted):
            if not serve(to, set()):
                break
    return {way: amount for way, amount in given.items() if amount}


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
