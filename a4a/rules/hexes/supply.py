"""Lines of supply: ways of any length over land and water from units to their sources.

A line is traced from the unit toward a source. It may leave a barred hex but never enter one, and
it goes from land to water, or back, only in a hex with a port. On water it goes as fleets do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from a4a.rules.hexes.ground import Ground

_NONE: Final[frozenset[str]] = frozenset()


class Lines:
    """Lines of supply to some sources. Immutable.

    Parameters
    ----------
    ground
        The board as units move on it.
    ports, barred
        Hexes in which a line may change between land and water, and that it may not enter.
    land, water
        How many steps the shortest line makes from each space, from its land or from its water;
        to change between the two is a step.
    """

    def __init__(
        self,
        ground: Ground,
        ports: frozenset[str],
        barred: frozenset[str],
        land: Mapping[str, int],
        water: Mapping[str, int],
    ) -> None:
        self._steps = {False: ground.on_foot, True: ground.by_ship}
        self._ports, self._barred = ports, barred
        self._far = {False: land, True: water}

    def reach_from_land(self, space: str) -> bool:
        """Whether what stands on the land of a space can trace a line."""
        return space in self._far[False]

    def line(self, space: str, *, afloat: bool = False) -> tuple[str, ...]:
        """Return the spaces of a shortest line, from a space to a source; none if there is none.

        Parameters
        ----------
        space
            Where the line begins.
        afloat
            Whether it begins on the water of that space.
        """
        far = self._far[afloat].get(space)
        if far is None:
            return ()
        found = [space]
        while far:
            far -= 1
            if space in self._ports and self._far[not afloat].get(space) == far:
                afloat = not afloat
                continue
            own = self._far[afloat]
            space = next(
                there
                for there in self._steps[afloat][space]
                if own.get(there) == far and there not in self._barred
            )
            found.append(space)
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
    land: dict[str, int] = {}
    water: dict[str, int] = {}
    ashore, afloat, far = frozenset(sources) - closed_land, _NONE, 0
    while ashore or afloat:
        land.update(dict.fromkeys(ashore, far))
        water.update(dict.fromkeys(afloat, far))
        # Whence a line comes to these in one step: through ports, or from beside those open to it.
        walks = (ground.beside_on_foot[space] for space in ashore - barred)
        sails = (ground.beside_by_ship[space] for space in afloat - barred)
        ashore, afloat = (
            (ports & afloat).union(*walks).difference(land, closed_land),
            (ports & ashore).union(*sails).difference(water, closed_water),
        )
        far += 1
    return Lines(ground, ports, barred, land, water)
