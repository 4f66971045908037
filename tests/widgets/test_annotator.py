"""The annotator: what Python and the page ask of it, and what it has in the file at once."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import a4a
from a4a.core.annotations import AnyAnnotation, Arrow, Comment, Glyph, Highlight, NoteView
from a4a.core.errors import A4AError, RecordError
from a4a.widgets import Annotator, explore
from tests.map.skirmish import skirmish

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from a4a.core.record import GameRecord


@pytest.fixture
def record() -> GameRecord:
    return skirmish(rounds=1, moves=1)


@pytest.fixture
def file(record: GameRecord, tmp_path: Path) -> Path:
    path = tmp_path / "game.a4a"
    a4a.save(record, path)
    return path


@pytest.fixture
def notes(file: Path) -> Annotator:
    """The annotator of a record that was read from a file, at node 3."""
    return Annotator(a4a.load(file), node=3)


def asks(widget: Annotator, **what: Any) -> str:
    """Let the page ask for something; what it is answered."""
    answers: list[dict[str, Any]] = []
    widget.send = answers.append
    widget._handle_custom_msg({"ticket": 7, **what}, [])
    (answer,) = answers
    assert answer["ticket"] == 7
    return str(answer["fault"])


def bare(annotations: Iterable[AnyAnnotation]) -> tuple[AnyAnnotation, ...]:
    """Annotations without their keys, which are random; each must have one of its own."""
    keys = [annotation.key for annotation in annotations]
    assert all(keys)
    assert len(set(keys)) == len(keys)
    return tuple(msgspec.structs.replace(annotation, key="") for annotation in annotations)


def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)


def test_what_is_written_is_in_the_file_at_once(notes: Annotator, file: Path) -> None:
    notes.author = "Ann"
    written = [
        notes.comment("Why <b>not</b>?", when="before"),
        notes.glyph("?!"),
        notes.arrow("Germany", "Poland"),
        notes.highlight("poland", colour="#009e73"),
    ]
    assert list(bare(written)) == [
        Comment(
            id=1,
            node=3,
            author="Ann",
            text="Why <b>not</b>?",
            when="before",
            markup="markdown",
        ),
        Glyph(id=2, node=3, author="Ann", sign="?!"),
        Arrow(id=3, node=3, author="Ann", path=("Germany", "Poland"), colour="#d55e00"),
        Highlight(id=4, node=3, author="Ann", spaces=("Poland",), colour="#009e73"),
    ]
    assert a4a.load(file).annotations == tuple(written)
    assert [row["id"] for row in notes.cursor.notes] == [1, 2, 3, 4]
    assert notes.saving == {"file": "game.a4a", "saved": True, "fault": "", "offer": ""}


def test_what_is_changed_deleted_and_put_back_is_too(notes: Annotator, file: Path) -> None:
    comment = notes.comment("one")
    changed = notes.edit(comment.id, text="two", when="before")
    assert a4a.load(file).annotations == (changed,)
    assert notes.delete(comment.id) == changed
    assert a4a.load(file).annotations == ()
    assert (notes.undoable, notes.cursor.notes) == ("comment", [])
    assert notes.undo() == changed
    assert a4a.load(file).annotations == (changed,)
    assert notes.undoable == ""
    with pytest.raises(A4AError, match="nothing has been deleted"):
        notes.undo()


def test_frames_have_what_is_there_now(notes: Annotator) -> None:
    notes.comment("one")
    notes.highlight("Poland")
    notes.edit(1, text="two", when="before")
    notes.delete(2)
    notes.glyph("!")
    frame = a4a.frames(notes.cursor.record).annotations
    rows = frame.select("id", "node", "kind", "when", "text").rows()
    assert rows == [(1, 3, "comment", "before", "two"), (3, 3, "glyph", None, "!")]


def test_stepping_on_is_annotating_elsewhere(notes: Annotator) -> None:
    notes.comment("here")
    notes.cursor.node = 5
    assert notes.comment("there").node == 5


def test_what_cannot_be_is_refused_and_the_file_left(notes: Annotator, file: Path) -> None:
    before = file.read_bytes()
    for wrong in (
        lambda: notes.comment(""),
        lambda: notes.glyph("!!!"),
        lambda: notes.arrow("Germany"),
        lambda: notes.highlight("Atlantis"),
        lambda: notes.edit(1, text="x"),
        lambda: notes.delete(1),
    ):
        with pytest.raises(RecordError):
            wrong()
    assert (file.read_bytes(), notes.cursor.record.annotations) == (before, ())


def test_without_a_file_annotations_wait_in_the_record_and_a_name_is_offered(
    record: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    notes = Annotator(record)
    comment = notes.comment("kept")
    offer = notes.saving["offer"]
    assert notes.saving == {"file": "", "saved": False, "fault": "", "offer": offer}
    assert list(tmp_path.iterdir()) == []
    assert asks(notes, do="save", name=offer) == ""
    assert notes.saving == {"file": offer, "saved": True, "fault": "", "offer": ""}
    assert a4a.load(tmp_path / offer).annotations == (comment,)
    glyph = notes.glyph("!")
    assert a4a.load(tmp_path / offer).annotations == (comment, glyph)


def test_another_file_is_never_overwritten(
    record: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.a4a").write_bytes(b"precious")
    notes = Annotator(record)
    notes.comment("kept")
    said = "there is a file mine.a4a already: choose another name"
    assert asks(notes, do="save", name="mine") == said
    assert (tmp_path / "mine.a4a").read_bytes() == b"precious"
    assert notes.saving["fault"] == said
    with pytest.raises(A4AError, match=said):
        notes.save(tmp_path / "mine.a4a")
    assert notes.save(tmp_path / "yours.a4a") == tmp_path / "yours.a4a"
    assert notes.saving["fault"] == ""


@pytest.mark.parametrize("name", ["../x.a4a", "a/b", "/etc/x", "..", ".hidden", "a\\b", "x\0y"])
def test_a_page_names_files_of_our_folder_only(
    record: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    assert "is no plain file name" in asks(Annotator(record), do="save", name=name)
    assert [path.name for path in tmp_path.rglob("*")] == ["inner"]


def test_a_disk_that_fails_is_told_and_the_file_is_left_whole(
    notes: Annotator, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = file.read_bytes()
    with monkeypatch.context() as patch:
        full_disk(patch)
        with pytest.raises(A4AError, match=r"in the record, but not saved: .*No space left"):
            notes.comment("one")
        said = asks(notes, do="comment", node=3, text="two", when="after")
        assert said.startswith("it is in the record, but not saved")
        assert notes.saving["fault"] == "the file could not be written: No space left on device"
        assert not notes.saving["saved"]
        assert notes.saving["offer"]
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == ["game.a4a"]
    assert len(notes.cursor.notes) == 2
    assert asks(notes, do="save", name="") == ""
    assert [a.text for a in a4a.load(file).annotations] == ["one", "two"]
    assert notes.saving == {"file": "game.a4a", "saved": True, "fault": "", "offer": ""}


def test_what_another_program_wrote_since_is_kept(notes: Annotator, file: Path) -> None:
    other = Annotator(a4a.load(file))
    theirs = other.comment("theirs")
    with pytest.raises(A4AError, match=r"game\.a4a has been changed by another program"):
        notes.comment("mine")
    assert a4a.load(file).annotations == (theirs,)
    assert asks(notes, do="save", name=notes.saving["offer"]) == ""
    assert [a.text for a in a4a.load(notes.cursor.record.file).annotations] == ["mine"]
    assert a4a.load(file).annotations == (theirs,)


def test_annotating_the_record_itself_is_told_as_not_saved(notes: Annotator) -> None:
    notes.cursor.record.annotate(Comment(node=3, text="from Python"))
    notes.cursor.refresh_notes()
    assert notes.saving["saved"] is False
    notes.save()
    assert notes.saving["saved"] is True


def test_who_looks_sees_what_was_written_and_saved_without_us(
    record: GameRecord, file: Path
) -> None:
    mine, other = Annotator(record), Annotator(record)
    record.annotate(Comment(node=0, text="from Python"))
    assert mine.cursor.notes == []
    mine._handle_custom_msg({"do": "look"}, [])
    assert [row["text"] for row in mine.cursor.notes] == ["from Python"]
    assert mine.saving["saved"] is False
    other.save()
    mine._handle_custom_msg({"do": "look"}, [])
    assert mine.saving == {"file": file.name, "saved": True, "fault": "", "offer": ""}


def test_a_page_asks_for_all_of_it(notes: Annotator, file: Path) -> None:
    assert asks(notes, do="comment", node=2, text="one", when="before") == ""
    assert asks(notes, do="glyph", node=2, sign="?") == ""
    assert asks(notes, do="glyph", node=2, sign="??") == ""
    assert asks(notes, do="edit", id=1, changes={"text": "two"}) == ""
    assert bare(a4a.load(file).annotations) == (
        Comment(id=1, node=2, text="two", when="before"),
        Glyph(id=2, node=2, sign="??"),
    )
    assert asks(notes, do="delete", id=1) == ""
    assert asks(notes, do="undo") == ""
    assert len(a4a.load(file).annotations) == 2


def test_a_judgement_that_takes_the_place_of_another_is_a_change_of_it(notes: Annotator) -> None:
    first = notes.glyph("?")
    position = notes.glyph("±", side="Axis")
    second = notes.glyph("!!")
    assert (second.id, second.key) == (first.id, first.key)
    assert notes.glyph("=").key == position.key
    seen = [notes.glyph("N"), notes.glyph("↑"), notes.glyph("N")]
    assert [note.id for note in seen] == [3, 4, 3]
    assert [row["sign"] for row in notes.cursor.notes] == ["!!", "=", "N", "↑"]


def test_comments_are_written_as_is_said_and_those_of_old_stay_plain(
    record: GameRecord, tmp_path: Path
) -> None:
    record.annotate(Comment(node=3, text="of **old**"))
    file = tmp_path / "old.a4a"
    a4a.save(record, file)
    notes = Annotator(a4a.load(file), node=3)
    notes.comment("*new*")
    notes.markup = "plain"
    notes.comment("*plain*")
    notes.comment("*both*", markup="markdown")
    rows = [(row["text"], row["source"]) for row in Annotator(a4a.load(file)).cursor.notes]
    assert rows == [("of **old**", ""), ("new", "*new*"), ("*plain*", ""), ("both", "*both*")]


def test_a_preview_is_what_would_be_read(notes: Annotator) -> None:
    answers: list[dict[str, Any]] = []
    notes.send = answers.append
    notes._handle_custom_msg({"ticket": 7, "do": "preview", "text": "*a* <b>"}, [])
    prose = (("p", "", (("em", "", ("a",)), " <b>")),)
    assert answers == [{"ticket": 7, "fault": "", "prose": prose}]
    assert notes.cursor.record.annotations == ()
    assert "20,000 characters" in asks(notes, do="preview", text="a" * 20_001)
    assert "20,000 characters" in asks(notes, do="preview", text=["a"])


def test_a_note_keeps_what_is_seen_of_the_board_and_shows_it_again(file: Path) -> None:
    app = explore(file, at=3, charts=(), view="Eastern Front", layers={"units": False})
    here = app.board.seen
    assert here.bounds is not None
    note = app.annotator.comment("Look here", view="here")
    app.board.look().units().control(by="side")
    assert app.board.seen.bounds is None
    assert a4a.load(file).annotation(note.id).view == here
    row = app.cursor.notes[0]["view"]
    south, west, north, east = here.bounds
    assert row["bounds"] == ((south, west), (north, east))
    app.board.show(note.view)
    assert app.board.seen == here
    assert app.board.layers["control"]["by"] == "power"
    app.annotator.edit(note.id, view=None)
    assert a4a.load(file).annotation(note.id).view is None


def test_layers_that_there_are_none_of_are_left_out_of_a_view(file: Path) -> None:
    app = explore(file, charts=())
    before = dict(app.board.layers)
    strange = {"smoke": {"on": True}, "control": {"by": "taste"}, "units": {"on": "no"}}
    app.board.show(NoteView(layers=strange))
    assert dict(app.board.layers) == before
    app.annotator.arrow("Germany", "Poland", view=NoteView(layers=strange))
    assert app.cursor.notes[0]["view"] == {"bounds": None, "layers": {}}


def test_here_needs_a_board(notes: Annotator) -> None:
    with pytest.raises(A4AError, match="no board beside these notes"):
        notes.comment("x", view="here")
    assert "what a note shows" in asks(notes, do="edit", id=1, changes={"view": {"bounds": [1]}})


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"do": "explode"}, "not understood"),
        ({}, "not understood"),
        ({"do": "comment", "node": 3}, "not understood"),
        ({"do": "comment", "node": 3, "text": "x", "when": "now"}, '"before" or "after"'),
        ({"do": "comment", "node": "3", "text": "x", "when": "after"}, "Expected `int`"),
        ({"do": "comment", "node": 10**9, "text": "x", "when": "after"}, "no node"),
        ({"do": "comment", "node": 3, "text": ["x"], "when": "after"}, "is text, not list"),
        ({"do": "comment", "node": 3, "text": "\ud83d", "when": "after"}, "no Unicode text"),
        ({"do": "glyph", "node": 3, "sign": {}}, "no glyph"),
        ({"do": "edit", "id": [], "changes": {"text": "x"}}, "not understood"),
        ({"do": "edit", "id": 1, "changes": {"id": 2}}, "no annotation has the id 1"),
        ({"do": "edit", "id": 1, "changes": "x"}, "not understood"),
        ({"do": "save", "name": 3}, "not understood"),
    ],
)
def test_a_page_that_asks_for_nonsense_is_told_so(
    notes: Annotator, file: Path, what: dict[str, Any], said: str
) -> None:
    before = file.read_bytes()
    assert said in asks(notes, **what)
    assert (file.read_bytes(), notes.cursor.record.annotations) == (before, ())


def test_what_is_drawn_on_the_board_is_kept_where_it_was_drawn(file: Path) -> None:
    app = explore(a4a.load(file), at=3, charts=())
    index = app.cursor.record.board.index
    spaces = [index["Germany"], index["Poland"]]
    app.annotator.colour = "#0072b2"
    draw = app.board.painter._handle_custom_msg
    draw({"type": "drawn", "kind": "arrow", "spaces": spaces, "node": 2}, [])
    draw({"type": "drawn", "kind": "highlight", "spaces": spaces}, [])
    draw({"type": "drawn", "kind": "arrow", "spaces": []}, [])  # given up
    draw({"type": "drawn", "kind": "arrow", "spaces": spaces[:1]}, [])
    draw({"type": "drawn", "kind": "arrow", "spaces": [10**6, "x"]}, [])
    assert bare(a4a.load(file).annotations) == (
        Arrow(id=1, node=2, path=("Germany", "Poland"), colour="#0072b2"),
        Highlight(id=2, node=3, spaces=("Germany", "Poland"), colour="#0072b2"),
    )


def test_a_game_that_comes_with_a4a_is_not_saved_among_its_files() -> None:
    assert a4a.game(a4a.games()[0]).file is None


def test_a_file_is_explored_by_its_path(file: Path) -> None:
    app = explore(file, at=3, charts=())
    assert (app.cursor.node, app.cursor.record.file) == (3, file)
    assert explore(str(file), charts=()).cursor.record == app.cursor.record
    with pytest.raises(RecordError, match=r"missing\.a4a: no such file"):
        explore(file.with_name("missing.a4a"))


@pytest.mark.parametrize("view", [explore, Annotator, a4a.Stepper, a4a.BoardMap])
def test_what_is_no_record_is_refused_by_name(view: Any) -> None:
    with pytest.raises(A4AError, match=r"what is shown is a record .* not a list"):
        view([])


def test_an_explorer_opens_at_a_node_and_on_a_projector(file: Path) -> None:
    app = explore(file, at=4, charts=(), projector=True)
    assert (app.cursor.node, app.projector, app.stepper.projector) == (4, True, True)
    app.projector = False
    assert not app.stepper.projector
    with pytest.raises(RecordError, match="no node 9999"):
        explore(file, at=9999)
