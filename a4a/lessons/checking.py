"""What an exercise names has to be there: spaces, powers, orders, phases, questions, options."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from a4a.core.english import list_of
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.lessons.goals import All, Any, Goal, Not
from a4a.lessons.plan import Plan, Window
from a4a.lessons.predicate import Predicate
from a4a.lessons.questions import Choice, Number, Place, Question, Ranking
from a4a.lessons.written import Answered, Written
from a4a.rules.ruleset import Ruleset


def check(plan: Plan, record: GameRecord, rules: Ruleset, begins: tuple[NodeId, ...]) -> None:
    """Refuse a plan that names what is not there.

    Parameters
    ----------
    plan
        The plan.
    record, rules
        The game it begins in, and its rules.
    begins
        Where its windows begin.

    Raises
    ------
    A4AError
        The message says what, where, and what would be right.
    """
    ids = tuple(question.id for question in plan.questions)
    for number, (window, begin) in enumerate(zip(plan.windows, begins, strict=True)):
        with _place(f"windows[{number}]"):
            _check_window(window, record, rules, begin)
            for name, goal in _goals_of(window):
                with _place(name):
                    _check_goal(goal, record, ids)
    for number, question in enumerate(plan.questions):
        with _place(f"questions[{number}]"):
            _check_question(question, record, ids)


@contextmanager
def _place(name: str) -> Iterator[None]:
    """Say where what is wrong is."""
    try:
        yield
    except A4AError as error:
        raise A4AError(f"{name}: {error}") from None


def _check_window(window: Window, record: GameRecord, rules: Ruleset, begin: NodeId) -> None:
    for power in window.who:
        record.catalog.power(power)
    for space in window.spaces:
        record.board.space(space)
    for kind in window.orders:
        if kind not in rules.orders:
            raise A4AError(f"no order {kind[:80]!r}; there are {list_of(tuple(rules.orders))}")
    state = record.state_at(begin)
    if window.phases and state.phase not in window.phases:
        raise A4AError(
            f"it begins in the phase {state.phase!r}, which is not among its phases: "
            f"{list_of(window.phases)}"
        )
    asked = rules.decision(state)
    if asked is None:
        raise A4AError(f"nothing is to be decided where it begins: {rules.ending(state)}")
    who = {record.catalog.power(power).name for power in window.who}
    if who and not who & set(asked.powers):
        raise A4AError(f"where it begins, {list_of(asked.powers)} decides: {asked.text}")


def _goals_of(window: Window) -> Iterator[tuple[str, Goal]]:
    if window.goal is not None:
        yield "goal", window.goal
    for number, deviation in enumerate(window.deviations):
        yield f"deviations[{number}]", deviation.when


def _check_goal(goal: Goal, record: GameRecord, questions: tuple[str, ...]) -> None:
    for leaf in leaves_of(goal):
        leaf.check(record)
        named = leaf.questions if isinstance(leaf, Answered) else ()
        named = (leaf.question,) if isinstance(leaf, Written) else named
        for name in named:
            if name not in questions:
                raise A4AError(
                    f"there is no question {name[:80]!r}; there are {list_of(questions) or 'none'}"
                )


def leaves_of(goal: Goal) -> Iterator[Predicate]:
    """The predicates of a goal that are made of no others."""
    match goal:
        case All(goals=goals) | Any(goals=goals):
            for one in goals:
                yield from leaves_of(one)
        case Not(of=of):
            yield from leaves_of(of)
        case _:
            yield goal


def _check_question(question: Question, record: GameRecord, ids: tuple[str, ...]) -> None:
    match question:
        case Number(of=of) if of is not None:
            with _place("of"):
                _check_goal(of, record, ids)
        case Place(answer=spaces):
            for space in spaces:
                record.board.space(space)
        case Choice(options=options, answer=answer):
            if strange := [one for one in answer if one not in options]:
                raise A4AError(f"its answer {strange[0][:80]!r} is none of its options")
        case Ranking(items=items, answer=answer):
            if answer and sorted(answer) != sorted(items):
                raise A4AError("its answer does not have the same things as its items")
        case _:
            pass
