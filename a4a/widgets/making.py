"""Making or changing an exercise in one cell: the explorer of its game, with it in a tab."""

from __future__ import annotations

import os
from pathlib import Path

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.importers.opening import open_record
from a4a.lessons.drafting import redraft
from a4a.lessons.exercise import Exercise
from a4a.lessons.reading import exercise, shipped
from a4a.map.cursor import Cursor
from a4a.widgets.explorer import Explorer


def make_exercise(
    game: GameRecord | Explorer | Exercise | str | os.PathLike[str],
    *,
    node: NodeId | None = None,
    view: str | None = None,
    rules: str | Path | None = None,
) -> Explorer:
    """Make an exercise from a node of a game, without code: in the tab "Exercise".

    Goals are made by clicking spaces and moving sliders; a checklist says what is missing. It is
    saved as a folder beside the record, which `a4a.exercise` opens, and this function to change it.

    Parameters
    ----------
    game
        The record, its file, or an explorer that shows it. Or an exercise to be changed: its
        folder, its TOML file, or the name of one that comes with a4a. What the tab does not show
        of it is kept; comments in the TOML are not.
    node
        Where the exercise begins; the start, or the node that the explorer shows, if not given. An
        exercise that is changed begins where it did.
    view
        The map, theatre or space to show at first.
    rules
        The folder of the mod that a record is played by.

    Raises
    ------
    A4AError
        If the record cannot be played on, or there is no such node or exercise.

    Examples
    --------
    >>> import a4a
    >>> make_exercise("warsaw-1939").make_exercise().told["title"]
    'Two blows at Warsaw'
    >>> app = make_exercise(a4a.game("war_in_europe_1939_1941"), node=23)
    >>> app.make_exercise().told["line"]
    '1 order: Attack'
    """
    if isinstance(game, Explorer):
        game.make_exercise(node)
        return game
    if isinstance(game, str | os.PathLike):
        game = exercise(game, rules=rules) if _is_exercise(game) else open_record(game)
    if isinstance(game, Exercise):
        if node is not None:
            raise A4AError("an exercise that is changed begins where it did: leave the node out")
        return _change(game, view)
    here = ROOT if node is None else node
    app = Explorer(game, node=here, charts=(), view=view, rules=rules)
    app.make_exercise(node)
    return app


def _change(found: Exercise, view: str | None) -> Explorer:
    made = redraft(found)
    cursor = Cursor(made.record, node=made.windows[0].scene.node)
    cursor.rules = made.rules
    app = Explorer(cursor, charts=(), view=view)
    app.make_exercise(made)
    return app


def _is_exercise(path: str | os.PathLike[str]) -> bool:
    """Whether a path leads to an exercise, or it is the name of one that comes with a4a."""
    there = Path(path)
    return there.is_dir() or there.suffix == ".toml" or str(path) in shipped()
