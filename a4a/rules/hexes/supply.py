"""Lines of supply: ways of any length over land and water from units to their sources.

A line is traced from the unit toward a source. It may leave a barred hex but never enter one, and
it goes from land to water, or back, only in a hex with a port. On water it goes as fleets do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from a4a.rules.hexes.ground import Ground

_NONE: Final[frozenset[str]] = frozenset()


class Network(NamedTuple):
    """Where lines of supply may run.

    Parameters
    ----------
    ground
        The board as units move on it.
    ports
        Hexes in which a line may change between land and water.
    barred
        Hexes that a line may leave but not enter.
    closed_land, closed_water
        Spaces whose land, or water, no line may touch.
    """

    ground: Ground
    ports: frozenset[str] = _NONE
    barred: frozenset[str] = _NONE
    closed_land: frozenset[str] = _NONE
    closed_water: frozenset[str] = _NONE


class _Ring(NamedTuple):
    """Spaces as far from the sources as each other: by their land, and by their water."""

    ashore: frozenset[str]
    afloat: frozenset[str]


class _Around:
    """The spaces around a source, found ring by ring and no further than anybody asks."""

    def __init__(self, rings: Iterator[_Ring]) -> None:
        self._rings = rings
        self._land: set[str] = set()
        self._water: set[str] = set()

    def has(self, space: str, *, afloat: bool) -> bool:
        """Whether a line runs there from the land of a space, or from its water."""
        found = self._water if afloat else self._land
        while space not in found:
            ring = next(self._rings, None)
            if ring is None:
                return False
            self._land |= ring.ashore
            self._water |= ring.afloat
        return True


class Lines:
    """The lines of supply of a whole board, to whatever sources. It remembers answers.

    Parameters
    ----------
    network
        Where they may run.

    Examples
    --------
    >>> import a4a
    >>> from a4a.rules.hexes.terrain import TerrainChart
    >>> dataset = a4a.dataset("war_in_europe")
    >>> ground = Ground(dataset.board, TerrainChart.of(dataset))
    >>> by_land, london = Lines(Network(ground)), ("1607",)
    >>> by_land.line("1505", london), by_land.line("1708", london)
    (('1505', '1506', '1507', '1607'), ())
    >>> Lines(Network(ground, ports=frozenset({"1607", "1708"}))).line("1708", london)
    ('1708', '1607')
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        self._sources: dict[str, _Around] = {}
        self._shared: list[_Around] = []
        self._far: dict[tuple[str, ...], Mapping[bool, Mapping[str, int]]] = {}
        self._lines: dict[tuple[str, tuple[str, ...], bool], tuple[str, ...]] = {}

    def reach(self, space: str, sources: Iterable[str], *, afloat: bool = False) -> bool:
        """Whether a line runs from the land of a space, or its water, to one of some sources."""
        return any(self._around(source).has(space, afloat=afloat) for source in sources)

    def line(
        self, space: str, sources: tuple[str, ...], *, afloat: bool = False
    ) -> tuple[str, ...]:
        """Return the spaces of a shortest line from a space to a source; none if there is none.

        To change between land and water is a step of it, too.

        Parameters
        ----------
        space
            Where the line begins.
        sources
            The hexes to which it is traced.
        afloat
            Whether it begins on the water of that space.
        """
        key = space, sources, afloat
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = self._line(*key)
        return found

    def _line(self, space: str, sources: tuple[str, ...], afloat: bool) -> tuple[str, ...]:
        if not self.reach(space, sources, afloat=afloat):
            return ()
        network, everywhere = self._network, self._distances(sources)
        steps = {False: network.ground.on_foot, True: network.ground.by_ship}
        found, far = [space], everywhere[afloat][space]
        while far:
            far -= 1
            if space in network.ports and everywhere[not afloat].get(space) == far:
                afloat = not afloat
                continue
            own = everywhere[afloat]
            space = next(
                there
                for there in steps[afloat][space]
                if own.get(there) == far and there not in network.barred
            )
            found.append(space)
        return tuple(found)

    def _around(self, source: str) -> _Around:
        """The spaces from which lines run to a source.

        They are those of all other sources from which a line runs there and that are not barred.
        """
        found = self._sources.get(source)
        if found is None:
            alone = source in self._network.barred
            shared = (it for it in self._shared if it.has(source, afloat=False))
            found = None if alone else next(shared, None)
            if found is None:
                found = _Around(self._rings((source,)))
                if not alone:
                    self._shared.append(found)
            self._sources[source] = found
        return found

    def _distances(self, sources: tuple[str, ...]) -> Mapping[bool, Mapping[str, int]]:
        """How many steps the shortest lines make, from the land and from the water of spaces."""
        found = self._far.get(sources)
        if found is None:
            land: dict[str, int] = {}
            water: dict[str, int] = {}
            for far, ring in enumerate(self._rings(sources)):
                land.update(dict.fromkeys(ring.ashore, far))
                water.update(dict.fromkeys(ring.afloat, far))
            found = self._far[sources] = {False: land, True: water}
        return found

    def _rings(self, sources: Iterable[str]) -> Iterator[_Ring]:
        """Yield the spaces from which a line makes no step to a source, one step, two ..."""
        ports, barred, closed_land, closed_water = self._network[1:]
        ground = self._network.ground
        land: set[str] = set()
        water: set[str] = set()
        ring = _Ring(frozenset(sources) - closed_land, _NONE)
        while True:
            yield ring
            land |= ring.ashore
            water |= ring.afloat
            walks = map(ground.beside_on_foot.__getitem__, ring.ashore - barred)
            sails = map(ground.beside_by_ship.__getitem__, ring.afloat - barred)
            ring = _Ring(
                (ports & ring.afloat).union(*walks).difference(land, closed_land),
                (ports & ring.ashore).union(*sails).difference(water, closed_water),
            )
            if not any(ring):
                return
