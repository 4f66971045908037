"""The variations of a game in a list, and what can be done with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import traitlets

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.core.variations import Change, Delete, Promote, Rename
from a4a.map.assets import script, styles
from a4a.map.cursor import Cursor
from a4a.store import free_name
from a4a.widgets.asked import Doing, fault_of
from a4a.widgets.keeping import keep, path_beside
from a4a.widgets.view import View


class VariationsView(View):
    """The variations of a game; a click goes into one, and the one shown can be changed.

    What is changed is saved in the record's `.a4a` file at once, if it has one.

    Parameters
    ----------
    game
        A record, or the cursor of other views for this one to follow.
    node
        Where to begin, if `game` is a record.

    Attributes
    ----------
    teaching : bool
        Whether the page offers to make an exercise of the node shown; `on_exercise` says how.
    editable : bool
        Whether the page offers to change them; it shows the list in any case.
    branching : bool
        Whether the page offers to play on from the node shown; `on_what_if` says what then happens.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.events import Noted
    >>> record = a4a.start("europe1940")
    >>> nodes = [record.append([Noted(text)], parent=0) for text in ("played", "what if")]
    >>> view = VariationsView(record, node=2)
    >>> view.rename("Sea Lion")
    >>> record.lines
    ('main', 'Sea Lion')
    >>> view.promote()
    >>> record.line(), view.cursor.variation
    ((0, 2), 0)
    >>> view.cursor.node = 1
    >>> view.delete()
    >>> record.lines, view.cursor.node
    (('main',), 0)
    """

    _esm = script("widgets/variations.js")
    _css = styles("widgets/views.css")
    editable = traitlets.Bool(True, help="Whether they can be changed.").tag(sync=True)
    branching = traitlets.Bool(False, help="Whether one can play on from a node.").tag(sync=True)
    teaching = traitlets.Bool(False, help="Whether one can make an exercise of a node.").tag(
        sync=True
    )
    offer = traitlets.Unicode("", help="A name for the file of a copy.").tag(sync=True)

    def __init__(self, game: GameRecord | Cursor, *, node: NodeId = ROOT) -> None:
        super().__init__(game, node=node)
        self._what_if: Callable[[NodeId], object] | None = None
        self._exercise: Callable[[NodeId], object] | None = None
        self._playing: Callable[[], NodeId] | None = None
        self._offer()
        self.on_msg(self._on_message)

    def on_what_if(self, begin: Callable[[NodeId], object]) -> None:
        """Say what begins a variation after a node; from now on the page offers it."""
        self._what_if = begin
        self.branching = True

    def on_exercise(self, begin: Callable[[NodeId], object]) -> None:
        """Say what makes an exercise of a node; from now on the page offers it."""
        self._exercise = begin
        self.teaching = True

    def guard(self, playing: Callable[[], NodeId]) -> None:
        """Say where a game is that is being played, so that its steps are not deleted."""
        self._playing = playing

    def rename(self, name: str) -> None:
        """Name the variation shown; "" takes its name away.

        Raises
        ------
        A4AError
            If it cannot be named so; or if it is, but could not be saved.
        """
        self._do(Rename(first=self.cursor.variation, name=name))

    def promote(self) -> None:
        """Let the variation shown go on with the line it leaves. Raises as `rename`."""
        self._do(Promote(first=self.cursor.variation))

    def delete(self) -> None:
        """Delete the variation shown, with all that follows it. Raises as `rename`."""
        self._do(Delete(node=self.cursor.variation))

    def _do(self, change: Change) -> None:
        record = self.cursor.record
        if isinstance(change, Delete) and self._playing is not None:
            record.verify(change)
            if change.node in record.way_to(self._playing()):
                raise A4AError("the game that is being played is in this variation: it stays")
        record.do(change)
        self.cursor.refresh()
        self._keep()

    def _keep(self) -> None:
        record = self.cursor.record
        if record.file is None:
            return
        try:
            keep(record)
        except A4AError as error:
            raise A4AError(f"it is in the record, but not saved: {error}") from error
        finally:
            self.cursor.saves += 1

    def _copy(self, first: NodeId, name: str) -> None:
        """Copy a line to a record of its own, in a new file beside the record's."""
        record = self.cursor.record
        keep(record.copy_line(first), path_beside(record, name))
        self._offer()

    def _offer(self) -> None:
        record = self.cursor.record
        try:
            self.offer = free_name(record, record.file.parent if record.file else ".")
        except (A4AError, OSError):
            self.offer = ""  # the folder is gone, or full

    def _begin(self, node: NodeId) -> None:
        if self._what_if is None:
            raise A4AError("there is no board here to play on")
        self._what_if(node)

    def _teach(self, node: NodeId) -> None:
        if self._exercise is None:
            raise A4AError("there is no board here to make an exercise on")
        self._exercise(node)

    def _on_message(self, _: object, content: Mapping[str, Any], __: object) -> None:
        """Do what the page asks for, and answer whether it could be done."""
        doing: Doing = {
            "rename": lambda told: self._do(Rename(first=told["first"], name=told["name"])),
            "promote": lambda told: self._do(Promote(first=told["first"], to=told["to"])),
            "delete": lambda told: self._do(Delete(node=told["first"])),
            "copy": lambda told: self._copy(told["first"], told["name"]),
            "what if": lambda told: self._begin(told["node"]),
            "exercise": lambda told: self._teach(told["node"]),
        }
        self.send({"ticket": content.get("ticket"), "fault": fault_of(doing, content)})
