"""Opening a recorded game, a game being played or a study in one cell."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, overload

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.core.study import Study
from a4a.importers.opening import open_game_or_study
from a4a.map.cursor import Cursor
from a4a.map.layers import Choices
from a4a.map.own_maps import MapChoice
from a4a.rules.game import Game
from a4a.widgets.chart_strip import Charts
from a4a.widgets.explorer import Explorer
from a4a.widgets.study_explorer import StudyExplorer

if TYPE_CHECKING:
    import polars as pl


@overload
def explore(game: Study, *, layers: Choices | None = None) -> StudyExplorer: ...
@overload
def explore(
    game: GameRecord | Cursor | Game,
    *,
    at: NodeId = ROOT,
    charts: Charts | None = None,
    projector: bool = False,
    view: str | None = None,
    layers: Choices | None = None,
    findings: pl.DataFrame | None = None,
    rules: str | Path | None = None,
    map: MapChoice = None,
) -> Explorer: ...
@overload
def explore(
    game: str | os.PathLike[str],
    *,
    at: NodeId = ROOT,
    charts: Charts | None = None,
    projector: bool = False,
    view: str | None = None,
    layers: Choices | None = None,
    findings: pl.DataFrame | None = None,
    map: MapChoice = None,
) -> Explorer | StudyExplorer: ...
def explore(
    game: GameRecord | Cursor | Game | Study | str | os.PathLike[str],
    *,
    at: NodeId = ROOT,
    charts: Charts | None = None,
    projector: bool = False,
    view: str | None = None,
    layers: Choices | None = None,
    findings: pl.DataFrame | None = None,
    rules: str | Path | None = None,
    map: MapChoice = None,
) -> Explorer | StudyExplorer:
    """Open a recorded game or a study: board, stepper, log, annotations, charts in one cell.

    Parameters
    ----------
    game
        A record, a cursor, or a game being played, of which it follows every order, with a tab
        to decide in. Or a study, with a tab of contents, in which its chapters are read and
        edited; of the other parameters it takes `layers`, as its chapters say the rest. Or the
        path of a file that holds a record (`.a4a`, `.tsvg`) or a study (`.a4s`).
    at
        The node to begin at, if `game` is a record.
    charts
        Altair charts, or a function that makes them; the standard ones if not given, but none for
        a game being played. A study has the standard ones of the line that is read, or none.
    projector
        Whether to begin in projector mode: the board alone, large, over the whole window, with
        the comments as captions, and beside it what is to be decided in a game being played. The
        key ``w`` or the button turns it on and off, Escape off; a presenter's clicker steps.
    view
        The map, theatre or space to show at first (``"Eastern Front"``); if not given, what a note
        of the first node shows of the board, or else all of it.
    layers
        Layers to switch from their defaults: ``{"units": False, "control": {"by": "side"}}``.
    findings
        What `a4a.audit` found in the game: each finding is told in the log at its step. Another
        frame may be shown later: ``app.findings = frame``.
    rules
        The folder of the mod that the record is played by, as it names none: what the rules lay
        over the board, luck and what-if games ask it.
    map
        Which map the board is drawn by: the folder or zip of a TripleA map, to see its saves as
        players know them; "triplea", the game's own map where TripleA keeps it; "a4a", nothing but
        what a4a draws itself. If not given: the shapes that the record keeps (`a4a.keep_map`), else
        those that a4a has of the board, else the game's own map if TripleA has it, else a layout of
        which spaces border. Only text files are read, on this machine, and nothing of them leaves
        it. The environment variable ``A4A_MAPS`` names folders to look in instead of those in which
        TripleA keeps maps; empty, nothing is looked for.

    Returns
    -------
    Explorer or StudyExplorer
        The app; it shows itself as the last value of a cell.

    Raises
    ------
    A4AError
        If `game` is none of these, the file cannot be read, or there is no such node, view, layer
        or map; or the map is of another board (the message says which spaces it lacks).

    Examples
    --------
    >>> import a4a
    >>> app = explore(a4a.start("global1940"))
    >>> app.board.selected = "Germany"  # opens its details
    >>> app.cursor.state.control["Germany"]
    'Germany'
    >>> app.findings = a4a.audit(app.cursor.record)
    >>> app.annotator.glyph("!?").sign  # at the node shown
    '!?'
    """
    if isinstance(game, (str, os.PathLike)):
        game = open_game_or_study(Path(game))
    if isinstance(game, Study):
        if (
            at != ROOT
            or charts
            or projector
            or any(one is not None for one in (view, findings, rules, map))
        ):
            what = "at, charts, projector, view, findings, rules and map"
            raise A4AError(f"{what} are of a game, not of a study")
        return StudyExplorer(game, layers=layers, charts=charts is None)
    return Explorer(
        game,
        node=at,
        charts=charts,
        projector=projector,
        view=view,
        layers=layers,
        findings=findings,
        rules=rules,
        map=map,
    )
