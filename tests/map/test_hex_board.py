"""A board of hexes: the earth under it, what is printed on it, its counters, what is off it."""

from __future__ import annotations

import gzip
import io
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from shapely import contains_xy
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

import a4a
from a4a.core import events as ev
from a4a.core.board import Board, Space
from a4a.core.record import GameRecord
from a4a.core.units import Holding
from a4a.map.backdrop import UNIT, pack_backdrop
from a4a.map.board_map import BoardMap
from a4a.map.cursor import Cursor
from a4a.map.geometry import MapGeometry
from a4a.map.pictures import Picture, picture
from a4a.map.pictures.board import chosen_layers, moment
from a4a.map.pictures.earth import earth_look
from a4a.map.pictures.plane import Plane
from a4a.map.pictures.scene import LOOKS, Scene, scale_of
from a4a.map.pictures.svg import text_width
from a4a.map.rows import code_of, marks_of
from a4a.map.shapes import map_geometry
from a4a.map.timeline import Timeline
from a4a.map.timeline_builder import build_timeline

SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = Path(__file__).parent / "golden" / "war_in_europe.svg"


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return a4a.start("war_in_europe")


@pytest.fixture(scope="module")
def geometry(record: GameRecord) -> MapGeometry:
    return map_geometry(record.board)


@pytest.fixture(scope="module")
def timeline(record: GameRecord) -> Timeline:
    return build_timeline(record, (0,))


def texts(shown: Picture, group: str) -> list[str]:
    """What is written in a group of a picture."""
    found = [g for g in ET.fromstring(shown.svg).iter(f"{SVG}g") if g.get("class") == group]
    return [node.text or "" for g in found for node in g.iter(f"{SVG}text")]


def scene_of(record: GameRecord, geometry: MapGeometry, *layers: str, width: float) -> Scene:
    timeline, notes = moment(record, 0)
    plane = Plane(geometry, geometry.bounds, width)
    wanted = chosen_layers(layers or None)
    scale = scale_of(plane, timeline)
    return Scene(timeline, 0, plane, wanted, LOOKS["light"], notes, scale=scale)


# --- what a board of hexes is -------------------------------------------------------------------


def test_a_space_that_is_called_by_a_number_has_it_as_its_code() -> None:
    assert code_of(Space(name="0912", kind="sea")) == "0912"
    assert [code_of(Space(name=name, kind="sea")) for name in ("sea zone 96", "Malta", "")] == [
        ""
    ] * 3


def test_a_capital_that_produces_has_one_mark_for_both() -> None:
    paris = Space(name="1709", kind="land", city="Paris", value=1, capital_of=("France",))
    assert marks_of(paris) == ("capital production",)
    assert marks_of(Space(name="1", kind="coast", city="Bergen", features=("port",))) == (
        "city",
        "port",
    )
    assert marks_of(Space(name="2", kind="sea", features=("vichy",))) == ()


def test_hexes_are_told_by_number_and_place(timeline: Timeline, record: GameRecord) -> None:
    paris = timeline.spaces[record.board.index[record.board.space("Paris").name]]
    assert (paris.name, paris.code, paris.place) == ("1709 Paris", "1709", "Paris")
    assert (paris.label, paris.marks, paris.region) == ("", ("capital production",), "France")
    box = timeline.spaces[record.board.index["Atlantic"]]
    assert (box.name, box.code, box.label) == ("Atlantic", "", "Atlantic")


def test_only_layers_that_the_board_has_anything_for_are_offered(record: GameRecord) -> None:
    hexes = {row["id"] for row in BoardMap(record).painter.legend}
    areas = {row["id"] for row in BoardMap(a4a.start("global1940")).painter.legend}
    own = {
        "terrain", "countries", "numbers", "places", "holders", "conditions", "zones", "supply",
    }  # fmt: skip
    theirs = {"cities", "convoys", "production", "straits", "neutrals"}
    assert hexes - areas == own
    assert areas - hexes == theirs


def test_no_view_asks_which_game_it_is(project: Path) -> None:
    """What the map has learned for hexes are concepts; a name of a game may stand in an example."""
    example = re.compile(r"^\s*(>>>|\.\.\.).*$", re.MULTILINE)
    for folder in ("map", "widgets", "pages"):
        for path in (project / "a4a" / folder).rglob("*.*"):
            if path.suffix in {".py", ".js", ".json", ".css"} and "vendor" not in path.parts:
                text = example.sub("", path.read_text(encoding="utf-8"))
                assert "war_in_europe" not in text, path


