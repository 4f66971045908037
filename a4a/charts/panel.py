"""The charts that run beside the map: small, one above the other, all on the same time axis."""

from __future__ import annotations

from typing import Any

import altair as alt

from a4a.charts.economies import income, production
from a4a.charts.forces import cities, tuv
from a4a.charts.fortunes import luck
from a4a.charts.scope import one_line
from a4a.core.record import MAIN
from a4a.frames import Frames


def running(
    frames: Frames[Any],
    *,
    line: str = MAIN,
    game: str | None = None,
    width: int = 300,
    height: int = 110,
) -> tuple[alt.Chart, ...]:
    """Return the charts that show a game at a glance, small enough for a panel beside the map.

    Production and luck by power; TUV, income and victory cities by side. Their x axis is the
    field ``turn``, so that a cursor can run along it.

    Parameters
    ----------
    frames
        Of one game, or of several.
    line, game
        Which line of which game; by default the main line of the only game.
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
    charts = [
        (production(of_line, line=line), len(of_line.frame("economy"))),
        (tuv(of_line, line=line), len(of_line.frame("units"))),
        (income(of_line, line=line, by="side"), of_line.frame("economy")["income"].sum()),
        (cities(of_line, line=line), len(of_line.frame("cities"))),
        (luck(of_line, line=line), of_line.frame("rolls")["luck"].is_not_null().any()),
    ]
    return tuple(_small(chart, width, height) for chart, there in charts if there)


def _small(chart: alt.Chart, width: int, height: int) -> alt.Chart:
    """Make a chart small: what its y axis counts moves to the title, the legend below the plot."""
    small = chart.copy(deep=True)
    x, y, colour = small.encoding.x, small.encoding.y, small.encoding.color
    counts = "" if y["title"].lower() in chart.title.lower() else f", {y['title']}"
    x["title"] = y["title"] = None
    legend = colour["legend"]
    legend["orient"], legend["columns"] = "bottom", 3
    legend["labelFontSize"], legend["labelLimit"] = 10, width // 3 - 20
    legend["rowPadding"], legend["offset"] = 1, 4
    title = alt.TitleParams(f"{chart.title}{counts}", fontSize=12, offset=8)
    return small.properties(width=width, height=height, title=title)
