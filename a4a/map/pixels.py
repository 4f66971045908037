"""A board drawn by a player's own TripleA map: pixels of its picture as places on our map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from a4a.core.board import Board
from a4a.core.errors import A4AError
from a4a.importers.triplea.pixelmap import PixelMap
from a4a.map.fitting import fit_in
from a4a.map.geometry import (
    HALF_HEIGHT,
    HALF_WORLD,
    Anchor,
    Line,
    MapGeometry,
    Polygons,
    bounds_of,
    latitude,
)
from a4a.map.outlines import Floats, Runs, closed, held, inner_point, simplified, touching

LEAST_NAMED: Final = 0.75
"""The share of a board's spaces that a map must draw to be its map."""

_LISTED = 12  # spaces that a message names
_DIGITS = 3  # of degrees: a third of a pixel on the largest maps


def pixel_geometry(board: Board, map_: PixelMap) -> MapGeometry:
    """Draw a board by a map as its players know it; the few spaces it lacks are fitted in.

    Parameters
    ----------
    board
        The board.
    map_
        The map. Its names are matched with names and aliases of the board's spaces.

    Raises
    ------
    A4AError
        If it lacks more than a quarter of the board's spaces; the message says which.
    """
    parts = _parts(board, map_)
    lacking = [space.name for i, space in enumerate(board.spaces) if i not in parts]
    if len(parts) < LEAST_NAMED * len(board.spaces):
        raise A4AError(f"the map {map_.name!r} draws another board: it lacks {listed(lacking)}")
    centers = {
        board.index[space.name]: point
        for name, point in map_.centers.items()
        if (space := board.find(name)) is not None
    }
    round_ = _round(map_, parts)
    if round_:
        parts = {i: _together(ones, centers.get(i), round_) for i, ones in parts.items()}
    seas = frozenset(i for i, space in enumerate(board.spaces) if space.kind == "sea")
    index = board.index
    pairs = [
        (a, b)
        for border in board.borders
        for a, b in [sorted((index[border.a], index[border.b]))]
        if a != b
    ]
    drawn = [parts.get(i, ()) for i in range(len(board.spaces))]
    runs = touching(drawn, [(a, b) for a, b in pairs if a in parts and b in parts], seas,
                    round_=round_)  # fmt: skip
    sheet = _Sheet([one for ones in parts.values() for one in ones])
    holes, shores = _holes(parts, pairs, seas)
    runs |= {pair: [*runs.get(pair, ()), *lines] for pair, lines in shores.items()}
    polygons: dict[int, Polygons] = {
        i: [[sheet.ring(ring) for ring in (one, *holes.get((i, k), ()))]
            for k, one in enumerate(ones)]
        for i, ones in parts.items()
    }  # fmt: skip
    anchors = {i: sheet.anchor(ones, _label(i, ones, centers, holes)) for i, ones in parts.items()}
    fit_in(pairs, len(board.spaces), polygons, anchors)
    in_order = tuple(anchors[i] for i in range(len(board.spaces)))
    lines = {pair: tuple(sheet.line(run) for run in found) for pair, found in runs.items()}
    return MapGeometry(
        tuple(polygons[i] for i in range(len(board.spaces))),
        in_order,
        bounds_of(in_order),
        links=tuple(pair for pair in pairs if pair not in lines),
        lines=lines,
        origin="player",
        told=map_.name,
        lacking=tuple(lacking),
    )


def listed(names: Sequence[str]) -> str:
    """Name some of many things.

    Examples
    --------
    >>> listed(["Malta", "Crete"])
    'Malta, Crete'
    """
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more


def _parts(board: Board, map_: PixelMap) -> dict[int, tuple[Floats, ...]]:
    """The parts of each space that the map draws, without the steps of its pixels."""
    parts: dict[int, tuple[Floats, ...]] = {}
    for name, outlines in map_.outlines.items():
        space = board.find(name)
        whole = tuple(kept for one in outlines if len(kept := simplified(one)) > 2)
        if space is not None and whole:
            parts.setdefault(board.index[space.name], whole)
    return parts


