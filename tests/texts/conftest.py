"""Games that tests of texts share."""

from __future__ import annotations

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.players import FormPlayer
from tests.players.random_games import played


@pytest.fixture(scope="session")
def europe() -> GameRecord:
    """A round of Europe 1940, played at random."""
    return played("europe1940", 1940, rounds=1).record


@pytest.fixture(scope="session")
def war() -> GameRecord:
    """The beginning of a game of The War in Europe, played at random."""
    game = a4a.new_game("war_in_europe", dice=SeededDice(1940))
    player = FormPlayer(1940)
    while game.state.round <= 1 and game.decision is not None:
        player.play_turn(game)
    return game.record
