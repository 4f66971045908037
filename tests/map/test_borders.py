from __future__ import annotations

import gzip
import json

from a4a import boards
from a4a.map.borders import border_rows, drawn_borders, pack_lines
from a4a.map.shapes import map_geometry
from tests.map.skirmish import mischievous


def test_all_borders_are_drawn_but_those_between_open_seas() -> None:
    board = boards.load("global1940").board
    drawn = set(drawn_borders(board))
    assert {b.kind for b in set(board.borders) - drawn} == {"sea"}
    assert {b.kind for b in drawn} == {"land", "coast", "strait", "canal"}
    assert {b.name for b in drawn if b.name} >= {"Suez Canal", "Danish Straits"}


def test_lines_are_packed_in_the_order_of_the_rows() -> None:
    board = boards.load("europe1940").board
    geometry = map_geometry(board)
    packed = json.loads(gzip.decompress(pack_lines(board, geometry)))
    rows = border_rows(board)
    assert len(packed) == len(rows)
    for row, lines in zip(rows, packed, strict=True):
        shared = geometry.lines[min(row.a, row.b), max(row.a, row.b)]
        assert lines == [[c for lon, lat in line for c in (lat, lon)] for line in shared]


def test_borders_that_do_not_touch_have_no_line() -> None:
    board = mischievous().board
    geometry = map_geometry(board)
    assert geometry.links
    packed = json.loads(gzip.decompress(pack_lines(board, geometry)))
    for row, lines in zip(border_rows(board), packed, strict=True):
        apart = {(row.a, row.b), (row.b, row.a)} & set(geometry.links)
        assert bool(lines) != bool(apart)
