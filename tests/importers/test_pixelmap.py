"""The text files of a player's own TripleA map: read from folders and zips, bounded."""

from __future__ import annotations

import os
import struct
import zipfile
from pathlib import Path

import pytest

from a4a import A4AError
from a4a.importers.triplea import mapfiles, mapfolders
from a4a.importers.triplea.mapfiles import read_map_files
from a4a.importers.triplea.mapfolders import map_places, maps_called
from a4a.importers.triplea.pixelmap import PixelMap, read_pixel_map
from tests.map import pixel_maps as made


def read(path: Path) -> PixelMap:
    return read_pixel_map(read_map_files(path))


@pytest.mark.parametrize("below", ["", "map", "tiny_world/map", "a/b/c"])
def test_a_map_is_read_from_a_folder_however_deep_its_files_lie(tmp_path: Path, below: str) -> None:
    found = read(made.folder(tmp_path / "tiny_world", below=below))
    assert found.name == "tiny_world"
    assert list(found.outlines) == list(made.SQUARES)
    assert [len(parts) for parts in found.outlines.values()] == [1, 1, 2, 1, 1, 1, 2]
    assert found.outlines["Isle"][0].tolist() == [[40, 65], [60, 65], [60, 85], [40, 85]]
    assert found.centers["Isle"] == (50, 75)
    assert (found.width, found.wraps) == (200, True)


@pytest.mark.parametrize("below", ["", "map/", "tiny_world-master/map/"])
def test_a_zip_is_read_as_a_folder_is(tmp_path: Path, below: str) -> None:
    found = read(made.packed(tmp_path / "tiny_world.zip", below=below))
    same = read(made.folder(tmp_path / "tiny_world"))
    assert (found.name, found.centers, found.wraps) == (same.name, same.centers, same.wraps)
    assert {name: [one.tolist() for one in parts] for name, parts in found.outlines.items()} == {
        name: [one.tolist() for one in parts] for name, parts in same.outlines.items()
    }
    assert sorted(one.name for one in tmp_path.iterdir()) == ["tiny_world", "tiny_world.zip"]


def test_a_map_needs_nothing_but_its_polygons(tmp_path: Path) -> None:
    found = read(made.folder(tmp_path, {"polygons.txt": "Åland < (1,2) (3,4) (5,0) >"}))
    assert (list(found.outlines), found.centers, found.width) == (["Åland"], {}, 0)
    texts = {name: text for name, text in made.texts().items() if name != "centers.txt"}
    found = read(made.folder(tmp_path / "without_centers", texts))
    assert (found.centers, found.width, found.wraps) == ({}, 200, True)
    old = tmp_path / "map" / "polygons.txt"
    old.write_bytes("Åland < (1,2) (3,4) (5,0) >".encode("latin-1"))
    assert list(read(old).outlines) == ["Åland"]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("Alpha  (1,2) (3,4)", "line 2: no '<' after the name"),
        ("Alpha < (1,2) (3,4) (5,6)", "line 2: a polygon does not end with '>'"),
        ("Alpha < (1,2) (3,4) (5,6) > < (1,2) (3,", "does not end with '>'"),
        ("Alpha < (1,2) (3,4) (5,", "does not end with '>'"),
        ("Alpha < (1,2) (3) (5,6) >", "a point is not two whole numbers"),
        ("Alpha < (1,2) (3,x) (5,6) >", "a point is not two whole numbers"),
        ("Alpha < (1,2) (3,4.5) (5,6) >", "a point is not two whole numbers"),
        (f"Alpha < (1,2) (3,{'9' * 40}) (5,6) >", "a point is not two whole numbers"),
        ("Alpha < (1,2) (3,4000000) (5,6) >", "more than 100000 pixels away"),
        ("First < (1,2) (3,4) (5,6) >", "line 2: 'First' is there a second time"),
        (" < (1,2) (3,4) (5,6) >", "line 2: no name"),
        ("Alpha " + "< (1,2) (3,4) (5,6) >" * 501, "more polygons than a map has"),
    ],
)
def test_a_torn_line_of_polygons_is_named(tmp_path: Path, line: str, what: str) -> None:
    text = f"First < (1,2) (3,4) (5,6) >\n{line}\n"
    with pytest.raises(A4AError, match=r"polygons\.txt") as refused:
        read(made.folder(tmp_path, {"polygons.txt": text}))
    assert what in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("line", ["Alpha", "Alpha (1,2", "Alpha (1;2)", "(1,2)"])
def test_a_torn_line_of_centers_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(A4AError, match=r"centers\.txt, line 1: no (point|name)"):
        read(made.folder(tmp_path, {**made.texts(), "centers.txt": line}))


def test_what_is_no_map_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no map")
    (empty := tmp_path / "empty.zip").touch()
    for path, what in (
        (tmp_path, "it has no polygons.txt"),
        (tmp_path / "gone", "no such folder or file"),
        (tmp_path / "notes.txt", "neither a folder nor a zip"),
        (made.packed(tmp_path / "x.zip", {"centers.txt": ""}), "it has no polygons.txt"),
        (Path(os.devnull), "neither a folder nor a file"),
        (made.folder(tmp_path / "deep", below="a/b/c/d"), "it has no polygons.txt"),
        (empty, "neither a folder nor a zip"),
    ):
        with pytest.raises(A4AError, match=what):
            read(path)


