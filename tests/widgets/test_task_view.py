"""The task view: hints, verdicts, windows, the author's line."""

from __future__ import annotations

from pathlib import Path

import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.widgets.solving import Solver


@pytest.fixture
def solver() -> Solver:
    return a4a.solve("warsaw-1939", name="Ada")


def test_the_authors_line_is_shown_only_once_ones_own_is_judged(solver: Solver) -> None:
    view = solver.task_view
    with pytest.raises(A4AError, match="once yours has been judged"):
        view.show_ghost()
    view.finish()
    own = solver.cursor.node
    view.show_ghost()
    there = solver.cursor.state.unit(65)
    assert (view.shown, there.place) == ("ghost", "2406")
    mine, authors = view.verdict["lines"][0], view.authors["lines"][0]
    assert mine["asked"] == authors["asked"]
    assert (mine["met"], authors["met"]) == (False, True)
    view.show_own()
    assert (view.shown, solver.cursor.node) == ("own", own)
    assert solver.cursor.state.unit(65).place == "2307"


def test_a_handout_has_no_line_of_the_author() -> None:
    solver = a4a.solve(a4a.handout(a4a.exercise("warsaw-1939")))
    solver.task_view.finish()
    assert not solver.task_view.task["ghost"]
    with pytest.raises(A4AError, match="left no line"):
        solver.task_view.show_ghost()


def test_the_next_window_is_decided_in_the_same_panel(solver: Solver) -> None:
    view = solver.task_view
    with pytest.raises(A4AError, match="part 1 comes first"):
        view.go_to(1)
    view.finish()
    assert view.verdict["result"] == "failed"
    view.go_to(1)
    assert view.verdict == {}
    assert solver.decision_view is not None
    assert solver.decision_view.game is solver.attempt.game
    assert solver.cursor.node == solver.attempt.game.node
    assert view.task["done"] == [0]


def test_a_part_is_seen_where_the_first_was_at_first_and_a_new_try_where_one_is() -> None:
    solver = a4a.solve("convoy-war", view="Atlantic")
    painter, view = solver.board.painter, solver.task_view
    atlantic = painter.looking["bounds"]
    solver.board.look("sea zone 109")
    view.finish()
    view.try_again()
    assert painter.looking["bounds"] != atlantic
    view.go_to(1)
    assert painter.looking["bounds"] == atlantic


@pytest.mark.parametrize("name", ["convoy-war", "distance-is-time"])
def test_the_line_that_a_part_begins_is_named_after_it_and_not_there_before(name: str) -> None:
    solver = a4a.solve(name)
    solver.task_view.finish()
    assert solver.cursor.variations == []
    solver.task_view.go_to(1)
    assert [row["name"] for row in solver.cursor.variations] == ["part 2"]


def test_what_is_done_is_in_the_file_at_once(tmp_path: Path) -> None:
    file = tmp_path / "task.a4a"
    a4a.save(a4a.handout(a4a.exercise("warsaw-1939")), file)
    view = a4a.solve(file, name="Ada").task_view
    view.hint()
    view.finish()
    view.answer("why-two", "A better die")
    again = a4a.attempt(file)
    assert (again.name, again.hints_used, len(again.tries)) == ("Ada", {0: 1}, 1)
    assert again.answers == {"why-two": "A better die"}


def test_what_is_handed_in_is_named_after_the_student_and_kept_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    view = a4a.solve("warsaw-1939").task_view
    with pytest.raises(A4AError, match="write your name first"):
        view.hand_in("x" * 81)
    assert view.hand_in(" Ada  Lovelace ").name == "warsaw-1939-ada-lovelace.a4a"
    assert view.task["file"] == "warsaw-1939-ada-lovelace.a4a"
    view.finish()
    (marked,) = a4a.mark(tmp_path, "warsaw-1939")
    assert (marked.name, marked.windows[0].tries) == ("Ada Lovelace", 1)
    a4a.solve("warsaw-1939").task_view.hand_in("Ada Lovelace")  # a second one replaces nothing
    assert {file.name for file in tmp_path.iterdir()} == {
        "warsaw-1939-ada-lovelace.a4a",
        "warsaw-1939-ada-lovelace-2.a4a",
    }


def test_nobody_but_the_student_decides(solver: Solver) -> None:
    view = solver.decision_view
    assert view is not None
    assert view.computer == {}
    for word in ("let", "seat", "go on"):
        sent: list[dict[str, object]] = []
        view.send = sent.append
        view._on_message(None, {"do": word, "node": view.game.node, "player": "random"}, None)
        assert "not understood" in str(sent[0]["fault"])
    assert view.game.node == solver.attempt.game.begun


def test_questions_alone_have_a_tab_and_others_stand_above() -> None:
    tabs = [a4a.solve(name)._tabs.panels for name in ("odds-and-variance", "warsaw-1939")]
    assert ["a4a-task" in panels for panels in tabs] == [True, False]


@pytest.mark.parametrize("name", ["odds-and-variance", "warsaw-1939"])
def test_a_projector_shows_what_is_asked(name: str) -> None:
    assert "a4a-playing" in a4a.solve(name)._dom_classes
