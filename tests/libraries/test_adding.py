"""Adding games: what is the same game, what is read again, what is bad, what a crash leaves."""

from __future__ import annotations

import gzip
import json
import shutil
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

import a4a
from a4a.boards.folders import root
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.libraries import adding, library, shelf
from a4a.libraries.adding import Writer, files_in
from a4a.libraries.entry import Origin, entry_of
from a4a.libraries.library import Library
from a4a.libraries.parcels import Parcel, counted
from a4a.libraries.shelf import SHELVED, Shelf
from a4a.store import dumps
from tests.shared_games import shipped

GAME = "wargame1942_algeria"
OTHER = "wargame1942_midway"
MORE = ("wargame1942_thailand", "wargame1942_indo_china", "wargame1942_uber_ugly")


@pytest.fixture(scope="module")
def known() -> dict[bytes, Parcel]:
    """Records that have been counted, by what they hold."""
    return {}


@pytest.fixture(autouse=True)
def counted_once(known: dict[bytes, Parcel], monkeypatch: pytest.MonkeyPatch) -> None:
    """Count each record once: what is tested here is what becomes of it then."""

    def of(record: GameRecord) -> Parcel:
        data = dumps(record)
        if data not in known:
            known[data] = counted(record)
        return known[data]

    monkeypatch.setattr(library, "counted", of)


@pytest.fixture(scope="module")
def played() -> GameRecord:
    """A game of two rounds."""
    game = a4a.new_game("europe1940", dice=a4a.core.dice.SeededDice(5))
    player = a4a.player("random", seed=5)
    while game.state.round < 3:
        game.let(player, until="turn")
    return game.record


@pytest.fixture(scope="module")
def other() -> GameRecord:
    """The first turn of another game with the same start."""
    game = a4a.new_game("europe1940", dice=a4a.core.dice.SeededDice(6))
    game.let(a4a.player("random", seed=6), until="turn")
    return game.record


def cut(record: GameRecord, node: int) -> GameRecord:
    """The game as it was at a node."""
    steps = [record.steps[n] for n in record.way_to(node) if n in record.steps]
    return GameRecord(record.header, record.board, record.catalog, record.start, steps=steps)


def at_end_of(record: GameRecord, turn: int) -> GameRecord:
    """The game as a turn ended."""
    nodes = [node for node in record.line("main") if record.time(node).turn == turn]
    return cut(record, nodes[-1])


