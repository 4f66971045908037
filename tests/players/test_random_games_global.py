"""Random games of Global 1940 to round 6: nothing raises, no invariant breaks.

Half of them are played with research; what holds in every game of the family is in
`random_games`, what is special to Global here.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.players import RandomPlayer
from a4a.rules import Game, replay
from a4a.rules.systems import ruleset
from a4a.store import dumps, loads
from tests import depth
from tests.players import global_games, random_games

GLOBAL = "global1940"
ROUNDS = 6
JAPAN = "Japan"
TOKENS = "kamikaze tokens"
ORDER = ("Germany", "Soviet Union", "Japan", "United States", "China", "United Kingdom", "Italy",
         "ANZAC", "France")  # fmt: skip


def look_at(state: State, turn: tuple[str, ...]) -> None:
    """What holds in Global 1940 whenever a turn has ended."""
    global_games.look_at(state, turn)
    assert 0 <= state.money(JAPAN, TOKENS) <= 6
    assert turn == (ORDER[(state.turn - 2) % len(ORDER)],) or state.victors


def check_history(record: GameRecord) -> None:
    """What was once so: wars last, tokens are only spent, no side's powers attack each other."""
    tokens = 6
    for step in record.steps.values():
        for event in step.events:
            match event:
                case ev.RelationChanged(old="war", new=new):
                    raise AssertionError(f"a war ended in {new}")
                case ev.ResourceChanged(resource="kamikaze tokens", amount=amount):
                    assert amount < 0
                    tokens += amount
                case ev.Rolled(purpose="kamikaze", power=power):
                    assert power == JAPAN
    assert tokens >= 0


def played(seed: int, *, rounds: int = ROUNDS, census: Counter[str] | None = None) -> Game:
    options = {"research": bool(seed % 2)}
    return random_games.played(
        GLOBAL, seed, rounds=rounds, options=options, look=look_at, census=census
    )


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 1 + depth.number(1, deep=200)))
def test_a_random_game_runs_to_round_6(seed: int, census: Counter[str]) -> None:
    game = played(seed, census=census)
    assert game.state.victors or game.state.round == ROUNDS + 1
    random_games.check_books(game)
    check_history(game.record)


@cache
def first_round(seed: int) -> Game:
    """A game of one round: only read."""
    return played(seed, rounds=1)


@pytest.mark.parametrize("seed", [8])
def test_the_same_seed_gives_the_same_game_byte_for_byte(seed: int) -> None:
    assert dumps(first_round(seed).record) == dumps(played(seed, rounds=1).record)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4, 4 + depth.number(1, deep=20)))
def test_orders_given_again_with_the_recorded_rolls_cause_the_same_events(seed: int) -> None:
    record = loads(dumps(played(seed, rounds=depth.number(1, deep=3)).record))
    replay(ruleset(GLOBAL, {"research": bool(seed % 2)}), record)


def test_a_saved_game_goes_on_as_if_nothing_had_been() -> None:
    record = first_round(8).record
    again = a4a.new_game(loads(dumps(record)), dice=SeededDice(8))
    straight = a4a.new_game(record.copy_line(record.last), dice=SeededDice(8))
    for one in (again, straight):
        RandomPlayer(9).play_turn(one)
    assert again.state == straight.state
    assert again.record == straight.record
