"""An attempt: only what may be decided is, each try is kept, and it goes on from its file."""

from __future__ import annotations

from pathlib import Path

import pytest

import a4a
from a4a.core.errors import A4AError, RuleViolation
from a4a.lessons.attempt import Attempt
from a4a.lessons.ghost import ghost
from a4a.rules.areas.orders import Buy, EndPhase, Move
from a4a.rules.systems.war_in_europe.orders import March
from tests.lessons.playing import send

INFANTRY = ("Holland/Belgium", "infantry", 4)
GUNS = ("Holland/Belgium", "artillery", 2)


@pytest.fixture
def attempt() -> Attempt:
    return a4a.attempt("europe-1940-france", name="Ada")


def test_it_begins_where_the_window_does(attempt: Attempt) -> None:
    assert attempt.game.state.phase == "Combat Move"
    assert attempt.game.decision.powers == ("Germany",)


def test_what_is_not_to_be_decided_is_refused_and_says_what_is(attempt: Attempt) -> None:
    with pytest.raises(RuleViolation, match=r"Buy: .*"):
        attempt.game.do(Buy(treasury="Germany", units={"infantry": 1}))
    assert attempt.game.orders == ()


def test_the_rules_hold_as_in_any_game(attempt: Attempt) -> None:
    infantry = next(u for u in attempt.game.state.at("Germany") if u.type == "infantry")
    with pytest.raises(RuleViolation, match="AA-"):
        attempt.game.do(Move(units=(infantry.id,), path=("Germany", "Western Germany", "France")))


def test_the_order_that_leads_to_dice_closes_the_window_and_rolls_none(attempt: Attempt) -> None:
    send(attempt.game, "France", INFANTRY)
    node = attempt.game.node
    attempt.game.do(EndPhase())
    assert attempt.closed
    assert attempt.game.node == node
    assert attempt.game.decision is None
    assert all(
        type(event).__name__ != "Rolled"
        for step in attempt.record.steps.values()
        for event in step.events
    )


def test_a_window_also_ends_where_no_dice_follow(attempt: Attempt) -> None:
    assert attempt.finish().result == "failed"
    assert attempt.closed


def test_nothing_is_judged_before_the_window_has_ended(attempt: Attempt) -> None:
    send(attempt.game, "France", INFANTRY)
    assert attempt.verdict().result == "not yet"


def test_a_closed_window_is_open_again_after_taking_back(attempt: Attempt) -> None:
    send(attempt.game, "France", INFANTRY)
    attempt.finish()
    with pytest.raises(RuleViolation, match="this part has ended"):
        attempt.game.do(EndPhase())
    attempt.game.take_back()
    assert not attempt.closed
    send(attempt.game, "France", GUNS)
    assert len(attempt.game.orders) == 2


def test_nothing_before_the_window_is_taken_back(attempt: Attempt) -> None:
    send(attempt.game, "France", INFANTRY)
    attempt.game.take_back()
    with pytest.raises(RuleViolation, match="no order to take back"):
        attempt.game.take_back()
    assert attempt.game.node == attempt.game.begun


def test_a_try_stays_in_the_record_though_it_is_taken_back_later(attempt: Attempt) -> None:
    send(attempt.game, "France", INFANTRY)
    attempt.finish()
    end = attempt.game.node
    attempt.game.take_back()
    attempt.game.take_back()
    assert end in attempt.record.steps


def test_two_tries_that_begin_alike_share_a_line_of_the_record(attempt: Attempt) -> None:
    send(attempt.game, "France", INFANTRY)
    attempt.finish()
    number = len(attempt.record)
    attempt.try_again()
    send(attempt.game, "France", INFANTRY)
    assert len(attempt.record) == number
    send(attempt.game, "France", GUNS)
    attempt.finish()
    assert len(attempt.record) == number + 1
    assert [len(one.orders) for one in attempt.tries] == [1, 2]


def test_hints_come_one_by_one_and_are_counted(attempt: Attempt) -> None:
    hints = [attempt.hint() for _ in range(3)]
    assert hints == [*attempt.window.hints, attempt.window.hints[-1]]
    assert attempt.hints_used == {0: 2}


def test_an_attempt_goes_on_from_its_file(attempt: Attempt, tmp_path: Path) -> None:
    send(attempt.game, "France", INFANTRY)
    attempt.finish()
    attempt.try_again()
    send(attempt.game, "France", GUNS)
    attempt.hint()
    file = tmp_path / "ada.a4a"
    attempt.save(file)
    again = a4a.attempt(file)
    assert again.name == "Ada"
    assert again.tries == attempt.tries
    assert again.game.orders == attempt.game.orders
    assert again.game.node == attempt.game.node
    assert again.hints_used == attempt.hints_used
    assert again.record.steps == attempt.record.steps
    assert again.told() == attempt.told()


def test_a_handout_has_neither_ghost_nor_answers_nor_debrief(tmp_path: Path) -> None:
    exercise = a4a.exercise("europe-1940-france")
    file = tmp_path / "hand.a4a"
    a4a.save(a4a.handout(exercise, feedback=False), file)
    plan = a4a.attempt(file).exercise.plan
    assert (plan.debrief, plan.windows[0].ghost, plan.windows[0].goal) == ("", (), None)
    assert plan.brief == exercise.brief
    assert plan.windows[0].hints == exercise.windows[0].hints


def test_a_handout_with_feedback_judges_as_the_exercise_does() -> None:
    exercise = a4a.exercise("europe-1940-france")
    verdicts = []
    for start in (exercise, a4a.handout(exercise)):
        attempt = a4a.attempt(start)
        send(attempt.game, "France", INFANTRY, GUNS)
        verdicts.append(attempt.finish())
    assert verdicts[0] == verdicts[1]


def test_a_record_without_an_exercise_is_no_handout() -> None:
    with pytest.raises(A4AError, match=r"no exercise.*handout"):
        a4a.attempt(a4a.start("europe1940"))


def test_an_attempt_that_was_altered_is_refused(attempt: Attempt) -> None:
    send(attempt.game, "France", INFANTRY)
    attempt.finish()
    told = attempt.told()
    path = ["Holland/Belgium", "United Kingdom"]
    order = told.tries[0].orders[0]
    forged = type(order)(order.kind, {**order.fields, "path": path})
    tries = (type(told.tries[0])(window=0, orders=(forged,), closing=told.tries[0].closing),)
    other = a4a.attempt("europe-1940-france")
    with pytest.raises(A4AError, match="try 1: "):
        other.take_up(type(told)(exercise=told.exercise, tries=tries))


def test_lines_are_called_after_the_tries_that_made_them(attempt: Attempt) -> None:
    for army in (GUNS, ("Holland/Belgium", "tank", 3)):
        send(attempt.game, "France", army)
        attempt.finish()
        attempt.try_again()
    assert attempt.record.lines == ("main", "try 2")
    ghost(attempt.exercise, within=attempt)
    assert attempt.record.lines == ("main", "try 2", "the author")


def test_lines_of_several_parts_are_told_apart() -> None:
    attempt = a4a.attempt("warsaw-1939")
    for path in (("2407", "2406"), ("2407", "2507")):
        attempt.game.do(March(units=(76,), path=path))
        attempt.finish()
        attempt.try_again()
    assert attempt.record.lines == ("main", "part 1, try 2")
    attempt = a4a.attempt("warsaw-1939")
    with pytest.raises(A4AError, match="part 1 comes first"):
        attempt.go_to(1)
    with pytest.raises(A4AError, match="there is no part 3; there are 2"):
        attempt.go_to(2)
