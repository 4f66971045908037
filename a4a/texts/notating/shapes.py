"""How each kind of field is written and read, by the type it has in its order or event."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Final

from a4a.core.units import Holding
from a4a.texts.notating.groups import (
    Around,
    grouped,
    place_written,
    read_group,
    read_place,
    resolved,
    written,
)
from a4a.texts.notating.scanner import Scanner, named, valued


class Shape:
    """How a field's value, in plain JSON values, is written and read; as JSON by default."""

    def write(self, value: Any, around: Around) -> str:
        """Return the value as text."""
        return valued(value)

    def read(self, scanner: Scanner) -> Any:
        """Read a value; units in it are groups until they are resolved."""
        return scanner.json()

    def resolve(self, value: Any, around: Around) -> Any:
        """Return what was read with the units it means."""
        return value


class Name(Shape):
    """A name, or null."""

    def write(self, value: Any, around: Around) -> str:
        """Return the value as text."""
        return "null" if value is None else named(value)

    def read(self, scanner: Scanner) -> Any:
        """Read a value."""
        quoted = scanner.sees('"')
        value = scanner.name()
        return None if value == "null" and not quoted else value


class OneUnit(Shape):
    """One unit."""

    def write(self, value: Any, around: Around) -> str:
        """Return the value as text."""
        ((group, _),) = grouped([value], around)
        return written(group)

    def read(self, scanner: Scanner) -> Any:
        """Read a value."""
        return read_group(scanner)

    def resolve(self, value: Any, around: Around) -> Any:
        """Return what was read with the units it means."""
        ((_, ids),) = resolved([value], around)
        return ids[0]


class Several(Shape):
    """Several values with a sign between them; "()" for none."""

    def __init__(self, item: Shape, sign: str = "+") -> None:
        self._item, self._sign = item, sign

    def write(self, value: Any, around: Around) -> str:
        """Return the value as text."""
        return f" {self._sign} ".join(self._item.write(v, around) for v in value) or "()"

    def read(self, scanner: Scanner) -> Any:
        """Read a value."""
        return listed(scanner, self._item.read, self._sign)

    def resolve(self, value: Any, around: Around) -> Any:
        """Return what was read with the units it means."""
        return [self._item.resolve(each, around) for each in value]


class Units(Shape):
    """Units by their ids."""

    def write(self, value: Any, around: Around) -> str:
        """Return the value as text."""
        return " + ".join(written(group) for group, _ in grouped(value, around)) or "()"

    def read(self, scanner: Scanner) -> Any:
        """Read a value."""
        return listed(scanner, read_group)

    def resolve(self, value: Any, around: Around) -> Any:
        """Return what was read with the units it means."""
        return [i for _, ids in resolved(value, around) for i in ids]


class ByUnit(Shape):
    """Something for each of some units: ``2 infantry: 1 + 1 tank: 2``."""

    def __init__(self, item: Shape) -> None:
        self._item = item

    def write(self, value: Any, around: Around) -> str:
        """Return the value as text."""
        told: list[str] = []
        for said, ids in groupby(value, lambda i: self._item.write(value[i], around)):
            told += [f"{written(g)}: {said}" for g, _ in grouped([int(i) for i in ids], around)]
        return " + ".join(told) or "()"

    def read(self, scanner: Scanner) -> Any:
        """Read a value."""
        return listed(scanner, lambda s: (read_group(s), _after(s, self._item)))

    def resolve(self, value: Any, around: Around) -> Any:
        """Return what was read with the units it means."""
        meant = resolved([group for group, _ in value], around)
        pairs = zip(value, meant, strict=True)
        return {i: said for (_, said), (_, ids) in pairs for i in ids}


class Tally(Shape):
    """How many of each: ``3 infantry + 1 tank``."""

    def write(self, value: Any, around: Around) -> str:
        """Return the value as text."""
        return " + ".join(f"{count} {named(name)}" for name, count in value.items()) or "()"

    def read(self, scanner: Scanner) -> Any:
        """Read a value."""
        return _dict(scanner, listed(scanner, self._one))

    @staticmethod
    def _one(scanner: Scanner) -> tuple[str, int]:
        found = scanner.match(_COUNT)
        if found is None:
            scanner.fail(f"a number and a name are expected, not {scanner.rest}")
        return scanner.name(), int(found)


_COUNT: Final = re.compile(r"-?\d{1,10}(?= )")


class Mapped(Shape):
    """Something for each of some names: ``Malta: Italy + Crete: Greece``."""

    def __init__(self, item: Shape) -> None:
        self._item = item

    def write(self, value: Any, around: Around) -> str:
        """Return the value as text."""
        told = (f"{named(name)}: {self._item.write(v, around)}" for name, v in value.items())
        return " + ".join(told) or "()"

    def read(self, scanner: Scanner) -> Any:
        """Read a value."""
        return _dict(scanner, listed(scanner, lambda s: (s.name(), _after(s, self._item))))


class AtPlace(Shape):
    """A place: a space, a unit, a holding."""

    def write(self, value: Any, around: Around) -> str:
        """Return the value as text."""
        return place_written(value)

    def read(self, scanner: Scanner) -> Any:
        """Read a value."""
        place = read_place(scanner)
        return [place.power, place.name] if isinstance(place, Holding) else place


def listed(scanner: Scanner, read: Callable[[Scanner], Any], sign: str = "+") -> list[Any]:
    """Read values with a sign between them; "()" are none."""
    if scanner.takes("()"):
        return []
    values = [read(scanner)]
    while scanner.takes(sign):
        values.append(read(scanner))
    return values


def _after(scanner: Scanner, shape: Shape) -> Any:
    scanner.expect(":")
    return shape.read(scanner)


def _dict(scanner: Scanner, pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        scanner.fail("a name stands here twice")
    return found