# --- the backdrop -------------------------------------------------------------------------------


def unpacked(geometry: MapGeometry) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress(pack_backdrop(geometry)))
    return found


def corners(path: str) -> list[list[tuple[int, int]]]:
    """The corners of the rings of a packed path."""
    rings = []
    for start, moves in re.findall(r"M(-?\d+ -?\d+)l([-\d ]*)Z", path):
        x, y = map(int, start.split())
        flat = [int(n) for n in moves.split()]
        ring = [(x, y)]
        for dx, dy in zip(flat[::2], flat[1::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x, y))
        rings.append(ring)
    return rings


def test_the_backdrop_is_packed_in_steps_of_the_world(
    record: GameRecord, geometry: MapGeometry
) -> None:
    packed = unpacked(geometry)
    assert {"land", "lake", "river", "mountain"} <= set(packed["kinds"])
    index = record.board.index["1709"]
    (ring,) = corners(packed["spaces"][index])
    assert len(ring) == 6
    lat, lon, *_ = geometry.anchors[index]
    x = 256 * UNIT * (lon + 180) / 360
    y = UNIT * (128 - 256 * np.degrees(np.arcsinh(np.tan(np.radians(lat)))) / 360)
    assert np.allclose(np.mean(ring, axis=0), (x, y), atol=3)
    west, north, width, height = packed["page"]
    assert west < x < west + width
    assert north < y < north + height


def test_hexes_are_equal_and_regular_on_the_map(record: GameRecord, geometry: MapGeometry) -> None:
    rings = [
        corners(path)[0]
        for path, space in zip(unpacked(geometry)["spaces"], record.board.spaces, strict=True)
        if code_of(space)
    ]
    sides = np.array([np.hypot(*np.diff([*ring, ring[0]], axis=0).T) for ring in rings])
    assert len(sides) > 500
    assert np.abs(sides / np.median(sides) - 1).max() < 0.02


def test_a_board_without_a_backdrop_packs_nothing() -> None:
    assert pack_backdrop(map_geometry(a4a.start("global1940").board)) == b""


def test_a_river_across_nothing_is_no_path() -> None:
    from a4a.map.geometry import BackdropShape

    square = [[[(0.0, 0.0), (0.0, 9.0), (9.0, 9.0), (9.0, 0.0), (0.0, 0.0)]]]
    anchor = (4.5, 4.5, 0.0, 0.0, 9.0, 9.0)
    dot = BackdropShape("river", "", (((3.0, 3.0), (3.0, 3.0)),))
    geometry = MapGeometry((square,), (anchor,), ((0.0, 0.0), (9.0, 9.0)), backdrop=(dot,))
    assert unpacked(geometry)["kinds"] == {"river": ""}


def earth_of(geometry: MapGeometry, plane: Plane) -> Any:
    """The land of a backdrop in pixels: its rings by even-odd, lakes taken out."""
    land = Polygon()
    for shape in geometry.backdrop:
        if shape.kind in ("land", "lake"):
            for ring in shape.lines:
                part = Polygon([plane.place(lat, lon) for lon, lat in ring]).buffer(0)
                land = land.symmetric_difference(part)
    return land


WIDE = 2400


@pytest.fixture(scope="module")
def shown(record: GameRecord) -> NDArray[np.int64]:
    """The colours of the board as it begins."""
    drawn = picture(record, layers=("control",), width=WIDE).png(scale=1)
    return np.asarray(Image.open(io.BytesIO(drawn)).convert("RGB")).astype(int)


@pytest.fixture(scope="module")
def land(geometry: MapGeometry) -> Any:
    """The earth's land on it."""
    return earth_of(geometry, Plane(geometry, geometry.bounds, WIDE - 28))


