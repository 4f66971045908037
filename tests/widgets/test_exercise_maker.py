"""The tab in which exercises are made: what the page asks for is done, or refused in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import a4a
from a4a.lessons.ghost import ghost
from a4a.widgets.exercise_maker import ExerciseMaker
from tests.lessons.playing import send
from tests.lessons.test_drafting import ARMY, attacked
from tests.shared_games import shipped

if TYPE_CHECKING:
    from pathlib import Path

    from a4a.widgets.explorer import Explorer


@pytest.fixture
def app(tmp_path: Path) -> Explorer:
    """A saved game in which France is attacked, in its explorer."""
    blow = attacked()
    a4a.save(blow.record, tmp_path / "war.a4a")
    return a4a.make_exercise(blow.record, node=blow.begin)


def maker(app: Explorer) -> ExerciseMaker:
    (found,) = [one for one in app._beside.children if isinstance(one, ExerciseMaker)]
    return found


def asked(view: Any, **content: Any) -> str:
    """What the page is answered: the fault, or nothing."""
    sent: list[dict[str, Any]] = []
    view.send = sent.append
    view._on_message(view, {"ticket": 1, **content}, [])
    (answer,) = sent
    return str(answer["fault"])


def test_what_is_played_on_is_the_authors_line(app: Explorer, tmp_path: Path) -> None:
    view = maker(app)
    game = app.what_if(view.draft.scene.node)
    send(game, "France", *ARMY, ("Germany", "strategic bomber", 1))
    assert asked(view, do="line", node=game.node) == ""
    assert view.told["line"] == "6 orders: Move"
    assert asked(view, do="goal", goal={"goal": "takes", "space": "France"}) == ""
    assert view.draft.goals[0].chance == 0.85  # type: ignore[union-attr]
    assert asked(view, do="words", title="Paris", brief="Take it.", join="all") == ""
    assert asked(view, do="save", name="paris", replace=False) == ""
    assert ghost(a4a.exercise(tmp_path / "paris")).verdict.result == "passed"


def test_a_game_of_another_program_asks_for_a_line_of_ones_own() -> None:
    record = shipped()
    view = ExerciseMaker(a4a.Cursor(record, node=10))
    assert view.told["where"] == "round 1, Combat Move, Germany decides"
    assert view.told["line"].startswith("none: node 11 has no order that could be given again; ")
    assert asked(view, do="goal", goal={"goal": "takes", "space": "France"}) == ""
    checks = {check["text"]: check for check in view.told["checks"]}
    assert checks["Something is decided where it begins"]["done"]
    assert checks["Something is decided where it begins"]["why"] == ""
    assert not checks["There is an author's line"]["done"]
    assert checks["Deciding nothing does not pass"]["done"]


def test_a_line_that_does_not_follow_is_refused(app: Explorer) -> None:
    assert "does not follow" in asked(maker(app), do="line", node=0)


def test_an_exercise_begins_anew_at_any_node_from_the_variations(app: Explorer) -> None:
    assert asked(app.variations_view, do="exercise", node=0) == ""
    assert maker(app).told["node"] == 0
    assert app._tabs.chosen == "a4a-exercise"


def test_what_was_added_is_dropped(app: Explorer) -> None:
    view = maker(app)
    for text in ("first", "second"):
        assert asked(view, do="hint", text=text) == ""
    assert asked(view, do="drop", what="hints", at=0) == ""
    assert view.told["hints"] == ["second"]
    assert "has no 'scene'" in asked(view, do="drop", what="scene", at=0)
    assert "write the hint first" in asked(view, do="hint", text=" ")


def test_what_it_saved_it_saves_again_and_nothing_else(app: Explorer, tmp_path: Path) -> None:
    view = maker(app)
    asked(view, do="words", title="Paris", brief="", join="all")
    asked(view, do="goal", goal={"goal": "committed"})
    assert asked(view, do="save", name="paris", replace=False) == ""
    assert asked(view, do="save", name="paris", replace=False) == ""
    other = ExerciseMaker(app.cursor, node=view.draft.scene.node)
    other.draft = view.draft
    assert "already" in asked(other, do="save", name="paris", replace=False)
    assert asked(other, do="save", name="paris", replace=True) == ""
    assert "no name of an exercise" in asked(view, do="save", name="../paris", replace=True)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["paris", "war.a4a"]


def test_who_solves_an_exercise_is_not_offered_to_make_one() -> None:
    assert not a4a.solve("europe-1940-france").variations_view.teaching


def test_it_is_tried_in_place_and_nothing_of_that_is_kept(app: Explorer, tmp_path: Path) -> None:
    view = maker(app)
    assert "nothing to solve yet" in asked(view, do="try")
    assert asked(view, do="goal", goal={"goal": "takes", "space": "France"}) == ""
    record, before = app.cursor.record, set(app.cursor.record.steps)
    assert asked(view, do="try") == ""
    (_, trial) = app.children
    assert view.trying
    solver = trial.solver
    send(solver.attempt.game, "France", *ARMY)
    solver.task_view.finish()
    assert solver.task_view.verdict["result"] == "passed"
    trial._bar._handle_custom_msg({"do": "back"}, [])
    assert len(app.children) == 1
    assert not view.trying
    assert solver.comm is None
    assert set(record.steps) == before
    assert [one.name for one in tmp_path.iterdir()] == ["war.a4a"]
