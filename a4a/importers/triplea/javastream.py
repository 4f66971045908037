"""Java's serialization stream, read into light Python values.

A stream is read, never run: no Java class is known by more than its name, nothing is instantiated,
and the work is bounded by the stream's own bytes and by a budget of memory. The reader keeps its
own stack, so a deep stream costs no Python frames. `a4a.importers.triplea.javavalues` says what
becomes of each kind of Java value.
"""

from __future__ import annotations

import struct
import sys
from array import array
from typing import Any, Final, NoReturn

from a4a.core.errors import RecordError
from a4a.importers.triplea.javadescriptors import (
    CLASS,
    CLASS_DESC,
    ENUM,
    EXCEPTION,
    LONG_STRING,
    OBJECT,
    PROXY,
    REFERENCE,
    RESET,
    WIDTHS,
    DescriptorReader,
    Malformed,
    i4,
    u2,
)
from a4a.importers.triplea.javavalues import (
    END,
    NOTES,
    JavaClass,
    JavaEnum,
    JavaObject,
    JavaValue,
    ReadingStep,
)

#: The most memory, as the reader reckons it, that a stream and its values may take, in bytes.
MAX_MEMORY: Final = 240 * 1024 * 1024
#: How deep objects may be nested in one another (saves of long games nest about a hundred deep).
MAX_DEPTH: Final = 10_000

_MAGIC: Final = b"\xac\xed\x00\x05"
_BASE_HANDLE: Final = 0x7E0000
_ENDLESS: Final = 1 << 62
_TOP: Final[tuple[ReadingStep, ...]] = (ReadingStep(END, 0),)
_ARRAY_FORMATS: Final = {"D": "d", "F": "f", "I": "i", "J": "q", "S": "h", "Z": "b"}

# What values cost of the memory budget, in bytes: close to CPython's own sizes.
_SLOT_COST: Final = 9
_SMALL_COST: Final = 80

_u4 = struct.Struct(">I").unpack_from
_u8 = struct.Struct(">Q").unpack_from


def read_stream(
    data: bytes, *, max_memory: int = MAX_MEMORY, max_depth: int = MAX_DEPTH
) -> list[JavaValue]:
    """Read a whole Java serialization stream.

    Parameters
    ----------
    data
        The stream, from its magic number on.
    max_memory
        The most memory that the stream and its values may take, in bytes, as the reader reckons it.
    max_depth
        How deep objects may be nested.

    Returns
    -------
    list
        The top-level contents in order. The last byte of the stream has been read.

    Raises
    ------
    RecordError
        If the data are no such stream, end too early, break the grammar, or are too large. The
        message names the byte.

    Examples
    --------
    >>> read_stream(bytes.fromhex("aced0005 740003 666f6f 70"))
    ['foo', None]
    >>> read_stream(b"")
    Traceback (most recent call last):
    a4a.core.errors.RecordError: damaged save: the Java stream is empty
    """
    if not data:
        raise RecordError("damaged save: the Java stream is empty")
    if data[:4] != _MAGIC:
        found = data[:4].hex(" ")
        raise RecordError(
            "not a TripleA save: byte 0 of what the file packs should start a Java stream "
            f"(ac ed 00 05), not {found}"
        )
    return _Reader(data, max_memory, max_depth).read_all()


