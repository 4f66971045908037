"""Schematic places are kept in the user's cache: checked, bounded, and never needed."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np
import pytest

from a4a import files
from a4a.map import layout, layout_cache
from a4a.map.layout_cache import MOST_FILES, kept_places
from a4a.map.untangling import untangled

GRID = (6, [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache" / "layouts"
    monkeypatch.setattr(layout_cache, "cache_folder", lambda: folder)
    return folder


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one whenever places are made, not found."""
    calls: list[int] = []
    make = layout.schematic_places

    def counted(count: int, *rest: object) -> object:
        calls.append(count)
        return make(count, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(layout, "schematic_places", counted)
    return calls


def expected(count: int, edges: list[tuple[int, int]]) -> layout.Floats:
    return untangled(layout.schematic_places(count, edges, {}), np.array(edges))


def test_places_are_made_once_and_found_exactly_as_they_were(folder: Path, made: list[int]) -> None:
    first, again = kept_places(*GRID, {}), kept_places(*GRID, {})
    assert made == [6]
    assert np.array_equal(first, again)
    assert len(list(folder.iterdir())) == 1


def test_another_graph_hint_or_way_of_laying_out_is_another_file(
    folder: Path, made: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    count, edges = GRID
    kept_places(count, edges, {})
    kept_places(count, edges[1:], {})
    kept_places(count, edges, {0: (1.0, 2.0)})
    monkeypatch.setattr(layout_cache, "_code", lambda: b"another")
    kept_places(count, edges, {})
    assert len(made) == 4
    assert len(list(folder.iterdir())) == 4


@pytest.mark.parametrize("damage", ["cut", "empty", "other", "binary", "number", "short", "large"])
def test_a_damaged_file_is_not_believed_and_is_written_again(
    folder: Path, made: list[int], damage: str
) -> None:
    kept_places(*GRID, {})
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    checked = layout_cache._checksum
    spoiled = {
        "cut": whole[:-20],
        "empty": b"",
        "other": b"{}",
        "binary": bytes(range(256)) * 4,
        "number": whole.replace(b"[[", b"[[9", 1),
        "short": checked(b"[[0,0]]") + b"\n[[0,0]]",
        "large": whole + b" " * 2**22,
    }[damage]
    file.write_bytes(spoiled)
    assert np.array_equal(kept_places(*GRID, {}), expected(*GRID))
    assert file.read_bytes() == whole


def test_nothing_fails_where_nothing_can_be_kept(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.parent.parent.mkdir(exist_ok=True)
    folder.parent.write_text("a file where the folder should be")
    assert np.array_equal(kept_places(*GRID, {}), expected(*GRID))
    monkeypatch.setattr(layout_cache, "cache_folder", lambda: None)
    assert np.array_equal(kept_places(*GRID, {}), expected(*GRID))

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(layout_cache, "cache_folder", lambda: tmp_path / "other")
    monkeypatch.setattr(layout_cache, "replacing", full)
    assert np.array_equal(kept_places(*GRID, {}), expected(*GRID))


def test_the_longest_unused_go_when_there_are_many(folder: Path) -> None:
    folder.mkdir(parents=True)
    for number in range(MOST_FILES + 5):
        old = folder / f"{number:040}.json"
        old.write_text("old")
        os.utime(old, (number, number))
    kept_places(*GRID, {})
    left = {file.name for file in folder.iterdir()}
    assert len(left) == MOST_FILES
    assert f"{0:040}.json" not in left
    assert f"{MOST_FILES + 4:040}.json" in left


def test_several_programs_write_at_once(folder: Path) -> None:
    found: list[layout.Floats] = []
    threads = [
        threading.Thread(target=lambda: found.append(kept_places(*GRID, {}))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(np.array_equal(places, found[0]) for places in found)
    assert [file.suffix for file in folder.iterdir()] == [".json"]


def test_it_is_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = layout_cache.cache_folder()
    assert found is not None
    assert found.name == "layouts"
    assert found.parent.name == "a4a" or "a4a" in found.parts
    assert files.replacing is layout_cache.replacing
