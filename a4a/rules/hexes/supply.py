"""Lines of supply: ways of any length over land and water from units to their sources.

A line is traced from the unit toward a source. It may leave a barred hex but never enter one, and
it goes from land to water, or back, only in a hex with a port. On water it goes as fleets do.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from a4a.rules.hexes.ground import Ground

_NONE: Final[frozenset[str]] = frozenset()
_Node: TypeAlias = tuple[str, bool]  # a space, and whether the line is on its water


class Lines:
    """Lines of supply to some sources. Immutable.

    Parameters
    ----------
    land, water
        Where the line goes on from each space, from its land or from its water, as a space and
        whether it is on the water there; None at a source.
    """

    def __init__(self, land: Mapping[str, _Node | None], water: Mapping[str, _Node | None]) -> None:
        self._land, self._water = MappingProxyType(dict(land)), MappingProxyType(dict(water))

    def reach_from_land(self, space: str) -> bool:
        """Whether what stands on the land of a space can trace a line."""
        return space in self._land

    def line(self, space: str, *, afloat: bool = False) -> tuple[str, ...]:
        """Return the spaces of a shortest line, from a space to a source; none if there is none.

        Parameters
        ----------
        space
            Where the line begins.
        afloat
            Whether it begins on the water of that space.
        """
        if space not in (self._water if afloat else self._land):
            return ()
        found, node = [space], (space, afloat)
        while (onward := (self._water if node[1] else self._land)[node[0]]) is not None:
            node = onward
            if node[0] != found[-1]:
                found.append(node[0])
        return tuple(found)


def trace(
    ground: Ground,
    sources: Iterable[str],
    *,
    ports: frozenset[str] = _NONE,
    barred: frozenset[str] = _NONE,
    closed_land: frozenset[str] = _NONE,
    closed_water: frozenset[str] = _NONE,
) -> Lines:
    """Return the lines of supply to some sources, of a whole board at once.

    Parameters
    ----------
    ground
        The board as units move on it.
    sources
        The hexes to which supply is traced.
    ports
        Hexes in which a line may change between land and water.
    barred
        Hexes that a line may leave but not enter.
    closed_land, closed_water
        Spaces whose land, or water, no line may touch.

    Examples
    --------
    >>> import a4a
    >>> from a4a.rules.hexes.terrain import TerrainChart
    >>> dataset = a4a.dataset("war_in_europe")
    >>> ground = Ground(dataset.board, TerrainChart.of(dataset))
    >>> trace(ground, ["1607"]).line("1505")
    ('1505', '1506', '1507', '1607')
    >>> ports = frozenset({"1607", "1708"})
    >>> trace(ground, ["1607"], ports=ports).line("1708"), trace(ground, ["1607"]).line("1708")
    (('1708', '1607'), ())
    """
    land: dict[str, _Node | None] = {s: None for s in sources if s not in closed_land}
    water: dict[str, _Node | None] = {}
    # Each way a line may run: the spaces found so far, those it may not touch, the steps, and the
    # other way, to which it changes in ports.
    ways = {
        False: (land, closed_land, ground.on_foot, water, closed_water),
        True: (water, closed_water, ground.by_ship, land, closed_land),
    }
    waiting: deque[_Node] = deque((space, False) for space in land)
    while waiting:
        node = waiting.popleft()
        space, afloat = node
        own, closed, steps, other, closed_there = ways[afloat]
        if space in ports and space not in other and space not in closed_there:
            other[space] = node
            waiting.append((space, not afloat))
        if space in barred:
            continue
        for before in steps[space]:
            if before not in own and before not in closed:
                own[before] = node
                waiting.append((before, afloat))
    return Lines(land, water)