class _Reader(DescriptorReader):
    """One pass over a stream."""

    failed = False

    def read_all(self) -> list[JavaValue]:
        """Read all top-level contents."""
        data, end = self.data, len(self.data)
        contents: list[JavaValue] = []
        position = len(_MAGIC)
        try:
            while position < end:
                tag = data[position]
                if tag == RESET:
                    self.handles.clear()
                    position += 1
                else:
                    self.charge(_SMALL_COST, position)
                    value, position = self.read(position)
                    contents.append(value)
        except Malformed as fault:
            raise RecordError(
                f"damaged save: byte {fault.offset:,} of the Java stream: {fault.what}"
            ) from None
        return contents

    def read(self, position: int) -> tuple[JavaValue, int]:
        """Read the content at `position`, with all that it contains.

        Returns
        -------
        tuple
            The value, and the position behind it.
        """
        # The hot loop. What is under way is in local variables: `steps[step]` is what comes next of
        # the object being read, `values` are its values; `append` and `left` say where the contents
        # at hand go and how many of them are still to come. The objects around it are on `stack`.
        data, handles, memory = self.data, self.handles, self.memory
        stack: list[Any] = []
        values: list[JavaValue] = []
        top = values
        steps, step = _TOP, 0
        append, left, in_notes = values.append, 1, False
        try:
            while True:
                while left:
                    left -= 1
                    tag = data[position]
                    if tag == 0x71:  # reference
                        handle = _u4(data, position + 1)[0] - 0x7E0000
                        if handle < 0:
                            raise IndexError
                        append(handles[handle])
                        position += 5
                    elif tag == 0x73:  # object
                        if data[position + 1] == 0x71:
                            handle = _u4(data, position + 2)[0] - 0x7E0000
                            if handle < 0:
                                raise IndexError
                            kind = handles[handle]
                            behind = position + 6
                        else:
                            self.memory = memory
                            kind, behind = self.descriptor(position + 1)
                            memory = self.memory
                        if type(kind) is not JavaClass or kind.steps is None:
                            raise Malformed(position + 1, "an object without a known class")
                        memory -= kind.cost
                        if memory < 0 or len(stack) == self.max_depth:
                            self.refuse(memory, position)
                        position = behind
                        stack.append((steps, step, values, append, left, in_notes))
                        values = []
                        thing = JavaObject(kind, values)
                        append(thing)
                        handles.append(thing)
                        steps, step, left, in_notes = kind.steps, 0, 0, False
                    elif tag == 0x70:  # null
                        append(None)
                        position += 1
                        memory -= _SLOT_COST
                        if memory < 0:
                            self.refuse(memory, position)
                    elif tag == 0x74:  # string
                        stop = position + 3 + u2(data, position + 1)[0]
                        text = self.text(position + 3, stop)
                        memory -= _SMALL_COST + stop - position
                        if memory < 0:
                            self.refuse(memory, position)
                        append(text)
                        handles.append(text)
                        position = stop
                    elif tag == 0x78:  # end of an annotation
                        if in_notes:
                            position += 1
                        elif steps[step].kind == NOTES:
                            # The class wrote fewer fields than it declares.
                            values.extend([None] * (left + 1))
                        else:
                            raise Malformed(position, "an annotation ends where there is none")
                        left = 0
                    elif tag in (0x77, 0x7A):  # block data
                        if stack and not in_notes:
                            raise Malformed(position, "loose bytes where a value should stand")
                        block, position = self.block(position)
                        memory -= _SMALL_COST
                        if memory < 0:
                            self.refuse(memory, position)
                        append(block)
                    elif tag == 0x75:  # array
                        self.memory = memory
                        kind, behind = self.descriptor(position + 1)
                        whole, behind, left_within = self._array(kind, behind)
                        memory = self.memory
                        if memory < 0 or len(stack) == self.max_depth:
                            self.refuse(memory, position)
                        position = behind
                        append(whole)
                        handles.append(whole)
                        if left_within:
                            stack.append((steps, step, values, append, left, in_notes))
                            values = whole
                            append, left, in_notes = whole.append, left_within, False
                            steps, step = _TOP, 0
                    else:
                        self.memory = memory
                        thing, position = self._rare(position)
                        memory = self.memory
                        append(thing)
                if memory < 0:
                    self.refuse(memory, position)
                # The contents at hand are complete, or an object has just begun: what comes next?
                while not left:
                    kind, count, unpack = steps[step]
                    step += 1
                    if kind == 0:  # NUMBERS
                        values.extend(unpack(data, position))
                        position += count
                    elif kind == 1:  # VALUES
                        append, left, in_notes = values.append, count, False
                    elif kind == 3:  # NOTES
                        if data[position] == 0x78:
                            values.append(())
                            position += 1
                        else:
                            notes: list[JavaValue] = []
                            values.append(notes)
                            memory -= _SMALL_COST
                            append, left, in_notes = notes.append, _ENDLESS, True
                    elif kind == 2:  # ABSENT
                        values.extend([None] * count)
                    elif stack:  # END
                        steps, step, values, append, left, in_notes = stack.pop()
                    else:
                        self.memory = memory
                        return top[0], position
        except (IndexError, struct.error):
            raise Malformed(position, self._fault(position)) from None

    def _fault(self, position: int) -> str:
        """Say why the content at `position` could not be read."""
        data = self.data
        if position < len(data) and data[position] in (REFERENCE, OBJECT):
            start = position + (data[position] == OBJECT)
            if start + 5 <= len(data) and data[start] == REFERENCE:
                handle = _u4(data, start + 1)[0] - _BASE_HANDLE
                if not 0 <= handle < len(self.handles):
                    return f"a reference to thing {handle:,} where {len(self.handles):,} were read"
        return f"it ends too early, at byte {len(data):,}"

    def _array(self, kind: JavaClass | None, position: int) -> tuple[Any, int, int]:
        """Begin an array whose class has been read.

        Returns
        -------
        tuple
            The array, the position behind, and how many contents are to be appended to it.
        """
        code = kind.name[1:2] if kind is not None and kind.name[0] == "[" else ""
        size = i4(self.data, position)[0]
        position += 4
        start, rest = position, len(self.data) - position
        width = WIDTHS.get(code)
        if width is None:
            raise Malformed(start, "an array without a known class")
        if not 0 <= size <= rest // width:
            raise Malformed(start - 4, f"an array of {size:,} values, but {rest:,} bytes are left")
        self.memory -= _SMALL_COST + width * size
        if code in "L[":
            return [], position, size
        stop = start + size * width
        raw = self.data[start:stop]
        if code == "B":
            return raw, stop, 0
        if code == "C":
            return raw.decode("utf-16-be", "replace"), stop, 0
        numbers = array(_ARRAY_FORMATS[code], raw)
        if sys.byteorder == "little":
            numbers.byteswap()
        return numbers, stop, 0

    def _rare(self, position: int) -> tuple[JavaValue, int]:
        """Read one of the rarer contents."""
        start, data, handles = position, self.data, self.handles
        tag = data[position]
        thing: JavaValue
        self.charge(_SMALL_COST, position)
        if tag == ENUM:
            kind, position = self.descriptor(position + 1)
            if kind is None:
                raise Malformed(start, "an enum constant without a class")
            thing = JavaEnum(kind, "")
            handles.append(thing)
            thing.name, position = self.string(position)
        elif tag == CLASS:
            thing, position = self.descriptor(position + 1)
            handles.append(thing)
        elif tag == LONG_STRING:
            size = _u8(data, position + 1)[0]
            thing = self.text(position + 9, position + 9 + size)
            self.charge(size, position)
            handles.append(thing)
            position += 9 + size
        elif tag in (CLASS_DESC, PROXY):
            thing, position = self.descriptor(position)
        elif tag == EXCEPTION:
            self._fail_as_written(position)
        elif tag == RESET:
            raise Malformed(start, "a reset inside an object")
        else:
            raise Malformed(start, f"{tag:02x} starts nothing that a Java stream may hold")
        return thing, position

    def _fail_as_written(self, position: int) -> NoReturn:
        """The writer failed half-way, and wrote down the exception that stopped it."""
        self.handles.clear()
        if self.failed:
            raise Malformed(position, "a failure inside a failure")
        self.failed = True
        error, _ = self.read(position + 1)
        name = error.kind.name if isinstance(error, JavaObject) else "unknown"
        raise Malformed(position, f"the program that wrote the save stopped here ({name:.100})")
