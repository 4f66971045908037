"""Passing for everybody: one press where each power is asked the same in turn."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.rules.choices import Answers
from a4a.rules.game import Game
from a4a.widgets import DecisionView
from tests.rules.deluxe3g40.missions import GERMANY, ITALY, JAPAN, RUSSIA, happened
from tests.rules.deluxe3g40.test_situations import AT_WAR, bare, decline, situations
from tests.rules.deluxe3g40.test_vichy import vichy
from tests.widgets.test_decision_panel import Page

SCORCHING = "scorched earth"
UNITS = {
    "Norway": {GERMANY: {"regular infantry": 1, "air base": 1}},
    "Southern Italy": {ITALY: {"regular infantry": 1, "naval base": 1}},
    "Japan": {JAPAN: {"regular infantry": 1, "air base": 1}},
}


@pytest.fixture
def game() -> Game:
    found = decline(bare(units=UNITS), SCORCHING)
    found.dice = SeededDice(1)
    return found


def answered(game: Game) -> dict[str, str]:
    """What each power has answered about scorched earth."""
    decided = happened(game, ev.Decided)
    return {e.powers[0]: e.choice for e in decided if e.kind == SCORCHING}


def last(page: Page) -> tuple[int, int]:
    """The form of buttons, and the button that passes."""
    number = page.form("answers")
    (passing,) = (
        i for i, answer in enumerate(page.view.asked["forms"][number]["answers"])  # type: ignore[index]
        if answer["passes"]
    )  # fmt: skip
    return number, passing


def test_one_passes_and_the_next_is_asked(game: Game) -> None:
    page = Page(DecisionView(game))
    form, answer = last(page)
    page.tell(do="press", form=form, answer=answer)
    assert answered(game) == {GERMANY: "no"}
    assert game.decision is not None
    assert (game.decision.kind, game.decision.powers) == (SCORCHING, (JAPAN,))


def test_one_press_passes_for_all_who_are_asked_next(game: Game) -> None:
    page = Page(DecisionView(game))
    form, answer = last(page)
    page.tell(do="press", form=form, answer=answer, all=True)
    assert answered(game).keys() > {GERMANY, JAPAN, ITALY}  # and conscripts of the Allies
    assert set(answered(game).values()) == {"no"}
    assert game.decision is None or game.decision.kind != SCORCHING
    assert page.view.asked["node"] == game.node


def test_who_alone_is_asked_passes_for_nobody_else() -> None:
    """Engineers are the Soviet Union's alone, whatever it may move."""
    units = {"Ukraine": {RUSSIA: {"minor factory": 1, "regular infantry": 1}}}
    found = decline(situations(relations=AT_WAR, units=units, round=2), "engineers")
    page = Page(DecisionView(found))
    form, answer = last(page)
    shown = page.view.asked["forms"][form]["answers"]  # type: ignore[index]
    assert [row["others"] for row in shown] == [False] * len(shown)
    page.tell(do="press", form=form, answer=answer, all=True)
    assert [e.choice for e in happened(found, ev.Decided) if e.kind == "engineers"] == ["no"]


def test_what_each_is_asked_in_turn_can_be_passed_for_all(game: Game) -> None:
    page = Page(DecisionView(game))
    form, answer = last(page)
    assert page.view.asked["forms"][form]["answers"][answer]["others"]  # type: ignore[index]


def test_what_does_something_is_done_once(game: Game) -> None:
    page = Page(DecisionView(game))
    form, _ = last(page)
    page.tell(do="press", form=form, answer=0, all=True)
    assert answered(game).keys() == {GERMANY}
    assert game.decision is not None
    assert game.decision.powers == (GERMANY,)


def test_a_player_that_plays_a_power_answers_for_it(game: Game) -> None:
    view = DecisionView(game)
    page = Page(view)
    italy = game.record.catalog.power_order[ITALY]
    page.tell(do="seat", power=italy, player="random")
    form, answer = last(page)
    page.tell(do="press", form=form, answer=answer, all=True)
    authors = {step.author for step in game.record.steps.values() if ITALY in step.actors}
    assert authors == {"random 2 (seed 1)"}


def passing(game: Game) -> dict[str, bool]:
    """Which options do nothing, by their labels."""
    (form,) = (f for f in game.ruleset.choices(game.state) if isinstance(f, Answers))
    return {answer.label: answer.passes for answer in form.answers}


def test_declining_the_bargain_of_hendaye_is_passing() -> None:
    found = situations(round=1, control={"France": GERMANY})
    assert passing(decline(found, "bargain")) == {"Pay all cash": False, "Decline": True}


def test_who_passes_over_a_colony_of_vichy_passes() -> None:
    found = passing(vichy())
    assert [label.partition(" ")[0] for label, passes in found.items() if passes] == ["Pass"]
