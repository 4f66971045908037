"""Study files: read back equal, the same bytes, and what is refused."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.annotations import Comment, NoteView
from a4a.core.errors import A4AError, RecordError
from a4a.core.study import Study
from a4a.store import archive as archive_module
from a4a.store import load, save, study
from a4a.store import studies as studies_module
from a4a.store.archive import unpacked
from a4a.store.format import digest_of
from tests.store.test_store import small_record, varied_record

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def small_study() -> Study:
    """A study that uses every kind of thing a file can hold."""
    made = Study("Straits", introduction="*Two* games.", authors=("Ada",), tags=("sea",))
    first, second = small_record(), varied_record()
    view = NoteView(bounds=(30, -10.5, 60, 40), layers={"units": {"on": False}})
    made.add(first, title="One", end=1, view=view, before="Look.", after="So.", tags=("a", "b"))
    made.add(second, title="Two — Malta", line="variation 2", region="malta isle")
    made.add(first, title="Three", start=1)
    made.move(3, to=0)
    return made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    save(small_study(), tmp_path / "straits.a4s")
    return tmp_path / "straits.a4s"


def told(made: Study) -> tuple[Any, ...]:
    return (made.title, made.introduction, made.authors, made.tags, made.chapters)


def test_a_study_is_read_back_equal(tmp_path: Path) -> None:
    made = small_study()
    save(made, tmp_path / "x.a4s")
    again = study(tmp_path / "x.a4s")
    assert told(again) == told(made)
    assert dict(again.records) == dict(made.records)
    assert again.file == made.file == tmp_path / "x.a4s"


def test_the_same_study_gives_the_same_bytes(file: Path, tmp_path: Path) -> None:
    save(study(file), tmp_path / "copy.a4s")
    save(study(file))
    assert file.read_bytes() == (tmp_path / "copy.a4s").read_bytes()


def test_records_are_named_by_the_hash_of_their_bytes(file: Path) -> None:
    with zipfile.ZipFile(file) as packed:
        names = packed.namelist()
        held = [packed.read(name) for name in names[1:]]
    assert names == ["study.json", *(f"records/{digest_of(data)}.a4a" for data in held)]
    assert len(names) == 3


def test_a_study_is_begun_where_there_is_none(tmp_path: Path) -> None:
    begun = study(tmp_path / "new.a4s")
    assert (begun.chapters, begun.file) == ((), tmp_path / "new.a4s")
    begun.add(small_record(), title="One")
    save(begun)
    assert study(tmp_path / "new.a4s").chapters == begun.chapters


def test_a_record_of_a_study_is_saved_in_it(file: Path) -> None:
    opened = study(file)
    record = opened.record(1)
    assert (record.file, record.saved) == (file, True)
    record.annotate(Comment(node=0, text="more"))
    save(record)
    assert record.saved
    again = study(file)
    assert again.record(1) == record
    assert told(again) == told(opened)
    opened.edit(1, title="Else")
    save(opened)  # it knows the record's new state
    assert study(file).chapter(1).title == "Else"


def test_a_record_with_a_file_of_its_own_keeps_it(tmp_path: Path) -> None:
    record = small_record()
    save(record, tmp_path / "game.a4a")
    made = study(tmp_path / "one.a4s")
    made.add(record, title="One")
    save(made)
    record.annotate(Comment(node=0, text="more"))
    save(record)
    assert load(tmp_path / "game.a4a") == record
    assert study(made.file).record(1) != record  # type: ignore[arg-type]
    save(made)
    assert study(made.file).record(1) == record  # type: ignore[arg-type]


def change_chapters(file: Path) -> None:
    other = study(file)
    other.edit(1, title="Theirs")
    save(other)


def change_record(file: Path) -> None:
    other = study(file)
    other.record(1).annotate(Comment(node=0, text="theirs"))
    save(other.record(1))


@pytest.mark.parametrize("change", [change_chapters, change_record])
def test_what_another_program_wrote_since_is_not_overwritten(
    file: Path, change: Callable[[Path], None]
) -> None:
    mine = study(file)
    change(file)
    theirs = file.read_bytes()
    mine.edit(1, title="Mine")
    with pytest.raises(RecordError, match=r"straits\.a4s has been changed by another program"):
        save(mine)
    assert file.read_bytes() == theirs
    save(mine, file.with_name("mine.a4s"))
    assert study(file.with_name("mine.a4s")).chapter(1).title == "Mine"


def test_a_record_that_another_program_changed_in_the_study_is_not_overwritten(file: Path) -> None:
    mine = study(file).record(1)
    change_record(file)
    mine.annotate(Comment(node=0, text="mine"))
    with pytest.raises(RecordError, match="changed by another program"):
        save(mine)


def test_a_study_that_was_begun_does_not_take_the_place_of_one_made_since(tmp_path: Path) -> None:
    mine = study(tmp_path / "new.a4s")
    save(small_study(), tmp_path / "new.a4s")
    mine.add(small_record(), title="Mine")
    with pytest.raises(RecordError, match="changed by another program"):
        save(mine)


def test_a_study_with_a_chapter_that_fits_no_more_is_not_saved(file: Path) -> None:
    opened = study(file)
    opened.record(3).withdraw(2)
    before = file.read_bytes()
    with pytest.raises(A4AError, match="chapter 3 'Three': its end"):
        save(opened)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("what", "name", "message"),
    [
        (Study, "x.a4a", "saved as an .a4s file"),
        (small_record, "x.a4s", "saved as an .a4a file, or added to a study"),
    ],
)
def test_files_have_the_suffix_of_what_is_in_them(
    tmp_path: Path, what: Callable[[], Any], name: str, message: str
) -> None:
    with pytest.raises(RecordError, match=message):
        save(what(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_study_without_a_file_says_so() -> None:
    with pytest.raises(RecordError, match=r"the study has no file yet: give the path of an \.a4s"):
        save(Study())


# --- hostile files ------------------------------------------------------------------------------


def entries_of(file: Path) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(file) as packed:
        return [(name, packed.read(name)) for name in packed.namelist()]


def zipped(entries: list[tuple[str, bytes]], method: int = zipfile.ZIP_STORED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as file:
        for name, data in entries:
            file.writestr(zipfile.ZipInfo(name), data, compress_type=method)
    return packed.getvalue()


def retold(file: Path, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The file with another `study.json`."""
    (name, text), *records = entries_of(file)
    said = json.loads(text)
    change(said)
    return zipped([(name, json.dumps(said).encode()), *records])