@pytest.mark.parametrize("hexes", [("1607", "1509"), ("2005", "3315")])
def test_a_coast_shows_its_holder_on_land_only(
    record: GameRecord, geometry: MapGeometry, hexes: tuple[str, str],
    shown: NDArray[np.int64], land: Any,
) -> None:  # fmt: skip
    """Where the earth is water a coastal hex has the colour of the sea, whoever holds it."""
    board, plane = record.board, Plane(geometry, geometry.bounds, WIDE - 28)
    water = np.array([int(earth_look()["water"][i : i + 2], 16) for i in (1, 3, 5)])
    wet = dry = 0
    for name in hexes:
        index = board.index[name]
        assert board.spaces[index].kind == "coast"
        point = plane.points[index]
        xs = np.linspace(point.x - 0.4 * point.width, point.x + 0.4 * point.width, 25)
        ys = np.linspace(point.y - 0.4 * point.height, point.y + 0.4 * point.height, 25)
        inside = Polygon([plane.place(y, x) for x, y in geometry.polygons[index][0][0]]).buffer(-4)
        shore = land.boundary
        for x in xs:
            for y in ys:
                if not contains_xy(inside, x, y) or shore.distance(Point(x, y)) < 3:
                    continue
                colour = shown[round(y + 34), round(x + 14)]
                is_water = np.abs(colour - water).max() <= 3
                assert is_water != bool(contains_xy(land, x, y)), (name, x, y, colour)
                wet, dry = wet + is_water, dry + (not is_water)
    assert wet > 50
    assert dry > 50


def test_land_and_coast_show_land_to_colour(record: GameRecord, geometry: MapGeometry) -> None:
    """Every hex that somebody can hold shows enough of its holder's colour to be seen."""
    plane = Plane(geometry, geometry.bounds, 1600)
    land = unary_union(earth_of(geometry, plane))
    bare = []
    for index, space in enumerate(record.board.spaces):
        if space.kind in ("land", "coast"):
            ring = geometry.polygons[index][0][0]
            whole = Polygon([plane.place(y, x) for x, y in ring]).buffer(0)
            if whole.intersection(land).area < 0.03 * whole.area:
                bare.append(space.title)
    assert bare == []


# --- what is printed on it ----------------------------------------------------------------------


def test_numbers_are_written_where_they_can_be_read(record: GameRecord) -> None:
    far = picture(record, width=700)
    near = picture(record, region="Eastern Front", width=1600)
    assert texts(far, "codes") == []
    numbers = texts(near, "codes")
    assert "2903" in numbers
    assert len(numbers) == len(set(numbers)) > 60
    sizes = re.findall(r'class="codes"><g[^>]*font-size="([\d.]+)"', near.svg)
    assert [float(size) >= 6.5 for size in sizes] == [True]


def test_every_capital_is_named_on_the_whole_board(record: GameRecord) -> None:
    seats = {space.place for space in record.board.spaces if space.capital_of and code_of(space)}
    assert len(seats) > 15
    assert seats <= set(texts(picture(record, width=1600), "seats"))


def test_cities_and_ports_are_marked_at_any_zoom(record: GameRecord) -> None:
    marked = [space for space in record.board.spaces if marks_of(space)]
    for width in (900, 1600):
        root = ET.fromstring(picture(record, layers=("places",), width=width).svg)
        places = [g for g in root.iter(f"{SVG}g") if g.get("class") in ("seats", "places")]
        drawn = [g for part in places for g in part if g.find(f"{SVG}g") is not None]
        assert len(drawn) >= len(marked)


def test_no_mark_of_a_place_covers_a_badge(record: GameRecord, geometry: MapGeometry) -> None:
    from a4a.map.pictures.badges import draw_badges
    from a4a.map.pictures.places import draw_codes, draw_places

    scene = scene_of(record, geometry, "numbers", "units", "places", width=2200)
    draw_codes(scene)
    draw_badges(scene)
    badges = list(scene.boxes.values())
    assert len(badges) > 45
    assert draw_places(scene)
    pairs = [
        (one, other)
        for i, one in enumerate(badges)
        for other in badges[:i]
        if 2 * abs(one.x - other.x) < one.width + other.width - 2
        and 2 * abs(one.y - other.y) < one.height + other.height - 2
    ]
    assert pairs == []


def test_terrain_rivers_and_countries_are_in_the_legend(record: GameRecord) -> None:
    svg = picture(record, width=1600).svg
    for words in ("mountain", "desert", "river", "border of a country", "port", "capital"):
        assert f">{words}<" in svg


def dots(shown: Picture) -> list[ET.Element]:
    """The paths of dots in the colour of printed lines, but for samples in the legend."""
    paths = ET.fromstring(shown.svg).iter(f"{SVG}path")
    dotted = [path for path in paths if path.get("stroke") == earth_look()["line"]]
    return [path for path in dotted if path.get("d") != "M-11 0H11"]


