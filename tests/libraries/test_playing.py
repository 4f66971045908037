"""Playing games into a library: the same games again, however they are kept and by whom played."""

from __future__ import annotations

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

MATCH: dict[str, Any] = {"players": "random", "rounds": 1, "workers": 1}


def ids(lib: Library) -> list[str]:
    """The ids of its games."""
    return lib.games.select("game").collect()["game"].to_list()


def test_the_same_call_gives_the_same_games_whoever_works(tmp_path: Path) -> None:
    tables = []
    for workers in (1, 2):
        lib = a4a.library(tmp_path / str(workers))
        a4a.play("europe1940", games=6, into=lib, seed=4, **MATCH | {"workers": workers})
        tables.append([lib.games.collect(), lib.turns.collect(), lib.battles.collect()])
    for one, two in zip(*tables, strict=True):
        assert one.equals(two)


def test_another_seed_gives_other_games_and_each_game_its_own(lib: Library) -> None:
    a4a.play("europe1940", games=3, into=lib, seed=1, **MATCH)
    a4a.play("europe1940", games=3, into=lib, seed=2, **MATCH)
    assert len(set(ids(lib))) == 6


def test_an_interrupted_call_goes_on_where_it_was(lib: Library) -> None:
    assert a4a.play("europe1940", games=2, into=lib, **MATCH).added == 2
    more = a4a.play("europe1940", games=5, into=lib, **MATCH)
    assert (more.known, more.added) == (2, 3)


@pytest.mark.parametrize("keep", ["orders", "record", "seed"])
def test_a_game_opens_as_it_was_played_however_it_is_kept(lib: Library, keep: Any) -> None:
    a4a.play("europe1940", games=1, into=lib, keep=keep, seed=8, **MATCH)
    (game,) = ids(lib)
    record, _ = match.Match(
        system="europe1940", players=(("", a4a.player("random")),), rounds=1, seed=8
    ).play(0)
    assert lib.open(game) == record


def test_the_game_s_seed_is_told_and_plays_it_again(lib: Library) -> None:
    a4a.play("europe1940", games=1, into=lib, seed=8, **MATCH)
    row = lib.games.collect().row(0, named=True)
    seed = int(row["seed"])
    game = a4a.new_game("europe1940", dice=a4a.core.dice.SeededDice(seed))
    game.let(a4a.player("random", seed=seed), until="phase")
    steps = game.record.steps
    assert {n: lib.open(row["game"]).steps[n] for n in steps} == steps


@pytest.mark.parametrize("keep", ["orders", "seed"])
def test_other_rules_do_not_pass_another_game_off_as_this_one(
    lib: Library, keep: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    a4a.play("europe1940", games=2, into=lib, keep=keep, **MATCH)
    records = Shelf(lib.folder).scan("records").sort("game").collect()
    (one, _), (data, other) = records["game"], records["data"]
    assert data != other
    with pytest.raises(RecordError, match="it becomes another game"):
        keeping.reopened(keep, other, game=one)


def test_a_player_that_has_changed_since_is_named(
    lib: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    a4a.play("europe1940", games=1, into=lib, keep="seed", **MATCH)
    kind = type(a4a.player("random"))
    monkeypatch.setattr(kind, "version", kind.version + 1)
    with pytest.raises(RecordError, match="'random' was of version"):
        lib.open(ids(lib)[0])


def test_damaged_orders_are_said_to_be(lib: Library) -> None:
    a4a.play("europe1940", games=1, into=lib, **MATCH)
    data = Shelf(lib.folder).scan("records").collect()["data"].item()
    for wrong in (data[:-20], b"\x1f\x8b" + b"x" * 20, b"{}"):
        with pytest.raises(RecordError, match=r"damaged|cut short"):
            keeping.reopened("orders", wrong, game="abcdef")


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
    record = a4a.game("global1940_strong_computer")
    node = [n for n in record.line("main") if record.time(n).turn == 3][-1]
    node = record.nearest_settled(node)
    a4a.play(record, node=node, games=1, into=lib, **MATCH)
    played = lib.open(ids(lib)[0])
    assert played.steps[node] == record.steps[node]
    assert [s.author.split()[0] for s in played.steps.values() if s.author] == ["random"] * sum(
        bool(s.author) for s in played.steps.values()
    )
    with pytest.raises(A4AError, match="kept as 'record'"):
        a4a.play(record, games=1, into=lib, keep="seed", **MATCH)


def test_a_game_that_ends_by_no_rule_says_why(
    lib: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    a4a.play("europe1940", games=1, into=lib, **MATCH)
    monkeypatch.setattr(match, "MOST_ORDERS", 3)
    a4a.play("europe1940", games=1, into=lib, seed=1, **MATCH)
    assert set(lib.games.collect()["how"]) == {"round", "stalled"}


def test_a_player_of_one_s_own_plays_but_is_not_kept_as_a_seed(lib: Library) -> None:
    a4a.play("europe1940", games=1, into=lib, players=Mine(), rounds=1, workers=1)
    assert len(lib.open(ids(lib)[0]))
    with pytest.raises(A4AError, match="'mine' does not come with a4a"):
        a4a.play("europe1940", games=1, into=lib, players=Mine(), rounds=1, keep="seed", workers=1)


class Mine(FormPlayer):
    """A player of one's own."""

    name = "mine"


def test_systems_lie_side_by_side_in_one_table(lib: Library) -> None:
    for system in ("europe1940", "wargame1942"):
        a4a.play(system, games=1, into=lib, **MATCH)
    power = pl.col("power")
    found = lib.turns.group_by("system").agg(power.n_unique()).sort("system").collect()
    assert found["system"].to_list() == ["europe1940", "wargame1942"]
    assert found["power"].min() > 4
