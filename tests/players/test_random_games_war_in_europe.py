"""Random games of 2WW: The War in Europe to Spring 1945: nothing raises, no invariant breaks."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import RuleViolation
from a4a.core.record import GameRecord
from a4a.players import FormPlayer
from a4a.rules import Game, replay
from a4a.rules.systems.war_in_europe.victory import is_drawn
from a4a.store import dumps, loads
from tests import depth
from tests.players import war_games
from tests.players.census import CountedFormPlayer, occurred
from tests.players.random_games import check_books
from tests.players.war_games import SYSTEM, GuidedPlayer

LAST = 23
"""The game turn of Spring 1945."""
KINDS = 12
"""Of how many kinds of decision a short game is resumed in the middle, at least."""
MOST = depth.number(KINDS, deep=1_000)
"""How many kinds of step are looked at; then the game is played no further."""


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(1, deep=200)))
def test_a_random_game_runs_to_spring_1945(seed: int, census: Counter[str]) -> None:
    """From the end of the recorded game on, Autumn 1941, or from the set-up if tests go deep."""
    record = None if depth.soaking() else a4a.game("war_in_europe_1939_1941")
    moves = 0.7 if depth.soaking() else 0.3
    game = war_games.played(seed, record=record, moves=moves, census=census)
    assert game.decision is None
    assert game.state.victors or is_drawn(game.state)
    assert game.state.round == LAST
    census.update(occurred(game.record))
    check_books(game)
    events = [event for step in game.record.steps.values() for event in step.events]
    asked = Counter(event.decision for event in events if isinstance(event, ev.Asked))
    assert set(asked.values()) == {1}, "ids of questions repeat"
    if depth.soaking():  # which takes as long as to play; the shipped game is given again anyway
        again = loads(dumps(game.record))
        replay(game.ruleset, again)
        assert written(again) == written(game.record)


def written(record: GameRecord) -> bytes:
    """The steps of a record as they are written."""
    return msgspec.json.encode(tuple(record.steps.values()))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(1, deep=20)))
def test_a_game_goes_on_from_the_middle_of_anything(seed: int) -> None:
    game = a4a.new_game(SYSTEM, dice=SeededDice(seed))
    player, seen = GuidedPlayer(seed), set[str]()
    rounds = depth.number(2, deep=LAST)
    while game.decision is not None and game.state.round <= rounds and len(seen) < MOST:
        if game.decision.kind not in seen:
            seen.add(game.decision.kind)
            go_on(game, seed)
        player.act(game)
    assert len(seen) >= KINDS, seen


def go_on(game: Game, seed: int) -> None:
    """Read a game again as it was saved, and play both to the end of the turn: they agree."""
    line = game.record.copy_line(game.node)
    games = [a4a.new_game(r, dice=SeededDice(seed)) for r in (line, loads(dumps(line)))]
    for one in games:
        assert one.decision == game.decision
        FormPlayer(seed).play_turn(one)
    assert written(games[0].record) == written(games[1].record)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(1, deep=20)))
def test_orders_are_taken_back_as_if_they_had_not_been_given(seed: int) -> None:
    game = a4a.new_game(SYSTEM, dice=SeededDice(seed))
    player, taken = CountedFormPlayer(seed), Counter[str]()
    rounds = depth.number(2, deep=8)
    while game.decision is not None and game.state.round <= rounds and len(taken) < MOST:
        player.act(game)
        taken.update(take_back(game))
    assert len(taken) >= KINDS, taken


def story(game: Game) -> list[tuple[object, ...]]:
    """What was ordered and what it caused; steps given again have new ids."""
    steps = game.record.steps.values()
    return [(step.order, *step.events) for step in steps if step.order or step.events]


def take_back(game: Game) -> Counter[str]:
    """Take back the last orders, and give them again: all is as it was."""
    told, state = story(game), game.state
    steps = []
    while len(steps) < 3:
        try:
            before = game.record.state_at(game.last_order().parent)
            steps.append(game.take_back())
        except RuleViolation:
            break  # dice were rolled
        assert game.state == before
    orders = [a4a.rules.order.read(s.order, dict(game.ruleset.orders)) for s in reversed(steps)]
    for order in orders:
        game.do(order)
    assert game.state == state
    assert story(game) == told
    return Counter(order.kind for order in orders)
