"""The second version of the format: variations, and what notes say since; old files stay."""

from __future__ import annotations

import pytest

from a4a.core.annotations import AnyAnnotation, Comment, Glyph, NoteView, new_key
from a4a.core.errors import RecordError
from a4a.core.variations import Promote
from a4a.store import dumps, loads
from tests.store.test_store import lines_of, pack, small_record, varied_record


def told(*variations: bytes) -> bytes:
    """A file of the second version that says these of its variations."""
    lines = lines_of(small_record())
    lines[0] = b'{"a4a":{"version":2}}\n'
    end = b'{"end":{"steps":3,"annotations":4,"variations":%d}}\n' % len(variations)
    written = [b'{"variation":%s}\n' % variation for variation in variations]
    return pack([*lines[:-1], *written, end])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (told(b'{"first":9,"name":"x"}'), "node 9, which does not exist"),
        (told(b'{"first":0,"name":"x"}'), "no variation begins with node 0"),
        (told(b'{"first":3,"name":"x"}', b'{"first":3,"rank":1}'), "node 3 is described twice"),
        (told(b'{"first":3,"name":"x"}', b'{"first":2,"name":"X"}'), "two variations are named"),
        (told(b'{"first":3,"name":"main"}'), "cannot be named 'main'"),
        (told(b'{"first":3,"name":"variation 2"}'), "cannot be named 'variation 2'"),
        (told(b'{"first":3,"name":"a\\u202eb"}'), "in one line, and none that cannot be seen"),
        (told(b'{"first":3,"name":"%s"}' % (b"x" * 81)), "at most 80 characters"),
        (told(b'{"first":3,"rank":-1}'), "its rank is -1, below 0"),
        (told(b'{"first":3,"rank":1e99}'), r"line \d+.*rank"),
        (told(b'{"first":3,"colour":1}'), r"line \d+.*colour"),
        (pack([b'{"a4a":{"version":1}}\n', *lines_of(varied_record())[1:]]), "came with a later"),
        (pack([*lines_of(varied_record())[:-2], lines_of(varied_record())[-1]]), "are announced"),
    ],
)
def test_variations_that_cannot_be_are_refused_by_name_and_place(data: bytes, said: str) -> None:
    with pytest.raises(RecordError, match=f"game.a4a: (?s:.*){said}"):
        loads(data, name="game.a4a")


def test_what_is_said_of_variations_and_notes_is_read_back_equal() -> None:
    record = varied_record()
    again = loads(dumps(record))
    assert again == record
    assert again.told_variations == record.told_variations
    assert (again.line(), again.lines) == ((0, 1, 3), ("main", "variation 2"))
    assert again != small_record()
    assert [again.time(n) for n in again.steps] == [record.time(n) for n in record.steps]


def test_a_file_has_the_lowest_version_that_holds_its_record() -> None:
    record = small_record()
    before = dumps(record)
    assert lines_of(record)[0] == b'{"a4a":{"version":1}}\n'
    record.do(Promote(first=3))
    assert lines_of(record)[0] == b'{"a4a":{"version":2}}\n'
    record.do(Promote(first=2))  # as it was: nothing is left to be said
    assert dumps(record) == before


@pytest.mark.parametrize(
    "note",
    [
        Comment(node=3, text="x", markup="markdown"),
        Comment(node=3, text="x", key=new_key()),
        Comment(node=3, text="x", view=NoteView()),
        Glyph(node=3, sign="□"),
        Glyph(node=3, sign="±", side="Axis"),
    ],
)
def test_what_a_note_says_since_is_of_the_second_version(note: AnyAnnotation) -> None:
    record = small_record()
    kept = record.annotate(note)
    assert lines_of(record)[0] == b'{"a4a":{"version":2}}\n'
    assert loads(dumps(record)).annotation(kept.id) == kept
