"""Boards drawn by a player's own TripleA map: shapes, lines, which map is chosen, what is kept."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest
from shapely.geometry import LineString, MultiPolygon, Point

import a4a
from a4a import A4AError, boards
from a4a.core.record import GameRecord
from a4a.map.geometry import MapGeometry, mercator
from a4a.map.own_maps import geometry_of, keep_map, own_map_of, page_geometry
from a4a.map.shapes import map_geometry
from tests.map import pixel_maps as made


@pytest.fixture
def maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which TripleA keeps maps, with none in it."""
    monkeypatch.setenv("A4A_MAPS", str(tmp_path))
    return tmp_path


def drawn(path: Path, record: GameRecord | None = None) -> MapGeometry:
    return geometry_of(made.record() if record is None else record, made.folder(path))


def shapes(geometry: MapGeometry) -> dict[str, MultiPolygon]:
    """The shapes by name, on the flat map."""
    return {
        space.name: MultiPolygon(
            [(flat(rings[0]), [flat(hole) for hole in rings[1:]]) for rings in geometry.polygons[i]]
        )
        for i, space in enumerate(made.board(more=len(geometry.polygons) - len(made.SQUARES)))
    }


def flat(ring: object) -> list[tuple[float, float]]:
    return [(x, mercator(y)) for x, y in ring]  # type: ignore[attr-defined]


def line(geometry: MapGeometry, a: str, b: str) -> list[LineString]:
    index = made.board().index
    pair = (min(index[a], index[b]), max(index[a], index[b]))
    return [LineString(flat(one)) for one in geometry.lines[pair]]


def test_spaces_lie_as_in_the_picture(tmp_path: Path) -> None:
    found = drawn(tmp_path)
    places = {
        name: (anchor[1], anchor[0])
        for name, anchor in zip(made.SQUARES, found.anchors, strict=True)
    }
    assert places["4 Sea Zone"][0] < places["Alpha"][0] < places["Beta"][0]
    assert places["Alpha"][1] > places["Isle"][1]
    scale = (places["Beta"][0] - places["Alpha"][0]) / (120 - 70)
    for name, (x, y) in made.CENTERS.items():
        lon, lat = places[name]
        assert (lon - places["Alpha"][0]) / scale == pytest.approx(x - 70, abs=0.05)
        height = mercator(lat) - mercator(places["Alpha"][1])
        assert -height / scale == pytest.approx(y - 25, abs=0.05)
    assert (found.origin, found.told, found.lacking) == ("player", tmp_path.name, ())


def test_parts_that_the_edge_of_the_picture_cuts_lie_together(tmp_path: Path) -> None:
    found = drawn(tmp_path)
    assert shapes(found)["4 Sea Zone"].buffer(3).geom_type == "Polygon"
    apart = geometry_of(made.record(), made.folder(tmp_path / "flat", made.texts(wraps=False)))
    assert shapes(apart)["4 Sea Zone"].buffer(3).geom_type == "MultiPolygon"


def test_neighbours_share_a_line_beside_both(tmp_path: Path) -> None:
    found, inside = drawn(tmp_path), shapes(drawn(tmp_path))
    for a, b in (("Alpha", "Beta"), ("Alpha", "1 Sea Zone"), ("Beta", "2 Sea Zone")):
        [shared] = line(found, a, b)
        assert inside[a].distance(shared) < 5
        assert inside[b].distance(shared) < 5
    [coast] = line(found, "Alpha", "1 Sea Zone")
    bounds = inside["Alpha"].bounds
    assert coast.length == pytest.approx(bounds[2] - bounds[0], rel=0.15)
    assert inside["Alpha"].boundary.buffer(0.1).contains(coast)  # of the land, not the sea


def test_a_line_across_the_edge_is_there_twice(tmp_path: Path) -> None:
    found = drawn(tmp_path)
    shared = line(found, "1 Sea Zone", "2 Sea Zone")
    middles = sorted(one.centroid.x for one in shared)
    (west, _, _, _), (_, _, east, _) = (
        shapes(found)[name].bounds for name in ("1 Sea Zone", "2 Sea Zone")
    )
    assert middles[0] == pytest.approx(west, abs=4)
    assert middles[-1] == pytest.approx(east, abs=4)
    assert len(shared) == 3
    plain = geometry_of(made.record(), made.folder(tmp_path / "flat", made.texts(wraps=False)))
    assert len(line(plain, "1 Sea Zone", "2 Sea Zone")) == 1


def test_an_isle_touches_the_sea_that_it_lies_in_all_round(tmp_path: Path) -> None:
    found = drawn(tmp_path)
    [shore] = line(found, "Isle", "1 Sea Zone")
    assert shore.is_ring
    assert shore.length == pytest.approx(shapes(found)["Isle"].length, rel=0.01)


