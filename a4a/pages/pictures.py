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
    from a4a.analysis.weighing import weighed_if_known
    from a4a.charts import running
    from a4a.frames import frames

    told = frames(record, at="turn")
    lines = [record.time(end).line for end in ends]
    weighed = {line: weighed_if_known(record, line=line) for line in lines}
    return [drawn(running(told, line=line, weighed=weighed[line])) for line in lines]


def charts_of(study: Study) -> tuple[list[Pictures], dict[int, list[tuple[NodeId | None, int]]]]:
    """Draw the standard charts of every line that chapters of a study go along.

    They are drawn, too, as far as each chapter that is to be guessed or solved: what follows its
    start is told when somebody asks.

    Returns
    -------
    tuple
        Charts; and for each chapter, by its id, those of its line: as far as which node, and their
        index, in order. Those of the whole line come last, as far as None.

    Examples
    --------
    >>> import a4a
    >>> study = a4a.Study()
    >>> record = a4a.start("europe1940")
    >>> chapters = [study.add(record, title=title) for title in ("The start", "Again")]
    >>> charts, lines = charts_of(study)
    >>> len(charts), lines
    (1, {1: [(None, 0)], 2: [(None, 0)]})
    """
    from a4a.lessons.parts import copied

    charts: list[Pictures] = []
    charted: dict[int, list[tuple[NodeId | None, int]]] = {}
    for game in dict.fromkeys(chapter.record for chapter in study.chapters):
        record = study.records[game]
        chapters = [chapter for chapter in study.chapters if chapter.record == game]
        lines = {chapter.id: record.line_to(chapter.end) for chapter in chapters}
        ends = tuple(dict.fromkeys(line[-1] for line in lines.values()))
        whole = {end: len(charts) + i for i, end in enumerate(ends)}
        charts += standard(record, *ends)
        begun: dict[NodeId, int] = {}
        for start in dict.fromkeys(one.start for one in chapters if one.mode != "read"):
            begun[start] = len(charts)
            charts += standard(copied(record, record.way_to(start)), start)
        for chapter, line in lines.items():
            told = [(node, begun[node]) for node in line if node in begun]
            charted[chapter] = [*told, (None, whole[line[-1]])]
    return charts, charted
