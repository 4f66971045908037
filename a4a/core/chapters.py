"""Chapters: stretches of games, in the order in which a study tells them."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from a4a.core.annotations import NoteView
from a4a.core.board import Board
from a4a.core.errors import A4AError, RecordError
from a4a.core.names import is_folder_name, plain
from a4a.core.numbers import Whole
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId

Mode: TypeAlias = Literal["read", "guess", "exercise"]
"""What is done with a chapter: it is read, its moves are guessed, or an exercise is solved."""

MOST_TITLE: Final = 120
"""Most characters of a title, a tag, the name of an author."""
MOST_TEXT: Final = 20_000
"""Most characters of a text before or after a chapter, and of an introduction."""
MOST_TAGS: Final = 40
"""Most tags, and most authors."""


class Chapter(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """A stretch of a game, with what is said of it.

    Parameters
    ----------
    id
        Which chapter of the study it is, wherever it stands; never used again.
    record
        The number of its game in the study.
    title
        Its title.
    start, end
        The first and the last node of the stretch. One goes along the line that `end` is on.
    before, after
        What is read as it opens, and at its end, in Markdown.
    region
        What of the board is shown: the name of one of its maps or theatres, or of a space; "" for
        what is shown already.
    view
        What of the board is shown and in which layers, if it is not a part that has a name.
    mode
        What is done with it.
    exercise
        What is solved where that is an exercise: the name of its folder, which lies beside the
        study, or that of one that comes with a4a.
    tags
        Words by which it is found.
    """

    id: Whole
    record: Whole
    title: str
    start: NodeId = ROOT
    end: NodeId = ROOT
    before: str = ""
    after: str = ""
    region: str = ""
    view: NoteView | None = None
    mode: Mode = "read"
    exercise: str = ""
    tags: tuple[str, ...] = ()


def checked_chapter(chapter: Chapter, record: GameRecord) -> Chapter:
    """Return a chapter as a study keeps it: its region by the name the board has.

    Raises
    ------
    A4AError
        If its nodes are not on one way of the record, there is no such part of the board, or a
        text is missing or too long.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.start("global1940")
    >>> checked_chapter(Chapter(id=1, record=1, title="Start", region="europe"), record).region
    'Europe'
    """
    check_line("title", chapter.title, where=_called(chapter))
    if not chapter.title:
        raise A4AError(f"{_called(chapter)} has no title")
    for field in ("before", "after"):
        check_text(field, getattr(chapter, field), where=_called(chapter))
    check_words("tags", chapter.tags, where=_called(chapter))
    try:
        chapter = msgspec.convert(msgspec.to_builtins(chapter), Chapter)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise A4AError(f"{_called(chapter)}: {error}") from None
    _check_exercise(chapter)
    _check_stretch(chapter, record)
    region = _part(chapter.region, record.board, where=_called(chapter))
    return msgspec.structs.replace(chapter, region=region)


def stretch(chapter: Chapter, record: GameRecord) -> tuple[NodeId, ...]:
    """Return the nodes of a chapter in order.

    Raises
    ------
    A4AError
        If the record has no such stretch, or has it no more.
    """
    _check_stretch(chapter, record)
    way = record.way_to(chapter.end)
    return way[way.index(chapter.start) :]


def _check_exercise(chapter: Chapter) -> None:
    """Refuse what names no exercise, or a folder somewhere else: studies are not trusted."""
    if chapter.exercise and not is_folder_name(chapter.exercise):
        raise A4AError(
            f"{_called(chapter)}: {chapter.exercise[:80]!r} is no name of an exercise: give small"
            " letters, digits and hyphens"
        )
    if chapter.mode == "exercise" and not chapter.exercise:
        raise A4AError(f"{_called(chapter)} is an exercise: say which, as exercise='warsaw-1939'")


def _check_stretch(chapter: Chapter, record: GameRecord) -> None:
    for field in ("start", "end"):
        try:
            record.depth(getattr(chapter, field))
        except RecordError as error:
            raise A4AError(f"{_called(chapter)}: its {field}: {error}") from None
    if chapter.start not in record.way_to(chapter.end):
        raise A4AError(
            f"{_called(chapter)} goes from node {chapter.start} to {chapter.end}: its start lies on"
            " the way from the beginning of the game to its end"
        )


def _part(name: str, board: Board, *, where: str) -> str:
    """The name of a part of a board as the board has it."""
    if not name:
        return ""
    parts = [part.name for part in (*board.maps, *board.theatres)]
    for part in parts:
        if plain(part) == plain(name):
            return part
    if (space := board.find(name)) is not None:
        return space.name
    raise A4AError(
        f"{where}: no part {name[:80]!r} of the board: there are {', '.join(parts)}, and spaces"
    )


def check_line(field: str, text: Any, *, where: str) -> None:
    """Refuse what is not one short line of text."""
    if not isinstance(text, str):
        raise A4AError(f"{where}: its {field} is text, not {type(text).__name__}")
    if len(text) > MOST_TITLE or not text.isprintable() or text != text.strip():
        raise A4AError(
            f"{where}: its {field} has at most {MOST_TITLE} characters, in one line, and none that"
            " cannot be seen"
        )


def check_text(field: str, text: Any, *, where: str) -> None:
    """Refuse what is no text, or too long."""
    if not isinstance(text, str):
        raise A4AError(f"{where}: its {field} is text, not {type(text).__name__}")
    if len(text) > MOST_TEXT:
        raise A4AError(f"{where}: its text {field} has {len(text)} characters of {MOST_TEXT}")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise A4AError(f"{where}: its {field} is no Unicode text: {error}") from None


def check_words(field: str, words: Any, *, where: str) -> None:
    """Refuse what are no short lines of text, or too many."""
    if isinstance(words, str) or not isinstance(words, tuple | list):
        raise A4AError(f"{where}: its {field} are given as a tuple of texts")
    if len(words) > MOST_TAGS or len(set(words)) < len(words):
        raise A4AError(f"{where}: its {field} are {MOST_TAGS} at most, each once")
    for word in words:
        check_line(field, word, where=where)
        if not word:
            raise A4AError(f"{where}: one of its {field} is empty")


def _called(chapter: Chapter) -> str:
    title = f" {chapter.title[:80]!r}" if chapter.title and isinstance(chapter.title, str) else ""
    return f"chapter {chapter.id}{title}"
