"""The fields of orders, events and their parts: which shape each has, and how they follow."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import inspect

from a4a.core.events import Die
from a4a.core.units import Unit
from a4a.texts.notating.groups import Around
from a4a.texts.notating.scanner import Scanner
from a4a.texts.notating.shapes import (
    AtPlace,
    ByUnit,
    Mapped,
    Name,
    OneUnit,
    Several,
    Shape,
    Tally,
    Units,
)
from a4a.texts.notating.special import Dice, NewUnits

_UNITS: Final = frozenset({"unit", "fleet", "aboard"})
"""Fields that hold the id of one unit."""


class Part(Shape):
    """A part with fields of its own, between parentheses."""

    def __init__(self, kind: type[msgspec.Struct]) -> None:
        self._fields = fields_of(kind)

    def write(self, value: Any, around: Around) -> str:
        """Return the value as text."""
        return f"({self._fields.write(value, around)})"

    def read(self, scanner: Scanner) -> Any:
        """Read a value."""
        scanner.expect("(")
        value = self._fields.read(scanner)
        scanner.expect(")")
        return value

    def resolve(self, value: Any, around: Around) -> Any:
        """Return what was read with the units it means."""
        return self._fields.resolve(value, around)


class Fields:
    """The fields of an order, an event or a part of one, in order.

    Those that are always there stand in their order, the others behind them by their names.

    Parameters
    ----------
    kind
        The type.
    without
        Fields that are not written.
    """

    def __init__(self, kind: type[msgspec.Struct], without: frozenset[str]) -> None:
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        self._array = info.array_like
        self._all = {field.name: _default(field) for field in info.fields}
        fields = [field for field in info.fields if field.name not in without]
        self._shapes = {field.name: shape_of(field.type, field.name) for field in fields}
        self._first = [field.name for field in fields if field.required]
        self._later = [field.name for field in fields if not field.required]

    def write(self, value: Any, around: Around) -> str:
        """Return the fields as text."""
        if self._array:
            value = dict(zip(self._all, value, strict=False))
        within = around.within(value)
        said = {name: self._shapes[name].write(value[name], within) for name in self._first}
        for name in self._later:
            if name in value and value[name] != self._all[name]:
                said[name] = self.one(name, value[name], within)
        return ", ".join(said.values())

    def one(self, name: str, value: Any, around: Around) -> str:
        """Return one field as text, by its name."""
        return f"{name}={self._shapes[name].write(value, around)}"

    def read(self, scanner: Scanner) -> Any:
        """Read the fields; units are groups until they are resolved."""
        value: dict[str, Any] = {}
        for number, name in enumerate(self._first):
            if number:
                scanner.expect(",")
            value[name] = self._shapes[name].read(scanner)
        if not self._first and scanner.sees_key():
            self._read_later(scanner, value)
        while value and scanner.takes(","):
            self._read_later(scanner, value)
        return value

    def _read_later(self, scanner: Scanner, value: dict[str, Any]) -> None:
        """Read a field by its name."""
        scanner.skip()
        at = scanner.at
        name = scanner.key()
        if name is None or name not in self._later:
            known = ", ".join(self._later) or "none"
            scanner.fail(f"a field and = are expected: {known}; not {scanner.rest}", at=at)
        if name in value:
            scanner.fail(f"a second {name}", at=at)
        value[name] = self._shapes[name].read(scanner)

    def resolve(self, value: Mapping[str, Any], around: Around) -> Any:
        """Return what was read with the units it means."""
        within = around.within(value)
        found = {name: self._shapes[name].resolve(said, within) for name, said in value.items()}
        return [found.get(n, d) for n, d in self._all.items()] if self._array else found


def _default(field: inspect.Field) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default_factory())
    return None if field.required else msgspec.to_builtins(field.default)


@cache
def fields_of(kind: type[msgspec.Struct], without: frozenset[str] = frozenset()) -> Fields:
    """The fields of a type of order, event, or part of one."""
    return Fields(kind, without)


def shape_of(kind: inspect.Type, name: str) -> Shape:
    """The shape of a field, by its type and name."""
    if isinstance(kind, inspect.UnionType):
        kinds = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        if name == "place":
            return AtPlace()
        if len(kinds) > 1:
            return Shape()
        (kind,) = kinds
    match kind:
        case inspect.StrType() | inspect.LiteralType():
            return Name()
        case inspect.IntType() if name in _UNITS:
            return OneUnit()
        case inspect.VarTupleType(item_type=item):
            return _several(item, name)
        case inspect.DictType(key_type=inspect.IntType(), value_type=value):
            return ByUnit(shape_of(value, ""))
        case inspect.DictType(value_type=inspect.IntType()):
            return Tally()
        case inspect.DictType(value_type=value) if not isinstance(value, inspect.VarTupleType):
            return Mapped(shape_of(value, ""))
        case inspect.StructType(cls=cls) if name != "view":
            return Part(cls)
    return Shape()


def _several(item: inspect.Type, name: str) -> Shape:
    """The shape of a field that holds several values."""
    match item:
        case inspect.IntType():
            return Units()
        case inspect.StructType(cls=cls) if cls is Unit:
            return NewUnits()
        case inspect.StructType(cls=cls) if cls is Die:
            return Dice()
        case inspect.StrType() if name == "path":
            return Several(Name(), ">")
    return Several(shape_of(item, ""))
