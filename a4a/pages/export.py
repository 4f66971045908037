"""A game or a study as one HTML file."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from a4a.core.errors import A4AError, RecordError
from a4a.core.players import told
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.core.study import Study
from a4a.core.variations import MAIN
from a4a.map.finding_rows import check_findings, finding_rows
from a4a.map.layers import Choices
from a4a.map.own_maps import MapChoice
from a4a.map.painting import titled
from a4a.pages.document import Page
from a4a.pages.pictures import drawn, standard
from a4a.pages.stage import cursor_values, stage_models
from a4a.pages.studies import about, study_models
from a4a.rules import named_rules
from a4a.store.writing import writing

if TYPE_CHECKING:
    import polars as pl

    from a4a.widgets.chart_strip import Charts

_SUFFIXES = (".html", ".htm")


def export_html(
    game: GameRecord | Study,
    path: str | PathLike[str],
    *,
    at: NodeId = ROOT,
    line: str | None = None,
    title: str | None = None,
    charts: Charts | None = None,
    layers: Choices | None = None,
    view: str | None = None,
    findings: pl.DataFrame | Mapping[int, pl.DataFrame] | None = None,
    rules: str | Path | None = None,
    map: MapChoice = None,
) -> Path:
    """Write a game or a study as a page: board, stepper, log, charts, annotations, in one file.

    The file works from the disk, with no network and no notebook, in any recent browser; it can be
    mailed, and fetches nothing from anywhere. It has all variations of the game; at which node it
    opens ``game.html#node=123`` says, ``#chapter=3`` in which chapter of a study. A page of a study
    has its contents too, and the charts of the line that is read.

    Parameters
    ----------
    game
        The game, or a study, whose chapters say themselves where they begin and what they show.
    path
        The file to write, ``.html``; an older one is replaced when the new one is whole.
    at
        The node the page opens at.
    line
        The line that is shown at first, by its name; the one through `at` if not given.
    title
        The page's title; that of the game or the study if not given.
    charts
        Altair charts, or a function that makes them; the standard ones if not given, none if
        empty. A study has the standard ones or none.
    layers
        Layers of the board to switch from their defaults:
        ``{"units": False, "control": {"by": "side"}}``.
    view
        The map, theatre or space of the board to show at first; the whole board if not given.
    findings
        What `a4a.audit` found in the game, to be told in the log; nothing if not given. Of a study,
        what was found in each game by its number:
        ``{n: a4a.audit(record) for n, record in study.records.items()}``.
    rules
        The folder of the mod that the game is played by, as a record names none: the page has what
        its rules lay over the board.
    map
        A player's own map, whose shapes the page then carries: the folder or zip of a TripleA map,
        or "triplea", the game's own where TripleA keeps it; "a4a" for what a4a draws itself. If not
        given, the page has the shapes that the record keeps (`a4a.keep_map`), else what a4a draws.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    RecordError
        If there is no such node or line, or the node is not on that line.
    A4AError
        If the file cannot be written there, a chart cannot be drawn, there is no such layer, map
        or part of the board, or a study is given what only a game has.

    Examples
    --------
    >>> import tempfile, a4a
    >>> record = a4a.start("europe1940")
    >>> page = export_html(record, Path(tempfile.mkdtemp()) / "game.html", charts=())
    >>> page.read_text(encoding="utf-8")[:15]
    '<!doctype html>'
    """
    if not isinstance(game, GameRecord | Study):
        kind = type(game).__name__
        raise RecordError(f"what a page shows is a record or a study, not a {kind}")
    if not isinstance(path, str | PathLike):
        raise A4AError(f"{path!r} is no path: give the name of an .html file to write")
    target = Path(path)
    if target.suffix.lower() not in _SUFFIXES:
        raise A4AError(f"{target}: what is written is a page; end its name in .html")
    try:
        if isinstance(game, Study):
            if at != ROOT or charts or any(x is not None for x in (line, view, rules)):
                raise A4AError("at, line, charts, view and rules are of a game, not of a study")
            page = _page_of_study(game, title, layers, findings, map, charts=charts is None)
        else:
            if isinstance(findings, Mapping):
                raise A4AError("findings by the numbers of games are of a study; give one frame")
            page = _page_of_game(game, at, line, title, charts, layers, view, findings, rules, map)
        data = page.html()
    except UnicodeEncodeError as error:  # half of a surrogate pair
        raise A4AError(f"a text of the game cannot be written on a page: {error}") from None
    with writing(target) as file:
        file.write(data)
    return target


def _page_of_study(
    study: Study,
    title: str | None,
    layers: Choices | None,
    findings: pl.DataFrame | Mapping[int, pl.DataFrame] | None,
    map: MapChoice,
    *,
    charts: bool,
) -> Page:
    found = _by_game(study, findings)
    models = study_models(study, layers=layers, charts=charts, findings=found, map=map)
    return Page(title=titled(title, study.title or "Study"), about=about(study), models=models)


def _by_game(
    study: Study, findings: pl.DataFrame | Mapping[int, pl.DataFrame] | None
) -> Mapping[int, pl.DataFrame]:
    """The findings in the games of a study, by their numbers."""
    if findings is None:
        return {}
    games = ", ".join(map(str, study.records))
    if not isinstance(findings, Mapping):
        raise A4AError(f"findings in a study are given by the numbers of its games, {games}")
    for number in findings:
        if number not in study.records:
            raise A4AError(f"the study has no game {number!r}; there are {games}")
    return findings


def _page_of_game(
    record: GameRecord,
    at: NodeId,
    line: str | None,
    title: str | None,
    charts: Charts | None,
    layers: Choices | None,
    view: str | None,
    findings: pl.DataFrame | None,
    rules: str | Path | None,
    map: MapChoice,
) -> Page:
    nodes = _nodes(record, at, line)
    values = cursor_values(record, at, nodes, rules=named_rules(record, rules))
    if findings is not None:
        values["findings"] = finding_rows(check_findings(findings), record.board)
    models = stage_models({"cursor": (record, values)}, layers=layers, view=view, map=map)
    pictures = standard(record, nodes[-1])[0] if charts is None else drawn(charts)
    models["charts"]["pictures"] = pictures
    models["page"] = {"stages": [[]]}
    return Page(
        title=titled(title, record.header.title or record.header.system),
        about=_about(record, nodes, models["board"]["shapes"]),
        models=models,
    )


def _nodes(record: GameRecord, at: NodeId, line: str | None) -> tuple[NodeId, ...]:
    """The nodes that the page steps through at first, from the start."""
    if line is None:
        return record.line_to(at)
    nodes = record.line_to(record.line(line)[-1])
    if at not in nodes:
        record.time(at)  # raises if there is no such node at all
        raise RecordError(f"node {at} is not on the line {line!r}, so the page cannot open at it")
    return nodes


def _about(record: GameRecord, nodes: tuple[NodeId, ...], shapes: str) -> str:
    """A line about the game, and where the shapes of its board are from."""
    time, header = record.time(nodes[-1]), record.header
    parts = [header.system if header.title else "", record.board.name if not header.title else ""]
    parts += [f"to round {time.round}" if time.round > 1 else ""]
    others = len(record.variations)
    parts += [f"{len(nodes) - 1:,} steps", time.line if time.line != MAIN else ""]
    parts += [f"{others} variation{'s' if others > 1 else ''}" if others else ""]
    parts += [told(header.players), shapes.partition(".")[0]]
    return " · ".join(filter(None, parts))
