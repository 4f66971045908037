"""Playing games into a library: the same games again, however they are kept and by whom played."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import a4a
from a4a.core.errors import A4AError, RecordError
from a4a.libraries import keeping, match
from a4a.libraries.library import Library
from a4a.libraries.shelf import Shelf
from a4a.players import FormPlayer
from a4a.store import dumps

MATCH: dict[str, Any] = {"players": "random", "rounds": 1, "workers": 1}


def ids(lib: Library) -> list[str]:
    """The ids of its games."""
    return lib.games.select("game").collect()["game"].to_list()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Two games of a round, kept as orders; the library is only read."""
    lib = a4a.library(tmp_path_factory.mktemp("played") / "lib")
    a4a.play("europe1940", games=2, into=lib, seed=8, **MATCH)
    return lib


@pytest.fixture(scope="module")
def kept(played: Library, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Library]:
    """The first of those games, kept in each way."""
    libs = {"orders": played}
    for keep in ("record", "seed"):
        libs[keep] = a4a.library(tmp_path_factory.mktemp(keep) / "lib")
        a4a.play("europe1940", games=1, into=libs[keep], seed=8, keep=keep, **MATCH)  # type: ignore[arg-type]
    return libs


@pytest.fixture
def copy(played: Library, tmp_path: Path) -> Library:
    """A copy of those two games, to be added to."""
    return a4a.library(shutil.copytree(played.folder, tmp_path / "copy"))


def test_the_same_call_gives_the_same_games_whoever_works(played: Library, lib: Library) -> None:
    a4a.play("europe1940", games=2, into=lib, seed=8, **MATCH | {"workers": 2})
    for table in ("games", "turns", "battles"):
        assert getattr(lib, table).collect().equals(getattr(played, table).collect())


def test_another_seed_gives_other_games_and_each_game_its_own(copy: Library) -> None:
    a4a.play("europe1940", games=1, into=copy, seed=2, **MATCH)
    assert len(set(ids(copy))) == 3


def test_an_interrupted_call_goes_on_where_it_was(copy: Library) -> None:
    more = a4a.play("europe1940", games=3, into=copy, seed=8, **MATCH)
    assert (more.known, more.added) == (2, 1)


@pytest.mark.parametrize("keep", ["orders", "seed"])
def test_a_game_opens_as_it_was_played_however_it_is_kept(
    kept: dict[str, Library], keep: str
) -> None:
    (game,) = ids(kept["record"])
    record = kept["record"].open(game)
    assert len(record) > 20
    assert kept[keep].open(game) == record


def test_the_game_s_seed_is_told_and_plays_it_again(played: Library) -> None:
    row = played.games.collect().row(0, named=True)
    seed = int(row["seed"])
    game = a4a.new_game("europe1940", dice=a4a.core.dice.SeededDice(seed))
    game.let(a4a.player("random", seed=seed), until="phase")
    steps = game.record.steps
    assert {n: played.open(row["game"]).steps[n] for n in steps} == steps


def reopened(lib: Library, game: str, *, kept_of: str) -> Any:
    """Open a game from what is kept of another."""
    shelf = Shelf(lib.folder)
    kept, data = (
        shelf.scan("records").filter(pl.col("game") == kept_of).select("kept", "data").collect()
    ).row(0)
    links = shelf.scan("chains").filter(pl.col("game") == game).sort("place").collect()["link"]
    return keeping.reopened(kept, data, game=game, chain=links.to_list(), starts=shelf.start)


def test_other_rules_do_not_pass_another_game_off_as_this_one(played: Library) -> None:
    one, other = ids(played)
    assert reopened(played, one, kept_of=one)
    with pytest.raises(RecordError, match="another game: turn 1 goes another way"):
        reopened(played, one, kept_of=other)


