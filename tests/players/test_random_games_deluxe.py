"""Random games of 3G40 Deluxe to their end: nothing raises, no invariant breaks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.players import FormPlayer
from a4a.rules import Game, replay
from a4a.store import dumps, loads
from tests import depth
from tests.players import deluxe_games
from tests.players.random_games import check_books

LAST = 12
"""The round after which America has the atom bomb."""


def check(game: Game) -> None:
    """The books add up, and the orders, given again, cause what was recorded."""
    check_books(game)
    deluxe_games.check_history(game.record)
    events = [event for step in game.record.steps.values() for event in step.events]
    asked = Counter(event.decision for event in events if isinstance(event, ev.Asked))
    assert set(asked.values()) <= {1}, "ids of questions repeat"
    again = loads(dumps(game.record))
    assert again == game.record
    assert again.state_at(game.node) == game.state
    replay(game.ruleset, again)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(1, deep=100)))
def test_a_random_game_runs_to_its_end(seed: int, census: Counter[str]) -> None:
    rounds = depth.number(1, deep=LAST)
    game = deluxe_games.played(seed, rounds=rounds, census=census)
    assert game.state.victors if depth.soaking() else game.state.round == rounds + 1
    check(game)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1000 + depth.number(0, deep=30)))
def test_a_game_that_nobody_wins_goes_on_after_round_12(
    seed: int, tmp_path: Path, census: Counter[str]
) -> None:
    game = deluxe_games.played(
        seed, rounds=LAST + 2, mod=deluxe_games.at_the_gates(tmp_path), census=census
    )
    assert game.state.round == LAST + 3
    check(game)


@pytest.mark.parametrize("seed", [8])
def test_a_saved_game_goes_on_as_if_nothing_had_been(seed: int) -> None:
    game = a4a.new_game(deluxe_games.SYSTEM, dice=SeededDice(seed))
    FormPlayer(seed).play_turn(game)
    games = [
        a4a.new_game(record, dice=SeededDice(seed))
        for record in (game.record.copy_line(game.node), loads(dumps(game.record)))
    ]
    for one in games:
        FormPlayer(seed + 1).play_turn(one)
    assert games[0].state == games[1].state
    assert dumps(games[0].record) == dumps(games[1].record)
