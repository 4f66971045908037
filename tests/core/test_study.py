"""Studies: chapters, their order, and that each fits its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.annotations import NoteView
from a4a.core.chapters import MOST_TEXT, Chapter
from a4a.core.errors import A4AError
from a4a.core.study import Study
from a4a.core.variations import Delete, Promote, Rename

if TYPE_CHECKING:
    from a4a.core.record import GameRecord


@pytest.fixture
def record() -> GameRecord:
    """A main line 0-1-2-3, and a variation 4-5 that leaves it at node 1."""
    record = a4a.start("global1940")
    for text in ("one", "two", "three"):
        record.append([ev.Noted(text)])
    leaves = record.append([ev.Noted("four")], parent=1)
    record.append([ev.Noted("five")], parent=leaves)
    record.do(Rename(first=leaves, name="Sea Lion"))
    return record


@pytest.mark.parametrize(
    ("given", "nodes"),
    [
        ({}, (0, 1, 2, 3)),
        ({"start": 1}, (1, 2, 3)),
        ({"end": 2}, (0, 1, 2)),
        ({"end": 4}, (0, 1, 4)),
        ({"start": 4}, (4, 5)),
        ({"line": "Sea Lion"}, (0, 1, 4, 5)),
        ({"line": "Sea Lion", "start": 1, "end": 4}, (1, 4)),
        ({"start": 2, "end": 2}, (2,)),
    ],
)
def test_a_chapter_is_a_stretch_of_a_line(
    record: GameRecord, given: dict[str, Any], nodes: tuple[int, ...]
) -> None:
    study = Study()
    assert study.stretch(study.add(record, title="x", **given).id) == nodes


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"start": 3, "end": 2}, "its start lies on"),
        ({"start": 2, "end": 4}, "its start lies on"),
        ({"end": 9}, "its end: no node 9"),
        ({"line": "Sea Lion", "end": 3}, "node 3 is not on the line 'Sea Lion'"),
        ({"line": "Typhoon"}, "no line 'Typhoon'"),
        ({"region": "Atlantis"}, "no part 'Atlantis' of the board: there are Europe, Pacific"),
        ({"title": ""}, "has no title"),
        ({"title": "a\nb"}, "in one line"),
        ({"before": "x" * (MOST_TEXT + 1)}, "20001 characters of 20000"),
        ({"before": "\ud800"}, "no Unicode text"),
        ({"tags": "winter"}, "its tags are given as a tuple"),
        ({"tags": ("winter", "winter")}, "each once"),
        ({"tags": ("",)}, "one of its tags is empty"),
        ({"mode": "dream"}, "dream"),
        ({"mode": "exercise"}, "is an exercise: say which"),
        ({"mode": "exercise", "exercise": "../secret"}, "'../secret' is no name of an exercise"),
        ({"view": NoteView(bounds=(0, 0, 0, 1e9))}, "720"),
        ({"at": 1}, "no place 1 for a chapter: places go from 0 to 0"),
    ],
)
def test_a_chapter_that_does_not_fit_is_refused_and_nothing_is_kept(
    record: GameRecord, given: dict[str, Any], message: str
) -> None:
    study = Study()
    with pytest.raises(A4AError, match=message):
        study.add(record, **{"title": "x", **given})
    assert (study.chapters, dict(study.records)) == ((), {})


def test_regions_are_kept_by_the_names_of_the_board(record: GameRecord) -> None:
    study = Study()
    given = ("eastern front", "PACIFIC", "germany")
    kept = [study.add(record, title="x", region=region).region for region in given]
    assert kept == ["Eastern Front", "Pacific", "Germany"]


def test_a_study_holds_each_game_once_and_drops_one_without_chapters(record: GameRecord) -> None:
    study = Study()
    other = a4a.start("europe1940")
    first, second = study.add(record, title="a"), study.add(record, title="b")
    third = study.add(other, title="c")
    assert (first.record, second.record, third.record) == (1, 1, 2)
    assert study.record(second.id) is record
    study.remove(first.id)
    assert list(study.records) == [1, 2]
    assert study.remove(second.id) == second
    assert list(study.records) == [2]
    assert study.add(record, title="d").id == 4  # ids are never used again


def test_chapters_move_and_are_put_in_between(record: GameRecord) -> None:
    study = Study()
    for title in "abc":
        study.add(record, title=title)
    study.add(record, title="x", at=1)
    study.move(3, to=0)
    assert "".join(chapter.title for chapter in study.chapters) == "caxb"
    with pytest.raises(A4AError, match="places go from 0 to 3"):
        study.move(3, to=4)
    with pytest.raises(A4AError, match="no chapter of the study has the id 9; there are 3, 1, 4"):
        study.move(9, to=0)


def test_a_chapter_is_edited_whole_or_not_at_all(record: GameRecord) -> None:
    study = Study()
    chapter = study.add(record, title="a")
    assert study.edit(chapter.id, title="b", end=2, tags=("x",)).tags == ("x",)
    before = study.chapters
    for changes in ({"title": "c", "end": 9}, {"id": 2}, {"record": 2}, {"nothing": 1}):
        with pytest.raises(A4AError):
            study.edit(chapter.id, **changes)
    assert study.chapters == before


def test_a_chapter_stays_on_its_line_when_that_is_promoted(record: GameRecord) -> None:
    study = Study()
    chapter = study.add(record, title="a", line="Sea Lion")
    record.do(Promote(first=4))
    assert study.stretch(chapter.id) == (0, 1, 4, 5)


def test_a_chapter_whose_nodes_were_deleted_is_named(record: GameRecord) -> None:
    study = Study()
    study.add(record, title="Sea Lion", line="Sea Lion")
    study.verify()
    record.do(Delete(node=5))
    with pytest.raises(A4AError, match="chapter 1 'Sea Lion': its end: no node 5"):
        study.verify()


def test_a_study_is_described_whole_or_not_at_all() -> None:
    study = Study("Africa", authors=("Ada",))
    study.describe(introduction="The desert.")
    with pytest.raises(A4AError, match="in one line"):
        study.describe(introduction="Else", title="a\nb")
    assert (study.title, study.introduction, study.authors) == ("Africa", "The desert.", ("Ada",))


def test_ids_and_games_of_chapters_are_checked(record: GameRecord) -> None:
    one = Chapter(id=1, record=1, title="a")
    with pytest.raises(A4AError, match="used twice"):
        Study(records={1: record}, chapters=[one, one])
    with pytest.raises(A4AError, match="game 1, which is not there"):
        Study(chapters=[one])


def test_a_line_about_the_game_names_line_and_victors(record: GameRecord) -> None:
    study = Study()
    record.append([ev.VictoryWon(("Axis",), "")], parent=5)
    told = study.told(study.add(record, title="a", end=4).id)
    assert told.endswith("· Sea Lion · won by Axis")
    assert "won" not in study.told(study.add(record, title="b").id)
