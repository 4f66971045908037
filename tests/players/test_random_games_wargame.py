"""Random games of The War Game: nothing raises, no invariant breaks."""

from __future__ import annotations

from collections import Counter

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import Game, replay
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.store import dumps, loads
from tests import depth
from tests.players import random_games
from tests.players.census import CountedFormPlayer, occurred
from tests.players.random_games import check_books

SYSTEM = "wargame1942"
LAST = 13
"""The last game turn, which decides."""


def look_at(state: State, turn: tuple[str, ...]) -> None:
    """What holds whenever a turn has ended."""
    random_games.look_at(state, turn)
    assert not state.battles
    assert not state.decisions
    assert not [u for u in state.units.values() if not set(w.PASSING_FLAGS).isdisjoint(u.flags)]
    _look_at_land(state)
    _look_at_sea(state, turn)


def _look_at_land(state: State) -> None:
    """Nobody stands in land of the enemy, and factories are the holder's."""
    catalog = state.catalog
    for unit in state.units.values():
        holder = state.control.get(unit.place) if isinstance(unit.place, str) else None
        if holder is None:
            continue
        if catalog.unit_type(unit.type).category == "facility":
            assert unit.owner == holder, unit
        elif catalog.side_of(holder):
            assert catalog.side_of(unit.owner) == catalog.side_of(holder), unit


def _look_at_sea(state: State, turn: tuple[str, ...]) -> None:
    """Ships that fight do not stay with enemies where their turn has ended."""
    for space in state.board.spaces:
        if space.kind != "sea":
            continue
        ships = [unit for unit in state.at(space.name) if _fights(state, unit)]
        sides = {state.catalog.side_of(unit.owner) for unit in ships}
        if any(unit.owner in turn for unit in ships):
            assert len(sides) == 1, f"enemies stay together in {space.name}"


def _fights(state: State, unit: Unit) -> bool:
    kind = state.catalog.unit_type(unit.type)
    stealthy = "stealth" in kind.abilities
    return kind.category == "sea" and not kind.transport_capacity and not stealthy


def check(game: Game) -> None:
    """The books add up, and the orders, given again, cause what was recorded."""
    check_books(game)
    events = [event for step in game.record.steps.values() for event in step.events]
    asked = Counter(event.decision for event in events if isinstance(event, ev.Asked))
    assert set(asked.values()) <= {1}, "ids of questions repeat"
    opened = Counter(event.battle for event in events if isinstance(event, ev.BattleOpened))
    closed = Counter(event.battle for event in events if isinstance(event, ev.BattleClosed))
    assert opened == closed
    again = loads(dumps(game.record))
    assert again == game.record
    assert again.state_at(game.node) == game.state
    replay(game.ruleset, again)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(2, deep=100)))
def test_a_random_game_runs_to_its_end(seed: int, census: Counter[str]) -> None:
    game = a4a.new_game(SYSTEM, dice=SeededDice(seed))
    rounds = depth.number(game.state.round + 1, deep=LAST)
    player = CountedFormPlayer(seed)
    while game.decision is not None and game.state.round <= rounds:
        turn = game.state.active
        player.play_turn(game)
        ended = game.state.turn_start if game.decision is not None else game.state
        assert ended is not None
        look_at(ended, turn)
    census.update(player.asked)
    census.update(occurred(game.record))
    assert game.state.victors or game.state.round == rounds + 1
    check(game)