HOSTILE: dict[str, tuple[Callable[[Path], bytes], str]] = {
    "empty": (lambda f: b"", "does not begin as a zip"),
    "no zip": (lambda f: b"GIF89a" * 9, "does not begin as a zip"),
    "a record": (lambda f: zipped(entries_of(f)[1:]), "it has no study.json"),
    "only a study": (lambda f: zipped(entries_of(f)[:1]), "is missing"),
    "one more": (lambda f: zipped([*entries_of(f), ("x.txt", b"x")]), "'x.txt' is no part"),
    "a path": (lambda f: zipped([*entries_of(f), ("../x", b"x")]), "'../x' is no part"),
    "a folder": (lambda f: zipped([*entries_of(f), ("records/", b"")]), "'records/' is no part"),
    "absurd name": (lambda f: zipped([*entries_of(f), ("é" * 30_000, b"")]), "its directory has"),
    "strange record": (
        lambda f: zipped([*entries_of(f), (f"records/{digest_of(b'x')}.a4a", b"x")]),
        "is not of this study",
    ),
    "other hash": (
        lambda f: zipped([*entries_of(f)[:2], (entries_of(f)[2][0], b"else")]),
        "its hash is another",
    ),
    "compressed": (lambda f: zipped(entries_of(f), zipfile.ZIP_DEFLATED), "is compressed"),
    "cut": (lambda f: f.read_bytes()[:-40], "cut short"),
    "longer": (lambda f: f.read_bytes() + b"x", "cut short, or has something added"),
    "in front": (lambda f: b"PK\x03\x04" + f.read_bytes(), "directory is not where"),
    "many": (
        lambda f: zipped([*entries_of(f), *((f"{n}", b"") for n in range(100))]), "103 entries",
    ),
    "very many": (
        lambda f: zipped([*entries_of(f), *((f"{n}", b"") for n in range(70_000))]),
        "its directory has|cut short",
    ),
    "newer": (lambda f: retold(f, lambda t: t.update(version=3)), "a newer a4a wrote it"),
    "unknown key": (lambda f: retold(f, lambda t: t.update(more=1)), "unknown field `more`"),
    "other mode": (
        lambda f: retold(f, lambda t: t["chapters"][0].update(mode="dream")), "Invalid enum value",
    ),
    "mode of a later version": (
        lambda f: retold(f, lambda t: t["chapters"][0].update(mode="guess")),
        "format version 1, but it says what came with 2",
    ),
    "no such node": (
        lambda f: retold(f, lambda t: t["chapters"][0].update(end=99)), "its end: no node 99",
    ),
    "no game": (
        lambda f: retold(f, lambda t: t["chapters"][0].update(record=7)), "game 7 is not there",
    ),
    "no chapters": (lambda f: retold(f, lambda t: t.pop("chapters")), "no chapter tells of it"),
    "twice an id": (
        lambda f: retold(f, lambda t: t["chapters"].append(t["chapters"][0])), "used twice",
    ),
    "no hash": (
        lambda f: retold(f, lambda t: t["records"].update({"1": "../../x"})), "records",
    ),
    "no json": (lambda f: zipped([("study.json", b"{"), *entries_of(f)[1:]]), "study.json: "),
    "deep": (
        lambda f: zipped([("study.json", b'{"version":1,"title":' + b"[" * 200_000)]),
        "study.json: ",
    ),
    "damaged": (
        lambda f: f.read_bytes().replace(b"Straits", b"Streets"), "the study is damaged: Bad CRC",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_are_refused_in_one_line(file: Path, kind: str) -> None:
    make, message = HOSTILE[kind]
    bad = file.with_name("bad.a4s")
    bad.write_bytes(make(file))
    with pytest.raises(RecordError, match=message) as refused:
        study(bad)
    assert str(refused.value).startswith("bad.a4s: ")
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


def flagged(data: bytes, flag: int) -> bytes:
    """A zip whose entries have a flag, in their own headers and in the directory."""
    out = bytearray(data)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = out.find(signature)
        while at >= 0:
            out[at + offset] |= flag
            at = out.find(signature, at + 4)
    return bytes(out)


@pytest.mark.parametrize("flag", [1, 8, 32])
def test_encrypted_and_patched_entries_are_refused(file: Path, flag: int) -> None:
    file.write_bytes(flagged(file.read_bytes(), flag))
    with pytest.raises(RecordError, match="encrypted"):
        study(file)


def test_entries_that_lie_over_one_another_are_refused(file: Path) -> None:
    """Each is as long as the file: together they would be many times that."""
    data = bytearray(file.read_bytes())
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        data[at + 20 : at + 28] = (len(data) - 300).to_bytes(4, "little") * 2
        at = data.find(b"PK\x01\x02", at + 4)
    file.write_bytes(data)
    with pytest.raises(RecordError, match="lie over one another"):
        study(file)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_entry_that_is_there_twice_is_refused(file: Path) -> None:
    file.write_bytes(zipped([*entries_of(file), entries_of(file)[0]]))
    with pytest.raises(RecordError, match=r"'study\.json' is there twice"):
        study(file)


def test_games_that_unfold_too_far_together_are_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies_module, "MAX_TEXTS", 1000)
    with pytest.raises(RecordError, match="more than 1000 bytes of text"):
        study(file)


@pytest.mark.parametrize("bound", ["MAX_FILE", "MAX_STUDY"])
def test_large_files_are_refused(file: Path, monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    monkeypatch.setattr(archive_module, bound, 100)
    with pytest.raises(RecordError, match="100"):
        unpacked(file.read_bytes())
    with pytest.raises(RecordError, match="100 can be written"):
        save(small_study(), file.with_name("new.a4s"))


def test_a_cut_anywhere_is_refused(file: Path) -> None:
    data = file.read_bytes()
    for length in range(0, len(data), 97):
        with pytest.raises(RecordError):
            unpacked(data[:length])


def test_another_kind_of_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(A4AError, match=r"game\.a4a: a study is an \.a4s file"):
        study(tmp_path / "game.a4a")
    (tmp_path / "folder.a4s").mkdir()
    with pytest.raises(RecordError, match="a folder, not a file"):
        study(tmp_path / "folder.a4s")


def test_a_study_of_a_real_game(tmp_path: Path) -> None:
    record = a4a.start("global1940")
    record.append([ev.Noted("war")])
    made = study(tmp_path / "war.a4s")
    made.add(record, title="The start", region="Europe")
    save(made)
    assert study(tmp_path / "war.a4s").record(1) == record


def test_a_study_that_is_only_read_is_written_in_the_first_version(file: Path) -> None:
    assert json.loads(entries_of(file)[0][1])["version"] == 1
    opened = study(file)
    opened.edit(opened.chapters[0].id, mode="guess")
    save(opened)
    assert json.loads(entries_of(file)[0][1])["version"] == 2
    assert study(file).chapters == opened.chapters
