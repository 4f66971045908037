"""The borders that the map can draw: where a front can run, straits and canals, printed lines."""

from __future__ import annotations

import gzip

import msgspec

from a4a.core.board import Board, Border
from a4a.core.gates import GATES
from a4a.map.geometry import MapGeometry
from a4a.map.timeline import BorderRow, LineRow


def drawn_borders(board: Board) -> tuple[Border, ...]:
    """Borders not between two seas, and straits, canals and borders that a line runs along.

    Examples
    --------
    >>> import a4a
    >>> borders = drawn_borders(a4a.dataset("global1940").board)
    >>> [border.name for border in borders if border.kind == "canal"]
    ['Panama Canal', 'Suez Canal']
    """
    seas = board.seas
    return tuple(
        [
            b
            for b in board.borders
            if b.kind in GATES or b.line or b.a not in seas or b.b not in seas
        ]
    )


def border_rows(board: Board) -> list[BorderRow]:
    """The rows of the drawn borders, in their order."""
    index = board.index
    return [BorderRow(index[b.a], index[b.b], b.kind, b.name) for b in drawn_borders(board)]


def line_rows(board: Board) -> list[LineRow]:
    """The lines printed on a board: their names, and which of the drawn borders they run along.

    Examples
    --------
    >>> import a4a
    >>> line_rows(a4a.dataset("global1940").board)
    []
    """
    found: dict[str, list[int]] = {}
    for index, border in enumerate(drawn_borders(board)):
        if border.line:
            found.setdefault(border.line, []).append(index)
    return [LineRow(name, borders) for name, borders in found.items()]


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
