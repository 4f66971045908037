"""What the map and the painter of a board are told, in the notebook and in a page of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from a4a.core.board import Board
from a4a.map.borders import pack_lines
from a4a.map.geometry import Bounds, MapGeometry, core_of
from a4a.map.layers import LAYERS, settings


def map_options(geometry: MapGeometry) -> dict[str, Any]:
    """Return the options of the Leaflet map that shows a board, as ipyleaflet calls them.

    Examples
    --------
    >>> import a4a
    >>> from a4a.map.shapes import map_geometry
    >>> map_options(map_geometry(a4a.start("europe1940").board))["world_copy_jump"]
    False
    """
    (south, west), (north, east) = geometry.bounds
    return {
        "center": ((south + north) / 2, (west + east) / 2),
        "zoom": 1.5,
        "min_zoom": 0,
        "max_zoom": 7,
        "zoom_snap": 0,
        "zoom_delta": 0.5,
        "scroll_wheel_zoom": True,
        "keyboard": False,
        "world_copy_jump": False,
        "attribution_control": False,
    }


def painter_state(board: Board, geometry: MapGeometry, prefix: str) -> dict[str, Any]:
    """Return what the painter is told of a board: where its spaces are, its views, its layers.

    Parameters
    ----------
    board, geometry
        The board and its shapes.
    prefix
        Begins the class name of each space on the map.

    Examples
    --------
    >>> import a4a
    >>> from a4a.map.shapes import map_geometry
    >>> board = a4a.start("europe1940").board
    >>> painter_state(board, map_geometry(board), "map")["views"][0][0]
    'Whole board'
    """
    return {
        "prefix": prefix,
        "anchors": [list(anchor) for anchor in geometry.anchors],
        "links": [list(link) for link in geometry.links],
        "lines": pack_lines(board, geometry),
        "views": [[name, bounds] for name, bounds in _views(board, geometry)],
        "legend": [msgspec.to_builtins(layer) for layer in LAYERS],
        "layers": settings(),
    }


def _views(board: Board, geometry: MapGeometry) -> Iterator[tuple[str, Bounds]]:
    """The parts of the board that have a button: the whole, its maps, its theatres."""
    yield "Whole board", geometry.bounds
    maps = {part.name for part in board.maps}
    for theatre in (*board.maps, *(t for t in board.theatres if t.name not in maps)):
        if len(theatre.spaces) < len(board.spaces):
            spaces = [board.index[name] for name in theatre.spaces]
            land = [i for i in spaces if board.spaces[i].kind != "sea"]
            yield theatre.name, core_of([geometry.anchors[i] for i in land or spaces])
