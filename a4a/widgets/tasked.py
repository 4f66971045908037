"""An explorer with a task in it: what is decided there is what the task asks."""

from __future__ import annotations

from a4a.rules.game import Game
from a4a.widgets.decision_view import DecisionView
from a4a.widgets.explorer import Explorer
from a4a.widgets.window_view import WindowView


class TaskExplorer(Explorer):
    """An explorer in which people do a task: nothing else is decided, and no computer decides."""

    def add_task(self, view: WindowView, *, tab: str = "") -> None:
        """Add the task beside the board, above the tabs, or in a tab of its own.

        Parameters
        ----------
        view
            The task; the windows it begins are decided here.
        tab
            The title of its tab, where nothing is decided that it should be seen with.
        """
        self.variations_view.branching = False
        self.variations_view.teaching = False
        self._task = view
        view.on_begin(self.play)
        if tab:
            self.add_pane("a4a-task", tab, view)
            self.add_class("a4a-playing")  # so that a projector shows what is asked, too
        else:
            self.add_above(view)

    def keep_nothing(self) -> None:
        """Offer no file to hand in: the task is done to see how it is."""
        self._task.handing = False

    def decide(self, game: Game) -> DecisionView:
        """Return a view in which a window is decided: by people, whom a task is for."""
        return DecisionView(game, cursor=self.cursor, painter=self.board.painter, computer=False)
