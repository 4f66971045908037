"""The decision panel: a game being played, its board and what is to be decided side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets

from a4a.core.errors import A4AError
from a4a.map.board_map import BoardMap
from a4a.map.cursor import Cursor
from a4a.map.still import Still
from a4a.rules.game import Game
from a4a.widgets.decision_view import DecisionView

if TYPE_CHECKING:
    from a4a.map.pictures import Picture


class DecisionPanel(Still, ipywidgets.Box):  # type: ignore[misc]
    """Play a game: the board, and beside it the decision to be made.

    Click a space of your own on the board to pick its units, then where they go; or do both with
    the buttons of the panel. What may not be done is greyed out; its tooltip names the rule. Two
    panels of one game stay in step, even on two pages of one kernel. ``z`` takes an order back.

    Parameters
    ----------
    game
        The game (`a4a.new_game`, `a4a.resume`).
    cursor
        The cursor of other views of its record, to move with them.
    height
        CSS height of the board and the panel.
    view
        The map, theatre or space to show at first; if not given, what a note of the first node
        shows of the board, or else all of it.

    Attributes
    ----------
    game : Game
    cursor : Cursor
        The record and the node shown.
    board : BoardMap
    decision_view : DecisionView

    Raises
    ------
    A4AError
        If `game` is not a game, or the cursor's record is another one.

    Examples
    --------
    >>> import a4a
    >>> panel = DecisionPanel(a4a.new_game("global1940"), view="Europe")
    >>> panel.decision_view.asked["text"]
    'buy units and repair facilities, or end the phase'
    """

    def __init__(
        self,
        game: Game,
        *,
        cursor: Cursor | None = None,
        height: str = "clamp(420px, 72vh, 820px)",
        view: str | None = None,
    ) -> None:
        if not isinstance(game, Game):
            kind = type(game).__name__
            raise A4AError(f"what is decided is a game (a4a.new_game, a4a.resume), not a {kind}")
        self.game = game
        self.cursor = Cursor(game.record, node=game.node) if cursor is None else cursor
        self.cursor.rules = game.ruleset
        self.board = BoardMap(self.cursor, height="100%", view=view)
        self.decision_view = DecisionView(game, cursor=self.cursor, painter=self.board.painter)
        super().__init__([self.board, self.decision_view], layout=ipywidgets.Layout(height=height))
        self.add_class("a4a-decision-panel")

    def still(self) -> tuple[Picture]:
        """Return the picture that a saved notebook keeps: the board."""
        return self.board.still()

    def close(self) -> None:
        """End it with its views; the game goes on without it."""
        view = getattr(self, "decision_view", None)  # none in a panel that could not be made
        if view is not None:
            view.close()
        super().close()
