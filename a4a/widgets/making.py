"""Making an exercise in one cell: the explorer of a game, with the exercise in a tab."""

from __future__ import annotations

import os
from pathlib import Path

from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.importers.opening import open_record
from a4a.widgets.explorer import Explorer


def make_exercise(
    game: GameRecord | Explorer | str | os.PathLike[str],
    *,
    node: NodeId | None = None,
    view: str | None = None,
    rules: str | Path | None = None,
) -> Explorer:
    """Make an exercise from a node of a game, without code: in the tab "Exercise".

    Goals are made by clicking spaces and moving sliders; a checklist says what is missing. It is
    saved as a folder beside the record, which `a4a.exercise` opens.

    Parameters
    ----------
    game
        The record, its file, or an explorer that shows it.
    node
        Where the exercise begins; the start, or the node that the explorer shows, if not given.
    view
        The map, theatre or space to show at first.
    rules
        The folder of the mod that a record is played by.

    Raises
    ------
    A4AError
        If the record cannot be played on, or there is no such node.

    Examples
    --------
    >>> import a4a
    >>> app = make_exercise(a4a.game("war_in_europe_1939_1941"), node=23)
    >>> app.make_exercise().told["line"]
    '1 order: Attack'
    """
    if isinstance(game, Explorer):
        app = game
    else:
        record = game if isinstance(game, GameRecord) else open_record(game)
        here = ROOT if node is None else node
        app = Explorer(record, node=here, charts=(), view=view, rules=rules)
    app.make_exercise(node)
    return app
