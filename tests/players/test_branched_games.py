"""Recorded games of Global 1940 played on from any turn: positions that players came to."""

from __future__ import annotations

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.errors import RecordError
from a4a.core.record import GameRecord
from a4a.players import RandomPlayer
from tests import depth
from tests.players.random_games import play_on

SHIPPED = ("global1940_fast_computer", "global1940_strong_computer")
POWERS = ("Germany", "Soviet Union", "Japan", "United States", "China", "United Kingdom", "Italy",
          "ANZAC", "France")  # fmt: skip


def turns(record: GameRecord) -> list[int]:
    """The nearest node at which a variation may begin, for every turn."""
    found = []
    for number in range(1, record.time(record.last).round + 1):
        for power in POWERS:
            try:
                found.append(record.nearest_settled(record.node_at(round=number, power=power)))
            except RecordError:
                continue  # the record ends before
    return found


@pytest.mark.soak
@pytest.mark.parametrize("name", SHIPPED)
def test_a_recorded_game_is_played_on_from_every_turn(name: str) -> None:
    record = a4a.game(name)
    nodes = turns(record)
    assert len(nodes) > 50
    for node in nodes[:: depth.number(47, deep=1)]:
        game = a4a.new_game(record, node=node, dice=SeededDice(node))
        player = RandomPlayer(node)
        for _ in range(2):
            player.play_turn(game)
        assert game.state.settled


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "number"),
    depth.sample([*zip(SHIPPED, (2, 5), strict=True), *zip(SHIPPED, (5, 2), strict=True)], 2),
)
def test_a_recorded_game_is_played_on_for_rounds(name: str, number: int) -> None:
    record = a4a.game(name)
    node = record.nearest_settled(record.node_at(round=number, power="Japan"))
    game = a4a.new_game(record, node=node, dice=SeededDice(number))
    rounds = depth.number(1, deep=2)
    play_on(game, RandomPlayer(number), rounds=number + rounds)
    assert game.state.victors or game.state.round == number + rounds + 1
