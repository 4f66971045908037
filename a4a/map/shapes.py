"""Finds the shapes of a board's spaces: those that come with a4a, or a layout from its graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import numpy as np

from a4a import boards
from a4a.boards.geometry import (
    Geometry,
    LineString,
    MultiLineString,
    MultiPolygon,
    Polygon,
    SpaceFeature,
)
from a4a.core.board import Board
from a4a.map.fitting import fit_in
from a4a.map.geometry import (
    Anchor,
    BackdropShape,
    Line,
    MapGeometry,
    Polygons,
    Ring,
    bounds_of,
    mercator,
)
from a4a.map.schematic import edges_of, schematic

_MOSTLY = 0.75  # a board with this share of its spaces drawn is drawn; the rest is fitted in
_ALIKE = 0.5  # share of common neighbours that makes two spaces of the same name the same
_DIGITS = 3  # of the coordinates of lines: about 100 m
_KEPT = 8  # boards whose shapes are kept

_Files: TypeAlias = tuple[object, ...]
"""The folders of the boards that come with a4a, each with a stamp of the files in it."""


def map_geometry(board: Board) -> MapGeometry:
    """Find or make the shapes of a board.

    A board that comes with a4a is drawn as it is. On any other, spaces that match those of a board
    or map of ours (by name and neighbours) are drawn alike, and the few others are fitted in
    between; if more than a few do not match, the board gets a schematic layout from its graph.

    Equal boards get the same object, until a file of our boards changes.

    Parameters
    ----------
    board
        Any board with at least one space.

    Examples
    --------
    >>> geometry = map_geometry(boards.load("europe1940").board)
    >>> len(geometry.polygons), len(geometry.links)
    (187, 0)
    """
    return known_geometry(board) or _laid_out(board, _files())


def known_geometry(board: Board) -> MapGeometry | None:
    """Find the shapes of a board that is drawn like one of ours; None for any other."""
    return _known(board, _files())


def _files() -> _Files:
    return tuple(boards.files_of(name) for name in _drawn())


@lru_cache(maxsize=_KEPT)
def _laid_out(board: Board, files: _Files) -> MapGeometry:
    del files
    return schematic(board, _hints(board))


@lru_cache(maxsize=_KEPT)
def _known(board: Board, files: _Files) -> MapGeometry | None:
    del files  # A changed file makes another key.
    known, drawn = _known_shapes(board)
    if len(known) < _MOSTLY * len(board.spaces):
        return None
    polygons, anchors = _on_one_sheet(board, known)
    lines = _lines_on_sheet(board, known, drawn, anchors)
    fit_in(edges_of(board), len(board.spaces), polygons, anchors)
    count = range(len(board.spaces))
    in_order = tuple(anchors[i] for i in count)
    cities = _cities_on_sheet(known, drawn, anchors)
    return MapGeometry(
        tuple(polygons[i] for i in count),
        in_order,
        bounds_of(in_order, cities.values()),
        lines=lines,
        backdrop=_backdrop(drawn),
        cities=cities,
    )


# --- shapes that come with a4a ------------------------------------------------------------------


def _drawn() -> tuple[str | Path, ...]:
    """What comes with a4a and has a map: datasets with rules, then maps without."""
    return *boards.available(), *boards.maps()


def _known_shapes(board: Board) -> tuple[dict[int, SpaceFeature], Geometry]:
    """The shapes, by index, of the spaces that the most similar board of ours has too.

    The second value is the whole map of that board.
    """
    best: dict[str, str] = {}
    drawn: boards.Dataset | None = None
    for name in sorted(_drawn(), key=lambda name: name != board.name):
        dataset = boards.load(name)
        ours = dataset.board
        if ours == board:
            shapes = dataset.geometry.spaces
            return {board.index[space]: shape for space, shape in shapes.items()}, dataset.geometry
        twins = _twins(board, ours)
        if len(twins) > len(best):
            same = {s: twin for s, twin in twins.items() if _alike(board, s, ours, twin, twins)}
            if len(same) > len(best):
                best, drawn = same, dataset
    if drawn is None:
        return {}, Geometry({}, {})
    shapes = drawn.geometry.spaces  # of one board only: reading them takes long
    found = {board.index[s]: shapes[twin] for s, twin in best.items() if twin in shapes}
    return found, drawn.geometry


def _twins(board: Board, ours: Board) -> dict[str, str]:
    """The space of the same name and kind on another board, by the space's name."""
    twins: dict[str, str] = {}
    taken: set[str] = set()
    for space in board.spaces:
        found = [twin for name in (space.name, *space.aliases) if (twin := ours.find(name))]
        if found and found[0].kind == space.kind and found[0].name not in taken:
            twins[space.name] = found[0].name
            taken.add(found[0].name)
    return twins


def _alike(board: Board, space: str, ours: Board, twin: str, twins: Mapping[str, str]) -> bool:
    """Whether a space has the neighbours of its twin, as far as both boards know them."""
    here = {twins[name] for name in board.neighbours(space) if name in twins}
    there = set(ours.neighbours(twin)) & set(twins.values())
    return len(here & there) >= _ALIKE * len(here | there)


