"""A study as the models of a page: a stage for each board, and the chapters that go over them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.study import Study
from a4a.map.chapter_rows import chapter_rows, study_row
from a4a.map.finding_rows import check_findings, finding_rows
from a4a.map.layers import Choices
from a4a.map.own_maps import MapChoice, page_geometry
from a4a.pages.pictures import charts_of
from a4a.pages.stage import Models, cursor_values, stage_models

if TYPE_CHECKING:
    import polars as pl


def study_models(
    study: Study,
    *,
    layers: Choices | None = None,
    charts: bool = True,
    findings: Mapping[int, pl.DataFrame] | None = None,
    map: MapChoice = None,
) -> Models:
    """Return the models of a page that shows a study.

    Parameters
    ----------
    study, layers, map
        As in `a4a.export_html`.
    charts
        Whether it has charts.
    findings
        What `a4a.audit` found in its games, by their numbers.

    Raises
    ------
    A4AError
        If the study has no chapters, a chapter does not fit its game any more, or there is no such
        layer or map.
    """
    if not study.chapters:
        raise A4AError("the study has no chapters yet: there is no game to show")
    study.verify()
    chapters = chapter_rows(study, lambda record: page_geometry(record, map))
    rows = {"study": study_row(study), "chapters": chapters, "chapter": 0, "at": None}
    models: Models = {}
    stages = _stages(study)
    cursors = {game: f"IPY_MODEL_cursor {game}" for game in study.records}
    for number, records in enumerate(stages):
        games = {
            f"cursor {game}": (record, _values(study, game, record, (findings or {}).get(game)))
            for game, record in records.items()
        }
        first = next(iter(records))
        contents: dict[str, Any] = {**rows, "record": first, "games": cursors}
        models |= stage_models(games, number=number, contents=contents, layers=layers, map=map)
    pictures, charted = charts_of(study) if charts else ([], {})
    games_of = [list(records) for records in stages]
    models["page"] = {"stages": games_of, "charts": pictures, "charted": charted}
    return models


def about(study: Study) -> str:
    """Return a line about a study.

    Examples
    --------
    >>> import a4a
    >>> study = Study(authors=("Ada", "Bo"))
    >>> _ = study.add(a4a.start("europe1940"), title="The start")
    >>> about(study)
    'by Ada, Bo · 1 chapter · 1 game'
    """
    counts = ((len(study.chapters), "chapter"), (len(study.records), "game"))
    parts = [f"by {', '.join(study.authors)}" if study.authors else ""]
    parts += [f"{count} {word}{'' if count == 1 else 's'}" for count, word in counts]
    return " · ".join(filter(None, parts))


def _stages(study: Study) -> list[dict[int, GameRecord]]:
    """The games of each board, in the order in which the chapters come to them."""
    stages: list[dict[int, GameRecord]] = []
    for game in dict.fromkeys(chapter.record for chapter in study.chapters):
        record = study.records[game]
        for stage in stages:
            other = next(iter(stage.values()))
            if (other.board, other.catalog) == (record.board, record.catalog):
                stage[game] = record
                break
        else:
            stages.append({game: record})
    return stages


def _values(
    study: Study, game: int, record: GameRecord, findings: pl.DataFrame | None
) -> dict[str, Any]:
    """What the cursor of a game says: it begins where the first of its chapters does."""
    chapters = [chapter for chapter in study.chapters if chapter.record == game]
    values = cursor_values(record, chapters[0].start, record.line_to(chapters[0].end))
    values["withheld"] = [chapter.start for chapter in chapters if chapter.mode != "read"]
    if findings is not None:
        values["findings"] = finding_rows(check_findings(findings), record.board)
    return values
