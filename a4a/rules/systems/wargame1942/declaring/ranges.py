"""How far it is on the board of The War Game, whatever stands on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from a4a.rules.areas.system import System


@lru_cache(maxsize=4096)
def flights(system: System, here: str, left: int) -> Mapping[str, tuple[str, ...]]:
    """Return the shortest ways by air to each other space in range.

    Examples
    --------
    >>> from a4a.boards import load
    >>> game = System(load("wargame1942"), games=("wargame1942",))
    >>> flights(game, "Egypt", 1)["Libya"]
    ('Egypt', 'Libya')
    """
    ways: dict[str, tuple[str, ...]] = {here: (here,)}
    layer = [here]
    for _ in range(left):
        following: list[str] = []
        for space in layer:
            for there in system.graph.air[space]:
                if there not in ways:
                    ways[there] = (*ways[space], there)
                    following.append(there)
        layer = following
    del ways[here]
    return ways


@lru_cache(maxsize=1024)
def zones(system: System, here: str, left: int) -> frozenset[str]:
    """Return the zones in range of ships that nothing stops."""
    found = layer = {here}
    for _ in range(left):
        layer = {there for zone in layer for there in system.graph.sea[zone]} - found
        found = found | layer
    return frozenset(found)


@lru_cache(maxsize=64)
def distances(system: System, starts: frozenset[str]) -> Mapping[str, int]:
    """Return how far each space is by air from the nearest of some."""
    found = dict.fromkeys(starts, 0)
    layer: Iterable[str] = starts
    while layer:
        following = []
        for space in layer:
            for there in system.graph.air[space]:
                if there not in found:
                    found[there] = found[space] + 1
                    following.append(there)
        layer = following
    return found
