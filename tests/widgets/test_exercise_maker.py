"""The tab in which exercises are made: what the page asks for is done, or refused in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.lessons.ghost import ghost
from a4a.lessons.plan import Budget
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


def answered(view: Any, **content: Any) -> dict[str, Any]:
    """What the page is answered."""
    sent: list[dict[str, Any]] = []
    view.send = sent.append
    view._on_message(view, {"ticket": 1, **content}, [])
    (answer,) = sent
    return answer


def asked(view: Any, **content: Any) -> str:
    """The fault that the page is answered, or nothing."""
    return str(answered(view, **content)["fault"])


def test_what_is_played_on_is_the_authors_line(app: Explorer, tmp_path: Path) -> None:
    view = maker(app)
    game = app.what_if(view.window.scene.node)
    send(game, "France", *ARMY, ("Germany", "strategic bomber", 1))
    assert asked(view, do="line", node=game.node) == ""
    assert view.told["line"] == "6 orders: Move"
    assert asked(view, do="goal", goal={"goal": "takes", "space": "France"}) == ""
    assert view.window.goals[0].chance == 0.85  # type: ignore[union-attr]
    assert asked(view, do="words", title="Paris", brief="Take it.", join="all") == ""
    assert asked(view, do="save", name="paris", replace=False) == ""
    assert ghost(a4a.exercise(tmp_path / "paris")).verdict.result == "passed"


def test_a_game_of_another_program_asks_for_a_line_of_ones_own() -> None:
    record = shipped()
    view = ExerciseMaker(a4a.Cursor(record), 10)
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
    other = ExerciseMaker(app.cursor, view.window.scene.node)
    other.draft = view.draft
    assert "already" in asked(other, do="save", name="paris", replace=False)
    assert asked(other, do="save", name="paris", replace=True) == ""
    assert "no name of an exercise" in asked(view, do="save", name="../paris", replace=True)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["paris", "war.a4a"]


def test_parts_are_added_ordered_and_removed(app: Explorer) -> None:
    view, record = maker(app), app.cursor.record
    begin, after = view.window.scene.node, max(record.steps)
    assert "begins at this step already" in asked(view, do="and then", node=begin)
    assert asked(view, do="and then", node=after) == ""
    assert (view.told["at"], view.told["node"], len(view.told["parts"])) == (1, after, 2)
    told = {"title": "Paris", "brief": "", "join": "all", "part_title": "Later", "part_brief": "!"}
    assert asked(view, do="words", **told) == ""
    assert view.told["parts"] == ["round 1, Combat Move", "Later"]
    assert asked(view, do="goal", goal={"goal": "legal"}) == ""
    assert "last part" in asked(view, do="shift", by=1)
    assert asked(view, do="shift", by=-1) == ""
    assert [one.scene.node for one in view.draft.windows] == [after, begin]
    assert (view.told["at"], len(view.told["goals"])) == (0, 1)
    assert asked(view, do="part", part=1) == ""
    assert view.told["goals"] == []
    assert app.node == begin
    assert asked(view, do="part", part=0) == ""
    assert app.node == after
    assert asked(view, do="part", part=1) == ""
    assert "no part 3" in asked(view, do="part", part=2)
    assert asked(view, do="remove") == ""
    assert view.told["parts"] == ["Later"]
    assert "the only part" in asked(view, do="remove")


def test_orders_and_tries_are_limited_by_clicks_and_saved(app: Explorer, tmp_path: Path) -> None:
    view = maker(app)
    asked(view, do="words", title="Paris", brief="Take it.", join="all")
    asked(view, do="goal", goal={"goal": "takes", "space": "France"})
    limits = view.told["limits"]
    kinds = [kind["kind"] for kind in limits["kinds"]]
    assert (limits["orders"], limits["tries"], "Move" in kinds) == (0, 0, True)
    assert all(kind["on"] for kind in limits["kinds"])
    assert [kind["label"] for kind in limits["kinds"]] == ["Declare war", "Move", "Engage"]
    assert asked(view, do="limits", orders=6, tries=2, kinds=["Move", "Fly to the moon"]) == ""
    assert [kind["kind"] for kind in view.told["limits"]["kinds"] if kind["on"]] == ["Move"]
    assert view.told["goals"][0]["met"]  # within them, too
    assert "0, for any number" in asked(view, do="limits", orders=-1, tries=0, kinds=[])
    assert asked(view, do="save", name="paris", replace=False) == ""
    (window,) = a4a.exercise(tmp_path / "paris").windows
    assert (window.orders, window.budget) == (("Move",), Budget(orders=6, tries=2))
    again = maker(a4a.make_exercise(tmp_path / "paris"))
    assert again.told["limits"] == view.told["limits"]
    assert asked(again, do="limits", orders=1, tries=0, kinds=kinds) == ""
    assert again.told["goals"][0]["met"] is None  # the author's line has more orders
    assert again.window.window().orders == ()


def test_a_number_is_computed_by_clicks(app: Explorer) -> None:
    view = maker(app)
    of = {"frame": "units", "where": {"power": "France"}, "column": "tuv", "aggregate": "sum"}
    scene = view.window.scene
    units = scene.record.state_at(scene.node).units.values()
    cost = {kind.name: kind.cost for kind in scene.record.catalog.unit_types}
    worth = str(sum(cost[unit.type] for unit in units if unit.owner == "France"))
    assert answered(view, do="compute", of=of, when="start")["number"] == worth
    values = answered(view, do="values", frame="units", column="power")["values"]
    assert {"France", "Germany"} <= set(values)
    told = {"kind": "number", "text": "How much?", "answer": "", "tolerance": "2", "unit": "IPC"}
    assert asked(view, do="question", **told, of=of, when="start") == ""
    assert view.told["questions"] == ["How much? (number: sum of tuv in units (power France))"]
    assert asked(view, do="and then", node=max(app.cursor.record.steps)) == ""
    assert answered(view, do="compute", of=of, when="start")["number"] == worth
    assert "no author's line" in asked(view, do="compute", of=of, when="end")
    assert "no frame" in asked(view, do="compute", of={**of, "frame": "x"}, when="start")


def test_an_exercise_is_opened_again_and_saved_where_it_was(app: Explorer, tmp_path: Path) -> None:
    view = maker(app)
    asked(view, do="words", title="Paris", brief="Take it.", join="all")
    asked(view, do="goal", goal={"goal": "takes", "space": "France"})
    asked(view, do="save", name="paris", replace=False)
    file = tmp_path / "paris" / "exercise.toml"
    before = file.read_text("utf-8")
    again = maker(a4a.make_exercise(tmp_path / "paris"))
    assert again.told["goals"] == view.told["goals"]
    assert (again.saved, again.told["lost"]) == ("paris", "")
    assert asked(again, do="save", name="paris", replace=False) == ""
    assert file.read_text("utf-8") == before
    file.write_text(f"{before}# for later\n", encoding="utf-8")
    again = maker(a4a.make_exercise(str(file)))
    assert again.told["lost"] == "the comments in its TOML"
    assert asked(again, do="save", name="paris-2", replace=False) == ""
    assert a4a.exercise(tmp_path / "paris-2").id == "paris-2"
    with pytest.raises(A4AError, match="begins where it did"):
        a4a.make_exercise(tmp_path / "paris", node=0)


def test_an_exercise_that_comes_with_a4a_is_saved_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    view = maker(a4a.make_exercise("combined-arms"))
    assert view.saved == ""
    assert "where: Holland/Belgium" in view.told["kept"]
    assert asked(view, do="save", name="combined-arms", replace=False) == ""
    assert a4a.exercise(tmp_path / "combined-arms").plan == a4a.exercise("combined-arms").plan


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
