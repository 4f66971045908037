"""Who listens to a game is told of every order, also of one that is taken back."""

from __future__ import annotations

import pytest

import a4a
from a4a.core.errors import RuleViolation
from a4a.rules.areas.orders import Buy, EndPhase


def test_a_listener_is_told_of_orders_until_it_ends() -> None:
    game = a4a.new_game("europe1940")
    heard: list[int] = []
    end = game.listen(lambda: heard.append(game.node))
    game.do(Buy("Germany", {"infantry": 1}))
    bought = game.node
    game.take_back()
    with pytest.raises(RuleViolation):
        game.do(Buy("Germany", {"infantry": 1000}))
    assert heard == [bought, game.node]
    end()
    end()
    game.do(EndPhase())
    assert len(heard) == 2


def test_the_last_order_is_told_without_taking_it_back() -> None:
    game = a4a.new_game("europe1940")
    with pytest.raises(RuleViolation, match="no order to take back"):
        game.last_order()
    game.do(Buy("Germany", {"infantry": 1}))
    node = game.node
    step = game.last_order()
    assert (step.id, game.node) == (node, node)
    assert game.take_back() == step


def test_an_order_that_others_follow_is_not_taken_back() -> None:
    game = a4a.new_game("europe1940")
    game.do(Buy("Germany", {"infantry": 1}))
    bought = game.node
    game.do(EndPhase())
    game.node = bought
    with pytest.raises(RuleViolation, match="steps follow it in the record"):
        game.take_back()
    assert game.node == bought
