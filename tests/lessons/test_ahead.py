"""The ways to later parts: not in a handout's tree until they are gone to, then as they were."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.core.events import Noted
from a4a.core.record import GameRecord
from a4a.core.steps import Step
from a4a.core.variations import Delete
from a4a.lessons.ahead import packed, unpacked
from a4a.lessons.attempt import Attempt
from a4a.lessons.exercise import Exercise
from a4a.lessons.handout import EXERCISE, Handed
from a4a.lessons.marking import marked
from a4a.lessons.told import attach
from a4a.rules.order import read
from a4a.rules.systems.war_in_europe.orders import March

WAY = range(17, 24)
"""The steps between the two parts of Warsaw."""


@pytest.fixture(scope="module")
def warsaw() -> Exercise:
    return a4a.exercise("warsaw-1939")


def handed_out_before(exercise: Exercise) -> GameRecord:
    """A handout as it was once: all ways are in its tree, and scripts in its plan."""
    record = exercise.fresh()
    public = exercise.plan.public(feedback=True)
    windows = tuple(
        msgspec.structs.replace(shown, script=window.script)
        for shown, window in zip(public.windows, exercise.windows, strict=True)
    )
    plan = msgspec.structs.replace(public, windows=windows)
    handed = Handed(plan=plan, begins=exercise.begins, digest=exercise.digest)
    record.attach(EXERCISE, msgspec.json.encode(handed).decode())
    return record


def handed_out_lately(exercise: Exercise) -> GameRecord:
    """A handout as it was once: ways are packed, but what is asked in later parts is not."""
    record = a4a.handout(exercise)
    plan = msgspec.to_builtins(exercise.plan.public())
    altered(record, plan=plan, later="")
    return record


def altered(record: GameRecord, **changes: object) -> None:
    """Write something else into the exercise that a record carries."""
    (text,) = record.attached(EXERCISE)
    record.attach(EXERCISE, msgspec.json.encode(msgspec.json.decode(text) | changes).decode())


def play(attempt: Attempt, exercise: Exercise) -> None:
    """Give the author's orders in the part that is open, and end it."""
    for given in exercise.windows[attempt.number].ghost:
        if not attempt.closed:
            attempt.game.do(exercise.order(given))
    attempt.finish()


def resumed(attempt: Attempt, file: Path) -> Attempt:
    attempt.save(file)
    return a4a.attempt(file)


def test_nothing_of_the_way_to_part_2_is_there_before_part_1_is_closed(
    warsaw: Exercise, tmp_path: Path
) -> None:
    file = tmp_path / "hand.a4a"
    a4a.save(a4a.handout(warsaw), file)
    for attempt in (a4a.attempt(file), a4a.attempt(warsaw)):
        attempt.game.do(March(units=(76,), path=("2407", "2406")))
        with pytest.raises(A4AError, match="part 1 comes first"):
            attempt.go_to(1)
        assert not set(WAY) & set(attempt.record.steps)
        assert not set(WAY) & set(resumed(attempt, tmp_path / "going.a4a").record.steps)


@pytest.mark.parametrize("name", ["warsaw-1939", "convoy-war"])
def test_what_later_parts_ask_cannot_be_read_in_a_handout(name: str) -> None:
    exercise = a4a.exercise(name)
    record = a4a.handout(exercise)
    (text,) = record.attached(EXERCISE)
    first, *later = exercise.plan.public().windows
    assert len(msgspec.json.decode(text)["plan"]["windows"]) == 1
    for window in later:
        for told in (window.title, window.brief, *window.hints, window.goal):
            assert not told or msgspec.json.encode(told).decode() not in text
    assert a4a.attempt(record).exercise.windows == (first, *later)


@pytest.mark.parametrize("name", ["distance-is-time", "convoy-war"])
def test_no_script_is_handed_out_and_parts_begin_where_they_did(name: str) -> None:
    exercise = a4a.exercise(name)
    assert any(window.script for window in exercise.windows)
    for feedback in (True, False):
        record = a4a.handout(exercise, feedback=feedback)
        handed = a4a.attempt(record).exercise
        assert not any(window.script for window in handed.windows)
        assert (handed.begins, handed.record.steps) == (exercise.begins, exercise.record.steps)


def test_the_way_is_put_in_as_the_author_has_it(warsaw: Exercise) -> None:
    attempt = a4a.attempt(a4a.handout(warsaw))
    play(attempt, warsaw)
    assert attempt.go_to(1).begun == 23
    there = attempt.record.steps
    assert [there[node] for node in WAY] == [warsaw.record.steps[node] for node in WAY]
    assert list(there) == sorted(there)
    assert min(set(there) - set(warsaw.record.steps)) > warsaw.record.used


