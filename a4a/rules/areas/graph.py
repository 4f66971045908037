"""The board as units move on it: who borders whom by land, by sea, across a coast, by air."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from a4a.core.board import Board, Border
from a4a.core.errors import DatasetError
from a4a.core.gates import GATES


class Graph:
    """Neighbours by how they can be reached, made once for a board.

    Attributes
    ----------
    land
        Territories that land units can enter from a territory, across rivers and harsh ground too.
    sea
        Sea zones that ships can enter from a sea zone, straits and canals included.
    coast
        Sea zones along a territory, and territories along a sea zone.
    air
        Spaces that aircraft can enter from a space.
    gates
        The strait or canal between two sea zones, by both orders of the pair.
    is_sea
        Whether a space is a sea zone.

    Raises
    ------
    DatasetError
        If a border can be crossed neither by land nor by sea.
    """

    def __init__(self, board: Board) -> None:
        land: dict[str, list[str]] = {s.name: [] for s in board.spaces}
        sea: dict[str, list[str]] = {s.name: [] for s in board.spaces}
        coast: dict[str, list[str]] = {s.name: [] for s in board.spaces}
        air: dict[str, list[str]] = {s.name: [] for s in board.spaces}
        gates: dict[tuple[str, str], Border] = {}
        closed = {s.name for s in board.spaces if s.impassable}
        for border in board.borders:
            if border.a in closed or border.b in closed:
                continue
            for here, there in ((border.a, border.b), (border.b, border.a)):
                air[here].append(there)
                if border.kind == "coast":
                    coast[here].append(there)
                elif board.on_foot(border):
                    land[here].append(there)
                elif board.by_ship(border):
                    sea[here].append(there)
                else:
                    raise DatasetError(
                        f"board {board.name!r}: nobody crosses the {border.kind} border of "
                        f"{here!r} and {there!r} in a game of areas"
                    )
                if border.kind in GATES:
                    gates[here, there] = border
        self.land = _frozen(land)
        self.sea = _frozen(sea)
        self.coast = _frozen(coast)
        self.air = _frozen(air)
        self.gates: Mapping[tuple[str, str], Border] = MappingProxyType(gates)
        self.is_sea = MappingProxyType({s.name: s.kind == "sea" for s in board.spaces})


def _frozen(table: dict[str, list[str]]) -> Mapping[str, tuple[str, ...]]:
    return MappingProxyType({name: tuple(there) for name, there in table.items()})
