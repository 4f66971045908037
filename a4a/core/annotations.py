"""Annotations: typed rows that hang on a node. Text is text: it is never HTML."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from a4a.core.numbers import Whole

GlyphSign = Literal["!", "?", "!?", "?!", "!!", "??"]
Moment = Literal["before", "after"]


class Annotation(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="kind",
    kw_only=True,
):
    """The root of annotations: an id (unique in the record), the node, who wrote it."""

    id: Whole = 0
    node: Whole
    author: str = ""


class Comment(Annotation, frozen=True, tag="comment"):
    """Words about a node: before its step is seen, or after it."""

    text: str
    when: Moment = "after"


class Glyph(Annotation, frozen=True, tag="glyph"):
    """A judgement of a step: ! good, ? bad, !? interesting, ?! dubious, !! and ?? even more so."""

    sign: GlyphSign


class Arrow(Annotation, frozen=True, tag="arrow"):
    """An arrow drawn along spaces of the board."""

    path: tuple[str, ...]
    colour: str = ""


class Highlight(Annotation, frozen=True, tag="highlight"):
    """Spaces of the board made to stand out."""

    spaces: tuple[str, ...]
    colour: str = ""


AnyAnnotation: TypeAlias = Comment | Glyph | Arrow | Highlight
