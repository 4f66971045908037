"""Terrain, rivers and the backdrop of a board of hexes."""

from __future__ import annotations

import csv
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("shapely", reason="boards are built with shapely")
pytest.importorskip("scipy", reason="boards are built with scipy")

import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon, shape

from tests import depth
from tools.hexes import relief, rivers
from tools.hexes.backdrop import SEEN, land_drawn, write_backdrop
from tools.hexes.earth import Earth
from tools.hexes.grid import DATA, Grid, corners
from tools.hexes.shores import Side, line_of, sides_of
from tools.hexes.terrain import ENOUGH, judge, shares, terrain

BOARD = "war_in_europe"
TERRAINS = {"clear", *ENOUGH}


@pytest.fixture(scope="module")
def grid() -> Grid:
    return Grid.read()


@pytest.fixture(scope="module")
def earth(grid: Grid) -> Any:
    return Earth(grid).land


def table(project: Path, name: str) -> list[dict[str, str]]:
    with (project / "datasets" / BOARD / f"{name}.csv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


@pytest.fixture
def spaces(project: Path) -> dict[str, dict[str, str]]:
    return {row["name"]: row for row in table(project, "spaces")}


@pytest.fixture
def borders(project: Path) -> dict[Side, dict[str, str]]:
    return {(row["space_a"], row["space_b"]): row for row in table(project, "borders")}


@pytest.fixture
def courses(borders: dict[Side, dict[str, str]]) -> dict[str, list[rivers.Ends]]:
    return rivers.courses(
        {side: row["name"] for side, row in borders.items() if row["kind"] == "river"}
    )


@pytest.fixture
def backdrop(project: Path) -> list[dict[str, Any]]:
    text = (project / "datasets" / BOARD / "backdrop.geojson").read_text(encoding="utf-8")
    features: list[dict[str, Any]] = json.loads(text)["features"]
    return features


def of_kind(backdrop: list[dict[str, Any]], kind: str) -> list[Any]:
    return [shape(f["geometry"]) for f in backdrop if f["properties"]["kind"] == kind]


# Terrain


@pytest.mark.parametrize(
    ("place", "longitude", "latitude", "expected"),
    [
        ("the Jungfrau", 8.0, 46.5, "mountain"),
        ("Hardanger", 7.5, 60.6, "mountain"),
        ("the High Tatra", 20.1, 49.2, "mountain"),
        ("the Drina", 19.2, 43.8, "mountain"),
        ("Kazbek", 44.5, 42.7, "mountain"),
        ("Ararat", 44.3, 39.7, "mountain"),
        ("the Grampians", -4.4, 57.3, "rough"),
        ("Ankara", 32.9, 39.9, "rough"),
        ("the Eifel", 6.6, 50.2, "rough"),
        ("Auvergne", 3.0, 45.3, "rough"),
        ("Vyborg", 28.7, 60.9, "forest"),
        ("the Valdai hills", 33.2, 57.2, "forest"),
        ("Pinsk", 26.1, 52.1, "marsh"),
        ("Mozyr", 29.0, 52.1, "marsh"),
        ("Siwa", 25.5, 29.2, "desert"),
        ("Palmyra", 38.9, 33.6, "desert"),
        ("Warsaw", 21.0, 52.2, "clear"),
        ("Orleans", 1.9, 47.9, "clear"),
        ("Kharkov", 36.2, 50.0, "clear"),
        ("Debrecen", 21.6, 47.5, "clear"),
        ("Stalingrad", 44.5, 48.7, "clear"),
    ],
)
def test_a_known_place_lies_in_a_hex_of_its_terrain(
    grid: Grid,
    spaces: dict[str, dict[str, str]],
    place: str,
    longitude: float,
    latitude: float,
    expected: str,
) -> None:
    [hex_] = grid.hex_of(np.array([[longitude, latitude]]))
    assert spaces[hex_]["terrain"] == expected, f"{place} lies in {hex_}"


def test_every_hex_with_land_has_a_terrain_and_the_sea_none(
    spaces: dict[str, dict[str, str]],
) -> None:
    hexes = [row for row in spaces.values() if row["kind"] != "box"]
    assert {row["name"] for row in hexes if row["terrain"] not in TERRAINS | {""}} == set()
    wrong = {
        row["name"] for row in hexes if (row["kind"] in ("land", "coast")) != bool(row["terrain"])
    }
    assert wrong == set()


def test_the_board_has_the_terrain_that_the_tool_judges(
    grid: Grid, earth: Any, spaces: dict[str, dict[str, str]]
) -> None:
    cells = {name: Polygon(corners(name)) for name, row in spaces.items() if row["terrain"]}
    judged = terrain(cells, earth, grid.plane)
    assert judged == {name: spaces[name]["terrain"] for name in cells}


def test_what_is_settled_by_hand_has_a_reason_and_would_be_judged_otherwise(
    grid: Grid, earth: Any, spaces: dict[str, dict[str, str]]
) -> None:
    with (DATA / "terrain.csv").open(encoding="utf-8") as stream:
        rows = {row["hex"]: row for row in csv.DictReader(stream)}
    assert set(rows) <= set(spaces)
    assert all(row["reason"] and row["terrain"] in TERRAINS for row in rows.values())
    cells = {name: Polygon(corners(name)) for name in rows}
    found = shares(cells, earth, grid.plane)
    needless = [n for n, row in rows.items() if judge(found[n]) == row["terrain"]]
    assert needless == []


def test_the_hexes_around_the_examples_retreat_have_no_shift(
    spaces: dict[str, dict[str, str]],
) -> None:
    """WE-EXA: 2214 takes the retreat; both examples fight beside it on unshifted columns."""
    beside = [name for name in ("2213", "2313", "2314", "2215", "2115", "2114") if name in spaces]
    land = [name for name in beside if spaces[name]["kind"] in ("land", "coast")]
    assert land
    assert {spaces[name]["terrain"] for name in land} <= {"clear", "desert"}


def test_shares_of_a_hex_of_one_terrain_are_whole(grid: Grid) -> None:
    [pinsk] = [area for area in relief.areas(grid.plane) if area.name == "Pripet Marshes"]
    inside = pinsk.shape.representative_point().buffer(0.05)
    found = shares({"x": inside}, inside.buffer(1), grid.plane)
    assert found["x"]["marsh"] == pytest.approx(1)
    assert found["x"]["desert"] == 0


def test_a_hex_with_no_land_on_earth_is_clear(grid: Grid) -> None:
    cell = Polygon(corners("1105"))
    assert terrain({"1105": cell}, MultiPolygon(), grid.plane) == {"1105": "clear"}


# Rivers


def test_rivers_of_the_board_are_continuous_and_do_not_fork(
    courses: dict[str, list[rivers.Ends]],
) -> None:
    assert len(courses) >= 15
    for name, course in courses.items():
        beside: dict[rivers.Corner, list[rivers.Corner]] = {}
        for a, b in course:
            beside.setdefault(a, []).append(b)
            beside.setdefault(b, []).append(a)
        assert max(len(others) for others in beside.values()) <= 2, f"the {name} forks"
        reached, todo = set(), [course[0][0]]
        while todo:
            reached.add(here := todo.pop())
            todo += [there for there in beside[here] if there not in reached]
        assert reached == set(beside), f"the {name} is in pieces"


@pytest.mark.parametrize(
    ("a", "b", "river"),
    [
        ((7.0, 51.5), (4.4, 50.9), "Rhine"),
        ((13.4, 52.5), (17.0, 52.8), "Oder"),
        ((21.0, 52.2), (24.0, 52.2), "Vistula"),
        ((26.1, 44.4), (23.9, 42.9), "Danube"),
        ((30.5, 50.45), (34.5, 50.6), "Dnieper"),
        ((44.5, 48.9), (47.4, 49.6), "Volga"),
    ],
)
def test_who_goes_from_bank_to_bank_crosses_the_river(
    grid: Grid,
    borders: dict[Side, dict[str, str]],
    a: tuple[float, float],
    b: tuple[float, float],
    river: str,
) -> None:
    start, end = (grid.plane(np.array([place]))[0] for place in (a, b))
    way = grid_line(start, end)
    crossed = [borders[tuple(sorted(pair))] for pair in pairwise(way)]  # type: ignore[index]
    assert river in [row["name"] for row in crossed if row["kind"] == "river"], way


def grid_line(start: Any, end: Any) -> list[str]:
    """The hexes on the straight way between two points of the plane."""
    from tools.hexes.grid import nearest, number

    points = np.linspace(start, end, 200)
    return list(dict.fromkeys(number(*place) for place in nearest(points)))


def test_between_the_dvina_and_the_dnieper_the_way_to_smolensk_is_open(
    grid: Grid, borders: dict[Side, dict[str, str]]
) -> None:
    minsk, smolensk = grid.hex_of(np.array([[27.6, 53.9], [32.0, 54.8]]))
    orsha = "2704"
    kinds = [borders[tuple(sorted(p))]["kind"] for p in ((minsk, orsha), (orsha, smolensk))]  # type: ignore[index]
    assert "river" not in kinds


def test_no_river_shuts_a_coast_to_ships(
    spaces: dict[str, dict[str, str]], borders: dict[Side, dict[str, str]]
) -> None:
    by_ship: dict[str, set[str]] = {}
    for (a, b), row in borders.items():
        if row["kind"] in ("sea", "coast", "strait", "box") and "land" not in (
            spaces[a]["kind"],
            spaces[b]["kind"],
        ):
            by_ship.setdefault(a, set()).add(b)
            by_ship.setdefault(b, set()).add(a)
    shut = {name for name, row in spaces.items() if row["kind"] == "coast" and name not in by_ship}
    assert shut == set()


PATCH = sides_of(f"{column:02d}{row:02d}" for column in range(10, 18) for row in range(5, 12))
points = st.tuples(st.floats(9.5, 14.0), st.floats(6.0, 11.0))


@given(st.lists(points, min_size=2, max_size=6, unique=True))
def test_a_walk_is_in_one_piece_and_stays_by_its_line(
    bends: list[tuple[float, float]],
) -> None:
    line = LineString(bends)
    if line.length < 0.5:
        return
    walk = rivers._walk(line, [rivers._ends(side) for side in PATCH], set())
    assert walk
    sides = {rivers._ordered(*ends) for ends in walk}
    assert sides <= {rivers._ends(side) for side in PATCH}
    followed = shapely.union_all([LineString(ends) for ends in walk])
    assert shapely.line_merge(shapely.node(followed)).buffer(1e-6).geom_type == "Polygon"
    off = [followed.distance(line.interpolate(part, normalized=True)) for part in (0.25, 0.5, 0.75)]
    assert max(off) < 1.0


def test_a_walk_follows_a_straight_line_along_hexsides_exactly() -> None:
    side = line_of(("1206", "1207"))
    walk = rivers._walk(side, [rivers._ends(pair) for pair in PATCH], set())
    assert [rivers._ordered(*ends) for ends in walk] == [rivers._ends(("1206", "1207"))]


def test_a_river_ends_where_it_joins_another(grid: Grid) -> None:
    course = rivers.courses(rivers.river_sides(sides_of(every_hex()), grid.plane))
    don = {corner for ends in course["Don"] for corner in ends}
    assert don & {corner for ends in course["Donets"] for corner in ends}


def every_hex() -> list[str]:
    return [f"{column:02d}{row:02d}" for column in range(10, 44) for row in range(1, 19)]


def test_rivers_lie_only_where_land_units_can_cross(grid: Grid) -> None:
    open_ = [side for side in sides_of(every_hex()) if "1908" not in side]
    found = rivers.river_sides(open_, grid.plane)
    assert "Rhine" in found.values()
    assert not [side for side in found if "1908" in side]


# The backdrop


def test_the_backdrop_is_light_and_of_known_kinds(
    project: Path, backdrop: list[dict[str, Any]]
) -> None:
    path = project / "datasets" / BOARD / "backdrop.geojson"
    assert path.stat().st_size < 500_000
    kinds = {feature["properties"]["kind"] for feature in backdrop}
    assert kinds == {"land", "lake", "river", *ENOUGH}


def test_shapes_of_the_backdrop_are_valid_and_terrains_do_not_overlap(
    backdrop: list[dict[str, Any]],
) -> None:
    assert all(shape(feature["geometry"]).is_valid for feature in backdrop)
    soft = [area for kind in ENOUGH for area in of_kind(backdrop, kind)]
    whole = shapely.union_all(soft)
    assert whole.area == pytest.approx(sum(area.area for area in soft), rel=2e-3)


def test_lakes_lie_apart_within_the_land(backdrop: list[dict[str, Any]]) -> None:
    [land] = of_kind(backdrop, "land")
    lakes = of_kind(backdrop, "lake")
    assert all(land.contains(lake) for lake in lakes)
    assert shapely.union_all(lakes).area == pytest.approx(sum(lake.area for lake in lakes))
    names = {f["properties"]["name"] for f in backdrop if f["properties"]["kind"] == "lake"}
    assert {"Ladoga", "Vänern", "Van"} <= names


def test_every_hex_with_land_shows_some(
    project: Path, backdrop: list[dict[str, Any]], spaces: dict[str, dict[str, str]]
) -> None:
    [land] = of_kind(backdrop, "land")
    dry = land.difference(shapely.union_all(of_kind(backdrop, "lake")))
    text = (project / "datasets" / BOARD / "geometry.geojson").read_text(encoding="utf-8")
    hexes = {f["properties"]["name"]: shape(f["geometry"]) for f in json.loads(text)["features"]}
    bare = {
        name: round(dry.intersection(hexes[name]).area / hexes[name].area, 3)
        for name, row in spaces.items()
        if row["kind"] in ("land", "coast")
        and dry.intersection(hexes[name]).area < 0.05 * hexes[name].area
    }
    assert bare == {}


@depth.only_deep
def test_drawing_the_backdrop_again_changes_nothing(
    project: Path, tmp_path: Path, grid: Grid, earth: Any, spaces: dict[str, dict[str, str]]
) -> None:
    hexes = {name: row["kind"] for name, row in spaces.items() if row["kind"] != "box"}
    write_backdrop(tmp_path / "backdrop.geojson", earth, hexes, grid.plane)
    committed = project / "datasets" / BOARD / "backdrop.geojson"
    assert (tmp_path / "backdrop.geojson").read_bytes() == committed.read_bytes()


def test_an_island_stands_for_a_hex_of_land_that_has_none_on_earth() -> None:
    far, name = Polygon(corners("1005")).buffer(-0.1), "1205"
    cell = Polygon(corners(name))
    drawn = land_drawn(far, [name])
    island = drawn.intersection(cell)
    assert SEEN * 0.9 <= island.area / cell.area <= SEEN * 1.5
    assert cell.contains(island)


def test_rounding_keeps_the_ends_of_a_line_and_the_middle_of_a_ring() -> None:
    square = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
    line = relief.rounded(square, closed=False)
    assert line[[0, -1]].tolist() == [[0.0, 0.0], [0.0, 4.0]]
    ring = Polygon(relief.rounded(square, closed=True))
    assert ring.centroid.distance(Polygon(square).centroid) < 1e-9
    assert 0.8 < ring.area / 16 < 1


def test_wandering_is_small_and_depends_on_the_place_alone() -> None:
    line = np.array([[0.0, 0.0], [1.0, 0.5], [2.0, 0.0]])
    there = relief.wandering(line, 0.05, 0.4)
    back = relief.wandering(line[::-1], 0.05, 0.4)
    assert LineString(line).hausdorff_distance(LineString(there)) < 0.1
    assert np.allclose(there, back[::-1])
