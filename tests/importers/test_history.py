"""Changes and entries of a history, read one by one: what they are, and what work they cost."""

from __future__ import annotations

import pytest

from a4a.core.errors import RecordError
from a4a.importers.triplea import changes as ch
from a4a.importers.triplea.changereader import ChangeReader
from a4a.importers.triplea.historyreader import HistoryReader
from a4a.importers.triplea.javastream import read_stream
from a4a.importers.triplea.lookup import CHANGE_WORK, SaveLookup
from tests.importers.javawriter import Class, Obj, stream
from tests.importers.minisave import java_list


def test_each_change_is_work() -> None:
    change = read_stream(stream(Obj(Class("demo.Unknown"), {})))[0]
    assert len(ChangeReader(SaveLookup(work=CHANGE_WORK)).read(change)) == 1
    with pytest.raises(RecordError, match="it refers to the same things so often"):
        ChangeReader(SaveLookup(work=CHANGE_WORK - 1)).read(change)


def test_entries_of_the_history_are_work_even_if_they_hold_no_change() -> None:
    writer = Obj(Class("demo.ChangeSerializationWriter", "L:change"), {"change": None})
    history = read_stream(stream(Obj(Class("demo.H", "L:writers"), {"writers": java_list(writer)})))
    assert HistoryReader(SaveLookup(work=2 * CHANGE_WORK)).read(history[0])[0].steps == ()
    with pytest.raises(RecordError, match="it refers to the same things so often"):
        HistoryReader(SaveLookup(work=CHANGE_WORK - 1)).read(history[0])


@pytest.mark.parametrize("added", [True, False])
def test_rules_of_production_are_added_or_removed(added: bool) -> None:
    name = "AddProductionRule" if added else "RemoveProductionRule"
    rule = Obj(Class("demo.Rule", "L:name"), {"name": "buyinfantry"})
    cls = Class(f"demo.{name}", "L:rule L:frontier")
    (change,) = read_stream(stream(Obj(cls, {"rule": rule, "frontier": rule})))
    (read,) = ChangeReader(SaveLookup()).read(change)
    assert isinstance(read, ch.SetRule)
    assert read.added == added
