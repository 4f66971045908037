"""The grammar of Java's serialization streams, on streams made by hand."""

from __future__ import annotations

import struct
from array import array

import pytest

from a4a.core.errors import RecordError
from a4a.importers.triplea.javastream import read_stream
from a4a.importers.triplea.javavalues import JavaClass, JavaEnum, JavaObject
from tests.importers.javawriter import (
    MAGIC,
    Array,
    Block,
    Class,
    Enum,
    Failure,
    LongString,
    Obj,
    Reset,
    stream,
)

POINT = Class("demo.Point", "I:x I:y L:label")
COMPONENT = Class(
    "games.strategy.engine.data.GameDataComponent", "L:gameData", flags=3, writes_fields=False
)
DELEGATES = Class(
    "games.strategy.engine.data.DelegateList",
    "L:m_delegates",
    parent=COMPONENT,
    flags=3,
    writes_fields=False,
)


def one(thing: object) -> object:
    (value,) = read_stream(stream(thing))
    return value


def test_an_object_has_its_primitive_fields_and_then_its_references() -> None:
    value = one(Obj(POINT, {"x": 3, "y": -4, "label": "here"}))
    assert isinstance(value, JavaObject)
    assert value.kind.name == "demo.Point"
    assert value.kind.simple == "Point"
    assert [value.get(name) for name in ("x", "y", "label")] == [3, -4, "here"]
    assert value.get("z") is None
    assert not value.has("z")


def test_every_primitive_type_is_read() -> None:
    kinds = Class("demo.All", "B:b C:c D:d F:f I:i J:j S:s Z:z")
    values = {
        "b": -2, "c": 0x20AC, "d": 2.5, "f": 0.5, "i": -(2**31), "j": 2**62, "s": -300, "z": True,
    }  # fmt: skip
    value = one(Obj(kinds, values))
    assert isinstance(value, JavaObject)
    assert {name: value.get(name) for name in values} == values


def test_null_and_strings_of_every_length() -> None:
    texts = ["", "foo", "Ω\0€", "\U0001f600", "x" * 65_535]
    assert read_stream(stream(None, *texts)) == [None, *texts]
    assert one(LongString("long" * 5)) == "long" * 5


def test_a_lone_surrogate_becomes_a_replacement_character() -> None:
    assert one("a\ud800b") == "a\ufffdb"


def test_a_reference_is_the_thing_itself_even_inside_it() -> None:
    node = Class("demo.Node", "L:next L:name")
    first = Obj(node, {"name": "first"})
    first.values["next"] = Obj(node, {"name": "second", "next": first})
    value, again = read_stream(stream(first, first))
    assert value is again
    assert value.get("next").get("next") is value


def test_fields_are_kept_by_level_and_the_derived_one_wins() -> None:
    base = Class("demo.Base", "I:size L:name")
    derived = Class("demo.Derived", "L:name", parent=base)
    raw = stream(Obj(derived, {"size": 7, "name": "same for both levels"}))
    (value,) = read_stream(raw)
    assert value.values == [7, "same for both levels", "same for both levels"]
    assert value.kind.slot("name") == 2
    assert value.kind.parent.name == "demo.Base"


def test_what_write_object_wrote_is_kept_by_level() -> None:
    base = Class("demo.Base", "I:size", flags=3)
    derived = Class("demo.Derived", "", parent=base, flags=3)
    thing = Obj(
        derived,
        {"size": 2},
        {"demo.Base": [Block(b"\0\0\0\2"), "a", None], "demo.Derived": [Block(b"x" * 300)]},
    )
    value = one(thing)
    assert isinstance(value, JavaObject)
    assert list(value.annotation("Base")) == [b"\0\0\0\2", "a", None]
    assert list(value.annotation()) == [b"x" * 300]
    assert list(value.annotation("Nothing")) == []


def test_an_externalizable_object_is_its_annotation() -> None:
    dice = Class("demo.DiceRoll", flags=12)
    ints = Array("[I", [1, 2, 3])
    value = one(Obj(dice, {}, {"demo.DiceRoll": [ints, Block(b"\0\0\0\1")]}))
    assert isinstance(value, JavaObject)
    assert list(value.annotation()) == [array("i", [1, 2, 3]), b"\0\0\0\1"]


def test_arrays_of_primitives_objects_and_arrays() -> None:
    assert one(Array("[I", [1, -2])) == array("i", [1, -2])
    assert one(Array("[B", [1, -2])) == b"\x01\xfe"
    assert one(Array("[C", [72, 105])) == "Hi"
    assert one(Array("[Z", [True, False])) == array("b", [1, 0])
    assert one(Array("[D", [0.25])) == array("d", [0.25])
    assert one(Array("[J", [2**40])) == array("q", [2**40])
    words = Array("[Ljava.lang.String;", ["a", None, "a"])
    assert one(words) == ["a", None, "a"]
    assert one(Array("[[I", [Array("[I", [5]), None])) == [array("i", [5]), None]
    assert one(Array("[Ljava.lang.String;", [])) == []


