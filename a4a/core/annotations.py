"""Annotations: typed rows that hang on a node. Text is text: it is never HTML."""

from __future__ import annotations

import re
import secrets
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec

from a4a.core.board import Board
from a4a.core.errors import A4AError, RecordError
from a4a.core.numbers import Whole

GlyphSign = Literal[
    "!", "?", "!?", "?!", "!!", "??", "□",
    "=", "∞", "⩲", "±", "+−",
    "N", "↑", "→", "⇆", "=∞", "⨀",
]  # fmt: skip
Moment = Literal["before", "after"]
Markup = Literal["plain", "markdown"]

SIGNS: Final[tuple[str, ...]] = get_args(GlyphSign)
FIRST_SIGNS: Final = SIGNS[:6]
"""The signs that the first version of the format had."""
POSITION_SIGNS: Final = SIGNS[7:12]
"""The signs that judge the position; those before them judge the step, those after observe."""
SIDED_SIGNS: Final = SIGNS[9:12]
"""The signs that say for which side the position is better."""
MOMENTS: Final[tuple[str, ...]] = get_args(Moment)
MARKUPS: Final[tuple[str, ...]] = get_args(Markup)
MOST_TEXT: Final = 20_000
"""Most characters of a comment."""
MOST_SPACES: Final = 400
"""Most spaces of an arrow or a highlight."""
MOST_ANNOTATIONS: Final = 50_000
"""Most annotations of a record; every step of the longest games could have several."""
_MOST_AUTHOR = 200
_MOST_SIDE = 200
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_KEY = re.compile(r"[0-9A-Za-z_-]{8,40}")


Degrees: TypeAlias = Annotated[float, msgspec.Meta(ge=-720, le=720)]
Word: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z_]{1,40}$")]
Setting: TypeAlias = bool | int | float | Annotated[str, msgspec.Meta(max_length=80)]


class NoteView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What of the board is shown with an annotation.

    Parameters
    ----------
    bounds
        South, west, north and east of what is seen, in degrees; None for the whole board.
    layers
        The settings of layers by id, as ``{"units": {"on": False}}``; None where they stay as
        they are.
    """

    bounds: tuple[Degrees, Degrees, Degrees, Degrees] | None = None
    layers: dict[Word, dict[Word, Setting]] | None = None


class Annotation(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="kind",
    kw_only=True,
):
    """The root of annotations.

    Parameters
    ----------
    id
        Unique in the record.
    node
        What it is about.
    author
        Who wrote it, or "".
    key
        A random text (`new_key`) by which copies of a record know it again, or "".
    view
        What of the board is shown with it, or None: what is shown stays.
    """

    id: Whole = 0
    node: Whole
    author: str = ""
    key: str = ""
    view: NoteView | None = None

    @property
    def kind(self) -> str:
        """What it is: "comment", "glyph", "arrow" or "highlight"."""
        return str(self.__struct_config__.tag)


class Comment(Annotation, frozen=True, tag="comment"):
    """Words about a node: before its step is seen, or after it; plain, or in Markdown."""

    text: str
    when: Moment = "after"
    markup: Markup = "plain"


class Glyph(Annotation, frozen=True, tag="glyph"):
    """A judgement, by the signs of chess.

    Of the step: ``!`` good, ``?`` mistake, ``!?`` interesting, ``?!`` dubious, ``!!`` brilliant,
    ``??`` blunder, ``□`` forced. Of the position: ``=`` equal, ``∞`` unclear, and for a `side`
    ``⩲`` slightly better, ``±`` better, ``+−`` winning. What else is to be seen: ``N`` novelty,
    ``↑`` initiative, ``→`` attack, ``⇆`` counterplay, ``=∞`` compensation, ``⨀`` zugzwang.
    """

    sign: GlyphSign
    side: str = ""

    @property
    def about(self) -> Literal["step", "position", "observation"]:
        """What it judges; a node has one glyph about its step, and one about its position."""
        if self.sign in POSITION_SIGNS:
            return "position"
        return "step" if self.sign in SIGNS[:7] else "observation"


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
    _check_text(annotation, "key", annotation.key, _MOST_AUTHOR)
    if annotation.key and not _KEY.fullmatch(annotation.key):
        raise RecordError(f"{_name(annotation)}: a key is made with new_key()")
    if isinstance(annotation, Comment):
        _check_text(annotation, "text", annotation.text, MOST_TEXT)
        if not annotation.text.strip():
            raise RecordError(f"{_name(annotation)} has no text")
        if annotation.when not in MOMENTS:
            raise RecordError(f'a comment is seen "before" or "after", not {annotation.when!r}')
        if annotation.markup not in MARKUPS:
            raise RecordError(f'a comment is "plain" or "markdown", not {annotation.markup!r}')
    elif isinstance(annotation, Glyph):
        if annotation.sign not in SIGNS:
            raise RecordError(f"no glyph {annotation.sign!r}: there are {' '.join(SIGNS)}")
        _check_text(annotation, "side", annotation.side, _MOST_SIDE)
        if (annotation.sign in SIDED_SIGNS) != bool(annotation.side):
            raise RecordError(
                f"{_name(annotation)}: {' '.join(SIDED_SIGNS)} say for which side, other signs not"
            )
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


def new_key() -> str:
    """Make a key for an annotation, which no other has.

    Examples
    --------
    >>> Comment(node=0, text="quiet", key=new_key()).key == new_key()
    False
    """
    return secrets.token_urlsafe(12)


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
        If it has no such field, or the id or key would change.

    Examples
    --------
    >>> edited(Comment(id=1, node=3, text="why?"), {"text": "why not?"}).text
    'why not?'
    """
    fields = [name for name in annotation.__struct_fields__ if name not in ("id", "key")]
    for name in changes:
        if name not in fields:
            there = ", ".join(fields)
            raise RecordError(f"{name!r} of a {annotation.kind} cannot be changed; {there} can")
    return msgspec.structs.replace(annotation, **changes)
