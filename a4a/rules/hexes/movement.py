"""How far units come: every space that a move can end in, with what it costs and the way there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

_NONE: Final[frozenset[str]] = frozenset()


class Rules(NamedTuple):
    """What hinders a unit on its way.

    Parameters
    ----------
    barred
        Spaces it may not enter.
    stops
        Spaces in which a move ends for the time being.
    zone
        Spaces in zones of control that hinder it.
    toll
        What entering such a space costs besides; None where a unit that enters one stops there,
        and may not step from one straight into another.
    """

    barred: Collection[str] = _NONE
    stops: Collection[str] = _NONE
    zone: Collection[str] = _NONE
    toll: int | None = None

    def halts(self, space: str) -> bool:
        """Whether a unit that enters a space stops there."""
        return space in self.stops or (self.toll is None and space in self.zone)

    def follows(self, here: str, there: str) -> bool:
        """Whether zones let a unit step from one space into another."""
        return self.toll is not None or not (here in self.zone and there in self.zone)

    def price(self, there: str, cost: int) -> int:
        """What a step costs with the toll of zones."""
        return cost + self.toll if self.toll and there in self.zone else cost


class Reach:
    """The spaces a unit can come to, its own left out.

    Parameters
    ----------
    start
        Where it stands.
    costs
        What it costs to come to each space.
    before
        The space before each on the cheapest way, and before those on the way.
    halts
        The spaces in which it stops, whatever points it has left.
    """

    def __init__(
        self,
        start: str,
        costs: Mapping[str, int],
        before: Mapping[str, str],
        halts: Collection[str] = _NONE,
    ) -> None:
        self.start = start
        self.costs = costs
        self.before = before
        self.halts = halts
        self._paths: dict[str, tuple[str, ...]] = {start: (start,)}

    def __contains__(self, space: str) -> bool:
        return space in self.costs

    def __iter__(self) -> Iterator[str]:
        return iter(self.costs)

    def path(self, space: str) -> tuple[str, ...]:
        """Return the cheapest way to a space, both ends included."""
        path = self._paths.get(space)
        if path is None:
            path = self._paths[space] = (*self.path(self.before[space]), space)
        return path

    def without(self, spaces: Collection[str]) -> Reach:
        """Return the same, without some spaces to end in: the way to others may lead there."""
        costs = {space: cost for space, cost in self.costs.items() if space not in spaces}
        return Reach(self.start, costs, self.before, self.halts)


def reach(
    steps: Mapping[str, Mapping[str, int]],
    start: str,
    points: int,
    rules: Rules,
    *,
    first: int | None = None,
) -> Reach:
    """Return how far a unit comes with so many movement points.

    Parameters
    ----------
    steps
        What it costs to enter each space beside a space.
    start
        Where it stands.
    points
        What it may spend.
    rules
        What hinders it.
    first
        The most that its first step costs: the allowance of a unit that may always step once.

    Examples
    --------
    >>> road = {"a": {"b": 1}, "b": {"a": 1, "c": 2}, "c": {"b": 1}}
    >>> reach(road, "a", 3, Rules()).costs
    {'b': 1, 'c': 3}
    >>> list(reach(road, "a", 3, Rules(zone={"b"})))
    ['b']
    """
    costs: dict[str, int] = {}
    before: dict[str, str] = {}
    halts: set[str] = set()
    found: dict[str, int] = {start: 0}
    # Points are few and whole, so spaces wait in a ring for each cost: by name, for the same way
    # to be found always. It is called so often that what `rules` say is written out.
    barred, stops, zone, toll = rules
    rings: defaultdict[int, list[str]] = defaultdict(list, {0: [start]})
    beyond = points + 1
    for cost in range(beyond):
        if not rings:
            break
        ring = rings.pop(cost, None)
        if ring is None:
            continue
        heapify(ring)
        while ring:
            here = heappop(ring)
            if cost > found[here]:
                continue
            hindered = toll is None and here in zone
            if here != start:
                costs[here] = cost
                if hindered or here in stops:
                    halts.add(here)
                    continue
            most = first if here == start else None
            for there, step in steps[here].items():
                spent = cost + (step + toll if toll and there in zone else step)
                if most is not None and spent > most:
                    spent = most
                if (
                    spent < found.get(there, beyond)
                    and there not in barred
                    and not (hindered and there in zone)
                ):
                    found[there] = spent
                    before[there] = here
                    if spent == cost:
                        heappush(ring, there)
                    else:
                        rings[spent].append(there)
    return Reach(start, costs, before, halts)


def nearest(
    steps: Mapping[str, Mapping[str, int]],
    start: str,
    wanted: Callable[[str], bool],
    *,
    barred: Collection[str] = _NONE,
) -> tuple[tuple[str, ...], ...]:
    """Return ways to the nearest wanted spaces, all that are equally near; none if there is none.

    Every step counts as one. The space itself is never among them.

    Examples
    --------
    >>> star = {"a": {"b": 1, "c": 1}, "b": {"a": 1}, "c": {"a": 1}}
    >>> nearest(star, "a", lambda space: True)
    (('a', 'b'), ('a', 'c'))
    """
    before = {start: start}
    ring = [start]
    while ring:
        beyond: list[str] = []
        for here in ring:
            for there in steps[here]:
                if there not in before and there not in barred:
                    before[there] = here
                    beyond.append(there)
        if found := [space for space in beyond if wanted(space)]:
            return tuple(_way(before, space) for space in found)
        ring = beyond
    return ()


def _way(before: Mapping[str, str], space: str) -> tuple[str, ...]:
    way = [space]
    while before[way[-1]] != way[-1]:
        way.append(before[way[-1]])
    return tuple(reversed(way))
