"""Record files: read back equal, written atomically, refused with the place where they are bad."""

from __future__ import annotations

import gzip
import json
import os
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import a4a.files
from a4a.core import events as ev
from a4a.core.annotations import Arrow, Comment, Glyph, Highlight, NoteView, new_key
from a4a.core.board import Board, Border, Space
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.errors import RecordError
from a4a.core.position import Balance, Marker, Position, Relation, SpaceValue
from a4a.core.record import GameRecord
from a4a.core.steps import Header, Source, WrittenOrder
from a4a.core.units import Holding, Unit
from a4a.core.variations import Promote, Rename
from a4a.store import dumps, free_name, load, loads, save
from a4a.store import reader as reader_module
from tests.depth import examples


def small_record() -> GameRecord:
    """A record that uses every kind of thing a file can hold."""
    board = Board(
        name="strait",
        spaces=(
            Space(name="Malta", kind="land", value=1, original="Italy", aliases=("malta isle",)),
            Space(name="sea zone 96", kind="sea", features=("convoy",)),
        ),
        borders=(Border("Malta", "sea zone 96", "coast"),),
    )
    catalog = Catalog(
        system="small",
        dice_sides=6,
        currency="IPC",
        powers=(Power(name="Italy", side="Axis", treasuries=("Italy",)), Power(name="France")),
        unit_types=(
            UnitType(name="infantry", category="land", cost=3, costs={"France": 2}),
            UnitType(name="transport", category="sea", numbers={"dog fight": 1.5}),
        ),
    )
    start = Position(
        units=(
            Unit(1, "transport", "Italy", "sea zone 96"),
            Unit(2, "infantry", "Italy", 1, damage=1, flags=("on mission",), name="1st"),
            Unit(3, "infantry", "France", Holding("France", "queue")),
        ),
        control={"Malta": "Italy"},
        relations=(Relation("France", "Italy", "war"),),
        balances=(Balance("Italy", "IPC", 10), Balance("Italy", "IPC", 2, "hardware only")),
        values=(SpaceValue("sea zone 96", "kamikaze", True), SpaceValue("Malta", "value", 2)),
        markers=(Marker(ev.OnPower("Italy"), "token", 3), Marker(ev.OnUnit(2), "mission", 1)),
        statuses={"France": ("Vichy",)},
        technologies={"Italy": ("radar",)},
    )
    header = Header(
        system="small",
        title="A <b>small</b> game — Pétain's",
        options={"low luck": True, "bid": 12, "map": "x", "none": None, "rate": 0.5},
        players={"Italy": "</script><img onerror=x>"},
        source=Source("TripleA", "2.0", "Global", "g.tsvg"),
        warnings={"odd change": 2},
    )
    record = GameRecord(header, board, catalog, start)
    one = record.append([ev.RoundBegan(1, "Spring"), ev.TurnBegan(("Italy",))], cause="engine")
    two = record.append(
        [ev.UnitsMoved((2,), ("sea zone 96", "Malta"), "amphibious", 1)],
        actors=("Italy",),
        order=WrittenOrder("Move", {"units": [2], "to": "Malta"}),
        text="lands",
    )
    record.append([ev.Noted("a variation")], parent=one)
    record.annotate(Comment(node=two, text="why?", author="me", when="before"))
    record.annotate(Glyph(node=two, sign="?!"))
    record.annotate(Arrow(node=two, path=("sea zone 96", "Malta"), colour="#ff0000"))
    record.annotate(Highlight(node=one, spaces=("Malta",)))
    return record


def varied_record() -> GameRecord:
    """The same, with what the second version of the format brought."""
    record = small_record()
    record.do(Rename(first=3, name="Sea Lion"))
    record.do(Promote(first=3))
    record.sign_variation(2, "Ada")
    view = NoteView(bounds=(30, -10.5, 60, 40), layers={"units": {"on": False}})
    record.annotate(
        Comment(node=3, text="*so*", markup="markdown", author="Ada", key=new_key(), view=view)
    )
    record.annotate(Glyph(node=3, sign="±", side="Axis"))
    return record


def lines_of(record: GameRecord) -> list[bytes]:
    return gzip.decompress(dumps(record)).splitlines(keepends=True)


def pack(lines: list[bytes]) -> bytes:
    return gzip.compress(b"".join(lines), mtime=0)


def test_a_record_is_read_back_equal(tmp_path: Path) -> None:
    record = small_record()
    save(record, tmp_path / "game.a4a")
    again = load(tmp_path / "game.a4a")
    assert again == record
    assert again.annotations == record.annotations
    assert again.lines == record.lines
    assert [again.state_at(n) for n in again.steps] == [record.state_at(n) for n in record.steps]


