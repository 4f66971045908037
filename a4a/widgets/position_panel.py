"""The position panel: the board, and beside it what it is set up with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import ipywidgets

from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.editing.opening import position
from a4a.editing.position import PositionEditor
from a4a.map.board_map import BoardMap
from a4a.map.cursor import Cursor
from a4a.map.still import Still
from a4a.widgets.position_view import PositionView

if TYPE_CHECKING:
    from a4a.map.pictures import Picture


class PositionPanel(Still, ipywidgets.Box):  # type: ignore[misc]
    """Set a position up by clicks: choose a power, a type of unit and how many, and click a space.

    Shift and a click take units away. Each type has a letter, 0 to 9 say how many, ``[`` and ``]``
    go through the powers. What a click does is ``p`` put, ``x`` take, ``m`` move, ``l`` load aboard
    a ship, ``o`` give the space to the power, ``d`` damage; ``z`` undoes. ``.`` finds a space by
    its name, where there is no mouse. Whose turn it is, money, relations, technologies and
    statuses are fields below the units.

    Parameters
    ----------
    editor
        The position.
    height
        CSS height of the board and the palette.
    view
        The map, theatre or space to show at first; the whole board if not given.

    Attributes
    ----------
    editor : PositionEditor
        What has been set up; its changes in Python show on the board.
    board : BoardMap
    position_view : PositionView
    """

    def __init__(
        self,
        editor: PositionEditor,
        *,
        height: str = "clamp(460px, 82vh, 900px)",
        view: str | None = None,
    ) -> None:
        self.editor = editor
        self.cursor = Cursor(editor.journal, node=editor.journal.last)
        self.cursor.rules = editor.rules
        self.board = BoardMap(self.cursor, height="100%", view=view)
        self.position_view = PositionView(editor, cursor=self.cursor, painter=self.board.painter)
        super().__init__([self.board, self.position_view], layout=ipywidgets.Layout(height=height))
        self.add_class("a4a-position-panel")

    def still(self) -> Sequence[Picture]:
        """Return the picture that a saved notebook keeps: the board."""
        return self.board.still()

    def __repr__(self) -> str:
        return f"<PositionPanel of {self.editor!r}>"


def edit(
    system: str | Path | GameRecord | PositionEditor,
    *,
    node: NodeId | None = None,
    view: str | None = None,
) -> PositionPanel:
    """Set a position up on the board, from the start of a game, a node of one, or an editor's.

    Parameters
    ----------
    system
        A system's name, the folder of a mod, a record, or a position that is being edited.
    node
        The node of the record; the end of its main line if None.
    view
        The map, theatre or space to show at first; the whole board if not given.

    Returns
    -------
    PositionPanel
        It shows itself as the last value of a cell; `editor` is what becomes of it.

    Raises
    ------
    A4AError
        As `a4a.position`.

    Examples
    --------
    >>> panel = edit("europe1940", view="Eastern Front")
    >>> panel.editor.put("Germany", "tank", 2, at="Poland").record().state_at(0).round
    0
    """
    editor = system if isinstance(system, PositionEditor) else position(system, node=node)
    return PositionPanel(editor, view=view)