def test_a_printed_line_is_dotted_over_the_rivers_along_it(
    record: GameRecord, geometry: MapGeometry
) -> None:
    board = record.board
    shown = picture(record, layers=("terrain", "countries"), width=1600)
    (line,) = dots(shown)
    assert (line.get("d") or "").count("M") == sum(bool(border.line) for border in board.borders)
    paths = list(ET.fromstring(shown.svg).iter(f"{SVG}path"))
    strokes = [path.get("stroke") for path in paths]
    rivers = max(i for i, stroke in enumerate(strokes) if stroke == earth_look()["stream"])
    assert strokes.index(earth_look()["line"]) > strokes.index(earth_look()["stream"])
    assert rivers > strokes.index(earth_look()["line"])  # the sample in the legend
    # It lies on the sides between Vichy France and the rest.
    plane = Plane(geometry, geometry.bounds, 1600 - 28)
    index = board.index
    sides = [(index[b.a], index[b.b]) for b in board.borders if b.line]
    ends = [plane.points[i] for pair in sides for i in pair]
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", line.get("d") or "")]
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        assert min(np.hypot(x - p.x, y - p.y) / p.width for p in ends) < 0.6


def test_a_printed_line_is_named_in_the_legend_where_it_is_seen(record: GameRecord) -> None:
    name = ">demarcation line<"
    assert name in picture(record, width=1200).svg
    elsewhere = picture(record, region="Middle East", width=1200)
    assert name not in elsewhere.svg
    assert dots(elsewhere) == []
    without = picture(record, layers=("terrain", "places"), width=1200)
    assert name not in without.svg
    assert dots(without) == []
    plain = picture(a4a.start("global1940"), width=900).svg
    assert earth_look()["line"] not in plain


@pytest.mark.parametrize("width", [420, 700, 1200])
def test_every_box_is_named_within_it(
    record: GameRecord, geometry: MapGeometry, width: int
) -> None:
    """On two lines where it is narrow, in letters that can be read."""
    root = ET.fromstring(picture(record, width=width).svg)
    (names,) = [g for g in root.iter(f"{SVG}g") if g.get("class") == "names"]
    written = list(names.iter(f"{SVG}text"))
    assert min(float(text.get("font-size") or 0) for text in written) >= 6.5
    plane = Plane(geometry, geometry.bounds, width - 28)
    boxes = {s.name: plane.points[i] for i, s in enumerate(record.board.spaces) if s.kind == "box"}
    told = dict.fromkeys(boxes, "")
    for text in written:
        x, y = float(text.get("x") or 0), float(text.get("y") or 0)
        half = text_width(text.text or "", float(text.get("font-size") or 0), weight=500) / 2
        (name,) = [
            name
            for name, p in boxes.items()
            if abs(x - p.x) + half <= p.width / 2 and abs(y - p.y) < p.height / 2
        ]
        told[name] = f"{told[name]} {text.text}".strip()
    assert told == {name: name for name in boxes}
    assert (len(written) > len(boxes)) == (width == 420)


def test_layers_of_the_earth_can_be_switched_off(record: GameRecord) -> None:
    bare = picture(record, layers=("control",), width=900).svg
    assert "pattern" not in bare
    assert earth_look()["country"] not in bare
    assert "pattern" in picture(record, layers=("terrain",), width=900).svg


def test_the_board_is_drawn_to_the_letter(record: GameRecord) -> None:
    """Look at the golden picture after a change; if it is better, delete it and run this again."""
    made = picture(record, width=1000, region="Western Europe").svg.replace("><", ">\n<")
    if not GOLDEN.exists():
        GOLDEN.write_text(made, encoding="utf-8")
        pytest.fail("the golden picture was made anew: look at it")
    assert made == GOLDEN.read_text(encoding="utf-8")


# --- counters, and what is off the board --------------------------------------------------------


