"""The collections and number classes of Java's library, and TripleA's, as plain Python values.

How each of them puts itself into a stream is in the table of the functions' bodies: a reader knows
classes by their simple names only, since TripleA moved its own between packages.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from a4a.core.errors import RecordError
from a4a.importers.triplea.javavalues import JavaObject, JavaValue

if TYPE_CHECKING:
    from collections.abc import Iterable

# Classes whose elements, or keys and values, are what one level wrote behind some bytes.
_ANNOTATED: Final = {
    "ArrayList": "ArrayList",
    "ArrayDeque": "ArrayDeque",
    "LinkedList": "LinkedList",
    "CopyOnWriteArrayList": "CopyOnWriteArrayList",
    "PriorityQueue": "PriorityQueue",
    "Vector": "Vector",
    "HashSet": "HashSet",
    "LinkedHashSet": "HashSet",
    "TreeSet": "TreeSet",
    "CollSer": "CollSer",
}
_MAPS: Final = {
    "HashMap": "HashMap",
    "LinkedHashMap": "HashMap",
    "Hashtable": "Hashtable",
    "Properties": "Hashtable",
    "ConcurrentHashMap": "ConcurrentHashMap",
    "TreeMap": "TreeMap",
    "IdentityHashMap": "IdentityHashMap",
    "CollSer": "CollSer",
}
_EMPTY: Final = frozenset({"Collections$EmptyList", "Collections$EmptySet", "Collections$EmptyMap"})
_MAX_WRAPPERS: Final = 20


def elements(value: JavaValue) -> list[JavaValue]:
    """Return the elements of a Java list, set, queue, collection or array.

    Parameters
    ----------
    value
        A collection, or None, which has no elements.

    Raises
    ------
    RecordError
        If it is of a class that is not known as a collection.
    """
    for _ in range(_MAX_WRAPPERS):
        if value is None:
            return []
        if isinstance(value, list):
            return value
        if not isinstance(value, JavaObject):
            break
        name = value.kind.simple
        if name in _ANNOTATED:
            written = value.annotation(_ANNOTATED[name])
            if name == "ArrayList":  # one block, then the elements: by far the most frequent
                return list(written[1:])
            # A tree set writes its order before its size.
            start = 1 if name == "TreeSet" and written and not isinstance(written[0], bytes) else 0
            return [item for item in written[start:] if not isinstance(item, bytes)]
        if name in _EMPTY:
            return []
        if name == "Collections$SingletonList":
            return [value.get("element")]
        if name == "Arrays$ArrayList":
            value = value.get("a")
        elif name in {"ImmutableList$SerializedForm", "ImmutableSet$SerializedForm"}:
            value = value.get("elements")
        elif value.has("c"):  # the synchronized and unmodifiable views
            value = value.get("c")
        else:
            break
    raise RecordError(f"damaged save: {_describe(value)} stands where a collection should")


def entries(value: JavaValue) -> list[tuple[JavaValue, JavaValue]]:
    """Return the keys and values of a Java map, in its order.

    Parameters
    ----------
    value
        A map, or None, which has no entries.

    Raises
    ------
    RecordError
        If it is of a class that is not known as a map.
    """
    for _ in range(_MAX_WRAPPERS):
        if value is None:
            return []
        if not isinstance(value, JavaObject):
            break
        name = value.kind.simple
        if name in _MAPS:
            written = [
                item for item in value.annotation(_MAPS[name]) if not isinstance(item, bytes)
            ]
            return list(zip(written[::2], written[1::2], strict=False))
        if name in _EMPTY:
            return []
        if name == "Collections$SingletonMap":
            return [(value.get("k"), value.get("v"))]
        if name == "ImmutableMap$SerializedForm":
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
    raise RecordError(f"damaged save: {_describe(value)} stands where a map should")


def multimap(value: JavaValue) -> list[tuple[JavaValue, list[JavaValue]]]:
    """Return the keys of a Guava multimap with their values, in its order.

    Raises
    ------
    RecordError
        If it is no such map, or its counts do not fit what it holds.
    """
    if not isinstance(value, JavaObject):
        raise RecordError(f"damaged save: {_describe(value)} stands where a multimap should")
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

    A missing one is `default`, if there is one.

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
    raise RecordError(f"damaged save: {_describe(value)} stands where a number should")


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
    """Join the bytes that are among the things an annotation holds."""
    return b"".join(block for block in blocks if isinstance(block, bytes))


def _describe(value: JavaValue) -> str:
    if isinstance(value, JavaObject):
        return f"an object of class {value.kind.name:.100}"
    return f"a {type(value).__name__}"