def test_only_the_way_to_the_part_that_is_gone_to_is_put_in(warsaw: Exercise) -> None:
    three = msgspec.structs.replace(warsaw.plan, windows=(*warsaw.windows, warsaw.windows[0]))
    record = warsaw.fresh()
    further = record.append([Noted("later")], parent=23)
    attempt = a4a.attempt(a4a.handout(Exercise(three, warsaw.rules, record, (16, 23, further))))
    attempt.finish()
    attempt.go_to(1)
    assert further not in attempt.record.steps
    attempt.finish()
    assert attempt.go_to(2).begun == further


def test_what_was_tried_stays_on_its_line_and_the_way_is_called_after_its_part(
    warsaw: Exercise,
) -> None:
    attempt = a4a.attempt(a4a.handout(warsaw))
    play(attempt, warsaw)
    before = attempt.record.line()
    attempt.go_to(1)
    assert attempt.record.line() == before
    assert attempt.record.line("part 2") == tuple(WAY)


@pytest.mark.parametrize(("name", "part"), [("distance-is-time", 1), ("convoy-war", 2)])
def test_a_line_that_a_part_begins_on_is_called_after_it_in_a_record_of_all_parts(
    name: str, part: int
) -> None:
    exercise = a4a.exercise(name)
    record = exercise.fresh()
    first = record.first_of(exercise.begins[part - 1])
    assert record.variation(first).name == f"part {part}"


@pytest.mark.parametrize("name", ["warsaw-1939", "distance-is-time", "convoy-war"])
def test_who_solves_all_parts_is_marked_as_with_a_file_of_before(name: str, tmp_path: Path) -> None:
    exercise = a4a.exercise(name)
    marks = []
    for hand_out in (a4a.handout, handed_out_before, handed_out_lately):
        record = hand_out(exercise)
        attempt = resumed(a4a.attempt(record, name="Ada"), tmp_path / "hand.a4a")
        play(attempt, exercise)
        attempt = resumed(attempt, tmp_path / "going.a4a")
        attempt.go_to(1)
        play(attempt, exercise)
        folder = tmp_path / "handed in"
        folder.mkdir(exist_ok=True)
        attempt.save(folder / "ada.a4a")
        marks += a4a.mark(folder, exercise)
    assert [one.result for one in marks[0].windows] == ["passed", "passed"]
    assert marks[0] == marks[1] == marks[2]


def test_an_attempt_goes_on_in_the_middle_of_part_2(warsaw: Exercise, tmp_path: Path) -> None:
    attempt = a4a.attempt(a4a.handout(warsaw), name="Ada")
    played_there = warsaw.record.step(17).order  # what follows in the game, too
    assert played_there is not None
    attempt.game.do(read(played_there, dict(warsaw.rules.orders)))
    attempt.finish()
    attempt.try_again()
    play(attempt, warsaw)
    attempt.go_to(1)
    play(attempt, warsaw)
    attempt.try_again()
    again = resumed(attempt, tmp_path / "ada.a4a")
    assert (again.number, again.tries) == (1, attempt.tries)
    assert again.game.node == attempt.game.node
    assert again.record.steps == attempt.record.steps
    assert again.record.lines == attempt.record.lines
    assert resumed(again, tmp_path / "ada.a4a").record == again.record
    assert again.exercise.record.steps == warsaw.record.steps


def test_a_way_that_is_deleted_is_put_in_again(warsaw: Exercise) -> None:
    attempt = a4a.attempt(a4a.handout(warsaw))
    play(attempt, warsaw)
    attempt.go_to(1)
    attempt.record.do(Delete(node=17))
    assert attempt.try_again().begun == 23


def test_an_altered_way_is_refused_by_the_teacher(warsaw: Exercise) -> None:
    attempt = a4a.attempt(a4a.handout(warsaw), name="Ada")
    attempt.finish()
    attach(attempt.record, attempt.told())
    assert marked(attempt.record, warsaw).windows[0].result == "failed"
    (text,) = attempt.record.attached(EXERCISE)
    first, *others = unpacked(msgspec.json.decode(text)["ahead"], tuple[Step, ...])
    for steps in ([msgspec.structs.replace(first, events=()), *others], others, []):
        altered(attempt.record, ahead=packed(steps))
        with pytest.raises(A4AError, match="its start was altered"):
            marked(attempt.record, warsaw)


def test_a_way_that_is_not_the_one_in_the_tree_is_refused(warsaw: Exercise) -> None:
    record = handed_out_before(warsaw)
    first = msgspec.structs.replace(record.step(17), events=())
    altered(record, ahead=packed([first]))
    with pytest.raises(A4AError, match="step id 17"):
        a4a.attempt(record)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no base64!", "damaged"),
        ("bm8gemxpYg==", "damaged"),  # not deflated
        ("eJyrqKA9AAA=", "cut"),
        ("eJyrrgUAAXUA+Q==", "damaged"),  # no list
    ],
)
def test_a_damaged_way_is_refused(warsaw: Exercise, text: str, said: str) -> None:
    record = a4a.handout(warsaw)
    altered(record, ahead=text)
    with pytest.raises(A4AError, match=f"the exercise in the file is .*{said}"):
        a4a.attempt(record)
