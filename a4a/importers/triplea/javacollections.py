"""The collections and number classes of Java's library, and TripleA's, as plain Python values.

How each of them writes itself is in the tables below and the functions' bodies. Classes are known
by their simple names only, since TripleA moved its own between packages.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from a4a.core.errors import RecordError
from a4a.importers.triplea.javavalues import JavaClass, JavaObject, JavaValue

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

# Classes whose elements follow some bytes in what one level wrote, with that level.
_ANNOTATED: Final = {
    "ArrayList": "ArrayList",
    "ArrayDeque": "ArrayDeque",
    "LinkedList": "LinkedList",
    "CopyOnWriteArrayList": "CopyOnWriteArrayList",
    "PriorityQueue": "PriorityQueue",
    "HashSet": "HashSet",
    "LinkedHashSet": "HashSet",
    "TreeSet": "TreeSet",
    "CollSer": "CollSer",  # List.of, Set.of, and what List.copyOf and Stream.toList give
}
# The same, but a null ends the elements.
_ENDED: Final = frozenset(
    {
        "ConcurrentLinkedQueue",
        "ConcurrentLinkedDeque",
        "LinkedBlockingQueue",
        "LinkedBlockingDeque",
    }
)
# Classes that keep another collection, or an array, in a field.
_HOLDING: Final = {
    "Arrays$ArrayList": "a",
    "Collections$AsLIFOQueue": "q",
    "CopyOnWriteArraySet": "al",
    "EnumSet$SerializationProxy": "elements",
    "ImmutableList$SerializedForm": "elements",
    "ImmutableSet$SerializedForm": "elements",
    "ImmutableSortedSet$SerializedForm": "elements",
}
# Sets whose elements are the keys of a map in a field.
_KEYS: Final = {
    "Collections$SetFromMap": "m",
    "ConcurrentHashMap$KeySetView": "map",
    "ConcurrentSkipListSet": "m",
}
_MAPS: Final = {
    "HashMap": "HashMap",
    "LinkedHashMap": "HashMap",
    "Hashtable": "Hashtable",
    "Properties": "Hashtable",
    "ConcurrentHashMap": "ConcurrentHashMap",
    "ConcurrentSkipListMap": "ConcurrentSkipListMap",
    "EnumMap": "EnumMap",
    "HashBiMap": "HashBiMap",
    "TreeMap": "TreeMap",
    "IdentityHashMap": "IdentityHashMap",
    "CollSer": "CollSer",  # Map.of
}
_MAP_FORMS: Final = frozenset(
    {"ImmutableMap$SerializedForm", "ImmutableBiMap$SerializedForm",
     "ImmutableSortedMap$SerializedForm"}
)  # fmt: skip
_EMPTY: Final = frozenset({"Collections$EmptyList", "Collections$EmptySet", "Collections$EmptyMap"})
_SINGLE: Final = frozenset({"Collections$SingletonList", "Collections$SingletonSet"})
_ENDING: Final = frozenset({"ConcurrentHashMap", "ConcurrentSkipListMap"})
_MAP_TAG: Final = 3
_MAX_WRAPPERS: Final = 20
_MAX_COPIES: Final = 1_000


class UnknownClassError(RecordError):
    """A value of an unknown class stands where a collection or a number should.

    Attributes
    ----------
    name
        The class, without its package, or the kind of value.
    """

    def __init__(self, value: JavaValue, wanted: str) -> None:
        known = isinstance(value, JavaObject)
        self.name = value.kind.simple if known else type(value).__name__
        what = f"an object of class {value.kind.name:.100}" if known else f"a {self.name}"
        super().__init__(f"the save cannot be read: {what} stands where {wanted} should")


def elements(value: JavaValue) -> list[JavaValue]:
    """Return the elements of a Java list, set, queue, collection or array.

    Parameters
    ----------
    value
        A collection, or None, which has no elements.

    Raises
    ------
    UnknownClassError
        If it is of a class that is not known as a collection, nor derived from one that is.
    """
    for _ in range(_MAX_WRAPPERS):
        if value is None:
            return []
        if isinstance(value, list):
            return value
        if not isinstance(value, JavaObject):
            break
        if value.kind.simple == "ArrayList":  # one block, then the elements: the most frequent
            return list(value.annotation("ArrayList")[1:])
        name = _known_as(value.kind, _COLLECTIONS)
        if name in _ANNOTATED and not _is_map(value):
            written = value.annotation(_ANNOTATED[name])
            # A tree set writes its order before its size.
            start = 1 if name == "TreeSet" and written and not isinstance(written[0], bytes) else 0
            return [item for item in written[start:] if not isinstance(item, bytes)]
        if name in _ENDED:
            return [i for i in value.annotation(name) if not (i is None or isinstance(i, bytes))]
        if name in _EMPTY:
            return []
        if name in _SINGLE:
            return [value.get("element")]
        if name in _HOLDING:
            value = value.get(_HOLDING[name])
        elif name in _KEYS:
            return [key for key, _ in entries(value.get(_KEYS[name]))]
        elif name == "Vector":
            kept, count = value.get("elementData"), value.get("elementCount")
            return kept[:count] if isinstance(kept, list) and isinstance(count, int) else []
        elif name == "Collections$CopiesList":
            copies = value.get("n")
            if not (isinstance(copies, int) and 0 <= copies <= _MAX_COPIES):
                break
            return [value.get("element")] * copies
        elif value.has("c"):  # the synchronized, checked and unmodifiable views
            value = value.get("c")
        else:
            break
    raise UnknownClassError(value, "a collection")


_COLLECTIONS: Final = frozenset(
    {*_ANNOTATED, *_ENDED, *_EMPTY, *_SINGLE, *_HOLDING, *_KEYS, "Vector", "Collections$CopiesList"}
)


def _is_map(value: JavaObject) -> bool:
    """Tell whether a CollSer, which stands for any small collection of Java's own, is a map."""
    tag = value.get("tag")
    return value.kind.simple == "CollSer" and isinstance(tag, int) and tag & 0xFF == _MAP_TAG


