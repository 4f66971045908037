"""A position: everything a game starts from, as plain values that can be written down."""

from __future__ import annotations

import msgspec

from a4a.core.events import Subject, Value
from a4a.core.numbers import Whole
from a4a.core.units import Unit

WAR = "war"
ALLIED = "allied"
"""The relation of two powers that fight each other."""


class Relation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """How two powers stand: "war", "allied", "neutral", or a system's own word."""

    a: str
    b: str
    state: str


class Balance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """An amount of a resource in a treasury, perhaps restricted in what it buys."""

    treasury: str
    resource: str
    amount: Whole
    restriction: str = ""


class SpaceValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A changeable value of a space."""

    space: str
    key: str
    value: Value


class Marker(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """Markers or tokens of one kind on a space, unit or power."""

    subject: Subject
    marker: str
    count: Whole


class Position(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """The start of a record.

    Parameters
    ----------
    round, label
        The round that is being played, and its season's name; 0 before the first.
    turn, active, phase
        Turns begun so far, whose turn it is, its phase; 0, nobody and "" before the first.
    units
        All units, with ids.
    control
        Controller by space; spaces without one are absent.
    relations
        How pairs of powers stand; unlisted pairs stand "".
    balances
        Money in the treasuries.
    values
        Changeable values of spaces.
    markers
        Markers and tokens.
    statuses
        Statuses by power.
    technologies
        Technologies by power.
    """

    round: Whole = 0
    label: str = ""
    turn: Whole = 0
    active: tuple[str, ...] = ()
    phase: str = ""
    units: tuple[Unit, ...] = ()
    control: dict[str, str] = {}
    relations: tuple[Relation, ...] = ()
    balances: tuple[Balance, ...] = ()
    values: tuple[SpaceValue, ...] = ()
    markers: tuple[Marker, ...] = ()
    statuses: dict[str, tuple[str, ...]] = {}
    technologies: dict[str, tuple[str, ...]] = {}
