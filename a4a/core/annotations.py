"""Annotations: typed rows that hang on a node. Text is text: it is never HTML."""

from __future__ import annotations

import re
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec

from a4a.core.board import Board
from a4a.core.errors import A4AError, RecordError
from a4a.core.numbers import Whole

GlyphSign = Literal["!", "?", "!?", "?!", "!!", "??"]
Moment = Literal["before", "after"]

SIGNS: Final[tuple[str, ...]] = get_args(GlyphSign)
MOMENTS: Final[tuple[str, ...]] = get_args(Moment)
MOST_TEXT: Final = 20_000
"""Most characters of a comment."""
MOST_SPACES: Final = 400
"""Most spaces of an arrow or a highlight."""
MOST_ANNOTATIONS: Final = 50_000
"""Most annotations of a record; every step of the longest games could have several."""
_MOST_AUTHOR = 200
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


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

    @property
    def kind(self) -> str:
        """What it is: "comment", "glyph", "arrow" or "highlight"."""
        return str(self.__struct_config__.tag)


class Comment(Annotation, frozen=True, tag="comment"):
    """Words about a node: before its step is seen, or after it."""

    text: str
    when: Moment = "after"


class Glyph(Annotation, frozen=True, tag="glyph"):
    """A judgement of a step: ! good, ? bad, !? interesting, ?! dubious, !! and ?? even more so."""

    sign: GlyphSign


class Arrow(Annotation, frozen=True, tag="arrow"):
    """An arrow drawn along spaces of the board; its colour is ``#rrggbb``, or "" for none."""

    path: tuple[str, ...]
    colour: str = ""


class Highlight(Annotation, frozen=True, tag="highlight"):
    """Spaces of the board made to stand out; the colour is ``#rrggbb``, or "" for none."""

    spaces: tuple[str, ...]
    colour: str = ""


AnyAnnotation: TypeAlias = Comment | Glyph | Arrow | Highlight


def checked(annotation: AnyAnnotation, board: Board) -> AnyAnnotation:
    """Return an annotation as a record keeps it: its spaces by the names of the board.

    Raises
    ------
    RecordError
        If its sign, its colour or a space is invalid, or its text is empty or too long.

    Examples
    --------
    >>> from a4a.core.board import Space
    >>> board = Board(name="one", spaces=(Space(name="Malta", kind="land"),), borders=())
    >>> checked(Highlight(node=0, spaces=("MALTA",)), board).spaces
    ('Malta',)
    """
    if not isinstance(annotation, AnyAnnotation):
        names = ", ".join(kind.__name__ for kind in get_args(AnyAnnotation))
        raise RecordError(f"a {type(annotation).__name__} is not an annotation; {names} are")
    if isinstance(annotation.id, int) and annotation.id < 0:
        raise RecordError(f"an annotation's id is {annotation.id}; ids are positive")
    _check_words(annotation)
    if isinstance(annotation, Arrow):
        path = _spaces(annotation, annotation.path, board, least=2)
        annotation = msgspec.structs.replace(annotation, path=path)
    elif isinstance(annotation, Highlight):
        spaces = dict.fromkeys(_spaces(annotation, annotation.spaces, board, least=1))
        annotation = msgspec.structs.replace(annotation, spaces=tuple(spaces))
    try:
        return msgspec.convert(msgspec.to_builtins(annotation), type(annotation))
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise RecordError(f"{_name(annotation)}: {error}") from None


def _spaces(
    annotation: AnyAnnotation, names: object, board: Board, *, least: int
) -> tuple[str, ...]:
    """Return the names of spaces as the board has them."""
    if not isinstance(names, (tuple, list)):
        raise RecordError(f"{_name(annotation)}: its spaces are given as a tuple of names")
    if not least <= len(names) <= MOST_SPACES:
        raise RecordError(
            f"{_name(annotation)} names {len(names)} spaces; {least} to {MOST_SPACES} can be"
        )
    try:
        return tuple(board.space(name).name for name in names)
    except A4AError as error:
        raise RecordError(f"{_name(annotation)}: {error}") from None


def _check_words(annotation: AnyAnnotation) -> None:
    """Raise RecordError if text is missing or too long, or a sign or colour is unknown."""
    _check_text(annotation, "author", annotation.author, _MOST_AUTHOR)
    if isinstance(annotation, Comment):
        _check_text(annotation, "text", annotation.text, MOST_TEXT)
        if not annotation.text.strip():
            raise RecordError(f"{_name(annotation)} has no text")
        if annotation.when not in MOMENTS:
            raise RecordError(f'a comment is seen "before" or "after", not {annotation.when!r}')
    elif isinstance(annotation, Glyph):
        if annotation.sign not in SIGNS:
            raise RecordError(f"no glyph {annotation.sign!r}: there are {' '.join(SIGNS)}")
    elif annotation.colour != "" and not is_colour(annotation.colour):
        raise RecordError(
            f'{_name(annotation)}: a colour is "#rrggbb" or "", not {str(annotation.colour)[:40]!r}'
        )


def is_colour(colour: object) -> bool:
    """Whether something is a colour as annotations have it: ``#rrggbb``.

    Examples
    --------
    >>> is_colour("#d55e00"), is_colour("red"), is_colour("")
    (True, False, False)
    """
    return isinstance(colour, str) and _COLOUR.fullmatch(colour) is not None


def _check_text(annotation: AnyAnnotation, field: str, text: object, most: int) -> None:
    if not isinstance(text, str):
        raise RecordError(f"{_name(annotation)}: its {field} is text, not {type(text).__name__}")
    if len(text) > most:
        raise RecordError(f"{_name(annotation)}: its {field} has {len(text)} characters of {most}")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise RecordError(f"{_name(annotation)}: its {field} is no Unicode text: {error}") from None


def _name(annotation: AnyAnnotation) -> str:
    number = f" {annotation.id}" if annotation.id else ""
    return f"{annotation.kind}{number} of node {annotation.node!r}"


def edited(annotation: AnyAnnotation, changes: dict[str, Any]) -> AnyAnnotation:
    """Return an annotation with some fields changed.

    Raises
    ------
    RecordError
        If it has no such field, or the id would change.

    Examples
    --------
    >>> edited(Comment(id=1, node=3, text="why?"), {"text": "why not?"}).text
    'why not?'
    """
    fields = [name for name in annotation.__struct_fields__ if name != "id"]
    for name in changes:
        if name not in fields:
            there = ", ".join(fields)
            raise RecordError(f"{name!r} of a {annotation.kind} cannot be changed; {there} can")
    return msgspec.structs.replace(annotation, **changes)
