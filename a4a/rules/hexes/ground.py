"""The board as units move on it: what a step costs on foot and by ship, what lies within range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from types import MappingProxyType

from a4a.core.board import Board
from a4a.rules.hexes.terrain import TerrainChart


class Ground:
    """The hexes and boxes of a board. Immutable, made once for a game.

    Parameters
    ----------
    board
        The board.
    terrain
        What its ground costs land units.

    Attributes
    ----------
    on_foot
        What a land unit pays to enter each space beside a space.
    by_ship
        What a fleet pays to enter each space beside a space: 1 for a hex, more for a box.
    in_ship_steps
        The same with 1 for every space, to count them.
    by_air
        What an air unit pays to enter each hex beside a hex: 1, whatever lies between.
    beside_on_foot, beside_by_ship
        The spaces beside each space that a land unit, or a fleet, can enter from there.
    beside
        The hexes beside each hex, whatever lies between; boxes have none.

    Examples
    --------
    >>> import a4a
    >>> dataset = a4a.dataset("war_in_europe")
    >>> ground = Ground(dataset.board, TerrainChart.of(dataset))
    >>> ground.on_foot["1709"]["1808"], "1809" in ground.within("1709", 1)
    (2, True)
    """

    def __init__(self, board: Board, terrain: TerrainChart) -> None:
        on_foot: dict[str, dict[str, int]] = {space.name: {} for space in board}
        by_ship: dict[str, dict[str, int]] = {space.name: {} for space in board}
        beside: dict[str, list[str]] = {space.name: [] for space in board}
        for border in board.borders:
            for here, there in ((border.a, border.b), (border.b, border.a)):
                space = board.space(there)
                if border.kind == "box":
                    by_ship[here][there] = border.cost
                    continue
                beside[here].append(there)
                if board.on_foot(border) and not space.impassable:
                    on_foot[here][there] = terrain.cost(space, border)
                if board.by_ship(border):
                    by_ship[here][there] = border.cost
        self.board = board
        self.on_foot = _frozen(on_foot)
        self.by_ship = _frozen(by_ship)
        self.beside: Mapping[str, tuple[str, ...]] = MappingProxyType(
            {name: tuple(others) for name, others in beside.items()}
        )
        self.in_ship_steps = _frozen(
            {name: dict.fromkeys(near, 1) for name, near in by_ship.items()}
        )
        self.by_air = _frozen({name: dict.fromkeys(near, 1) for name, near in beside.items()})
        self.beside_on_foot = _ends(on_foot)
        self.beside_by_ship = _ends(by_ship)
        self._within = cache(self._find_within)

    def cost_by_ship(self, path: Sequence[str]) -> int:
        """Return what a fleet pays on a way."""
        return sum(self.by_ship[here][there] for here, there in pairwise(path))

    def within(self, space: str, reach: int) -> frozenset[str]:
        """Return the hexes at most so many hexes away, itself among them; terrain does not count.

        Of a box it is the box alone.
        """
        return self._within(space, reach)

    def _find_within(self, space: str, reach: int) -> frozenset[str]:
        found = reached = frozenset({space})
        for _ in range(reach):
            reached = frozenset(n for name in reached for n in self.beside[name]) - found
            found |= reached
        return found


def _ends(table: dict[str, dict[str, int]]) -> Mapping[str, frozenset[str]]:
    return MappingProxyType({name: frozenset(steps) for name, steps in table.items()})


def _frozen(table: dict[str, dict[str, int]]) -> Mapping[str, Mapping[str, int]]:
    return MappingProxyType({name: MappingProxyType(steps) for name, steps in table.items()})
