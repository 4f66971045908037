"""Studies as the browser reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from a4a.core.annotations import NoteView
from a4a.core.chapters import Chapter
from a4a.core.prose import prose, words
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.core.study import Study
from a4a.map.geometry import MapGeometry
from a4a.map.note_views import bounds_of, layers_of
from a4a.map.own_maps import geometry_of
from a4a.map.painting import bounds_of_part


def study_row(study: Study) -> dict[str, Any]:
    """Return what a study says of itself.

    Returns
    -------
    dict
        ``title``, ``introduction`` (as prose), ``source`` (its Markdown), ``authors`` and ``tags``.

    Examples
    --------
    >>> study_row(Study("Africa", introduction="The *desert*."))["introduction"]
    (('p', '', ('The ', ('em', '', ('desert',)), '.')),)
    """
    return {
        "title": study.title,
        "introduction": prose(study.introduction),
        "source": study.introduction,
        "authors": study.authors,
        "tags": study.tags,
    }


def chapter_rows(
    study: Study, shapes: Callable[[GameRecord], MapGeometry] = geometry_of
) -> list[dict[str, Any]]:
    """Return the chapters of a study in order.

    Parameters
    ----------
    study
        The study.
    shapes
        Finds the shapes that the board of a game is drawn by.

    Returns
    -------
    list of dict
        ``id``, ``record`` (the number of its game), ``title``, ``start``, ``end``, ``tags``,
        ``mode``, ``exercise``;
        ``past``, the ids of the chapters of its game that one has begun at its ``start`` and by its
        ``end``;
        ``told``, a line about its game; ``before`` and ``after`` as prose, ``words`` what each of
        them says, ``source`` their Markdown; ``view``, None or ``bounds`` (None: the whole board)
        and ``layers``.

    Examples
    --------
    >>> import a4a
    >>> study = Study()
    >>> _ = study.add(a4a.start("europe1940"), title="The start", region="Germany")
    >>> [row] = chapter_rows(study)
    >>> row["title"], row["start"], row["view"]["layers"]
    ('The start', 0, {})
    """
    return [_row(study, chapter, shapes) for chapter in study.chapters]


def _row(
    study: Study, chapter: Chapter, shapes: Callable[[GameRecord], MapGeometry]
) -> dict[str, Any]:
    return {
        "id": chapter.id,
        "record": chapter.record,
        "title": chapter.title,
        "start": chapter.start,
        "end": chapter.end,
        "tags": chapter.tags,
        "mode": chapter.mode,
        "exercise": chapter.exercise,
        "past": {
            "start": _past(study, chapter.start, chapter),
            "end": _past(study, chapter.end, chapter),
        },
        "told": study.told(chapter.id),
        "before": prose(chapter.before),
        "after": prose(chapter.after),
        "words": (words(chapter.before), words(chapter.after)),
        "source": {"before": chapter.before, "after": chapter.after},
        "view": _view(chapter, study.record(chapter.id), shapes),
    }


def _past(study: Study, node: NodeId, chapter: Chapter) -> list[int]:
    """The chapters of a chapter's game that start on the way to a node, and before it."""
    way = frozenset(study.record(chapter.id).way_to(node)) - {node}
    return [one.id for one in study.chapters if one.record == chapter.record and one.start in way]


def _view(
    chapter: Chapter, record: GameRecord, shapes: Callable[[GameRecord], MapGeometry]
) -> dict[str, Any] | None:
    """What of the board a chapter shows; None where that stays."""
    if not chapter.region and chapter.view is None:
        return None
    view = chapter.view or NoteView()
    bounds = bounds_of(view)
    if chapter.region:
        bounds = bounds_of_part(record.board, shapes(record), chapter.region)
    return {"bounds": bounds, "layers": layers_of(view)}
