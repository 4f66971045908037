"""Orders: what players want, as frozen typed records that can be written into a record."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from a4a.core.errors import RecordError, RuleViolation
from a4a.core.steps import WrittenOrder


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """The root of all orders; each system has its own below it.

    Parameters
    ----------
    power
        Who gives it; "" for all that are asked, which is enough where only one power is.
    """

    power: str = ""

    @property
    def kind(self) -> str:
        """The order's name as records write it."""
        return type(self).__name__


def in_plain_words(kind: str) -> str:
    """Say a kind of order as people do who write no code.

    Examples
    --------
    >>> in_plain_words("DeclareWar"), in_plain_words("Move")
    ('Declare war', 'Move')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).capitalize()


def check_fields(order: Order) -> None:
    """Refuse an order with a field of the wrong type.

    Raises
    ------
    RuleViolation
        If a field is of the wrong type.

    Examples
    --------
    >>> class Buy(Order, frozen=True):
    ...     units: dict[str, int]
    >>> check_fields(Buy({"infantry": 3}))
    >>> check_fields(Buy({"infantry": "three"}))
    Traceback (most recent call last):
        ...
    a4a.core.errors.RuleViolation: Buy: Expected `int`, got `str` - at `$.units[...]`
    """
    try:
        msgspec.convert(msgspec.to_builtins(order), type(order))
    except (msgspec.ValidationError, TypeError) as error:
        raise RuleViolation(str(error), tried=order.kind) from None


def written(order: Order) -> WrittenOrder:
    """Return an order as a record keeps it: in values that a file gives back unchanged.

    Who gave it is not among them if all did that were asked: the step says who they are.
    """
    fields = msgspec.json.decode(msgspec.json.encode(order))
    if not order.power:
        del fields["power"]
    return WrittenOrder(order.kind, fields)


def read(order: WrittenOrder, kinds: dict[str, type[Order]]) -> Order:
    """Return the typed order that a record kept.

    Raises
    ------
    RecordError
        If there is no such kind of order, or its fields are not right.
    """
    kind = kinds.get(order.kind)
    if kind is None:
        raise RecordError(f"no order {order.kind!r}; there are {', '.join(kinds)}")
    fields: Any = order.fields
    try:
        return msgspec.convert(fields, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise RecordError(f"order {order.kind!r}: {error}") from None