def test_the_id_of_a_withdrawn_step_is_not_used_again_after_loading() -> None:
    record = small_record()
    taken_back = record.append([ev.Noted("no")])
    record.withdraw(taken_back)
    again = loads(dumps(record))
    assert again.append([ev.Noted("yes")]) == record.append([ev.Noted("yes")]) == taken_back + 1


def test_the_same_record_gives_the_same_bytes() -> None:
    assert dumps(small_record()) == dumps(loads(dumps(small_record())))


def test_a_crash_while_writing_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.a4a"
    save(small_record(), path)
    before = path.read_bytes()

    def fail(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", fail)
    longer = small_record()
    longer.append([ev.Noted("more")])
    with pytest.raises(OSError, match="no space"):
        save(longer, path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["game.a4a"]


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "game.a4a"
    save(small_record(), path)
    path.chmod(0o640)
    save(small_record(), path)
    assert path.stat().st_mode & 0o777 == 0o640
    assert a4a.files.replacing is not None


def test_a_pipe_or_a_device_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(a4a.A4AError, match="pipe is no ordinary file"):
        save(small_record(), pipe)
    assert pipe.is_fifo()
    assert [p.name for p in tmp_path.iterdir()] == ["pipe"]


def test_where_nothing_can_be_written_it_is_said_why(tmp_path: Path) -> None:
    with pytest.raises(a4a.A4AError, match="is a folder: give the path of a file"):
        save(small_record(), tmp_path)
    with pytest.raises(a4a.A4AError, match=r"there is no folder '.*missing'"):
        save(small_record(), tmp_path / "missing" / "game.a4a")
    with pytest.raises(a4a.A4AError, match="cannot be written: File name too long"):
        save(small_record(), tmp_path / ("x" * 300))
    assert not list(tmp_path.iterdir())


def test_only_a_record_is_saved(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="a record or a study, not a str"):
        save("game", tmp_path / "game.a4a")  # type: ignore[arg-type]


def test_a_triplea_save_is_not_overwritten(tmp_path: Path) -> None:
    game = tmp_path / "game.TSVG"
    game.write_bytes(b"of TripleA")
    with pytest.raises(RecordError, match=r"game.TSVG: .* end its name in .a4a"):
        save(a4a.start("europe1940"), game)
    assert game.read_bytes() == b"of TripleA"


def test_a_record_remembers_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = small_record()
    assert record.file is None
    with pytest.raises(RecordError, match="no file yet: give the path"):
        save(record)
    monkeypatch.chdir(tmp_path)
    save(record, "game.a4a")
    monkeypatch.chdir("/")
    assert record.file == tmp_path / "game.a4a"
    record.annotate(Comment(node=2, text="more"))
    assert not record.saved
    save(record)
    again = load(tmp_path / "game.a4a")
    assert record.saved
    assert again.saved
    assert (again, again.file) == (record, record.file)
    assert again.without_players().file is None
    assert loads(dumps(record)).file is None


def test_what_is_done_to_one_of_two_records_of_the_same_bytes_leaves_the_other_as_it_was() -> None:
    written = dumps(small_record())
    mine, yours = loads(written), loads(written)
    node = mine.append([ev.Noted("mine")])
    mine.annotate(Comment(node=node, text="mine"))
    mine.do(Rename(first=3, name="mine"))
    mine.attach("mine", "of mine")
    mine.remove_annotation(mine.annotations[0].id)
    assert dumps(mine) != written
    assert dumps(yours) == dumps(loads(written)) == written


def test_what_another_program_wrote_since_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.a4a"
    save(small_record(), path)
    mine, yours = load(path), load(path)
    yours.annotate(Comment(node=2, text="yours"))
    save(yours)
    before = path.read_bytes()
    mine.annotate(Comment(node=2, text="mine"))
    for target in ({}, {"path": path}):
        with pytest.raises(RecordError, match=r"game\.a4a has been changed by another program"):
            save(mine, **target)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["game.a4a"]
    save(mine, tmp_path / "mine.a4a")
    save(mine)
    yours.annotate(Comment(node=2, text="and more"))
    save(yours)
    assert load(path) == yours
    assert load(tmp_path / "mine.a4a") == mine


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record.append([ev.Noted("more")]),
        lambda record: record.withdraw(3),
        lambda record: record.annotate(Comment(node=1, text="more")),
        lambda record: record.edit_annotation(1, text="else"),
        lambda record: record.remove_annotation(1),
    ],
)
def test_a_record_knows_whether_its_file_holds_all_of_it(tmp_path: Path, change: Any) -> None:
    save(small_record(), tmp_path / "game.a4a")
    record = load(tmp_path / "game.a4a")
    assert record.saved
    change(record)
    assert not record.saved
    assert not small_record().saved