def _on_one_sheet(
    board: Board, shapes: Mapping[int, SpaceFeature]
) -> tuple[dict[int, Polygons], dict[int, Anchor]]:
    """Shapes laid on a sheet that is cut where it cuts the fewest borders."""
    west = best_cut(
        {i: shape.properties.label_lon for i, shape in shapes.items()},
        [pair for pair in edges_of(board) if pair[0] in shapes and pair[1] in shapes],
    )
    east = {i: (shape.properties.label_lon - west) % 360 + west for i, shape in shapes.items()}
    turn = 360 * round(sum(east.values()) / len(east) / 360)
    polygons: dict[int, Polygons] = {}
    anchors: dict[int, Anchor] = {}
    for i, shape in shapes.items():
        own = shape.properties
        shift = east[i] - turn - own.label_lon
        whole = shape.geometry.coordinates
        parts: Polygons = whole if isinstance(shape.geometry, MultiPolygon) else (whole,)  # type: ignore[assignment]
        if shift:
            parts = [[[(x + shift, y) for x, y in ring] for ring in part] for part in parts]
        polygons[i] = parts
        x0, south, x1, north = shape.bbox
        anchors[i] = (own.label_lat, own.label_lon + shift, south, x0 + shift, north, x1 + shift)
    return polygons, anchors


def _lines_on_sheet(
    board: Board,
    shapes: Mapping[int, SpaceFeature],
    drawn: Geometry,
    anchors: Mapping[int, Anchor],
) -> dict[tuple[int, int], tuple[Line, ...]]:
    """The lines that known shapes share, laid on the sheet beside the shapes they part."""
    lines: dict[tuple[int, int], tuple[Line, ...]] = {}
    for a, b in edges_of(board):
        if a not in shapes or b not in shapes:
            continue
        shared = drawn.line(shapes[a].properties.name, shapes[b].properties.name)
        if shared is None:
            continue
        pieces: list[Line] = []
        for piece in shared.geometry.coordinates:
            middle = (piece[0][0] + piece[-1][0]) / 2
            # The line lies beside each of the two spaces: in one place, except at the cut.
            turns = {round(((anchors[i][3] + anchors[i][5]) / 2 - middle) / 360) for i in (a, b)}
            pieces += [
                tuple([(round(x + 360 * n, _DIGITS), round(y, _DIGITS)) for x, y in piece])
                for n in sorted(turns)
            ]
        lines[min(a, b), max(a, b)] = tuple(pieces)
    return lines


def _cities_on_sheet(
    shapes: Mapping[int, SpaceFeature], drawn: Geometry, anchors: Mapping[int, Anchor]
) -> dict[int, tuple[float, float]]:
    """Where the cities of known shapes stand, each on the side of the sheet where its space is."""
    cities: dict[int, tuple[float, float]] = {}
    for i, shape in shapes.items():
        city = drawn.cities.get(shape.properties.name)
        if city is not None:
            lon, lat = city.geometry.coordinates
            cities[i] = (lat, lon + 360 * round((anchors[i][1] - lon) / 360))
    return cities


def _backdrop(drawn: Geometry) -> tuple[BackdropShape, ...]:
    """What a board's map shows of the earth; a board round the globe shows nothing of it."""
    shapes = []
    for feature in drawn.backdrop:
        lines: tuple[Ring, ...]
        match feature.geometry:
            case MultiPolygon(coordinates=parts):
                lines = tuple(ring for part in parts for ring in part)
            case LineString(coordinates=line):
                lines = (line,)
            case Polygon(coordinates=rings) | MultiLineString(coordinates=rings):
                lines = rings
        properties = feature.properties
        shapes.append(BackdropShape(properties.kind, properties.name, lines))
    return tuple(shapes)


def best_cut(longitudes: Mapping[int, float], borders: Sequence[tuple[int, int]]) -> float:
    """The longitude at which the world is best cut open: the fewest borders cross it.

    Of several, it is the middle of the widest stretch, so that shapes do not hang over the edge.

    Parameters
    ----------
    longitudes
        Where spaces lie, in degrees.
    borders
        Pairs of neighbours.

    Examples
    --------
    >>> best_cut({0: 170.0, 1: -170.0, 2: -100.0}, [(0, 1), (1, 2)])
    37.5
    """
    cuts = np.arange(-180, 180, 5)
    ends = np.array([(longitudes[a], longitudes[b]) for a, b in borders]).reshape(-1, 2)
    east = (ends[None] - cuts[:, None, None]) % 360
    crossed = (np.abs(east[..., 0] - east[..., 1]) > 180).sum(axis=1)
    best = cuts[crossed == crossed.min()]
    if len(best) == len(cuts):
        return -180.0
    runs: list[list[int]] = []
    for cut in (*best, *(best + 360)):  # twice round, for a stretch across the antimeridian
        if runs and cut == runs[-1][-1] + 5:
            runs[-1].append(int(cut))
        else:
            runs.append([int(cut)])
    widest = max(runs, key=len)
    return ((widest[0] + widest[-1]) / 2 + 180) % 360 - 180


def _hints(board: Board) -> dict[int, tuple[float, float]]:
    """Where the land spaces whose names a board of ours has too lie on the map."""
    hints: dict[int, tuple[float, float]] = {}
    for name in _drawn():
        dataset = boards.load(name)
        twins = _twins(board, dataset.board)
        lands = {board.index[s]: t for s, t in twins.items() if board.space(s).kind == "land"}
        fresh = lands.keys() - hints.keys()
        for i in fresh:
            shape = dataset.geometry.spaces.get(lands[i])
            if shape is not None:
                own = shape.properties
                hints[i] = own.label_lon, mercator(own.label_lat)
    return hints
