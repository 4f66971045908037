"""Marking: what is handed in is judged by the teacher's exercise, and believed in nothing."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import msgspec
import pytest

import a4a
from a4a.cli import main
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.lessons.attempt import Attempt
from a4a.lessons.exercise import Exercise
from a4a.lessons.handout import EXERCISE
from a4a.lessons.marking import Marked
from a4a.lessons.marksheet import cell, write_marks
from a4a.lessons.reading import FILE
from a4a.lessons.told import ATTEMPT
from tests.lessons.playing import PARIS, send

QUESTIONS = """
[[questions]]
kind = "choice"
id = "first"
text = "Who is hit first?"
options = ["infantry", "tanks"]
answer = ["infantry"]

[[questions]]
kind = "prose"
id = "why"
text = "Why?"
rubric = [{ text = "names the counter-attack", points = 2 }]
"""


@pytest.fixture(scope="module")
def exercise(tmp_path_factory: pytest.TempPathFactory) -> Exercise:
    """The exercise on Paris, with two questions."""
    folder = tmp_path_factory.mktemp("exercise")
    file = a4a.exercise("europe-1940-france").file
    assert file is not None
    (folder / FILE).write_text(file.read_text() + QUESTIONS)
    return a4a.exercise(folder)


@pytest.fixture
def folder(tmp_path: Path, exercise: Exercise) -> Path:
    """An empty folder for what is handed in, with the exercise in it."""
    assert exercise.file is not None
    (tmp_path / "class").mkdir()
    shutil.copy(exercise.file, tmp_path / "class" / FILE)
    return tmp_path / "class"


def solved(exercise: Exercise, name: str, *stacks: tuple[str, str, int]) -> Attempt:
    """Play the window once, and answer what has an answer."""
    attempt = a4a.attempt(a4a.handout(exercise), name=name)
    send(attempt.game, "France", *stacks)
    attempt.finish()
    attempt.answer("first", "infantry")
    return attempt


def only(folder: Path, exercise: Exercise) -> Marked:
    (found,) = a4a.mark(folder, exercise)
    return found


def rewritten(record: GameRecord, name: str, change: dict[str, object]) -> None:
    """Write something else into what a record carries, as a student could."""
    (text,) = record.attached(name)
    record.attach(name, msgspec.json.encode(msgspec.json.decode(text) | change).decode())


def test_right_nearly_right_and_wrong_are_told_apart(exercise: Exercise, folder: Path) -> None:
    solved(exercise, "Ada", *PARIS).save(folder / "ada.a4a")
    solved(exercise, "Ben", *PARIS[:-1]).save(folder / "ben.a4a")
    solved(exercise, "Cy").save(folder / "cy.a4a")
    marks = a4a.mark(folder, exercise)
    assert [(one.name, one.windows[0].result) for one in marks] == [
        ("Ada", "passed"), ("Ben", "failed"), ("Cy", "failed"),
    ]  # fmt: skip
    reached = [one.windows[0].verdict.finding.parts[0].reached for one in marks]
    assert reached == pytest.approx([0.94, 0.55, 0.0], abs=0.02)


def test_prose_is_left_to_the_teacher(exercise: Exercise, folder: Path) -> None:
    attempt = solved(exercise, "Ada", *PARIS)
    attempt.save(folder / "ada.a4a")
    assert only(folder, exercise).result == "not yet"
    attempt.answer("why", "It has to hold afterwards.")
    attempt.save(folder / "ada.a4a")
    found = only(folder, exercise)
    assert found.result == "not yet"
    assert found.asked["first"].met is True
    assert found.asked["why"].met is None


def test_the_best_try_counts_and_all_are_counted(exercise: Exercise, folder: Path) -> None:
    attempt = solved(exercise, "Ada", *PARIS)
    attempt.hint()
    attempt.try_again()
    attempt.finish()
    attempt.save(folder / "ada.a4a")
    (tried,) = only(folder, exercise).windows
    assert (tried.result, tried.tries, tried.hints) == ("passed", 2, 1)


def test_goals_are_the_teachers_not_those_in_the_file(exercise: Exercise, folder: Path) -> None:
    attempt = solved(exercise, "Ada")
    record = attempt.record
    (text,) = record.attached(EXERCISE)
    easy = text.replace("0.85", "0.0")
    assert easy != text
    attempt.save(folder / "ada.a4a")
    record.attach(EXERCISE, easy)
    a4a.save(record, folder / "ada.a4a")
    assert only(folder, exercise).windows[0].result == "failed"


def test_faces_written_into_a_file_gain_nothing(exercise: Exercise, folder: Path) -> None:
    attempt = solved(exercise, "Ada", *PARIS[:-1])
    attempt.save(folder / "ada.a4a")
    honest = only(folder, exercise).windows[0].verdict
    record = a4a.open(folder / "ada.a4a")
    won = a4a.core.events.ControlChanged("France", "France", "Germany", "conquest")
    record.append([won])
    a4a.save(record, folder / "ada.a4a")
    assert only(folder, exercise).windows[0].verdict == honest


def test_an_altered_start_is_refused_and_named(exercise: Exercise, folder: Path) -> None:
    attempt = solved(exercise, "Ada", *PARIS)
    attempt.save(folder / "ada.a4a")
    record = a4a.open(folder / "ada.a4a")
    units = [unit for unit in record.start.units if unit.owner != "France"]
    start = msgspec.structs.replace(record.start, units=tuple(units))
    stronger = GameRecord(
        record.header, record.board, record.catalog, start, attachments=record.attachments
    )
    a4a.save(stronger, folder / "ada.a4a")
    assert "its start was altered" in only(folder, exercise).refused


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"exercise": "another-one"}, "'another-one'"),
        ({"digest": "0" * 64}, "another version"),
        ({"tries": [{"window": 7, "closing": {"kind": "EndPhase", "fields": {}}}]}, ""),
        ({"tries": "none"}, "damaged"),
    ],
)
def test_what_does_not_fit_the_exercise_is_refused(
    exercise: Exercise, folder: Path, change: dict[str, object], said: str
) -> None:
    attempt = solved(exercise, "Ada")
    attempt.save(folder / "ada.a4a")
    record = a4a.open(folder / "ada.a4a")
    rewritten(record, ATTEMPT, change)
    a4a.save(record, folder / "ada.a4a")
    found = only(folder, exercise)
    assert said in found.refused
    assert found.refused or not found.windows[0].tries


def test_an_order_that_is_no_order_is_refused_with_its_place(
    exercise: Exercise, folder: Path
) -> None:
    attempt = solved(exercise, "Ada")
    attempt.save(folder / "ada.a4a")
    record = a4a.open(folder / "ada.a4a")
    orders = [{"kind": "Move", "fields": {"units": [1], "path": ["Germany", "Eastern USA"]}}]
    rewritten(
        record,
        ATTEMPT,
        {"tries": [{"window": 0, "orders": orders, "closing": {"kind": "EndPhase", "fields": {}}}]},
    )
    a4a.save(record, folder / "ada.a4a")
    assert "part 1, try 1" in only(folder, exercise).refused


def test_a_damaged_file_is_named_and_the_others_are_marked(
    exercise: Exercise, folder: Path
) -> None:
    (folder / "broken.a4a").write_bytes(b"\x1f\x8b no game")
    (folder / "deep").mkdir()
    solved(exercise, "Ada", *PARIS).save(folder / "deep" / "ada.a4a")
    broken, ada = a4a.mark(folder, exercise)
    assert (broken.file, broken.result) == ("broken.a4a", "refused")
    assert (ada.file, ada.windows[0].result) == ("deep/ada.a4a", "passed")


def test_only_a4a_files_are_read_and_no_link_is_followed(
    exercise: Exercise, folder: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere.a4a"
    solved(exercise, "Eve").save(elsewhere)
    (folder / "link.a4a").symlink_to(elsewhere)
    (folder / "loop").symlink_to(tmp_path)
    shutil.copy(elsewhere, folder / "eve.tsvg")
    with pytest.raises(A4AError, match=r"no \.a4a file"):
        a4a.mark(folder, exercise)


def test_equal_lines_of_two_students_are_flagged(exercise: Exercise, folder: Path) -> None:
    solved(exercise, "Ada", *PARIS).save(folder / "ada.a4a")
    solved(exercise, "Ben", *PARIS).save(folder / "ben.a4a")
    solved(exercise, "Cy", *PARIS[:2]).save(folder / "cy.a4a")
    solved(exercise, "Di").save(folder / "di.a4a")
    solved(exercise, "Ed").save(folder / "ed.a4a")
    same = {one.name: one.same for one in a4a.mark(folder, exercise)}
    assert same == {"Ada": ("ben.a4a",), "Ben": ("ada.a4a",), "Cy": (), "Di": (), "Ed": ()}


def test_equal_prose_is_flagged_if_it_is_more_than_a_word(exercise: Exercise, folder: Path) -> None:
    for name, text in (
        ("ada", "It must hold against what Britain and France can bring."),
        ("ben", "it must hold  against what Britain and France can bring."),
        ("cy", "No idea."),
        ("di", "No idea."),
    ):
        attempt = solved(exercise, name)
        attempt.answer("why", text)
        attempt.save(folder / f"{name}.a4a")
    same = {one.name: one.same for one in a4a.mark(folder, exercise)}
    assert same == {"ada": ("ben.a4a",), "ben": ("ada.a4a",), "cy": (), "di": ()}


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM", "\t=1", "\r=1", "  =1"])
def test_no_cell_is_taken_for_a_formula(text: str) -> None:
    assert cell(text).startswith("'")


def test_the_sheet_has_a_row_for_each_file(
    exercise: Exercise, folder: Path, tmp_path: Path
) -> None:
    attempt = solved(exercise, '=HYPERLINK("x")', *PARIS)
    attempt.answer("why", "@home; = nothing")
    attempt.save(folder / "ada.a4a")
    (folder / "broken.a4a").write_bytes(b"")
    write_marks(a4a.mark(folder, exercise), exercise, tmp_path / "marks.csv")
    with (tmp_path / "marks.csv").open(encoding="utf-8-sig", newline="") as file:
        ada, broken = csv.DictReader(file)
    assert ada["name"] == '\'=HYPERLINK("x")'
    assert ada["why"] == "'@home; = nothing"
    assert (ada["1"], ada["1 tries"], ada["first right"], ada["why right"]) == (
        "passed", "1", "yes", "read it",
    )  # fmt: skip
    assert ada["why: names the counter-attack (of 2)"] == ""
    assert broken["result"] == "refused"
    assert broken["refused because"]


def test_the_debrief_has_all_lines_in_one_record(exercise: Exercise, folder: Path) -> None:
    solved(exercise, "Ada", *PARIS).save(folder / "ada.a4a")
    solved(exercise, "Ada", *PARIS[:2]).save(folder / "ada-2.a4a")
    solved(exercise, "Cy").save(folder / "cy.a4a")
    found = a4a.debrief(a4a.mark(folder, exercise), exercise)
    assert [line.name for line in found.lines] == ["Ada", "Ada (2)", "Cy"]
    assert len({line.end for line in found.lines}) == 3
    assert {found.record.line(name)[-1] for name in ("Ada", "Ada (2)", "Cy")} == {
        line.end for line in found.lines
    }
    assert {v.name for v in found.record.variations} == {"Ada", "Ada (2)", "Cy"}
    sent = found.forces.filter(name="Ada (2)", destination="France")["count"].sum()
    assert sent == sum(number for _, _, number in PARIS)
    chosen = found.odds.filter(measure="chance")
    assert chosen["met"].to_list() == [False, True, False]
    assert chosen["happened"].to_list()[2] is False


def test_a_debrief_is_the_same_with_the_same_seed(exercise: Exercise, folder: Path) -> None:
    solved(exercise, "Ada", *PARIS[:-1]).save(folder / "ada.a4a")
    marks = a4a.mark(folder, exercise)
    first = a4a.debrief(marks, exercise, seed=1)
    assert first.odds.equals(a4a.debrief(marks, exercise, seed=1).odds)
    rolled = {a4a.debrief(marks, exercise, seed=n).odds["happened"][0] for n in range(12)}
    assert rolled == {True, False}


def test_the_command_hands_out_and_marks(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    handed = tmp_path / "paris.a4a"
    assert main(["handout", str(folder), "--out", str(handed), "--no-feedback"]) == 0
    attempt = a4a.attempt(handed, name="Ada")
    send(attempt.game, "France", *PARIS)
    assert str(attempt.finish()) == "not yet\nyour teacher has the goals"
    attempt.save(folder / "ada.a4a")
    out, record = tmp_path / "marks.csv", tmp_path / "debrief.a4a"
    assert main(["mark", str(folder), "--out", str(out), "--debrief", str(record)]) == 0
    assert "1 not yet" in capsys.readouterr().out
    assert "passed" in out.read_text()
    assert a4a.open(record).variations


def test_the_command_does_not_write_among_what_is_marked(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = main(
        ["mark", str(folder), "--out", str(tmp_path / "m.csv"), "--debrief", str(folder / "d.a4a")]
    )
    assert said == 1
    assert "write it elsewhere" in capsys.readouterr().err
