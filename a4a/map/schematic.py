"""A board that nobody has drawn: laid out by its graph alone."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from a4a.core.board import Board
from a4a.map.dual_cells import Cells, dual_cells
from a4a.map.fitting import as_shape
from a4a.map.geometry import (
    HALF_HEIGHT,
    HALF_WORLD,
    Line,
    MapGeometry,
    bounds_of,
    latitude,
    mercator,
)
from a4a.map.layout import Edges, Floats, cells
from a4a.map.layout_cache import kept_places
from a4a.map.untangling import can_be_untangled

_ROOM = 0.03  # of the height of a schematic layout, for what stands over and under its badges
_DIGITS = 3  # of the coordinates of lines: about 100 m


def schematic(board: Board, hints: Mapping[int, tuple[float, float]]) -> MapGeometry:
    """Lay out cells by a board's graph.

    Parameters
    ----------
    board
        The board.
    hints
        Where some of its spaces (indices) are known to lie, as `schematic_places` takes them: the
        layout is turned to lie like them.
    """
    edges = edges_of(board)
    count = len(board.spaces)
    laid = _cells(kept_places(count, edges, hints), edges)
    corners = np.concatenate(laid.outlines)
    low, high = corners.min(axis=0), corners.max(axis=0)
    half = (high - low) / 2
    scale = min(HALF_WORLD / half[0], HALF_HEIGHT / half[1])

    def placed(points: Floats) -> Floats:
        return np.asarray((points - low - half) * scale)

    shapes = [
        as_shape(placed(outline), placed(place), [placed(hole) for hole in laid.holes.get(i, ())])
        for i, (outline, place) in enumerate(zip(laid.outlines, laid.places, strict=True))
    ]
    anchors = tuple(anchor for _, anchor in shapes)
    pairs = [(min(pair), max(pair)) for pair in edges]
    links = tuple(edge for edge, pair in zip(edges, pairs, strict=True) if pair not in laid.lines)
    lines = {pair: (_as_line(placed(laid.lines[pair])),) for pair in pairs if pair in laid.lines}
    (south, west), (north, east) = bounds_of(anchors)
    room = _ROOM * (mercator(north) - mercator(south))
    bounds = ((latitude(mercator(south) - room), west), (latitude(mercator(north) + room), east))
    polygons = tuple(polygons for polygons, _ in shapes)
    return MapGeometry(polygons, anchors, bounds, links, lines, origin="layout")


def _cells(places: Floats, edges: Edges) -> Cells:
    """Cells that touch where there are borders; on a board too large for that, those of a plane."""
    if can_be_untangled(len(places), edges):
        return dual_cells(places, np.array(edges, dtype=np.int64).reshape(-1, 2))
    outlines, lines = cells(places)
    return Cells(places, list(outlines), {}, lines)


def edges_of(board: Board) -> list[tuple[int, int]]:
    """The borders of a board as pairs of indices."""
    index = board.index
    return [(index[b.a], index[b.b]) for b in board.borders if b.a != b.b]


def _as_line(points: Floats) -> Line:
    """A line on the map in degrees."""
    return tuple((round(float(x), _DIGITS), round(latitude(float(y)), _DIGITS)) for x, y in points)
