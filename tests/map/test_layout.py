from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import STRtree
from shapely.geometry import Polygon

from a4a import boards
from a4a.map.layout import cells, components, even_out, graph_distances, schematic_places
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


@pytest.mark.parametrize(("name", "share"), [("global1940", 0.68), ("europe1940", 0.7)])
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


@examples(60)
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
    places = even_out(schematic_places(count, edges, {}))
    assert places.shape == (count, 2)
    assert np.isfinite(places).all()
    outlines, _ = cells(places)
    assert np.isfinite(outlines).all()
    assert len({(round(x, 4), round(y, 4)) for x, y in places.tolist()}) == count


def test_a_graph_too_large_for_distances_is_laid_in_rows() -> None:
    count = 3000
    places = schematic_places(count, [(i, i + 1) for i in range(count - 1)], {})
    assert len({tuple(place) for place in places.tolist()}) == count
