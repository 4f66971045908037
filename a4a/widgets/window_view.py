"""What is said beside a window that is decided: it hears its game, and shows other lines of it."""

from __future__ import annotations

from collections.abc import Callable

import traitlets

from a4a.core.steps import NodeId
from a4a.lessons.windowed import WindowedGame
from a4a.map.cursor import Cursor
from a4a.widgets.view import View


class WindowView(View):
    """A view of a window that is decided beside it, and of the line it is compared with.

    Parameters
    ----------
    cursor
        The cursor of the views beside it.
    """

    shown = traitlets.Enum(("own", "ghost"), "own", help="Whose line the board shows.").tag(
        sync=True
    )

    handing = traitlets.Bool(True, help="Whether what is done can be saved and handed in.").tag(
        sync=True
    )

    def __init__(self, cursor: Cursor) -> None:
        super().__init__(cursor)
        self._begun: Callable[[WindowedGame], object] = lambda game: None
        self._end_listening: Callable[[], object] = lambda: None

    def on_begin(self, begun: Callable[[WindowedGame], object]) -> None:
        """Say what happens when a window is begun, with its game."""
        self._begun = begun

    def show_own(self) -> None:
        """Show one's own line on the board."""
        self.shown = "own"
        self.cursor.refresh(self._game.node)

    def show_ghost(self) -> None:
        """Show the line beside one's own on the board, once the window has ended.

        Raises
        ------
        A4AError
            If it has not, or the line is not at hand.
        """
        node = self._ghost()
        self.shown = "ghost"
        self.cursor.refresh(node)

    @property
    def _game(self) -> WindowedGame:
        """The game of the window that is decided."""
        raise NotImplementedError

    def _ghost(self) -> NodeId:
        """Where the line beside one's own ends."""
        raise NotImplementedError

    def _on_order(self) -> None:
        """An order was given or taken back: the window may have ended by it."""
        raise NotImplementedError

    def _begin(self) -> None:
        """A window has begun: let the views beside this one show it."""
        self.shown = "own"
        self._hear()
        self._begun(self._game)

    def _hear(self) -> None:
        """Listen to the game of the window, and no more to that of the one before."""
        self._end_listening()
        self._end_listening = self._game.listen(self._on_order)
