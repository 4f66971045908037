"""What happens to spaces and powers: control, relations, statuses, values, markers."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from a4a.core.events.root import Event
from a4a.core.numbers import Whole

Value: TypeAlias = bool | Whole | float | str | None
"""A value the game can set: of a space, of an option."""


class ControlChanged(Event, frozen=True, tag="control"):
    """A space came under the control of another power, or of nobody (None)."""

    space: str
    old: str | None
    new: str | None
    reason: str
    battle: str = ""


class RelationChanged(Event, frozen=True, tag="relation"):
    """The relation of two powers changed: "war", "allied", "neutral", or a system's own word."""

    a: str
    b: str
    old: str
    new: str


class StatusChanged(Event, frozen=True, tag="status"):
    """A power's status changed: "neutral", "capital held", "Vichy", "in exile", "conquered"."""

    power: str
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    reason: str = ""


class TechnologyChanged(Event, frozen=True, tag="technology"):
    """A power gained technologies, or (an edit) lost them."""

    power: str
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


class ValueChanged(Event, frozen=True, tag="value"):
    """A value of a space that the game can change: its income, its leaning, a kamikaze zone."""

    space: str
    key: str
    old: Value
    new: Value


class OnSpace(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="space", tag_field="on", gc=False
):
    """A marker's place: a space."""

    space: str


class OnUnit(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="unit", tag_field="on", gc=False
):
    """A marker's place: a unit."""

    unit: Whole


class OnPower(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="power", tag_field="on", gc=False
):
    """A marker's place: a power."""

    power: str


Subject: TypeAlias = OnSpace | OnUnit | OnPower


class MarkerChanged(Event, frozen=True, tag="marker"):
    """There are now ``count`` markers or tokens of a kind on a space, unit or power."""

    subject: Subject
    marker: str
    count: Whole
