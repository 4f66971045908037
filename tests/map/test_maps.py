"""Saves of games that a4a has no rules for, drawn by the maps that come with it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest

import a4a
from a4a import boards
from a4a.core.board import Board, Space
from a4a.map.geometry import MapGeometry
from a4a.map.shapes import map_geometry

MAPS = {folder.name: folder for folder in boards.maps()}
SAVES = {
    "anniversary1941": "ww2v3_27_easy",
    "revised1942": "revised25_easy",
    "second_edition1942": "ww2v5_27_easy",
}


@cache
def opened(shared: Path, name: str) -> Board:
    return a4a.open(shared / "saves" / "triplea2" / f"{SAVES[name]}.tsvg").board


def of_a_save(board: Board) -> Board:
    """The map's board as a save brings it: under another name, in another order, with values."""

    def told(space: Space) -> Space:
        return msgspec.structs.replace(space, aliases=(), value=len(space.name), impassable=False)

    spaces = tuple(told(space) for space in reversed(board.spaces))
    return Board(name="triplea:somebody_s_map", spaces=spaces, borders=board.borders)


def place(geometry: MapGeometry, board: Board, space: str) -> tuple[float, float]:
    lat, lon, *_ = geometry.anchors[board.index[space]]
    return lat, (lon + 180) % 360 - 180


@pytest.mark.parametrize("name", MAPS)
def test_a_map_has_no_fault_and_is_no_game(name: str) -> None:
    assert boards.check(MAPS[name]) == []
    assert name not in boards.available()


@pytest.mark.parametrize("name", MAPS)
def test_a_board_with_the_names_and_borders_of_a_map_is_drawn_by_it(name: str) -> None:
    dataset = boards.load(MAPS[name])
    board = of_a_save(dataset.board)
    geometry = map_geometry(board)
    assert geometry.links == ()
    assert len(geometry.lines) == len(board.borders)
    for space, feature in dataset.geometry.spaces.items():
        lat, lon = place(geometry, board, space)
        assert lat == feature.properties.label_lat
        assert lon == pytest.approx((feature.properties.label_lon + 180) % 360 - 180)


@pytest.mark.parametrize("name", SAVES)
def test_a_save_is_drawn_whole_by_its_map(shared: Path, name: str) -> None:
    board, ours = opened(shared, name), boards.load(MAPS[name]).board
    assert {s.name for s in board.spaces} == {s.name for s in ours.spaces}
    assert {frozenset((b.a, b.b)) for b in board.borders} == {
        frozenset((b.a, b.b)) for b in ours.borders
    }
    geometry = map_geometry(board)
    assert geometry.links == ()
    assert len(geometry.lines) == len(board.borders)


@pytest.mark.parametrize("name", SAVES)
def test_a_save_keeps_its_own_board(shared: Path, name: str) -> None:
    board = opened(shared, name)
    assert board.name.startswith("triplea:")
    assert board.space("Germany").value == 10
    assert boards.load(MAPS[name]).board.space("Germany").value == 0


@pytest.mark.parametrize(
    ("name", "space", "lat", "lon"),
    [
        ("second_edition1942", "Midway", 28, -177),
        ("second_edition1942", "sea zone 5", 58, 20),  # the Baltic
        ("second_edition1942", "sea zone 62", 40, 134),  # the Sea of Japan
        ("second_edition1942", "sea zone 11", 31, -73),  # off the Eastern United States
        ("anniversary1941", "sea zone 5", 58, 20),
        ("anniversary1941", "sea zone 12", 38, -18),  # off Gibraltar
        ("anniversary1941", "sea zone 56", 38, -134),  # off the Western United States
        ("revised1942", "sea zone 5", 58, 20),
        ("revised1942", "sea zone 55", 40, -135),  # off Western Canada and the United States
        ("revised1942", "sea zone 59", 25, 120),  # off Kwantung
        ("anniversary1941", "Stanovoj Chrebet", 57, 120),
    ],
)
def test_spaces_lie_where_players_know_them(name: str, space: str, lat: int, lon: int) -> None:
    board = boards.load(MAPS[name]).board
    assert place(map_geometry(board), board, space) == pytest.approx((lat, lon), abs=8)


def test_a_map_whose_files_change_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    board = of_a_save(boards.load(MAPS["anniversary1941"]).board)
    first = map_geometry(board)
    assert map_geometry(msgspec.structs.replace(board)) is first
    before = boards.files_of

    def changed(name: str | Path) -> object:
        return ("changed",) if isinstance(name, Path) else before(name)

    monkeypatch.setattr(boards, "files_of", changed)
    assert map_geometry(board) is not first
