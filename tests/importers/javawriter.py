"""A writer of tiny Java serialization streams, for tests: it writes what Java itself would write.

Values are Python's: None, str, int/bool/float in primitive fields, `Obj`, `Enum`, `Array`, `Class`,
`Block`, `Reset`, `Failure`. The same Python object written twice becomes a reference.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any

MAGIC = b"\xac\xed\x00\x05"
FORMATS = {"B": "b", "C": "H", "D": "d", "F": "f", "I": "i", "J": "q", "S": "h", "Z": "?"}


@dataclass(eq=False)
class Class:
    """A class descriptor. `fields` are written as ``"I:count L:name [:cells"``."""

    name: str
    fields: str = ""
    parent: Class | None = None
    flags: int = 2
    uid: int = 1
    writes_fields: bool = True
    proxy: tuple[str, ...] = ()

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return [(item[0], item[2:]) for item in self.fields.split()]

    def lineage(self) -> list[Class]:
        return [*(self.parent.lineage() if self.parent else []), self]


@dataclass(eq=False)
class Obj:
    """An object: its fields' values by name, its annotations by the name of the class level."""

    cls: Class
    values: dict[str, Any] = field(default_factory=dict)
    notes: dict[str, list[Any]] = field(default_factory=dict)


@dataclass(eq=False)
class Enum:
    cls: Class
    name: str


@dataclass(eq=False)
class Array:
    """An array; `type` is Java's: ``"[I"``, ``"[Ljava.lang.String;"``."""

    type: str
    items: list[Any]


@dataclass(eq=False)
class Block:
    data: bytes
    long: bool = False


@dataclass(eq=False)
class LongString:
    text: str


class Reset:
    pass


@dataclass(eq=False)
class Failure:
    """The writer failed here: the exception that it wrote."""

    error: Obj


def stream(*contents: Any) -> bytes:
    """A whole stream of these top-level contents."""
    writer = Writer()
    for content in contents:
        writer.write(content)
    return MAGIC + bytes(writer.out)


def modified_utf8(text: str) -> bytes:
    out = bytearray()
    for unit in struct.iter_unpack(">H", text.encode("utf-16-be", "surrogatepass")):
        code = unit[0]
        if 1 <= code < 0x80:
            out.append(code)
        elif code < 0x800:
            out += bytes((0xC0 | code >> 6, 0x80 | code & 0x3F))
        else:
            out += bytes((0xE0 | code >> 12, 0x80 | code >> 6 & 0x3F, 0x80 | code & 0x3F))
    return bytes(out)


class Writer:
    """Keeps the handles that references name."""

    def __init__(self) -> None:
        self.out = bytearray()
        self.handles: dict[Any, int] = {}
        self.kept: list[Any] = []
        self.next = 0x7E0000

    def _handle(self, thing: Any) -> None:
        key = thing if isinstance(thing, str) else id(thing)
        self.kept.append(thing)
        self.handles[key] = self.next
        self.next += 1

    def _utf(self, text: str) -> None:
        raw = modified_utf8(text)
        self.out += struct.pack(">H", len(raw)) + raw

    def write(self, thing: Any) -> None:
        out = self.out
        key = thing if isinstance(thing, str) else id(thing)
        if thing is None:
            out.append(0x70)
        elif isinstance(thing, Reset):
            out.append(0x79)
            self.handles.clear()
            self.next = 0x7E0000
        elif isinstance(thing, Failure):
            out.append(0x7B)
            self.handles.clear()
            self.next = 0x7E0000
            self.write(thing.error)
            self.handles.clear()
            self.next = 0x7E0000
        elif isinstance(thing, Block):
            size = len(thing.data)
            if thing.long or size > 255:
                out += b"\x7a" + struct.pack(">i", size) + thing.data
            else:
                out += bytes((0x77, size)) + thing.data
        elif key in self.handles:
            out += b"\x71" + struct.pack(">I", self.handles[key])
        elif isinstance(thing, str):
            out.append(0x74)
            self._handle(thing)
            self._utf(thing)
        elif isinstance(thing, LongString):
            raw = modified_utf8(thing.text)
            out += b"\x7c" + struct.pack(">q", len(raw)) + raw
            self._handle(thing)
        elif isinstance(thing, Class):
            out.append(0x76)
            self.describe(thing)
            self._handle(object())
        elif isinstance(thing, Enum):
            out.append(0x7E)
            self.describe(thing.cls)
            self._handle(thing)
            self.write(thing.name)
        elif isinstance(thing, Array):
            self._array(thing)
        elif isinstance(thing, Obj):
            self._object(thing)
        else:
            raise TypeError(f"cannot write {thing!r}")

    def describe(self, cls: Class | None) -> None:
        """Write a class descriptor, or a reference to it."""
        out = self.out
        if cls is None:
            out.append(0x70)
            return
        if id(cls) in self.handles:
            out += b"\x71" + struct.pack(">I", self.handles[id(cls)])
            return
        if cls.proxy:
            out.append(0x7D)
            self._handle(cls)
            out += struct.pack(">i", len(cls.proxy))
            for name in cls.proxy:
                self._utf(name)
        else:
            out.append(0x72)
            self._utf(cls.name)
            out += struct.pack(">q", cls.uid)
            self._handle(cls)
            out.append(cls.flags)
            out += struct.pack(">H", len(cls.pairs))
            for code, name in cls.pairs:
                out.append(ord(code))
                self._utf(name)
                if code in "L[":
                    self.write("Ljava/lang/Object;" if code == "L" else "[I")
        out.append(0x78)
        self.describe(cls.parent)

    def _array(self, thing: Array) -> None:
        self.out.append(0x75)
        self.describe(_array_class(self, thing.type))
        self._handle(thing)
        self.out += struct.pack(">i", len(thing.items))
        code = thing.type[1]
        for item in thing.items:
            if code in "L[":
                self.write(item)
            else:
                self.out += struct.pack(">" + FORMATS[code], item)

    def _object(self, thing: Obj) -> None:
        self.out.append(0x73)
        self.describe(thing.cls)
        self._handle(thing)
        for level in thing.cls.lineage():
            if level.proxy:
                continue
            if level.writes_fields and level.flags & 2:
                for code, name in level.pairs:
                    if code in FORMATS:
                        value = thing.values.get(name, 0)
                        self.out += struct.pack(">" + FORMATS[code], value)
                for code, name in level.pairs:
                    if code not in FORMATS:
                        self.write(thing.values.get(name))
            if level.flags & 5:
                for note in thing.notes.get(level.name, []):
                    self.write(note)
                self.out.append(0x78)


def _array_class(writer: Writer, name: str) -> Class:
    for thing in writer.kept:
        if isinstance(thing, Class) and thing.name == name:
            return thing
    return Class(name)
