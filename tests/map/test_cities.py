"""Cities stand where they stand on the earth, whatever stands beside them."""

from __future__ import annotations

import math

import msgspec
import pytest

import a4a
from a4a import boards
from a4a.boards.geometry import geometry_faults
from a4a.core.board import Board
from a4a.core.record import GameRecord
from a4a.map.geometry import mercator
from a4a.map.layers import settings
from a4a.map.pictures.board import draw_scene, scene_at
from a4a.map.pictures.cities import city_look, city_spots
from a4a.map.pictures.scene import LOOKS, Box, Scene
from a4a.map.pictures.svg import number
from a4a.map.shapes import map_geometry
from tests.map.cities import TRUE
from tests.map.skirmish import skirmish

ON_EARTH = [name for name in boards.available() if boards.load(name).geometry.cities]
ATLAS = 0.11  # degrees: the atlas tells tenths, and where in a city its middle is, is open


@pytest.fixture(scope="module")
def game() -> GameRecord:
    return skirmish(rounds=2)


def scene_of(record: GameRecord, node: int, *, region: str | None, width: int) -> Scene:
    shapes = map_geometry(record.board)
    return scene_at(record, node, shapes, settings(), LOOKS["light"], region=region, width=width)


@pytest.mark.parametrize("name", ON_EARTH)
def test_every_capital_and_victory_city_is_drawn_at_its_true_place(name: str) -> None:
    scene = scene_of(a4a.start(name), 0, region=None, width=4000)
    board, plane = scene.plane.geometry, scene.plane
    spots = {spot.space: spot.box for spot in city_spots(scene)}
    dataset = boards.load(name)
    wanted = {
        i: dataset.geometry.cities[space.name].properties.name
        for i, space in enumerate(dataset.board.spaces)
        if space.city or space.capital_of
    }
    assert spots.keys() == wanted.keys()
    (_, west), (north, _) = board.bounds
    for space, city in wanted.items():
        lat, lon = TRUE[city]
        turn = 360 * round((plane.geometry.anchors[space][1] - lon) / 360)
        x = (lon + turn - west) * plane.scale
        y = (mercator(north) - mercator(lat)) * plane.scale
        off = math.dist((spots[space].x, spots[space].y), (x, y)) / plane.scale
        assert off < ATLAS / math.cos(math.radians(lat)), city


@pytest.mark.parametrize("region", [None, "Europe", "Eastern Front"])
def test_cities_never_move_between_nodes(game: GameRecord, region: str | None) -> None:
    first = city_spots(scene_of(game, 0, region=region, width=900))
    assert len(first) > 5
    for node in range(0, game.last, 97):
        assert city_spots(scene_of(game, node, region=region, width=900)) == first


@pytest.mark.parametrize("width", [700, 1600])
@pytest.mark.parametrize("region", ["Western Europe", "Europe", "Eastern Front"])
def test_no_stack_covers_a_city_and_all_are_shown(
    game: GameRecord, region: str | None, width: int
) -> None:
    for node in (0, 60, game.last):
        scene = scene_of(game, node, region=region, width=width)
        draw_scene(scene)
        spots = city_spots(scene)
        covered = [
            (s.space, i) for s in spots for i, box in scene.boxes.items() if s.box.meets(box)
        ]
        assert covered == []
        for spot in spots:
            if scene.contents[spot.space]:
                assert spot.space in scene.boxes


def test_a_stack_pushed_from_its_label_point_has_a_leader_line_to_it(game: GameRecord) -> None:
    scene = scene_of(game, 0, region="Europe", width=900)
    space = game.board.index["Germany"]
    point = scene.plane.points[space]
    scene.room.take(Box(point.x, point.y, 34, 20))  # as a city would that stood there
    drawn = draw_scene(scene)
    box = scene.boxes[space]
    across, down = abs(box.x - point.x) - box.width / 2, abs(box.y - point.y) - box.height / 2
    assert max(across, down) > city_look().leader_from * scene.scale
    assert f'd="M{number(point.x)} {number(point.y)}L' in drawn


def test_a_board_like_ours_has_its_cities_where_ours_are() -> None:
    ours = boards.load("global1940").board
    fewer = [space for space in ours.spaces if space.name not in ("Alaska", "Iceland")]
    names = {space.name for space in fewer}
    borders = [b for b in ours.borders if b.a in names and b.b in names]
    theirs = Board(name="league", spaces=tuple(fewer), borders=tuple(borders))
    geometry, known = map_geometry(theirs), map_geometry(ours)
    for space in ("France", "Russia", "Japan"):
        assert geometry.cities[theirs.index[space]] == known.cities[ours.index[space]]


def test_a_city_outside_its_space_is_a_fault() -> None:
    dataset = boards.load("global1940")
    cities = dict(dataset.geometry.cities)
    cities["France"], cities["Germany"] = cities["Germany"], cities["France"]
    del cities["Japan"]
    wrong = msgspec.structs.replace(dataset.geometry, cities=cities)
    told = [
        fault.what
        for fault in geometry_faults(dataset.board, wrong)
        if fault.where == "cities.geojson"
    ]
    assert told == [
        "'Berlin' stands outside 'France'",
        "'Paris' stands outside 'Germany'",
        "nothing says where the city of 'Japan' stands",
    ]
