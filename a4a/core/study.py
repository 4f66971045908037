"""A study: chapters in order, each a stretch of one of the games that it holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from a4a.core.annotations import NoteView
from a4a.core.chapters import (
    Chapter,
    Mode,
    check_line,
    check_text,
    check_words,
    checked_chapter,
    stretch,
)
from a4a.core.errors import A4AError
from a4a.core.players import told
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.core.variations import MAIN

MOST_CHAPTERS: Final = 500
"""Most chapters of a study."""
MOST_RECORDS: Final = 64
"""Most games of a study."""
_CHANGED: Final = (
    "title", "start", "end", "before", "after", "region", "view", "mode", "exercise", "tags",
)  # fmt: skip


class Study:
    """Chapters in order, and the games they tell of.

    A study holds the records that it was given, not copies: what is annotated in them later is in
    the study too.

    Parameters
    ----------
    title
        What it is called.
    introduction
        What is read before the first chapter, in Markdown.
    authors, tags
        Who made it, and words by which it is found.
    records
        Its games by number.
    chapters
        Its chapters in order.

    Raises
    ------
    A4AError
        If a text is missing or too long, or a chapter does not fit its game.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.events import Noted
    >>> record = a4a.start("global1940")
    >>> nodes = [record.append([Noted(text)]) for text in ("Barbarossa", "Typhoon", "Moscow")]
    >>> study = Study("The war in the east")
    >>> first = study.add(record, title="To the gates", end=2, region="Europe")
    >>> second = study.add(record, title="The battle", start=2, tags=("winter",))
    >>> study.move(second.id, to=0)
    >>> [chapter.title for chapter in study.chapters], study.stretch(second.id)
    (['The battle', 'To the gates'], (2, 3))
    >>> study.edit(first.id, before="It is *June*.").before
    'It is *June*.'
    """

    def __init__(
        self,
        title: str = "",
        *,
        introduction: str = "",
        authors: Sequence[str] = (),
        tags: Sequence[str] = (),
        records: Mapping[int, GameRecord] | None = None,
        chapters: Iterable[Chapter] = (),
    ) -> None:
        self._records = dict(records or {})
        self._chapters: list[Chapter] = []
        self._used = 0
        self._file: Path | None = None
        self._digest = ""
        self._kept: dict[int, str] = {}
        self._title = self._introduction = ""
        self._authors: tuple[str, ...] = ()
        self._tags: tuple[str, ...] = ()
        self.describe(title=title, introduction=introduction, authors=authors, tags=tags)
        for chapter in chapters:
            if chapter.id <= 0 or chapter.id in self._places():
                raise A4AError(f"chapter id {chapter.id} is not positive, or is used twice")
            self._insert(len(self._chapters), chapter)

    # --- what it says ---------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What it is called."""
        return self._title

    @property
    def introduction(self) -> str:
        """What is read before the first chapter, in Markdown."""
        return self._introduction

    @property
    def authors(self) -> tuple[str, ...]:
        """Who made it."""
        return self._authors

    @property
    def tags(self) -> tuple[str, ...]:
        """Words by which it is found."""
        return self._tags

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """Its chapters in order."""
        return tuple(self._chapters)

    @property
    def records(self) -> Mapping[int, GameRecord]:
        """Its games by number: those that a chapter tells of."""
        return MappingProxyType(self._records)

    def chapter(self, chapter: int) -> Chapter:
        """Return the chapter of this id; A4AError if there is none."""
        return self._chapters[self._place(chapter)]

    def record(self, chapter: int) -> GameRecord:
        """Return the game of the chapter of this id."""
        return self._records[self.chapter(chapter).record]

    def stretch(self, chapter: int) -> tuple[NodeId, ...]:
        """Return the nodes of the chapter of this id, in order.

        Raises
        ------
        A4AError
            If there is no such chapter, or its record does not have the nodes any more.
        """
        return stretch(self.chapter(chapter), self.record(chapter))

    def told(self, chapter: int) -> str:
        """Return what game a chapter is of, who played it, and who has won it, in a line.

        Examples
        --------
        >>> import a4a
        >>> study = Study()
        >>> record = a4a.start("europe1940")
        >>> record.name_players({"Germany": "Ada", "Italy": "Bo"})
        >>> study.told(study.add(record, title="The start").id)
        'Axis & Allies Europe 1940 (2nd edition) · Ada (Germany) v. Bo (Italy)'
        """
        chosen, record = self.chapter(chapter), self.record(chapter)
        line = record.time(chosen.end).line
        victors = record.state_at(record.line_to(chosen.end)[-1]).victors
        parts = [record.header.title or record.header.system, "" if line == MAIN else line]
        parts += [told(record.header.players), f"won by {', '.join(victors)}" if victors else ""]
        return " · ".join(filter(None, parts))

    # --- changing it ----------------------------------------------------------------------------

    def describe(
        self,
        *,
        title: str | None = None,
        introduction: str | None = None,
        authors: Sequence[str] | None = None,
        tags: Sequence[str] | None = None,
    ) -> None:
        """Change what the study says of itself; what is not given stays.

        Raises
        ------
        A4AError
            If it is no text, or too long; nothing is changed then.
        """
        where = "the study"
        if title is not None:
            check_line("title", title, where=where)
        if introduction is not None:
            check_text("introduction", introduction, where=where)
        for field, words in (("authors", authors), ("tags", tags)):
            if words is not None:
                check_words(field, words, where=where)
        self._title = self._title if title is None else title
        self._introduction = self._introduction if introduction is None else introduction
        self._authors = self._authors if authors is None else tuple(authors)
        self._tags = self._tags if tags is None else tuple(tags)

    def add(
        self,
        record: GameRecord,
        *,
        title: str,
        start: NodeId | None = None,
        end: NodeId | None = None,
        line: str | None = None,
        region: str = "",
        view: NoteView | None = None,
        before: str = "",
        after: str = "",
        mode: Mode = "read",
        exercise: str = "",
        tags: Sequence[str] = (),
        at: int | None = None,
    ) -> Chapter:
        """Add a chapter.

        Parameters
        ----------
        record
            Its game.
        title, before, after, region, view, mode, exercise, tags
            As in `Chapter`.
        start, end
            The first and the last node of the stretch; the whole line if not given.
        line
            The line that it goes along, by its name; the one that `end`, or else `start`, is on if
            not given.
        at
            Where it stands among the chapters, from 0; the last if not given.

        Returns
        -------
        Chapter
            The chapter as kept.

        Raises
        ------
        A4AError
            If there is no such node, line or part of the board, `start` does not come before
            `end`, or a text is missing or too long.
        """
        if not isinstance(record, GameRecord):
            raise A4AError(f"a chapter is of a record, not of a {type(record).__name__}")
        last_place = len(self._chapters)
        place = last_place if at is None else self._checked_place(at, last_place)
        number = next((n for n, r in self._records.items() if r is record), 0)
        if not number and len(self._records) >= MOST_RECORDS:
            raise A4AError(f"a study has {MOST_RECORDS} games at most")
        number = number or max(self._records, default=0) + 1
        first, last = _ends(record, start, end, line)
        chapter = Chapter(
            id=self._used + 1, record=number, title=title, start=first, end=last, region=region,
            view=view, before=before, after=after, mode=mode, exercise=exercise,
            tags=tags,  # type: ignore[arg-type]
        )  # fmt: skip
        chapter = checked_chapter(chapter, record)
        self._records[number] = record
        return self._insert(place, chapter)

    def edit(self, chapter: int, **changes: Any) -> Chapter:
        """Change fields of the chapter of this id, and return it as it is now.

        Raises
        ------
        A4AError
            If there is none, it has no such field, or it could not be kept; it stays as it was.
        """
        place = self._place(chapter)
        for name in changes:
            if name not in _CHANGED:
                raise A4AError(
                    f"{name!r} of a chapter cannot be changed; {', '.join(_CHANGED)} can"
                )
        changed = msgspec.structs.replace(self._chapters[place], **changes)
        self._chapters[place] = checked_chapter(changed, self._records[changed.record])
        return self._chapters[place]

    def move(self, chapter: int, *, to: int) -> None:
        """Let the chapter of this id stand at another place, from 0.

        Raises
        ------
        A4AError
            If there is no such chapter or place.
        """
        place, there = self._place(chapter), self._checked_place(to, len(self._chapters) - 1)
        self._chapters.insert(there, self._chapters.pop(place))

    def remove(self, chapter: int) -> Chapter:
        """Take the chapter of this id away, and return it; a game of no chapter goes with it."""
        removed = self._chapters.pop(self._place(chapter))
        if all(other.record != removed.record for other in self._chapters):
            del self._records[removed.record]
        return removed

    def verify(self) -> None:
        """Raise A4AError if a chapter does not fit its game any more; the message says which."""
        for chapter in self._chapters:
            stretch(chapter, self._records[chapter.record])

    # --- the file -------------------------------------------------------------------------------

    @property
    def file(self) -> Path | None:
        """The file it was read from, begun in or last saved to, or None."""
        return self._file

    @property
    def file_digest(self) -> str:
        """What tells the chapters in that file from others; "" while there is no such file."""
        return self._digest

    def knows(self, number: int, digest: str) -> bool:
        """Whether a game was last seen in its file in this state, by the SHA-256 of its bytes."""
        record = self._records.get(number)
        if record is not None and record.file == self._file and digest == record.file_digest:
            return True  # it was saved by itself
        return digest == self._kept.get(number)

    def kept_in(self, file: Path, digest: str, records: Mapping[int, str]) -> None:
        """Remember the file that holds the study, and the state of its games in it.

        `a4a.store` calls this once it does. A record that has no file of its own is kept there.
        """
        for number, record in self._records.items():
            if number in records and record.file in (None, self._file, file):
                record.kept_in(file, records[number])
        self._file, self._digest, self._kept = file, digest, dict(records)

    # --- parts ----------------------------------------------------------------------------------

    def _insert(self, place: int, chapter: Chapter) -> Chapter:
        if len(self._chapters) >= MOST_CHAPTERS:
            raise A4AError(f"a study has {MOST_CHAPTERS} chapters at most")
        if chapter.record not in self._records:
            raise A4AError(f"chapter {chapter.id} is of game {chapter.record}, which is not there")
        kept = checked_chapter(chapter, self._records[chapter.record])
        self._chapters.insert(place, kept)
        self._used = max(self._used, kept.id)
        return kept

    def _places(self) -> dict[int, int]:
        return {chapter.id: place for place, chapter in enumerate(self._chapters)}

    def _place(self, chapter: int) -> int:
        place = self._places().get(chapter)
        if place is None:
            ids = ", ".join(str(known.id) for known in self._chapters)
            there = f"there are {ids}" if ids else "it has none yet"
            raise A4AError(f"no chapter of the study has the id {chapter!r}; {there}")
        return place

    @staticmethod
    def _checked_place(place: int, last: int) -> int:
        if not isinstance(place, int) or not 0 <= place <= last:
            raise A4AError(f"no place {place!r} for a chapter: places go from 0 to {last}")
        return place

    def __repr__(self) -> str:
        games = len(self._records)
        title = self._title or (self._file.stem if self._file else "without a title")
        return f"<Study {title!r}: {len(self._chapters)} chapters of {games} games>"


def _ends(
    record: GameRecord, start: NodeId | None, end: NodeId | None, line: str | None
) -> tuple[NodeId, NodeId]:
    """The first and the last node of a stretch, of which any may be left out."""
    if line is not None:
        last = record.line(line)[-1]
        if end is not None and end not in record.way_to(last):
            raise A4AError(f"node {end} is not on the line {line!r}")
        return start or ROOT, last if end is None else end
    if end is not None:
        return start or ROOT, end
    return start or ROOT, record.line_to(start or ROOT)[-1]