def test_land_is_drawn_over_sea_and_a_lake_is_cut_out_of_its_land(tmp_path: Path) -> None:
    found = drawn(tmp_path)
    kinds = [space.kind for space in made.board()]
    order = [
        int(feature["properties"]["style"]["className"].split()[1].rpartition("-")[2])
        for feature in found.feature_collection("p", kinds)["features"]
    ]
    lands = {i for i, kind in enumerate(kinds) if kind == "land"}
    assert set(order[-3:]) == lands
    inside = shapes(found)
    assert inside["Alpha"].disjoint(inside["Lake"].buffer(-0.1))
    assert inside["1 Sea Zone"].contains(inside["Isle"])  # no hole: the isle is drawn on it


def test_neighbours_that_do_not_touch_are_linked(tmp_path: Path) -> None:
    index = made.board().index
    assert drawn(tmp_path).links == ((index["Beta"], index["Isle"]),)


def test_a_center_that_the_map_does_not_tell_is_put_within_the_space(tmp_path: Path) -> None:
    texts = {"polygons.txt": made.polygons()}
    found = geometry_of(made.record(), made.folder(tmp_path, texts))
    for shape, anchor in zip(shapes(found).values(), found.anchors, strict=True):
        assert shape.contains(Point(anchor[1], mercator(anchor[0])))


