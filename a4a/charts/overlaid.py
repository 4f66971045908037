"""One chart of two lines of a game, or more: what was played, and what might have been."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import altair as alt

from a4a.core.errors import A4AError
from a4a.frames import Frames

if TYPE_CHECKING:
    from a4a.charts.display import LayerChart

_DASHES: Final = ([1, 0], [5, 3], [1, 3], [8, 3, 1, 3])
"""How lines of the game are told apart; their colours tell powers or sides."""


class LineChart(Protocol):
    """A function that charts a line of a game: `a4a.charts.tuv`, `income`, `production` ..."""

    def __call__(self, frames: Frames[Any], *, line: str, **how: Any) -> alt.Chart:
        """Return the chart of a line."""


def overlay(chart: LineChart, frames: Frames[Any], lines: Sequence[str], **how: Any) -> LayerChart:
    """Chart lines of a game over each other: the first drawn through, the others dashed.

    Parameters
    ----------
    chart
        What makes the chart of one line: `a4a.charts.tuv`, `income`, `production`, `cities`,
        `luck` ..., whose marks are lines.
    frames
        The frames.
    lines
        Two to four lines of the game, by name.
    how
        What else the chart is told: ``by="side"``.

    Returns
    -------
    altair.LayerChart

    Raises
    ------
    A4AError
        If there is no such line, there are too few or too many, or the chart has no lines.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.events import RoundBegan
    >>> record = a4a.start("europe1940")
    >>> nodes = [record.append([RoundBegan(1)], parent=0) for _ in range(2)]
    >>> chart = overlay(a4a.charts.tuv, a4a.frames(record), ("main", "variation 2"), by="side")
    >>> len(chart.layer)
    2
    """
    names = [lines] if isinstance(lines, str) else list(lines)
    if not 2 <= len(names) == len(set(names)) <= len(_DASHES):
        raise A4AError(f"lines={lines!r}: two to {len(_DASHES)} different lines can be overlaid")
    parts = [chart(frames, line=name, **how) for name in names]
    for part in parts:
        if not isinstance(part, alt.Chart) or getattr(part.mark, "type", None) != "line":
            raise A4AError("what is overlaid is drawn with lines, as tuv, income or luck are")
    x = max((part.encoding.x for part in parts), key=_reach)
    dash = alt.StrokeDash(
        "line:N",
        title=None,
        scale=alt.Scale(domain=names, range=list(_DASHES[: len(names)])),
        legend=alt.Legend(symbolType="stroke", symbolStrokeWidth=2),
    )
    dashed = [
        part.transform_calculate(line=json.dumps(name)).encode(x=x, strokeDash=dash)
        for part, name in zip(parts, names, strict=True)
    ]
    return cast("LayerChart", reduce(add, dashed))


def _reach(x: alt.X) -> float:
    """How far a time axis goes; 0 if that is left to the data."""
    scale = x["scale"]
    domain = scale["domain"] if isinstance(scale, alt.Scale) else None
    return float(domain[-1]) if isinstance(domain, list) else 0.0