def in_the_middle_of(record: GameRecord, turn: int) -> GameRecord:
    """The game in the middle of a turn."""
    nodes = [node for node in record.line("main") if record.time(node).turn == turn]
    return cut(record, nodes[len(nodes) // 2])


def turns(lib: Library) -> list[int]:
    """How many turns each of its games has."""
    return sorted(lib.games.select("turns").collect()["turns"])


def test_a_file_is_known_by_its_bytes_wherever_it_lies(lib: Library, tmp_path: Path) -> None:
    source = root() / "games" / f"{GAME}.a4a"
    copy = Path(shutil.copy(source, tmp_path / "renamed.a4a"))
    assert lib.add(source, workers=1).added == 1
    again = lib.add([source, copy], workers=1)
    assert (again.added, again.known) == (0, 2)
    assert len(lib) == 1


def test_a_record_that_is_added_twice_is_one_game(lib: Library) -> None:
    lib.add(a4a.game(GAME))
    assert lib.add([a4a.game(GAME), a4a.game(OTHER)]).same == 1
    assert len(lib) == 2


def test_a_longer_save_takes_the_place_of_earlier_ones(lib: Library, played: GameRecord) -> None:
    early = at_end_of(played, 3)
    assert lib.add(early).added == 1
    (was,) = lib.games.collect()["game"]
    assert lib.add(at_end_of(played, 8)).added == 1
    assert turns(lib) == [8]
    assert len(lib.open(was)) == len(at_end_of(played, 8))


def test_an_earlier_save_of_a_game_that_is_there_is_passed_over(
    lib: Library, played: GameRecord
) -> None:
    lib.add(played)
    assert lib.add(at_end_of(played, 5)).earlier == 1
    assert len(lib) == 1


def test_a_save_in_the_middle_of_a_turn_is_an_earlier_one_too(
    lib: Library, played: GameRecord
) -> None:
    lib.add(in_the_middle_of(played, 5))
    lib.add(at_end_of(played, 8))
    assert turns(lib) == [8]
    assert lib.add(in_the_middle_of(played, 6)).earlier == 1


@pytest.mark.parametrize("part", [0.3, 0.9])
def test_a_save_of_an_unfinished_first_turn_is_an_earlier_one_too(
    lib: Library, played: GameRecord, other: GameRecord, part: float
) -> None:
    """Of the game that goes on from it, not of another with the same start."""
    lib.add([other, at_end_of(played, 3)])
    nodes = [node for node in played.line("main") if played.time(node).turn == 1]
    save = cut(played, nodes[int(len(nodes) * part)])
    assert lib.add(save).earlier == 1
    (game,) = lib.games.filter(pl.col("turns") == 3).collect()["game"]
    chain = entry_of(save, Origin("records")).chain
    shelf = Shelf(lib.folder)
    with shelf.writing():
        writer = adding.Writer(shelf)
        settled = writer._settle([counted(save)], without=frozenset())
    assert (len(chain), settled.states) == (2, [("earlier", game)])


def test_a_set_up_is_the_beginning_of_a_game_that_is_there(
    lib: Library, played: GameRecord
) -> None:
    lib.add(at_end_of(played, 3))
    assert lib.add(cut(played, 0)).earlier == 1


def test_saves_of_one_game_may_come_in_any_order_at_once(lib: Library, played: GameRecord) -> None:
    saves = [at_end_of(played, turn) for turn in (5, 3, 8, 4)]
    lib.add(saves)
    assert turns(lib) == [8]


def test_what_a_game_was_called_twice_before_opens_it(lib: Library, played: GameRecord) -> None:
    names = []
    for turn in (3, 5, 8):
        lib.add(at_end_of(played, turn))
        names += lib.games.collect()["game"].to_list()
    assert {lib.find(name) for name in names} == {names[-1]}


def test_a_game_that_goes_another_way_names_the_one_it_was_forked_from(
    lib: Library, played: GameRecord
) -> None:
    common = at_end_of(played, 4)
    game = a4a.new_game(common, dice=a4a.core.dice.SeededDice(99))
    for _ in range(4):
        game.let(a4a.player("random", seed=99), until="turn")
    lib.add(played)
    (first,) = lib.games.collect()["game"]
    lib.add(game.record)
    fork = lib.games.filter(pl.col("game") != first).collect().row(0, named=True)
    assert (fork["forked_from"], fork["forked_at"]) == (first, 4)


def test_games_of_other_options_are_other_games(lib: Library) -> None:
    lib.add([a4a.new_game("europe1940", options=o).record for o in ({}, {"low luck": True})])
    assert len(lib) == 2


def test_a_bad_file_is_listed_with_its_error_and_the_rest_goes_on(
    lib: Library, tmp_path: Path
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.tsvg").write_bytes(b"nothing of the kind")
    (folder / "empty.a4a").write_bytes(b"")
    shutil.copy(root() / "games" / f"{GAME}.a4a", folder / "z.a4a")
    found = lib.add([folder, tmp_path / "not there.tsvg"], workers=1)
    assert (found.added, found.bad) == (1, 3)
    bad = lib.files.filter(pl.col("state") == "bad").collect()
    assert bad["error"].str.contains("a.tsvg|empty|No such").all()
    assert lib.add(folder, workers=1).bad == 0  # it is not read again


def test_what_is_no_path_and_no_record_is_refused(lib: Library) -> None:
    with pytest.raises(A4AError, match="a path of a file or folder, or a record, is added"):
        lib.add([3])  # type: ignore[list-item]


class Dying(Executor):
    """Workers that die after some tasks."""

    _max_workers = 1

    def __init__(self, tasks: int) -> None:
        self.left = tasks

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_what_was_written_before_a_crash_stays_and_adding_goes_on(
    lib: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "CHUNK", 1)
    files = [root() / "games" / f"{name}.a4a" for name in (GAME, OTHER, *MORE)]
    with pytest.raises(KeyboardInterrupt):
        lib.add(files, workers=Dying(len(files) - 1))
    there = len(lib)
    assert 0 < there < len(files)
    again = lib.add(files, workers=1)
    assert again.known == there
    assert len(lib) == len(files)


def test_nothing_is_torn_whichever_write_a_crash_hits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file that is written is the last one once: the library is whole each time."""
    lib = a4a.library(tmp_path / "lib")
    lib.add(a4a.game(GAME))
    real = shelf._write
    tables = len(SHELVED)
    for written in (*range(tables + 1), *range(1, tables)):  # written, then joined to one batch
        left = written

        def failing(*args: Any, **kwargs: Any) -> None:
            nonlocal left
            if not left:
                raise KeyboardInterrupt
            left -= 1
            real(*args, **kwargs)

        there = len(lib) if written < tables else 2
        monkeypatch.setattr(shelf, "_write", failing)
        with pytest.raises(KeyboardInterrupt):
            lib.add(a4a.game(OTHER))
        monkeypatch.setattr(shelf, "_write", real)
        assert len(a4a.library(lib.folder)) == there
        assert lib.turns.select("game").unique().collect().height == there
    lib.add(a4a.game(OTHER))
    assert len(lib) == 2
    named = {p.name for p in (lib.folder / "turns").rglob("*.parquet")}
    lib.add(a4a.game(GAME))  # deletes what no manifest names
    assert {p.name for p in (lib.folder / "turns").rglob("*.parquet")} <= named


def test_tables_in_use_can_be_read_while_games_are_added(lib: Library) -> None:
    lib.add(a4a.game(GAME))
    before = lib.turns
    height = before.collect().height
    lib.add(a4a.game(OTHER))
    assert before.collect().height == height


def test_two_programs_do_not_write_at_once(lib: Library) -> None:
    with Shelf(lib.folder).writing(), pytest.raises(A4AError, match="another program is adding"):
        lib.add(a4a.game(GAME))


def test_small_batches_become_one(lib: Library) -> None:
    lib.add(a4a.game(GAME))
    lib.add(a4a.game(OTHER))
    assert [batch.games for batch in Shelf(lib.folder).manifest.batches] == [2]


def test_a_folder_of_something_else_is_no_library(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(A4AError, match="a folder of something else"):
        a4a.library(tmp_path)


@pytest.mark.parametrize(
    ("said", "match"),
    [
        ("not JSON", "damaged"),
        (json.dumps({"format": "a4a library", "version": 9}), "version 9"),
        (json.dumps({"format": "other"}), "format 'other'"),
    ],
)
def test_a_manifest_that_cannot_be_read_is_said(tmp_path: Path, said: str, match: str) -> None:
    (tmp_path / "library.json").write_text(said)
    with pytest.raises(A4AError, match=match):
        a4a.library(tmp_path)


def test_a_system_of_any_name_stays_in_the_library_s_folder(lib: Library, tmp_path: Path) -> None:
    record = a4a.game(GAME)
    record.header = msgspec.structs.replace(record.header, system="../../elsewhere")
    lib.add(record)
    assert [p.name for p in tmp_path.iterdir()] == ["lib"]
    assert lib.games.collect()["system"].to_list() == ["../../elsewhere"]


def test_a_game_is_found_by_the_beginning_of_its_id(lib: Library) -> None:
    lib.add(a4a.game(GAME))
    (game,) = lib.games.collect()["game"]
    assert lib.open(game[:6]) == shipped(GAME)
    for wrong in ("ffffff" if game[0] != "f" else "000000", game[:3]):
        with pytest.raises(A4AError, match="game"):
            lib.open(wrong)


def test_a_game_is_found_by_its_file(lib: Library, tmp_path: Path) -> None:
    lib.add([shutil.copy(root() / "games" / f"{GAME}.a4a", tmp_path / "a.a4a")], workers=1)
    assert lib.open("a.a4a") == shipped(GAME)
    with pytest.raises(A4AError, match=r"begins with 'other\.a4a', nor was one read from a file"):
        lib.find("other.a4a")


def test_a_file_name_of_several_games_is_refused_with_their_ids(
    lib: Library, tmp_path: Path
) -> None:
    for i, options in enumerate(({}, {"low luck": True})):
        (tmp_path / str(i)).mkdir()
        start = a4a.new_game("europe1940", options=options).record
        (tmp_path / str(i) / "save.a4a").write_bytes(dumps(start))
    lib.add([tmp_path / "0", tmp_path / "1"], workers=1)
    ids = sorted(lib.games.collect()["game"])
    with pytest.raises(
        A4AError, match=f"'save.a4a' means 2 games of this library: {', '.join(ids)}"
    ):
        lib.find("save.a4a")


def test_files_are_saves_in_capitals_too(tmp_path: Path) -> None:
    (tmp_path / "OLD.TSVG").touch()
    (tmp_path / "notes.txt").touch()
    assert files_in(tmp_path) == [tmp_path / "OLD.TSVG"]


def test_large_games_are_written_before_there_are_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parcel = counted(a4a.game(GAME))
    place = Shelf(tmp_path / "lib")
    writer = Writer(place)
    with place.writing():
        writer.put(parcel)
        assert not place.manifest.batches
        monkeypatch.setattr(adding, "CHUNK_BYTES", 2 * parcel.size)
        writer.put(parcel)
        assert sum(batch.games for batch in place.manifest.batches) == 1


@pytest.mark.parametrize("chunk", [1, 2])
def test_of_files_of_one_game_the_first_is_named(
    chunk: int, lib: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "CHUNK", chunk)
    data = gzip.decompress((root() / "games" / f"{GAME}.a4a").read_bytes())
    for level, name in ((1, "b.a4a"), (9, "c.a4a")):
        (tmp_path / name).write_bytes(gzip.compress(data, level))
    assert lib.add([tmp_path / "b.a4a", tmp_path / "c.a4a"], workers=1).same == 1
    assert lib.games.collect()["file"].to_list() == ["b.a4a"]
