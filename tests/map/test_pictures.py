"""Pictures of the board: what is on them, what they refuse, that nothing in them can do harm."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

import a4a
from a4a.core.board import Board
from a4a.core.errors import A4AError
from a4a.core.fronts import fronts
from a4a.core.position import Position
from a4a.core.record import GameRecord
from a4a.map.board_map import BoardMap
from a4a.map.borders import drawn_borders
from a4a.map.colours import mixed
from a4a.map.geometry import MapGeometry
from a4a.map.layers import settings
from a4a.map.pictures import Picture, changes_picture, picture, small_multiples
from a4a.map.pictures.board import chosen_layers, framed, moment
from a4a.map.pictures.fronts import front_lines
from a4a.map.pictures.ground import fill_of
from a4a.map.pictures.plane import Plane
from a4a.map.pictures.scene import LOOKS, Scene
from a4a.map.shapes import map_geometry
from tests.map.skirmish import MISCHIEF, mischievous, skirmish
from tests.map.small import small_game

SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = Path(__file__).parent / "golden" / "four_spaces.svg"


def drawn(shown: Picture) -> ET.Element:
    return ET.fromstring(shown.svg)


def texts(shown: Picture) -> list[str]:
    return [node.text or "" for node in drawn(shown).iter(f"{SVG}text")]


def group(shown: Picture, name: str) -> ET.Element | None:
    return next((g for g in drawn(shown).iter(f"{SVG}g") if g.get("class") == name), None)


def scene_of(record: GameRecord, node: int, *layers: str, width: float = 1000) -> Scene:
    timeline, notes = moment(record, node)
    geometry = map_geometry(record.board)
    plane = Plane(geometry, geometry.bounds, width)
    wanted = chosen_layers(layers or None)
    return Scene(timeline, len(timeline.nodes) - 1, plane, wanted, LOOKS["light"], notes)


@pytest.fixture(scope="module")
def game() -> GameRecord:
    return skirmish(rounds=2)


# --- what is on a picture -----------------------------------------------------------------------


def squares() -> MapGeometry:
    """Four squares in a row of three and a bay above, as no layout of a graph would have them."""
    boxes = [(0.0, 0.0, 10.0, 10.0), (0.0, 10.0, 10.0, 20.0), (0.0, 20.0, 10.0, 30.0)]
    boxes.append((10.0, 0.0, 18.0, 30.0))
    polygons = tuple([[[(w, s), (w, n), (e, n), (e, s), (w, s)]]] for s, w, n, e in boxes)
    anchors = tuple(((s + n) / 2, (w + e) / 2, s, w, n, e) for s, w, n, e in boxes)
    lines = {
        (0, 1): (((10.0, 0.0), (10.0, 10.0)),),
        (1, 2): (((20.0, 0.0), (20.0, 10.0)),),
        (0, 3): (((0.0, 10.0), (10.0, 10.0)),),
        (1, 3): (((10.0, 10.0), (20.0, 10.0)),),
        (2, 3): (((20.0, 10.0), (30.0, 10.0)),),
    }
    return MapGeometry(polygons, anchors, ((0.0, 0.0), (18.0, 30.0)), lines=lines)


def test_a_small_picture_is_drawn_to_the_letter() -> None:
    """Look at the golden picture after a change; if it is better, delete it and run this again."""
    record = small_game()
    timeline, notes = moment(record, 4)
    plane = Plane(squares(), squares().bounds, 572)
    every = {name: {**how, "on": name != "strength"} for name, how in settings().items()}
    at = len(timeline.nodes) - 1
    made = framed(Scene(timeline, at, plane, every, LOOKS["light"], notes), "Four", "Round 1")
    if not GOLDEN.exists():
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(made.svg.replace("><", ">\n<"), encoding="utf-8")
        pytest.fail("the golden picture was made anew: look at it")
    assert made.svg.replace("><", ">\n<") == GOLDEN.read_text(encoding="utf-8")


def test_the_same_node_gives_the_same_bytes(game: GameRecord) -> None:
    first, second = (picture(game, 60, width=400) for _ in range(2))
    assert first.svg == second.svg
    assert first.png() == second.png()


@pytest.mark.parametrize("board", ["global1940", "europe1940"])
def test_every_space_of_the_whole_board_has_a_shape(board: str) -> None:
    record = a4a.start(board)
    shapes = scene_of(record, 0).plane.shapes
    assert [record.board.spaces[i].name for i, path in enumerate(shapes) if not path] == []
    assert all(re.fullmatch(r"(M[-.\d ]+([lhv][-.\d ]+)+Z)+", path) for path in shapes)


@pytest.mark.parametrize("board", ["global1940", "europe1940", "war_in_europe"])
def test_every_stack_of_the_whole_board_is_in_the_picture(board: str) -> None:
    """Those of a space that lies on both edges too, such as the one off San Francisco."""
    record = a4a.start(board)
    plane = scene_of(record, 0).plane
    assert [s.name for i, s in enumerate(record.board.spaces) if not plane.shows(i)] == []


def test_neighbours_keep_their_common_corners() -> None:
    """Corners are rounded to one grid, so no gap opens between spaces that touch."""
    record = a4a.start("global1940")
    scene = scene_of(record, 0, width=1600)
    board = record.board

    def corners(space: str) -> set[tuple[float, float]]:
        found, x, y = set(), 0.0, 0.0
        for command, rest in re.findall(
            r"([MlhvZ])([-.\d ]*)", scene.plane.shapes[board.index[space]]
        ):
            numbers = [float(n) for n in rest.split()]
            if command == "M":
                x, y = numbers
            elif command == "l":
                x, y = x + numbers[0], y + numbers[1]
            elif command == "h":
                x += numbers[0]
            elif command == "v":
                y += numbers[0]
            found.add((x, y))
        return found

    assert len(corners("Novgorod") & corners("Baltic States")) >= 2
    assert len(corners("France") & corners("Western Germany")) >= 2


def test_spaces_are_filled_by_who_holds_them_at_the_node(game: GameRecord) -> None:
    node = game.last
    control = game.state_at(node).control
    for by in ("power", "side"):
        scene = scene_of(game, node)
        scene.settings["control"]["by"] = by  # type: ignore[index]
        timeline = scene.timeline
        rows = {p.name: (timeline.sides[p.side] if by == "side" and p.side >= 0 else p)
                for p in timeline.powers}  # fmt: skip
        for i, space in enumerate(game.board.spaces):
            holder = control.get(space.name)
            plain = LOOKS["light"].sea if space.kind == "sea" else LOOKS["light"].nobody
            ocean = LOOKS["light"].ocean
            wanted = mixed(ocean, rows[holder].colour, 0.62) if holder else plain
            assert fill_of(scene, i) == wanted, space.name
        shown = framed(scene, "", "")
        fills = {path.get("fill") for path in drawn(shown).iter(f"{SVG}path")}
        assert {fill_of(scene, i) for i in range(len(game.board.spaces))} <= fills


def test_fronts_are_those_of_the_state(game: GameRecord) -> None:
    for node in (0, game.last // 2, game.last):
        scene = scene_of(game, node, "fronts")
        names = [space.name for space in game.board.spaces]
        lines = front_lines(scene)
        assert [
            (names[line.ends[0]], names[line.ends[1]], "coast" if line.coast else "land")
            for line in lines
        ] == [(f.a, f.b, f.kind) for f in fronts(game.state_at(node))]
        assert [line.border for line in lines] == sorted(line.border for line in lines)
        for line in lines:
            row = drawn_borders(game.board)[line.border]
            assert {names[end] for end in line.ends} == {row.a, row.b}


def test_the_force_of_a_front_is_the_tuv_of_the_units_there(game: GameRecord) -> None:
    state = game.state_at(game.last)
    catalog, names = game.catalog, [space.name for space in game.board.spaces]
    land = [line for line in front_lines(scene_of(game, game.last)) if not line.coast]
    assert land
    for line in land:
        for end, force in zip(line.ends, line.force, strict=True):
            side = catalog.side_of(state.control[names[end]])
            assert force == sum(
                catalog.unit_type(unit.type).cost
                for unit in state.at(names[end])
                if catalog.side_of(unit.owner) == side
                and catalog.unit_type(unit.type).category != "facility"
            )


def test_badges_tell_of_all_units_and_do_not_overlap(game: GameRecord) -> None:
    scene = scene_of(game, game.last, "control", "units", width=1600)
    framed(scene, "", "")
    state, names = game.state_at(game.last), [space.name for space in game.board.spaces]
    facility = {t.name for t in game.catalog.unit_types if t.category == "facility"}
    stacked = {
        i for i, name in enumerate(names) if any(u.type not in facility for u in state.at(name))
    }
    shown = {i for i in stacked if scene.plane.shows(i)}
    assert len(set(scene.boxes) & shown) >= 0.95 * len(shown)
    boxes = [scene.boxes[i] for i in sorted(set(scene.boxes) & stacked)]
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.meets(b)]


def test_layers_are_drawn_or_not() -> None:
    record = small_game()
    only = picture(record, 4, layers=("control", "fronts"), width=500)
    assert group(only, "fronts") is not None
    assert [group(only, name) for name in ("badges", "ways", "battles", "arrows")] == [None] * 4
    every = picture(record, 4, layers={"movement": {"over": "turn"}}, width=500)
    for name in ("fronts", "badges", "ways", "battles", "arrows", "highlights", "glyphs"):
        assert group(every, name) is not None, name
    assert "Ann: East falls" in texts(every)
    assert "+3" in texts(every)
    assert "!" in texts(every)


def test_annotations_of_other_nodes_are_not_shown() -> None:
    shown = picture(small_game(), 3, width=500)
    assert [group(shown, name) for name in ("arrows", "highlights", "glyphs")] == [None] * 3
    assert "Ann: East falls" not in texts(shown)


def test_the_heading_says_which_game_it_is_and_when() -> None:
    shown = picture(small_game(), 4, width=900)
    assert {"Four spaces", "Round 1 · Reds · combat"} <= set(texts(shown))
    assert {"Four spaces", "In class"} & set(
        texts(picture(small_game(), 4, width=900, title="In class"))
    ) == {"In class"}


def test_the_last_node_is_shown_unless_another_is_asked_for(game: GameRecord) -> None:
    assert picture(game, width=600).svg == picture(game, game.last, width=600).svg
    assert picture(game, 0, width=600).svg != picture(game, width=600).svg


def test_nothing_of_a_region_is_cut_apart_at_the_antimeridian() -> None:
    record = a4a.start("global1940")
    shown = picture(record, region="Pacific", width=800)
    names = texts(shown)
    assert "Japan" in names or "New South Wales" in names
    geometry = map_geometry(record.board)
    plane = Plane(geometry, ((-20.0, 150.0), (40.0, 260.0)), 800)
    index = record.board.index
    hawaii, coast = (plane.points[index[n]] for n in ("Hawaiian Islands", "Western United States"))
    assert 0 < hawaii.x < coast.x < plane.width, "the coast is turned once round the world"
    assert not plane.shows(index["Eastern United States"])


def test_a_png_has_the_size_that_was_asked_for(game: GameRecord) -> None:
    shown = picture(game, 0, width=320)
    for scale in (1, 2):
        with Image.open(io.BytesIO(shown.png(scale=scale))) as image:
            assert image.size == (320 * scale, shown.height * scale)
            assert len(image.convert("RGB").getcolors(1 << 24)) > 50


def test_a_notebook_is_given_svg_and_png(game: GameRecord) -> None:
    shown = picture(game, 0, width=300)
    assert 'width="100%"' in shown._repr_svg_().split(">")[0]  # shrinks with the page
    assert shown._repr_svg_().partition(">")[2] == shown.svg.partition(">")[2]
    data, about = shown._repr_png_()
    assert data.startswith(b"\x89PNG")
    assert about == {"width": 300, "height": shown.height}


# --- small multiples ----------------------------------------------------------------------------


def test_small_multiples_show_the_start_and_the_end_of_each_round(game: GameRecord) -> None:
    page = small_multiples(game, columns=2, width=700)
    assert [text for text in texts(page) if re.fullmatch(r"The start|Round \d", text)] == [
        "The start", "Round 1", "Round 2",
    ]  # fmt: skip
    grounds = [g for g in drawn(page).iter(f"{SVG}g") if g.get("class") == "ground"]
    assert len(grounds) == 3
    assert sum("TUV" in text and "Axis" in text for text in texts(page)) == 3


def test_small_multiples_of_nodes_show_these(game: GameRecord) -> None:
    page = small_multiples(game, nodes=[0, 5], columns=4, region="Europe", width=900)
    assert len([g for g in drawn(page).iter(f"{SVG}g") if g.get("class") == "ground"]) == 2
    assert any("Germany" in text and "Round 1" in text for text in texts(page))


# --- changes ------------------------------------------------------------------------------------


def test_a_picture_of_changes_stripes_what_changed_hands_and_counts_units() -> None:
    record = small_game()
    shown = changes_picture(a4a.changes(record, at=(0, 4)), width=600)
    stripes = [path for path in drawn(shown).iter(f"{SVG}path") if "#hands" in path.get("fill", "")]
    assert [path.get("fill") for path in stripes] == ["url(#hands-2244bb-bb0022)"], "East alone"
    # Three infantry went from North to East, where one of the Blues was lost.
    assert sorted(text for text in texts(shown) if re.fullmatch(r"[+−]\d+", text)) == sorted(
        ["+3", "−1", "−3", "+2", "−2"]  # the last two are in the legend
    )
    assert "1 space changed hands: old and new colour" in texts(shown)
    assert "came: 9 TUV" in texts(shown)
    assert "left or lost: 12 TUV" in texts(shown)
    assert group(shown, "ways") is None


def test_a_picture_of_no_changes_says_so(game: GameRecord) -> None:
    shown = changes_picture(a4a.changes(game, at=(3, 3)), width=600)
    assert "0 spaces changed hands" in texts(shown)


def test_changes_of_a_hostile_game_are_only_drawn() -> None:
    shown = changes_picture(a4a.changes(mischievous()), width=600)
    assert {node.tag.removeprefix(SVG) for node in drawn(shown).iter()} <= _ELEMENTS
    assert shown.png()


def test_only_changes_are_drawn_as_changes() -> None:
    with pytest.raises(A4AError, match=r"what a4a.changes\(...\) finds is drawn, not int"):
        changes_picture(3)  # type: ignore[arg-type]


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"region": "Atlantis"}, "no part 'Atlantis' of the board: there are .*Eastern Front"),
        ({"region": ((50, 10), (40, 20))}, "south 50 is not below north 40"),
        ({"region": ((40, 20), (50, 10))}, "west 20 is not west of east 10"),
        ({"region": (1, 2)}, r"bounds are \(\(south, west\), \(north, east\)\)"),
        ({"region": ((float("nan"), 0), (1, 1))}, "bounds are"),
        ({"region": ((-89, 0), (-88, 1))}, "nothing of the board lies there"),
        ({"layers": ("control", "rumours")}, "no layer 'rumours': there are control"),
        ({"layers": {"control": {"by": "luck"}}}, "can be shown by 'power', 'side'"),
        ({"layers": 3}, "give the names of layers"),
        ({"width": 20}, "a picture is 200 to 8000 pixels wide"),
        ({"width": "wide"}, "a picture is 200 to 8000 pixels wide"),
        ({"theme": "sepia"}, "light or dark"),
        ({"node": 10**9}, "no node|nodes go"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(wrong: dict[str, object], says: str) -> None:
    with pytest.raises(A4AError, match=says):
        picture(a4a.start("global1940"), **wrong)  # type: ignore[arg-type]


def test_a_board_without_theatres_says_so() -> None:
    with pytest.raises(A4AError, match="there are Whole board, and spaces"):
        picture(mischievous(), region="Europe")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"nodes": []}, "give the nodes to show"),
        ({"columns": 0}, "1 to 12 maps"),
        ({"columns": 2.5}, "give the number of maps"),
        ({"columns": 12, "nodes": range(12), "width": 300}, "do not fit into 300 pixels"),
        ({"nodes": [0] * 200}, "200 maps do not fit"),
    ],
)
def test_small_multiples_that_do_not_fit_are_refused(
    wrong: dict[str, object], says: str, game: GameRecord
) -> None:
    with pytest.raises(A4AError, match=says):
        small_multiples(game, **wrong)  # type: ignore[arg-type]


def test_an_empty_board_is_refused() -> None:
    game = small_game()
    empty = Board(name="void", spaces=(), borders=())
    with pytest.raises(A4AError, match="the board 'void' has no spaces to draw"):
        picture(GameRecord(game.header, empty, game.catalog, Position()))


def test_the_map_in_the_notebook_draws_what_it_shows() -> None:
    record = small_game()
    board = BoardMap(record, node=4).control(by="side").units(show=False)
    layers = {"control": {"by": "side"}, "units": False}
    assert board.picture(width=500).svg == picture(record, 4, layers=layers, width=500).svg


def test_no_record_no_picture() -> None:
    with pytest.raises(A4AError, match="shows a record, not a str"):
        picture("game.a4a")  # type: ignore[arg-type]


@pytest.mark.parametrize("scale", [0, -1, float("inf"), "2", 1e-9, 1e4])
def test_scales_that_make_no_picture_are_refused(scale: float) -> None:
    shown = picture(small_game(), width=300)
    with pytest.raises(A4AError, match="scale="):
        shown.png(scale=scale)


# --- files --------------------------------------------------------------------------------------


def test_a_picture_is_saved_as_its_suffix_says(tmp_path: Path) -> None:
    shown = picture(small_game(), width=300)
    assert shown.save(tmp_path / "x.svg").read_text(encoding="utf-8") == shown.svg
    with Image.open(shown.save(tmp_path / "x.PNG", scale=1)) as image:
        assert image.size == (300, shown.height)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.PNG", "x.svg"]


@pytest.mark.parametrize("name", ["x.jpg", "x", "x.gif", ".png/x.pdf"])
def test_other_formats_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(A4AError, match=r"the suffix is \.png or \.svg"):
        picture(small_game(), width=300).save(tmp_path / name)


def test_a_half_written_picture_never_replaces_a_good_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "x.svg"
    shown = picture(small_game(), width=300)
    shown.save(target)

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        picture(small_game(), 0, width=300).save(target)
    assert target.read_text(encoding="utf-8") == shown.svg
    assert [path.name for path in tmp_path.iterdir()] == ["x.svg"]


def test_where_nothing_can_be_written_the_reason_is_told(tmp_path: Path) -> None:
    with pytest.raises(A4AError, match="there is no folder"):
        picture(small_game(), width=300).save(tmp_path / "nowhere" / "x.svg")


# --- hostile records ----------------------------------------------------------------------------

_ELEMENTS = {
    "svg", "title", "defs", "clipPath", "pattern", "g", "rect", "path", "circle", "text",
}  # fmt: skip


@pytest.mark.parametrize("make", [picture, small_multiples])
def test_words_of_a_record_are_text_and_nothing_else(make: object) -> None:
    record = mischievous()
    for text in MISCHIEF:
        record.annotate(a4a.Comment(node=record.last, text=text, author=text))
    every = {name: {**how, "on": True} for name, how in settings().items()}
    assert callable(make)
    shown = make(record, layers=every, width=1200)
    for node in drawn(shown).iter():
        assert node.tag.removeprefix(SVG) in _ELEMENTS
        for name, value in node.attrib.items():
            assert not name.startswith("on"), (name, value)
            assert "href" not in name
            assert name != "style"
            for found in re.findall(r"url\(([^)]*)\)", value):
                assert re.fullmatch(r"#(window-[\d_-]+|leaning-\w+)", found)
            if name in ("fill", "stroke"):
                assert re.fullmatch(r"none|#[0-9a-f]{3,6}|url\(#[\w-]+\)", value), value
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", shown.svg)
    assert "<script" not in shown.svg
    assert "<img" not in shown.svg
    assert shown.png().startswith(b"\x89PNG")


def test_what_xml_cannot_hold_is_replaced() -> None:
    shown = picture(small_game(), width=300, title="a\x00\x0b\ud800\uffffb")
    assert "a\ufffd\ufffd\ufffd\ufffdb" in texts(shown)
    assert shown.png()


def test_a_very_long_title_costs_nothing() -> None:
    shown = picture(small_game(), width=300, title="x" * 1_000_000)
    assert max(len(text) for text in texts(shown)) < 100
    assert len(shown.svg) < 100_000


def test_bubbles_of_one_size_mean_one_strength_at_every_node() -> None:
    """As on the map, where the strongest stack of the whole game has the largest bubble."""
    record = skirmish(rounds=1)
    told = {
        re.search(r"the largest is (\d+)", picture(record, node, layers=("strength",)).svg)[1]  # type: ignore[index]
        for node in (0, record.last // 2, record.last)
    }
    assert len(told) == 1
