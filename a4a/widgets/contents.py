"""The contents of a study: its introduction, its chapters in a list, and the one that is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets
import traitlets

from a4a.core.errors import A4AError
from a4a.core.study import Study
from a4a.map.assets import script, styles
from a4a.map.board_map import BoardMap
from a4a.map.chapter_rows import chapter_rows, study_row
from a4a.map.cursor import Cursor
from a4a.widgets.asked import Doing, fault_of
from a4a.widgets.keeping import keep
from a4a.widgets.view import View


class Contents(View):
    """A study's table of contents; a click on a chapter opens it, and it can be edited.

    What is changed is saved in the study's file at once, if it has one.

    Parameters
    ----------
    study
        The study.
    cursor
        The cursor of the views that show the chapters of one of its games.
    record
        The number of that game in the study.

    Attributes
    ----------
    chapter : int
        The id of the chapter that is read; 0 for the introduction.
    editable : bool
        Whether the page offers to change the study.
    board : BoardMap or None
        The board beside it, of which a chapter can remember what is seen.
    find_games : callable or None
        Returns the cursors of all games of the study by number, so that they can be searched.
    begin : callable or None
        Begins what the chapter read asks for, where it is to be guessed or solved.
    revealed : list of int
        Such chapters whose moves and texts are shown whole: their task was begun, or passed over.

    Examples
    --------
    >>> import a4a
    >>> study = a4a.Study("Openings")
    >>> record = a4a.start("europe1940")
    >>> chapter = study.add(record, title="The start")
    >>> contents = Contents(study, a4a.Cursor(record), record=1)
    >>> contents.chapter = chapter.id
    >>> contents.edit(title="The beginning")
    >>> study.chapters[0].title
    'The beginning'
    """

    _esm = script("widgets/contents.js")
    _css = styles("widgets/views.css", "widgets/contents.css")
    study: traitlets.Dict[str, Any] = traitlets.Dict(
        help="What the study says of itself, as `study_row` gives it."
    ).tag(sync=True)
    chapters: traitlets.List[dict[str, Any]] = traitlets.List(
        help="The chapters, as `chapter_rows` gives them."
    ).tag(sync=True)
    chapter = traitlets.Int(0, help="The id of the chapter that is read.").tag(sync=True)
    record = traitlets.Int(0, help="The number of the game that is shown.").tag(sync=True)
    at = traitlets.Int(None, allow_none=True, help="The node a chapter opens at.").tag(sync=True)
    games: traitlets.Dict[Any, Any] = traitlets.Dict(
        help="Cursors of the study's games by number, as far as they were asked for."
    ).tag(sync=True, **ipywidgets.widget_serialization)
    revealed: traitlets.List[int] = traitlets.List(
        traitlets.Int(), help="Chapters to be guessed or solved that are shown whole."
    ).tag(sync=True)
    busy = traitlets.Bool(False, help="Whether what a chapter asks is being done.").tag(sync=True)
    editable = traitlets.Bool(False, help="Whether it can be changed.").tag(sync=True)
    saved = traitlets.Unicode("", help="Where it is saved, in words.").tag(sync=True)

    def __init__(self, study: Study, cursor: Cursor, *, record: int) -> None:
        super().__init__(cursor)
        self._study = study
        self._listeners: list[Callable[[], object]] = []
        self.board: BoardMap | None = None
        self.find_games: Callable[[], Mapping[int, Cursor]] | None = None
        self.begin: Callable[[], object] | None = None
        self.record = record
        self.games = {record: cursor}
        self.tell()
        self.on_msg(self._on_message)

    def listen(self, listener: Callable[[], object]) -> None:
        """Call a function whenever the study was changed here."""
        self._listeners.append(listener)

    def tell(self) -> None:
        """Show the study as it is now."""
        file = self._study.file
        with self.hold_sync():
            self.study = study_row(self._study)
            self.chapters = chapter_rows(self._study)
            self.saved = f"Saved in {file.name}" if file else "Not saved: a4a.save(study, name)"

    def edit(self, **changes: Any) -> None:
        """Change fields of the chapter that is read.

        Raises
        ------
        A4AError
            If it cannot be changed so; or if it is, but could not be saved.
        """
        self._study.edit(self.chapter, **changes)
        self._changed()

    def add(self, title: str, *, start: int | None = None) -> None:
        """Add a chapter of the game shown after the one that is read, from the node shown on.

        It is opened. Raises as `edit`.
        """
        ids = [chapter.id for chapter in self._study.chapters]
        record = self.cursor.record
        node = self.cursor.node if start is None else start
        line = record.line_to(self.cursor.line[-1])
        end = line[-1] if node in line else None
        place = ids.index(self.chapter) + 1 if self.chapter in ids else 0
        added = self._study.add(record, title=title, start=node, end=end, at=place)
        self._changed()
        self.chapter = added.id

    def _changed(self) -> None:
        """Tell everybody, and save."""
        for listener in self._listeners:
            listener()
        self.tell()
        if self._study.file is None:
            return
        try:
            keep(self._study)
        except A4AError as error:
            raise A4AError(f"it is in the study, but not saved: {error}") from error

    def _describe(self, changes: Mapping[str, Any]) -> None:
        self._study.describe(**changes)
        self._changed()

    def _look(self) -> None:
        if self.board is None:
            raise A4AError("there is no board here that is looked at")
        self.edit(view=self.board.seen, region="")

    def _begin(self) -> None:
        if self.begin is None:
            raise A4AError("there is no place here where it could be done: open a4a.explore(study)")
        self.begin()

    def _move(self, to: int) -> None:
        self._study.move(self.chapter, to=to)
        self._changed()

    def _remove(self) -> None:
        if len(self._study.chapters) == 1:
            raise A4AError("the last chapter of a study stays: begin another one first")
        self._study.remove(self.chapter)
        self.chapter = 0
        self._changed()

    def _on_message(self, _: object, content: Mapping[str, Any], __: object) -> None:
        """Do what the page asks for, and answer whether it could be done."""
        if content == {"do": "games"}:
            self.games = dict(self.find_games()) if self.find_games else self.games
            return
        doing: Doing = {
            "describe": lambda told: self._describe(told["changes"]),
            "edit": lambda told: self.edit(**told["changes"]),
            "add": lambda told: self.add(told["title"], start=told["node"]),
            "look": lambda _: self._look(),
            "begin": lambda _: self._begin(),
            "move": lambda told: self._move(told["to"]),
            "remove": lambda _: self._remove(),
        }
        self.send({"ticket": content.get("ticket"), "fault": fault_of(doing, content)})
