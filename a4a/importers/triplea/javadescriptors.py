"""Class descriptors in a Java stream, and the strings and blocks that all contents use."""

from __future__ import annotations

import struct
from typing import Final, NoReturn

from a4a.importers.triplea.javavalues import (
    BLOCK_DATA,
    EXTERNALIZABLE,
    SERIALIZABLE,
    JavaClass,
    JavaField,
    JavaValue,
)

NULL, REFERENCE, CLASS_DESC, OBJECT, STRING, ARRAY, CLASS, BLOCK = range(0x70, 0x78)
END_BLOCK, RESET, BLOCK_LONG, EXCEPTION, LONG_STRING, PROXY, ENUM = range(0x78, 0x7F)

#: Bytes that a value of each type code takes in an array, at least.
WIDTHS: Final = {"B": 1, "C": 2, "D": 8, "F": 4, "I": 4, "J": 8, "S": 2, "Z": 1, "L": 1, "[": 1}

_MAX_NESTING: Final = 20
_MAX_SUPERCLASSES: Final = 60
_MAX_SLOTS: Final = 5_000

# What values cost of the memory budget, in bytes: close to CPython's own sizes.
_BYTE_COST: Final = 3  # for each byte of the stream: itself, and a slot for every reference
_CLASS_COST: Final = 2_500
_FIELD_COST: Final = 400

u2 = struct.Struct(">H").unpack_from
i4 = struct.Struct(">i").unpack_from
_i8 = struct.Struct(">q").unpack_from


class Malformed(Exception):
    """The stream breaks the grammar at `offset`."""

    def __init__(self, offset: int, what: str) -> None:
        super().__init__(what)
        self.offset = offset
        self.what = what


class DescriptorReader:
    """The part of a reader that knows classes, names and blocks.

    Attributes
    ----------
    data
        The stream.
    handles
        The things that references may name, in the order in which they were begun.
    memory
        What is left of the memory budget, in bytes.
    max_depth
        How deep objects may be nested.
    """

    def __init__(self, data: bytes, max_memory: int, max_depth: int) -> None:
        self.data = data
        self.handles: list[JavaValue] = []
        self.memory = max_memory - _BYTE_COST * len(data)
        self.max_depth = max_depth
        self.nesting = 0

    def read(self, position: int) -> tuple[JavaValue, int]:
        """Read the content at `position`; return it and the position behind it."""
        raise NotImplementedError

    def charge(self, cost: int, position: int) -> None:
        """Take `cost` bytes of the memory budget."""
        self.memory -= cost
        if self.memory < 0:
            self.refuse(self.memory, position)

    def refuse(self, memory: int, position: int) -> NoReturn:
        """Say that memory has run out, or else that objects are nested too deep."""
        if memory < 0:
            raise Malformed(position, "what precedes it takes more memory than any save needs")
        raise Malformed(position, f"objects are nested more than {self.max_depth:,} deep")

    def text(self, start: int, stop: int) -> str:
        """Decode modified UTF-8."""
        raw = self.data[start:stop]
        if stop > len(self.data):
            raise Malformed(start, f"it ends inside a string, at byte {len(self.data):,}")
        if raw.isascii():
            return raw.decode("ascii")
        try:
            text = raw.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
        except UnicodeDecodeError as error:
            raise Malformed(start + error.start, "no modified UTF-8 inside a string") from None
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

    def block(self, position: int) -> tuple[bytes, int]:
        """Read the block data, short or long, at `position`."""
        data = self.data
        if data[position] == BLOCK:
            start, size = position + 2, data[position + 1]
        else:
            start, size = position + 5, i4(data, position + 1)[0]
        if not 0 <= size <= len(data) - start:
            raise Malformed(
                position, f"a block of {size:,} bytes where {len(data) - start:,} are left"
            )
        return data[start : start + size], start + size

    def string(self, position: int) -> tuple[str, int]:
        """Read a content that must be a string."""
        if self.data[position] in (STRING, LONG_STRING, REFERENCE):
            text, behind = self.read(position)
            if isinstance(text, str):
                return text, behind
        raise Malformed(position, "no string where one should stand")

    def descriptor(self, position: int) -> tuple[JavaClass | None, int]:
        """Read a class descriptor, with its superclasses."""
        start = position
        below: list[JavaClass] = []
        while True:
            tag = self.data[position]
            if tag == NULL:
                known, position = None, position + 1
                break
            if tag == REFERENCE:
                known, position = self.read(position)
                if not isinstance(known, JavaClass) or known.steps is None:
                    raise Malformed(position - 5, "no class where one should stand")
                break
            if tag not in (CLASS_DESC, PROXY):
                raise Malformed(position, f"{tag:02x} starts no class")
            if len(below) == _MAX_SUPERCLASSES:
                raise Malformed(position, f"a class with over {_MAX_SUPERCLASSES} superclasses")
            level, position = self._level(position)
            below.append(level)
        for level in reversed(below):
            level.parent = known
            level.complete()
            known = level
        if below and len(below[0].slots) > _MAX_SLOTS:
            raise Malformed(start, f"a class with over {_MAX_SLOTS:,} fields")
        return known, position

    def _level(self, position: int) -> tuple[JavaClass, int]:
        """Read one class descriptor up to its superclass."""
        self.nesting += 1
        if self.nesting > _MAX_NESTING:
            raise Malformed(position, "classes are described inside classes too often")
        self.charge(_CLASS_COST, position)
        start = position
        try:
            if self.data[position] == PROXY:
                level, position = self._proxy(position + 1)
            else:
                level, position = self._described(position + 1)
        except (IndexError, struct.error):
            raise Malformed(start, "it ends inside a class description") from None
        while self.data[position] != END_BLOCK:  # what annotateClass wrote, which is nothing
            if self.data[position] in (BLOCK, BLOCK_LONG):
                _, position = self.block(position)
            else:
                _, position = self.read(position)
        self.nesting -= 1
        return level, position + 1

    def _described(self, position: int) -> tuple[JavaClass, int]:
        data, start = self.data, position
        name, position = self._name(position)
        level = JavaClass(name, _i8(data, position)[0])
        self.handles.append(level)
        level.flags = flags = data[position + 8]
        if flags & EXTERNALIZABLE and not flags & BLOCK_DATA:
            raise Malformed(start, f"class {name:.100} is written in a form without an end")
        if flags & EXTERNALIZABLE and flags & SERIALIZABLE:
            raise Malformed(start, f"class {name:.100} is written in two forms at once")
        count = u2(data, position + 9)[0]
        self.charge(_FIELD_COST * count, position)
        position += 11
        fields = []
        for _ in range(count):
            code = chr(data[position])
            if code not in WIDTHS:
                raise Malformed(position, f"a field of class {name:.100} has the type {code!r}")
            field, position = self._name(position + 1)
            if code in "L[":
                _, position = self.string(position)
            fields.append(JavaField(code, field))
        level.fields = tuple(fields)
        return level, position

    def _proxy(self, position: int) -> tuple[JavaClass, int]:
        level = JavaClass("$Proxy")
        self.handles.append(level)
        level.flags = SERIALIZABLE
        count = i4(self.data, position)[0]
        position += 4
        for _ in range(count):
            _, position = self._name(position)
        return level, position

    def _name(self, position: int) -> tuple[str, int]:
        """Read a string that has no tag before it."""
        stop = position + 2 + u2(self.data, position)[0]
        return self.text(position + 2, stop), stop
