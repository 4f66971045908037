"""The board: spaces, typed borders and the graph they make. It never changes during a game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Literal

import msgspec

from a4a.core.errors import A4AError, DatasetError
from a4a.core.names import NameIndex
from a4a.core.numbers import Printed

SpaceKind = Literal["land", "sea", "coast", "box"]
BorderKind = Literal["land", "coast", "sea", "strait", "canal", "river", "harsh", "box"]

_BY_LAND = ("land", "coast", "strait", "canal", "river", "harsh")
_BY_SEA = ("coast", "sea", "strait", "canal", "box")
_HAS_LAND = ("land", "coast", "box")
_HAS_WATER = ("sea", "coast", "box")


class Space(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """One place on the board where units can stand.

    Parameters
    ----------
    name
        The name as the rulebook prints it; unique on the board. A hex's is its number.
    place
        What is there by name where `name` is a number: "Malta" in hex "2415"; or "".
    kind
        ``land`` (territory, inland hex), ``sea`` (sea zone, sea hex), ``coast`` (a hex that is
        both), or ``box`` (off the map).
    value
        Printed production value, in the system's currency a turn.
    original
        The power whose emblem is printed on the space, or None.
    capital_of
        Powers whose capital stands here.
    city
        Name of the city that counts for victory or production, or "".
    economy
        The treasury this space pays where its controller has several, or "". Where several powers
        have several, one of each, with semicolons between them (`economies`).
    impassable
        Nothing may enter.
    terrain
        Terrain of a hex (``"mountain"``), or "".
    features
        Printed properties: ``"convoy"``, ``"island"``, ``"port"``, ``"production"`` ...
    aliases
        Names of the same space in other programs and editions.
    area_km2
        Its area on the map, 0 if unknown.
    """

    name: str
    kind: SpaceKind
    place: str = ""
    value: Printed = 0
    original: str | None = None
    capital_of: tuple[str, ...] = ()
    city: str = ""
    economy: str = ""
    impassable: bool = False
    terrain: str = ""
    features: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    area_km2: float = 0

    @property
    def title(self) -> str:
        """What people call it: its name, and the place that is there.

        Examples
        --------
        >>> Space(name="2415", kind="coast", place="Malta").title
        '2415 Malta'
        """
        return f"{self.name} {self.place}" if self.place else self.name

    @property
    def economies(self) -> tuple[str, ...]:
        """The treasuries this space pays, one of each power that has several.

        Examples
        --------
        >>> Space(name="Egypt", kind="land", economy="UK Europe; Canada").economies
        ('UK Europe', 'Canada')
        """
        return tuple(filter(None, self.economy.split("; ")))


class Border(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A common border of two spaces, which units may cross.

    Parameters
    ----------
    a, b
        The spaces; the order has no meaning.
    kind
        ``land``, ``coast`` (between land and sea; between two hexes that are both, a side which
        land units and ships can cross), ``sea``, ``strait`` or ``canal`` (sea, under control of
        territories), ``river``, ``harsh``, ``box`` (to or from an off-map box).
    name
        What the strait or river is called, or "".
    controllers
        The territories whose controllers decide who may pass a strait or canal.
    length_km
        Length of the line the spaces share on the map, 0 if unknown.
    cost
        Movement points it takes to cross, before terrain.
    line
        The line printed along it that rules or players name (a line of demarcation), or "".
    opens_at_once
        Whether a strait or canal is open to who takes its land, in the same turn.
    """

    a: str
    b: str
    kind: BorderKind
    name: str = ""
    controllers: tuple[str, ...] = ()
    length_km: float = 0
    cost: Printed = 1
    line: str = ""
    opens_at_once: bool = False


