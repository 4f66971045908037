"""What a Java serialization stream holds, as Python values: classes, objects, enum constants.

===================  ==========================================================
Java                 Python
===================  ==========================================================
null                 ``None``
String               `str` (modified UTF-8 decoded, lone surrogates replaced)
primitive            `bool`, `int`, `float`; a char is its number
array of objects     `list`
array of primitives  `array.array`; ``byte[]`` is `bytes`, ``char[]`` is `str`
enum constant        `JavaEnum`
object, proxy        `JavaObject`
Class, class desc    `JavaClass`
block data           `bytes`, inside annotations only
===================  ==========================================================
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Anything a stream can hold: see the table in the module's description.
JavaValue: TypeAlias = Any

# Two engine classes write less than their descriptors declare: one object, or nothing at all.
_WRITE_NO_FIELDS: Final = frozenset(
    {
        "games.strategy.engine.data.GameDataComponent",
        "games.strategy.engine.data.DelegateList",
    }
)

#: The flags of a class descriptor.
WRITE_METHOD, SERIALIZABLE, EXTERNALIZABLE, BLOCK_DATA = 1, 2, 4, 8

#: The kinds of step by which an object is read.
NUMBERS, VALUES, ABSENT, NOTES, END = range(5)

_FORMATS: Final = {
    "B": "b",
    "C": "H",
    "D": "d",
    "F": "f",
    "I": "i",
    "J": "q",
    "S": "h",
    "Z": "?",
}

# What values cost of the reader's memory budget, in bytes: close to CPython's own sizes.
_OBJECT_COST: Final = 136
_SLOT_COST: Final = 9
_NUMBER_COST: Final = 32


class JavaField(NamedTuple):
    """One field that a class descriptor declares: Java's type code and the field's name."""

    code: str
    name: str


class ReadingStep(NamedTuple):
    """One step of reading an object: its kind, how much, and for numbers how to unpack them.

    `size` is the bytes of numbers, and the count of references and of absent fields.
    """

    kind: int
    size: int
    unpack: Any = None


class JavaClass:
    """A class descriptor: name, fields and superclass, as the stream states them.

    Attributes
    ----------
    name
        The full Java name.
    simple
        The name without its package: what to match on, since packages get renamed.
    uid
        The serialVersionUID.
    fields
        The fields of this level only; an object's values cover the superclasses' too.
    parent
        The superclass's descriptor, if it is serializable.
    slots
        Where the fields of all levels are in `JavaObject.values`; a name that occurs twice means
        the field of the more derived level.
    notes
        Where the annotations are, by the simple name of their level.
    steps
        How to read an object; None until the descriptor has been read to its end.
    cost
        What an object takes of the reader's memory budget, in bytes.
    """

    __slots__ = (
        "cost",
        "fields",
        "flags",
        "name",
        "notes",
        "parent",
        "simple",
        "slots",
        "steps",
        "uid",
    )

    def __init__(self, name: str, uid: int = 0) -> None:
        self.name = name
        self.simple = name.rpartition(".")[2]
        self.uid = uid
        self.flags = 0
        self.fields: tuple[JavaField, ...] = ()
        self.parent: JavaClass | None = None
        self.slots: dict[str, int] = {}
        self.notes: dict[str, int] = {}
        self.steps: tuple[ReadingStep, ...] | None = None
        self.cost = 0

    def __repr__(self) -> str:
        return f"<JavaClass {self.name}>"

    def slot(self, *names: str) -> int:
        """Return where in `JavaObject.values` the first field of these names is; -1 if nowhere."""
        for name in names:
            if name in self.slots:
                return self.slots[name]
        return -1

    def lineage(self) -> list[JavaClass]:
        """Return the class and its superclasses, the root first."""
        levels: list[JavaClass] = []
        level: JavaClass | None = self
        while level is not None:
            levels.append(level)
            level = level.parent
        return levels[::-1]

    def complete(self) -> None:
        """Compile the steps by which objects of the class are read.

        For each level, root first: its numbers, its references, its annotation.
        """
        steps: list[ReadingStep] = []
        slot = 0
        self.cost = _OBJECT_COST
        for level in self.lineage():
            numbers = [field for field in level.fields if field.code in _FORMATS]
            values = [field for field in level.fields if field.code not in _FORMATS]
            for field in (*numbers, *values):
                self.slots[field.name] = slot
                slot += 1
            if level.name in _WRITE_NO_FIELDS and level.flags & WRITE_METHOD:
                steps.append(ReadingStep(ABSENT, len(level.fields)))
            elif level.flags & SERIALIZABLE:
                if numbers:
                    layout = struct.Struct(">" + "".join(_FORMATS[f.code] for f in numbers))
                    steps.append(ReadingStep(NUMBERS, layout.size, layout.unpack_from))
                if values:
                    steps.append(ReadingStep(VALUES, len(values)))
            if level.flags & (WRITE_METHOD | EXTERNALIZABLE):
                steps.append(ReadingStep(NOTES, 1))
                self.notes[level.simple] = slot
                slot += 1
            self.cost += _NUMBER_COST * len(numbers)
        self.cost += _SLOT_COST * slot
        self.steps = (*steps, ReadingStep(END, 0))


class JavaObject:
    """An object of the stream: its class and its values, superclass first.

    Each level gives its numbers, its references and last, as one sequence, its annotation (what a
    ``writeObject`` or ``writeExternal`` method wrote).
    """

    __slots__ = ("kind", "values")

    def __init__(self, kind: JavaClass, values: list[JavaValue]) -> None:
        self.kind = kind
        self.values = values

    def __repr__(self) -> str:
        return f"<JavaObject {self.kind.name}>"

    def get(self, *names: str) -> JavaValue:
        """Return the first field that has one of these names, most derived level first, or None."""
        slot = self.kind.slot(*names)
        return None if slot < 0 else self.values[slot]

    def has(self, *names: str) -> bool:
        """Tell whether the class, or a superclass, declares a field of one of these names."""
        return self.kind.slot(*names) >= 0

    def annotation(self, level: str | None = None) -> Sequence[JavaValue]:
        """Return what was written at the level of this simple name.

        By default at the last level that has any.
        """
        notes = self.kind.notes
        if level is not None:
            return self.values[notes[level]] if level in notes else ()
        for slot in reversed(notes.values()):
            if self.values[slot]:
                return self.values[slot]  # type: ignore[no-any-return]
        return ()


class JavaEnum:
    """An enum constant: its class and its name."""

    __slots__ = ("kind", "name")

    def __init__(self, kind: JavaClass, name: str) -> None:
        self.kind = kind
        self.name = name

    def __repr__(self) -> str:
        return f"<JavaEnum {self.kind.simple}.{self.name}>"
