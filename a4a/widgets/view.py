"""What the views of a cursor have in common."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING

import anywidget
import ipywidgets
import traitlets

from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.map.cursor import Cursor
from a4a.map.still import WIDTH, Still

if TYPE_CHECKING:
    from collections.abc import Sequence

    from a4a.map.pictures import Picture


class View(Still, anywidget.AnyWidget):
    """A view that shows a record at the node of a cursor.

    Parameters
    ----------
    game
        A record, or the cursor of other views for this one to follow.
    node
        Where to begin, if `game` is a record.

    Raises
    ------
    A4AError
        If it is neither, or there is no such node.
    """

    cursor = traitlets.Instance(Cursor).tag(sync=True, **ipywidgets.widget_serialization)

    def __init__(self, game: GameRecord | Cursor, *, node: NodeId = ROOT) -> None:
        super().__init__(
            cursor=game if isinstance(game, Cursor) else Cursor(game, node=node),
            _anywidget_id=_sheet(getattr(self, "_css", "")),
        )

    def still(self) -> Sequence[Picture]:
        """Return the picture that a saved notebook keeps: the board at the node shown."""
        from a4a.map.pictures import picture  # a view needs no map

        return (picture(self.cursor.record, self.cursor.node, width=WIDTH),)


@cache
def _sheet(css: str) -> str:
    """The id of a style sheet on the page, which views with the same one share.

    With an id for each kind of view, as anywidget gives it, the page would have the sheet of views
    eight times, and the browser would go through all of them for whatever changes.
    """
    return f"a4a-{blake2b(css.encode(), digest_size=8).hexdigest()}"
