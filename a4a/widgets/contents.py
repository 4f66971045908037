"""The contents of a study: its introduction, its chapters in a list, and the one that is read."""

from __future__ import annotations

from typing import Any

import traitlets

from a4a.core.study import Study
from a4a.map.assets import script, styles
from a4a.map.chapter_rows import chapter_rows, study_row
from a4a.map.cursor import Cursor
from a4a.widgets.view import View


class Contents(View):
    """A study's table of contents; a click on a chapter opens it.

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

    Examples
    --------
    >>> import a4a
    >>> study = a4a.Study("Openings")
    >>> record = a4a.start("europe1940")
    >>> chapter = study.add(record, title="The start")
    >>> contents = Contents(study, a4a.Cursor(record), record=1)
    >>> contents.chapter = chapter.id
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

    def __init__(self, study: Study, cursor: Cursor, *, record: int) -> None:
        super().__init__(cursor)
        self._study = study
        self.record = record
        self.tell()

    def tell(self) -> None:
        """Show the study as it is now."""
        with self.hold_sync():
            self.study = study_row(self._study)
            self.chapters = chapter_rows(self._study)
