"""Which layers a board has anything for: what it knows decides, not which game it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from a4a.core.board import Board
from a4a.core.gates import GATES
from a4a.map.geometry import MapGeometry
from a4a.map.rows import CONVOY, is_coded, marks_of


def offered(layer: str, board: Board, geometry: MapGeometry) -> bool:
    """Return whether a board has anything to show in a layer.

    Parameters
    ----------
    layer
        The id of the layer.
    board, geometry
        The board and what the map draws for it.

    Examples
    --------
    >>> import a4a
    >>> from a4a.map.shapes import map_geometry
    >>> board = a4a.start("global1940").board
    >>> geometry = map_geometry(board)
    >>> offered("convoys", board, geometry), offered("terrain", board, geometry)
    (True, False)
    """
    needs = _NEEDS.get(layer)
    return needs is None or needs(board, geometry)


def _any_terrain(board: Board, geometry: MapGeometry) -> bool:
    """Rivers run on the earth too, so a board needs one."""
    return bool(geometry.backdrop) and any(space.terrain for space in board.spaces)


def _any_country(board: Board, geometry: MapGeometry) -> bool:
    return bool(geometry.backdrop) and len(board.regions) > 1


def _any_number(board: Board, _: MapGeometry) -> bool:
    return is_coded(board)


def _any_place(board: Board, _: MapGeometry) -> bool:
    return is_coded(board) and any(space.place or marks_of(space) for space in board.spaces)


def _any_city(board: Board, geometry: MapGeometry) -> bool:
    """Where places are told by name, cities are among them."""
    cities = any(space.city or space.capital_of for space in board.spaces)
    return cities and not _any_place(board, geometry)


def _any_convoy(board: Board, _: MapGeometry) -> bool:
    return any(CONVOY in space.features for space in board.spaces)


def _any_gate(board: Board, _: MapGeometry) -> bool:
    return any(border.kind in GATES for border in board.borders)


_NEEDS: Mapping[str, Callable[[Board, MapGeometry], bool]] = MappingProxyType(
    {
        "terrain": _any_terrain,
        "countries": _any_country,
        "numbers": _any_number,
        "places": _any_place,
        "cities": _any_city,
        "convoys": _any_convoy,
        "straits": _any_gate,
    }
)
