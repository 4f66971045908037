from __future__ import annotations

import gzip
import json

import msgspec

from a4a import boards
from a4a.map.backdrop import pack_backdrop
from a4a.map.borders import border_rows, drawn_borders, line_rows, pack_lines
from a4a.map.painting import painter_state
from a4a.map.shapes import map_geometry
from tests.map.skirmish import mischievous


def test_all_borders_are_drawn_but_those_between_open_seas() -> None:
    board = boards.load("global1940").board
    drawn = set(drawn_borders(board))
    assert {b.kind for b in set(board.borders) - drawn} == {"sea"}
    assert {b.kind for b in drawn} == {"land", "coast", "strait", "canal"}
    assert {b.name for b in drawn if b.name} >= {"Suez Canal", "Danish Straits"}


def test_printed_lines_are_told_by_the_borders_they_run_along() -> None:
    """Any border may have one: what it is besides (land, a river, open sea) stays."""
    board = boards.load("global1940").board
    lines = {("Danish Straits", ""): "Baltic line", ("", "sea"): "dateline", ("", "land"): "Line"}
    ruled, named = [], {}
    for border in board.borders:
        key = (border.name, "" if border.name else border.kind)
        line = lines.pop(key, "")
        ruled.append(msgspec.structs.replace(border, line=line))
        if line:
            named[line] = border
    board = msgspec.structs.replace(board, borders=tuple(ruled))
    rows = border_rows(board)
    index = board.index
    found = line_rows(board)
    assert {row.name for row in found} == {"Baltic line", "dateline", "Line"}
    for row in found:
        (border,) = [rows[i] for i in row.borders]
        drawn = named[row.name]
        assert (border.a, border.b) == (index[drawn.a], index[drawn.b])
        assert (border.kind, border.name) == (drawn.kind, drawn.name)


def test_lines_are_packed_in_the_order_of_the_rows() -> None:
    board = boards.load("europe1940").board
    geometry = map_geometry(board)
    packed = json.loads(gzip.decompress(pack_lines(board, geometry)))
    rows = border_rows(board)
    assert len(packed) == len(rows)
    for row, lines in zip(rows, packed, strict=True):
        shared = geometry.lines[min(row.a, row.b), max(row.a, row.b)]
        assert lines == [[c for lon, lat in line for c in (lat, lon)] for line in shared]


def test_each_map_is_given_the_lines_of_its_own_board_and_shapes() -> None:
    """They are packed once; as often as boards and shapes take turns, none gets another's."""
    start = boards.start("europe1940").state_at(0)
    shapes = map_geometry(start.board)
    empty = msgspec.structs.replace(shapes, lines={})
    hexes = boards.start("war_in_europe").state_at(0)
    shown = [(start, shapes), (start, empty), (hexes, map_geometry(hexes.board))]
    for state, geometry in [*shown, *shown]:
        told = painter_state(state, geometry, "map")
        assert told["lines"] == pack_lines(state.board, geometry)
        assert told["backdrop"] == pack_backdrop(geometry)


def test_borders_that_do_not_touch_have_no_line() -> None:
    board = mischievous().board
    geometry = map_geometry(board)
    assert geometry.links
    packed = json.loads(gzip.decompress(pack_lines(board, geometry)))
    for row, lines in zip(border_rows(board), packed, strict=True):
        apart = {(row.a, row.b), (row.b, row.a)} & set(geometry.links)
        assert bool(lines) != bool(apart)
