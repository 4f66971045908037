"""Zones of control: the hexes around units in which they hinder, fight and support.

A land unit's zone is the hexes beside it that it could walk into; a fleet's are the hexes it
could sail to with so many points; an air unit's are those within its range, whatever lies below.
Hexes may be closed to zones (neutral land): no zone holds them, and none reaches across them, but
for an air unit's across hexes that are called gaps. Boxes are in no zone, and what is in a box has
none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final, Literal, NamedTuple, TypeAlias

from a4a.rules.hexes.ground import Ground

Medium: TypeAlias = Literal["land", "sea", "air"]
"""Where a unit moves, which makes the shape of its zone."""

_NONE: Final[frozenset[str]] = frozenset()
_MOST_KEPT: Final = 20_000
"""Shapes that are kept, some 15 MB: those of half a dozen long games of many hexes."""


class Exerting(NamedTuple):
    """A unit that has a zone of control.

    Parameters
    ----------
    unit
        Its id.
    side
        Whose it is.
    medium
        Where it moves.
    space
        The hex it is in.
    reach
        How many hexes its zone reaches; a land unit's reaches one whatever this says.
    shut
        Hexes that it may not enter, whose zone they are not either.
    """

    unit: int
    side: str
    medium: Medium
    space: str
    reach: int
    shut: frozenset[str] = _NONE

    def shape(self, shapes: ZoneShapes, closed: frozenset[str], reach: int) -> frozenset[str]:
        """Return the hexes around it, so far, that neither it nor anybody is kept out of."""
        shut = closed | self.shut if self.shut else closed
        return shapes.shape(self.medium, self.space, reach, shut)


class ZoneShapes:
    """The hexes of zones on a board; each shape is found once.

    Parameters
    ----------
    ground
        The board as units move on it.
    gaps
        Hexes across which air zones reach even where they are closed.

    Examples
    --------
    >>> import a4a
    >>> from a4a.rules.hexes.terrain import TerrainChart
    >>> dataset = a4a.dataset("war_in_europe")
    >>> shapes = ZoneShapes(Ground(dataset.board, TerrainChart.of(dataset)))
    >>> sorted(shapes.shape("land", "2415", 1)), len(shapes.shape("air", "2415", 3))
    ([], 37)
    """

    def __init__(self, ground: Ground, *, gaps: Iterable[str] = ()) -> None:
        self.ground = ground
        self.gaps = frozenset(gaps)
        self._boxes = frozenset(space.name for space in ground.board if space.kind == "box")
        self._found: dict[tuple[Medium, str, int, frozenset[str]], frozenset[str]] = {}

    def shape(
        self, medium: Medium, space: str, reach: int, closed: frozenset[str] = _NONE
    ) -> frozenset[str]:
        """Return the zone of a unit in a hex. That of fleets and air units holds the hex itself."""
        key = medium, space, reach, closed
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= _MOST_KEPT:
                self._found.clear()
            found = self._found[key] = self._find(medium, space, reach, closed)
        return found

    def _find(
        self, medium: Medium, space: str, reach: int, closed: frozenset[str]
    ) -> frozenset[str]:
        if space in self._boxes:
            return _NONE
        if medium == "land":
            return self.ground.beside_on_foot[space] - closed
        barred = closed | self._boxes
        if medium == "air":
            return self._spread(self.ground.beside, space, reach, barred - self.gaps) - barred
        return self._spread(self.ground.by_ship, space, reach, barred)

    @staticmethod
    def _spread(
        steps: Mapping[str, Iterable[str]], space: str, reach: int, barred: frozenset[str]
    ) -> frozenset[str]:
        """The hexes at most so many steps away, without entering any that is barred."""
        found = reached = {space}
        for _ in range(reach):
            reached = {n for name in reached for n in steps[name]} - found - barred
            found = found | reached
        return frozenset(found)


class Zones:
    """The zones of control of all units in a position. Immutable.

    Parameters
    ----------
    shapes
        The shapes of zones on the board.
    exerting
        The units that have one.
    closed
        Hexes that no zone may hold.
    """

    def __init__(
        self, shapes: ZoneShapes, exerting: Iterable[Exerting], *, closed: frozenset[str] = _NONE
    ) -> None:
        self.shapes = shapes
        self.closed = closed
        self.exerting = tuple(exerting)
        self._of = {it.unit: it.shape(shapes, closed, it.reach) for it in self.exerting}

    def of(self, unit: int) -> frozenset[str]:
        """Return the zone of a unit; no hex if it has none."""
        return self._of.get(unit, _NONE)

    def held(self, side: str, medium: Medium) -> frozenset[str]:
        """Return the hexes in the zones of a side's land units, fleets or air units."""
        return self._held.get((side, medium), _NONE)

    def beside_fleets(self, side: str) -> frozenset[str]:
        """Return the hexes beside fleets of a side that are in their zones."""
        return self._beside_fleets.get(side, _NONE)

    def over(self, space: str, side: str, medium: Medium) -> tuple[int, ...]:
        """Return the land units, fleets or air units of a side whose zones hold a hex."""
        return tuple(
            it.unit
            for it in self.exerting
            if it.side == side and it.medium == medium and space in self._of[it.unit]
        )

    @cached_property
    def _held(self) -> Mapping[tuple[str, Medium], frozenset[str]]:
        found: dict[tuple[str, Medium], set[str]] = defaultdict(set)
        for it in self.exerting:
            found[it.side, it.medium] |= self._of[it.unit]
        return {key: frozenset(hexes) for key, hexes in found.items()}

    @cached_property
    def _beside_fleets(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for it in self.exerting:
            if it.medium == "sea":
                found[it.side] |= it.shape(self.shapes, self.closed, 1) - {it.space}
        return {side: frozenset(hexes) for side, hexes in found.items()}
