"""The `.a4a` format: what a record file looks like inside.

An `.a4a` file is gzip-compressed UTF-8 text, one JSON object a line ("JSON Lines"). Each line has
one key that says what it is::

    {"a4a": {"version": 1}}             the first line
    {"header": {...}}                   `core.steps.Header`
    {"board": {...}}                    `core.board.Board`, whole
    {"catalog": {...}}                  `core.catalog.Catalog`, whole; `fighting` from version 4,
                                        raids and ground in it from version 5
    {"start": {...}}                    `core.position.Position`
    {"step": {...}}                     `core.steps.Step`; any number, parents before children
    {"variation": {...}}                `core.variations.Variation`; any number, from version 2
    {"annotation": {...}}               `core.annotations`; any number
    {"attachment": {...}}               `core.attached.Attachment`; any number, from version 3
    {"end": {"steps": 7, "annotations": 0}}   the last line: what a cut file lacks

A file has the lowest version that can hold its record, so that a game that uses nothing new is
written as it always was.

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

from a4a.core.annotations import FIRST_SIGNS, AnyAnnotation, Comment, Glyph
from a4a.core.attached import Attachment
from a4a.core.board import Board
from a4a.core.catalog import Catalog
from a4a.core.fighting import Fighting
from a4a.core.numbers import Whole
from a4a.core.position import Position
from a4a.core.record import GameRecord
from a4a.core.steps import Header, Step
from a4a.core.variations import Variation

VERSION: Final = 5
"""The newest version of the format."""
MAX_TEXT: Final = 48 * 2**20
"""Most bytes of text a file may hold: some ten times the longest games there are."""
MAX_LINE: Final = 8 * 2**20
"""Most bytes of one line."""


class Stamp(msgspec.Struct, frozen=True):
    """What the first line says: the version of the format. Further fields are ignored."""

    version: int


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the last line says: how many steps, annotations, variations, attachments came before.

    ``used`` is the highest step id ever used, given if a withdrawn step had it.
    """

    steps: int
    annotations: int
    used: Whole = 0
    variations: Whole = 0
    attachments: Whole = 0


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
    variation: Variation | None = None
    annotation: AnyAnnotation | None = None
    attachment: Attachment | None = None
    end: Count | None = None


def version_of(record: GameRecord) -> int:
    """Return the lowest version of the format that can hold a record.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.start("europe1940")
    >>> plain = record.annotate(Comment(node=0, text="quiet"))
    >>> version_of(record)
    1
    >>> marked = record.edit_annotation(plain.id, text="*quiet*", markup="markdown")
    >>> version_of(record)
    2
    """
    if (fighting := record.catalog.fighting) is not None:
        return 5 if _is_told_more(fighting) else 4
    if record.attachments:
        return 3
    new = record.told_variations or any(map(_is_new, record.annotations))
    return 2 if new or any(step.author for step in record.steps.values()) else 1


def _is_told_more(fighting: Fighting) -> bool:
    """Whether of battles something is told that the fourth version of the format could not say."""
    more = any(how.landing or (how.flak and how.flak.crowds) for how in fighting.units.values())
    return fighting.tells_raids or more or bool(fighting.ground or fighting.grounds)


def _is_new(annotation: AnyAnnotation) -> bool:
    """Whether an annotation says what the first version of the format could not."""
    if annotation.key or annotation.view is not None:
        return True
    match annotation:
        case Comment(markup=markup):
            return markup != "plain"
        case Glyph(sign=sign):
            return sign not in FIRST_SIGNS
    return False


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a file's bytes, which tells them from those of another file."""
    return hashlib.sha256(data).hexdigest()
