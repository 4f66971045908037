from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import STRtree, unary_union
from shapely.geometry import LineString, Point, Polygon

from a4a import boards
from a4a.map.dual_cells import Cells, dual_cells
from a4a.map.layout import cells, components, even_out, graph_distances, schematic_places
from a4a.map.untangling import can_be_untangled, simple, uncrossed, untangled
from tests import depth
from tests.depth import examples


def grid(width: int, height: int) -> tuple[int, list[tuple[int, int]]]:
    edges = [(i, i + 1) for i in range(width * height) if i % width < width - 1]
    edges += [(i, i + width) for i in range(width * (height - 1))]
    return width * height, edges


def borders_of(name: str) -> tuple[int, list[tuple[int, int]]]:
    board = boards.load(name).board
    return len(board.spaces), [(board.index[b.a], board.index[b.b]) for b in board.borders]


def test_the_same_graph_gives_the_same_places() -> None:
    count, edges = grid(9, 7)
    first, again = (schematic_places(count, edges, {}) for _ in range(2))
    assert np.array_equal(first, again)


def test_cells_never_overlap() -> None:
    places = even_out(schematic_places(*grid(8, 6), {}))
    shapes = [Polygon(outline) for outline in cells(places)[0]]
    assert all(shape.is_valid and shape.area > 0.05 for shape in shapes)
    tree = STRtree(shapes)
    for i, shape in enumerate(shapes):
        for j in tree.query(shape):
            assert i == j or shape.intersection(shapes[j]).area < 1e-9


def test_neighbours_on_a_grid_lie_side_by_side() -> None:
    count, edges = grid(10, 8)
    _, touching = cells(even_out(schematic_places(count, edges, {})))
    assert sum(edge in touching for edge in edges) >= 0.95 * len(edges)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "share"), depth.sample([("global1940", 0.68), ("europe1940", 0.7)])
)
def test_most_borders_of_a_real_board_touch(name: str, share: float) -> None:
    count, edges = borders_of(name)
    _, touching = cells(even_out(schematic_places(count, edges, {})))
    assert sum((min(edge), max(edge)) in touching for edge in edges) >= share * len(edges)


def test_a_board_round_the_globe_is_cut_open_once() -> None:
    """Few borders of Global run from one end of the layout to the other."""
    count, edges = borders_of("global1940")
    places = schematic_places(count, edges, {})
    width = np.ptp(places[:, 0])
    long = [e for e in edges if abs(places[e[0], 0] - places[e[1], 0]) > width / 2]
    assert len(long) < 0.03 * len(edges)


def test_hints_turn_the_layout_north_up_and_east_right() -> None:
    dataset = boards.load("global1940")
    count, edges = borders_of("global1940")
    shapes = dataset.geometry.spaces
    index = dataset.board.index
    hints = {
        index[name]: (shape.properties.label_lon, shape.properties.label_lat)
        for name, shape in shapes.items()
        if index[name] % 5 == 0
    }
    places = schematic_places(count, edges, hints)
    at = {name: places[index[name]] for name in ("Norway", "Egypt", "Portugal", "Persia")}
    assert at["Norway"][1] > at["Egypt"][1]
    assert at["Portugal"][0] < at["Persia"][0]


def laid(name: str) -> tuple[Cells, np.ndarray[tuple[int, int], np.dtype[np.int64]]]:
    """The cells of a real board, and its borders."""
    count, pairs = borders_of(name)
    edges = simple(np.array(pairs))
    return dual_cells(untangled(schematic_places(count, pairs, {}), edges), edges), edges


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "share"), depth.sample([("global1940", 0.94), ("europe1940", 0.95)])
)
def test_nearly_all_borders_of_a_real_board_touch_once_they_are_untangled(
    name: str, share: float
) -> None:
    cells_, edges = laid(name)
    assert len(cells_.lines) >= share * len(edges)
    shapes = [
        Polygon(outline, cells_.holes.get(i, ())) for i, outline in enumerate(cells_.outlines)
    ]
    assert sum(shape.is_valid for shape in shapes) >= 0.98 * len(shapes)
    shapes = [shape.buffer(0) for shape in shapes]
    for i, place in enumerate(cells_.places):
        assert shapes[i].distance(Point(place)) < 0.05
    # Cells touch where there is a border, and hardly anywhere else.
    tree, known = STRtree(shapes), {(int(a), int(b)) for a, b in edges}
    false = [
        (i, j)
        for i, shape in enumerate(shapes)
        for j in tree.query(shape).tolist()
        if i < j and (i, j) not in known and shape.intersection(shapes[j]).length > 0.15
    ]
    assert len(false) <= 0.03 * len(edges)
    area = sum(shape.area for shape in shapes)
    assert unary_union(shapes).area >= 0.99 * area  # they hardly overlap
    for (a, b), line in cells_.lines.items():
        assert shapes[a].distance(LineString(line)) < 0.05
        assert shapes[b].distance(LineString(line)) < 0.05


