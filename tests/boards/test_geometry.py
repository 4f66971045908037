import pytest

from a4a import boards


@pytest.mark.parametrize("name", boards.available())
def test_every_space_has_a_polygon_and_every_border_a_line(name):
    dataset = boards.load(name)
    board, geometry = dataset.board, dataset.geometry
    assert list(geometry.spaces) == list(board.index)
    for border in board.borders:
        line = geometry.line(border.a, border.b)
        if border.kind == "box":
            assert line is None  # a box lies off the map
            continue
        assert line is not None
        assert line is geometry.line(border.b, border.a)
        assert line.properties.km > 0


@pytest.mark.parametrize("name", boards.available())
def test_rings_close_and_labels_lie_in_the_bounding_box(name):
    for feature in boards.load(name).geometry.spaces.values():
        west, south, east, north = feature.bbox
        about = feature.properties
        assert south < about.label_lat < north
        assert west < about.label_lon < east
        shape = feature.geometry.coordinates
        polygons = shape if type(feature.geometry).__name__ == "MultiPolygon" else (shape,)
        for rings in polygons:
            for ring in rings:
                assert len(ring) >= 4
                assert ring[0] == ring[-1]


def test_the_map_of_a_variant_is_its_parents_without_the_other_spaces():
    europe = boards.load("europe1940").geometry
    assert "Japan" not in europe.spaces
    assert all("sea zone 6" not in pair for pair in europe.lines)
    assert europe.line("Poland", "Japan") is None
