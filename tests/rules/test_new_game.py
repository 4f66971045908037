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
