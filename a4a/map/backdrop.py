"""The earth under the spaces of a board, packed for the browser.

A board of hexes is drawn over a map: land and water, rivers, soft terrain. The holder's colour
shows on land only, so the water lies over the colours of the spaces, and the lines and numbers of
the hexes over the water. `static/earth.js` draws it in the browser, `pictures/earth.py` in
pictures.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from a4a.map.geometry import MapGeometry

UNIT = 1000
"""Steps per pixel of the map at zoom 0, where the world is 256 pixels wide."""
_WORLD = 256.0

Points = Sequence[tuple[float, float]]


def pack_backdrop(geometry: MapGeometry) -> bytes:
    """Pack the backdrop of a board, and the shapes of its spaces that lie on it.

    Returns
    -------
    bytes
        Gzipped JSON: ``kinds``, for each kind of the backdrop its path; ``spaces``, the path of
        each space; ``page``, west, north, width and height of all spaces. All in steps of a
        thousandth of a pixel of the map at zoom 0. Empty if the board has no backdrop.

    Examples
    --------
    >>> import a4a
    >>> from a4a.map.shapes import map_geometry
    >>> pack_backdrop(map_geometry(a4a.start("europe1940").board))
    b''
    """
    if not geometry.backdrop:
        return b""
    kinds: dict[str, list[str]] = {}
    for shape in geometry.backdrop:
        closed = shape.kind != "river"
        kinds.setdefault(shape.kind, []).extend(_path(line, closed=closed) for line in shape.lines)
    spaces = ["".join([_path(r, closed=True) for p in s for r in p]) for s in geometry.polygons]
    payload = {
        "kinds": {kind: "".join(paths) for kind, paths in kinds.items()},
        "spaces": spaces,
        "page": _page(geometry),
    }
    return gzip.compress(msgspec.json.encode(payload), compresslevel=6, mtime=0)


def _path(points: Points, *, closed: bool) -> str:
    """Path data through points, in whole steps from one to the next."""
    steps = _steps(points)
    moves = np.diff(steps, axis=0)
    moves = moves[(moves != 0).any(axis=1)]
    if closed:
        moves = moves[:-1]  # the last point of a ring is its first
    if len(moves) == 0:
        return ""
    x, y = steps[0].tolist()
    return f"M{x} {y}l" + " ".join([f"{dx} {dy}" for dx, dy in moves.tolist()]) + "Z" * closed


def _steps(points: Points) -> npt.NDArray[np.int64]:
    flat = np.array(points, dtype=float).reshape(-1, 2)
    heights = np.degrees(np.arcsinh(np.tan(np.radians(flat[:, 1]))))
    x = (flat[:, 0] + 180) * (UNIT * _WORLD / 360)
    y = (180 - heights) * (UNIT * _WORLD / 360)
    return np.round(np.stack([x, y], axis=1)).astype(np.int64)


def _page(geometry: MapGeometry) -> list[int]:
    """West, north, width and height of the area that all spaces cover."""
    boxes = [anchor[2:] for anchor in geometry.anchors]
    west, east = min(box[1] for box in boxes), max(box[3] for box in boxes)
    south, north = min(box[0] for box in boxes), max(box[2] for box in boxes)
    (left, top), (right, bottom) = _steps([(west, north), (east, south)]).tolist()
    return [left, top, right - left, bottom - top]
