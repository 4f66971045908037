"""The end of a phase may name the phase that is meant."""

from __future__ import annotations

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.errors import RuleViolation
from a4a.rules.areas.orders import Buy, EndPhase
from a4a.rules.letting import begin_anew


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


def germany_done() -> a4a.rules.Game:
    """Germany has bought and moved nothing; its turn ends with the next order."""
    game = a4a.new_game("europe1940", dice=SeededDice(1))
    game.do(EndPhase("Purchase and Repair Units"))
    game.do(EndPhase("Combat Move"))
    return game


def test_every_step_belongs_to_one_turn() -> None:
    game = germany_done()
    before = game.node
    game.do(EndPhase("Noncombat Move"))
    ended, began = game.record.way_to(game.node)[-2:]
    assert game.record.step(ended).parent == before
    assert game.record.time(ended).powers == ("Germany",)
    assert game.record.time(began).powers == ("Soviet Union",)
    assert game.record.state_at(ended).active == ("Germany",)
    assert game.record.state_at(began).active == ("Soviet Union",)
    assert game.record.step(began).cause == "engine"


def test_income_is_on_the_turn_that_collected_it() -> None:
    game = germany_done()
    game.do(EndPhase("Noncombat Move"))
    economy = a4a.frames(game.record).economy
    row = economy.filter(economy["treasury"] == "Germany", economy["active"]).row(0, named=True)
    assert (row["round"], row["opening"], row["income"] + row["objectives"]) == (1, 30, 40)
    assert row["closing"] == game.state.money("Germany", "IPC") == 70


def test_an_order_that_ended_a_turn_can_be_taken_back() -> None:
    game = germany_done()
    node, state = game.node, game.state
    game.do(EndPhase("Noncombat Move"))
    assert game.state.active == ("Soviet Union",)
    game.take_back()
    assert (game.node, game.state) == (node, state)
    assert game.record.last == node


def test_a_record_whose_turns_are_steps_of_their_own_replays() -> None:
    game = germany_done()
    game.do(EndPhase("Noncombat Move"))
    a4a.replay(game.ruleset, game.record)


def test_what_is_no_order_is_refused() -> None:
    game = germany_done()
    assert not game.can(3)  # type: ignore[arg-type]
    with pytest.raises(RuleViolation, match="an order is expected, not 3"):
        game.do(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (Buy("Germany", None), "Expected `object`, got `null`"),  # type: ignore[arg-type]
        (Buy("Germany", {5: 5}), "Expected `str`, got `int`"),  # type: ignore[dict-item]
        (Buy("Germany", {"infantry": True}), "Expected `int`, got `bool`"),
        (Buy("Germany", {object(): 5}), "unsupported"),  # type: ignore[dict-item]
    ],
)
def test_an_order_with_a_field_of_another_kind_is_refused(order: Buy, why: str) -> None:
    game = a4a.new_game("europe1940")
    with pytest.raises(RuleViolation, match=f"Buy: .*{why}"):
        game.do(order)
    assert not game.can(order)


def test_a_refusal_repeats_no_more_than_the_beginning_of_a_long_name() -> None:
    with pytest.raises(RuleViolation) as error:
        a4a.new_game("europe1940").do(Buy("x" * 1_000_000))
    assert len(str(error.value)) < 3_000


def test_where_no_program_has_ordered_anything_nothing_is_taken_back() -> None:
    game = a4a.new_game("europe1940", dice=SeededDice(1))
    assert not begin_anew(game)
    game.do(Buy("Germany", {"infantry": 10}), author="a program")
    assert not begin_anew(game)  # that was in the phase before
    assert game.state.phase == "Combat Move"