def test_what_another_program_writes_meanwhile_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.a4a"
    save(small_record(), file)
    ours, theirs = load(file), load(file)
    ours.annotate(Comment(node=0, text="ours"))
    theirs.annotate(Comment(node=0, text="theirs"))
    fsync = os.fsync

    def slow_disk(handle: int) -> None:
        monkeypatch.setattr(os, "fsync", fsync)
        save(theirs)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", slow_disk)
    with pytest.raises(RecordError, match="changed by another program"):
        save(ours)
    assert load(file) == theirs
    assert list(tmp_path.iterdir()) == [file]


def test_two_programs_do_not_check_and_rename_at_once(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    file = tmp_path / "game.a4a"
    other = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    saving = threading.Thread(target=save, args=(small_record(), file))
    saving.start()
    saving.join(0.2)
    assert saving.is_alive()
    assert not file.exists()
    os.close(other)
    saving.join(10)
    assert load(file) == small_record()


def test_a_file_that_was_deleted_since_is_written_again(tmp_path: Path) -> None:
    record = small_record()
    save(record, tmp_path / "game.a4a")
    (tmp_path / "game.a4a").unlink()
    save(record)
    assert load(tmp_path / "game.a4a") == record


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("", "small.a4a"), ("Ä <b>/../x", "ä-b-x.a4a"), ("...", "game.a4a"),
        ("x" * 300, "x" * 60 + ".a4a"),
    ],
)  # fmt: skip
def test_a_new_file_is_named_by_the_title(tmp_path: Path, title: str, name: str) -> None:
    record = small_record()
    record.header = msgspec.structs.replace(record.header, title=title)
    assert free_name(record, tmp_path) == name
    save(record, tmp_path / name)
    assert free_name(record, tmp_path) == f"{name.removesuffix('.a4a')}-2.a4a"


def test_a_missing_file_and_a_folder_are_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"game\.a4a: no such file; give the path of an \.a4a"):
        load(tmp_path / "game.a4a")
    with pytest.raises(RecordError, match="a folder, not a file"):
        load(tmp_path)


def changed(number: int, text: bytes) -> bytes:
    lines = lines_of(small_record())
    lines[number - 1] = text + b"\n"
    return pack(lines)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "does not begin as gzip"),
        (b"PK\x03\x04 a zip", "does not begin as gzip"),
        (gzip.compress(b"", mtime=0), "empty"),
        (gzip.compress(b"\xff\xfe\n", mtime=0), "line 1"),
        (changed(1, b'{"a4a":{"version":6}}'), "version 6.*reads versions 1 to 5.*newer"),
        (changed(1, b'{"a4a":{"version":0}}'), "version 0.*reads versions 1 to 5"),
        (changed(1, b'{"pgn":1}'), "line 1.*a4a"),
        (changed(2, b'{"header":{"system":7}}'), r"line 2.*system"),
        (changed(2, b'{"header":{"system":"s","colour":1}}'), "line 2.*colour"),
        (changed(6, b'{"step":{"id":1,"parent":0,"events":[{"event":"magic"}]}}'), "line 6.*magic"),
        (changed(6, b'{"step":{"id":1,"parent":7,"events":[]}}'), "step 1 follows node 7"),
        (changed(6, b'{"step":{"id":0,"parent":0,"events":[]}}'), "step id 0"),
        (changed(6, b"{}"), "line 6: one key"),
        (changed(6, b'{"header":{"system":"s"}}'), "line 6: a second header"),
        (changed(6, b"[" * 100_000), "line 6"),
        (pack(lines_of(small_record())[:-1]), "cut short"),
        (pack([*lines_of(small_record()), b'{"header":{"system":"s"}}\n']), "follows the end"),
        (pack([*lines_of(small_record())[:6], b'{"end":{"steps":9,"annotations":0}}']), "9 steps"),
        (dumps(small_record())[:-40], "damaged after line"),
    ],
)
def test_a_damaged_or_newer_file_is_refused_by_name_and_place(data: bytes, said: str) -> None:
    with pytest.raises(RecordError, match=f"game.a4a: (?s:.*){said}"):
        loads(data, name="game.a4a")


def test_a_bomb_is_refused_before_it_unfolds(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = gzip.compress(b'{"a4a":{"version":1}}\n' + b" " * (20 * 2**20), compresslevel=9)
    with pytest.raises(RecordError, match="line 2 is longer"):
        loads(bomb)
    monkeypatch.setattr(reader_module, "MAX_TEXT", 1000)
    reader_module._parts.cache_clear()
    with pytest.raises(RecordError, match="more than 1000 bytes"):
        loads(dumps(small_record()))


def test_a_file_that_is_read_again_is_another_record_of_the_same_values() -> None:
    data = dumps(small_record())
    one, other = loads(data), loads(data)
    assert one.board is other.board  # looked through once
    one.append([ev.Noted("one alone")])
    assert other == loads(data) != one


def test_what_large_files_hold_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_module, "_SHORT", 100)
    data = dumps(small_record())
    reader_module._parts.cache_clear()
    assert loads(data).board is not loads(data).board


