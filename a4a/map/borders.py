"""The borders that the map can draw: where a front can run, and straits and canals."""

from __future__ import annotations

import gzip

import msgspec

from a4a.core.board import Board, Border
from a4a.core.gates import GATES
from a4a.map.geometry import MapGeometry
from a4a.map.timeline import BorderRow


def drawn_borders(board: Board) -> tuple[Border, ...]:
    """Borders that are not between two seas, and those that are straits or canals.

    Examples
    --------
    >>> import a4a
    >>> borders = drawn_borders(a4a.dataset("global1940").board)
    >>> [border.name for border in borders if border.kind == "canal"]
    ['Panama Canal', 'Suez Canal']
    """
    seas = board.seas
    return tuple(
        [b for b in board.borders if b.kind in GATES or b.a not in seas or b.b not in seas]
    )


def border_rows(board: Board) -> list[BorderRow]:
    """The rows of the drawn borders, in their order."""
    index = board.index
    return [BorderRow(index[b.a], index[b.b], b.kind, b.name) for b in drawn_borders(board)]


def pack_lines(board: Board, geometry: MapGeometry) -> bytes:
    """Pack the lines of the drawn borders for the browser.

    Returns
    -------
    bytes
        Gzipped JSON: for each of `drawn_borders`, in their order, a list of lines, each flat:
        ``[latitude, longitude, latitude, longitude, ...]``; empty where spaces do not touch.
    """
    lines = [
        [[c for x, y in line for c in (y, x)] for line in geometry.lines.get(pair, ())]
        for row in border_rows(board)
        for pair in [(min(row.a, row.b), max(row.a, row.b))]
    ]
    return gzip.compress(msgspec.json.encode(lines), compresslevel=5, mtime=0)
