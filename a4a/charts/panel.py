"""The charts that run beside the map: small, one above the other, all on the same time axis."""

from __future__ import annotations

from typing import Any, TypeAlias

import altair as alt
import polars as pl

from a4a.charts.economies import income, production
from a4a.charts.forces import cities, tuv
from a4a.charts.fortunes import luck
from a4a.charts.land import land_values
from a4a.charts.scope import one_line
from a4a.core.record import MAIN
from a4a.frames import Frames

Running: TypeAlias = "alt.Chart | alt.LayerChart"


def running(
    frames: Frames[Any],
    *,
    line: str = MAIN,
    game: str | None = None,
    weighed: pl.DataFrame | None = None,
    width: int = 300,
    height: int = 110,
) -> tuple[Running, ...]:
    """Return the charts that show a game at a glance, small enough for a panel beside the map.

    Production and luck by power; TUV, income and victory cities by side, and what their land is
    worth where victory weighs that. Their x axis is the field ``turn``, so that a cursor can run
    along it.

    Parameters
    ----------
    frames
        Of one game, or of several.
    line, game
        Which line of which game; by default the main line of the only game.
    weighed
        What victory weighs, as `a4a.analysis.weighing.weighed` gives it.
    width, height
        Of each plot in pixels, without its legend.

    Returns
    -------
    tuple of altair.Chart
        Charts of things that the game does not have (cities, dice) are left out.

    Examples
    --------
    >>> import a4a
    >>> [chart.title.text for chart in running(a4a.frames(a4a.start("global1940")))]
    ['Production, IPC', 'Total unit value, IPC', 'Victory cities']
    """
    of_line = one_line(frames, line=line, game=game)
    charts: list[tuple[Running, Any]] = [
        (production(of_line, line=line), len(of_line.frame("economy"))),
        (tuv(of_line, line=line), len(of_line.frame("units"))),
        (income(of_line, line=line, by="side"), of_line.frame("economy")["income"].sum()),
        (cities(of_line, line=line), len(of_line.frame("cities"))),
        (luck(of_line, line=line), of_line.frame("rolls")["luck"].is_not_null().any()),
    ]
    if weighed is not None and len(weighed):
        charts.insert(0, (land_values(of_line, weighed, line=line), True))
    return tuple(_small(chart, width, height) for chart, there in charts if there)


def _small(chart: Running, width: int, height: int) -> Running:
    """Make a chart small: what its y axis counts moves to the title, the legend below the plot."""
    small = chart.copy(deep=True)
    layers = small.layer if isinstance(small, alt.LayerChart) else [small]
    encoded = layers[0].encoding
    called = getattr(chart.title, "text", chart.title)
    counted = encoded.y["title"]
    counts = "" if counted.lower() in called.lower() else f", {counted}"
    for layer in layers:
        for axis in (layer.encoding.x, layer.encoding.y):
            if axis is not alt.Undefined and "value" not in axis.to_dict():
                axis["title"] = None
    legend = encoded.color["legend"]
    legend["orient"], legend["columns"] = "bottom", 3
    legend["labelFontSize"], legend["labelLimit"] = 10, width // 3 - 20
    legend["rowPadding"], legend["offset"] = 1, 4
    title = alt.TitleParams(f"{called}{counts}", fontSize=12, offset=8)
    return small.properties(width=width, height=height, title=title)