def test_spreading_lets_no_borders_cross_that_did_not() -> None:
    count, pairs = grid(12, 9)
    edges = simple(np.array(pairs))
    places = schematic_places(count, pairs, {}) + np.random.default_rng(3).normal(
        scale=0.2, size=(count, 2)
    )
    found = untangled(places, edges)
    assert uncrossed(found, edges).all()
    away = np.linalg.norm(found[:, None] - found[None], axis=2)
    assert away[np.triu_indices(count, 1)].min() > 0.35


def test_a_place_with_one_neighbour_is_an_isle_in_its_cell() -> None:
    count, pairs = grid(5, 5)
    edges = np.array([*pairs, (12, count)])
    places = untangled(schematic_places(count + 1, [*pairs, (12, count)], {}), edges)
    found = dual_cells(places, edges)
    [hole] = found.holes[12]
    assert np.array_equal(hole, found.outlines[count])
    assert np.array_equal(hole, found.lines[12, count])
    assert Polygon(found.outlines[12]).contains(Polygon(hole))
    assert not Polygon(hole).contains(Point(found.places[12]))


def test_a_gap_is_left_between_cells_that_do_not_border() -> None:
    """Six places in a ring, with nothing in the middle."""
    turns = np.arange(6) * np.pi / 3
    places = 1.2 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    found = dual_cells(places, np.array([(i, (i + 1) % 6) for i in range(6)]))
    shapes = [Polygon(outline) for outline in found.outlines]
    assert all(shape.is_valid for shape in shapes)
    assert not unary_union(shapes).contains(Point(0, 0))
    assert shapes[0].distance(shapes[3]) > 0.3


def test_a_graph_too_large_to_be_untangled_says_so() -> None:
    assert can_be_untangled(700, [(0, 1)] * 1800)
    assert not can_be_untangled(5000, [])
    assert not can_be_untangled(10, [(0, 1)] * 50_000)


def test_parts_that_are_not_connected_lie_apart() -> None:
    places = schematic_places(5, [(0, 1), (2, 3)], {})
    assert len(components(5, [(0, 1), (2, 3)])) == 3
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2)
    assert gaps[np.triu_indices(5, 1)].min() > 0.5


def test_distances_count_borders() -> None:
    count, edges = grid(6, 5)
    distances = graph_distances(count, np.array(edges))
    assert distances[0, count - 1] == 5 + 4
    assert np.array_equal(distances, distances.T)


@examples(24)
@given(
    st.integers(1, 30).flatmap(
        lambda n: st.tuples(
            st.just(n),
            st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=60),
        )
    )
)
def test_any_graph_gets_finite_places_that_differ(graph: tuple[int, list[tuple[int, int]]]) -> None:
    count, edges = graph
    made = schematic_places(count, edges, {})
    pairs = np.array(edges, dtype=np.int64).reshape(-1, 2)
    moved = untangled(made, pairs)
    assert np.isfinite(moved).all()
    assert all(np.isfinite(one).all() for one in dual_cells(moved, pairs).outlines)
    places = even_out(made)
    assert places.shape == (count, 2)
    assert np.isfinite(places).all()
    outlines, _ = cells(places)
    assert np.isfinite(outlines).all()
    assert len({(round(x, 4), round(y, 4)) for x, y in places.tolist()}) == count


def test_a_graph_too_large_for_distances_is_laid_in_rows() -> None:
    count = 3000
    places = schematic_places(count, [(i, i + 1) for i in range(count - 1)], {})
    assert len({tuple(place) for place in places.tolist()}) == count
