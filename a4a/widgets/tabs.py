"""Tabs: they choose which of several views in a box is seen."""

from __future__ import annotations

from typing import Any

import traitlets

from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.map.assets import script, styles
from a4a.map.cursor import Cursor
from a4a.widgets.view import View


class Tabs(View):
    """A row of tabs; put it before the views it chooses from, in a box of class ``a4a-tabbed``.

    Parameters
    ----------
    game
        A record, or the cursor of the views.
    panels
        The CSS class of each view, and the title of its tab.
    node
        Where to begin, if `game` is a record.

    Examples
    --------
    >>> import a4a
    >>> cursor = a4a.Cursor(a4a.start("europe1940"))
    >>> Tabs(cursor, {"a4a-log": "Log", "a4a-annotator": "Annotations"}).chosen
    'a4a-log'
    """

    _esm = script("widgets/tabs.js")
    _css = styles("widgets/views.css")
    panels = traitlets.Dict(help="The title of each view, by its class.").tag(sync=True)
    shown: traitlets.List[Any] = traitlets.List(
        help="The one Python showed last, and how often it has."
    ).tag(sync=True)
    picked: traitlets.List[Any] = traitlets.List(
        ["", -1], help="The one somebody chose on the page, and how often Python had shown one."
    ).tag(sync=True)

    def __init__(
        self, game: GameRecord | Cursor, panels: dict[str, str], *, node: NodeId = ROOT
    ) -> None:
        super().__init__(game, node=node)
        self.panels = panels
        self.shown = [next(iter(panels)), 0]

    @property
    def chosen(self) -> str:
        """The class of the view that is seen."""
        name, number = self.shown
        picked, after = self.picked
        # The page tells what is picked when it can: Python may have shown another since.
        return str(picked if after == number else name)

    def show(self, name: str, title: str) -> None:
        """Show a view, which gets a tab, the first of all, if it has none."""
        if name not in self.panels:
            self.panels = {name: title, **self.panels}
        self.shown = [name, self.shown[1] + 1]
