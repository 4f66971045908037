"""The cursor: a record and a place in it, shared by all views so that they move together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from a4a.core.errors import A4AError, RecordError
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import ROOT, NodeId, Time
from a4a.map.finding_rows import check_findings, finding_rows
from a4a.map.forest import Forest
from a4a.map.geometry import MapGeometry
from a4a.map.note_rows import note_rows
from a4a.map.own_maps import MapChoice, geometry_of
from a4a.map.variation_rows import variation_rows
from a4a.rules import named_rules

if TYPE_CHECKING:
    import polars as pl

    from a4a.rules.ruleset import Ruleset

_NO_VIEW = "export default { render() {} };"


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
    rules
        The folder of the mod that the game is played by, as a record names none.
    map
        Which map the board is drawn by, as for `a4a.explore`.

    Attributes
    ----------
    rules : Ruleset or None
        The rules that views ask; None for those the record names.
    node : int
        The node shown.
    variation : int
        The first node of the variation shown; 0 while it is the main line. A step before its
        branch point leaves it shown: steps forward lead into it again.
    line : tuple of int
        The nodes that can be stepped through, from the start to the end of the line shown.
    position : int
        The index of `node` in `line`.
    withheld : list of int
        Nodes after which no view in the browser shows anything, on any line: what follows is to be
        guessed first. It keeps no secret from who asks the record.

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
    node = traitlets.Int(ROOT, help="The node shown.").tag(sync=True)
    variation = traitlets.Int(ROOT, help="The first node of the variation shown.").tag(sync=True)
    position = traitlets.Int(0, help="The node's index in the line.")
    timeline = traitlets.Bytes(b"", help="All lines as the browser reads them.").tag(sync=True)
    edition = traitlets.Int(0, help="Tells one timeline sent whole from the next.").tag(sync=True)
    growth = traitlets.Unicode("", help="What the lines have become since (`a4a.map.growth`).").tag(
        sync=True
    )
    variations: traitlets.List[dict[str, Any]] = traitlets.List(
        help="The variations, as `variation_rows` gives them."
    ).tag(sync=True)
    withheld: traitlets.List[int] = traitlets.List(
        traitlets.Int(), help="Nodes after which no view shows anything."
    ).tag(sync=True)
    saves = traitlets.Int(0, help="How often a view has saved the record, or has tried to.")
    notes: traitlets.List[dict[str, Any]] = traitlets.List(
        help="The annotations, as `note_rows` gives them."
    ).tag(sync=True)
    findings: traitlets.List[dict[str, Any]] = traitlets.List(
        help="What an audit found, as `finding_rows` gives it."
    ).tag(sync=True)

    def __init__(
        self,
        record: GameRecord,
        *,
        node: NodeId = ROOT,
        rules: str | Path | None = None,
        map: MapChoice = None,
    ) -> None:
        if not isinstance(record, GameRecord):
            kind = type(record).__name__
            raise A4AError(f"what is shown is a record (a4a.open, a4a.start ...), not a {kind}")
        self._record = record
        self.rules: Ruleset | None = named_rules(record, rules)
        self._map = map
        self._busy = False
        self._found: pl.DataFrame | None = None
        line = record.line_to(node)
        self._forest = Forest(record)
        super().__init__(
            node=node,
            variation=record.first_of(line[-1]),
            position=line.index(node),
            timeline=self._forest.packet(),
            variations=variation_rows(record),
            notes=note_rows(record),
        )
        self._line = line

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, str]]:
        return {"text/plain": repr(self)}, {}  # nothing else is to be seen of it

    def __repr__(self) -> str:
        return f"<Cursor at node {self.node} of {self._record!r}>"

    @property
    def record(self) -> GameRecord:
        """The game."""
        return self._record

    @cached_property
    def geometry(self) -> MapGeometry:
        """The shapes that the board is drawn by, in all views."""
        return geometry_of(self._record, self._map)

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
        record, first = self._record, self.variation
        if node is None:
            here = self._line[: self._places.get(self.node, 0) + 1]
            node = next((n for n in reversed(here) if n == ROOT or n in record.steps), ROOT)
        with self.hold_sync():
            self._tell_lines()
            line = record.line_to(first) if first in (ROOT, *record.steps) else ()
            self._follow(line if node in line else record.line_to(node), node)

    def _tell_lines(self) -> None:
        """Send what has become of the lines."""
        self._forest.follow()
        with self.hold_sync():
            self.edition = self._forest.edition
            self.timeline = self._forest.packet()
            self.growth = self._forest.update()
            self.variations = variation_rows(self._record)
            self.refresh_notes()

    def refresh_notes(self) -> None:
        """Show what has been annotated since; the timeline stays."""
        self.notes = note_rows(self._record)

    @property
    def found(self) -> pl.DataFrame | None:
        """The findings of an audit that are shown, or None; set them to show others."""
        return self._found

    @found.setter
    def found(self, findings: pl.DataFrame | None) -> None:
        self._found = None if findings is None else check_findings(findings)
        board = self._record.board
        self.findings = [] if self._found is None else finding_rows(self._found, board)

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

    @traitlets.validate("variation")
    def _check_variation(self, proposal: dict[str, Any]) -> NodeId:
        first: NodeId = proposal["value"]
        if self._record.first_of(first) != first:
            raise RecordError(f"no variation begins with node {first}, nor does the main line")
        return first

    @traitlets.observe("node", "variation")
    def _on_node(self, change: dict[str, Any]) -> None:
        if self._busy or not hasattr(self, "_line"):
            return
        record = self._record
        shown = record.first_of(self._line[-1]) == self.variation
        line = self._line if shown else record.line_to(self.variation)
        if self.node in line:
            self._follow(line, self.node)
        elif change["name"] == "variation":
            self._follow(line, self.variation)
        else:
            self._follow(record.line_to(self.node), self.node)

    @traitlets.observe("position")
    def _on_position(self, change: dict[str, Any]) -> None:
        if not self._busy and hasattr(self, "_line"):
            self._follow(self._line, self._line[change["new"]])

    @property
    def _places(self) -> dict[NodeId, int]:
        return {node: position for position, node in enumerate(self._line)}

    def _follow(self, line: tuple[NodeId, ...], node: NodeId) -> None:
        first = self._record.first_of(line[-1])
        with self._quiet(), self.hold_sync():
            if self._forest.end_of(first) != line[-1]:
                self._tell_lines()
            self._line = line
            self.node = node
            self.variation = first
            self.position = line.index(node)

    @contextmanager
    def _quiet(self) -> Iterator[None]:
        """Change node and position together, without either reacting to the other."""
        busy, self._busy = self._busy, True
        try:
            yield
        finally:
            self._busy = busy


def cursor_of(
    game: GameRecord | Cursor,
    *,
    node: NodeId = ROOT,
    rules: str | Path | None = None,
    map: MapChoice = None,
) -> Cursor:
    """Return the cursor that a view follows: one that is given, or a new one of a record.

    Parameters
    ----------
    game
        A record, or a cursor of other views.
    node
        Where to begin, if `game` is a record.
    rules
        The folder of the mod that it is played by.
    map
        Which map the board is drawn by, if `game` is a record.

    Raises
    ------
    A4AError
        If a map is given for a cursor, whose views are drawn by one.
    """
    if not isinstance(game, Cursor):
        return Cursor(game, node=node, rules=rules, map=map)
    if map is not None:
        raise A4AError("map is of a record: a cursor has its own, Cursor(record, map=...)")
    if rules is not None:
        game.rules = named_rules(game.record, rules)
    return game
