"""Doors to a game: what cannot be played is refused in words."""

from __future__ import annotations

import pytest

import a4a


@pytest.mark.parametrize("system", [None, 3, ["europe1940"]])
def test_a_game_is_made_of_a_name_or_a_record(system: object) -> None:
    with pytest.raises(a4a.A4AError, match="a system's name or of a record, not of a "):
        a4a.new_game(system)  # type: ignore[arg-type]


def test_options_that_are_no_mapping_are_refused() -> None:
    with pytest.raises(a4a.A4AError, match=r"options are a mapping, as .* not \['low luck'\]"):
        a4a.new_game("europe1940", options=["low luck"])  # type: ignore[arg-type]


def test_games_of_one_dataset_under_the_same_options_share_what_they_are_made_of() -> None:
    for system in ("war_in_europe", "wargame1942"):
        one, other = (a4a.new_game(system).ruleset.game for _ in range(2))
        assert one is other
    free = a4a.new_game("wargame1942", options={"war without end": True}).ruleset.game
    assert free is not one
    assert free.options != one.options
    assert a4a.new_game("global1940").ruleset.game is not a4a.new_game("europe1940").ruleset.game