def test_an_array_may_hold_itself() -> None:
    loop = Array("[Ljava.lang.Object;", [])
    loop.items.append(loop)
    value = one(loop)
    assert isinstance(value, list)
    assert value[0] is value


def test_enum_constants_and_classes() -> None:
    base = Class("java.lang.Enum", flags=18)
    colours = Class("demo.Colour", parent=base, flags=18)
    red, again, cls = read_stream(stream(Enum(colours, "RED"), Enum(colours, "BLUE"), colours))
    assert isinstance(red, JavaEnum)
    assert isinstance(cls, JavaClass)
    assert (red.name, again.name, cls.name) == ("RED", "BLUE", "demo.Colour")
    assert red.kind is again.kind is cls


def test_a_proxy_object_is_read() -> None:
    handler = Class("java.lang.reflect.Proxy", "L:h")
    proxy = Class("$Proxy", proxy=("demo.Greeter", "demo.Other"), parent=handler)
    value, after = read_stream(stream(Obj(proxy, {"h": "handler"}), "after"))
    assert value.get("h") == "handler"
    assert after == "after"


def test_a_reset_forgets_all_handles() -> None:
    assert read_stream(stream("x", Reset(), "x", "x")) == ["x", "x", "x"]


def test_the_class_that_writes_one_object_instead_of_its_fields() -> None:
    named = Class("games.strategy.engine.data.DefaultNamed", "L:name", parent=COMPONENT)
    game = Obj(Class("demo.Game"))
    name = COMPONENT.name
    thing = Obj(named, {"name": "France"}, {name: [game]})
    value, last = read_stream(stream(thing, "in step"))
    assert value.get("name") == "France"
    assert value.get("gameData") is None
    assert value.annotation("GameDataComponent")[0].kind.name == "demo.Game"
    assert last == "in step"


def test_the_class_that_writes_nothing_at_all() -> None:
    value, last = read_stream(stream(Obj(DELEGATES), "in step"))
    assert value.get("m_delegates") is None
    assert last == "in step"


def test_any_other_class_that_ends_before_its_fields() -> None:
    short = Class("demo.Short", "L:a L:b", flags=3, writes_fields=False)
    value, last = read_stream(stream(Obj(short), "in step"))
    assert (value.get("a"), value.get("b")) == (None, None)
    assert last == "in step"


def test_deep_streams_cost_no_python_frames() -> None:
    node = Class("demo.Node", "L:next")
    until_next = stream(Obj(node))[:-1]
    one_more = b"\x73\x71\x00\x7e\x00\x00"
    raw = until_next + one_more * 5_000 + b"\x70"
    (value,) = read_stream(raw)
    depth = 0
    while value is not None:
        value, depth = value.get("next"), depth + 1
    assert depth == 5_001
    with pytest.raises(RecordError, match="nested more than 100 deep"):
        read_stream(raw, max_depth=100)


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b"", "the Java stream is empty"),
        (b"hello there", "byte 0 .* should start a Java stream"),
        (MAGIC + b"\x74\x00\x05ab", "byte 7 .* ends inside a string"),
        (MAGIC + b"\x74\x00", "byte 4 .* ends too early"),
        (MAGIC + b"\x73\x72\x00\x01a\x00", "byte 5 .* ends inside a class description"),
        (MAGIC + b"\x71\x00\x7e\x00\x03", "byte 4 .* reference to thing 3 where 0 were read"),
        (MAGIC + b"\x71\x00\x00\x00\x03", "reference to thing -"),
        (MAGIC + b"\x20", "byte 4 .* 20 starts nothing"),
        (MAGIC + b"\x78", "an annotation ends where there is none"),
        (MAGIC + b"\x77\x05ab", "a block of 5 bytes where 2 are left"),
        (MAGIC + b"\x7a\xff\xff\xff\xff", "a block of -1 bytes"),
        (MAGIC + b"\x73\x70", "an object without a known class"),
        (MAGIC + b"\x73\x74\x00\x01a", "74 starts no class"),
        (MAGIC + b"\x75\x70\x00\x00\x00\x01", "an array without a known class"),
        (MAGIC + b"\x7e\x70", "an enum constant without a class"),
        (MAGIC + b"\x7c\x7f\xff\xff\xff\xff\xff\xff\xff", "ends inside a string"),
        (MAGIC + b"\x74\x00\x02\xff\xfe", "byte 7 .* no modified UTF-8"),
    ],
)
def test_what_breaks_the_grammar_is_named_with_its_byte(raw: bytes, what: str) -> None:
    with pytest.raises(RecordError, match=what):
        read_stream(raw)


