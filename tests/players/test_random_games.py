"""Random games of Europe 1940 to round 6: nothing raises, no invariant breaks."""

from __future__ import annotations

from collections import Counter

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.players import RandomPlayer
from a4a.rules import Game, replay
from a4a.rules.systems import ruleset
from a4a.store import dumps, loads
from tests import depth
from tests.players import random_games

EUROPE = "europe1940"
ROUNDS = 6


def played(seed: int, *, rounds: int = ROUNDS, census: Counter[str] | None = None) -> Game:
    return random_games.played(EUROPE, seed, rounds=rounds, census=census)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(1, deep=400)))
def test_a_random_game_runs_to_round_6(seed: int, census: Counter[str]) -> None:
    game = played(seed, census=census)
    assert game.state.victors or game.state.round == ROUNDS + 1
    random_games.check_books(game)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(0, deep=12)))
def test_a_random_game_is_played_until_somebody_has_won(seed: int, census: Counter[str]) -> None:
    """In no game to round 6 has anybody; of six played on, three were won by round 20."""
    game = played(seed, rounds=40, census=census)
    random_games.check_books(game)
    if not game.state.victors:
        assert game.state.round == 41


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 1 + depth.number(1, deep=20)))
def test_the_same_seed_gives_the_same_game_byte_for_byte(seed: int) -> None:
    one, other = (played(seed, rounds=depth.number(1, deep=2)) for _ in range(2))
    assert dumps(one.record) == dumps(other.record)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4, 4 + depth.number(1, deep=20)))
def test_orders_given_again_with_the_recorded_rolls_cause_the_same_events(seed: int) -> None:
    record = loads(dumps(played(seed, rounds=depth.number(1, deep=3)).record))
    replay(ruleset(EUROPE), record)


def test_a_saved_game_goes_on_as_if_nothing_had_been() -> None:
    game = played(7, rounds=1)
    again = a4a.new_game(loads(dumps(game.record)), dice=SeededDice(8))
    straight = a4a.new_game(game.record, dice=SeededDice(8))
    for one in (again, straight):
        RandomPlayer(9).play_turn(one)
    assert again.state == straight.state
    assert again.record == straight.record


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1000 + depth.number(1, deep=40)))
def test_a_random_game_with_research_runs_to_round_6(seed: int, census: Counter[str]) -> None:
    options = {"research": True}
    game = random_games.played(EUROPE, seed, rounds=ROUNDS, options=options, census=census)
    assert game.state.victors or any(
        isinstance(event, ev.Rolled) and event.purpose == "technology"
        for step in game.record.steps.values()
        for event in step.events
    )
