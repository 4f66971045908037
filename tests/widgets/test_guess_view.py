"""The guess view: nothing of what follows is shown before a guess; then both are, and the score."""

from __future__ import annotations

import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.rules.systems.war_in_europe.orders import Attack
from a4a.widgets.guessing import Guesser


@pytest.fixture
def guesser() -> Guesser:
    record = a4a.game("war_in_europe_1939_1941")
    return a4a.solve(a4a.guess(record, round=1, power="Germany", phase="Axis Combat"))


def test_what_was_played_is_shown_after_the_guess_and_counted_once(guesser: Guesser) -> None:
    view = guesser.guess_view
    assert (view.task["closed"], view.task["score"], view.compared) == (False, "", {})
    with pytest.raises(A4AError, match="once you have guessed"):
        view.show_ghost()
    guesser.guess.game.do(Attack(space="2405", units=(65, 66, 76, 85)))  # leads to dice
    assert view.compared["said"] == "Yours is worth as much."
    row = next(row for row in view.compared["rows"] if row["space"] == "2405")
    assert row["yours"] == row["played"]
    assert view.task["score"].startswith("1 of 1 guess as good")
    view.show_ghost()
    assert view.shown == "ghost"


def test_the_next_guess_is_decided_in_the_same_panel(guesser: Guesser) -> None:
    view = guesser.guess_view
    view.finish()
    view.next()
    assert guesser.decision_view is not None
    assert guesser.decision_view.game is guesser.guess.game
    assert guesser.cursor.node == guesser.guess.game.node
    assert (view.compared, view.task["closed"], view.shown) == ({}, False, "own")


def test_an_attack_that_only_one_of_them_makes_stands_beside_none(guesser: Guesser) -> None:
    guesser.guess_view.finish()
    *attacks, whole = guesser.guess_view.compared["rows"]
    assert [(row["space"], row["yours"]) for row in attacks] == [("2405", None)]
    assert whole["yours"]["value"] == "+0.0"


def test_a_guess_has_no_name_and_its_own_rules(guesser: Guesser) -> None:
    with pytest.raises(A4AError, match="keeps nobody's name"):
        a4a.solve(guesser.guess, name="Ada")  # type: ignore[call-overload]
