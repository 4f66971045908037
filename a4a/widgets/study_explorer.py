"""A study in one cell: its contents beside the board of the chapter that is read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import ipywidgets

from a4a.core.chapters import Mode
from a4a.core.errors import A4AError
from a4a.core.steps import NodeId
from a4a.core.study import Study
from a4a.map.cursor import Cursor
from a4a.map.layers import Choices
from a4a.map.still import Still
from a4a.widgets.chart_strip import line_charts
from a4a.widgets.contents import Contents
from a4a.widgets.explorer import Explorer

if TYPE_CHECKING:
    from a4a.charts.svg import ChartSpec
    from a4a.map.pictures import Picture
    from a4a.widgets.trial import Trial

_ASIDE = "a4a-put-aside"
_TASKS: Final[dict[Mode, str]] = {"guess": "Guess the moves", "exercise": "Solve the exercise"}


class StudyExplorer(Still, ipywidgets.Box):  # type: ignore[misc]
    """The explorers of a study's games, of which that of the chapter read is seen.

    Each game has an explorer of its own, made when one of its chapters is first read; each has the
    study's contents in a tab.

    Parameters
    ----------
    study
        The study.
    layers
        Layers to switch from their defaults: ``{"units": False}``.
    charts
        Whether it has charts: the standard ones, of the line that the chapter read goes along.

    Attributes
    ----------
    study : Study
    explorer : Explorer
        That of the game shown.
    trial : Trial or None
        What a chapter asks for, while it is done.

    Raises
    ------
    A4AError
        If the study has no chapters, a chapter does not fit its game any more, or there is no such
        layer.

    Examples
    --------
    >>> import a4a
    >>> study = a4a.Study("Openings")
    >>> first = study.add(a4a.start("europe1940"), title="Europe")
    >>> second = study.add(a4a.start("global1940"), title="The world", region="Pacific")
    >>> app = StudyExplorer(study)
    >>> app.chapter = second.id
    >>> app.explorer.cursor.record is study.record(second.id)
    True
    """

    def __init__(self, study: Study, *, layers: Choices | None = None, charts: bool = True) -> None:
        if not study.chapters:
            raise A4AError("the study has no chapters yet: study.add(record, title=...) adds one")
        study.verify()
        self.study = study
        self._layers, self._charted = layers, charts
        self._ends: dict[int, NodeId] = {}  # of the line of each game that charts tell of
        self._charted_to: dict[int, NodeId] = {}  # as far as that is told
        self._explorers: dict[int, Explorer] = {}
        self._contents: dict[int, Contents] = {}
        self._cursors: dict[int, Cursor] = {}
        self.trial: Trial | None = None
        super().__init__([])
        self.add_class("a4a-study")
        self._show(study.chapters[0].record)

    @property
    def chapter(self) -> int:
        """The id of the chapter that is read; 0 for the introduction. Setting it opens one."""
        return int(self._contents[self._shown].chapter)

    @chapter.setter
    def chapter(self, chapter: int) -> None:
        opened = self.study.chapter(chapter) if chapter else None  # raises if there is none
        self._contents[self._shown].chapter = chapter
        if opened is not None:
            cursor = self.explorer.cursor
            with cursor.hold_sync():
                cursor.variation = cursor.record.first_of(opened.end)
                cursor.node = opened.start

    @property
    def contents(self) -> Contents:
        """The contents beside the board that is seen."""
        return self._contents[self._shown]

    def begin(self) -> Trial:
        """Guess the moves of the chapter that is read, or solve its exercise, in its place.

        Raises
        ------
        A4AError
            If the chapter is only read, nothing is decided in it, or there is no such exercise.

        Examples
        --------
        >>> import a4a
        >>> study = a4a.Study("Poland")
        >>> record = a4a.game("war_in_europe_1939_1941")
        >>> chapter = study.add(record, title="Warsaw", start=23, end=60, mode="guess")
        >>> app = StudyExplorer(study)
        >>> app.chapter = chapter.id
        >>> app.begin().solver
        <Guesser of Italy, Germany, round 1, Axis Combat>
        """
        # Lessons load Polars, for which a board does not wait.
        from a4a.lessons.assigned import assigned
        from a4a.widgets.solving import solve
        from a4a.widgets.trial import Trial

        if self.trial is not None:
            self.trial.end()
        contents, chapter = self.contents, self.study.chapter(self.chapter)
        solver = solve(assigned(self.study, chapter.id))

        def end() -> None:
            self.trial, contents.busy = None, False

        title = f"{_TASKS[chapter.mode]}: {chapter.title}. Nothing of this is kept."
        trial = Trial(self.explorer, solver, told=title, back="Back to the study", ended=end)
        self.trial, contents.busy = trial, True
        if chapter.id not in contents.revealed:
            contents.revealed = [*contents.revealed, chapter.id]
        return trial

    def _show(self, record: int) -> None:
        """Let the explorer of a game be the one that is seen."""
        if record not in self._explorers:
            self._open(record)
        self._shown = record
        self.explorer = self._explorers[record]
        for explorer in self._explorers.values():
            if explorer is not self.explorer:
                explorer.add_class(_ASIDE)
        self.explorer.remove_class(_ASIDE)

    def _cursor(self, record: int) -> Cursor:
        """The cursor of a game, where the first of its chapters begins."""
        if record not in self._cursors:
            chapters = [chapter for chapter in self.study.chapters if chapter.record == record]
            cursor = Cursor(self.study.records[record], node=chapters[0].start)
            cursor.withheld = [chapter.start for chapter in chapters if chapter.mode != "read"]
            self._cursors[record] = cursor
        return self._cursors[record]

    def _open(self, record: int) -> None:
        charts = partial(self._charts, record) if self._charted else ()
        explorer = Explorer(self._cursor(record), charts=charts, layers=self._layers)
        first = next(chapter for chapter in self.study.chapters if chapter.record == record)
        self._ends[record] = self._end(first.id)
        contents = Contents(self.study, explorer.cursor, record=record)
        contents.editable, contents.board = True, explorer.board
        contents.revealed = next((one.revealed for one in self._contents.values()), [])
        contents.find_games = lambda: {game: self._cursor(game) for game in self.study.records}
        contents.observe(self._on_chapter, "chapter")
        contents.observe(self._on_revealed, "revealed")
        explorer.cursor.observe(partial(self._on_withheld, record), "withheld")
        contents.listen(self._tell)
        contents.begin = self.begin
        explorer.add_pane("a4a-contents", "Contents", contents)
        self._explorers[record], self._contents[record] = explorer, contents
        self.children = tuple(self._explorers.values())

    def _end(self, chapter: int) -> NodeId:
        """The end of the line that a chapter goes along."""
        return self.study.record(chapter).line_to(self.study.chapter(chapter).end)[-1]

    def _charts(self, record: int) -> Sequence[ChartSpec]:
        """Charts of the line that is read, as far as it is told."""
        from a4a.lessons.parts import copied

        game, last = self.study.records[record], self._last(record)
        self._charted_to[record] = last
        whole = last == self._ends[record]
        return line_charts(game if whole else copied(game, game.way_to(last)), last)

    def _last(self, record: int) -> NodeId:
        """The last node that is told of the line that charts tell of."""
        end, withheld = self._ends[record], self._cursor(record).withheld
        way = self.study.records[record].way_to(end)
        return next((node for node in way if node in withheld), end)

    def _on_withheld(self, record: int, _: object) -> None:
        """Draw the charts again if they would tell more, or less."""
        last = self._last(record)
        if self._charted_to.get(record, last) != last:
            self._explorers[record].chart_strip.renew()

    def _on_chapter(self, change: dict[str, Any]) -> None:
        """A chapter was chosen in one of the contents: show its game, and tell the others."""
        chapter, at = change["new"], change["owner"].at
        if self.trial is not None:
            self.trial.end()
        if chapter in {known.id for known in self.study.chapters}:
            record = self.study.chapter(chapter).record
            self._show(record)
            if self._ends[record] != self._end(chapter):
                self._ends[record] = self._end(chapter)
                self.explorer.chart_strip.renew()
        for contents in self._contents.values():
            if contents is not change["owner"] and contents.chapter != chapter:
                contents.at = at
                contents.chapter = chapter

    def _on_revealed(self, change: dict[str, Any]) -> None:
        for contents in self._contents.values():
            contents.revealed = change["new"]

    def _tell(self) -> None:
        for contents in self._contents.values():
            contents.tell()

    def still(self) -> Sequence[Picture]:
        """Return the picture that a saved notebook keeps: the board of the chapter that is read."""
        return self.explorer.still()

    def mover(self) -> tuple[Any, str]:
        """Return what says that the game shown moves."""
        return self.explorer.cursor, "node"

    def __repr__(self) -> str:
        return f"<StudyExplorer of {self.study!r} at chapter {self.chapter}>"
