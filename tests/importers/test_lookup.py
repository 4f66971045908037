"""Values of a save as plain Python, and numbers in its lines."""

from __future__ import annotations

import gzip
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from a4a.core.errors import RecordError
from a4a.importers import triplea
from a4a.importers.triplea import bombs, lookup
from a4a.importers.triplea.javastream import read_stream
from a4a.importers.triplea.javavalues import JavaObject
from a4a.importers.triplea.lookup import SaveLookup
from tests.importers.javawriter import Class, Obj, stream
from tests.importers.minisave import small_war

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


@pytest.mark.parametrize(
    ("text", "damage"),
    [
        ("Bombing raid in France rolls: 7 and causes: 5 damage to unit: airfield", 5),
        ("Bombing raid in France rolls: 7 and causes: -2 damage to unit: airfield", 0),
        ("Bombing raid in France rolls: 7 and nothing more", None),
    ],
)
def test_the_damage_of_a_raid_is_read_from_its_line(text: str, damage: int | None) -> None:
    assert bombs.damage_in(text) == damage


@pytest.mark.parametrize(
    ("written", "rolls"), [(None, 1), ("two", 1), (0, 1), (1, 1), (2, 2), (3, 3), (10**9, 1)]
)
def test_a_unit_rolls_as_many_dice_as_can_be_meant(written: object, rolls: int) -> None:
    kind = SimpleNamespace(values={"attackRolls": written})
    save = SimpleNamespace(unit_types={"bomber": kind})
    assert bombs._rolls_of(cast(Any, save), "bomber") == rolls
    assert bombs._rolls_of(cast(Any, save), "fighter") == 1


def test_every_die_of_a_bomber_is_shown_with_its_bonus() -> None:
    kind = SimpleNamespace(values={"attackRolls": 2, "bombingBonus": 2})
    options = {bombs._USE_BONUS: True}
    save = SimpleNamespace(unit_types={"bomber": kind}, options=options, dice_sides=6)
    text = "Bombing raid in France rolls: 7,3 and causes: 10 damage to unit: airfield"
    assert bombs.thrown(cast(Any, save), ["bomber"], text) == (5, 1)


def test_what_a_record_refuses_is_said_as_it_says_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise RecordError("no such turn")

    monkeypatch.setattr(triplea, "translate", refused)
    file = tmp_path / "small.tsvg"
    file.write_bytes(gzip.compress(small_war().finish()))
    with pytest.raises(RecordError, match=r"^no such turn$"):
        triplea.read(file)


def test_numbers_cost_memory_too() -> None:
    """Else a stream of objects that hold nothing else is bounded by nothing."""
    (value,) = read_stream(stream(Obj(Class("demo.Many", "I:a I:b I:c I:d"), {})))
    (bare,) = read_stream(stream(Obj(Class("demo.None"), {})))
    assert isinstance(value, JavaObject)
    assert isinstance(bare, JavaObject)
    assert value.kind.cost > bare.kind.cost + 4 * 8


def test_attributes_are_work_too() -> None:
    (value,) = read_stream(stream(Obj(Class("demo.Many", "I:a I:b I:c I:d"), {})))
    assert isinstance(value, JavaObject)
    assert list(SaveLookup(work=100).attributes(value)) == ["a", "b", "c", "d"]
    with pytest.raises(RecordError, match="it refers to the same things so often"):
        SaveLookup(work=3).attributes(value)


def test_no_more_units_are_met_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookup, "MAX_UNITS", 2)
    found = SaveLookup()
    assert [found.unit(key) for key in ("a", "b", "a")] == [1, 2, 1]
    with pytest.raises(RecordError, match="it has more than 2 units"):
        found.unit("c")
