"""The `.a4a` format: what a record file looks like inside.

An `.a4a` file is gzip-compressed UTF-8 text, one JSON object a line ("JSON Lines"). Each line has
one key that says what it is::

    {"a4a": {"version": 1}}             the first line
    {"header": {...}}                   `core.steps.Header`
    {"board": {...}}                    `core.board.Board`, whole
    {"catalog": {...}}                  `core.catalog.Catalog`, whole
    {"start": {...}}                    `core.position.Position`
    {"step": {...}}                     `core.steps.Step`; any number, parents before children
    {"annotation": {...}}               `core.annotations`; any number
    {"end": {"steps": 7, "annotations": 0}}   the last line: what a cut file lacks

Board and catalog are always in the file, so that a record stays readable, and means the same,
when the shipped datasets are corrected. Fields that hold their default are left out. An event
names its type in the field ``event``: ``{"event": "moved", "units": [3, 4], "path": ["Malta",
"sea zone 96"], "mode": "combat", "cost": 1.0}``. A unit's place is a space (text), the unit that
carries it (its number), or a holding (a list: power, name).
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from a4a.core.annotations import AnyAnnotation
from a4a.core.board import Board
from a4a.core.catalog import Catalog
from a4a.core.numbers import Whole
from a4a.core.position import Position
from a4a.core.steps import Header, Step

VERSION: Final = 1
MAX_TEXT: Final = 48 * 2**20
"""Most bytes of text a file may hold: some ten times the longest games there are."""
MAX_LINE: Final = 8 * 2**20
"""Most bytes of one line."""


class Stamp(msgspec.Struct, frozen=True):
    """What the first line says: the version of the format. Further fields are ignored."""

    version: int


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the last line says: how many steps and annotations came before.

    ``used`` is the highest step id ever used, given if a withdrawn step had it.
    """

    steps: int
    annotations: int
    used: Whole = 0


class FirstLine(msgspec.Struct, frozen=True):
    """The first line of a file."""

    a4a: Stamp


class RecordLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Any other line: exactly one of the fields is there."""

    header: Header | None = None
    board: Board | None = None
    catalog: Catalog | None = None
    start: Position | None = None
    step: Step | None = None
    annotation: AnyAnnotation | None = None
    end: Count | None = None


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a file's bytes, which tells them from those of another file."""
    return hashlib.sha256(data).hexdigest()
