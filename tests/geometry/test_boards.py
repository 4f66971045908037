"""The bars of the committed maps."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from a4a.boards import maps

pytest.importorskip("shapely", reason="maps are checked with shapely: pip install '.[build]'")
pytest.importorskip("scipy", reason="maps are built with scipy: pip install '.[build]'")

from tests import depth
from tools.geometry.__main__ import BOARDS as BUILT
from tools.geometry.check import Report, check, pairs, read_board, touching
from tools.geometry.tables import Names, borders_of, spaces_of

BOARDS = ("global1940", "europe1940")
VARIANT = "deluxe3g40"
MAPS = ("maps/anniversary1941", "maps/revised1942", "maps/second_edition1942")


@pytest.fixture
def datasets(project: Path) -> Path:
    return project / "datasets"


@pytest.mark.soak
@pytest.mark.parametrize("board", depth.sample(["wargame1942", *MAPS, *BOARDS, VARIANT]))
def test_a_committed_map_clears_every_bar_against_its_own_borders(
    datasets: Path, board: str
) -> None:
    report = check(datasets / board)
    assert report.passes, str(report)


def test_every_map_without_rules_is_built() -> None:
    assert [f"maps/{folder.name}" for folder in maps()] == list(MAPS)
    assert {*BOARDS, VARIANT, "wargame1942", *MAPS} == {*BUILT}


@pytest.mark.soak
@pytest.mark.parametrize("board", depth.sample(BOARDS))
def test_a_committed_map_clears_every_bar_against_the_reference(
    datasets: Path, shared: Path, board: str
) -> None:
    judge = shared / "reference" / "tables" / board / "connections.csv"
    report = check(datasets / board, judge)
    assert report.passes, str(report)


@pytest.mark.soak
@pytest.mark.parametrize("board", depth.sample(MAPS))
def test_on_a_map_without_rules_no_two_spaces_touch_that_do_not_border(
    datasets: Path, board: str
) -> None:
    found = touching(read_board(datasets / board).shapes)
    spaces = Names(spaces_of(datasets / board))
    assert found.keys() == pairs(borders_of(datasets / board), spaces)


def test_europe_is_cut_from_the_map_of_global(datasets: Path) -> None:
    world, europe = (
        {
            feature["properties"]["name"]: feature
            for feature in json.loads((datasets / board / "geometry.geojson").read_text("utf-8"))[
                "features"
            ]
        }
        for board in BOARDS
    )
    assert europe.keys() < world.keys()
    assert all(world[name] == feature for name, feature in europe.items())


def test_a_variant_is_drawn_as_its_parent_but_for_its_own_spaces(datasets: Path) -> None:
    world, variant = (
        {f["properties"]["name"]: f for f in json.loads(path.read_text("utf-8"))["features"]}
        for path in (datasets / board / "geometry.geojson" for board in ("global1940", VARIANT))
    )
    assert world.keys() - variant.keys() == {"Gibraltar"}
    assert variant.keys() - world.keys() == {
        *("Western Gibraltar", "Eastern Gibraltar", "Georgia"),
        *("Svalbard", "Bonin Island", "Corsica"),
    }
    assert sum(world[name] == variant[name] for name in world.keys() & variant.keys()) > 300


Change = Callable[[dict[str, Any]], None]


def _shift(feature: dict[str, Any]) -> None:
    ring = feature["geometry"]["coordinates"][0]
    feature["geometry"]["coordinates"][0] = [[x + 0.5, y] for x, y in ring]


def _rename(feature: dict[str, Any]) -> None:
    feature["properties"]["name"] = "Ruritania"


def _split(feature: dict[str, Any]) -> None:
    rings = feature["geometry"]["coordinates"]
    box = [[[-30, 30], [-29, 30], [-29, 31], [-30, 31], [-30, 30]]]
    feature["geometry"] = {"type": "MultiPolygon", "coordinates": [rings, box]}


def _shrink(feature: dict[str, Any]) -> None:
    centre = feature["properties"]["label_lon"], feature["properties"]["label_lat"]
    rings = feature["geometry"]["coordinates"]
    rings[0] = [
        [round(c + (v - c) / 3, 2) for v, c in zip(place, centre, strict=True)]
        for place in rings[0]
    ]


def _move_label(feature: dict[str, Any]) -> None:
    feature["properties"]["label_lon"] = 0
    feature["properties"]["label_lat"] = 0


def _refine(feature: dict[str, Any]) -> None:
    feature["geometry"]["coordinates"][0][1][0] += 0.001


CHANGES: dict[str, Change] = {
    "Switzerland": _shift,
    "Portugal": _rename,
    "Finland": _move_label,
    "Malta": _shrink,
    "Romania": _refine,
    "sea zone 108": _split,
    "sea zone 104": _shift,
}


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory: pytest.TempPathFactory, project: Path) -> Report:
    """What is found in Europe's dataset with some features spoilt, far from each other."""
    folder = tmp_path_factory.mktemp("spoilt")
    for board in BOARDS:
        shutil.copytree(project / "datasets" / board, folder / board)
    about = folder / "europe1940" / "dataset.toml"
    about.write_text(about.read_text("utf-8").replace('name = "europe1940"', 'name = "spoilt"'))
    path = folder / "europe1940" / "geometry.geojson"
    collection = json.loads(path.read_text("utf-8"))
    features = {f["properties"]["name"]: f for f in collection["features"]}
    for name, change in CHANGES.items():
        change(features[name])
    path.write_text(json.dumps(collection), "utf-8")
    return check(folder / "europe1940")


@pytest.mark.parametrize(
    "fault",
    [
        "Switzerland and Western Germany overlap",
        "gap of",
        "the line France ~ Switzerland leaves the outline of Switzerland",
        "no polygon for Portugal",
        "polygon for Ruritania, which is not on the board",
        "Finland: its label lies outside",
        "Malta is only",
        "Malta and sea zone 96 border but do not touch",
        "Romania: coordinates finer than 0.01 degrees",
        "sea zone 108 is in several pieces",
        "sea zone 104: its bbox is not its bounds",
    ],
)
def test_a_spoilt_map_is_found_out(spoilt: Report, fault: str) -> None:
    assert not spoilt.passes
    assert any(fault in found for found in spoilt.faults), spoilt.faults
