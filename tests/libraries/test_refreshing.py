"""Reading games again that an older a4a read: what can be is, and the rest is named."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import polars as pl
import pytest

import a4a
from a4a.core.steps import Source
from a4a.libraries import adding, entry, identity
from a4a.libraries import library as library_
from a4a.libraries.library import Library
from a4a.libraries.shelf import Shelf
from a4a.store import dumps

GAMES = ("one", "two")
OLD = "0.0.1"


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    """Two games of a phase that count as saves, and a file that is none."""
    files = {"bad": b"no game"}
    for seed, name in enumerate(GAMES):
        game = a4a.new_game("europe1940", dice=a4a.core.dice.SeededDice(seed))
        game.let(a4a.player("random", seed=seed), until="phase")
        header = msgspec.structs.replace(game.record.header, source=Source("TripleA"))
        game.record.header = header
        files[name] = dumps(game.record)
    return files


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory, made: dict[str, bytes]) -> Path:
    """A folder with these files, and a library that an older a4a made of them and of a game."""
    folder = tmp_path_factory.mktemp("made") / "league"
    saves, lib = folder / "saves", a4a.library(folder / "lib")
    saves.mkdir(parents=True)
    for name, data in made.items():
        (saves / f"{name}.a4a").write_bytes(data)
    with pytest.MonkeyPatch.context() as then:
        for module in (adding, entry, library_):
            then.setattr(module, "__version__", OLD)
        lib.add(saves, workers=1)
        a4a.play("europe1940", games=1, into=lib, players="random", rounds=1, workers=1)
    assert lib.out_of_date.collect().height == 3
    shutil.copytree(folder, folder.with_name("kept"))
    return folder


@pytest.fixture
def old(league: Path) -> Library:
    """That library, as it was made: where it lies stays the same, for it names its files by it."""
    shutil.rmtree(league)
    shutil.copytree(league.with_name("kept"), league)
    return a4a.library(league / "lib")


@pytest.fixture
def saves(old: Library) -> Path:
    """The folder with the files."""
    return old.folder.with_name("saves")


def test_games_are_read_again_from_files_or_from_what_is_kept(old: Library) -> None:
    before = old.games.drop("reader").sort("game").collect()
    found = old.refresh(workers=1)
    assert found.refreshed == 3
    assert found.left["file"].to_list() == ["bad.a4a"]
    assert not old.out_of_date.collect().height
    assert old.games.drop("reader").sort("game").collect().equals(before)
    assert old.refresh(workers=1).refreshed == 0
    assert old.files.collect().height == 4


def test_a_save_that_is_gone_or_changed_stays_as_it_is_and_is_named(
    old: Library, saves: Path
) -> None:
    (saves / f"{GAMES[0]}.a4a").unlink()
    shutil.copy(saves / "bad.a4a", saves / f"{GAMES[1]}.a4a")
    left = dict(old.refresh(workers=1).left.select("file", "why").rows())
    assert left[f"{GAMES[0]}.a4a"] == "its file is gone"
    assert left[f"{GAMES[1]}.a4a"] == "its file has changed since"
    assert set(old.out_of_date.collect()["file"]) == {f"{name}.a4a" for name in GAMES}
    assert len(old) == 3


def test_saves_that_were_moved_are_known_by_their_bytes(
    old: Library, saves: Path, tmp_path: Path
) -> None:
    moved = tmp_path / "elsewhere"
    saves.rename(moved)
    for file in (moved / f"{name}.a4a" for name in GAMES):
        file.rename(moved / f"renamed_{file.name}")
    assert old.refresh(moved, workers=1).refreshed == 3
    assert old.games.filter(pl.col("file").str.starts_with("renamed")).collect().height == 2


def test_what_an_importer_reads_otherwise_now_keeps_its_former_name(
    old: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves = pl.col("source") == "saves"
    before = set(old.games.filter(saves).collect()["game"])
    monkeypatch.setattr(identity, "_begun", lambda header: 7)  # games are told apart otherwise
    old.refresh(workers=1)
    after = set(old.games.filter(saves).collect()["game"])
    assert not before & after
    assert {old.find(game) for game in before} == after


def test_tables_that_lack_what_is_told_now_are_read_and_filled(old: Library) -> None:
    manifest = Shelf(old.folder).manifest
    for batch in manifest.batches:
        path = Shelf(old.folder)._path("games", batch)
        pl.read_parquet(path).drop("dated").write_parquet(path)
    assert old.games.collect()["dated"].null_count() == 3
    old.refresh(workers=1)
    assert old.games.filter(pl.col("source") == "saves").collect()["dated"].to_list() == [
        "file", "file",
    ]  # fmt: skip
