"""The end of a phase may name the phase that is meant."""

from __future__ import annotations

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.errors import RuleViolation
from a4a.rules.aa.orders import Buy, EndPhase


def test_a_phase_in_which_nothing_is_left_to_decide_ends_by_itself() -> None:
    game = a4a.new_game("europe1940", dice=SeededDice(1))
    game.do(Buy("Germany", {"infantry": 10}))
    assert game.state.phase == "Combat Move"


def test_the_end_of_a_named_phase_never_ends_another() -> None:
    game = a4a.new_game("europe1940", dice=SeededDice(1))
    game.do(Buy("Germany", {"infantry": 10}))
    before = game.record.last
    with pytest.raises(RuleViolation, match="end Purchase and Repair Units: that phase is not on"):
        game.do(EndPhase("Purchase and Repair Units"))
    assert game.record.last == before
    game.do(EndPhase("combat move"))
    assert game.state.phase == "Noncombat Move"
