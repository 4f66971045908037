"""The columns of areas and lengths are what the tool writes from the map."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from a4a.boards.folders import root

pytest.importorskip("shapely")
measure = pytest.importorskip("tools.geometry.measure")


def test_measuring_again_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "global1940"
    shutil.copytree(root() / "global1940", folder)
    measure.measure(folder)
    for table in ("spaces.csv", "borders.csv"):
        assert (folder / table).read_bytes() == (root() / "global1940" / table).read_bytes()


def test_columns_that_are_not_there_are_added(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    for file in ("geometry.geojson", "border_lines.geojson"):
        shutil.copy(root() / "global1940" / file, folder)
    (folder / "spaces.csv").write_text(
        "name,name_source,source\nMalta,rulebook,reference\nX,,house\n"
    )
    (folder / "borders.csv").write_text("space_a,space_b,source\nPoland,Germany,reference\n")
    measure.measure(folder)
    spaces = (folder / "spaces.csv").read_text().splitlines()
    assert spaces[0] == "name,area_km2,name_source,source"
    assert int(spaces[1].split(",")[1]) > 0
    assert spaces[2] == "X,,,house"
    borders = (folder / "borders.csv").read_text().splitlines()
    assert borders[0] == "space_a,space_b,length_km,source"
    assert int(borders[1].split(",")[2]) > 100
