from __future__ import annotations

import json
from itertools import pairwise

import msgspec
import pytest
from shapely.geometry import LineString, MultiLineString, MultiPolygon, Point, shape

from a4a import boards
from a4a.core.board import Board, Border, Space
from a4a.map.geometry import MapGeometry, Origin
from a4a.map.shapes import best_cut, map_geometry
from tests.map.skirmish import MISCHIEF, mischievous


def renamed(board: Board, *, every: int) -> Board:
    """The same board with every so many spaces under a name nobody knows."""
    names = {s.name: f"New {s.name}" if i % every == 0 else s.name for i, s in enumerate(board)}
    replace = msgspec.structs.replace
    return Board(
        name="another",
        spaces=tuple(replace(s, name=names[s.name], aliases=()) for s in board),
        borders=tuple(replace(b, a=names[b.a], b=names[b.b]) for b in board.borders),
    )


@pytest.mark.parametrize("name", ["global1940", "europe1940"])
def test_our_boards_are_drawn_whole(name: str) -> None:
    board = boards.load(name).board
    geometry = map_geometry(board)
    assert len(geometry.polygons) == len(geometry.anchors) == len(board.spaces)
    assert geometry.links == ()
    for polygons, (lat, lon, south, west, north, east) in zip(
        geometry.polygons, geometry.anchors, strict=True
    ):
        drawn = MultiPolygon([(ring[0], ring[1:]) for ring in polygons])
        assert drawn.buffer(0.05).contains(Point(lon, lat))
        assert drawn.bounds == pytest.approx((west, south, east, north), abs=0.02)


def test_equal_boards_share_their_shapes_until_a_file_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = boards.load("europe1940").board
    first = map_geometry(board)
    assert map_geometry(msgspec.structs.replace(board)) is first
    changed = (("geometry.geojson", 1, 1, 1, b""),)
    monkeypatch.setattr(boards, "files_of", lambda _: ((), changed))
    assert map_geometry(board) is not first


def test_both_oceans_of_global_lie_whole_on_the_sheet() -> None:
    """The cut runs along the west of North America, not through an ocean."""
    board = boards.load("global1940").board
    anchors = map_geometry(board).anchors
    at = {space.name: anchors[i][1] for i, space in enumerate(board.spaces)}
    assert at["Eastern United States"] < at["United Kingdom"] < at["India"] < at["Japan"]
    assert at["Japan"] < at["Hawaiian Islands"] < at["sea zone 10"]
    assert at["Western United States"] < at["Central United States"]
    far = [b for b in board.borders if abs(at[b.a] - at[b.b]) > 180]
    assert len(far) <= 10


def test_europe_lies_within_the_usual_longitudes() -> None:
    (south, west), (north, east) = map_geometry(boards.load("europe1940").board).bounds
    assert -180 < west < east < 180
    assert south < north


def lines_of(geometry: MapGeometry, a: int, b: int) -> MultiLineString:
    return MultiLineString(list(geometry.lines[min(a, b), max(a, b)]))


@pytest.mark.parametrize("name", ["global1940", "europe1940"])
def test_neighbours_share_a_line_that_lies_on_the_edge_of_both(name: str) -> None:
    board = boards.load(name).board
    geometry = map_geometry(board)
    edges = [shape_of(polygons).boundary.buffer(0.05) for polygons in geometry.polygons]
    cut = set()
    for border in board.borders:
        a, b = board.index[border.a], board.index[border.b]
        line = lines_of(geometry, a, b)
        if abs(geometry.anchors[a][1] - geometry.anchors[b][1]) < 180:
            assert edges[a].contains(line), (border.a, border.b)
            assert edges[b].contains(line), (border.a, border.b)
        else:
            cut.add((border.a, border.b))
            assert edges[a].union(edges[b]).contains(line)
            for edge in (edges[a], edges[b]):
                assert edge.intersection(line).length == pytest.approx(line.length / 2, rel=0.1)
    assert (("Mexico", "sea zone 10") in cut) == (name == "global1940")


def test_fitted_spaces_share_no_line_and_the_others_keep_theirs() -> None:
    ours = boards.load("global1940").board
    geometry, known = map_geometry(renamed(ours, every=40)), map_geometry(ours)
    kept = {pair: line for pair, line in known.lines.items() if all(i % 40 for i in pair)}
    assert geometry.lines == kept


