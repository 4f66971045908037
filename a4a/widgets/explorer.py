"""The explorer: a recorded game in one cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import ipywidgets

from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.map.board_map import BoardMap
from a4a.map.cursor import Cursor
from a4a.widgets.chart_strip import Charts, ChartStrip
from a4a.widgets.log import LogView
from a4a.widgets.stepper import Stepper
from a4a.widgets.treasuries import TreasuryView

if TYPE_CHECKING:
    from a4a.charts.svg import ChartSpec


class Explorer(ipywidgets.Box):  # type: ignore[misc]
    """Board, stepper, log, treasuries and charts of a record, moving together.

    Parameters
    ----------
    game
        A record, or a cursor.
    node
        Where to begin, if `game` is a record.
    charts
        Altair charts, or a function that makes them when they are first shown; the standard ones
        if not given, none if empty.

    Attributes
    ----------
    cursor : Cursor
        The record and the node shown.
    board : BoardMap
    stepper : Stepper
    log_view : LogView
    treasury_view : TreasuryView
    chart_strip : ChartStrip
    """

    def __init__(
        self,
        game: GameRecord | Cursor,
        *,
        node: NodeId = ROOT,
        charts: Charts | None = None,
    ) -> None:
        self.cursor = game if isinstance(game, Cursor) else Cursor(game, node=node)
        self.board = BoardMap(self.cursor, height="100%")
        self.stepper = Stepper(self.cursor)
        self.treasury_view = TreasuryView(self.cursor)
        self.log_view = LogView(self.cursor)
        self.chart_strip = ChartStrip(
            self.cursor, self._standard_charts if charts is None else charts
        )
        panels = ipywidgets.Box(
            [self.board, self.stepper, self.log_view, self.treasury_view, self.chart_strip]
        ).add_class("a4a-panels")
        super().__init__([panels])
        self.add_class("a4a-explorer")

    def _standard_charts(self) -> Sequence[ChartSpec]:
        from a4a.charts import running
        from a4a.frames import frames

        record = self.cursor.record
        return running(frames(record, at="turn"), line=record.time(self.cursor.line[-1]).line)

    def __repr__(self) -> str:
        return f"<Explorer of {self.cursor.record!r} at node {self.cursor.node}>"


def explore(
    game: GameRecord | Cursor, *, at: NodeId = ROOT, charts: Charts | None = None
) -> Explorer:
    """Open a recorded game: the board, a stepper, the log, treasuries and charts in one cell.

    Parameters
    ----------
    game
        A record, or a cursor.
    at
        The node to begin at, if `game` is a record.
    charts
        Altair charts, or a function that makes them; the standard ones if not given.

    Returns
    -------
    Explorer
        The app; it shows itself as the last value of a cell.

    Examples
    --------
    >>> import a4a
    >>> app = explore(a4a.start("global1940"))
    >>> app.board.selected = "Germany"  # opens its details
    >>> app.cursor.state.control["Germany"]
    'Germany'
    """
    return Explorer(game, node=at, charts=charts)
