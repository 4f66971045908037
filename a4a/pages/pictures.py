"""Charts as a page carries them: drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from a4a.charts.quick import import_jsonschema_quickly
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.core.study import Study

if TYPE_CHECKING:
    from a4a.widgets.chart_strip import Charts

Pictures: TypeAlias = list[dict[str, str]]
"""Each chart as the model of a chart strip says it."""


def drawn(charts: Charts) -> Pictures:
    """Draw charts.

    Raises
    ------
    A4AError
        If they are not charts, or one cannot be drawn.

    Examples
    --------
    >>> drawn(lambda: [])
    []
    """
    made = charts() if callable(charts) else charts
    if not isinstance(made, Iterable) or isinstance(made, str | Mapping):
        raise A4AError(f"charts are Altair charts in a list, or a function; not {made!r:.60}")
    import_jsonschema_quickly()
    from a4a.charts.svg import chart_svg  # Altair takes a second to load

    return [{"svg": chart_svg(chart)} for chart in made]


def standard(record: GameRecord, *ends: NodeId) -> list[Pictures]:
    """Draw the standard charts of the lines that nodes are on.

    Examples
    --------
    >>> import a4a
    >>> [charts] = standard(a4a.start("europe1940"), 0)
    >>> len(charts)
    3
    """
    import_jsonschema_quickly()
    from a4a.charts import running
    from a4a.frames import frames

    told = frames(record, at="turn")
    return [drawn(running(told, line=record.time(end).line)) for end in ends]


def charts_of(study: Study) -> tuple[list[Pictures], dict[int, int]]:
    """Draw the standard charts of every line that chapters of a study go along.

    Returns
    -------
    tuple
        The charts of each line, and for each chapter, by its id, the index of its line.

    Examples
    --------
    >>> import a4a
    >>> study = a4a.Study()
    >>> record = a4a.start("europe1940")
    >>> chapters = [study.add(record, title=title) for title in ("The start", "Again")]
    >>> charts, lines = charts_of(study)
    >>> len(charts), lines
    (1, {1: 0, 2: 0})
    """
    ends: dict[int, dict[NodeId, NodeId]] = {}  # of the lines of each game
    for chapter in study.chapters:
        end = study.records[chapter.record].line_to(chapter.end)[-1]
        ends.setdefault(chapter.record, {})[chapter.end] = end
    charts: list[Pictures] = []
    places: dict[tuple[int, NodeId], int] = {}
    for number, lines in ends.items():
        last = tuple(dict.fromkeys(lines.values()))
        places |= {(number, end): len(charts) + i for i, end in enumerate(last)}
        charts += standard(study.records[number], *last)
    return charts, {
        chapter.id: places[chapter.record, ends[chapter.record][chapter.end]]
        for chapter in study.chapters
    }