def _known_as(kind: JavaClass, known: Container[str]) -> str:
    """Return the name of a class, or else of its nearest ancestor, that is known; or ""."""
    level: JavaClass | None = kind
    while level is not None:
        if level.simple in known:
            return level.simple
        level = level.parent
    return ""


def entries(value: JavaValue) -> list[tuple[JavaValue, JavaValue]]:
    """Return the keys and values of a Java map, in its order.

    Parameters
    ----------
    value
        A map, or None, which has no entries.

    Raises
    ------
    UnknownClassError
        If it is of a class that is not known as a map, nor derived from one that is.
    """
    for _ in range(_MAX_WRAPPERS):
        if value is None:
            return []
        if not isinstance(value, JavaObject):
            break
        name = value.kind.simple
        if name not in _MAPS:
            name = _known_as(value.kind, _MAPS) or name
        if name in _MAPS:
            written = [
                item for item in value.annotation(_MAPS[name]) if not isinstance(item, bytes)
            ]
            pairs = list(zip(written[::2], written[1::2], strict=False))
            return [pair for pair in pairs if pair[0] is not None] if name in _ENDING else pairs
        if name in _EMPTY:
            return []
        if name == "Collections$SingletonMap":
            return [(value.get("k"), value.get("v"))]
        if name in _MAP_FORMS:
            return list(
                zip(elements(value.get("keys")), elements(value.get("values")), strict=False)
            )
        if value.has("m"):
            value = value.get("m")
        elif value.has("mapValues"):
            value = value.get("mapValues")
        elif value.has("map"):
            value = value.get("map")
        else:
            break
    raise UnknownClassError(value, "a map")


def multimap(value: JavaValue) -> list[tuple[JavaValue, list[JavaValue]]]:
    """Return the keys of a Guava multimap with their values, in its order.

    Raises
    ------
    RecordError
        If it is no such map, or its counts do not fit what it holds.
    """
    if not isinstance(value, JavaObject):
        raise UnknownClassError(value, "a multimap")
    items = list(value.annotation())
    groups: list[tuple[JavaValue, list[JavaValue]]] = []
    counts = b"".join(item for item in items if isinstance(item, bytes))
    things = iter(item for item in items if not isinstance(item, bytes))
    if value.kind.simple == "ImmutableSetMultimap":
        next(things, None)
    try:
        keys, *sizes = struct.unpack(f">{len(counts) // 4}i", counts)
        for size in sizes[:keys]:
            key = next(things)
            groups.append((key, [next(things) for _ in range(min(size, len(items)))]))
    except (struct.error, ValueError, StopIteration, RuntimeError):
        raise RecordError("damaged save: a multimap holds less than it declares") from None
    return groups


def number(value: JavaValue, *, default: int | None = None) -> int | float:
    """Return a Java number, primitive, boxed or a BigDecimal, as an `int` or a `float`.

    None counts as `default`, if that is given.

    Raises
    ------
    RecordError
        If the value is no number.
    """
    if isinstance(value, int | float):
        return value
    if isinstance(value, JavaObject):
        if value.kind.simple == "BigDecimal":
            return _decimal(value)
        boxed = value.get("value")
        if isinstance(boxed, int | float):
            return boxed
    if value is None and default is not None:
        return default
    raise UnknownClassError(value, "a number")


def _decimal(value: JavaObject) -> int | float:
    scale, whole = value.get("scale"), value.get("intVal")
    if not isinstance(whole, JavaObject) or not isinstance(scale, int):
        raise RecordError("damaged save: a decimal number without its digits")
    magnitude, sign = whole.get("magnitude"), whole.get("signum")
    if not isinstance(magnitude, bytes) or not isinstance(sign, int):
        raise RecordError("damaged save: a decimal number without its digits")
    if len(magnitude) > 16 or abs(scale) > 20:
        raise RecordError("damaged save: a decimal number with far too many digits")
    digits = sign * int.from_bytes(magnitude, "big")
    if scale <= 0:
        return digits * int(10**-scale)
    result = digits / 10**scale
    return int(result) if result == int(result) else result


def boxed(value: JavaValue) -> JavaValue:
    """Return what a boxed primitive (Integer, Boolean, Character …) holds; others as they are."""
    if isinstance(value, JavaObject) and value.kind.name.startswith("java.lang."):
        return value.get("value")
    return value


def integer_map(value: JavaValue) -> list[tuple[JavaValue, int]]:
    """Return the entries of an IntegerMap (or of any map to integers)."""
    return [(key, int(number(amount))) for key, amount in entries(value)]


def pack(blocks: Iterable[JavaValue]) -> bytes:
    """Join the blocks of bytes that an annotation holds."""
    return b"".join(block for block in blocks if isinstance(block, bytes))
