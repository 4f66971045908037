"""Two hundred random games of Europe 1940 to round 6: nothing raises, no invariant breaks."""

from __future__ import annotations

from collections import Counter

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.units import Holding
from a4a.players import RandomPlayer
from a4a.rules import Game, replay
from a4a.rules.systems import ruleset
from a4a.store import dumps, loads

GAMES = 200
BATCH = 10
ROUNDS = 6


def played(seed: int, *, rounds: int = ROUNDS) -> Game:
    """Play a random game to the end of a round, looking at every turn."""
    game = a4a.new_game("europe1940", dice=SeededDice(seed))
    player = RandomPlayer(seed)
    while game.state.round <= rounds and game.decision is not None:
        turn = game.state.active
        player.play_turn(game)
        look_at(game.state, turn)
    return game


def look_at(state: State, turn: tuple[str, ...]) -> None:
    """What holds whenever a turn has ended."""
    assert state.settled, state.unsettled
    types = {t.name: t for t in state.catalog.unit_types}
    sea = {s.name for s in state.board.spaces if s.kind == "sea"}
    closed = {s.name for s in state.board.spaces if s.impassable}
    for unit in state.units.values():
        kind = types[unit.type]
        assert unit.damage >= 0
        assert "hit" not in unit.flags
        if isinstance(unit.place, Holding):
            assert unit.owner not in turn, f"{unit} was not mobilized, nor paid back"
        elif isinstance(unit.place, str):
            assert unit.place not in closed
            if kind.category in ("land", "facility"):
                assert unit.place not in sea
            elif kind.category == "sea":
                assert unit.place in sea
                assert unit.damage < kind.hits
    for space in sea:
        assert space not in state.control
        for carrier in state.at(space):
            cargo = state.at(carrier.id)
            kind = types[carrier.type]
            assert sum(types[u.type].transport_cost for u in cargo) <= kind.transport_capacity
            assert sum(types[u.type].carrier_cost for u in cargo) <= kind.carrier_capacity
    assert all(amount >= 0 for amount in state.balances.values())


def ledger(record: GameRecord) -> Counter[tuple[str, str]]:
    """What the treasuries should hold: what they began with, and every change."""
    money: Counter[tuple[str, str]] = Counter()
    for balance in record.start.balances:
        money[balance.treasury, balance.resource] += balance.amount
    for step in record.steps.values():
        for event in step.events:
            if isinstance(event, ev.ResourceChanged):
                money[event.treasury, event.resource] += event.amount
    return money


def census(record: GameRecord) -> int:
    """How many units there should be: those that came less those that left, for a reason."""
    count = len(record.start.units)
    for step in record.steps.values():
        for event in step.events:
            if isinstance(event, ev.UnitsAdded):
                count += len(event.units)
            elif isinstance(event, ev.UnitsRemoved):
                assert event.reason
                count -= len(event.units)
    return count


@pytest.mark.parametrize("batch", range(GAMES // BATCH))
def test_random_games_run_to_round_6(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        game = played(seed)
        state = game.state
        assert state.victors or state.round == ROUNDS + 1
        for (treasury, resource), amount in ledger(game.record).items():
            assert state.money(treasury, resource) == amount
        assert len(state.units) == census(game.record)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_same_seed_gives_the_same_game_byte_for_byte(seed: int) -> None:
    assert dumps(played(seed, rounds=2).record) == dumps(played(seed, rounds=2).record)


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_orders_given_again_with_the_recorded_rolls_cause_the_same_events(seed: int) -> None:
    record = loads(dumps(played(seed, rounds=3).record))
    replay(ruleset("europe1940"), record)


def test_a_saved_game_goes_on_as_if_nothing_had_been() -> None:
    game = played(7, rounds=1)
    again = a4a.new_game(loads(dumps(game.record)), dice=SeededDice(8))
    straight = a4a.new_game(game.record, dice=SeededDice(8))
    for one in (again, straight):
        RandomPlayer(9).play_turn(one)
    assert again.state == straight.state
    assert again.record == straight.record


@pytest.mark.parametrize("seed", range(100, 110))
def test_random_games_with_research_run_to_round_6(seed: int) -> None:
    game = a4a.new_game("europe1940", options={"research": True}, dice=SeededDice(seed))
    player = RandomPlayer(seed)
    while game.state.round <= ROUNDS and game.decision is not None:
        turn = game.state.active
        player.play_turn(game)
        look_at(game.state, turn)
    assert game.state.victors or any(
        isinstance(event, ev.Rolled) and event.purpose == "technology"
        for step in game.record.steps.values()
        for event in step.events
    )
