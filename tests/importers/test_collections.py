"""The collections of Java's library and of Guava, from streams that Java itself has written."""

from __future__ import annotations

from pathlib import Path

import pytest

from a4a.core.errors import RecordError
from a4a.importers.triplea.javacollections import (
    UnknownClassError,
    elements,
    entries,
    multimap,
    number,
)
from a4a.importers.triplea.javastream import read_stream
from a4a.importers.triplea.javavalues import JavaEnum, JavaValue
from tests.importers.javawriter import Array, Class, Obj, stream
from tests.importers.minisave import BIG_DECIMAL, decimal

# Made by Collections.java beside it.
_LINES = (Path(__file__).parent / "collections" / "collections.txt").read_text().splitlines()
_WRITTEN = [tuple(line.split()) for line in _LINES]


def word(value: JavaValue) -> str:
    return value.name[0] if isinstance(value, JavaEnum) else str(value)


def words(value: JavaValue, kind: str) -> str:
    if kind == ".":
        return "".join(map(word, elements(value)))
    if kind == ":":
        return "".join(sorted(word(key) + word(kept) for key, kept in entries(value)))
    return "".join(word(key) + "".join(map(word, kept)) for key, kept in multimap(value))


@pytest.mark.parametrize(
    ("holds", "name", "written"),
    _WRITTEN,
    ids=[f"{name.rpartition('.')[2]}-{holds}" for holds, name, _ in _WRITTEN],
)
def test_a_collection_is_read_whatever_its_class(holds: str, name: str, written: str) -> None:
    (value,) = read_stream(bytes.fromhex(written))
    assert words(value, holds[-1]) == holds[:-1]


def test_the_small_collections_of_java_are_all_there() -> None:
    names = {name for _, name, _ in _WRITTEN}
    assert {
        "java.util.Collections$SingletonSet", "java.util.Collections$EmptySet",
        "java.util.Arrays$ArrayList", "java.util.ImmutableCollections$ListN",
        "java.util.ImmutableCollections$Set12", "java.util.Collections$UnmodifiableSet",
    } <= names  # fmt: skip


def test_maps_are_no_collections_and_the_other_way_round() -> None:
    for holds, name, written in _WRITTEN:
        (value,) = read_stream(bytes.fromhex(written))
        if holds[-1] == ":" and not name.startswith("java.util.Collections$Empty"):
            with pytest.raises(UnknownClassError, match="stands where a collection should"):
                elements(value)


def test_an_unknown_class_is_told_by_its_whole_name() -> None:
    (value,) = read_stream(stream(Obj(Class("org.example.Bag"))))
    with pytest.raises(UnknownClassError, match=r"class org\.example\.Bag stands where a map"):
        entries(value)


def test_none_has_no_elements() -> None:
    assert elements(None) == []


@pytest.mark.parametrize("copies", [2_000_000_000, -1, "many"])
def test_a_list_of_copies_is_not_made_as_long_as_it_says(copies: int | str) -> None:
    code = "I" if isinstance(copies, int) else "L"
    cls = Class("java.util.Collections$CopiesList", f"{code}:n L:element")
    (value,) = read_stream(stream(Obj(cls, {"n": copies, "element": "a"})))
    with pytest.raises(UnknownClassError, match="CopiesList"):
        elements(value)


@pytest.mark.parametrize(("count", "kept"), [(1, ["a"]), (2, ["a", None]), (None, [])])
def test_a_vector_holds_as_many_as_it_says(count: int | None, kept: list[str | None]) -> None:
    cls = Class("java.util.Vector", "L:elementCount L:elementData")
    if count is not None:
        cls = Class("java.util.Vector", "I:elementCount L:elementData")
    data = Array("[Ljava.lang.Object;", ["a", None])
    (value,) = read_stream(stream(Obj(cls, {"elementCount": count, "elementData": data})))
    assert elements(value) == kept


def read(value: Obj) -> JavaValue:
    (found,) = read_stream(stream(value))
    return found


@pytest.mark.parametrize(
    ("digits", "scale", "expected"), [(7, 0, 7), (123, -2, 12300), (50, 1, 5), (-25, 1, -2.5)]
)
def test_a_decimal_number_is_its_digits_moved_by_its_scale(
    digits: int, scale: int, expected: float
) -> None:
    found = number(read(decimal(digits, scale)))
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize(("scale", "what"), [(21, "far too many digits"), (-21, "far too many")])
def test_a_decimal_number_is_of_a_bearable_length(scale: int, what: str) -> None:
    assert number(read(decimal(1, -20))) == 10**20
    with pytest.raises(RecordError, match=what):
        number(read(decimal(1, scale)))


def test_a_decimal_number_without_digits_is_refused() -> None:
    with pytest.raises(RecordError, match="without its digits"):
        number(read(Obj(BIG_DECIMAL, {"scale": 0, "intVal": None})))


def test_nothing_is_a_number_only_where_one_is_given_for_it() -> None:
    assert number(None, default=3) == 3
    with pytest.raises(UnknownClassError, match="a number"):
        number(None)
    with pytest.raises(UnknownClassError, match="a number"):
        number("three", default=3)
