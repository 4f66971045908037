"""The cursor: a record and a place in it, shared by all views so that they move together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import anywidget
import traitlets

from a4a.core.errors import A4AError, RecordError
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import ROOT, NodeId, Time
from a4a.map.finding_rows import check_findings, finding_rows
from a4a.map.growth import Base
from a4a.map.note_rows import note_rows
from a4a.map.shown_line import line_through
from a4a.map.timeline_builder import TimelineBuilder

if TYPE_CHECKING:
    import polars as pl

_NO_VIEW = "export default { render() {} };"
Anew: TypeAlias = Literal["", "grown", "another"]
"""Why the timeline is updated: it is not, the record has grown, or another line is shown."""
_MOST_GROWTH = 600
"""Steps by which a timeline grows before it is sent whole again."""


class Cursor(anywidget.AnyWidget):
    """A record and a node of it.

    Views that are given the same cursor show the same node. They step in the browser; `node`
    follows within a fraction of a second, and setting it moves every view.

    Parameters
    ----------
    record
        The game.
    node
        Where to begin; the start if not given. A node of a variation shows that variation.

    Attributes
    ----------
    node : int
        The node shown.
    line : tuple of int
        The nodes that can be stepped through: the way to the node, and on along first children.
    position : int
        The index of `node` in `line`.

    Raises
    ------
    RecordError
        If there is no such node.
    A4AError
        If `record` is not a record.

    Examples
    --------
    >>> from a4a.core.board import Board, Space
    >>> from a4a.core.catalog import Catalog
    >>> from a4a.core.events import Noted
    >>> from a4a.core.position import Position
    >>> from a4a.core.steps import Header
    >>> record = GameRecord(
    ...     Header(system="small"),
    ...     Board(name="one", spaces=(Space(name="Malta", kind="land"),), borders=()),
    ...     Catalog(system="small", dice_sides=6, currency="IPC", powers=(), unit_types=()),
    ...     Position(),
    ... )
    >>> node = record.append([Noted("Good evening")])
    >>> cursor = Cursor(record)
    >>> cursor.node = node
    >>> cursor.position
    1
    """

    _esm = _NO_VIEW
    node = traitlets.Int(ROOT, help="The node shown.")
    position = traitlets.Int(0, help="Its index in the line.").tag(sync=True)
    timeline = traitlets.Bytes(b"", help="The line as the browser reads it.").tag(sync=True)
    edition = traitlets.Int(0, help="Tells one timeline sent whole from the next.").tag(sync=True)
    growth = traitlets.Unicode(
        "", help="What the timeline has become since (`a4a.map.growth`)."
    ).tag(sync=True)
    notes: traitlets.List[dict[str, Any]] = traitlets.List(
        help="The annotations of the line, as `note_rows` gives them."
    ).tag(sync=True)
    findings: traitlets.List[dict[str, Any]] = traitlets.List(
        help="What an audit found on the line, as `finding_rows` gives it."
    ).tag(sync=True)

    def __init__(self, record: GameRecord, *, node: NodeId = ROOT) -> None:
        if not isinstance(record, GameRecord):
            kind = type(record).__name__
            raise A4AError(f"what is shown is a record (a4a.open, a4a.start ...), not a {kind}")
        self._record = record
        self._busy = False
        self._found: pl.DataFrame | None = None
        line = line_through(record, node)
        self._builder = TimelineBuilder(record, line)
        timeline = self._builder.timeline()
        self._base = Base(timeline, 0)
        self._since = self._base.last
        super().__init__(
            node=node,
            position=line.index(node),
            timeline=timeline.pack(),
            notes=note_rows(record, line),
        )
        self._line = line

    @property
    def record(self) -> GameRecord:
        """The game."""
        return self._record

    @property
    def line(self) -> tuple[NodeId, ...]:
        """The nodes that can be stepped through, in order."""
        return self._line

    @property
    def state(self) -> State:
        """The state at the node."""
        return self._record.state_at(self.node)

    @property
    def time(self) -> Time:
        """When the node is in the game."""
        return self._record.time(self.node)

    def refresh(self, node: NodeId | None = None) -> None:
        """Show what has been added to the record since, or taken back.

        Only what is new goes to the page.

        Parameters
        ----------
        node
            Where to go. If not given, the cursor stays where it is; if that node was taken back,
            it goes to the last node before it that is still there.
        """
        if node is None:
            steps = self._record.steps
            here = self._line[: self._places.get(self.node, 0) + 1]
            node = next((n for n in reversed(here) if n == ROOT or n in steps), ROOT)
        self._follow(line_through(self._record, node), node, anew="grown")

    def refresh_notes(self) -> None:
        """Show what has been annotated since; the timeline stays."""
        self.notes = note_rows(self._record, self._line)

    @property
    def found(self) -> pl.DataFrame | None:
        """The findings of an audit that are shown, or None; set them to show others."""
        return self._found

    @found.setter
    def found(self, findings: pl.DataFrame | None) -> None:
        self._found = None if findings is None else check_findings(findings)
        self._show_findings()

    def _show_findings(self) -> None:
        found, board = self._found, self._record.board
        self.findings = [] if found is None else finding_rows(found, self._line, board)

    @traitlets.validate("node")
    def _check_node(self, proposal: dict[str, Any]) -> NodeId:
        node: NodeId = proposal["value"]
        self._record.time(node)  # raises if there is none
        return node

    @traitlets.validate("position")
    def _check_position(self, proposal: dict[str, Any]) -> int:
        position: int = proposal["value"]
        if not hasattr(self, "_line"):
            return position
        if not 0 <= position < len(self._line):
            raise RecordError(f"no position {position}; they go from 0 to {len(self._line) - 1}")
        return position

    @traitlets.observe("node")
    def _on_node(self, change: dict[str, Any]) -> None:
        if self._busy or not hasattr(self, "_line"):
            return
        node: NodeId = change["new"]
        if node in self._places:
            self._follow(self._line, node)
        else:
            self._follow(line_through(self._record, node), node, anew="another")

    @traitlets.observe("position")
    def _on_position(self, change: dict[str, Any]) -> None:
        if not self._busy and hasattr(self, "_line"):
            with self._quiet():
                self.node = self._line[change["new"]]

    @property
    def _places(self) -> dict[NodeId, int]:
        return {node: position for position, node in enumerate(self._line)}

    def _follow(self, line: tuple[NodeId, ...], node: NodeId, *, anew: Anew = "") -> None:
        with self._quiet(), self.hold_sync():
            self._line = line
            if anew:
                self._builder_follows(line, whole=anew == "another")
                self.refresh_notes()
                self._show_findings()
            self.node = node
            self.position = line.index(node)

    def _builder_follows(self, line: tuple[NodeId, ...], *, whole: bool) -> None:
        """Bring the timeline up to a line: by what is new if possible, else whole."""
        self._since = min(self._since, self._builder.follow(line))
        timeline = self._builder.timeline()
        if whole or self._since < 0 or len(line) - self._since > _MOST_GROWTH:
            self._base = Base(timeline, self._base.edition + 1)
            self._since = self._base.last
            self.growth = ""
            self.edition = self._base.edition
            self.timeline = timeline.pack()
        else:
            battles = self._builder.battles_since(self._since)
            self.growth = self._base.growth(timeline, self._since, battles).pack()

    @contextmanager
    def _quiet(self) -> Iterator[None]:
        """Change node and position together, without either reacting to the other."""
        busy, self._busy = self._busy, True
        try:
            yield
        finally:
            self._busy = busy
