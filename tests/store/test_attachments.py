"""Texts that a record carries besides the game: kept through save, load and merge; bounded."""

from __future__ import annotations

import pytest

from a4a.core.attached import MOST_ATTACHED, MOST_ATTACHMENTS, Attachment, checked
from a4a.core.errors import RecordError
from a4a.core.merging import merge
from a4a.store import dumps, loads
from tests.store.test_store import lines_of, pack, small_record


def test_a_file_without_attachments_stays_as_it_was() -> None:
    record = small_record()
    before = dumps(record)
    assert b'"attachments"' not in b"".join(lines_of(record))
    record.attach("remark", "x")
    assert lines_of(record)[0] == b'{"a4a":{"version":3}}\n'
    assert dumps(record) != before


def test_attachments_are_read_back_equal() -> None:
    record = small_record()
    record.attach("remark", "read <b>before</b> class\n")
    record.attach("exercise", "{}")
    again = loads(dumps(record))
    assert again == record != small_record()
    assert again.attached("remark") == ("read <b>before</b> class\n",)
    assert dumps(again) == dumps(record)


def test_a_text_takes_the_place_of_others_of_its_name() -> None:
    record = small_record()
    record.attach("remark", "old")
    record.attach("remark", "new")
    assert record.attached("remark") == ("new",)
    assert record.attached("other") == ()


def test_attaching_makes_a_record_unsaved_but_only_if_something_is_new(tmp_path) -> None:
    record = small_record()
    record.kept_in(tmp_path / "x.a4a", "")
    record.attach("remark", "x")
    assert not record.saved
    record.kept_in(tmp_path / "x.a4a", "")
    record.attach("remark", "x")
    assert record.saved


def test_merging_keeps_the_texts_of_both_once() -> None:
    mine, theirs = small_record(), small_record()
    for record, own in (mine, "Ada"), (theirs, "Bo"):
        record.attach("exercise", "alike")
        record.attach("attempt", own)
    both = merge(mine, theirs).record
    assert both.attached("exercise") == ("alike",)
    assert both.attached("attempt") == ("Ada", "Bo")
    assert both == merge(theirs, mine).record == merge(both, mine).record


@pytest.mark.parametrize("name", ["", "Big", "a b", "../x", "x" * 41])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(RecordError, match="attachment"):
        small_record().attach(name, "x")


def test_too_much_is_refused() -> None:
    with pytest.raises(RecordError, match=f"{MOST_ATTACHED + 1} bytes of {MOST_ATTACHED}"):
        small_record().attach("remark", "x" * (MOST_ATTACHED + 1))
    many = [Attachment(name="remark", text=str(i)) for i in range(MOST_ATTACHMENTS + 1)]
    with pytest.raises(RecordError, match=f"{MOST_ATTACHMENTS} at most"):
        checked(many)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"name":"Big","text":"x"}', r"line \d+.*name"),
        (b'{"name":"remark"}', r"line \d+.*text"),
        (b'{"name":"remark","text":"x","run":"x"}', r"line \d+.*run"),
        (b'{"name":"remark","text":1}', r"line \d+.*text"),
    ],
)
def test_attachments_that_cannot_be_are_refused_by_place(line: bytes, said: str) -> None:
    lines = lines_of(small_record())
    lines[0] = b'{"a4a":{"version":3}}\n'
    end = b'{"end":{"steps":3,"annotations":4,"attachments":1}}\n'
    with pytest.raises(RecordError, match=f"game.a4a: (?s:.*){said}"):
        loads(pack([*lines[:-1], b'{"attachment":%s}\n' % line, end]), name="game.a4a")


def test_an_older_version_that_has_attachments_is_refused() -> None:
    record = small_record()
    record.attach("remark", "x")
    data = pack([b'{"a4a":{"version":2}}\n', *lines_of(record)[1:]])
    with pytest.raises(RecordError, match="came with a later"):
        loads(data)
