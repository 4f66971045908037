"""A game as one HTML file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from a4a.charts.svg import chart_svg
from a4a.core.errors import A4AError, RecordError
from a4a.core.players import told
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.core.variations import MAIN
from a4a.files import CannotWriteError, replacing
from a4a.map.finding_rows import check_findings, finding_rows
from a4a.map.forest import Forest
from a4a.map.layers import Choices, chosen
from a4a.map.note_rows import note_rows
from a4a.map.overlays import NOBODY, precomputed
from a4a.map.painting import bounds_of_part, map_options, painter_state, titled
from a4a.map.shapes import map_geometry
from a4a.map.variation_rows import variation_rows
from a4a.pages.document import Page
from a4a.pages.scripts import VIEWS, defaults
from a4a.rules.systems import overlays_of

if TYPE_CHECKING:
    import polars as pl

    from a4a.widgets.chart_strip import Charts

Models: TypeAlias = dict[str, dict[str, Any]]

_SUFFIXES = (".html", ".htm")
_TABS = {
    "a4a-annotator": "Annotations",  # what somebody wrote comes first
    "a4a-log": "Log",
    "a4a-holdings": "Off the board",
    "a4a-variations": "Variations",
}
_PREFIX = "a4a-page"  # of the class names of spaces: a page shows one board


def export_html(
    record: GameRecord,
    path: str | PathLike[str],
    *,
    at: NodeId = ROOT,
    line: str | None = None,
    title: str | None = None,
    charts: Charts | None = None,
    layers: Choices | None = None,
    view: str | None = None,
    findings: pl.DataFrame | None = None,
) -> Path:
    """Write a game as a page: board, stepper, log, treasuries, charts, annotations, in one file.

    The file works from the disk, with no network and no notebook, in any recent browser; it can be
    mailed, and fetches nothing from anywhere. It has all variations of the game; at which node it
    opens ``game.html#node=123`` says.

    Parameters
    ----------
    record
        The game.
    path
        The file to write, ``.html``; an older one is replaced when the new one is whole.
    at
        The node the page opens at.
    line
        The line that is shown at first, by its name; the one through `at` if not given.
    title
        The page's title; the game's if not given.
    charts
        Altair charts, or a function that makes them; the standard ones if not given, none if
        empty.
    layers
        Layers of the board to switch from their defaults:
        ``{"units": False, "control": {"by": "side"}}``.
    view
        The map, theatre or space of the board to show at first; the whole board if not given.
    findings
        What `a4a.audit` found in the game, to be told in the log; nothing if not given.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    RecordError
        If there is no such node or line, or the node is not on that line.
    A4AError
        If the file cannot be written there, a chart cannot be drawn, or there is no such layer
        or part of the board.

    Examples
    --------
    >>> import tempfile, a4a
    >>> record = a4a.start("europe1940")
    >>> page = export_html(record, Path(tempfile.mkdtemp()) / "game.html", charts=())
    >>> page.read_text(encoding="utf-8")[:15]
    '<!doctype html>'
    """
    if not isinstance(record, GameRecord):
        raise RecordError(f"what a page shows is a record, not a {type(record).__name__}")
    if not isinstance(path, str | PathLike):
        raise A4AError(f"{path!r} is no path: give the name of an .html file to write")
    target = Path(path)
    if target.suffix.lower() not in _SUFFIXES:
        raise A4AError(f"{target}: what is written is a page; end its name in .html")
    nodes = _nodes(record, at, line)
    try:
        models = _models(record, nodes, at, layers, view) | _charts(record, nodes, charts)
        if findings is not None:
            rows = finding_rows(check_findings(findings), record.board)
            models["cursor"]["findings"] = rows
        data = Page(
            title=titled(title, record.header.title or record.header.system),
            about=_about(record, nodes),
            models=models,
        ).html()
    except UnicodeEncodeError as error:  # half of a surrogate pair
        raise A4AError(f"a text of the game cannot be written on a page: {error}") from None
    try:
        with replacing(target) as file:
            file.write(data)
    except CannotWriteError as error:
        raise A4AError(str(error)) from None
    return target


def _nodes(record: GameRecord, at: NodeId, line: str | None) -> tuple[NodeId, ...]:
    """The nodes that the page steps through at first, from the start."""
    if line is None:
        return record.line_to(at)
    nodes = record.line_to(record.line(line)[-1])
    if at not in nodes:
        record.time(at)  # raises if there is no such node at all
        raise RecordError(f"node {at} is not on the line {line!r}, so the page cannot open at it")
    return nodes


def _about(record: GameRecord, nodes: tuple[NodeId, ...]) -> str:
    """A line about the game."""
    time, header = record.time(nodes[-1]), record.header
    parts = [header.system if header.title else "", record.board.name if not header.title else ""]
    parts += [f"to round {time.round}" if time.round > 1 else ""]
    others = len(record.variations)
    parts += [f"{len(nodes) - 1:,} steps", time.line if time.line != MAIN else ""]
    parts += [f"{others} variation{'s' if others > 1 else ''}" if others else ""]
    parts += [told(header.players)]
    return " · ".join(filter(None, parts))


def _models(
    record: GameRecord,
    nodes: tuple[NodeId, ...],
    at: NodeId,
    layers: Choices | None,
    view: str | None,
) -> Models:
    """What the views of the page are told, as widgets of a notebook would be."""
    board, start = record.board, record.state_at(ROOT)
    geometry = map_geometry(board)
    kinds = [space.kind for space in board.spaces]
    cursor = {
        "node": at,
        "variation": record.first_of(nodes[-1]),
        "timeline": Forest(record).packet(),
        "variations": variation_rows(record),
        "notes": note_rows(record),
    }
    models: Models = {
        name: {**defaults(view), "cursor": "IPY_MODEL_cursor"} for name, view in VIEWS.items()
    }
    models["notes"]["editable"] = models["variations"]["editable"] = False
    empty = {
        "a4a-annotator": not cursor["notes"],
        "a4a-holdings": not start.holdings,
        "a4a-variations": not cursor["variations"],
    }
    tabs = {name: title for name, title in _TABS.items() if not empty.get(name)}
    models["tabs"] |= {"panels": tabs, "chosen": next(iter(tabs))}
    models["board"] |= {
        **painter_state(start, geometry, _PREFIX, laid=overlays_of(record.catalog.system)),
        "layers": chosen(layers or {}),
        "threats": {"why": NOBODY},
        "overlays": precomputed(record),
        "looking": {"bounds": bounds_of_part(board, geometry, view), "time": 1} if view else {},
        "map": "IPY_MODEL_map",
        "layer": "IPY_MODEL_layer",
    }
    return models | {
        "cursor": cursor,
        "map": {"options": map_options(geometry)},
        "layer": {"data": geometry.feature_collection(_PREFIX, kinds)},
    }


def _charts(record: GameRecord, nodes: tuple[NodeId, ...], charts: Charts | None) -> Models:
    """The model of the charts, all drawn."""
    if charts is None:
        from a4a.charts import running
        from a4a.frames import frames

        charts = running(frames(record, at="turn"), line=record.time(nodes[-1]).line)
    made = charts() if callable(charts) else charts
    if not isinstance(made, Iterable) or isinstance(made, str | Mapping):
        raise A4AError(f"charts are Altair charts in a list, or a function; not {made!r:.60}")
    pictures = [{"svg": chart_svg(chart)} for chart in made]
    return {"charts": {"cursor": "IPY_MODEL_cursor", "pictures": pictures, "drawn": True}}
