"""Which of our games a save is of, and what its types of units are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from a4a.boards import load
from a4a.importers.triplea import savedcatalog


def test_a_save_is_of_the_game_that_knows_its_players_best() -> None:
    save = cast(Any, SimpleNamespace(unit_types={}, players=["Japan"]))
    europe, world = load("europe1940"), load("global1940")
    for datasets in ([europe, world], [world, europe]):
        assert savedcatalog._most_alike(save, datasets) is world


@pytest.mark.parametrize(
    ("values", "category"),
    [
        ({"isAir": True}, "air"),
        ({"isSea": True}, "sea"),
        ({"isInfrastructure": True}, "facility"),
        ({"isConstruction": True}, "facility"),
        ({"isInfrastructure": False}, "land"),
        ({}, "land"),
    ],
)
def test_what_a_type_is_follows_from_what_it_says_of_itself(
    values: dict[str, bool], category: str
) -> None:
    assert savedcatalog._category(cast(Any, SimpleNamespace(values=values))) == category