def test_an_array_longer_than_the_stream_is_refused_before_it_is_made() -> None:
    raw = stream(Array("[J", [1, 2]))
    size = raw.index(b"\x00\x00\x00\x02")
    with pytest.raises(RecordError, match=r"an array of 2,147,483,647 values, but 16 bytes"):
        read_stream(raw[:size] + b"\x7f\xff\xff\xff" + raw[size + 4 :])


def test_a_class_of_an_unknown_form_is_refused() -> None:
    with pytest.raises(RecordError, match="written in a form without an end"):
        read_stream(stream(Obj(Class("demo.Old", flags=4))))
    with pytest.raises(RecordError, match="written in two forms at once"):
        read_stream(stream(Obj(Class("demo.Both", flags=14))))


def test_a_field_of_an_unknown_type_is_refused() -> None:
    raw = stream(Obj(Class("demo.Odd", "I:x"))).replace(b"I\x00\x01x", b"Q\x00\x01x")
    with pytest.raises(RecordError, match=r"a field of class demo.Odd has the type 'Q'"):
        read_stream(raw)


def test_a_failure_of_the_writer_is_told_as_one() -> None:
    error = Obj(Class("java.io.NotSerializableException", "L:detail"), {"detail": "demo.Thread"})
    with pytest.raises(RecordError, match=r"stopped here \(java.io.NotSerializableException\)"):
        read_stream(stream("fine", Failure(error)))


def test_a_failure_refers_to_nothing_before_it() -> None:
    kind = Class("java.io.IOException", "L:cause")
    error = Obj(kind, {"cause": Obj(kind, {"cause": None})})
    with pytest.raises(RecordError, match=r"stopped here \(java.io.IOException\)"):
        read_stream(stream("fine", Failure(error)))


def test_a_failure_inside_a_failure_is_refused() -> None:
    with pytest.raises(RecordError, match="a failure inside a failure"):
        read_stream(stream("fine") + b"\x7b\x7b")


def test_a_reference_to_something_of_the_wrong_kind_is_refused() -> None:
    raw = stream("text") + b"\x73\x71\x00\x7e\x00\x00"
    with pytest.raises(RecordError, match="an object without a known class"):
        read_stream(raw)


def test_bytes_where_a_field_should_be_are_refused() -> None:
    raw = stream(Obj(POINT, {"label": None}))
    with pytest.raises(RecordError, match="loose bytes where a value should stand"):
        read_stream(raw[:-1] + b"\x77\x01a")


def test_every_cut_of_a_stream_is_refused() -> None:
    node = Class("demo.Node", "I:n L:next [:cells", flags=3)
    inner = Obj(node, {"n": 1, "cells": Array("[I", [7])}, {"demo.Node": [Block(b"ab"), "text"]})
    raw = stream(Obj(node, {"next": inner}, {"demo.Node": [Block(b"ab")]}))
    assert len(read_stream(raw)) == 1
    for size in range(5, len(raw)):
        with pytest.raises(RecordError, match="damaged save"):
            read_stream(raw[:size])


def test_memory_is_bounded_whatever_the_stream_says() -> None:
    nulls = stream(Array("[Ljava.lang.Object;", [None] * 100_000))
    assert len(read_stream(nulls)[0]) == 100_000
    with pytest.raises(RecordError, match="more memory than any save needs"):
        read_stream(nulls, max_memory=500_000)
    head = stream(Obj(Class("demo.Empty")))
    many = head + b"\x73\x71\x00\x7e\x00\x00" * 50_000
    assert len(read_stream(many)) == 50_001
    with pytest.raises(RecordError, match="more memory than any save needs"):
        read_stream(many, max_memory=5_000_000)


def test_classes_described_inside_classes_are_bounded() -> None:
    described = b"\x72" + struct.pack(">H", 1) + b"A" + b"\0" * 8 + b"\x02\x00\x00"
    with pytest.raises(RecordError, match="described inside classes too often"):
        read_stream(MAGIC + (b"\x73" + described) * 100)


def test_superclasses_are_bounded() -> None:
    described = b"\x72" + struct.pack(">H", 1) + b"A" + b"\0" * 8 + b"\x02\x00\x00\x78"
    with pytest.raises(RecordError, match="superclasses"):
        read_stream(MAGIC + b"\x73" + described * 1_000 + b"\x70")


def test_a_reference_to_before_the_first_thing_is_refused_within_an_object() -> None:
    raw = stream(Obj(Class("demo.A", "L:a"), {"a": None}))
    assert raw[-1:] == b"\x70"
    with pytest.raises(RecordError, match="reference to thing -1"):
        read_stream(raw[:-1] + b"\x71\x00\x7d\xff\xff")


def test_descriptions_of_classes_take_memory_too() -> None:
    described = b"\x72\x00\x01A" + bytes(8) + b"\x02\x00\x00\x78\x70"
    assert len(read_stream(MAGIC + described, max_memory=4_000)) == 1
    with pytest.raises(RecordError, match="more memory than any save needs"):
        read_stream(MAGIC + described, max_memory=2_000)