def test_no_more_folders_are_looked_into_than_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder that is named, `map` in it, whether it is there or not, and one below."""
    path = made.folder(tmp_path / "tiny_world", below="below")
    monkeypatch.setattr(mapfiles, "_FOLDERS", 3)
    assert read(path).name == "tiny_world"
    monkeypatch.setattr(mapfiles, "_FOLDERS", 2)
    with pytest.raises(A4AError, match="it has no polygons"):
        read(path)


def test_a_text_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mapfiles, "MOST_TEXT", 2**20)
    bomb = {"polygons.txt": "Alpha < " + "(1,2) " * 2**18 + ">"}
    zipped = made.packed(tmp_path / "bomb.zip", bomb)
    assert zipped.stat().st_size < 20_000
    for path in (zipped, made.folder(tmp_path / "large", bomb)):
        with pytest.raises(A4AError, match=r"polygons\.txt: larger than 1 MB"):
            read(path)


def test_a_zip_that_lies_about_its_sizes_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its entry says that it is small; what comes out of it is not."""
    monkeypatch.setattr(mapfiles, "MOST_TEXT", 1_000)
    path = made.packed(tmp_path / "liar.zip", {"polygons.txt": "A < (1,2) " + " " * 9_000 + ">"})
    data, size = path.read_bytes(), (9_011).to_bytes(4, "little")
    assert size in data
    path.write_bytes(data.replace(size, (500).to_bytes(4, "little")))
    with pytest.raises(A4AError, match=r"liar\.zip"):
        read(path)


def test_a_zip_with_an_endless_list_of_contents_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mapfiles, "_MOST_DIRECTORY", 2_000)
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as held:
        for i in range(100):
            held.writestr(f"baseTiles/{i}.png", b"")
        held.writestr("polygons.txt", made.polygons())
    with pytest.raises(A4AError, match="its list of contents is too long"):
        read(path)
    large = made.packed(tmp_path / "large.zip")
    with zipfile.ZipFile(large, "a") as held:
        held.writestr("picture.png", b"a long picture" * 1_000)
    assert list(read(large).outlines) == list(made.SQUARES)


def test_a_zip_whose_list_of_contents_is_none_says_so(tmp_path: Path) -> None:
    """It ends as zips do, and says that a file is listed where nothing is."""
    path = tmp_path / "hollow.zip"
    path.write_bytes(b"PK\x05\x06" + struct.pack("<4H2LH", 0, 0, 1, 1, 46, 0, 0))
    with pytest.raises(A4AError, match=r"hollow\.zip: the zip cannot be read"):
        read(path)


@pytest.mark.parametrize("cut", [0.3, 0.7, 0.99])
def test_a_damaged_zip_says_so(tmp_path: Path, cut: float) -> None:
    path = made.packed(tmp_path / "torn.zip")
    data = path.read_bytes()
    path.write_bytes(data[: int(cut * len(data))])
    with pytest.raises(A4AError, match=r"torn\.zip"):
        read(path)
    path.write_bytes(data[:90] + b"\xff" * 40 + data[130:])
    with pytest.raises(A4AError, match=r"torn\.zip"):
        read(path)


def test_maps_are_looked_for_where_triplea_keeps_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("A4A_MAPS")
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path))
    places = map_places()
    assert places[0] == tmp_path / "triplea" / "downloadedMaps"
    assert tmp_path / "Documents" / "triplea" / "downloadedMaps" in places
    assert places[-1].name == "maps"
    found = made.folder(tmp_path / "triplea/downloadedMaps/tiny_world-master")
    old = made.packed(tmp_path / "triplea/maps/Tiny World.zip")
    assert list(maps_called({"Tiny_World"})) == [found, old]


def test_a_variable_names_other_places_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    monkeypatch.setenv(mapfolders.PLACES, f"{one}{os.pathsep}{two}")
    assert map_places() == (one, two)
    monkeypatch.setenv(mapfolders.PLACES, "")
    assert map_places() == ()


def test_a_map_is_found_by_what_it_says_of_itself(tmp_path: Path) -> None:
    path = made.folder(tmp_path / "maps" / "some folder")
    (path / "map.yml").write_text(
        "map_name: Tiny World\ngames:\n- game_name: 'Tiny World War'\n  file_name: tiny.xml\n"
    )
    zipped = made.packed(
        tmp_path / "maps" / "x.zip", {**made.texts(), "map.yml": "map_name: tiny_world"}, below=""
    )
    (tmp_path / "maps" / "broken.zip").write_bytes(b"PK\x05\x06")
    places = (tmp_path / "maps", tmp_path / "gone")
    assert list(maps_called({"tiny world"}, places)) == [path, zipped]
    assert list(maps_called({"Tiny World War"}, places)) == [path]
    assert list(maps_called({"war"}, places)) == []