def test_a_player_that_has_changed_since_is_named(
    kept: dict[str, Library], monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = type(a4a.player("random"))
    monkeypatch.setattr(kind, "version", kind.version + 1)
    with pytest.raises(RecordError, match="'random' was of version"):
        kept["seed"].open(ids(kept["seed"])[0])


def test_damaged_orders_are_said_to_be(played: Library) -> None:
    data = Shelf(played.folder).scan("records").collect()["data"][0]
    for wrong in (data[:-20], b"\x1f\x8b" + b"x" * 20, b"{}"):
        with pytest.raises(RecordError, match=r"damaged|cut short"):
            keeping.reopened("orders", wrong, game="abcdef", chain=(), starts=bytes)


def test_players_are_given_for_all_for_sides_or_for_powers(lib: Library) -> None:
    powers = {"Germany": "greedy", "Allies": "random", "Italy": FormPlayer()}
    a4a.play("europe1940", games=1, into=lib, players=powers, rounds=1, workers=1)
    record = lib.open(ids(lib)[0])
    authors = {
        record.time(node).powers[0]: step.author.split()[0]
        for node, step in record.steps.items()
        if step.author and len(record.time(node).powers) == 1
    }
    assert authors["Germany"] == "greedy"
    assert authors["Soviet Union"] == "random"


@pytest.mark.parametrize(
    ("asked", "match"),
    [
        ({"players": ("random",)}, "1 players for 2 sides"),
        ({"players": {"Germany": "random"}}, "nobody decides for"),
        ({"players": "clever"}, "no player 'clever'"),
        ({"players": 3}, "a player is a name"),
        ({"games": 0}, "how many games"),
        ({"options": {"no such": True}}, "no such"),
        ({"node": 3}, "for a record that is gone on with"),
        ({"keep": "nothing"}, "kept as"),
        ({"workers": 0}, "one process at least"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_written(
    lib: Library, asked: dict[str, Any], match: str
) -> None:
    with pytest.raises(A4AError, match=match):
        a4a.play("europe1940", **{"games": 1, "into": lib, **MATCH, **asked})
    assert not lib.folder.exists() or len(lib) == 0


def test_a_record_is_gone_on_with_from_a_node(lib: Library) -> None:
    """What is counted is the new games, not the one that they leave."""
    record = a4a.game("wargame1942_midway")
    node = record.nearest_settled(record.line("main")[len(record) // 2])
    a4a.play(record, node=node, games=2, into=lib, seed=1, **MATCH)
    assert len(ids(lib)) == 2
    assert lib.games.collect()["bytes"].max() < len(dumps(record))
    opened = lib.open(ids(lib)[0])
    assert opened.steps[node] == record.steps[node]
    new = [opened.steps[n] for n in opened.line("main") if n > record.used]
    assert new[0].parent == node
    assert {step.author.split()[0] for step in new if step.author} == {"random"}
    (start,) = (lib.folder / "starts").iterdir()
    start.write_bytes(b"another game")
    with pytest.raises(RecordError, match="from which games began, is damaged"):
        lib.open(ids(lib)[0])


def test_a_mod_s_games_need_its_folder_where_they_are_kept_as_orders(
    lib: Library, tmp_path: Path
) -> None:
    mod = Path(
        shutil.copytree(Path(__file__).parent.parent / "mods" / "sealion1940", tmp_path / "mod")
    )
    a4a.play(mod, games=1, into=lib, keep="orders", **MATCH)
    (game,) = ids(lib)
    record = lib.open(game)
    (tmp_path / "elsewhere").mkdir()
    moved = mod.rename(tmp_path / "elsewhere" / "mod")
    with pytest.raises(A4AError, match=r"the mod in .*, which is not there"):
        lib.open(game)
    assert lib.open(game, rules=moved) == record


def test_a_game_that_ends_by_no_rule_says_why(
    copy: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "MOST_ORDERS", 3)
    a4a.play("europe1940", games=1, into=copy, seed=1, **MATCH)
    assert set(copy.games.collect()["how"]) == {"round", "stalled"}


def test_a_player_of_one_s_own_plays_but_is_not_kept_as_a_seed(lib: Library) -> None:
    a4a.play("europe1940", games=1, into=lib, players=Mine(), rounds=1, workers=1)
    assert len(lib.open(ids(lib)[0]))
    with pytest.raises(A4AError, match="'mine' does not come with a4a"):
        a4a.play("europe1940", games=1, into=lib, players=Mine(), rounds=1, keep="seed", workers=1)


class Mine(FormPlayer):
    """A player of one's own."""

    name = "mine"


def test_systems_lie_side_by_side_in_one_table(copy: Library) -> None:
    copy.add(a4a.game("wargame1942_midway"))
    power = pl.col("power")
    found = copy.turns.group_by("system").agg(power.n_unique()).sort("system").collect()
    assert found.rows() == [("europe1940", 6), ("wargame1942", 1)]
