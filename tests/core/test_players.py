"""Who plays which power: given by name or alias, checked, saved with the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import a4a
from a4a.core.errors import A4AError, RecordError
from a4a.core.players import MOST_NAME, players_with
from tests.importers.minisave import small_war

CATALOG = a4a.dataset("global1940").catalog


def test_names_are_given_by_name_or_alias_and_stand_in_the_order_of_play() -> None:
    known = {"Japan": "Human", "Germany": "Human"}
    assert players_with(known, {"Italians": "Bo", "germany": "Ada"}, CATALOG) == {
        "Germany": "Ada", "Japan": "Human", "Italy": "Bo",
    }  # fmt: skip


def test_an_empty_name_takes_one_away() -> None:
    assert players_with({"Japan": "Bo", "Germany": "Ada"}, {"Japan": " "}, CATALOG) == {
        "Germany": "Ada"
    }


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"Germoney": "Ada"}, "Germany"),
        ({"Germany": 7}, "the name of who plays Germany is a text, not a int"),
        ({7: "Ada"}, "a player's power is its name, not a int"),
        ({"Germany": "A" * (MOST_NAME + 1)}, f"at most {MOST_NAME} characters"),
        ({"Germany": "Ada\nBo"}, "in one line"),
        ({"Germany": "Ada\N{RIGHT-TO-LEFT OVERRIDE}oB"}, "none that cannot be seen"),
        (["Germany", "Ada"], "names by power"),
    ],
)
def test_what_is_no_name_of_a_player_is_refused(given: Any, said: str) -> None:
    with pytest.raises(A4AError, match=said):
        players_with({}, given, CATALOG)


def test_a_save_is_opened_with_names_for_its_powers(tmp_path: Path) -> None:
    file = tmp_path / "game.tsvg"
    file.write_bytes(small_war().save())
    assert a4a.open(file, players={"Blues": "Bob"}).header.players == {
        "Reds": "Alice", "Blues": "Bob",
    }  # fmt: skip
    assert a4a.open(file, anonymous=True, players={"Blues": "B."}).header.players == {"Blues": "B."}
    with pytest.raises(A4AError, match="no power 'Greens'"):
        a4a.open(file, players={"Greens": "Carol"})


def test_names_given_to_a_game_of_ours_are_saved_with_it(tmp_path: Path) -> None:
    file = tmp_path / "game.a4a"
    a4a.save(a4a.start("europe1940"), file)
    record = a4a.open(file, players={"Germany": "Ada"})
    assert not record.saved
    a4a.save(record)
    again = a4a.open(file, players={"Germany": "Ada"})
    assert again.header.players == {"Germany": "Ada"}
    assert again.saved


def test_a_refused_name_changes_nothing() -> None:
    record = a4a.start("europe1940")
    with pytest.raises(RecordError):
        record.name_players({"Germany": "Ada", "Italy": "B\to"})
    assert record.header.players == {}


def test_the_frame_of_powers_says_who_plays_them() -> None:
    record = a4a.start("europe1940")
    record.name_players({"Germany": "Ada"})
    players = a4a.frames(record, at="turn").powers.select("power", "player").rows()
    assert ("Germany", "Ada") in players
    assert ("Italy", None) in players