def test_the_steps_of_pixels_are_made_straight(tmp_path: Path) -> None:
    stairs = [(i // 2 + i % 2 + 50, i // 2) for i in range(100)]
    ring = " ".join(f"({x},{y})" for x, y in [*stairs, (10, 50), (10, 0)])
    text = made.polygons().replace("(10,0) (90,0) (90,50) (10,50)", ring)
    found = geometry_of(made.record(), made.folder(tmp_path, {"polygons.txt": text}))
    assert len(found.polygons[0][0][0]) < 10


# --- which map --------------------------------------------------------------------------------


def test_a_map_of_another_board_is_refused_and_what_it_lacks_is_listed(tmp_path: Path) -> None:
    with pytest.raises(A4AError, match=r"draws another board: it lacks Extra 0, .* and 8 more$"):
        drawn(tmp_path, made.record(more=20))


def test_a_few_spaces_that_a_map_lacks_are_fitted_in_and_told(tmp_path: Path) -> None:
    record = made.record(more=2)
    with pytest.warns(UserWarning, match="lacks 2 of the board's spaces.*: Extra 0, Extra 1"):
        found = drawn(tmp_path, record)
    assert found.lacking == ("Extra 0", "Extra 1")
    assert "but for 2 spaces" in found.words
    assert all(shape.area > 0 for shape in shapes(found).values())


def test_a_board_of_ours_keeps_its_shapes_unless_a_map_is_asked_for(maps: Path) -> None:
    ours = a4a.start("europe1940")
    names = {s.name: [(i * 10, 0, i * 10 + 8, 8)] for i, s in enumerate(ours.board.spaces)}
    path = made.folder(maps / "europe", {"polygons.txt": made.polygons(names)})
    assert geometry_of(ours) is map_geometry(ours.board)
    assert geometry_of(ours, "a4a") is map_geometry(ours.board)
    assert geometry_of(ours, path).told == "europe"
    assert geometry_of(ours, "triplea").told == "europe"  # by its territories
    assert page_geometry(ours) is map_geometry(ours.board)


@pytest.mark.parametrize("called", ["tiny_world", "Tiny World-master", "tiny-world.zip"])
def test_a_game_that_we_have_no_map_of_is_drawn_by_its_own(maps: Path, called: str) -> None:
    record = made.record()
    assert geometry_of(record).origin == "layout"
    (made.packed if called.endswith(".zip") else made.folder)(maps / called)
    assert geometry_of(record).origin == "player"
    assert geometry_of(record, "a4a").origin == "layout"
    assert own_map_of(record) == maps / called


def test_a_map_is_found_by_the_game_that_it_is_of(maps: Path) -> None:
    record = made.record(game="Tiny World War 1.2.3")
    path = made.folder(maps / "a folder")
    (path / "map.yml").write_text("games:\n- game_name: Tiny World War\n")
    assert own_map_of(record) == path


def test_a_folder_of_maps_has_the_game_s_among_them(tmp_path: Path) -> None:
    made.folder(tmp_path / "another", {"polygons.txt": "X < (1,2) (3,4) (5,6) >"})
    made.folder(tmp_path / "tiny_world")
    assert geometry_of(made.record(), tmp_path).told == "tiny_world"


def test_a_map_that_was_found_but_cannot_be_used_is_told_and_passed_over(maps: Path) -> None:
    made.folder(maps / "tiny_world", {"polygons.txt": "Alpha < torn"})
    with pytest.warns(UserWarning, match="the map that TripleA has is not shown: .*line 1"):
        assert geometry_of(made.record()).origin == "layout"
    with pytest.raises(A4AError, match="line 1"):
        geometry_of(made.record(), "triplea")


def test_a_map_that_changes_is_read_again(tmp_path: Path) -> None:
    first = drawn(tmp_path)
    assert geometry_of(made.record(), tmp_path) is first
    moved = {**made.SQUARES, "Isle": [(70, 65, 95, 85)]}
    (tmp_path / "map" / "polygons.txt").write_text(made.polygons(moved))
    assert geometry_of(made.record(), tmp_path).polygons != first.polygons


def test_a_map_that_is_nowhere_says_where_it_was_looked_for(maps: Path) -> None:
    with pytest.raises(A4AError, match=r"looked in: .*give its folder or zip as map="):
        geometry_of(made.record(), "triplea")
    for wrong in ("", 7, b"x"):
        with pytest.raises(A4AError, match="give the folder or zip"):
            geometry_of(made.record(), wrong)  # type: ignore[arg-type]


# --- what is kept, and what leaves the machine ----------------------------------------------------


def test_a_page_has_a_player_s_shapes_only_when_they_are_asked_for(maps: Path) -> None:
    record = made.record()
    path = made.folder(maps / "tiny_world")
    assert page_geometry(record).origin == "layout"
    assert page_geometry(record, path).origin == "player"
    page = maps / "game.html"
    a4a.export_html(record, page, charts=())
    assert "tiny_world" not in page.read_text(encoding="utf-8").replace("triplea:tiny_world", "")
    assert "laid out by its borders" in page.read_text(encoding="utf-8")
    a4a.export_html(record, page, charts=(), map="triplea")
    assert "Drawn by the TripleA map tiny_world" in page.read_text(encoding="utf-8")


def test_shapes_are_kept_in_a_record_only_if_asked(maps: Path) -> None:
    record = made.record()
    path = made.folder(maps / "tiny_world")
    before = geometry_of(record)
    assert before.origin == "player"
    assert record.attachments == ()
    keep_map(record, path)
    a4a.save(record, maps / "game.a4a")
    again = a4a.load(maps / "game.a4a")
    (path / "map" / "polygons.txt").unlink()
    kept = page_geometry(again)
    assert (kept.polygons, kept.lines, kept.links) == (before.polygons, before.lines, before.links)
    assert kept.told == "tiny_world"
    keep_map(again, "a4a")
    assert again.attachments == ()
    assert geometry_of(again, "a4a").origin == page_geometry(again).origin == "layout"


def test_what_is_kept_must_be_of_the_board(maps: Path) -> None:
    record = made.record(more=20)
    with pytest.raises(A4AError, match="draws another board"):
        keep_map(record, made.folder(maps / "tiny_world"))
    assert record.attachments == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[" * 50_000,
        '{"name":"x","width":0,"wraps":true,"spaces":{"Alpha":[[1,2,3]]}}',
        '{"name":"x","width":0,"wraps":true,"spaces":{"Alpha":[[1,2,3,4,5,9e9]]}}',
        '{"name":"x","width":0,"wraps":true,"spaces":{"Alpha":[[1,2,3,4,5,999999999999]]}}',
        '{"name":"x","width":-5,"wraps":true,"spaces":{}}',
        '{"name":"x","width":0,"wraps":true,"spaces":{},"centers":{"Alpha":[0,900000]}}',
        '{"name":"x","width":0,"wraps":true,"spaces":{"Alpha":[' + "[1,2,3,4,5,7]," * 500 + "[]]}}",
        '{"name":"x","width":0,"wraps":true,"spaces":{}}',
    ],
)
def test_a_record_whose_shapes_are_damaged_is_shown_without_them(text: str) -> None:
    record = made.record()
    record.attach("map", text)
    with pytest.warns(UserWarning, match="the map that the record keeps is not shown"):
        assert geometry_of(record).origin == "layout"


def test_pictures_explorer_and_films_take_the_map(tmp_path: Path) -> None:
    record, path = made.record(), made.folder(tmp_path / "tiny_world")
    wanted = geometry_of(record, path)
    app = a4a.explore(record, map=path)
    assert app.board.geometry is app.cursor.geometry is wanted
    assert app.board.painter.shapes == "Drawn by the TripleA map tiny_world."
    shown = a4a.picture(record, map=path, width=300)
    assert app.board.picture(width=300).svg == shown.svg
    assert a4a.picture(record, width=300).svg != shown.svg
    assert a4a.small_multiples(record, map=path, columns=1, width=300).svg != (
        a4a.small_multiples(record, columns=1, width=300).svg
    )
    with pytest.raises(A4AError, match="a cursor has its own"):
        a4a.BoardMap(app.cursor, map=path)


def test_the_layout_says_that_no_map_is_known() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = geometry_of(made.record())
    assert "laid out by its borders" in found.words
    assert map_geometry(boards.load("europe1940").board).words == ""
