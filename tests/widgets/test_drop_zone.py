"""A game dropped on a notebook is opened; whatever else is dropped is refused in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import a4a
from a4a.widgets.drop_zone import MOST, DropZone

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def zone() -> DropZone:
    return a4a.drop()


def dropped(zone: DropZone, data: bytes, name: object = "game.a4a") -> str:
    zone._on_message(None, {"name": name}, [memoryview(data)])
    said: str = zone._target.said[0]
    return said


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    return a4a.save(a4a.start("europe1940"), tmp_path / "mine.a4a") or tmp_path / "mine.a4a"


def test_a_record_dropped_is_open_below(zone: DropZone, record_file: Path) -> None:
    assert "Open below: mine.a4a" in dropped(zone, record_file.read_bytes(), "mine.a4a")
    assert zone.record.header.system == "europe1940"
    assert zone.children[1] is zone.explorer


@pytest.mark.parametrize("data", [b"", b"no game", b"\x1f\x8b\x08rubbish", b"\xac\xed\x00\x05"])
def test_what_is_no_game_is_refused_in_one_line(zone: DropZone, data: bytes) -> None:
    said = dropped(zone, data, "../../etc/\x00\u202egame.a4a")
    assert said
    assert "\n" not in said
    assert "\u202e" not in said
    assert zone.explorer is None


def test_what_is_refused_leaves_the_game_before_open(zone: DropZone, record_file: Path) -> None:
    dropped(zone, record_file.read_bytes())
    before = zone.explorer
    dropped(zone, b"no game")
    assert zone.explorer is before


def test_too_large_a_file_is_refused(zone: DropZone) -> None:
    assert "too many" in dropped(zone, bytes(MOST + 1))


def test_a_message_without_a_file_is_refused(zone: DropZone) -> None:
    zone._on_message(None, {}, [])
    assert zone._target.said == ("what is dropped here is one file", True)


def test_nothing_is_written_where_the_notebook_is(
    zone: DropZone, record_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    dropped(zone, record_file.read_bytes(), "../mine.a4a")
    assert list((tmp_path / "here").iterdir()) == []
