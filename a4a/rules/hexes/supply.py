"""Lines of supply: ways of any length over land and water from units to their sources.

A line is traced from the unit toward a source. It may leave a barred hex but never enter one, and
it goes from land to water, or back, only in a hex with a port. On water it goes as fleets do.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from a4a.rules.hexes.ground import Ground

_NONE: Final[frozenset[str]] = frozenset()
_Node: TypeAlias = tuple[str, bool]  # a space, and whether the line is on its water


class Lines:
    """Lines of supply to some sources. Immutable.

    Parameters
    ----------
    onward
        Where the line goes on from each space, on land or on its water; None at a source.
    """

    def __init__(self, onward: Mapping[_Node, _Node | None]) -> None:
        self._onward = MappingProxyType(dict(onward))

    def reach(self, space: str) -> bool:
        """Whether what stands in a space, on its land or on its water, can trace a line."""
        return (space, False) in self._onward or (space, True) in self._onward

    def reach_from_land(self, space: str) -> bool:
        """Whether what stands on the land of a space can trace a line."""
        return (space, False) in self._onward

    def line(self, space: str, *, afloat: bool = False) -> tuple[str, ...]:
        """Return the spaces of a shortest line, from a space to a source; none if there is none.

        Parameters
        ----------
        space
            Where the line begins.
        afloat
            Whether it begins on the water of that space.
        """
        node: _Node | None = (space, afloat)
        found: list[str] = []
        while node in self._onward and node is not None:
            if node[0] not in found[-1:]:
                found.append(node[0])
            node = self._onward[node]
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
    waiting: deque[_Node] = deque(
        (s, False) for s in dict.fromkeys(sources) if s not in closed_land
    )
    onward: dict[_Node, _Node | None] = dict.fromkeys(waiting)
    closed = {False: closed_land, True: closed_water}
    steps = {False: ground.on_foot, True: ground.by_ship}

    def before(node: _Node) -> Iterator[_Node]:
        space, afloat = node
        if space in ports:
            yield space, not afloat
        if space not in barred:
            for other in steps[afloat][space]:
                yield other, afloat

    while waiting:
        node = waiting.popleft()
        for other in before(node):
            if other not in onward and other[0] not in closed[other[1]]:
                onward[other] = node
                waiting.append(other)
    return Lines(onward)