def test_cells_that_meet_share_a_line_between_their_places() -> None:
    board = renamed(boards.load("europe1940").board, every=2)
    geometry = map_geometry(board)
    linked = {(min(pair), max(pair)) for pair in geometry.links}
    pairs = {tuple(sorted((board.index[b.a], board.index[b.b]))) for b in board.borders}
    assert set(geometry.lines) == pairs - linked
    shapes = [shape_of(polygons) for polygons in geometry.polygons]
    for (a, b), (line,) in geometry.lines.items():
        for i in (a, b):
            assert shapes[i].distance(LineString(line)) < 0.1
            assert not shapes[i].buffer(-0.1).crosses(LineString(line))


def test_a_few_unknown_spaces_are_fitted_in_between_their_neighbours() -> None:
    ours = boards.load("global1940").board
    board = renamed(ours, every=40)
    geometry, known = map_geometry(board), map_geometry(ours)
    assert geometry.links == ()
    for i, (mine, theirs) in enumerate(zip(geometry.anchors, known.anchors, strict=True)):
        if i % 40:
            assert mine == theirs
        else:
            assert shape_of(geometry.polygons[i]).is_valid
    labels = [Point(anchor[1], anchor[0]) for anchor in geometry.anchors]
    for i in range(0, len(labels), 40):
        disc = shape_of(geometry.polygons[i])
        assert [j for j, label in enumerate(labels) if disc.contains(label)] == [i]


def test_a_fitted_space_without_neighbours_lies_below_the_map() -> None:
    ours = boards.load("europe1940").board
    board = msgspec.structs.replace(
        ours, name="with a box", spaces=(*ours.spaces, Space(name="Production Box", kind="box"))
    )
    geometry = map_geometry(board)
    assert geometry.anchors[-1][0] < min(anchor[0] for anchor in geometry.anchors[:-1])


def test_a_board_nobody_knows_gets_cells_and_links() -> None:
    geometry = map_geometry(renamed(boards.load("global1940").board, every=2))
    assert all(shape_of(polygons).is_valid for polygons in geometry.polygons)
    assert geometry.links
    (south, west), (north, east) = geometry.bounds
    assert -180 < west < east < 180
    assert -85 < south < north < 85


def test_spaces_of_the_same_name_with_other_neighbours_are_not_taken_for_ours() -> None:
    """Sea zone 5 of another map is not ours."""
    names = [f"sea zone {i}" for i in (5, 40, 70, 100, 3, 64)]
    board = Board(
        name="other seas",
        spaces=tuple(Space(name=name, kind="sea") for name in names),
        borders=tuple(Border(a, b, "sea") for a, b in pairwise(names)),
    )
    assert map_geometry(board).anchors != map_geometry(boards.load("global1940").board).anchors[:6]
    assert len({anchor[:2] for anchor in map_geometry(board).anchors}) == 6


def test_a_board_of_one_space_is_drawn() -> None:
    board = Board(name="one", spaces=(Space(name="Malta Alone", kind="land"),), borders=())
    assert shape_of(map_geometry(board).polygons[0]).area > 0


def test_class_names_are_made_of_the_prefix_and_the_index() -> None:
    board = mischievous().board
    collection = map_geometry(board).feature_collection("a4a-x", [s.kind for s in board.spaces])
    names = {feature["properties"]["style"]["className"] for feature in collection["features"]}
    assert {name.split()[1] for name in names} == {f"a4a-x-{i}" for i in range(len(board.spaces))}
    text = json.dumps(collection)
    assert not any(json.dumps(mischief)[1:-1] in text for mischief in MISCHIEF)


@pytest.mark.parametrize(("origin", "seas"), [("earth", 0), ("player", 65)])
def test_features_are_geojson_that_covers_small_spaces_last_and_of_own_maps_seas_first(
    origin: Origin, seas: int
) -> None:
    board = boards.load("europe1940").board
    geometry = msgspec.structs.replace(map_geometry(board), origin=origin)
    collection = geometry.feature_collection("p", [s.kind for s in board.spaces])
    shapes = [shape(feature["geometry"]) for feature in collection["features"]]
    boxes = [(b[2] - b[0]) * (b[3] - b[1]) for b in (s.bounds for s in shapes)]
    assert all("a4a-on-sea" in str(f["properties"]) for f in collection["features"][:seas])
    for part in (boxes[:seas], boxes[seas:]):
        assert part == sorted(part, reverse=True)


def test_the_cut_is_anywhere_but_where_borders_are() -> None:
    assert best_cut({0: 10.0, 1: 60.0, 2: -30.0}, [(0, 1), (0, 2)]) not in range(-30, 61)
    assert best_cut({0: 10.0}, []) == -180


def shape_of(polygons: object) -> MultiPolygon:
    return shape({"type": "MultiPolygon", "coordinates": polygons})
