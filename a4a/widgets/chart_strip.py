"""Charts of the game with a line at the current node."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import traitlets

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.map.assets import script, styles
from a4a.map.cursor import Cursor
from a4a.widgets.background import Background
from a4a.widgets.view import View

if TYPE_CHECKING:
    from a4a.charts.svg import ChartSpec
    from a4a.map.pictures import Picture
    from a4a.rules.ruleset import Ruleset

Charts: TypeAlias = "Sequence[ChartSpec] | Callable[[], Sequence[ChartSpec]]"
"""Altair charts or Vega-Lite specifications, or a function that makes them."""

_SIZE = re.compile(r'(?:width|height)="([\d.]+)"')  # of the whole, which stands first
_SOON = 0.05
"""Seconds that the kernel has to answer the cell that shows them."""


class ChartStrip(View):
    """Altair charts side by side, each with a line that moves with the cursor.

    The charts are drawn once, as SVG, when they are first shown; the line moves in the browser.
    A chart gets a line if its x axis is the field ``node``, ``turn`` or ``round``.

    Parameters
    ----------
    game
        A record, or the cursor of other views for this one to follow.
    charts
        The charts, or a function that makes them when they are first shown, and again for
        another line of the record.
    node
        Where to begin, if `game` is a record.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.start("europe1940")
    >>> strip = ChartStrip(record, lambda: a4a.charts.running(a4a.frames(record)))
    >>> strip.draw()
    >>> len(strip.pictures)
    3
    """

    _esm = script("widgets/chart_strip.js")
    _css = styles("widgets/views.css")
    pictures = traitlets.List(
        traitlets.Dict(), help='For each chart its "svg", or the "fault" that kept it from one.'
    ).tag(sync=True)
    drawn = traitlets.Bool(False, help="Whether they have been drawn.").tag(sync=True)

    def __init__(self, game: GameRecord | Cursor, charts: Charts, *, node: NodeId = ROOT) -> None:
        self._charts = charts
        super().__init__(game, node=node)
        self.on_msg(self._on_message)
        if callable(charts):
            self.cursor.observe(self._on_other_line, ["timeline", "growth"])

    @staticmethod
    def expect() -> None:
        """Let what draws charts be loaded beside other work; they are soon to be drawn."""
        if Background.can_work():
            from a4a.charts.quick import load_renderer

            asyncio.get_running_loop().run_in_executor(None, load_renderer)

    def soon(self) -> None:
        """Draw the charts as soon as the kernel has answered the cell, before the page asks.

        By then the page is busy with the board, and the kernel is idle. Where no kernel runs,
        nothing happens: the page asks when it shows them.
        """
        if Background.can_work() and not self.drawn:
            asyncio.get_running_loop().call_later(_SOON, self._draw_or_say)

    def draw(self) -> None:
        """Draw the charts now, if that has not been done; one that cannot be drawn says why."""
        if self.drawn:
            return
        charts = self._charts() if callable(self._charts) else self._charts
        self._show([_picture(chart) for chart in charts])

    def still(self) -> Sequence[Picture]:
        """Return the pictures that a saved notebook keeps: the charts."""
        from a4a.map.pictures import Picture

        self.draw()
        svgs = [shown["svg"] for shown in self.pictures if "svg" in shown]
        return [Picture(svg, *map(float, _SIZE.findall(svg)[:2])) for svg in svgs]

    def renew(self) -> None:
        """Draw the charts again when the page asks for them, as they tell of something else now."""
        with self.hold_sync():
            self.pictures = []
            self.drawn = False

    def _show(self, pictures: list[dict[str, str]]) -> None:
        with self.hold_sync():
            self.pictures = pictures
            self.drawn = True

    def _on_other_line(self, _: object) -> None:
        self.renew()  # another line of the record has other charts

    def _on_message(self, _: object, content: Mapping[str, Any], __: object) -> None:
        if content == {"type": "draw"}:
            self._draw_or_say()

    def _draw_or_say(self) -> None:
        try:
            self.draw()
        except Exception as error:  # of the caller's function; nobody would see it
            self._show([{"fault": f"the charts cannot be made: {type(error).__name__}: {error}"}])
            raise


def line_charts(
    record: GameRecord, end: NodeId, *, rules: Ruleset | None = None
) -> Sequence[ChartSpec]:
    """Return the standard charts of the line that a node is on; none of a start alone.

    Parameters
    ----------
    record, end
        A record, and a node.
    rules
        The rules it is played by; those that it names if None.

    Examples
    --------
    >>> import a4a
    >>> line_charts(a4a.start("europe1940"), 0)
    ()
    """
    if end == ROOT:  # they would be single dots
        return ()
    from a4a.analysis.weighing import weighed_if_known
    from a4a.charts import running
    from a4a.frames import frames

    line = record.time(end).line
    weighed = weighed_if_known(record, line=line, rules=rules)
    return running(frames(record, at="turn"), line=line, weighed=weighed)


def _picture(chart: ChartSpec) -> dict[str, str]:
    from a4a.charts.quick import import_jsonschema_quickly

    import_jsonschema_quickly()
    from a4a.charts.svg import chart_svg  # Altair takes a second to load: board first

    try:
        return {"svg": chart_svg(chart)}
    except A4AError as error:
        return {"fault": str(error)}