def test_an_event_that_cannot_have_happened_is_named_by_step_and_number() -> None:
    bad = changed(
        7,
        b'{"step":{"id":2,"parent":1,"events":[{"event":"noted","text":""},'
        b'{"event":"moved","units":[3],"path":["Malta"],"mode":"combat"}]}}',
    )
    with pytest.raises(RecordError, match=r"step 2, event 1: .*unit 3"):
        loads(bad).state_at(2)


RAW = dumps(varied_record())
TEXT = gzip.decompress(RAW)
quick = examples(250, deep=20_000)


def reads_or_refuses(data: bytes) -> None:
    """A mutated file is read, or refused with a RecordError, up to folding every node."""
    try:
        record = loads(data)
        for node in record.steps:
            record.state_at(node)
    except RecordError:
        pass


@quick
@given(st.integers(0, len(RAW) - 1), st.integers(0, 255))
def test_any_byte_of_the_file_may_be_wrong(where: int, byte: int) -> None:
    reads_or_refuses(RAW[:where] + bytes([byte]) + RAW[where + 1 :])


@quick
@given(st.integers(0, len(TEXT) - 1), st.binary(max_size=6), st.integers(0, 6))
def test_any_piece_of_the_text_may_be_wrong(where: int, piece: bytes, cut: int) -> None:
    reads_or_refuses(gzip.compress(TEXT[:where] + piece + TEXT[where + cut :], compresslevel=1))


def leaves(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    if isinstance(value, dict):
        return [p for k, v in value.items() for p in leaves(v, (*path, k))]
    if isinstance(value, list):
        return [p for i, v in enumerate(value) for p in leaves(v, (*path, i))]
    return [path]


LINES = [json.loads(line) for line in TEXT.splitlines()]
LEAVES = [(i, path) for i, line in enumerate(LINES) for path in leaves(line)]


@quick
@given(
    st.sampled_from(LEAVES),
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=4), st.just([]), st.just({}), st.just("Malta"), st.integers(0, 4),
    ),
)  # fmt: skip
def test_any_value_may_be_wrong(leaf: tuple[int, tuple[str | int, ...]], value: object) -> None:
    number, path = leaf
    lines = json.loads(json.dumps(LINES))
    target = lines[number]
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    text = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    reads_or_refuses(gzip.compress(text, compresslevel=1))


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    """An event made in code is not checked by its type; the file that is there stays good."""
    record = small_record()
    path = tmp_path / "game.a4a"
    save(record, path)
    before = path.read_bytes()
    node = record.append([ev.Rolled("table", "Italy", (), 6)])  # type: ignore[arg-type]
    with pytest.raises(RecordError, match=rf"step {node} cannot be written .*'table'"):
        save(record)
    assert path.read_bytes() == before


def test_saving_what_was_opened_changes_no_byte(tmp_path: Path) -> None:
    """Also where another program wrote it, with other spaces, fields and compression."""
    record = small_record()
    lines = [json.loads(line) for line in gzip.decompress(dumps(record)).splitlines()]
    theirs = gzip.compress("".join(json.dumps(x, indent=None) + "\n" for x in lines).encode(), 1)
    assert theirs != dumps(record)
    file = tmp_path / "theirs.a4a"
    file.write_bytes(theirs)
    opened = load(file)
    save(opened)
    assert file.read_bytes() == theirs
    save(opened, tmp_path / "copy.a4a")
    assert (tmp_path / "copy.a4a").read_bytes() == theirs
    opened.annotate(Comment(node=0, text="changed"))
    save(opened)
    assert load(tmp_path / "copy.a4a") == opened


def test_a_record_whose_header_was_replaced_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "game.a4a"
    save(small_record(), file)
    opened = load(file)
    opened.header = Header(system="small", title="another")
    save(opened)
    assert load(file).header.title == "another"


def test_what_killed_programs_left_is_deleted_when_it_is_old(tmp_path: Path) -> None:
    old, new = tmp_path / ".game.a4a.k3x9_0ab.part", tmp_path / ".game.a4a.abcdefgh.part"
    others = [tmp_path / name for name in (".other.a4a.abcdefgh.part", "my.part", "game.a4a.part")]
    for file in (old, new, *others):
        file.write_text("half")
    for file in (old, *others):
        os.utime(file, (1, 1))
    save(small_record(), tmp_path / "game.a4a")
    assert {file.name for file in tmp_path.iterdir()} == {
        "game.a4a", new.name, *(file.name for file in others),
    }  # fmt: skip
