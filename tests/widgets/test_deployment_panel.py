"""The panel shows a set-up of counters as it shows everything: by the forms of the rules."""

from __future__ import annotations

from typing import Any

import pytest

import a4a
from a4a.widgets import DecisionView
from tests.widgets.test_decision_panel import Page


@pytest.fixture
def page() -> Page:
    return Page(DecisionView(a4a.new_game("war_in_europe")))


def unit(page: Page, power: str, name: str) -> Any:
    units = page.view.game.state.units.values()
    return next(u for u in units if (u.owner, u.name) == (power, name))


def test_counters_are_deployed_on_the_map(page: Page) -> None:
    game = page.view.game
    index = game.record.board.index
    moves, armor = page.form("moves"), unit(page, "France", "1st armor")
    forms: Any = page.view.asked["forms"]
    assert page.view.asked["kind"] == "deploy"
    stack = next(s for s in forms[moves]["stacks"] if s["units"] == [armor.id])
    assert (stack["detail"], stack["left"]) == ("1st armor", None)
    lyon = game.record.board.space("Lyon").name
    reach = page.tell(do="reach", form=moves, units=[armor.id])
    assert index[lyon] in {way["space"] for way in reach["destinations"]}
    page.tell(do="go", form=moves, units=[armor.id], space=index[lyon], label="")
    assert unit(page, "France", "1st armor").place == lyon
    london = game.record.board.space("London").name
    why = page.tell(do="why", form=moves, units=[armor.id], space=index[london])
    assert why["refused"]["rule"] == "WE-SET-008"


def test_after_the_set_up_the_axis_moves(page: Page) -> None:
    for _ in range(7):
        page.tell(do="press", form=page.form("answers"), answer=0)
    assert page.view.asked["kind"] == "movement"
    assert "Axis Movement" in str(page.view.asked["text"])
    forms: Any = page.view.asked["forms"]
    moves = page.form("moves")
    armor = unit(page, "Germany", "1st armor")
    stack = next(s for s in forms[moves]["stacks"] if s["units"] == [armor.id])
    assert stack["left"] == 6
    reach = page.tell(do="reach", form=moves, units=[armor.id])
    assert len(reach["destinations"]) > 10
