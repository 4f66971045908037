"""The board as units move on it: who borders whom by land, by sea, across a coast, by air."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from a4a.core.board import Board, Border
from a4a.core.gates import GATES


class Graph:
    """Neighbours by how they can be reached, made once for a board.

    Attributes
    ----------
    land
        Territories that land units can enter from a territory.
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
                if border.kind == "land":
                    land[here].append(there)
                elif border.kind == "coast":
                    coast[here].append(there)
                else:
                    sea[here].append(there)
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
