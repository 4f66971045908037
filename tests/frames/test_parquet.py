"""Frames on disk: written whole or not at all, read back equal, refused where damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from a4a.core.errors import RecordError
from a4a.core.record import GameRecord
from a4a.frames import Frames, frames, read_frames, schemas


def test_frames_are_read_back_equal(record: GameRecord, tmp_path: Path) -> None:
    f = frames(record, at="phase")
    back = read_frames(f.write(tmp_path / "out"))
    assert (back.at, dict(back.enums)) == (f.at, dict(f.enums))
    for name in schemas:
        assert_frame_equal(back[name], f[name])
        assert back[name].schema == f[name].schema


def test_frames_are_read_back_lazily(war: GameRecord, tmp_path: Path) -> None:
    f = frames(war)
    lazy = read_frames(f.write(tmp_path / "out"), lazy=True)
    assert isinstance(lazy.units, pl.LazyFrame)
    assert_frame_equal(lazy.units.collect(), f.units)
    assert lazy.along("variation 15").moves.collect().equals(f.along("variation 15").moves)


def test_lazy_frames_can_be_written(war: GameRecord, tmp_path: Path) -> None:
    frames(war, lazy=True).write(tmp_path / "out")
    assert_frame_equal(read_frames(tmp_path / "out").units, frames(war).units)


def test_writing_again_replaces_the_folder(war: GameRecord, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    frames(war, at="node").write(folder)
    frames(war, at="round").write(folder)
    assert read_frames(folder).at == "round"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert {path.stem for path in folder.iterdir()} == {*schemas, "frames"}


def test_a_crash_while_writing_leaves_the_old_frames(
    war: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    frames(war, at="node").write(folder)

    def crash(self: Frames[Any], name: str) -> pl.DataFrame:
        if name == "rolls":
            raise KeyboardInterrupt
        return self[name]  # type: ignore[no-any-return]

    monkeypatch.setattr(Frames, "frame", crash)
    with pytest.raises(KeyboardInterrupt):
        frames(war).write(folder)
    monkeypatch.undo()
    assert read_frames(folder).at == "node"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_crash_between_taking_away_and_putting_there_loses_nothing(
    war: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    frames(war, at="node").write(folder)
    rename, calls = Path.rename, iter((True, False))

    def crash(self: Path, target: Path) -> Path:
        if next(calls, False):
            return rename(self, target)
        raise OSError("the disk is gone")

    monkeypatch.setattr(Path, "rename", crash)
    with pytest.raises(OSError, match="the disk is gone"):
        frames(war).write(folder)
    monkeypatch.undo()
    assert not folder.exists()
    assert read_frames(folder).at == "node"
    frames(war, at="phase").write(folder)
    assert read_frames(folder).at == "phase"


def test_a_folder_of_other_things_is_not_written_to(war: GameRecord, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(RecordError, match="holds something else than frames"):
        frames(war).write(tmp_path)
    assert (tmp_path / "letter.txt").read_text() == "dear"


def test_a_file_is_no_folder_to_write_to_or_read_from(war: GameRecord, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("dear")
    for folder in (letter, letter / "out"):
        with pytest.raises(RecordError, match=r"letter\.txt' is a file, not a folder"):
            frames(war).write(folder)
        with pytest.raises(RecordError, match="holds no frames"):
            read_frames(folder)
    assert letter.read_text() == "dear"


def test_a_folder_that_cannot_be_made_is_refused(war: GameRecord, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written: File name too long"):
        frames(war).write(tmp_path / ("x" * 250))
    assert not list(tmp_path.iterdir())


@pytest.fixture
def written(war: GameRecord, tmp_path: Path) -> Path:
    return frames(war).write(tmp_path / "out")


def test_a_folder_without_frames_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"holds no frames: it has no frames\.json"):
        read_frames(tmp_path)
    with pytest.raises(RecordError, match="holds no frames"):
        read_frames(tmp_path / "nowhere")


def test_another_version_is_refused(written: Path) -> None:
    about = json.loads((written / "frames.json").read_text())
    about["version"] = 99
    (written / "frames.json").write_text(json.dumps(about))
    with pytest.raises(RecordError, match="is of version 99; this a4a reads version 2"):
        read_frames(written)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"version": 1, "at": "turn", "enums": 3, "format": "x"}', "3"]
)
def test_a_damaged_description_is_refused(written: Path, text: str) -> None:
    (written / "frames.json").write_text(text)
    with pytest.raises(RecordError, match=r"frames\.json is damaged"):
        read_frames(written)


def test_a_damaged_or_missing_frame_is_refused_by_name(written: Path) -> None:
    path = written / "units.parquet"
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(RecordError, match=r"units\.parquet cannot be read"):
        _ = read_frames(written).units
    (written / "moves.parquet").unlink()
    with pytest.raises(RecordError, match=r"moves\.parquet cannot be read"):
        _ = read_frames(written).moves


def test_a_frame_of_another_shape_is_refused(written: Path) -> None:
    path = written / "units.parquet"
    pl.read_parquet(path).drop("tuv").write_parquet(path)
    with pytest.raises(RecordError, match=r"is not the frame 'units': it differs in \['tuv'\]"):
        _ = read_frames(written).units