class Theatre(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named part of the board: a theatre, a region, or one of the maps laid side by side."""

    name: str
    spaces: tuple[str, ...]

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names: there are none."""
        return ()


class Board(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    dict=True,
    kw_only=True,
):
    """A board: its spaces in order, its borders, its theatres.

    Parameters
    ----------
    name
        Name of the board.
    spaces, borders
        In the order of its tables.
    theatres
        The theatres of the war, by which fronts and losses are reported: a space is in one at most.
    maps
        The printed maps it is joined from, where there are several.
    regions
        The countries and territories that its spaces belong to, if any: a hex is in one at most.

    Raises
    ------
    DatasetError
        On first use, if names clash or a border names a space that is not there.

    Examples
    --------
    >>> board = Board(
    ...     name="two",
    ...     spaces=(Space(name="Malta", kind="land"), Space(name="sea zone 96", kind="sea",
    ...             aliases=("96 Sea Zone",))),
    ...     borders=(Border("Malta", "sea zone 96", "coast"),),
    ... )
    >>> board.space("96 Sea Zone").name
    'sea zone 96'
    >>> board.neighbours("Malta")
    ('sea zone 96',)
    """

    name: str
    spaces: tuple[Space, ...]
    borders: tuple[Border, ...]
    theatres: tuple[Theatre, ...] = ()
    maps: tuple[Theatre, ...] = ()
    regions: tuple[Theatre, ...] = ()

    @cached_property
    def _names(self) -> NameIndex[Space]:
        return NameIndex(self.spaces, kind="space")

    @cached_property
    def _regions(self) -> NameIndex[Theatre]:
        return NameIndex(self.regions, kind="region")

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Position of each space in board order, by its name."""
        return MappingProxyType({space.name: i for i, space in enumerate(self.spaces)})

    @cached_property
    def seas(self) -> frozenset[str]:
        """Names of the spaces that are all water."""
        return frozenset([space.name for space in self.spaces if space.kind == "sea"])

    def on_foot(self, border: Border) -> bool:
        """Whether land units can cross a border: neither end is all sea, no sea lies between.

        Examples
        --------
        >>> ends = (Space(name="Kent", kind="coast"), Space(name="Calais", kind="coast"))
        >>> hexes = Board(name="hexes", spaces=ends, borders=())
        >>> hexes.on_foot(Border("Kent", "Calais", "sea"))
        False
        """
        return border.kind in _BY_LAND and self._has(border, _HAS_LAND)

    def by_ship(self, border: Border) -> bool:
        """Whether ships can cross a border: neither end is all land, no land lies between."""
        return border.kind in _BY_SEA and self._has(border, _HAS_WATER)

    def _has(self, border: Border, kinds: tuple[str, ...]) -> bool:
        spaces, index = self.spaces, self.index
        return all(spaces[index[end]].kind in kinds for end in (border.a, border.b))

    @cached_property
    def _graph(self) -> dict[str, dict[str, Border]]:
        graph: dict[str, dict[str, Border]] = {space.name: {} for space in self.spaces}
        for border in self.borders:
            for here, there in ((border.a, border.b), (border.b, border.a)):
                if here not in graph:
                    raise DatasetError(f"board {self.name!r}: a border names no space {here!r}")
                if there in graph[here] or here == there:
                    raise DatasetError(
                        f"board {self.name!r}: {here!r} and {there!r} border twice, or are one"
                    )
                graph[here][there] = border
        return graph

    def space(self, name: str) -> Space:
        """Return the space of this name or alias.

        Raises
        ------
        A4AError
            If there is none; the message offers the nearest names.
        """
        return self._names.find(name)

    def find(self, name: str) -> Space | None:
        """Return the space of this name or alias, or None."""
        return self._names.get(name)

    @cached_property
    def _theatre_of(self) -> dict[str, str]:
        # A board may come from anybody: where theatres overlap the first counts.
        return {s: t.name for t in reversed(self.theatres) for s in t.spaces}

    def theatre_of(self, name: str) -> str:
        """Return the name of the theatre a space lies in, "" if it is in none.

        Raises
        ------
        A4AError
            If there is no such space.

        Examples
        --------
        >>> import a4a
        >>> a4a.dataset("global1940").board.theatre_of("Smolensk")
        'Eastern Front'
        """
        return self._theatre_of.get(self.space(name).name, "")

    @cached_property
    def _region_of(self) -> dict[str, str]:
        return {s: t.name for t in reversed(self.regions) for s in t.spaces}

    def region_of(self, name: str) -> str:
        """Return the country or territory a space is part of, "" if there is none.

        Raises
        ------
        A4AError
            If there is no such space.
        """
        region = self._region_of.get(name)
        return region if region is not None else self._region_of.get(self.space(name).name, "")

    def region(self, name: str) -> tuple[str, ...]:
        """Return the spaces of a country or territory, in board order.

        Raises
        ------
        A4AError
            If there is none of this name; the message offers the nearest.
        """
        return self._regions.find(name).spaces

    def theatre_between(self, a: str, b: str) -> str:
        """Return the theatre a border lies in.

        Where its ends lie in two, the one that comes first on the board's list counts, so that
        no border is in both. "" if neither end is in any.

        Raises
        ------
        A4AError
            If there is no such space.

        Examples
        --------
        >>> import a4a
        >>> a4a.dataset("global1940").board.theatre_between("Germany", "Poland")
        'Eastern Front'
        """
        ends = self.theatre_of(a), self.theatre_of(b)
        return next((t.name for t in self.theatres if t.name in ends), "")

    def neighbours(self, name: str) -> tuple[str, ...]:
        """Names of the spaces that border this one, in the order of the borders."""
        return tuple(self._edges(name))

    def border(self, a: str, b: str) -> Border | None:
        """Return the border between two spaces, or None if they are not adjacent."""
        return self._edges(a).get(self.space(b).name)

    def borders_of(self, name: str) -> Mapping[str, Border]:
        """Borders of a space by the neighbour's name."""
        return MappingProxyType(self._edges(name))

    def _edges(self, name: str) -> dict[str, Border]:
        edges = self._graph.get(name)
        return edges if edges is not None else self._graph[self.space(name).name]

    def reachable(
        self,
        start: str,
        *,
        limit: int | None = None,
        passable: Callable[[Border, Space], bool] | None = None,
    ) -> dict[str, int]:
        """Distances in borders crossed from a space to every space within reach.

        Parameters
        ----------
        start
            Where the way begins; it is in the answer with distance 0.
        limit
            Most borders to cross; None for no limit.
        passable
            Called with each border and the space behind it; False closes that way.

        Returns
        -------
        dict
            Space name to distance, nearest first.
        """
        by_name = self._names
        first = self.space(start).name
        distances = {first: 0}
        queue = deque([first])
        while queue:
            here = queue.popleft()
            steps = distances[here] + 1
            if limit is not None and steps > limit:
                break
            for there, border in self._graph[here].items():
                if there in distances:
                    continue
                if passable is not None and not passable(border, by_name.find(there)):
                    continue
                distances[there] = steps
                queue.append(there)
        return distances

    def distance(self, a: str, b: str) -> int | None:
        """Fewest borders between two spaces over any terrain, or None if there is no way."""
        return self.reachable(a).get(self.space(b).name)

    def path(self, a: str, b: str) -> tuple[str, ...]:
        """One shortest way from a to b over any terrain, both ends included.

        Raises
        ------
        A4AError
            If there is no way.
        """
        goal = self.space(b).name
        here = self.space(a).name
        if goal in self._graph[here]:
            return here, goal
        distances = self.reachable(goal)
        if here not in distances:
            raise A4AError(f"no way from {a!r} to {b!r} on board {self.name!r}")
        way = [here]
        while here != goal:
            here = next(n for n in self._graph[here] if distances.get(n, -1) == distances[here] - 1)
            way.append(here)
        return tuple(way)

    def __iter__(self) -> Iterator[Space]:
        return iter(self.spaces)
