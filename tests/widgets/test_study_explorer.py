"""A study in the explorer: its chapters opened and edited, and saved at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.core.study import Study
from a4a.map.chapter_rows import chapter_rows
from a4a.widgets.contents import Contents
from a4a.widgets.guessing import Guesser
from a4a.widgets.solving import Solver
from a4a.widgets.study_explorer import StudyExplorer
from tests.map.skirmish import skirmish
from tests.map.studies import small_study


@pytest.fixture
def study(tmp_path: Path) -> Study:
    a4a.save(small_study(), tmp_path / "three.a4s")
    return a4a.study(tmp_path / "three.a4s")


@pytest.fixture
def app(study: Study) -> StudyExplorer:
    return a4a.explore(study)


def asked(view: Contents, **content: Any) -> str:
    """What the page is answered: the fault, or nothing."""
    sent: list[dict[str, Any]] = []
    view.send = sent.append
    view._on_message(view, {"ticket": 1, **content}, [])
    (answer,) = sent
    return str(answer["fault"])


def aside(app: StudyExplorer) -> list[bool]:
    return ["a4a-put-aside" in explorer._dom_classes for explorer in app.children]


def test_a_chapter_is_read_in_the_explorer_of_its_game(app: StudyExplorer) -> None:
    assert (app.chapter, aside(app)) == (0, [False])
    first = app.explorer
    app.chapter = 2
    assert (app.explorer.node, app.contents.record, aside(app)) == (5, 2, [True, False])
    app.chapter = 3
    assert app.explorer is first
    assert aside(app) == [False, True]
    assert (app.explorer.cursor.node, app.explorer.cursor.record) == (18, app.study.record(3))
    assert app.explorer.cursor.variation == app.study.chapter(3).end
    assert [contents.chapter for contents in app._contents.values()] == [3, 3]
    with pytest.raises(A4AError, match="no chapter of the study has the id 9"):
        app.chapter = 9


def test_charts_tell_of_the_line_that_the_chapter_goes_along(app: StudyExplorer) -> None:
    strip = app.explorer.chart_strip
    app.chapter = 1
    strip.draw()
    whole = strip.pictures
    assert len(whole) > 2
    app.chapter = 3  # on a variation, which ends the game early
    assert not strip.drawn  # until the page asks
    strip.draw()
    assert len(strip.pictures) > 2
    assert strip.pictures != whole
    app.chapter = 1
    strip.draw()
    assert strip.pictures == whole


def test_charts_can_be_left_out(study: Study) -> None:
    app = a4a.explore(study, charts=())
    app.explorer.chart_strip.draw()
    assert app.explorer.chart_strip.pictures == []


def test_what_the_page_chooses_is_shown(app: StudyExplorer) -> None:
    app.contents.chapter = 4  # as the page sets it
    assert app.chapter == 4
    assert app.explorer.cursor.record is app.study.record(4)


def test_what_the_page_changes_is_in_the_file_and_in_all_contents_at_once(
    app: StudyExplorer,
) -> None:
    study = app.study
    app.chapter = 2
    app.chapter = 1
    for content in (
        {"do": "edit", "changes": {"title": "Begin", "before": "*Now*", "tags": ["x"]}},
        {"do": "edit", "changes": {"start": 2}},
        {"do": "edit", "changes": {"end": 8}},
        {"do": "move", "to": 2},
        {"do": "look"},
        {"do": "describe", "changes": {"title": "Fronts", "authors": ["Bo"]}},
        {"do": "add", "title": "More", "node": 4},
    ):
        assert asked(app.contents, **content) == ""
        again = a4a.study(study.file)  # type: ignore[arg-type]
        assert again.chapters == study.chapters
        assert (again.title, again.authors) == (study.title, study.authors)
    assert [chapter.title for chapter in study.chapters] == [
        "Elsewhere", "Waiting", "Begin", "More", "Europe",
    ]  # fmt: skip
    changed = study.chapter(1)
    assert (changed.start, changed.end, changed.region, changed.tags) == (2, 8, "", ("x",))
    assert changed.view is not None
    assert (app.chapter, study.chapter(5).start) == (5, 4)
    for contents in app._contents.values():
        assert [row["title"] for row in contents.chapters][2] == "Begin"
        assert contents.study["title"] == "Fronts"
    assert asked(app.contents, do="remove") == ""
    assert app.chapter == 0
    assert len(study.chapters) == 4


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ({"do": "edit", "changes": {"start": 12}}, "its start lies on"),
        ({"do": "edit", "changes": {"id": 7}}, "'id' of a chapter cannot be changed"),
        ({"do": "move", "to": 9}, "no place 9"),
        ({"do": "describe", "changes": {"file": "x"}}, "not understood"),
        ({"do": "nothing"}, "not understood"),
    ],
)
def test_what_cannot_be_done_is_answered(
    app: StudyExplorer, content: dict[str, Any], fault: str
) -> None:
    app.chapter = 1
    before = app.study.chapters
    assert fault in asked(app.contents, **content)
    assert app.study.chapters == before


def test_notes_of_a_studys_game_are_saved_in_it(app: StudyExplorer) -> None:
    app.chapter = 2
    app.explorer.annotator.comment("Here")
    again = a4a.study(app.study.file)  # type: ignore[arg-type]
    assert [note.text for note in again.record(2).annotations][-1] == "Here"
    app.contents.edit(title="And on")
    again = a4a.study(app.study.file)  # type: ignore[arg-type]
    assert again.chapter(2).title == "And on"


@pytest.fixture
def poland() -> Study:
    """A chapter of each mode, of one game."""
    study, record = Study("Poland"), a4a.game("war_in_europe_1939_1941")
    study.add(record, title="Read", start=23, end=60)
    study.add(record, title="Guess", start=23, end=60, mode="guess", after="So it went.")
    study.add(record, title="Do", mode="exercise", exercise="europe-1940-france")
    return study


def turns_of(app: StudyExplorer) -> list[int]:
    """The turns that the charts of the game shown tell of."""
    app.explorer.chart_strip.draw()
    svgs = "".join(picture["svg"] for picture in app.explorer.chart_strip.pictures)
    return [int(turn) for turn in re.findall(r"a4a-cursor turn (\d+)", svgs)]


def test_charts_tell_nothing_of_what_is_to_be_guessed_before_it_is_begun() -> None:
    study, record = Study("Guessing"), skirmish(rounds=2)
    study.add(record, title="Read", end=300)
    study.add(record, title="Guess", start=200, end=300, mode="guess")
    app = a4a.explore(study)
    assert app.explorer.cursor.withheld == [200]  # before a page says what is read
    begun = max(turns_of(app))
    assert begun < 10  # of the first round
    app.explorer.cursor.withheld = []  # as the page says
    assert max(turns_of(app)) == 18


def test_what_was_begun_is_begun_in_all_contents(app: StudyExplorer, study: Study) -> None:
    app.contents.revealed = [2]
    app.chapter = 2
    assert app.contents.revealed == [2]


def test_a_row_tells_which_chapters_have_begun_where_it_starts_and_ends(study: Study) -> None:
    rows = {row["id"]: row["past"] for row in chapter_rows(study)}
    assert rows == {
        1: {"start": [], "end": [1]},
        2: {"start": [], "end": [2]},
        3: {"start": [1], "end": [1, 3]},
        4: {"start": [], "end": [4]},
    }


def test_a_chapters_moves_are_guessed_in_its_place(poland: Study) -> None:
    app = a4a.explore(poland)
    app.chapter = 2
    assert asked(app.contents, do="begin") == ""
    trial = app.trial
    assert trial is not None
    assert app.explorer.children[-1] is trial
    assert (app.contents.busy, app.contents.revealed) == (True, [2])
    solver = trial.solver
    assert isinstance(solver, Guesser)
    assert solver.guess_view.task["title"] == "Italy, Germany, round 1, Axis Combat"
    assert len(solver.cursor.record) < 60 < len(poland.record(2))  # what follows is not shown
    trial._bar._handle_custom_msg({"do": "back"}, [])
    assert (app.trial, app.contents.busy, len(app.explorer.children)) == (None, False, 1)
    assert solver.comm is None


def test_a_chapters_exercise_is_solved_in_its_place_and_left_with_the_chapter(
    poland: Study,
) -> None:
    app = a4a.explore(poland)
    app.chapter = 3
    trial = app.begin()
    assert isinstance(trial.solver, Solver)
    assert trial.solver.attempt.exercise.plan.title == "Paris in one blow"
    app.chapter = 1
    assert (app.trial, len(app.explorer.children)) == (None, 1)


def test_an_exercise_lies_in_a_folder_beside_the_study(poland: Study, tmp_path: Path) -> None:
    a4a.save(poland, tmp_path / "poland.a4s")
    app = a4a.explore(poland)
    app.chapter = 1
    assert asked(app.contents, do="edit", changes={"mode": "exercise", "exercise": "mine"}) == ""
    assert a4a.study(tmp_path / "poland.a4s").chapter(1).exercise == "mine"
    assert "no such exercise" in asked(app.contents, do="begin")
    (tmp_path / "mine").mkdir()
    source = Path(a4a.exercise("europe-1940-france").file)  # type: ignore[arg-type]
    (tmp_path / "mine" / source.name).write_bytes(source.read_bytes())
    assert asked(app.contents, do="begin") == ""


def test_a_chapter_that_is_read_asks_for_nothing(poland: Study) -> None:
    app = a4a.explore(poland)
    app.chapter = 1
    assert "is only read" in asked(app.contents, do="begin")
    assert app.trial is None


def test_what_is_only_of_a_game_is_refused(study: Study) -> None:
    for given in ({"at": 1}, {"view": "Europe"}, {"projector": True}, {"charts": [1]}):
        with pytest.raises(A4AError, match="are of a game, not of a study"):
            a4a.explore(study, **given)  # type: ignore[call-overload]
    with pytest.raises(A4AError, match="no chapters yet"):
        a4a.explore(Study("Empty"))
