"""Orders tried and taken back, and games without odds."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

import a4a
from a4a.core.errors import BattleError
from a4a.rules.areas.orders import Buy, EndPhase
from a4a.rules.ruleset import BattleRules
from a4a.rules.trial import Trial


def test_one_order_is_taken_back_unless_more_are_asked_for() -> None:
    game = a4a.new_game("europe1940")
    trial = Trial(game.ruleset, game.state, game.dice)
    first, second = Buy("Germany", {"tank": 1}), Buy("Germany", {"tank": 2})
    trial.do(first)
    trial.do(second)
    trial.do(EndPhase())
    assert trial.take_back()
    assert trial.orders == (first, second)
    assert trial.take_back(5)
    assert trial.orders == ()
    assert trial.state is game.state
    assert not trial.take_back()


@pytest.mark.parametrize("offered", ["battles", "raids"])
def test_a_game_without_odds_says_so(offered: str) -> None:
    chess = cast(Any, SimpleNamespace(system="chess"))
    with pytest.raises(BattleError, match=r"a4a has no odds of .* 'chess'"):
        vars(BattleRules)[offered].fget(chess)
