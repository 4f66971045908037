"""What the map and the painter of a board are told, in the notebook and in a page of its own."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from a4a.core.board import Board, Theatre
from a4a.core.errors import A4AError
from a4a.core.names import plain
from a4a.core.sharing import Shared
from a4a.core.state import State
from a4a.map.backdrop import pack_backdrop
from a4a.map.borders import pack_lines
from a4a.map.geometry import Bounds, MapGeometry, core_of, room_round, together
from a4a.map.layers import LAYERS, Layer, settings
from a4a.map.offered import offered
from a4a.map.parts import theatres_of

_CLOSEST = 7.0  # the deepest zoom of any board
_SEEN = 560.0  # px of a typical space at the deepest zoom
_ROUND = 5.0  # degrees shown around a single space

ViewKind: TypeAlias = Literal["board", "map", "theatre"]
"""What a view shows: the whole board, one of its printed maps, a theatre of the war."""


class _Packed(NamedTuple):
    """What is drawn of a board besides its spaces, as it is sent."""

    board: Board
    geometry: MapGeometry
    lines: bytes
    backdrop: bytes


_PACKED = Shared[_Packed](8)
"""Those of the last boards that were shown: all maps of one share it."""


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
        "max_zoom": _deepest(geometry),
        "zoom_snap": 0,
        "zoom_delta": 0.5,
        "scroll_wheel_zoom": True,
        "keyboard": False,
        "world_copy_jump": False,
        "attribution_control": False,
    }


def _deepest(geometry: MapGeometry) -> float:
    """How far to zoom in: so that a typical space and its name are seen on a small board."""
    widths = sorted(anchor[5] - anchor[3] for anchor in geometry.anchors)
    across = max(widths[len(widths) // 2], 1e-3)
    return round(min(_CLOSEST, math.log2(360 * _SEEN / (256 * across))), 1)


def painter_state(
    start: State,
    geometry: MapGeometry,
    prefix: str,
    *,
    powers: Sequence[str] = (),
    laid: Collection[str] = (),
) -> dict[str, Any]:
    """Return what the painter is told of a board: where its spaces are, its views, its layers.

    Parameters
    ----------
    start, geometry
        The start of the game, and the shapes of its board.
    prefix
        Begins the class name of each space on the map.
    powers
        The sides and powers that layers can be shown by.
    laid
        The layers that the rules of the game offer.

    Examples
    --------
    >>> import a4a
    >>> from a4a.map.shapes import map_geometry
    >>> start = a4a.start("europe1940").state_at(0)
    >>> painter_state(start, map_geometry(start.board), "map")["views"][0][0]
    'Whole board'
    """
    board = start.board
    packed = _PACKED.one(
        lambda known: known.board is board and known.geometry is geometry,
        make=lambda: _Packed(board, geometry, pack_lines(board, geometry), pack_backdrop(geometry)),
    )
    return {
        "prefix": prefix,
        "anchors": [list(anchor) for anchor in geometry.anchors],
        "seats": {str(i): list(place) for i, place in sorted(geometry.cities.items())},
        "links": [list(link) for link in geometry.links],
        "lines": packed.lines,
        "backdrop": packed.backdrop,
        "views": [list(view) for view in views(board, geometry)],
        "legend": [
            _row(layer, powers) for layer in LAYERS if offered(layer.id, start, geometry, laid=laid)
        ],
        "layers": settings(),
        "shapes": geometry.words,
    }


def _row(layer: Layer, powers: Sequence[str]) -> dict[str, Any]:
    """Return what the legend is told of a layer; named options offer the names of the game."""
    row: dict[str, Any] = msgspec.to_builtins(layer)
    row["options"] |= {name: (first, *powers) for name, first in row.pop("named").items() if powers}
    return row


def titled(title: str | None, otherwise: str) -> str:
    """Return the title that was given, or `otherwise` if none was.

    Raises
    ------
    A4AError
        If it is no text.

    Examples
    --------
    >>> titled(None, "Global 1940")
    'Global 1940'
    """
    if title is not None and not isinstance(title, str):
        raise A4AError(f"title={title!r}: a title is a text")
    return otherwise if title is None else title


def views(board: Board, geometry: MapGeometry) -> Iterator[tuple[str, Bounds, ViewKind]]:
    """Yield the parts of a board that can be shown: the whole, its maps, its theatres.

    Yields
    ------
    tuple
        Name, bounds, and what kind of part it is.

    Examples
    --------
    >>> import a4a
    >>> from a4a.map.shapes import map_geometry
    >>> board = a4a.start("global1940").board
    >>> [name for name, _, kind in views(board, map_geometry(board)) if kind == "map"]
    ['Europe', 'Pacific']
    """
    yield "Whole board", geometry.bounds, "board"
    theatres = {theatre.name: theatre for theatre in theatres_of(board)}
    for part in board.maps:
        if len(part.spaces) < len(board.spaces):
            # A map that has the name of a theatre stands for it.
            same = theatres.get(part.name)
            bounds = _bounds(same, board, geometry) if same else _bounds(part, board, geometry, 0.6)
            yield part.name, bounds, "map"
    for part in theatres.values():
        yield part.name, _bounds(part, board, geometry), "theatre"


def bounds_of_part(board: Board, geometry: MapGeometry, part: str | None) -> Bounds:
    """Return the bounds of a part of a board.

    Parameters
    ----------
    board, geometry
        The board and its shapes.
    part
        One of its maps or theatres, or a space; None is the whole board.

    Raises
    ------
    A4AError
        If it is none of them; the message says which maps and theatres there are.

    Examples
    --------
    >>> import a4a
    >>> from a4a.map.shapes import map_geometry
    >>> board = a4a.start("global1940").board
    >>> (south, west), (north, east) = bounds_of_part(board, map_geometry(board), "Malta")
    >>> south < 36 < north, west < 14.4 < east
    (True, True)
    """
    if part is None:
        return geometry.bounds
    there = {name: bounds for name, bounds, _ in views(board, geometry)}
    wanted = str(part)
    for name, bounds in there.items():
        if plain(name) == plain(wanted):
            return bounds
    if (space := board.find(wanted)) is None:
        raise A4AError(
            f"no part {wanted[:80]!r} of the board: there are {', '.join(there)}, and spaces"
        )
    _, _, south, west, north, east = geometry.anchors[board.index[space.name]]
    return ((south - _ROUND, west - 1.5 * _ROUND), (north + _ROUND, east + 1.5 * _ROUND))


def _bounds(part: Theatre, board: Board, geometry: MapGeometry, share: float = 0.9) -> Bounds:
    """Where most of a part's land lies, and the bulk of the part with its seas."""
    spaces = [board.index[name] for name in part.spaces]
    land = [i for i in spaces if board.spaces[i].kind != "sea"]
    room = room_round(geometry.anchors)
    bulk = core_of([geometry.anchors[i] for i in spaces], min(share, 0.75), room=room)
    if not land:
        return bulk
    return together(bulk, core_of([geometry.anchors[i] for i in land], share, room=room))
