"""Random games of The War Game to their end: nothing raises, no invariant breaks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from a4a.rules import Game, replay
from a4a.store import dumps, loads
from tests import depth
from tests.players import wargame_games
from tests.players.random_games import check_books
from tests.players.wargame_games import LAST

FIRST = 6
"""The game turn in which a game begins."""


def check(game: Game) -> None:
    """The books add up, and the orders, given again, cause what was recorded."""
    check_books(game)
    wargame_games.check_history(game.record)
    wargame_games.check_frames(game.record)
    again = loads(dumps(game.record))
    assert again == game.record
    assert again.state_at(game.node) == game.state
    replay(game.ruleset, again)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(1, deep=100)))
def test_a_random_game_runs_to_its_end(seed: int, census: Counter[str]) -> None:
    rounds = depth.number(FIRST + 1, deep=LAST)
    game = wargame_games.played(seed, rounds=rounds, census=census)
    assert game.state.victors or (not depth.soaking() and game.state.round == rounds + 1)
    check(game)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1000 + depth.number(0, deep=30)))
def test_a_game_that_nobody_wins_goes_on_after_turn_13(
    seed: int, tmp_path: Path, census: Counter[str]
) -> None:
    """With the options, one after another: some of them are played in every game."""
    options = {
        "war without end": True,
        "preemptive battleships": bool(seed % 2),
        "additional units": bool(seed // 2 % 2),
    }
    game = wargame_games.played(
        seed, rounds=LAST + 2, mod=wargame_games.without_end(tmp_path), options=options,
        census=census,
    )  # fmt: skip
    assert not game.state.victors
    assert game.state.round == LAST + 3
    check(game)
