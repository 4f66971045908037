"""Values of a save as plain Python."""

from __future__ import annotations

import pytest

from a4a.importers.triplea.javastream import read_stream
from a4a.importers.triplea.lookup import SaveLookup
from tests.importers.javawriter import Class, Obj, stream

_PAIR = Class("org.triplea.java.collections.Tuple", "L:first L:second")


@pytest.mark.parametrize(("deep", "core"), [(7, "core"), (8, "<...>"), (20, "<...>")])
def test_values_in_values_are_read_seven_deep(deep: int, core: str) -> None:
    value: object = "core"
    for _ in range(deep):
        value = Obj(_PAIR, {"first": value, "second": "beside"})
    (read,) = read_stream(stream(value))
    found = SaveLookup().plain(read)
    for _ in range(min(deep, 7)):
        found, beside = found
        assert beside == "beside"
    assert found == core