def test_counters_are_told_by_name_and_face(record: GameRecord, timeline: Timeline) -> None:
    paris = record.board.index["1709"]
    content = timeline.stacks[timeline.stack[paris][1]]
    told = [timeline.counters[content[i + 2]] for i in range(0, len(content), 4)]
    standing = record.state_at(0).at("1709")
    assert sorted(row.name for row in told) == sorted(unit.name for unit in standing)
    for row in told:
        unit = next(unit for unit in standing if unit.name == row.name)
        face = record.catalog.face(unit)
        assert face is not None
        assert row.face.startswith(f"{face.combat:g}")
        assert row.face.endswith(f"-{face.move:g}")
        assert row.reduced is (unit.damage > 0)
        assert row.combat == face.combat


def test_counters_are_drawn_one_by_one_where_hexes_are_large(record: GameRecord) -> None:
    near = picture(record, region="Western Europe", width=1600)
    assert "4-0" in texts(near, "badges")  # the Maginot fort


def test_what_is_off_the_board_can_be_followed(record: GameRecord) -> None:
    copy = GameRecord(record.header, record.board, record.catalog, record.start)
    start = copy.state_at(0)
    pool = next(place for place in start.holdings if place.name == "force pool")
    unit = start.at(pool)[0]
    node = copy.append([ev.UnitsPlaced((unit.id,), "1709", "built")])
    back = copy.append([ev.UnitsPlaced((unit.id,), pool, "casualty")])
    timeline = build_timeline(copy, (0, node, back))
    rows = {
        (timeline.powers[row.power].name, row.name): i for i, row in enumerate(timeline.holdings)
    }
    track = timeline.held[rows[pool.power, pool.name]]
    counts = [sum(timeline.stacks[content][3::4]) for content in track[1::2]]
    assert track[::2] == [0, 1, 2]
    assert counts == [len(start.at(pool)), len(start.at(pool)) - 1, len(start.at(pool))]


def test_a_holding_that_was_empty_at_first_is_followed_too(record: GameRecord) -> None:
    copy = GameRecord(record.header, record.board, record.catalog, record.start)
    unit = copy.state_at(0).at("1709")[0]
    cursor = Cursor(copy)
    node = copy.append([ev.UnitsPlaced((unit.id,), Holding(unit.owner, "set aside"), "casualty")])
    cursor.refresh(node)
    growth = json.loads(cursor.growth)
    assert [row["name"] for row in growth["tables"]["holdings"]] == ["set aside"]
    (line,) = growth["lines"].values()
    ((position, content),) = line["held"].values()
    assert (position, content > 0) == (1, True)


def test_the_turn_track_comes_with_the_board(timeline: Timeline) -> None:
    assert timeline.track[0].label == "Autumn 1939"
    assert [row.turn for row in timeline.track] == list(range(1, len(timeline.track) + 1))
    arriving = {row.name for row in timeline.holdings if row.name.startswith("turn track ")}
    turns = {row.turn for row in timeline.track}
    assert arriving
    assert {int(name.removeprefix("turn track ")) for name in arriving} <= turns


def test_the_explorer_has_a_tab_for_what_is_off_the_board(record: GameRecord) -> None:
    assert a4a.explore(record, charts=()).holdings_view is not None
    assert a4a.explore(a4a.start("global1940"), charts=()).holdings_view is None


def test_theatres_are_shown_with_no_more_than_a_hex_round_them(
    record: GameRecord, geometry: MapGeometry
) -> None:
    from a4a.map.painting import bounds_of_part

    (south, west), (north, east) = bounds_of_part(record.board, geometry, "Western Europe")
    (low, left), (high, right) = geometry.bounds
    assert east - west < 0.55 * (right - left)
    assert low < south < north < high


def test_a_board_by_numbers_that_nobody_has_drawn_still_has_its_numbers(tmp_path: Path) -> None:
    from tests.boards import hexes

    hexes.write(tmp_path / "hexes")
    record = a4a.start(tmp_path / "hexes")
    board: Board = record.board
    offered = {row["id"] for row in BoardMap(record).painter.legend}
    assert {"numbers", "places"} <= offered
    assert not {"terrain", "countries"} & offered  # there is no earth to draw them on
    assert set(texts(picture(record, width=1600), "codes")) == {
        space.name for space in board.spaces if code_of(space)
    }


def test_theatres_are_told_by_name_and_colour(record: GameRecord) -> None:
    shown = picture(record, layers=("theatres",), width=1200)
    assert {theatre.name for theatre in record.board.theatres} == set(texts(shown, "theatres"))
    assert len({row.colour for row in build_timeline(record, (0,)).theatres}) == 6
