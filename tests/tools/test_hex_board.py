"""The board of hexes as it is built: the committed files are what the tool makes."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("shapely", reason="boards are built with shapely")
pytest.importorskip("scipy", reason="boards are built with scipy")

import shapely
from shapely.geometry import Polygon, box

from tests import depth
from tests.boards.test_war_in_europe_map import FOLDER
from tools.hexes import drawing, tables
from tools.hexes.board import Board, make
from tools.hexes.earth import Earth, drawn_into
from tools.hexes.grid import DATA, Grid, centre, corners, neighbours
from tools.hexes.measure import area_km2, length_km
from tools.hexes.sheet import Sheet, rows


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return Sheet.read()


@pytest.fixture(scope="module")
def board(sheet: Sheet) -> Board:
    return make(sheet, lambda line: None)


@pytest.mark.parametrize(
    ("file", "columns", "made"),
    [
        ("spaces", tables.SPACES, lambda board: [*tables.boxes(board), *tables.hexes(board)]),
        ("borders", tables.BORDERS, lambda board: [*tables.ways(board), *tables.sides(board)]),
        ("theatres", tables.THEATRES, tables.theatres),
    ],
)
def test_the_committed_tables_are_what_is_built(
    board: Board, file: str, columns: list[str], made: object
) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(made(board))
    assert (FOLDER / f"{file}.csv").read_text(encoding="utf-8") == text.getvalue()


def test_the_committed_map_is_what_is_built(board: Board, tmp_path: object) -> None:
    drawing.write_drawing(board, tmp_path)
    for file in ("geometry.geojson", "border_lines.geojson"):
        assert (tmp_path / file).read_text() == (FOLDER / file).read_text()


# --- what is drawn ------------------------------------------------------------------------------


def mercator(places: list[list[float]]) -> np.ndarray:
    found = np.array(places)
    found[:, 1] = np.degrees(np.arctanh(np.sin(np.radians(found[:, 1]))))
    return found


def features(file: str) -> list[dict]:
    return json.loads((FOLDER / file).read_text(encoding="utf-8"))["features"]


def test_hexes_are_equal_and_upright_on_a_mercator_map() -> None:
    """To the rounding of the file."""
    shape = None
    for feature in features("geometry.geojson"):
        if feature["properties"]["kind"] == "box":
            continue
        ring = mercator(feature["geometry"]["coordinates"][0])
        here = ring - ring[:-1].mean(axis=0)
        shape = here if shape is None else shape
        assert here == pytest.approx(shape, abs=2e-3)
    assert shape is not None
    assert np.ptp(shape[:, 0]) == pytest.approx(np.ptp(shape[:, 1]) * 2 / np.sqrt(3), rel=1e-3)


def test_neighbours_share_their_corners() -> None:
    rings = {
        feature["properties"]["name"]: {tuple(at) for at in feature["geometry"]["coordinates"][0]}
        for feature in features("geometry.geojson")
    }
    lines = features("border_lines.geojson")
    for feature in lines:
        of = feature["properties"]
        [line] = feature["geometry"]["coordinates"]
        assert {tuple(at) for at in line} == rings[of["space_a"]] & rings[of["space_b"]]


def test_boxes_lie_apart_beside_the_map_and_no_higher() -> None:
    shapes = {
        f["properties"]["name"]: shapely.geometry.shape(f["geometry"])
        for f in features("geometry.geojson")
    }
    kinds = {f["properties"]["name"]: f["properties"]["kind"] for f in features("geometry.geojson")}
    hexes = shapely.union_all([shape for name, shape in shapes.items() if kinds[name] != "box"])
    boxes = [shape for name, shape in shapes.items() if kinds[name] == "box"]
    _, low, _, high = hexes.bounds
    for at, one in enumerate(boxes):
        assert not one.intersects(hexes)
        assert low - 1e-6 <= one.bounds[1] < one.bounds[3] <= high + 1e-6
        assert not any(one.intersects(other) for other in boxes[at + 1 :])


def test_areas_and_lengths_are_those_of_the_earth(board: Board) -> None:
    """The hex of Berlin against a flat hexagon of its own corners on earth."""
    grid = board.grid
    ring = grid.earth(corners("2106"))
    x = np.radians(ring[:, 0]) * np.cos(np.radians(ring[:, 1].mean())) * 6371
    y = np.radians(ring[:, 1]) * 6371
    flat = Polygon(np.column_stack([x, y]))
    assert area_km2(grid, "2106") == pytest.approx(flat.area, rel=0.01)
    around = sum(length_km(grid, tuple(sorted(("2106", o)))) for o in neighbours("2106"))
    assert around == pytest.approx(flat.length, rel=0.01)


# --- what is written by hand --------------------------------------------------------------------


def test_hints_name_hexes_of_the_sheet_and_sides_between_two(sheet: Sheet) -> None:
    names = set(sheet.names)
    assert set(sheet.hexes) <= names
    assert set(sheet.places) <= names
    for a, b in sheet.sides:
        assert {a, b} <= names
        assert b in neighbours(a)


@pytest.mark.parametrize("file", ["hexes", "places", "terrain", "islands"])
def test_no_hex_is_told_of_twice(file: str) -> None:
    told = [row["hex"] for row in rows(DATA / f"{file}.csv")]
    assert len(told) == len(set(told))


def test_every_hint_has_its_reason() -> None:
    for file in ("hexes.csv", "sides.csv", "borders1939.csv"):
        for row in rows(DATA / file):
            assert row["why"], row


@depth.only_deep
@pytest.mark.parametrize("of", ["hexes", "sides"])
def test_every_hint_changes_something(sheet: Sheet, board: Board, of: str) -> None:
    """What the thresholds settle alone needs no hand."""
    bare = make(replace(sheet, **{of: {}}), lambda line: None)

    def told(board: Board, place: Any) -> object:
        if of == "sides":
            return board.side(place)
        return board.kind(place), board.regions.get(place)

    assert [hint for hint in getattr(sheet, of) if told(bare, hint) == told(board, hint)] == []


def test_islands_lie_in_their_hexes_alone(board: Board) -> None:
    for row in rows(DATA / "islands.csv"):
        cell = Polygon(corners(row["hex"]))
        held = [p for p in shapely.get_parts(board.land) if p.intersects(cell)]
        assert cell.contains(max(held, key=lambda p: p.intersection(cell).area)), row["island"]


def test_an_island_is_moved_and_shrunk_until_its_hex_holds_it() -> None:
    cell = Polygon(corners("2011"))
    x, y = centre("2011")
    long = drawn_into(box(x - 1, y, x + 1, y + 0.3), cell)
    assert cell.contains(long)
    assert long.bounds[2] - long.bounds[0] > 0.9
    small = box(x + 2, y, x + 2.1, y + 0.1)
    assert drawn_into(small, cell).area == pytest.approx(small.area)


def test_a_claim_on_no_land_is_refused() -> None:
    with pytest.raises(KeyError, match="no map unit or province 'ATLANTIS'"):
        Earth(Grid.read()).claim("ATLANTIS")


def test_water_in_no_theatre_is_refused(sheet: Sheet) -> None:
    with pytest.raises(ValueError, match="hex 9999 is in no theatre"):
        sheet.theatre("9999", "")