def _round(map_: PixelMap, parts: Mapping[int, Sequence[Floats]]) -> float:
    """The width of a map that goes round; 0 for one that does not, or is drawn wider than it is."""
    if not map_.wraps or not map_.width:
        return 0.0
    east = max(float(one[:, 0].max()) for ones in parts.values() for one in ones)
    return float(map_.width) if east <= map_.width + 1 else 0.0


def _together(
    ones: Sequence[Floats], center: tuple[float, float] | None, round_: float
) -> tuple[Floats, ...]:
    """The parts of a space that the edge of the picture cuts, all on the side of its center."""
    x = center[0] if center else float(ones[_largest(ones)][:, 0].mean())
    moved = []
    for one in ones:
        middle = float(one[:, 0].min() + one[:, 0].max()) / 2
        moved.append(one + np.array([round_ * round((x - middle) / round_), 0.0]))
    return tuple(moved)


def _holes(
    parts: Mapping[int, Sequence[Floats]], pairs: Sequence[tuple[int, int]], seas: frozenset[int]
) -> tuple[dict[tuple[int, int], list[Floats]], Runs]:
    """Land that lies wholly within a sea, and seas within land.

    The first value is the holes of spaces and parts in which seas lie, as land lies over sea; the
    second the shores of those that lie within the other, along which the two touch.
    """
    holes: dict[tuple[int, int], list[Floats]] = {}
    shores: Runs = {}
    for a, b in pairs:
        if (a in seas) == (b in seas) or a not in parts or b not in parts:
            continue
        land, sea = (b, a) if a in seas else (a, b)
        for outer, inner in held(parts[land], parts[sea]):
            holes.setdefault((land, outer), []).append(parts[sea][inner])
            shores.setdefault((a, b), []).append(closed(parts[sea][inner]))
        for _, inner in held(parts[sea], parts[land]):
            shores.setdefault((a, b), []).append(closed(parts[land][inner]))
    return holes, shores


def _label(
    space: int,
    ones: Sequence[Floats],
    centers: Mapping[int, tuple[float, float]],
    holes: Mapping[tuple[int, int], Sequence[Floats]],
) -> tuple[float, float]:
    """Where the name and the units of a space stand: its center, else within its largest part."""
    largest = _largest(ones)
    return centers.get(space) or inner_point(ones[largest], holes.get((space, largest), ()))


def _largest(ones: Sequence[Floats]) -> int:
    return max(range(len(ones)), key=lambda k: float(np.prod(np.ptp(ones[k], axis=0))))


class _Sheet:
    """Where the pixels of a map lie on ours."""

    def __init__(self, outlines: Sequence[Floats]) -> None:
        low = np.min([one.min(axis=0) for one in outlines], axis=0)
        high = np.max([one.max(axis=0) for one in outlines], axis=0)
        half = np.maximum((high - low) / 2, 1.0)
        self._middle = (low + high) / 2
        self._scale = min(HALF_WORLD / half[0], HALF_HEIGHT / half[1])

    def places(self, points: Floats) -> list[tuple[float, float]]:
        """Longitudes and latitudes of points."""
        flat = (points - self._middle) * self._scale
        return [(round(x, _DIGITS), round(latitude(-y), _DIGITS)) for x, y in flat.tolist()]

    def ring(self, outline: Floats) -> list[tuple[float, float]]:
        return self.places(closed(outline))

    def line(self, points: Floats) -> Line:
        return tuple(self.places(points))

    def anchor(self, ones: Sequence[Floats], label: tuple[float, float]) -> Anchor:
        low = np.min([one.min(axis=0) for one in ones], axis=0)
        high = np.max([one.max(axis=0) for one in ones], axis=0)
        at = np.array([label, low, high])
        (lon, lat), (west, north), (east, south) = self.places(at)
        return lat, lon, south, west, north, east
