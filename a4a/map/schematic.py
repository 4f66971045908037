"""A board that nobody has drawn: laid out by its graph alone."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from a4a.core.board import Board
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
from a4a.map.layout import cells
from a4a.map.layout_cache import kept_places

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
    places = kept_places(len(board.spaces), edges, hints)
    outlines, meeting = cells(places)
    low, high = outlines.reshape(-1, 2).min(axis=0), outlines.reshape(-1, 2).max(axis=0)
    half = (high - low) / 2
    scale = min(HALF_WORLD / half[0], HALF_HEIGHT / half[1])
    shapes = [
        as_shape((outline - low - half) * scale, (place - low - half) * scale)
        for outline, place in zip(outlines, places, strict=True)
    ]
    anchors = tuple(anchor for _, anchor in shapes)
    pairs = [(min(pair), max(pair)) for pair in edges]
    links = tuple(edge for edge, pair in zip(edges, pairs, strict=True) if pair not in meeting)
    lines = {
        pair: (_as_line((meeting[pair] - low - half) * scale),) for pair in pairs if pair in meeting
    }
    (south, west), (north, east) = bounds_of(anchors)
    room = _ROOM * (mercator(north) - mercator(south))
    bounds = ((latitude(mercator(south) - room), west), (latitude(mercator(north) + room), east))
    polygons = tuple(polygons for polygons, _ in shapes)
    return MapGeometry(polygons, anchors, bounds, links, lines, origin="layout")


def edges_of(board: Board) -> list[tuple[int, int]]:
    """The borders of a board as pairs of indices."""
    index = board.index
    return [(index[b.a], index[b.b]) for b in board.borders if b.a != b.b]


def _as_line(ends: npt.NDArray[np.float64]) -> Line:
    """A straight line on the map in degrees."""
    return tuple((round(float(x), _DIGITS), round(latitude(float(y)), _DIGITS)) for x, y in ends)
